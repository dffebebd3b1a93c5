"""`magistrate targets FILE CARD`: what may be targeted, why not the rest, and whole choices."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING, Annotated, Any

from magistrate.cli.common import (
    BOUND,
    NO,
    YES,
    Cards,
    Json,
    Limit,
    PositionFile,
    Strict,
    TimeLimit,
    answer,
    emit,
    emit_json,
    finish,
    report_unmodelled,
)
from magistrate.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from clingo import Symbol

    from magistrate.bridge.questions.target_types import Choice, Reason, Slot, TargetAnswer


def targets(
    file: PositionFile,
    card: Annotated[str, Argument(metavar="CARD", help="A spell, or the object that has the ability.")],
    ability: Annotated[
        str | None,
        Option("--ability", "-a", metavar="ABILITY", help="Its number, or the first words of its text."),
    ] = None,
    mode: Annotated[
        list[int] | None,
        Option("--mode", "-m", metavar="N", help="A mode that is chosen; may be repeated."),
    ] = None,
    x: Annotated[int | None, Option("--x", min=0, metavar="N", help="The value of X.")] = None,
    by: Annotated[str | None, Option("--by", metavar="PLAYER", help="Who casts or activates it.")] = None,
    paid: Annotated[
        list[str] | None,
        Option(
            "--with", metavar="COST", help="An optional or alternative cost that is paid: kicker, mutate."
        ),
    ] = None,
    limit: Limit = 10,
    time_limit: TimeLimit = 10,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Legal targets of a spell or ability, and every rule against the others.

    For what is on the stack with its targets chosen: which of them are still legal, and whether it resolves.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.questions.targets import targets as ask

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    found = ask(
        position,
        position.names.object(card),
        ability=ability,
        modes=mode or None,
        x=x,
        by=position.names.player(by) if by else None,
        paid=paid or (),
    )
    report_unmodelled(found.unmodelled, strict=strict)
    count = found.count(time_limit or None)
    listed = list(islice(found.choices(), limit or None))
    if json:
        emit_json(
            answer(
                "targets",
                found.resolution.resolves.value if found.resolution else bool(count.number),
                complete=count.exact,
                unmodelled=found.unmodelled,
                **_plain(found, listed),
                count=count.number,
            )
        )
    else:
        emit(_text(found, listed, count.number, exact=count.exact))
    if found.resolution:
        finish(NO if found.resolution.resolves.value == "not" else YES)
    if not count.exact:
        finish(BOUND)
    finish(YES if count.number else NO)


def _plain(found: TargetAnswer, listed: list[Choice]) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "object": found.label(found.what),
        "text": found.text,
        "controller": found.label(found.controller) if found.controller is not None else None,
        "slots": [_slot(found, slot) for slot in found.slots],
        "modes": {"of": list(found.modes), "least": found.modes_least, "most": found.modes_most}
        if found.modes
        else None,
        "must": [
            {
                "source": found.label(must.source) if must.source is not None else None,
                "one_of": [found.label(target) for target in must.targets],
            }
            for must in found.musts
        ],
        "choices": [_choice(found, choice) for choice in listed],
    }
    if found.resolution:
        plain["resolution"] = {
            "resolves": found.resolution.resolves.value,
            "targets": [
                {
                    "slot": state.slot,
                    "object": found.label(state.target),
                    "legal": state.legal,
                    "reasons": [_reason(found, reason) for reason in state.reasons],
                }
                for state in found.resolution.targets
            ],
        }
    return plain


def _slot(found: TargetAnswer, slot: Slot) -> dict[str, Any]:
    return {
        "slot": slot.number,
        "mode": slot.mode,
        "description": slot.description,
        "least": slot.least,
        "most": slot.most,
        "divided": slot.divided,
        "different_from": list(slot.different_from),
        "chosen_by": slot.chooser or None,
        "legal": [found.label(target) for target in slot.legal],
        "illegal": [
            {
                "object": found.label(refusal.target),
                "reasons": [_reason(found, reason) for reason in refusal.reasons],
            }
            for refusal in slot.illegal
        ],
        "ward": [
            {"object": found.label(due.target), "cost": due.cost, "source": found.label(due.source)}
            for due in slot.ward
        ],
    }


def _reason(found: TargetAnswer, reason: Reason) -> dict[str, Any]:
    return {
        "rule": reason.rule,
        "reason": reason.name,
        "source": found.label(reason.source) if reason.source is not None else None,
        "text": reason.text,
    }


def _choice(found: TargetAnswer, choice: Choice) -> dict[str, Any]:
    shares = {(slot, target): share for slot, target, share in choice.shares}
    plain: dict[str, Any] = {"modes": list(choice.modes)} if choice.modes else {}
    plain["targets"] = [
        {"slot": slot, "objects": [found.label(target) for target in targets]}
        | (
            {"divided": {found.label(t): shares[slot, t] for t in targets}}
            if targets and all((slot, t) in shares for t in targets)
            else {}
        )
        for slot, targets in choice.targets
    ]
    return plain


def _text(found: TargetAnswer, listed: list[Choice], count: int, *, exact: bool) -> str:
    by = f" ({found.label(found.controller)})" if found.controller is not None else ""
    lines = [f"{found.label(found.what)}{by}: " + " / ".join(found.text.splitlines())]
    if found.modes:
        most = "any number" if found.modes_most is None else found.modes_most
        lines.append(f"modes: {found.modes_least} to {most} of {len(found.modes)}")
    for slot in found.slots:
        lines += _slot_lines(found, slot)
    if not found.slots:
        lines.append("It has no targets.")
    for must in found.musts:
        who = found.label(must.source) if must.source is not None else "An effect"
        lines.append(f"{who} asks for one of: {', '.join(found.label(t) for t in must.targets)} (601.2c)")
    if found.resolution:
        lines += _resolution_lines(found)
    elif found.slots:
        number = f"{count:,}" if exact else f"at least {count:,}"
        lines.append(f"{number} legal {'choice' if count == 1 else 'choices'}" + (":" if listed else ""))
        lines += [f"  {_choice_text(found, choice)}" for choice in listed]
        if len(listed) < count:
            lines.append("  …")
    return "\n".join(lines)


def _slot_lines(found: TargetAnswer, slot: Slot) -> list[str]:
    many = "any number of" if (slot.least, slot.most) == (0, None) else _many(slot)
    extra = [f"mode {slot.mode}"] if slot.mode is not None else []
    if slot.time > 1:
        extra.append(f"chosen for the {slot.time}. time")
    if slot.divided is not None:
        extra.append(f"{slot.divided} divided")
    extra += [f"other than target {number}" for number in slot.different_from if number < slot.number]
    if slot.chooser:
        extra.append(f"chosen by an {slot.chooser}")
    lines = [
        " ".join(filter(None, [f"target {slot.number}:", many, slot.description]))
        + (f" ({', '.join(extra)})" if extra else "")
    ]
    ward: dict[Symbol, list[str]] = {}
    for due in slot.ward:
        ward.setdefault(due.target, []).append(due.cost)
    legal = [
        found.label(target) + (f" [ward {', '.join(ward[target])}]" if target in ward else "")
        for target in slot.legal
    ]
    lines.append(f"  legal:   {', '.join(legal) or 'none'}")
    for index, refusal in enumerate(slot.illegal):
        head = "  illegal: " if index == 0 else "           "
        lines.append(head + "; ".join(_reason_text(found, reason) for reason in refusal.reasons))
    return lines


def _many(slot: Slot) -> str:
    if slot.most is None:
        return f"{slot.least} or more:"
    if slot.least == slot.most:
        return "" if slot.least == 1 else f"{slot.least}:"
    return f"up to {slot.most}:" if slot.least == 0 else f"{slot.least} to {slot.most}:"


def _reason_text(found: TargetAnswer, reason: Reason) -> str:
    source = reason.source
    own = source is None or source in (reason.subject, found.asking, found.what)
    said = "" if own or source is None else f", {found.label(source)}"
    return f"{reason.text} ({reason.rule}{said})"


def _resolution_lines(found: TargetAnswer) -> list[str]:
    assert found.resolution is not None
    lines = [
        f"  {found.label(state.target)}: "
        + ("legal" if state.legal else "illegal: " + "; ".join(_reason_text(found, r) for r in state.reasons))
        for state in found.resolution.targets
    ]
    said = {
        "whole": "It resolves: every target is legal.",
        "partly": "It resolves without its illegal targets.",
        "not": "It doesn't resolve: no target is legal (608.2b).",
        "untargeted": "It resolves: it has no targets.",
        "as creature": "It resolves as a creature spell: its target is illegal.",
    }
    return ["targets chosen:", *lines, said[found.resolution.resolves.value]]


def _choice_text(found: TargetAnswer, choice: Choice) -> str:
    shares = {(slot, target): share for slot, target, share in choice.shares}
    parts = [f"mode {' + '.join(map(str, choice.modes))}"] if choice.modes else []
    for slot, group in groupby(choice.targets, key=lambda item: item[0]):
        for _, chosen in group:
            said = [found.label(t) + (f" {shares[slot, t]}" if (slot, t) in shares else "") for t in chosen]
            parts.append(", ".join(said) or "none")
    return "; ".join(parts)
