"""Every event that a rule makes happen has words for the log, or is told by another line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clingo import ast

from magistrate.bridge.explain.events import EVENT, SILENT, lines
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rulings.run import play

JUDGE = Path(__file__).parents[2] / "asp"
HAPPENING = {("happens", 1), ("noted", 1), ("would", 2), ("part_of", 3)}


def names(term: ast.AST) -> Iterator[str]:
    if term.ast_type == ast.ASTType.Function:
        yield term.name
    elif term.ast_type == ast.ASTType.Pool:
        for one in term.arguments:
            yield from names(one)


def events() -> Iterator[tuple[str, str]]:
    """The names of the events in the heads of rules, and where they stand."""
    for path in sorted(JUDGE.rglob("*.lp")):
        found: list[ast.AST] = []
        ast.parse_string(path.read_text(encoding="utf-8"), found.append)
        for rule in found:
            if rule.ast_type != ast.ASTType.Rule or rule.head.ast_type != ast.ASTType.Literal:
                continue
            symbol = getattr(rule.head.atom, "symbol", None)
            if symbol is None or symbol.ast_type != ast.ASTType.Function:
                continue
            if (symbol.name, len(symbol.arguments)) in HAPPENING:
                for name in names(symbol.arguments[-1]):
                    yield name, path.name


def test_every_event_has_words() -> None:
    found = dict(events())
    assert len(found) > 60
    assert {name: where for name, where in found.items() if name not in EVENT.functions.keys() | SILENT} == {}


def test_no_terms_in_the_log() -> None:
    position = Position.from_text(
        """
        turn: {active: Alice, step: precombat main}
        cards:
          - {name: Big Fog, cost: "{0}", type: Instant, text: Prevent all damage that would be dealt to creatures this turn.}
          - {name: Mid Fog, cost: "{0}", type: Instant, text: Prevent the next 2 damage that would be dealt to target creature this turn.}
          - {name: Mend, cost: "{0}", type: Instant, text: Regenerate target creature.}
          - {name: Seek, cost: "{0}", type: Sorcery, text: "Search your library for a Forest card, put it into your hand, then shuffle."}
          - {name: Den, type: Land, text: "{T}: Add {G}. Spend this mana only to cast creature spells."}
          - {name: Ox, cost: "{G}", type: Creature — Ox, pt: 2/4}
        players:
          Alice: {hand: [Big Fog, Mid Fog, Mend, Seek, Ox: {id: cow}], library: [Forest, Swamp], battlefield: [Ox: {id: bull}, Den]}
          Bob: {}
        steps:
          - cast: Big Fog
          - cast: {card: Mid Fog, targets: [bull]}
          - cast: {card: Mend, targets: [bull]}
          - resolve: all
          - cast: Seek
          - resolve: all
          - choose: Forest
          - cast: cow
        """  # noqa: E501
    )
    told = [line.text for line in play(position)[1].log]
    assert told.count("damage will be prevented or redirected") == 1
    assert told.count("damage will be prevented or redirected, for bull") == 1
    assert told.count("bull has a regeneration shield") == 1
    assert told.count("Alice searches a library") == 1
    assert "Alice adds 1 restricted green mana" in told
    assert not [text for text in told if "(" in text]
    assert lines([], str) == []
