"""The abilities of `combat_by_hand.Fighter` as text."""

from __future__ import annotations

from combat_by_hand import Fighter

__all__ = ["abilities"]


def abilities(f: Fighter) -> list[str]:
    """One line for each."""
    out = [f"Bushido {f.bushido}"] * bool(f.bushido)
    out += ["Flanking"] * f.flanking
    out += [f"Rampage {f.rampage}"] * bool(f.rampage)
    out += [f"Afflict {f.afflict}"] * bool(f.afflict)
    out += ["Banding"] * bool(f.band)
    out += ["Exalted"] * f.exalted + ["Battle cry"] * f.battle_cry
    out += ["Melee"] * f.melee + ["Training"] * f.training
    if any(f.charge):
        out.append(f"Whenever this creature attacks, it gets {size(f.charge)} until end of turn.")
    if any(f.grows_blocking):
        out.append(f"Whenever this creature blocks, it gets {size(f.grows_blocking)} until end of turn.")
    if any(f.grows_blocked):
        out.append(
            f"Whenever this creature becomes blocked, it gets {size(f.grows_blocked)} until end of turn."
        )
    if any(f.lord):
        out.append(f"Other creatures you control get {size(f.lord)}.")
    if f.lends:
        out.append(f"Other creatures you control have {' and '.join(sorted(f.lends))}.")
    if f.weakens:
        out.append(f"Creatures your opponents control get -{f.weakens}/-0.")
    for when, (mine, theirs) in (
        ("When this creature dies", f.dies),
        ("Whenever this creature attacks", f.raid),
        ("Whenever another creature you control dies", f.mourns),
        ("Whenever this creature deals combat damage to a player", f.hits),
    ):
        if mine or theirs:
            out.append(f"{when}, {' and '.join(life(mine, theirs))}.")
    if f.thirsts:
        out.append("Whenever this creature deals damage, you gain that much life.")
    if f.suffers:
        out.append("Whenever this creature is dealt damage, you gain that much life.")
    return out


def size(change: tuple[int, int]) -> str:
    """+1/-2."""
    return "/".join(f"{n:+d}" for n in change)


def life(mine: int, theirs: int) -> list[str]:
    """What players gain and lose."""
    out = [f"each opponent {'gains' if theirs > 0 else 'loses'} {abs(theirs)} life"] * bool(theirs)
    return out + [f"you {'gain' if mine > 0 else 'lose'} {abs(mine)} life"] * bool(mine)
