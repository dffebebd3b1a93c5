"""Is a declaration legal, and if not every rule against it, in English."""

from __future__ import annotations

from functools import lru_cache

from clingo import Symbol

from magistrate.bridge.explain import declarations as words
from magistrate.bridge.explain.declarations import BROKEN, DEMANDS, Declaring, Reason
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.declarations import (
    Broken,
    Charge,
    Declaration,
    Demand,
    Kind,
    Requirements,
    Verdict,
    by,
    grouped,
    judge,
    table,
)
from magistrate.bridge.questions.index import index
from magistrate.bridge.records import Record
from magistrate.bridge.unmodelled import unmodelled

__all__ = ["Checked", "Cost", "check_declaration", "reasons", "told_costs"]


class Cost(Record):
    """What a creature's part of a declaration costs, and what asks for it."""

    subject: str
    target: str
    cost: str
    source: str


class Checked(Record):
    """A verdict in the names of the position.

    `legal` is None when a bound left it open. `reasons` are all rules against the declaration. `witness`
    obeys more requirements, where too few were obeyed. `costs` are what the declaration asks to be paid;
    what certainly cannot be paid is among the reasons.
    """

    kind: Kind
    declaration: Declaration
    verdict: Verdict
    legal: bool | None
    reasons: tuple[Reason, ...]
    requirements: Requirements
    witness: dict[str, list[str]] | None
    costs: tuple[Cost, ...]
    unmodelled: tuple[Unmodelled, ...]

    @property
    def rules(self) -> frozenset[str]:
        """The numbers of all rules against the declaration."""
        return frozenset(reason.rule for reason in self.reasons)


def check_declaration(
    position: Position,
    kind: Kind,
    declaration: Declaration,
    *,
    player: Symbol | None = None,
    time_limit: float | None = None,
) -> Checked:
    """Whether a declaration is legal, with every reason against it.

    `player`: only this player declares; else blocks are those of all defending players together.
    `time_limit`: seconds for the maximum of requirements.
    """
    verdict = judge(kind, position.facts, declaration, player=player, time_limit=time_limit)
    label = position.names.label
    told: tuple[Reason, ...] = ()
    if not verdict.legal:
        speakers = table(kind, position.facts, by(player)).speakers
        speech = _speech(position).about(declaration.pairs, speakers)
        told = reasons(verdict, speech)
    witness = None
    if verdict.witness is not None:
        witness = {label(a): [label(b) for b in many] for a, many in grouped(kind, verdict.witness).items()}
    return Checked(
        kind=kind,
        declaration=declaration,
        verdict=verdict,
        legal=verdict.legal,
        reasons=told,
        requirements=verdict.requirements,
        witness=witness,
        costs=told_costs(position, verdict.charges),
        unmodelled=unmodelled(position),
    )


@lru_cache(maxsize=16)
def _speech(position: Position) -> Declaring:
    facts = index(position.facts)
    speech = Declaring.of(
        facts.of("filter", 3), facts.of("either", 2), facts.of("ability_text", 2), position.names.label
    )
    assert isinstance(speech, Declaring)
    return speech


def reasons(verdict: Verdict, speech: Declaring) -> tuple[Reason, ...]:
    """All reasons against a declaration: broken restrictions, then what it has to do and doesn't."""
    told = [_broken(broken, speech) for broken in verdict.broken]
    if verdict.neglected or (verdict.witness is not None):
        found = verdict.requirements
        told.append(
            Reason(
                verdict.rule,
                "requirements",
                "",
                "",
                f"it obeys {found.obeyed} of {found.possible} requirements, and"
                f" {found.maximum} can be obeyed",
            )
        )
        told += [_neglected(demand, speech) for demand in verdict.neglected]
    return tuple(dict.fromkeys(told))


def _broken(broken: Broken, speech: Declaring) -> Reason:
    text = BROKEN.explain(broken.why, speech)
    subject = words.subject(broken.why, speech)
    return Reason(broken.rule, broken.why.name, subject, speech.label(broken.source), text)


def _neglected(demand: Demand, speech: Declaring) -> Reason:
    text = DEMANDS.explain(demand.what, speech)
    subject = words.subject(demand.what, speech)
    return Reason(demand.rule, demand.what.name, subject, speech.label(demand.source), text)


def told_costs(position: Position, charges: tuple[Charge, ...]) -> tuple[Cost, ...]:
    """Costs in the names of the position."""
    if not charges:
        return ()
    label = position.names.label
    speech = _speech(position)
    return tuple(
        Cost(
            label(charge.pair[0]),
            label(charge.pair[1]),
            words.cost(charge.cost, speech),
            "" if charge.source is None else label(charge.source),
        )
        for charge in charges
    )
