"""Bad position files: each error at its line and column, saying what was found and what to do."""

# ruff: noqa: E501  (a table of examples)

from __future__ import annotations

import io
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from magistrate.bridge.cards.database import CardDatabase
from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions.compiled import cache_folder
from magistrate.bridge.positions.nodes import Limits
from magistrate.bridge.positions.position import Position


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("MAGISTRATE_CACHE", str(tmp_path / "cache"))
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


CARDS = """\
cards:
  - {name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Meadow Bear, type: Creature — Bear, pt: 2/2}
  - {name: Old Vest, type: Artifact — Equipment, text: Equipped creature gets +1/+1.}
players:
"""


def refused(text: str, cards: CardDatabase | None = None, **limits: int) -> BadInput:
    with pytest.raises(BadInput) as caught:
        Position.from_text(text, "p.yaml", cards, Limits(**limits) if limits else None)
    return caught.value


# What it is, the file after the cards with the place of the error marked by ¶, and parts of the message.
PLACED = [
    ('unknown card', '  Alice: {battlefield: [¶Grim Oger]}', ['no card', 'Grim Oger', 'did you mean', 'Grim Ogre']),
    ('unknown card, nothing near', '  Alice: {battlefield: [¶Xyzzy]}', ['no card', 'cards import', '`cards:`']),
    ('ambiguous name', '  Alice: {battlefield: [Meadow Bear: {tapped: true}, Meadow Bear, Old Vest: {attached_to: ¶Meadow Bear}]}', ['fits several', 'Meadow Bear#1', 'Meadow Bear#2', 'id']),
    ('number too high', '  Alice: {battlefield: [Meadow Bear, Old Vest: {attached_to: ¶Meadow Bear#2}]}', ['only 1']),
    ('attacker in hand', '  Alice: {hand: [Grim Ogre: {attacking: ¶Bob}]}\n  Bob:', ['in a hand', 'permanents']),
    ('attacks nothing known', '  Alice: {battlefield: [Grim Ogre: {attacking: ¶Bobb}]}\n  Bob:', ['Bobb', 'did you mean', 'Bob']),
    ('attacks a card in hand', '  Alice: {battlefield: [Grim Ogre: {attacking: ¶Meadow Bear}]}\n  Bob: {hand: [Meadow Bear]}', ["can't be meant here", 'hand, Bob']),
    ('attacks, among many', '  Alice: {battlefield: [Grim Ogre: {attacking: ¶}]}\n  Bob:\n  Carol:', ['what it attacks']),
    ("blocks what doesn't attack", '  Alice: {battlefield: [Grim Ogre]}\n  Bob: {battlefield: [Meadow Bear: {blocking: ¶Grim Ogre}]}', ["isn't attacking"]),
    ('blocked, not attacking', '  Alice: {battlefield: [Grim Ogre: {blocked: ¶true}]}', ["isn't attacking"]),
    ('cycle of attachments', '  Alice: {battlefield: [Grim Ogre: {attached_to: ¶Meadow Bear}, Meadow Bear: {attached_to: Grim Ogre}]}', ['a cycle', 'Grim Ogre attached to Meadow Bear attached to Grim Ogre']),
    ('attached to itself', '  Alice: {battlefield: [Old Vest: {attached_to: ¶Old Vest}]}', ['itself']),
    ('attached to a card in hand', '  Alice: {battlefield: [Old Vest: {attached_to: ¶Grim Ogre}], hand: [Grim Ogre]}', ["can't be meant", 'hand']),
    ('attached to a card in a graveyard', '  Alice: {battlefield: [Old Vest: {attached_to: ¶Grim Ogre}], graveyard: [Grim Ogre]}', ['graveyard']),
    ('attached while in hand', '  Alice: {hand: [Old Vest: {attached_to: ¶Grim Ogre}], battlefield: [Grim Ogre]}', ['permanents']),
    ('cycle of copies', '  Alice: {battlefield: [Grim Ogre: {copy_of: ¶Meadow Bear}, Meadow Bear: {copy_of: Grim Ogre}]}', ['a cycle']),
    ('counters, a number', '  Alice: {battlefield: [Grim Ogre: {counters: ¶3}]}', ['counters', '{+1/+1: 2}', 'the number 3']),
    ('counters, negative', '  Alice: {battlefield: [Grim Ogre: {counters: {+1/+1: ¶-2}}]}', ['0 or more', '-2']),
    ('counters, a word', '  Alice: {battlefield: [Grim Ogre: {counters: {+1/+1: ¶many}}]}', ['many']),
    ('counters, no kind', "  Alice: {battlefield: [Grim Ogre: {counters: {¶'???': 1}}]}", ['no kind of counter']),
    ('counters, too many', '  Alice: {battlefield: [Grim Ogre: {counters: {charge: ¶99999999999}}]}', ['2,147,483,647']),
    ('counters twice', '  Alice: {battlefield: [Grim Ogre: {counters: {charge: 1, ¶Charge: 2}}]}', ['twice']),
    ('damage, negative', '  Alice: {battlefield: [Grim Ogre: {damage: ¶-1}]}', ['0 or more']),
    ('a flag that is none', '  Alice: {battlefield: [Grim Ogre: {tapped: ¶3}]}', ['true or false', 'the number 3']),
    ('unknown property', '  Alice: {battlefield: [Grim Ogre: {¶taped: true}]}', ['no key "taped"', 'did you mean', 'tapped']),
    ('unknown key of a player', '  Alice: {¶lfie: 3}', ['no key', 'did you mean', 'life']),
    ('property given twice', '  Alice: {battlefield: [Grim Ogre: {attached_to: Bob, ¶attached to: Bob}]}\n  Bob:', ['twice']),
    ('duplicate key', '  Alice: {life: 3, ¶life: 4}', ['twice']),
    ('two players named alike', '  Alice: {}\n  ¶ALICE: {}', ['named alike', 'Alice', 'ALICE']),
    ('same id', '  Alice: {battlefield: [Grim Ogre: {id: x}, Meadow Bear: {id: ¶x}]}', ['taken', 'line 6']),
    ('id of a player', '  Alice: {battlefield: [Grim Ogre: {id: ¶Alice}]}', ['name of a player']),
    ('owner unknown', '  Alice: {battlefield: [Grim Ogre: {owner: ¶Zoe}]}', ['no player', 'the players are Alice']),
    ('count of nothing', '  Alice: {battlefield: [Grim Ogre: {count: ¶0}]}', ['1 or more']),
    ('not a list', '  Alice: {battlefield: ¶Grim Ogre}', ['a list of cards', 'Grim Ogre']),
    ('properties not indented', '  Alice:\n    battlefield:\n      - ¶Grim Ogre:\n        tapped: true', ['indent', 'Grim Ogre']),
    ('seen zone with unknown cards', '  Alice: {graveyard: [¶{unknown: 3}]}', ['everybody sees']),
    ('no face', '  Alice: {battlefield: [Grim Ogre: {face: ¶back}]}', ['one face only']),
    ('no such face', '  Alice: {battlefield: [Grim Ogre: {face: ¶Ogre}]}', ['no face']),
    ('no kind of choice', '  Alice: {battlefield: [Grim Ogre: {chosen: {¶colour: red}}]}', ['did you mean', 'color']),
    ('no colour', '  Alice: {battlefield: [Grim Ogre: {chosen: {color: ¶mauve}}]}', ['no colour']),
    ('mana', "  Alice: {mana: ¶'{Q}'}", ['no kind of mana', 'W, U, B, R, G, C']),
    ('spell without a caster', '  Alice: {}\nstack: [¶{card: Grim Ogre}]', ['who cast it']),
    ('stack entry without a card', '  Alice: {}\nstack: [¶{by: Alice}]', ['needs `card:`']),
    ('ability of nothing', '  Alice: {}\nstack: [{ability: 1, of: ¶ogre}]', ['ogre']),
    ('no such ability', '  Alice: {battlefield: [Grim Ogre]}\nstack: [{ability: ¶4, of: Grim Ogre}]', ['no activated or triggered ability 4']),
    ('target unknown', '  Alice: {}\nstack: [{card: Grim Ogre, by: Alice, targets: [¶bear]}]', ['bear']),
    ('nothing lasting', '  Alice: {}\nresolved: [¶{card: Grim Ogre, by: Alice}]', ['no effect that lasts']),
    ('step unknown', '  Alice: {}\nturn: {step: ¶decalre blockers}', ['did you mean', 'declare blockers']),
    ('active unknown', '  Alice: {}\nturn: {active: ¶Zoe}', ['no player']),
    ('day', '  Alice: {}\nday: ¶noon', ['day or night']),
    ('steps, no list', '  Alice: {}\nsteps: ¶{combat: }', ['a list of steps']),
    ('key unknown', '  Alice: {}\n¶player: {}', ['no key', 'players']),
    ('tag', '  Alice: ¶!!python/object:os.system {}', ['no tags']),
    ('merge key', '  Alice: &a {}\n  Bob: {¶<<: *a}', ['merge keys']),
    ('no such anchor', '  Alice: ¶*a', ['no anchor']),
    ('second document', '  Alice: {}\n¶---\nplayers: {}', ['second document']),
    ('unclosed', '  Alice: {\n¶', ['not YAML']),
    ('tab', '  Alice:\n¶\t- x', ['not YAML']),
    ('list as a key', '  ¶[a, b]: {}', ['a key must be']),
]  # fmt: skip


