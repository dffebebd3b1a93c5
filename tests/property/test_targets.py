"""Whole choices of targets: the judge against a brute force that was written apart from it."""

from __future__ import annotations

from clingo import Symbol, parse_term
from hypothesis import given, settings
from hypothesis import strategies as st
from target_tables import Table
from targets_by_hand import (
    COLORS,
    DESCRIPTIONS,
    Aim,
    Board,
    Says,
    Thing,
    Wanted,
    choices,
    facts_of,
    legal,
    put_on_stack,
    source_of,
)

from magistrate.bridge.questions.target_types import Choice, TargetAnswer
from magistrate.bridge.questions.targets import check_targets, targets

colors = st.frozensets(st.sampled_from(COLORS), max_size=2)
qualities = st.sampled_from((*COLORS, "everything", "creature", "instant"))
keywords: st.SearchStrategy[object] = st.one_of(
    st.sampled_from(("shroud", "hexproof", "ward", "hexproof")),
    st.tuples(st.just("protection"), qualities),
    st.tuples(st.just("hexproof"), st.sampled_from((*COLORS, "creature"))),
)
player_keywords: st.SearchStrategy[object] = st.one_of(
    st.sampled_from(("shroud", "hexproof")),
    st.tuples(st.sampled_from(("protection", "hexproof")), st.sampled_from(COLORS)),
)
# A board with targets takes longer than one with a declaration.
FEWER = max(25, settings.default.max_examples // 20) if settings.default else 25
groups = st.sampled_from(("creature", "your creature", "their creature", "artifact", "tapped"))


def things(players: int) -> st.SearchStrategy[Thing]:
    return st.builds(
        Thing,
        types=st.sampled_from(
            (frozenset({"creature"}), frozenset({"artifact"}), frozenset({"artifact", "creature"}))
        ),
        colors=colors,
        player=st.integers(1, players),
        tapped=st.booleans(),
        zone=st.sampled_from(("battlefield",) * 5 + ("graveyard",)),
        keywords=st.frozensets(keywords, max_size=1),
        phased_out=st.sampled_from((False,) * 7 + (True,)),
    )


def statements(players: int) -> st.SearchStrategy[Says]:
    player = st.integers(1, players)
    return st.one_of(
        st.builds(Says, st.just("has"), player, st.just("you"), player_keywords),
        st.builds(Says, st.just("cant"), player, groups, st.sampled_from((None, *COLORS))),
        st.builds(Says, st.just("though"), player, groups, st.sampled_from(("hexproof", "shroud"))),
        st.builds(Says, st.just("though"), player, st.just("you"), st.just("shroud")),
        st.builds(Says, st.just("must"), player, groups),
    )


@st.composite
def aims(draw: st.DrawFn, players: int) -> Aim:
    modes = draw(st.sampled_from((0, 0, 2)))
    slots = []
    for _ in range(draw(st.integers(1, 3))):
        least = draw(st.integers(0, 2))
        most = draw(st.sampled_from((None, least, least + 1)))
        divided = draw(st.sampled_from((0, 0, 0, 2, 3)))
        if divided and least == 0 and most == 0:
            divided = 0
        what = draw(st.sampled_from((*DESCRIPTIONS, "any")))
        slots.append(Wanted(what, least, most, draw(st.integers(0, modes)), divided))
    pairs = [(a, b) for b in range(1, len(slots) + 1) for a in range(1, b)]
    different = draw(st.frozensets(st.sampled_from(pairs))) if pairs else frozenset()
    least_modes = draw(st.integers(1, 2)) if modes else 1
    return Aim(
        kind=draw(st.sampled_from(("spell", "activated", "triggered"))),
        player=draw(st.integers(1, players)),
        colors=draw(colors),
        slots=tuple(slots),
        different=different,
        modes=modes,
        least_modes=least_modes,
        most_modes=draw(st.integers(least_modes, 2)),
        again=draw(st.booleans()),
    )


@st.composite
def boards(draw: st.DrawFn) -> Board:
    players = draw(st.integers(2, 3))
    there = draw(st.lists(things(players), min_size=1, max_size=4))
    aim = draw(aims(players))
    if aim.kind != "spell":
        first = draw(st.builds(Thing, st.just(frozenset({"creature"})), colors, st.just(aim.player)))
        there = [first, *there]
    return Board(players, tuple(there), tuple(draw(st.lists(statements(players), max_size=2))), aim)


def asked(board: Board) -> tuple[TargetAnswer, Table]:
    table, what, ability = facts_of(board)
    return targets(
        table.position, parse_term(what), ability=None if board.aim.kind == "spell" else ability
    ), table


def in_hand_terms(board: Board, answer: TargetAnswer, choice: Choice) -> object:
    shares = {(slot, target): share for slot, target, share in choice.shares}
    slots = {slot.number: slot for slot in answer.slots}
    made = frozenset(
        (
            slots[number].term.arguments[1].number,
            slots[number].time,
            plain(target),
            shares.get((number, target), 0),
        )
        for number, objects in choice.targets
        for target in objects
    )
    return choice.modes, made


def plain(symbol: Symbol) -> object:
    return symbol.arguments[0].number if symbol.name == "o" else ("p", symbol.arguments[0].number)


@settings(max_examples=FEWER)
@given(boards())
def test_whole_choices_are_those_of_the_brute_force(board: Board) -> None:
    answer, _ = asked(board)
    listed = [in_hand_terms(board, answer, choice) for choice in answer.choices()]
    assert len(listed) == len(set(listed)), "a choice comes once"
    assert set(listed) == choices(board)
    count = answer.count()
    assert (count.number, count.exact) == (len(listed), True)


@settings(max_examples=FEWER)
@given(boards(), st.data())
def test_checking_agrees_with_listing(board: Board, data: st.DataObject) -> None:
    answer, table = asked(board)
    listed = list(answer.choices())
    modes = data.draw(st.sampled_from([choice.modes for choice in listed[:20]] or [()]))
    pool = sorted({target for slot in answer.slots for target in slot.legal}, key=str)
    size = data.draw(st.integers(0, 3))
    drawn = data.draw(st.lists(st.sampled_from(pool), min_size=size, max_size=size)) if pool else []
    given_targets = data.draw(
        st.sampled_from(
            [tuple(t for _, part in c.targets for t in part) for c in listed[:20]] or [tuple(drawn)]
        )
        | st.just(tuple(drawn))
    )
    verdict = check_targets(
        table.position,
        answer.what,
        given_targets,
        ability=None if board.aim.kind == "spell" else "Aim",
        modes=modes,
    )
    # A flat list may be dealt out in several ways; the check must find one exactly if the list has one.
    legal = any(_matches(choice, given_targets) for choice in listed if choice.modes == modes)
    assert verdict.legal == legal, verdict.reasons


def _matches(choice: Choice, flat: tuple[Symbol, ...]) -> bool:
    """Whether a flat list is this choice, slot by slot."""
    start = 0
    for _, part in choice.targets:
        here = flat[start : start + len(part)]
        if sorted(here, key=str) != sorted(part, key=str):
            return False
        start += len(part)
    return start == len(flat)


@settings(max_examples=FEWER)
@given(boards(), st.data())
def test_what_stands_at_resolution_is_what_could_be_chosen(board: Board, data: st.DataObject) -> None:
    table, what, _ = facts_of(board)
    objects = [*range(1, len(board.things) + 1), *(("p", n) for n in range(1, board.players + 1))]
    modes = data.draw(st.frozensets(st.integers(1, board.aim.modes))) if board.aim.modes else frozenset()
    chosen = {
        index: data.draw(st.lists(st.sampled_from(objects), max_size=2, unique=True))
        for index, wanted in enumerate(board.aim.slots, 1)
        if not wanted.mode or wanted.mode in modes
    }
    asking = put_on_stack(table, board, what, modes, chosen)
    resolution = targets(table.position, parse_term(asking)).resolution
    source = source_of(board)
    stands = [
        target in legal(board, board.aim.slots[index - 1], source)
        for index, targets_ in sorted(chosen.items())
        for target in targets_
    ]
    if resolution is None:
        assert not stands
        return
    assert sorted(state.legal for state in resolution.targets) == sorted(stands)
    for state in resolution.targets:
        number = sorted(chosen)[state.slot - 1] if not board.aim.modes else None
        if number is not None:
            assert state.legal == (plain(state.target) in legal(board, board.aim.slots[number - 1], source))
    how = "untargeted" if not stands else "whole" if all(stands) else "partly" if any(stands) else "not"
    assert resolution.resolves.value == how
