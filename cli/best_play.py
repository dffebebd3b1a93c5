"""What `combat` says of best play: --best, --lethal and --safe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.explain.outcomes import arrows, chosen_beside, names, totals
from magistrate.bridge.parallel import workers
from magistrate.cli.common import BOUND, NO, YES, answer, emit, emit_json, finish, note
from magistrate.cli.common import report_unmodelled as report
from magistrate.cli.pictures import Pictures
from magistrate.cli.progress import progress

if TYPE_CHECKING:
    from clingo import Symbol

    from magistrate.bridge.combat.board import Beyond
    from magistrate.bridge.combat.declaring import Beside
    from magistrate.bridge.combat.wishes import Wishes
    from magistrate.bridge.pictures.page import Page
    from magistrate.bridge.positions.position import Position


NOTHING = "not known: nothing is certain yet"


class Way(NamedTuple):
    """How a question is answered: for how long, where, and how it is told."""

    deadline: Deadline
    pictures: Pictures
    jobs: int
    dask: str | None
    strict: bool
    json: bool


@contextmanager
def elsewhere(way: Way) -> Iterator[None]:
    """The work is done where it is to be done, and a person who waits is told how far it is."""
    with progress() as advance, workers(way.jobs, way.dask) as executor:
        way.deadline.executor, way.deadline.progress = executor, advance
        try:
            yield
        finally:
            way.deadline.executor = way.deadline.progress = None


def best(
    position: Any,
    wishes: Wishes,
    by: str | None,
    way: Way,
) -> NoReturn:
    """Answer --best and end the command."""
    from magistrate.bridge.combat.attacks import told
    from magistrate.bridge.combat.best import best_attack, best_block
    from magistrate.bridge.combat.board import board
    from magistrate.bridge.combat.gaps import left_out

    missing = left_out(position)
    report(missing, strict=way.strict)
    here = board(position)
    if here.attackers:
        player = defender(position, here, by)
        try:
            found = best_block(here, player, wishes, way.deadline)
        except BoundReached:
            nothing(position, way, missing, blocks=None, outcome=None, bound=None)
    else:
        active = next(row[0] for row in position.about("active", 1))
        try:
            with elsewhere(way):
                attack = best_attack(position, active, wishes, way.deadline)
        except BoundReached:
            nothing(position, way, missing, attacks=None, blocks=None, outcome=None, bound=None)
        if attack is None:
            emit_json(answer("combat", None, unmodelled=missing)) if way.json else emit("nobody can attack")
            way.pictures.write(lambda _: sought(position, "nobody can attack", missing=missing))
            finish(NO)
        found = attack
    player = position.names.label(found.player)
    blocks = blocks_of(position, found.block)
    words = wishes.order if wishes.weights is None else ("survive", "weights")
    bound = None if found.bound is None else dict(zip(words, found.bound, strict=True))
    head = f"best for {player}" if found.complete else f"best so far for {player}"
    attacks = None if found.attack is None else told(position, found.attack)
    if way.json:
        own = {"player": player, "attacks": attacks, "blocks": blocks, "outcome": outcome_told(found.outcome)}
        own |= {"bands": bands_of(position, found.bands)} if found.bands else {}
        own |= beside_of(position, found.beside)
        own |= {"paid": list(found.paid)} if found.paid else {}
        own |= {} if found.complete else {"bound": bound}
        own |= {"step_by_step": step_by_step(position, found.why)} if found.why else {}
        said = blocks if attacks is None else attacks
        emit_json(answer("combat", said, complete=found.complete, unmodelled=missing, **own))
    else:
        if attacks is not None:
            emit(f"{head}: {arrows({a: [d] for a, d in attacks.items()}) or 'no attack'}")
            _tell_bands(position, found.bands)
            _tell_beside(position, found.beside)
            emit(f"the best block against it: {arrows(blocks) or 'no block'}")
        else:
            emit(f"{head}: {arrows(blocks) or 'no block'}")
        _tell_paid(found.paid)
        emit(f"dies: {names(found.outcome.dies)}")
        emit(f"life: {totals(found.outcome)}")
        _tell_steps(position, found.why)
        if not found.complete:
            most = ", ".join(f"{word} {n:g}" for word, n in (bound or {}).items())
            emit(f"nothing guarantees more than: {most or 'not known yet'}")
    way.pictures.write(
        lambda _: sought(
            position,
            f"{head}: dies {names(found.outcome.dies)}; life {totals(found.outcome)}",
            attack=attacks,
            block=blocks,
            complete=found.complete,
            missing=missing,
        )
    )
    _finished(True if found.complete else None)


def bands_of(position: Position, bands: Iterable[Iterable[Symbol]]) -> list[list[str]]:
    """Bands by name."""
    label = position.names.label
    return sorted(sorted(map(label, band)) for band in bands)


def _tell_bands(position: Position, bands: Iterable[Iterable[Symbol]]) -> None:
    for band in bands_of(position, bands):
        emit(f"in a band: {names(band)}")


def beside_of(position: Position, beside: Beside) -> dict[str, Any]:
    """What is chosen beside an attack, for JSON."""
    if not beside:
        return {}
    from magistrate.bridge.combat.declaring import told_beside

    return {"beside": told_beside(position, beside)}


def _tell_beside(position: Position, beside: Beside) -> None:
    from magistrate.bridge.combat.declaring import told_beside

    for one in chosen_beside(told_beside(position, beside)):
        emit(f"beside the attack: {one}")


def _tell_paid(paid: Iterable[str]) -> None:
    for one in paid:
        emit(f"to pay for it: {one}")


def step_by_step(position: Position, why: Iterable[Beyond | str]) -> list[str]:
    """Why a combat was played step by step."""
    from magistrate.bridge.explain.combat import BEYOND
    from magistrate.bridge.explain.speech import Speech

    about = position.about
    speech = Speech.of(about("filter", 3), about("either", 2), about("ability_text", 2), position.names.label)
    told = (one if isinstance(one, str) else BEYOND.explain(one.why, speech, [one.source]) for one in why)
    return list(dict.fromkeys(told))


def _tell_steps(position: Position, why: Iterable[Beyond | str]) -> None:
    from magistrate.cli.declarations import fitted

    for one in step_by_step(position, why):
        emit(fitted(f"played step by step: {one}", 2))


def defender(position: Any, here: Any, by: str | None) -> Any:
    """The one player who can block, or whom --by names."""
    from magistrate.bridge.errors import MagistrateError

    owners = {here.owner(o) for o in here.kinds if o not in here.attackers}
    if by is not None:
        owners = {position.names.player(by)}
    if len(owners) != 1:
        raise MagistrateError("say with --by which player blocks" if owners else "nobody can block here")
    return owners.pop()


def lethal(position: Any, way: Way) -> NoReturn:
    """Answer --lethal and end the command."""
    from magistrate.bridge.combat.attacks import told
    from magistrate.bridge.combat.lethal import lethal as search

    with elsewhere(way):
        found = search(position, way.deadline)
    report(found.unmodelled, strict=way.strict)
    attack = None if found.attack is None else told(position, found.attack)
    proof = [(blocks_of(position, one.block), told(position, one.example)) for one in found.proof]
    examined = None if found.examined is None else told(position, found.examined)
    said = None if not found.complete else found.attack is not None
    verdict = "lethal" if attack is not None else _unlethal(len(proof), whole=found.complete)
    if way.json:
        listed = [{"blocks": blocks, "attacks": against} for blocks, against in proof]
        own: dict[str, Any] = {"attacks": attack, "proof": listed, "proposals": found.proposals}
        own |= {"bands": bands_of(position, found.bands)} if found.bands else {}
        own |= beside_of(position, found.beside)
        own |= {"paid": list(found.paid)} if found.paid else {}
        own |= {} if found.complete else {"examined": examined}
        own |= {"step_by_step": step_by_step(position, found.why)} if found.why else {}
        emit_json(answer("combat", said, complete=found.complete, unmodelled=found.unmodelled, **own))
    elif attack is not None:
        emit(f"lethal: {arrows({a: [d] for a, d in attack.items()})}")
        _tell_bands(position, found.bands)
        _tell_beside(position, found.beside)
        _tell_paid(found.paid)
        _tell_steps(position, found.why)
    else:
        emit(verdict)
        for blocks, against in proof:
            emit(f"  {arrows(blocks) or 'no block'}   (such as against {', '.join(against) or 'no attack'})")
        if examined is not None:
            emit(f"looked at last: {arrows({a: [d] for a, d in examined.items()}) or 'no attack'}")
        _tell_steps(position, found.why)
    way.pictures.write(
        lambda _: sought(
            position, verdict, attack=attack, proof=proof, complete=found.complete, missing=found.unmodelled
        )
    )
    _finished(said)


def _unlethal(blocks: int, *, whole: bool) -> str:
    some = "one block survives" if blocks == 1 else f"{blocks} blocks between them survive"
    if whole:
        return f"not lethal: {some} every attack"
    return f"not known: {some} the attacks that were looked at" if blocks else NOTHING


def safe(position: Any, names: str, by: str | None, way: Way) -> NoReturn:
    """Answer --safe and end the command."""
    from magistrate.bridge.combat.board import board
    from magistrate.bridge.combat.gaps import left_out
    from magistrate.bridge.combat.lethal import safe as search

    here = board(position)
    named = [position.names.object(name.strip()) for name in names.split(",") if name.strip()]
    missing = left_out(position)
    report(missing, strict=way.strict)
    player = defender(position, here, by)
    try:
        found = search(here, player, named, way.deadline)
    except BoundReached:
        nothing(position, way, missing, blocks=None)
    blocks = None if found is None else blocks_of(position, found)
    verdict = "no block is safe" if blocks is None else f"safe: {arrows(blocks) or 'no block'}"
    if way.json:
        emit_json(answer("combat", found is not None, unmodelled=missing, blocks=blocks))
    else:
        emit(verdict)
    way.pictures.write(lambda _: sought(position, verdict, block=blocks, missing=missing))
    _finished(found is not None)


def nothing(position: Position, way: Way, missing: Any, **own: None) -> NoReturn:
    """Time is up before anything is certain."""
    if way.json:
        emit_json(answer("combat", None, complete=False, unmodelled=missing, **own))
    else:
        emit(NOTHING)
    way.pictures.write(lambda _: sought(position, NOTHING, complete=False, missing=missing))
    _finished(None)


def sought(position: Position, verdict: str, **told: Any) -> Page:
    """What was sought, as a page."""
    from magistrate.bridge.pictures.answers import search

    return search(position, verdict, **told)


def _finished(said: bool | None) -> NoReturn:
    if said is None:
        note("a bound was reached before the answer was certain; --time-limit raises it, 0 takes it away")
        finish(BOUND)
    finish(YES if said else NO)


def blocks_of(position: Any, pairs: Any) -> dict[str, list[str]]:
    label = position.names.label
    out: dict[str, list[str]] = {}
    for b, a in sorted(pairs):
        out.setdefault(label(b), []).append(label(a))
    return out


def outcome_told(one: Any) -> dict[str, Any]:
    """An outcome for JSON."""
    out: dict[str, Any] = {"dies": list(one.dies), "life": one.life, "count": one.count}
    out |= {"poison": one.poison} if one.poison else {}
    out |= {"loyalty": one.loyalty} if one.loyalty else {}
    if one.counters:
        out["counters"] = [{"object": o, "kind": kind, "change": n} for o, kind, n in one.counters]
    out |= {"regenerates": list(one.regenerates)} if one.regenerates else {}
    out |= {"leaves": list(one.leaves)} if one.leaves else {}
    out |= {"lost": list(one.lost)} if one.lost else {}
    out |= {"attacks": one.attack} if one.attack is not None else {}
    out |= {"beside": dict(one.beside)} if one.beside else {}
    return out | {"blocks": dict(one.witness)}