@pytest.mark.parametrize(("text", "parts"), [case[1:] for case in PLACED], ids=[case[0] for case in PLACED])
def test_refused_at_its_place(text: str, parts: list[str]) -> None:
    before, _, after = (CARDS + text).partition("¶")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    error = refused(before + after)
    assert (error.place.line, error.place.column) == (line, column), error
    for part in parts:
        assert part in str(error)
    assert str(error).startswith(f"p.yaml:{line}:{column}: error: ")
    assert "\n" not in str(error)
    assert error.exit_code == 65


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("# nothing\n", "empty"),
        ("- a\n- b\n", "mapping"),
        ("just words", "mapping"),
        ("title: x\n", "needs players"),
        ("players:\n", "players by name"),
        ("players: {}\n", "players by name"),
        ("cards: [{type: Land}]\nplayers: {A: }", "needs a name"),
        ("cards: [{name: A, pt: big}]\nplayers: {A: }", "3/3"),
        ('cards: [{name: A, cost: "{99999999999}"}]\nplayers: {A: }', "larger than"),
        ("cards: [{name: A, text: Draw 99999999999 cards.}]\nplayers: {A: }", "larger than"),
        ("cards: [{name: A, type: Creature — 3}]\nplayers: {A: }", "types and subtypes"),
        ("cards: [{name: A, type: ☃}]\nplayers: {A: }", "types and subtypes"),
        ("cards: [{name: A, cost: 2R}]\nplayers: {A: }", "mana cost"),
        ("cards: [{name: A, cost: {R}}]\nplayers: {A: }", "cost"),
        ("cards: [{name: A}, {name: a}]\nplayers: {A: }", "second card"),
        ("cards: [{name: A, layout: spilt}]\nplayers: {A: }", "did you mean"),
        ("cards: [{name: A, faces: []}]\nplayers: {A: }", "list of faces"),
        ("cards: [{faces: [{name: A}, {name: a}]}]\nplayers: {A: }", "same name"),
        ("cards: [{text: x, faces: [{name: A}]}]\nplayers: {A: }", "belongs to one of the faces"),
        ("players: {A: }\nemblems: [{text: x}]", "owner"),
        ("players: {A: }\nanswers: [yes]", "answers"),
        ("players: {A: }\nanswers: {A: yes}", "brackets"),
        ("players: {A: }\nanswers: {B: [yes]}", "no player"),
    ],
)
def test_refused(text: str, part: str) -> None:
    assert part in str(refused(text))


