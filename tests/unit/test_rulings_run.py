"""Ruling files: verdicts, expectations, and where errors stand."""

# ruff: noqa: E501  (rulings and boards, one a line)
from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.bridge.rulings.model import Result, Verdict
from magistrate.bridge.rulings.run import run_file

BOARD = """\
title: A board
turn: {active: Alice, step: declare blockers}
cards:
  - {name: Grim Ogre, cost: "{2}{R}", type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Meadow Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Tall Knight, cost: "{1}{W}", type: Legendary Creature — Human Knight, pt: 2/2, text: "First strike, vigilance"}
  - {name: Strange Orb, cost: "{3}", type: Artifact, text: "Wobble the frobnicator twice."}
  - {name: Dart, cost: "{R}", type: Instant, text: "Dart deals 2 damage to target creature."}
players:
  Alice:
    life: 18
    mana: "{R}{R}"
    hand: [Dart]
    battlefield:
      - Grim Ogre: {id: ogre, attacking: Bob, counters: {+1/+1: 1, charge: 2}, damage: 1}
      - Forest: {tapped: true}
      - Meadow Bear: {token: true, id: token}
  Bob:
    poison: 3
    graveyard: [Meadow Bear]
    battlefield:
      - Meadow Bear: {id: bear}
      - Meadow Bear: {id: cub}
      - Tall Knight: {id: knight}
steps:
"""
BEFORE = BOARD.count("\n")


def ruled(tmp_path: Path, steps: str, board: str = BOARD, strict: bool = False) -> Result:
    path = tmp_path / "ruling.yaml"
    path.write_text(board + steps, encoding="utf-8")
    return run_file(path, strict=strict)


PASSING = [
    "- legal: {block: {bear: ogre}}\n  expect: illegal\n  rule: 702.111b",
    "- legal: {block: {bear: ogre}}\n  expect: illegal\n  rule: 702.111",
    "- legal: {block: {bear: ogre}}\n  rule: 702.111b",
    "- legal: {block: {bear: ogre}}\n  expect: {answer: illegal, rules: [702.111b]}",
    "- legal: {block: {bear: ogre, cub: ogre}}\n  expect: legal",
    "- legal: {block: {}}",
    "- block: {bear: ogre}\n  expect: illegal\n- expect: {ogre: {blocked: false}, bear: {blocking: none}}",
    "- block: {bear: ogre, knight: ogre}\n- expect: {ogre: {blocked: true}, bear: {blocking: ogre}, cub: {blocking: false}}",
    "- block: {bear: ogre, knight: ogre}\n  expect: {ogre: {blocked: true}}",
    "- blocks: {}\n  expect: {count: 5, requirements: {possible: 0, maximum: 0}}",
    "- blocks\n- blocks: {}\n  expect: 5",
    "- blocks: {}\n  expect: {declarations: [{}, {bear: ogre, cub: ogre}], lacks: {declarations: [{bear: ogre}]}}",
    "- attacks: {}\n  expect: {count: 4}",
    "- legal: {attack: {token: {at: Bob, pay: true}}}",
    "- characteristics: ogre\n  expect: {pt: 4/4, power: 4, toughness: 4, colors: red, types: creature, name: Grim Ogre}",
    "- characteristics: ogre\n  expect: {exactly: {types: [Creature], subtypes: [ogre], keywords: menace}}",
    "- characteristics: knight\n  expect: {keywords: [first strike, vigilance], supertypes: legendary, lacks: {keywords: flying}}",
    "- characteristics: [ogre, bear]\n  expect: {ogre: {mana_value: 3}, bear: {abilities: 0, colors: [green]}}",
    "- characteristics: Forest\n  expect: {pt: none, tapped: true, exactly: {supertypes: basic}, controller: Alice}",
    "- expect: {ogre: {damage: 1, counters: {+1/+1: 1, charge: 2}, attacking: Bob, attached_to: none, zone: battlefield}}",
    "- expect: {ogre: {attacking: true, exactly: {counters: {charge: 2, +1/+1: 1}}, owner: Alice, exists: true}}",
    "- expect: {token: {token: true, tapped: false, attacking: false}}",
    "- expect: {Alice: {life: 18, hand: 1, mana: {R: 2}, lost: false}, Bob: {poison: 3, graveyard: [Meadow Bear]}, stack: 0}",
    "- expect: {Bob: {battlefield: {Meadow Bear: 2, Grim Ogre: 0}}, Alice: {hand: {Dart: 1}, battlefield: 3}}",
    "- expect: {objects: [{name: Meadow Bear, controller: Bob, power: 2, count: 2}, {types: artifact, count: 0}]}",
    "- expect: {objects: [{name: Meadow Bear, zone: graveyard, count: 1}, {keywords: menace}]}",
    "- targets: {for: Dart}\n  expect: [ogre, token, bear, cub, knight]",
    "- targets: Dart\n  expect: {legal: [ogre, bear], lacks: {legal: [Forest]}, illegal: [Forest, Bob], count: 5, possible: true}",
    "- targets: {for: Dart}\n  expect: {slots: [[ogre, token, bear, cub, knight]]}",
    "- targets: {for: Dart}\n  expect: {slots: [{least: 1, most: 1, legal: bear}]}",
    "- targets: {for: Dart, targets: [bear], by: Alice}\n  expect: legal",
    "- targets: {for: Dart, targets: [Forest]}\n  expect: illegal\n  rule: 115.1",
    "- legal: {block: {bear: ogre}}\n  expect: illegal\n  note: as it must be",
]


