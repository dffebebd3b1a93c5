"""Card texts with words dropped, doubled or swapped, for tests of what the compiler makes of broken text."""

from __future__ import annotations

import json
import lzma
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from magistrate.bridge.cards.faces import Card, Face

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "data" / "cards.jsonl.xz"
"""All printed cards, where they lie beside the repository."""


def printed_cards() -> Iterator[Card]:
    """All cards of the list beside the repository."""
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            faces = tuple(_face(face) for face in entry.get("card_faces") or [entry])
            yield Card(entry["name"], entry["layout"], faces)


def _face(entry: dict[str, str]) -> Face:
    return Face(
        entry["name"],
        mana_cost=entry.get("mana_cost", ""),
        type_line=entry.get("type_line", ""),
        text=entry.get("oracle_text", ""),
        power=entry.get("power"),
        toughness=entry.get("toughness"),
        loyalty=entry.get("loyalty"),
        defense=entry.get("defense"),
    )


def own_faces() -> list[Face]:
    """The faces of the cards that ruling files define for themselves, sorted."""
    found: dict[str, Face] = {}
    for path in sorted((ROOT / "tests" / "rulings").rglob("*.yaml")):
        said = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        for card in said.get("cards") or ():
            if isinstance(card, dict) and card.get("text") and "name" in card:
                name = str(card["name"])
                found[name] = Face(name, type_line=str(card.get("type", "")), text=str(card["text"]))
    return [found[name] for name in sorted(found)]


_WORD = re.compile(r"\S+")


def mutated(text: str, rng: random.Random) -> str:
    """The text with one to three faults: a word dropped, doubled, swapped with another one of its line, or
    replaced by any word of the text."""
    lines = text.split("\n")
    pool = _WORD.findall(text)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.choice(("drop", "double", "swap", "put")):
            case "drop":
                del words[one]
            case "double":
                words.insert(one, words[one])
            case "swap":
                words[one], words[other] = words[other], words[one]
            case _:
                words[one] = rng.choice(pool)
        lines[at] = " ".join(words)
    return "\n".join(lines)


def mutants(faces: Sequence[Face], count: int, seed: int) -> Iterator[tuple[Face, str]]:
    """So many faces with the mutated text of each, the same for one seed."""
    rng = random.Random(seed)
    worded = [face for face in faces if face.text.strip()]
    for _ in range(count):
        face = rng.choice(worded)
        yield face, mutated(face.text, rng)