def test_unknown_card_suggests_from_the_database() -> None:
    from magistrate.bridge.cards.faces import Card, Face

    cards = CardDatabase.memory(
        [Card("Sturdy Wall", "normal", (Face("Sturdy Wall", type_line="Creature — Wall"),))]
    )
    error = refused("players: {A: {battlefield: [Sturdy Well]}}", cards)
    assert "Sturdy Wall" in str(error)
    assert "there is no card database" not in str(error)


# Hostile files


@contextmanager
def held_below(bytes_: int) -> Iterator[None]:
    """No more memory is ever held than this: the work that isn't done."""
    tracemalloc.start()
    try:
        yield
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < bytes_


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    with (
        held_below(30_000_000),
        pytest.raises(BadInput, match=r"larger than 10,000,000 bytes.*MAGISTRATE_MAX_BYTES"),
    ):
        Position.load(path)


def test_the_size_bound_can_be_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("players: {A: }\n#" + "x" * 100, "utf-8")
    with pytest.raises(BadInput, match="larger than 50 bytes"):
        Position.load(path, limits=Limits(bytes=50))
    monkeypatch.setenv("MAGISTRATE_MAX_BYTES", "50")
    with pytest.raises(BadInput, match="larger than 50 bytes"):
        Position.load(path)
    monkeypatch.setenv("MAGISTRATE_MAX_BYTES", "500")
    assert Position.load(path).facts


def test_aliases_that_explode() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for above, below in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{below}: &{below} [{', '.join([f'*{above}'] * 10)}]")
    with held_below(50_000_000):
        error = refused("\n".join(lines))
    assert "aliases counted as if written out" in str(error)
    assert error.place.line == 6


def test_aliases_in_bounds_are_read() -> None:
    text = "cards: [{name: A, type: Creature, pt: 1/1}]\nplayers: {A: {hand: &h [A, A]}, B: {hand: *h}}"
    assert len(Position.from_text(text).about("in_zone", 2)) == 4