@pytest.mark.parametrize("steps", PASSING)
def test_passes(tmp_path: Path, steps: str) -> None:
    result = ruled(tmp_path, steps)
    assert result.verdict is Verdict.PASSED, result.findings
    assert result.findings == ()
    assert result.title == "A board"


FAILING = [
    ("- legal: {block: {bear: ogre}}\n  expect: legal", 2, 11, "legal", "illegal"),
    ("- block: {bear: ogre}", 1, 3, "legal", "illegal"),
    ("- block: {}\n  expect: illegal", 2, 11, "illegal", "legal"),
    ("- legal: {block: {bear: ogre}}\n  expect: illegal\n  rule: 509.1a", 3, 9, "rule 509.1a", "702.111b"),
    ("- legal: {block: {bear: ogre, cub: ogre}}\n  rule: 702.111b", 1, 3, "illegal", "legal"),
    ("- blocks: {}\n  expect: {count: 4}", 2, 19, "count 4", "5"),
    ("- blocks: {}\n  expect: [{}]", 2, 11, "exactly 1 declarations", "5, among them"),
    ("- blocks: {}\n  expect: {declarations: [{bear: ogre}]}", 2, 26, "legal: {bear: ogre}", "not legal"),
    ("- characteristics: ogre\n  expect: {pt: 3/3}", 2, 16, "ogre: 3/3", "4/4"),
    ("- characteristics: ogre\n  expect: {power: 3}", 2, 19, "ogre: power 3", "4"),
    (
        "- characteristics: ogre\n  expect: {types: [creature, artifact]}",
        2,
        19,
        "ogre: types artifact",
        "creature",
    ),
    (
        "- characteristics: knight\n  expect: {exactly: {keywords: vigilance}}",
        2,
        32,
        "knight: keywords exactly",
        "first strike",
    ),
    (
        "- characteristics: knight\n  expect: {lacks: {keywords: vigilance}}",
        2,
        30,
        "knight: keywords without",
        "vigilance",
    ),
    ("- expect: {Bob: {life: 19}}", 1, 24, "Bob: life 19", "20"),
    ("- expect: {bear: {tapped: true}}", 1, 27, "bear: tapped", "not tapped"),
    ("- expect: {bear: {zone: graveyard}}", 1, 25, "bear: zone graveyard", "battlefield"),
    ("- expect: {bear: {exists: false}}", 1, 27, "bear: not exists", "exists"),
    ("- expect: {ogre: {counters: {charge: 1}}}", 1, 38, "ogre: 1 charge counters", "2"),
    ("- expect: {objects: [{name: Meadow Bear, count: 2}]}", 1, 49, "objects that fit", "3"),
    ("- expect: {objects: [{name: Grim Bear}]}", 1, 22, "an object that fits", "none"),
    ("- expect: {Alice: {mana: {R: 1}}}", 1, 26, "Alice: mana", "2 red"),
    ("- targets: {for: Dart}\n  expect: [bear]", 2, 11, "legal targets exactly bear", "ogre"),
    ("- targets: {for: Dart}\n  expect: {illegal: [bear]}", 2, 21, "illegal targets bear", ""),
    ("- targets: {for: Dart, targets: [bear]}\n  expect: illegal", 2, 11, "illegal", "legal"),
    ("- targets: {for: Dart}\n  expect: {resolves: whole}", 2, 22, "resolves whole", "haven't been chosen"),
]


@pytest.mark.parametrize(("steps", "line", "column", "expected", "got"), FAILING)
def test_fails_at_the_place(
    tmp_path: Path, steps: str, line: int, column: int, expected: str, got: str
) -> None:
    result = ruled(tmp_path, steps)
    assert result.verdict is Verdict.FAILED
    finding = result.findings[0]
    assert (finding.place.line, finding.place.column) == (BEFORE + line, column)
    assert finding.expected.startswith(expected)
    assert got in finding.got


