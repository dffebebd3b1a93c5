"""Boards of invented cards, as position files of any size."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as a position file defines it; lines of `text` may speak of it as NAME."""

    name: str
    type: str
    text: str = ""
    pt: str = ""
    cost: str = "{2}"

    def entry(self) -> dict[str, object]:
        out: dict[str, object] = {"name": self.name, "cost": self.cost, "type": self.type}
        if self.pt:
            out["pt"] = self.pt
        if self.text:
            out["text"] = self.text.replace("NAME", self.name)
        return out


@dataclass(slots=True)
class Board:
    """Alice's turn, her permanents, and Bob's. An entry is a name, or a name with properties."""

    step: str
    cards: dict[str, Card] = field(default_factory=dict)
    alice: list[object] = field(default_factory=list)
    bob: list[object] = field(default_factory=list)
    turn: int = 5

    def put(self, player: str, card: Card, **properties: object) -> None:
        """Put one more permanent on a battlefield."""
        self.cards[card.name] = card
        entry: object = {card.name: properties} if properties else card.name
        (self.alice if player == "Alice" else self.bob).append(entry)

    def text(self) -> str:
        """The position file; JSON is YAML."""
        return json.dumps(
            {
                "turn": {"active": "Alice", "step": self.step, "number": self.turn},
                "cards": [card.entry() for card in self.cards.values()],
                "players": {"Alice": {"battlefield": self.alice}, "Bob": {"battlefield": self.bob}},
            }
        )


def letters(number: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    out = ""
    while True:
        out = LETTERS[number % 26] + out
        number = number // 26 - 1
        if number < 0:
            return out


def creature(name: str, number: int, text: str = "") -> Card:
    return Card(name, "Creature — Bear", text, f"{1 + number % 4}/{1 + number}")


# --- A declaration of blockers


def facing(attackers: Sequence[str], blockers: Sequence[str]) -> Board:
    """Different creatures against each other, one for each text."""
    board = Board("declare blockers")
    for number, text in enumerate(attackers):
        board.put("Alice", creature(f"Charger {letters(number)}", number, text), attacking="Bob")
    for number, text in enumerate(blockers):
        board.put("Bob", creature(f"Watcher {letters(number)}", number, text))
    return board


def plain(attackers: int, blockers: int) -> Board:
    """Nothing that restricts anybody: (attackers + 1) ** blockers declarations."""
    return facing([""] * attackers, [""] * blockers)


ONE_AT_MOST = "NAME can't be blocked by more than one creature."


def different(attackers: int, blockers: int) -> Board:
    """Menace and "not more than one" in turns, with some evasion: no two creatures are alike."""
    charges = ["Menace", ONE_AT_MOST, "Flying\nMenace", f"Skulk\n{ONE_AT_MOST}"]
    watches = ["", "Reach", "Flying", ""]
    return facing(list(islice(cycle(charges), attackers)), list(islice(cycle(watches), blockers)))


def wanted(attackers: int, blockers: int) -> Board:
    """All attackers must be blocked, half of them by two; some lure everybody."""
    charges = []
    for number in range(attackers):
        lines = ["Menace"] if number % 2 else []
        lines.append(
            "All creatures able to block NAME do so." if number % 10 == 9 else "NAME must be blocked if able."
        )
        charges.append("\n".join(lines))
    watches = ["", "Reach", "NAME can block an additional creature each combat.", ""]
    return facing(charges, list(islice(cycle(watches), blockers)))


# --- A declaration of attackers


def pressed(attackers: int, cap: int) -> Board:
    """All must attack, and no more than `cap` may; four kinds of creatures."""
    board = Board("declare attackers")
    text = "NAME attacks each combat if able."
    for number in range(4):
        count = attackers // 4 + (number < attackers % 4)
        if count:
            board.put("Alice", creature(f"Zealot {letters(number)}", number, text), count=count)
    board.put(
        "Bob",
        Card("Narrow Gate", "Enchantment", f"No more than {words(cap)} creatures can attack each combat."),
    )
    return board


UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def words(number: int) -> str:
    """Small numbers as words, as cards print them."""
    return UNITS[number] if number < len(UNITS) else str(number)


# --- A whole table

KEYWORDS = (
    "Flying",
    "Menace",
    "Reach",
    "First strike\nVigilance",
    "Trample",
    "Deathtouch",
    "",
    "Defender\nReach",
    "Skulk",
    "Protection from red",
    "Haste\nLifelink",
    "Flying\nDouble strike",
)
HELP = (
    Card("Banner of Stags", "Enchantment", "Creatures you control get +1/+1.", cost="{2}{W}"),
    Card("Oath of the Grove", "Enchantment", "Bear creatures you control have trample.", cost="{1}{G}"),
    Card("Veil of Ash", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +2/+0.", cost="{B}"),
    Card("Iron Boots", "Artifact — Equipment", "Equipped creature gets +0/+1.\nEquip {1}"),
    Card("Choir of Wings", "Enchantment", "Other creatures you control have vigilance.", cost="{3}{W}"),
)
FLAT = Card(
    "Great Levelling",
    "Enchantment",
    "All creatures lose all abilities and have base power and toughness 1/1.",
)
MOON = Card("Scarlet Moon", "Enchantment", "Nonbasic lands are Mountains.", cost="{2}{R}")
LANDS = (
    Card("Forest", "Basic Land — Forest", cost=""),
    Card("Mountain", "Basic Land — Mountain", cost=""),
    Card("Drowned Quarter", "Land", "{T}: Add {U} or {B}.", cost=""),
)


def table(permanents: int, *, hard: bool, turn: int = 5) -> Board:
    """Half creatures, a quarter lands, the others enchantments and equipment; on a hard table one that takes
    all abilities from creatures, and one that changes lands. Half of Alice's creatures attack. Each turn has
    a table of its own: other creatures, so that nothing known of one serves for the next."""
    board = Board("declare blockers", turn=turn)
    special = [FLAT, MOON] if hard else []
    lands = permanents // 4
    helpers = max(0, permanents // 4 - len(special))
    creatures = permanents - lands - helpers - len(special)
    for number in range(creatures):
        player = ("Alice", "Bob")[number % 2]
        card = Card(
            f"Beast {letters(number)}",
            "Creature — Bear" if (number + turn) % 3 else "Creature — Elf",
            KEYWORDS[(number + turn) % len(KEYWORDS)],
            f"{1 + (number + turn) % 5}/{2 + (number + turn // 5) % 3}",
            ("{1}{G}", "{2}{R}", "{W}")[number % 3],
        )
        properties: dict[str, object] = {"id": f"beast{number}"}
        if number % 4 == 0:
            properties["attacking"] = "Bob"
        board.put(player, card, **properties)
    for number, card in enumerate(islice(cycle(HELP), helpers)):
        attached = "Aura" in card.type or "Equipment" in card.type
        properties = {"attached_to": f"beast{(2 * number) % creatures}"} if attached else {}
        board.put(("Alice", "Bob")[number % 2], card, **properties)
    for number, card in enumerate(islice(cycle(LANDS), lands)):
        board.put(("Alice", "Bob")[number % 2], card)
    for card in special:
        board.put("Bob", card)
    return board


def first_block(board: Board) -> dict[str, str]:
    """One creature of Bob's blocks one of Alice's, on a table."""

    def ids(entries: Iterable[object], *, attacking: bool) -> list[str]:
        properties = [one for entry in entries if isinstance(entry, dict) for one in entry.values()]
        return [one["id"] for one in properties if "id" in one and ("attacking" in one) == attacking]

    return {ids(board.bob, attacking=False)[0]: ids(board.alice, attacking=True)[0]}