def test_deep_nesting() -> None:
    assert "nested deeper" in str(refused("a: " + "[" * 100_000))
    assert "nested deeper" in str(refused("".join(f"{' ' * n}a:\n" for n in range(1000))))


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("title: x\nplayers: {Ren\xe9: }".encode("latin-1"))
    with pytest.raises(BadInput, match="not UTF-8: byte 22 is 0xe9") as caught:
        Position.load(path)
    assert (caught.value.place.line, caught.value.place.column) == (2, 14)


def test_control_characters() -> None:
    assert "not YAML" in str(refused("players: {A: }\ntitle: \x00"))


def test_too_many_objects() -> None:
    text = "cards: [{name: A, type: Land}]\nplayers: {A: {battlefield: [A: {count: 2000000000}]}}"
    error = refused(text)
    assert "more than 20,000 objects" in str(error)
    assert "MAGISTRATE_MAX_OBJECTS" in str(error)
    assert "more than 20,000 objects" in str(refused("players: {A: {library: [unknown: 2000000000]}}"))


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        Position.load(tmp_path / "none.yaml")
    with pytest.raises(BadInput, match="folder"):
        Position.load(tmp_path)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        buffer = io.BytesIO(b"players: {A: {life: x}}")

    monkeypatch.setattr(sys, "stdin", Stream)
    with pytest.raises(BadInput, match=r"^<stdin>:1:20|life"):
        Position.load("-")


HOSTILE = [
    "#show. #script (python)",
    'a"). evil(1). b("',
    "line\nbreak",
    "back\\slash\\",
    "o(1)",
    "not x",
    "%* comment *%",
    "@launch()",
    "{} // []",
    "\x1b[31mred",
    "ünïcödé ☃",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_text(name: str) -> None:
    import json

    quoted = json.dumps(name)
    text = f"cards: [{{name: {quoted}, type: Creature, pt: 1/1, text: {quoted}}}]\nplayers: {{A: {{battlefield: [{quoted}]}}}}"
    position = Position.from_text(text)
    assert len(position.about("object", 1)) == 1
    assert not position.about("evil", 1)
    assert position.names.resolve(name) == position.about("object", 1)[0][0]
    assert Position.from_facts(position.text()) == position
    assert all("\n" not in line for line in position.text().splitlines())


@pytest.mark.parametrize("name", ["players", "null", "true", "12", "~"])
def test_names_that_look_like_something_else(name: str) -> None:
    text = f"cards: [{{name: '{name}', type: Creature}}]\nplayers: {{A: {{battlefield: ['{name}', '{name}': {{tapped: true}}]}}}}"
    assert len(Position.from_text(text).about("object", 1)) == 2


def test_errors_show_nothing_a_terminal_acts_on() -> None:
    assert "\x1b" not in str(refused('players: {A: {battlefield: ["\\e[31mred\\n"]}}'))


def test_text_that_does_not_compile_is_listed() -> None:
    text = "cards: [{name: A, type: Creature, pt: 1/1, text: Frobnicate the whatsit.}]\nplayers: {A: {battlefield: [A]}}"
    (gap,) = Position.from_text(text).unmodelled
    assert (gap.card, gap.line, gap.text) == ("A", 1, "Frobnicate the whatsit.")
    assert gap.why


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("player(p(1))", 1, "dot"),
        ("player(p(1)).\nplayer(X).", 2, "not a fact"),
        ("a :- b.", 1, "not a fact"),
        ("#show.", 1, "not a fact"),
        ("a(1..3).", 1, "not a fact"),
        ("a(@f()).", 1, "not a fact"),
        ("3.", 1, "expected a fact"),
        ("-a(1).", 1, "expected a fact"),
        ("(1,2).", 1, "expected a fact"),
        (f"a({'(' * 300}1{',)' * 300}).", 1, "nested"),
    ],
)
def test_facts_that_are_none(text: str, line: int, part: str) -> None:
    with pytest.raises(BadInput, match=part) as caught:
        Position.from_facts(text, "p.lp")
    assert caught.value.place.line == line


def test_facts_of_a_strange_shape_break_nothing() -> None:
    text = "label(o(1),x).\nlabel(o(1)).\nunmodelled(1,2,3,4).\nplayer_name(1,2).\nface_name(a).\nin_zone(o(1),1).\nobject."
    position = Position.from_facts(text)
    assert position.unmodelled == ()
    assert position.names.candidates("x") == []
    assert position.names.label(position.about("label", 2)[0][0]) == "o(1)"
