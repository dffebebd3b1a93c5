"""The command combat: exit codes, text and JSON as the contract has them."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
import typer
from clingo import ast

from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.explain.combat import BEYOND
from magistrate.bridge.rules import source
from magistrate.cli import app
from magistrate.cli.combat import stops

BOARD = """
turn: {{active: Alice, step: {step}}}
cards:
  - {{name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: "{text}"}}
  - {{name: Plain Ox, type: Creature — Ox, pt: 2/2}}
players:
  Alice:
    battlefield:
      - Grim Ogre{attacks}
  Bob:
    life: {life}
    battlefield:
      - Plain Ox: {{count: 2}}
"""


def board(
    folder: Path, text: str = "", life: int = 20, *, step: str = "declare blockers", attacks: bool = True
) -> Path:
    path = folder / "board.yaml"
    attacking = ": {attacking: Bob}" if attacks else ""
    path.write_text(BOARD.format(text=text, life=life, step=step, attacks=attacking), encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    return app.run(typer.main.get_command(app.app), [str(each) for each in arguments])


def asked(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, object]:
    assert run("combat", *arguments, "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert isinstance(value, dict)
    return value


def test_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("combat", board(tmp_path)) == 0
    out = capsys.readouterr().out
    assert out.startswith("4 blocks, 3 outcomes\nsurely dies: nothing\npossibly dies: Grim Ogre, Plain Ox\n")
    assert "best for" in out


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = asked(capsys, board(tmp_path))
    assert value["question"] == "combat"
    assert (value["answer"], value["declarations"], value["complete"]) == (3, 4, True)
    found = {
        (tuple(one["dies"]), one["life"]["Bob"]): (one["count"], one["blocks"])
        for one in value["outcomes"]  # type: ignore[attr-defined]
    }
    # Alone an ox dies; two of them kill the ogre, which takes one with it however its 3 are divided.
    assert found == {
        ((), 17): (1, {}),
        (("Plain Ox",), 20): (2, {"Plain Ox#1": ["Grim Ogre"]}),
        (("Grim Ogre", "Plain Ox"), 20): (1, {"Plain Ox#1": ["Grim Ogre"], "Plain Ox#2": ["Grim Ogre"]}),
    }
    assert value["surely_dies"] == []
    assert value["possibly_dies"] == ["Grim Ogre", "Plain Ox"]
    assert value["best"]["Bob"]["dies"] == ["Grim Ogre", "Plain Ox"]  # type: ignore[index]


def test_one_block(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = asked(capsys, board(tmp_path), "--block", "Plain Ox#1: Grim Ogre")
    assert (value["declarations"], value["surely_dies"]) == (1, ["Plain Ox"])


def test_an_illegal_block(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("combat", board(tmp_path, "Menace"), "--block", "Plain Ox#1: Grim Ogre") == 2
    assert "702.111b" in capsys.readouterr().err


def test_attacks_and_blocks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = asked(capsys, board(tmp_path, life=3, step="declare attackers", attacks=False))
    assert (value["declarations"], value["of"]) == (1 + 4, "attacks and blocks")
    best = value["best"]["Alice"]  # type: ignore[index]
    assert (best["lost"], best["attacks"], best["blocks"]) == (["Bob"], {"Grim Ogre": "Bob"}, {})


def test_wishes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path)
    value = asked(capsys, path, "--prefer", "survive,keep,kill")
    assert value["best"]["Bob"]["dies"] == []  # type: ignore[index]
    value = asked(capsys, path, "--weights", "life=1,keep=9")
    assert value["worst"]["Bob"]["dies"] == ["Plain Ox"]  # type: ignore[index]
    for wrong in (
        ("--prefer", "glory"),
        ("--prefer", "kill,survive"),
        ("--weights", "kill"),
        ("--weights", "win=1"),
    ):
        assert run("combat", path, *wrong) == 2
    assert "there is no wish 'glory'" in capsys.readouterr().err


def test_what_must_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path, "Whenever this creature dies, you draw a card and you gain 5 life.")
    value = asked(capsys, path)
    assert value["step_by_step"] == [
        "an ability of Grim Ogre may trigger"
        " (“Whenever this creature dies, you draw a card and you gain 5 life.”)"
    ]
    lives = {tuple(one["dies"]): one["life"]["Alice"] for one in value["outcomes"]}  # type: ignore[attr-defined]
    assert lives[()] == 20
    assert all(n == (25 if "Grim Ogre" in dies else 20) for dies, n in lives.items())


def test_life_is_no_reason_to_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = asked(capsys, board(tmp_path, "Whenever this creature dies, you gain 5 life."))
    assert "step_by_step" not in value or not value["step_by_step"]
    lives = {tuple(one["dies"]): one["life"]["Alice"] for one in value["outcomes"]}  # type: ignore[attr-defined]
    assert all(n == (25 if "Grim Ogre" in dies else 20) for dies, n in lives.items())


def test_a_bound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path, "Whenever this creature dies, you draw a card and you gain 5 life.")
    assert run("combat", path, "--time-limit", "0.000001", "--json") == 75
    assert "--time-limit" in capsys.readouterr().err


def test_no_combat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("combat", board(tmp_path, step="upkeep", attacks=False)) == 2
    assert "nobody attacks" in capsys.readouterr().err


def test_every_reason_to_play_has_words() -> None:
    found: list[ast.AST] = []
    for path in ("combat/carried.lp", "combat/deeds.lp"):
        ast.parse_string(source(path), found.append)
    reasons = set()
    for rule in found:
        symbol = getattr(getattr(getattr(rule, "head", None), "atom", None), "symbol", None)
        if symbol is not None and getattr(symbol, "name", "") == "beyond":
            why = symbol.arguments[0]
            reasons.add(why.name if why.ast_type == ast.ASTType.Function else str(why))
    assert len(reasons) > 15
    assert reasons - BEYOND.functions.keys() == set()


def test_lethal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path, life=3, step="declare attackers", attacks=False)
    assert run("combat", path, "--lethal") == 1
    out = capsys.readouterr().out
    assert out == (
        "not lethal: one block survives every attack\n"
        "  Plain Ox#1 → Grim Ogre   (such as against Grim Ogre)\n"
    )
    path = board(tmp_path, "This creature can't be blocked.", life=3, step="declare attackers", attacks=False)
    assert run("combat", path, "--lethal", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["answer"], value["complete"], value["attacks"]) == (True, True, {"Grim Ogre": "Bob"})


def test_best_play_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "Whenever this creature attacks, it deals 3 damage to target creature."
    path = board(tmp_path, text, life=3, step="declare attackers", attacks=False)
    assert run("combat", path, "--lethal") == 1
    out = capsys.readouterr().out
    assert out.startswith("not lethal: one block survives every attack\n")
    assert "played step by step: an ability of Grim Ogre may trigger" in out
    path.write_text(path.read_text(encoding="utf-8").replace("count: 2", "count: 1"), encoding="utf-8")
    assert run("combat", path, "--lethal", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["answer"], value["attacks"]) == (True, {"Grim Ogre": "Bob"})
    assert len(value["step_by_step"]) == 1
    assert run("combat", path, "--best") == 0
    out = capsys.readouterr().out
    assert out.startswith("best for Alice: Grim Ogre → Bob\nthe best block against it: no block\n")
    assert "dies: Plain Ox\n" in out
    assert "Bob loses" in out


def test_attacks_that_cost_something_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toll.yaml"
    path.write_text(
        "turn: {active: Alice, step: declare attackers}\n"
        "cards:\n"
        "  - name: Old Toll\n"
        "    type: Enchantment\n"
        "    text: Creatures can't attack you unless their controller pays {1} for each creature they control"
        " that's attacking you.\n"
        "  - name: Spark Imp\n"
        "    type: Creature — Imp\n"
        "    pt: 1/1\n"
        "    text: Whenever this creature attacks, it deals 1 damage to target creature.\n"
        "  - {name: Grim Ogre, type: Creature — Ogre, pt: 3/3}\n"
        "players:\n"
        "  Alice: {life: 10, battlefield: [Spark Imp, Grim Ogre, Plains]}\n"
        "  Bob: {life: 3, battlefield: [Old Toll]}\n",
        encoding="utf-8",
    )
    assert run("combat", path, "--json") == 0
    value = json.loads(capsys.readouterr().out)
    # One land pays for one of them; the imp may shoot itself or the ogre.
    assert value["complete"]
    assert value["declarations"] == 3
    told = {(tuple(one["dies"]), one["life"]["Bob"], len(one["attacks"])) for one in value["outcomes"]}
    assert told == {((), 3, 0), ((), 0, 1), ((), 2, 1), (("Spark Imp",), 3, 1)}
    assert run("combat", path, "--lethal") == 0
    assert capsys.readouterr().out.startswith("lethal: Grim Ogre → Bob\n")


def test_what_is_chosen_beside_an_attack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "exert.yaml"
    path.write_text(
        "turn: {active: Alice, step: beginning of combat}\n"
        "cards:\n"
        "  - name: Dune Racer\n"
        "    type: Creature — Jackal\n"
        "    pt: 2/2\n"
        "    text: You may exert this creature as it attacks. When you do, it gets +1/+0 until end of turn.\n"
        "  - {name: Drill Captain, type: Creature — Soldier, pt: 1/2, text: Enlist}\n"
        "  - {name: Slow Giant, type: Creature — Giant, pt: 4/4, text: Defender}\n"
        "players:\n"
        "  Alice: {battlefield: [Dune Racer, Drill Captain, Slow Giant]}\n"
        "  Bob: {life: 8}\n",
        encoding="utf-8",
    )
    assert run("combat", path, "--lethal") == 0
    assert capsys.readouterr().out == (
        "lethal: Dune Racer → Bob, Drill Captain → Bob\n"
        "beside the attack: Drill Captain enlists Slow Giant\n"
        "beside the attack: Dune Racer is exerted\n"
        "played step by step: Drill Captain may enlist another creature as it attacks\n"
        "played step by step: Dune Racer may be exerted as it attacks\n"
    )
    assert run("combat", path, "--best", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["beside"] == {"Dune Racer": {"exert": True}, "Drill Captain": {"enlist": ["Slow Giant"]}}
    assert value["outcome"]["beside"] == value["beside"]
    path.write_text(path.read_text(encoding="utf-8").replace("life: 8", "life: 9"), encoding="utf-8")
    assert run("combat", path, "--lethal") == 1


def test_attacks_paid_for_with_creatures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toll.yaml"
    text = (
        "turn: {active: Alice, step: beginning of combat}\n"
        "cards:\n"
        "  - name: Greedy Wurm\n"
        "    type: Creature — Wurm\n"
        "    pt: 5/5\n"
        "    text: This creature can't attack unless you sacrifice a creature.\n"
        "  - {name: Stone Giant, type: Creature — Giant, pt: 4/4}\n"
        "  - {name: Mud Bear, type: Creature — Bear, pt: 2/2}\n"
        "players:\n"
        "  Alice: {battlefield: [Greedy Wurm, Stone Giant, Mud Bear]}\n"
        "  Bob: {life: 9}\n"
    )
    path.write_text(text, encoding="utf-8")
    # The bear is sacrificed; whichever creature attacks beside it, nothing deals more than 9.
    assert run("combat", path, "--lethal", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["complete"]
    assert value["paid"] == ["Alice sacrifices Mud Bear"]
    path.write_text(text.replace("life: 9", "life: 10"), encoding="utf-8")
    assert run("combat", path, "--lethal") == 1
    out = capsys.readouterr().out
    assert "paying may change the combat" in " ".join(out.split())


def test_attacks_paid_for_with_mana_that_does_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mana.yaml"
    path.write_text(
        "turn: {active: Alice, step: declare attackers}\n"
        "cards:\n"
        "  - name: Old Toll\n"
        "    type: Enchantment\n"
        "    text: Creatures can't attack you unless their controller pays {1} for each creature they control"
        " that's attacking you.\n"
        "  - {name: Ash Goblin, type: Creature — Goblin, pt: 1/1,"
        " text: 'Sacrifice this creature: Add {R}.'}\n"
        "  - name: Grave Cult\n"
        "    type: Enchantment\n"
        "    text: Whenever you sacrifice a creature, creatures you control get +2/+0 until end of turn.\n"
        "  - {name: Stone Giant, type: Creature — Giant, pt: 4/4}\n"
        "players:\n"
        "  Alice: {battlefield: [Stone Giant, Ash Goblin: {sick: true}, Grave Cult, Forest]}\n"
        "  Bob: {life: 6, battlefield: [Old Toll]}\n",
        encoding="utf-8",
    )
    # The land would pay as well; only the goblin kills.
    assert run("combat", path, "--lethal") == 0
    assert capsys.readouterr().out == (
        "lethal: Stone Giant → Bob\n"
        "to pay for it: Alice adds 1 red mana\n"
        "to pay for it: Alice spends 1 red mana\n"
        "to pay for it: Alice sacrifices Ash Goblin\n"
        "played step by step: paying for a declaration may change the combat\n"
    )
    assert run("combat", path, "--json") == 0
    value = json.loads(capsys.readouterr().out)
    told = {(tuple(one["dies"]), one["life"]["Bob"]) for one in value["outcomes"]}
    assert told == {((), 6), ((), 2), (("Ash Goblin",), 0)}


def test_bands_of_the_best_attack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bands.yaml"
    path.write_text(
        "turn: {active: Alice, step: declare attackers}\n"
        "cards:\n"
        "  - {name: White Hound, cost: '{W}', type: Creature — Dog, pt: 1/3, text: Banding}\n"
        "  - {name: Grim Ogre, cost: '{R}', type: Creature — Ogre, pt: 3/1}\n"
        "  - {name: Plain Ox, cost: '{G}', type: Creature — Ox, pt: 2/3}\n"
        "players:\n"
        "  Alice: {life: 20, battlefield: [White Hound, Grim Ogre]}\n"
        "  Bob: {life: 20, battlefield: [Plain Ox]}\n",
        encoding="utf-8",
    )
    assert run("combat", path, "--best", "--prefer", "keep,kill,damage") == 0
    assert capsys.readouterr().out == (
        "best for Alice: White Hound → Bob, Grim Ogre → Bob\n"
        "in a band: Grim Ogre, White Hound\n"
        "the best block against it: no block\n"
        "dies: nothing\n"
        "life: Alice 20, Bob 16\n"
        "played step by step: attackers may band\n"
    )
    assert run("combat", path, "--best", "--json", "--prefer", "keep,kill,damage") == 0
    assert json.loads(capsys.readouterr().out)["bands"] == [["Grim Ogre", "White Hound"]]


def test_safe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path, life=3)
    assert run("combat", path, "--safe", "Plain Ox#1") == 0
    assert capsys.readouterr().out == "safe: Plain Ox#2 → Grim Ogre\n"
    assert run("combat", path, "--safe", "Plain Ox#1, Plain Ox#2", "--json") == 1
    assert json.loads(capsys.readouterr().out)["answer"] is False
    assert run("combat", path, "--safe", "Plain Cow") == 65


def test_best_block(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path, life=3)
    assert run("combat", path, "--best") == 0
    assert capsys.readouterr().out == (
        "best for Bob: Plain Ox#1 → Grim Ogre, Plain Ox#2 → Grim Ogre\n"
        "dies: Grim Ogre, Plain Ox\n"
        "life: Alice 20, Bob 3\n"
    )
    assert run("combat", board(tmp_path), "--best", "--prefer", "keep", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["player"], value["blocks"], value["outcome"]["life"]) == (
        "Bob",
        {},
        {"Alice": 20, "Bob": 17},
    )


def test_best_attack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path, step="declare attackers", attacks=False)
    assert run("combat", path, "--best") == 0
    # Both oxen on the ogre kill it, for one of them: a fair trade when what Alice kills comes first,
    # and too much when what she keeps does.
    out = capsys.readouterr().out
    assert out.startswith("best for Alice: Grim Ogre → Bob\n")
    assert run("combat", path, "--best", "--prefer", "keep,kill") == 0
    assert capsys.readouterr().out.startswith("best for Alice: no attack\n")


def test_a_part_when_time_is_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path)
    text = path.read_text(encoding="utf-8").replace("count: 2", "count: 12")
    many = "\n".join(f"      - {{name: Ox {n}, type: Creature, pt: {n}/{n}}}" for n in range(1, 11))
    names = "\n".join(f"      - Ox {n}" for n in range(1, 11))
    path.write_text(
        text.replace("players:", f"{many.replace('      -', '  -')}\nplayers:") + names + "\n",
        encoding="utf-8",
    )
    assert run("combat", path, "--time-limit", "0.05", "--json") == 75
    value = json.loads(capsys.readouterr().out)
    assert value["complete"] is False
    # Every set of the 22 may block the ogre; those of one at most are always there.
    assert 23 <= value["declarations"] < 2**22


@pytest.mark.parametrize("asked", [("--best",), ("--lethal",), ("--safe", "White Hound#1")])
def test_no_time_for_what_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    path = tmp_path / "bands.yaml"
    attacking = "count: 6" if asked[0] == "--lethal" else "attacking: Bob, count: 6"
    path.write_text(
        f"turn: {{active: Alice, step: declare {'attackers' if asked[0] == '--lethal' else 'blockers'}}}\n"
        "cards:\n"
        "  - {name: White Hound, cost: '{W}', type: Creature — Dog, pt: 1/3, text: Banding}\n"
        "  - {name: Grim Ogre, cost: '{R}', type: Creature — Ogre, pt: 5/5}\n"
        "players:\n"
        f"  Alice: {{life: 20, battlefield: [Grim Ogre: {{{attacking}}}]}}\n"
        "  Bob: {life: 20, battlefield: [White Hound: {count: 6}]}\n",
        encoding="utf-8",
    )
    assert run("combat", path, *asked, "--time-limit", "0.5", "--json") == 75
    value = json.loads(capsys.readouterr().out)
    assert (value["answer"], value["complete"]) in ((None, False), (value.get("blocks"), False))


def test_a_trigger_that_is_not_understood_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = board(tmp_path, "Whenever this creature dies, the moon turns blue.")
    assert [one["text"] for one in asked(capsys, path)["unmodelled"]] == [  # type: ignore[attr-defined]
        "Whenever this creature dies, the moon turns blue."
    ]
    assert run("combat", path, "--strict") == 69


def test_an_interrupt_stops_the_search() -> None:
    deadline = Deadline(1000)
    before = signal.getsignal(signal.SIGINT)
    try:
        stops(deadline)
        assert not deadline.over
        os.kill(os.getpid(), signal.SIGINT)
        assert deadline.over
        with pytest.raises(BoundReached, match="stopped"):
            deadline.check()
    finally:
        signal.signal(signal.SIGINT, before)
