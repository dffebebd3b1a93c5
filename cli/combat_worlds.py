"""`combat` where a position leaves something open: what may and must come out over all that it may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.explain.outcomes import arrows, names
from magistrate.bridge.positions.unknowns import named
from magistrate.bridge.worlds import Answers, Said, Worlds
from magistrate.cli.common import YES, answer, emit, emit_json
from magistrate.cli.worlds import SHOWN, Asking, asked, ended, head, tell, where_lines

if TYPE_CHECKING:
    from magistrate.bridge.positions.position import Position


def combat_all(
    asking: Asking,
    *,
    block: str | None,
    by: str | None,
    lethal: bool,
    safe: str | None,
    left_out: Sequence[str],
) -> NoReturn:
    """Answer `combat` for all worlds, and end the command. `left_out`: options given that have no answer
    there."""
    if left_out:
        raise MagistrateError(
            f"{' and '.join(left_out)} can't be asked of what a position leaves open; {asking.error.message}"
        )
    if lethal:
        found, worlds = asked(asking, partial(killed, time_limit=asking.time_limit))
        tell(asking, "combat", found, worlds, {True: "lethal", False: "not lethal", None: "unknown"})
    if safe is not None:
        saved_ = partial(saved, names=safe, by=by, time_limit=asking.time_limit)
        found, worlds = asked(asking, saved_)
        tell(asking, "combat", found, worlds, {True: "safe", False: "not safe", None: "unknown"})
    found, worlds = asked(asking, partial(fought, block=block, by=by, time_limit=asking.time_limit))
    if asking.json:
        emit_json(_plain(found, worlds))
    else:
        emit("\n".join(_lines(found, worlds)))
    ended(found, YES)


def killed(position: Position, time_limit: float) -> Said:
    """Whether an attack kills whatever the blocks, in one world."""
    from magistrate.bridge.combat.attacks import told
    from magistrate.bridge.combat.lethal import lethal

    found = lethal(position, Deadline(time_limit))
    yes = found.attack is not None if found.complete or found.attack is not None else None
    attack = None if found.attack is None else told(position, found.attack)
    lines = () if attack is None else (f"  {arrows({a: [d] for a, d in attack.items()})}",)
    return Said(yes, {"attacks": attack}, lines, found.unmodelled, yes is not None)


def saved(position: Position, names: str, by: str | None, time_limit: float) -> Said:
    """Whether a block keeps what is named alive, in one world."""
    from magistrate.bridge.combat.board import board
    from magistrate.bridge.combat.gaps import left_out
    from magistrate.bridge.combat.lethal import safe
    from magistrate.cli.combat import _blocks, _defender

    here = board(position)
    some = [position.names.object(name.strip()) for name in names.split(",") if name.strip()]
    found = safe(here, _defender(position, here, by), some, Deadline(time_limit))
    blocks = None if found is None else _blocks(position, found)
    lines = () if blocks is None else (f"  {arrows(blocks) or 'no block'}",)
    return Said(found is not None, {"blocks": blocks}, lines, left_out(position))


def fought(position: Position, block: str | None, by: str | None, time_limit: float) -> Said:
    """What can come out in one world: who dies, and who loses."""
    from magistrate.bridge.combat.answer import combat
    from magistrate.cli.combat import read_block

    chosen = None if block is None else read_block(position, block)
    found = combat(position, block=chosen, by=by, deadline=Deadline(time_limit))
    outcomes = {(tuple(sorted(one.dies)), tuple(sorted(one.lost))) for one in found.outcomes()}
    lost = [set(losers) for _, losers in outcomes]
    told = {
        "surely_dies": list(found.surely_dies),
        "possibly_dies": list(found.possibly_dies),
        "surely_loses": sorted(set.intersection(*lost)) if lost else [],
        "possibly_loses": sorted(set[str]().union(*lost)),
        "outcomes": [{"dies": list(dies), "lost": list(losers)} for dies, losers in sorted(outcomes)],
    }
    return Said(None, told, tuple(_fate(told)), found.unmodelled, found.complete)


def _fate(told: dict[str, Any]) -> list[str]:
    lines = [f"  surely dies: {names(told['surely_dies'])}"]
    if told["possibly_dies"] != told["surely_dies"]:
        lines.append(f"  possibly dies: {names(told['possibly_dies'])}")
    if told["possibly_loses"]:
        word = "surely" if told["surely_loses"] == told["possibly_loses"] else "possibly"
        lines.append(f"  {word} loses: {names(told['possibly_loses'])}")
    return lines


def together(found: Answers) -> dict[str, Any]:
    """What is certain and what is possible over all worlds that were asked. An outcome has the number of
    worlds in which it can come."""
    kinds = [one.said.told for one in found.answers if "outcomes" in one.said.told]
    out: dict[str, Any] = {}
    for word in ("dies", "loses"):
        sure = [Counter(one[f"surely_{word}"]) for one in kinds]
        least = sure[0] if sure else Counter[str]()
        most = Counter[str]()
        for counted in sure:
            least &= counted
        for one in kinds:
            most |= Counter(one[f"possibly_{word}"])
        whole = len(kinds) == len(found.answers)
        out[f"surely_{word}"] = sorted(least.elements()) if whole else []
        out[f"possibly_{word}"] = sorted(most.elements())
    worlds: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for one_answer in found.answers:
        for outcome in one_answer.said.told.get("outcomes", ()):
            worlds[tuple(outcome["dies"]), tuple(outcome["lost"])] += one_answer.worlds
    out["outcomes"] = [
        {"dies": list(dies), "lost": list(lost), "worlds": number}
        for (dies, lost), number in sorted(worlds.items(), key=lambda row: (-row[1], row[0]))
    ]
    return out


def _plain(found: Answers, worlds: Worlds) -> dict[str, Any]:
    made = together(found)
    return answer(
        "combat",
        len(made["outcomes"]),
        complete=found.complete,
        unmodelled=found.unmodelled,
        open=[{"name": one.name, "may_be": one.text, "line": one.place.line} for one in worlds.unknowns],
        worlds=found.number,
        asked=found.looked,
        **made,
        answers=[
            {"worlds": one.worlds, "where": one.values, "witness": one.witness, **one.said.told}
            for one in found.answers
        ],
    )


def _lines(found: Answers, worlds: Worlds) -> list[str]:
    made = together(found)
    out = [f"{head(found)} worlds; open: {named(worlds.unknowns)}"]
    sure = "surely" if found.complete else "surely, in those that were asked,"
    for word in ("dies", "loses"):
        out.append(f"{sure} {word}: {names(made[f'surely_{word}'])}")
        out.append(f"possibly {word}: {names(made[f'possibly_{word}'])}")
    for one in found.answers[:SHOWN]:
        out += [f"in {one.worlds:,}{where_lines(one, found)}", *one.said.lines]
    if len(found.answers) > SHOWN:
        out.append(f"… {len(found.answers) - SHOWN:,} more answers; --json lists all")
    return out