def test_outcomes_of_a_combat(tmp_path: Path) -> None:
    result = ruled(
        tmp_path, "- combat: {}\n  expect: {declarations: 99}\n- combat: {}\n  expect: [{dies: [bear]}]"
    )
    assert result.verdict is Verdict.FAILED
    assert [finding.step for finding in result.findings] == [1, 2]
    assert result.findings[0].expected == "declarations 99"
    assert "dies, Alice 18" in result.findings[1].got


def test_a_question_that_fails_does_not_end_the_ruling(tmp_path: Path) -> None:
    result = ruled(tmp_path, "- blocks: {}\n  expect: {count: 1}\n- expect: {Bob: {life: 3}}\n- block: {}")
    assert [finding.step for finding in result.findings] == [1, 2]
    assert result.steps == 3


def test_a_move_that_fails_does(tmp_path: Path) -> None:
    result = ruled(tmp_path, "- block: {bear: ogre}\n- expect: {Bob: {life: 3}}")
    assert [finding.step for finding in result.findings] == [1]


def test_a_cost_must_be_paid(tmp_path: Path) -> None:
    toll = '  - {name: Toll Gate, cost: "{1}", type: Artifact, text: "Creatures can\'t attack you unless their controller pays {2} for each creature they control that\'s attacking you."}\n'
    board = BOARD.replace("players:\n", toll + "players:\n", 1).replace(
        "      - Tall", "      - Toll Gate\n      - Tall"
    )
    due = board.replace("declare blockers", "declare attackers").replace("attacking: Bob, ", "")
    poor = due.replace('mana: "{R}{R}"', 'mana: "{R}"')
    result = ruled(tmp_path, "- attack: {token: Bob}\n- expect: {token: {tapped: true}}", poor)
    assert result.verdict is Verdict.FAILED
    assert "508.1j" in result.findings[0].message
    unpaid = "- attack: {token: Bob}\n  expect: illegal\n- expect: {token: {tapped: false}}"
    assert ruled(tmp_path, unpaid, poor).passed
    rich = due.replace('mana: "{R}{R}"', 'mana: "{R}{R}{R}"')
    paid = "- attack: {token: Bob}\n- expect: {token: {tapped: true}, Alice: {mana: {R: 1}}}"
    assert ruled(tmp_path, paid, rich).passed
    asked = ruled(tmp_path, '- legal: {attack: {token: Bob}}\n  expect: {answer: legal, costs: "{2}"}', board)
    assert asked.passed


BAD = [
    ("- blokcs: {}", 1, 3, 'did you mean "blocks"'),
    ("- nonsense", 1, 3, "there is no verb"),
    ("- {}", 1, 3, "expected a verb"),
    ("- note: nothing", 1, 3, "neither a verb"),
    ("- block: {bear: ogre}\n  attack: {}", 2, 3, "two verbs"),
    ("- block: {ber: ogre}", 1, 11, 'there is no object or player "ber"'),
    ("- block: {bear: [ogre]}\n  expect: maybe", 2, 11, "expected legal or illegal"),
    ("- expect: {Meadow Bear: {power: 2}}", 1, 12, "fits several"),
    ("- block: ogre", 1, 10, "expected a mapping"),
    ("- block: {}\n  rule: blocking", 2, 9, "expected the number of a rule"),
    ("- blocks: {}\n  rule: 509.1b", 2, 9, "only a move"),
    ("- blocks: {bear: ogre}", 1, 11, "expected nothing"),
    ("- blocks: {}\n  expect: {cuont: 1}", 2, 12, 'did you mean "count"'),
    ("- expect: {Carol: {life: 1}}", 1, 12, 'there is no object or player "Carol"'),
    ("- expect: {bear: {pwoer: 1}}", 1, 19, 'did you mean "power"'),
    ("- expect: {Bob: {lief: 1}}", 1, 18, 'did you mean "life"'),
    ("- expect: {bear: 3}", 1, 18, "what is expected of it"),
    ("- expect: {bear: {power: much}}", 1, 26, "a whole number"),
    ("- expect: {bear: {lacks: {power: 3}}}", 1, 27, "only lists"),
    ("- legal: {pass: Bob}", 1, 10, "no move that can be tried"),
    ("- legal: {block: {}, expect: legal}", 1, 10, "beside `legal`"),
    ("- targets: {fro: Dart}", 1, 13, 'targets has no "fro"; there are for'),
    ("- targets: {for: Drat}", 1, 18, 'there is no object "Drat"'),
    ("- characteristics: Bob", 1, 20, '"Bob" (characteristics) is a player'),
    ("- block: {}\n  bands: [[bear]]", 2, 3, "there is no 'bands'"),
    ("- block: {}\n  by: Carol", 2, 7, 'there is no player "Carol"'),
]


