"""`combat` where a position leaves something open: what may and must come out over all that it may be."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.explain.outcomes import arrows, names
from magistrate.bridge.positions.unknowns import named
from magistrate.bridge.worlds import Answers, Said, Worlds
from magistrate.cli.common import NO, YES, answer, emit, emit_json
from magistrate.cli.worlds import SHOWN, Asking, asked, ended, head, plain, tell, where_lines

if TYPE_CHECKING:
    from magistrate.bridge.combat.wishes import Wishes
    from magistrate.bridge.pictures.page import Page
    from magistrate.bridge.positions.position import Position
    from magistrate.cli.pictures import Pictures


def combat_all(
    asking: Asking,
    pictures: Pictures,
    *,
    block: str | None,
    by: str | None,
    best: bool,
    lethal: bool,
    safe: str | None,
    wishes: Wishes | None,
) -> NoReturn:
    """Answer `combat` for all worlds, and end the command. `wishes`: what counts, where that is asked for."""
    limit = asking.time_limit
    words: dict[bool | None, str] = {None: "unknown"}
    if best or lethal or safe is not None:
        if best:
            assert wishes is not None
            question = partial(liked, wishes=wishes, by=by, time_limit=limit)
            words |= {True: "", False: "nobody can attack"}
        elif lethal:
            question = partial(killed, time_limit=limit)
            words |= {True: "lethal", False: "not lethal"}
        elif safe is not None:
            question = partial(saved, names=safe, by=by, time_limit=limit)
            words |= {True: "safe", False: "not safe"}
        found, worlds = asked(asking, question)
        pictures.write(lambda _: _page(found, worlds, words))
        if best:
            _tell_best(asking, found, worlds)
        tell(asking, "combat", found, worlds, words)
    found, worlds = asked(asking, partial(fought, block=block, by=by, wishes=wishes, time_limit=limit))
    if asking.json:
        emit_json(_plain(found, worlds))
    else:
        emit("\n".join(_lines(found, worlds)))
    pictures.write(lambda _: _page(found, worlds, words))
    ended(found, YES)


def _page(found: Answers, worlds: Worlds, words: dict[bool | None, str]) -> Page:
    from magistrate.bridge.pictures.worlds import answers

    return answers(found, worlds, words)


def liked(position: Position, wishes: Wishes, by: str | None, time_limit: float) -> Said:
    """What is best in one world: a block where attackers are declared, else an attack and what answers it."""
    from magistrate.bridge.combat.attacks import told
    from magistrate.bridge.combat.best import best_attack, best_block
    from magistrate.bridge.combat.board import board
    from magistrate.bridge.combat.gaps import left_out
    from magistrate.cli.best_play import blocks_of, defender, outcome_told

    here, deadline = board(position), Deadline(time_limit)
    missing = left_out(position)
    if here.attackers:
        found = best_block(here, defender(position, here, by), wishes, deadline)
    else:
        active = next(row[0] for row in position.about("active", 1))
        one = best_attack(position, active, wishes, deadline)
        if one is None:
            return Said(False, {"player": position.names.label(active)}, (), missing)
        found = one
    blocks = blocks_of(position, found.block)
    play: dict[str, Any] = {"player": position.names.label(found.player), "blocks": blocks}
    lines = [f"  {arrows(blocks) or 'no block'}"]
    if found.attack is not None:
        play["attacks"] = told(position, found.attack)
        attack = arrows({a: [d] for a, d in play["attacks"].items()}) or "no attack"
        lines = [f"  {attack}", f"  the best block against it: {arrows(blocks) or 'no block'}"]
    out = outcome_told(found.outcome)
    play |= {"dies": out["dies"], "lost": out.get("lost", [])}
    lines.append(f"  dies: {names(play['dies'])}")
    lines += [f"  loses: {names(play['lost'])}"] if play["lost"] else []
    return Said(True, play, tuple(lines), missing, found.complete)


def _tell_best(asking: Asking, found: Answers, worlds: Worlds) -> NoReturn:
    """What is best in which worlds: certain where it is the same in all."""
    plays = [one for one in found.answers if one.said.yes]
    same = len(found.answers) == len(plays) == 1 and found.complete
    if asking.json:
        own = plain(
            "combat", None, found, worlds, {True: "best", False: "nobody can attack", None: "unknown"}
        )
        emit_json(own | {"answer": _play(plays[0].said.told) if same else None})
    else:
        some = f"{head(found)} worlds; open: {named(worlds.unknowns)}"
        emit(f"{'certain' if same else 'it depends' if found.complete else 'so far'}   ({some})")
        for one in found.answers[:SHOWN]:
            word = {True: "best", False: "nobody can attack", None: "unknown"}[one.said.yes]
            emit(f"{word} in {one.worlds:,}{where_lines(one, found)}")
            emit("\n".join(one.said.lines))
        if len(found.answers) > SHOWN:
            emit(f"… {len(found.answers) - SHOWN:,} more answers; --json lists all")
    ended(found, YES if plays and len(plays) == len(found.answers) else NO)


def _play(told: dict[str, Any]) -> Any:
    return told.get("attacks", told.get("blocks"))


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
    from magistrate.cli.best_play import blocks_of, defender

    here = board(position)
    some = [position.names.object(name.strip()) for name in names.split(",") if name.strip()]
    found = safe(here, defender(position, here, by), some, Deadline(time_limit))
    blocks = None if found is None else blocks_of(position, found)
    lines = () if blocks is None else (f"  {arrows(blocks) or 'no block'}",)
    return Said(found is not None, {"blocks": blocks}, lines, left_out(position))


def fought(
    position: Position, block: str | None, by: str | None, wishes: Wishes | None, time_limit: float
) -> Said:
    """What can come out in one world: who dies, and who loses; with `wishes` also the best and worst."""
    from magistrate.bridge.combat.answer import combat
    from magistrate.cli.combat import read_block

    chosen = None if block is None else read_block(position, block)
    found = combat(position, block=chosen, by=by, wishes=wishes, deadline=Deadline(time_limit))
    outcomes = {(tuple(sorted(one.dies)), tuple(sorted(one.lost))) for one in found.outcomes()}
    lost = [set(losers) for _, losers in outcomes]
    told = {
        "surely_dies": list(found.surely_dies),
        "possibly_dies": list(found.possibly_dies),
        "surely_loses": sorted(set.intersection(*lost)) if lost else [],
        "possibly_loses": sorted(set[str]().union(*lost)),
        "outcomes": [{"dies": list(dies), "lost": list(losers)} for dies, losers in sorted(outcomes)],
    }
    if wishes is not None:
        from magistrate.cli.best_play import outcome_told

        for word, each in (("best", found.best), ("worst", found.worst)):
            told[word] = {player: _without_count(outcome_told(one)) for player, one in each.items()}
    return Said(None, told, tuple(_fate(told)), found.unmodelled, found.complete)


def _without_count(told: dict[str, Any]) -> dict[str, Any]:
    """An outcome; in how many ways it comes would tell worlds apart that answer alike."""
    return {key: value for key, value in told.items() if key != "count"}


def _fate(told: dict[str, Any]) -> list[str]:
    lines = [f"  surely dies: {names(told['surely_dies'])}"]
    if told["possibly_dies"] != told["surely_dies"]:
        lines.append(f"  possibly dies: {names(told['possibly_dies'])}")
    if told["possibly_loses"]:
        word = "surely" if told["surely_loses"] == told["possibly_loses"] else "possibly"
        lines.append(f"  {word} loses: {names(told['possibly_loses'])}")
    for word in ("best", "worst"):
        for player, one in told.get(word, {}).items():
            life = ", ".join(f"{name} {n}" for name, n in one["life"].items())
            lines.append(f"  {word} for {player}: dies {names(one['dies'])}; life {life}")
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
