"""Combats that are worked on elsewhere, told how far they are, asked of all worlds, or stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
import typer
from interrupting import interrupted

from magistrate.bridge.combat import combine
from magistrate.bridge.combat.answer import combat
from magistrate.bridge.combat.best import best_attack
from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.combat.lethal import lethal
from magistrate.bridge.combat.packing import Packing, packed
from magistrate.bridge.combat.pieces import most_blocked
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.listing import legal_declarations
from magistrate.cli import app

WATCH = "This creature can block an additional creature each combat."


def table(
    attackers: int,
    blockers: int,
    *,
    attacking: bool,
    text: str = "",
    life: object = 20,
    first: str = "Vigilance",
) -> str:
    lines = [f"turn: {{active: Alice, step: declare {'blockers' if attacking else 'attackers'}}}", "cards:"]
    for n in range(attackers):
        said = first if n == 0 else "Trample" if n % 2 else "Vigilance"
        lines.append(f"  - {{name: Ox {n}, type: Creature — Ox, pt: {1 + n % 3}/{1 + n}, text: {said}}}")
    for n in range(blockers):
        said = text if n == 0 and text else "Vigilance"
        lines.append(
            f"  - {{name: Elk {n}, type: Creature — Elk, pt: {1 + n % 2}/{2 + n % 3}, text: {said}}}"
        )
    lines += ["players:", "  Alice:", "    battlefield:"]
    lines += [f"      - Ox {n}{': {attacking: Bob}' if attacking else ''}" for n in range(attackers)]
    lines += ["  Bob:", f"    life: {life}", "    battlefield:"]
    lines += [f"      - Elk {n}" for n in range(blockers)]
    return "\n".join(lines) + "\n"


def position(*counts: int, **more: object) -> Position:
    return Position.from_text(table(*counts, **more), "combat.yaml")  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    made: Executor = ThreadPoolExecutor(2) if request.param == "threads" else ProcessPoolExecutor(2)
    with made:
        yield made


def outcomes(position: Position, deadline: Deadline) -> object:
    found = combat(position, deadline=deadline)
    assert found.complete
    rows = sorted((one.dies, tuple(one.life.items()), one.count) for one in found.outcomes())
    return found.declarations, rows


def test_outcomes_are_counted_elsewhere(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    here = position(4, 4, attacking=True)
    told: list[tuple[str, int, int]] = []
    alone = outcomes(here, Deadline(progress=lambda *each: told.append(each)))
    assert told, "who waits is told how far it is"
    assert all(what == "blocks" and 0 <= done <= of for what, done, of in told)
    monkeypatch.setattr(combine, "MUCH", 0)
    assert outcomes(here, Deadline(executor=executor)) == alone
    assert alone[0] == 5**4  # type: ignore[index]


def test_halves_of_a_combat_are_a_combat() -> None:
    """Four groups and more are put together from two halves; fewer one by one."""
    for counts in ((3, 4), (5, 3)):
        here = position(*counts, attacking=True)
        found = combat(here)
        assert found.declarations == (counts[0] + 1) ** counts[1]
        for one in found.outcomes():  # each witness leads where it says
            block = frozenset(
                (here.names.resolve(b), here.names.resolve(a))
                for b, some in one.witness.items()
                for a in some
            )
            assert (one.dies, one.life) in [(x.dies, x.life) for x in combat(here, block=block).outcomes()]


@pytest.mark.parametrize(("life", "text"), [(1, ""), (20, ""), (1, WATCH), (20, WATCH)])
def test_lethal_attacks_are_sought_elsewhere(executor: Executor, life: int, text: str) -> None:
    here = position(5, 2, attacking=False, text=text, life=life)
    alone = lethal(here)
    told: list[int] = []
    found = lethal(here, Deadline(executor=executor, progress=lambda _, done, of: told.append(of)))
    assert found.complete
    assert (found.attack is None) == (alone.attack is None) == (life == 20)
    assert told if found.attack is None else True
    if found.attack is None:
        assert found.proof


def test_best_attacks_are_sought_elsewhere(executor: Executor) -> None:
    here = position(3, 2, attacking=False, text=WATCH)
    player = here.names.player("Alice")
    alone = best_attack(here, player, Wishes())
    found = best_attack(here, player, Wishes(), Deadline(executor=executor))
    assert alone is not None
    assert found is not None
    assert found.values == alone.values


# --- The command


def run(*arguments: object) -> int:
    return app.run(typer.main.get_command(app.app), [str(each) for each in arguments])


def asked_for(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, object]:
    code = run("combat", *arguments, "--json")
    value = json.loads(capsys.readouterr().out)
    assert isinstance(value, dict)
    return value | {"code": code}


def test_the_best_block_of_all_worlds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.yaml"
    path.write_text(table(1, 1, attacking=True, life="1..3", first="Deathtouch"), encoding="utf-8")
    # The ox deals 1: who has 1 left must block, and lose the elk; it is better not to where life isn't first.
    value = asked_for(capsys, path, "--best", "--prefer", "survive,keep")
    answers = {one["where"]["Bob life"]: one["blocks"] for one in value["answers"]}  # type: ignore[attr-defined]
    assert answers == {"1": {"Elk 0": ["Ox 0"]}, "2..3": {}}
    assert (value["answer"], value["worlds"], value["complete"], value["code"]) == (None, 3, True, 0)
    value = asked_for(capsys, path, "--best", "--prefer", "survive,kill")
    assert value["answer"] == {"Elk 0": ["Ox 0"]}
    assert run("combat", path, "--best") == 0
    assert capsys.readouterr().out.startswith("certain   (3 worlds; open: Bob life (1..3))\nbest in 3")


def test_wishes_and_pictures_of_all_worlds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.yaml"
    path.write_text(table(1, 1, attacking=True, life="1..3", first="Deathtouch"), encoding="utf-8")
    page, drawing = tmp_path / "page.html", tmp_path / "board.svg"
    value = asked_for(capsys, path, "--prefer", "survive,keep", "--html", page, "--svg", drawing)
    best = {one["where"]["Bob life"]: sorted(one["best"]["Bob"]["dies"]) for one in value["answers"]}  # type: ignore[attr-defined]
    assert best == {"1": ["Elk 0", "Ox 0"], "2": [], "3": []}
    text = page.read_text(encoding="utf-8")
    assert "3 worlds; open: Bob life (1..3)." in text
    assert "Which answer where" in text
    assert "<svg" in drawing.read_text(encoding="utf-8")
    for more in (["--best"], ["--safe", "Elk 0"]):
        assert run("combat", path, *more, "--html", page) in (0, 1)
        assert "Which answer where" in page.read_text(encoding="utf-8")


def test_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(table(4, 2, attacking=False, life=20), encoding="utf-8")
    alone = asked_for(capsys, path, "--lethal")
    shared = asked_for(capsys, path, "--lethal", "--jobs", 2)
    assert (alone["answer"], alone["code"]) == (shared["answer"], shared["code"]) == (False, 1)


def test_an_interrupt_tells_what_is_certain_so_far(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(table(9, 11, attacking=True), encoding="utf-8")
    value = json.loads(interrupted("combat", str(path), "--json", "--time-limit", "0")[0])
    assert value["complete"] is False
    assert value["declarations"] > 0


def crowd(size: int) -> str:
    """A table on which counting takes long: no two creatures are alike, and blocks hang together."""
    lines = ["turn: {active: Alice, step: declare blockers}", "cards:"]
    said = ("Menace", "This creature can't be blocked by more than one creature.")
    for n in range(size):
        lines.append(
            f"  - {{name: Ox {n}, type: Creature — Ox, pt: {1 + n % 9}/{1 + n}, text: {said[n % 2]}}}"
        )
        text = (
            f"This creature can block an additional {'creature' if n % 2 else 'two creatures'} each combat."
        )
        lines.append(f"  - {{name: Elk {n}, type: Creature — Elk, pt: {1 + n % 7}/{2 + n}, text: {text}}}")
    lines += ["players:", "  Alice:", "    battlefield:"]
    lines += [f"      - Ox {n}: {{attacking: Bob}}" for n in range(size)]
    lines += ["  Bob:", "    battlefield:", *(f"      - Elk {n}" for n in range(size))]
    return "\n".join(lines) + "\n"


def test_a_count_that_is_cut_says_how_many_there_certainly_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "crowd.yaml"
    path.write_text(crowd(40), encoding="utf-8")
    assert run("blocks", path, "--count", "--time-limit", "0.2", "--json") == 75
    out, err = capsys.readouterr()
    value = json.loads(out)
    assert (value["count"], value["complete"]) == (None, False)
    assert value["at_least"] > 100
    assert "Traceback" not in err
    assert run("blocks", path, "--count", "--time-limit", "0.2") == 75
    assert capsys.readouterr().out.startswith("at least ")


def test_an_interrupted_count_says_how_many_there_certainly_are(tmp_path: Path) -> None:
    path = tmp_path / "crowd.yaml"
    path.write_text(crowd(40), encoding="utf-8")
    assert interrupted("blocks", str(path), "--count", "--time-limit", "0")[0].startswith("at least ")


@pytest.mark.parametrize(
    ("size", "attacking", "asked"),
    [((16, 13), False, ["--lethal"]), ((16, 13), False, ["--best"]), ((14, 14), True, ["--safe", "Elk 1"])],
)
def test_an_interrupt_before_anything_is_certain(
    tmp_path: Path, size: tuple[int, int], attacking: bool, asked: list[str]
) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(table(*size, attacking=attacking, life=24), encoding="utf-8")
    out, err = interrupted("combat", str(path), *asked, "--time-limit", "0", after=3)
    assert "nothing is certain yet" in out + err  # on standard error where it hadn't even begun


@pytest.mark.parametrize("asked", [["--lethal"], ["--best"], ["--safe", "Elk 1"]])
def test_a_time_limit_before_anything_is_certain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str]
) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(table(16, 13, attacking=asked[0] == "--safe", life=24), encoding="utf-8")
    value = asked_for(capsys, path, *asked, "--time-limit", "0.5")
    assert (value["answer"], value["complete"], value["code"]) == (None, False, 75)


def test_the_best_block_so_far(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(table(12, 12, attacking=True, life=24), encoding="utf-8")
    value = asked_for(capsys, path, "--best", "--time-limit", "1")
    assert (value["complete"], value["code"]) == (False, 75)
    assert value["blocks"]
    assert "bound" in value
    assert run("combat", path, "--best", "--time-limit", "1") == 75
    out = capsys.readouterr().out
    assert out.startswith("best so far for Bob: ")
    assert "nothing guarantees more than: " in out


def stopping(after: int) -> Deadline:
    """A deadline that ends once so much is done."""
    deadline = Deadline(progress=lambda _what, done, _of: deadline.stop() if done >= after else None)
    return deadline


@pytest.mark.parametrize("text", ["", WATCH])
def test_what_is_refuted_so_far(text: str) -> None:
    """A search for a lethal attack that is stopped tells the attacks that were refuted, with blocks, and the
    one that was being looked at."""
    here = position(5, 3, attacking=False, text=text, life=9)
    whole = lethal(here)
    assert whole.complete
    assert whole.attack is None
    part = lethal(here, stopping(1))
    assert (part.attack, part.complete) == (None, False)
    assert len(part.proof) <= part.proposals
    assert part.examined is not None
    assert part.examined not in {one.example for one in part.proof}
    assert whole.examined is None


@pytest.mark.parametrize("text", ["", WATCH])
def test_the_best_attack_so_far(text: str) -> None:
    here = position(4, 3, attacking=False, text=text, life=9)
    alice = here.names.player("Alice")
    whole, part = best_attack(here, alice, Wishes()), best_attack(here, alice, Wishes(), stopping(1))
    assert whole is not None
    assert part is not None
    assert (whole.complete, part.complete) == (True, False)
    assert whole.values >= part.values
    if part.bound is not None:
        assert all(most >= n for most, n in zip(part.bound, whole.values, strict=True))


def test_no_block_is_better_than_the_bound() -> None:
    """Packings that are cut tell what nothing exceeds."""
    weights = [[3, 5, 1], [4, 2, 6]]
    packing = Packing((3, 3), (([[1, 2, 0], [1, 1, 2]], 3),), (weights,))
    over = Deadline()
    over.stop()
    cut, whole = packed(packing, over), packed(packing)
    assert whole.complete
    assert whole.bounds == (9,)
    assert cut.complete or cut.bounds[0] >= 9


def test_who_blocks_several_is_asked_without_listing_blocks() -> None:
    """A table with 10 to the 10 blocks: to list them all would take hours."""
    here = position(9, 10, attacking=True, text=WATCH)
    listing = legal_declarations(BLOCKS, here.facts)
    assert listing.several()
    assert most_blocked(listing) == {here.names.resolve("Elk 0"): 2}