@pytest.mark.parametrize(("steps", "line", "column", "message"), BAD)
def test_bad_input_has_its_place(tmp_path: Path, steps: str, line: int, column: int, message: str) -> None:
    result = ruled(tmp_path, steps)
    assert result.verdict is Verdict.BAD_INPUT
    finding = result.findings[0]
    assert (finding.place.line, finding.place.column) == (BEFORE + line, column)
    assert message in finding.got


def test_steps_are_read_before_any_is_run(tmp_path: Path) -> None:
    result = ruled(tmp_path, "- expect: {Bob: {life: 1}}\n- nonsense")
    assert result.verdict is Verdict.BAD_INPUT


def test_no_steps_and_no_file(tmp_path: Path) -> None:
    assert "there are no `steps`" in ruled(tmp_path, "", BOARD.removesuffix("steps:\n")).findings[0].got
    missing = run_file(tmp_path / "none.yaml")
    assert missing.verdict is Verdict.BAD_INPUT
    assert "there is no such file" in missing.findings[0].got


def test_unmodelled_only_when_strict(tmp_path: Path) -> None:
    board = BOARD.replace("      - Tall", "      - Strange Orb\n      - Tall")
    loose = ruled(tmp_path, "- blocks: {}", board)
    assert loose.passed
    assert [ability.card for ability in loose.unmodelled] == ["Strange Orb"]
    strict = ruled(tmp_path, "- blocks: {}", board, strict=True)
    assert strict.verdict is Verdict.UNMODELLED
    assert "Strange Orb, line 1" in strict.findings[0].got


def test_unmodelled_among_what_is_asked_about_and_what_resolved(tmp_path: Path) -> None:
    board = BOARD.replace(
        "Dart deals 2 damage to target creature.", "Dart deals 2 damage to target creature.\\nWobble twice."
    )
    assert ruled(tmp_path, "- blocks: {}", board, strict=True).passed
    asked = ruled(tmp_path, "- targets: Dart\n  expect: {legal: bear}", board, strict=True)
    assert asked.verdict is Verdict.UNMODELLED
    odd = '  - {name: Odd Spell, cost: "{G}", type: Sorcery, text: "Target creature frobs the wobble."}\n'
    resolved = "resolved:\n  - {card: Odd Spell, by: Bob}\nplayers:\n"
    lasting = ruled(tmp_path, "- blocks: {}", BOARD.replace("players:\n", odd + resolved, 1), strict=True)
    assert lasting.verdict is Verdict.UNMODELLED


SHUFFLED = """
turn: {active: Alice, step: precombat main}
cards:
  - {name: Fresh Draw, cost: "{U}", type: Sorcery, text: "Shuffle your library, then draw a card."}
  - {name: Grey Bear, cost: "{G}", type: Creature — Bear, pt: 2/2}
  - {name: Red Imp, cost: "{R}", type: Creature — Imp, pt: 1/1}
players:
  Alice: {hand: [Fresh Draw], mana: "{U}", library: [Grey Bear, Red Imp]}
  Bob: {}
steps:
  - cast: Fresh Draw
  - resolve: top
"""


@pytest.mark.parametrize(
    ("steps", "verdict"),
    [
        ("  - expect: {Alice: {hand: 1}}", Verdict.PASSED),
        ("  - expect: {Alice: {hand: [Grey Bear]}}", Verdict.UNDECIDED),
        ("  - expect: {Alice: {hand: 2}}", Verdict.FAILED),
        ("  - choose: [Red Imp, Grey Bear]\n  - expect: {Alice: {hand: [Red Imp]}}", Verdict.PASSED),
    ],
)
def test_orders_that_nobody_chooses(tmp_path: Path, steps: str, verdict: Verdict) -> None:
    path = tmp_path / "shuffled.yaml"
    path.write_text(SHUFFLED + steps)
    result = run_file(path)
    assert result.verdict is verdict, result.findings
    assert ("nobody chooses" in str(result.findings)) == (verdict is Verdict.UNDECIDED)


@pytest.mark.parametrize(
    ("expected", "verdict"),
    [
        ("keywords: none, supertypes: none", Verdict.PASSED),
        ("colors: none", Verdict.FAILED),
        ("subtypes: none", Verdict.FAILED),
    ],
)
def test_none_is_nothing(tmp_path: Path, expected: str, verdict: Verdict) -> None:
    path = tmp_path / "none.yaml"
    path.write_text(SHUFFLED.replace("Bob: {}", "Bob: {battlefield: [Red Imp: {id: imp}]}")
                    .partition("steps:")[0] + f"steps:\n  - expect: {{imp: {{{expected}}}}}\n")  # fmt: skip
    assert run_file(path).verdict is verdict
