"""Random games: decks, players that choose at random among what is legal, and what must always hold."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice

from clingo import Function, Number, Symbol

from magistrate.bridge.game import announce, moves
from magistrate.bridge.game.engine import Forbidden, Game
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.look import Decision
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.checking import check_declaration
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, table
from magistrate.bridge.questions.index import index
from magistrate.bridge.questions.listing import legal_declarations
from magistrate.bridge.questions.target_types import Choice

DECK = """
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Thorn Boar, cost: "{2}{G}", type: Creature — Boar, pt: 3/2, text: Trample}
  - {name: Wood Archer, cost: "{1}{G}", type: Creature — Elf Archer, pt: 1/3, text: Reach}
  - {name: Root Mender, cost: "{G}", type: Creature — Elf Druid, pt: 1/1, text: "{T}: Add {G}."}
  - {name: Red Kite, cost: "{1}{R}", type: Creature — Bird, pt: 1/2, text: "Flying\\nWhen this creature enters, it deals 1 damage to any target."}
  - {name: Ember Imp, cost: "{R}", type: Creature — Imp, pt: 2/1, text: "Haste\\nWhen this creature dies, you lose 1 life."}
  - {name: Quick Blade, cost: "{1}{R}", type: Creature — Human Knight, pt: 2/1, text: First strike}
  - {name: Twin Fang, cost: "{2}{R}", type: Creature — Wolf, pt: 1/1, text: Double strike}
  - {name: Blood Moth, cost: "{1}{R}", type: Creature — Insect, pt: 1/1, text: "Lifelink, deathtouch"}
  - {name: Grave Singer, cost: "{1}{G}", type: Creature — Spirit, pt: 1/1, text: "Whenever another creature dies, you gain 1 life."}
  - {name: Old Sage, cost: "{2}{G}", type: Creature — Human, pt: 1/2, text: "When this creature enters, draw a card."}
  - {name: First Queen, cost: "{1}{G}", type: Legendary Creature — Elf, pt: 2/3, text: Vigilance}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Fork Bolt, cost: "{1}{R}", type: Instant, text: Fork Bolt deals 3 damage divided as you choose among one or two targets.}
  - {name: Sudden Growth, cost: "{G}", type: Instant, text: Target creature gets +3/+3 until end of turn.}
  - {name: Fell the Weak, cost: "{1}{R}", type: Sorcery, text: Destroy target creature with power 2 or less.}
  - {name: Long Thought, cost: "{1}{G}", type: Sorcery, text: Draw two cards.}
  - {name: Calm Choice, cost: "{G}", type: Instant, text: "You may draw a card. If you do, you lose 1 life."}
  - {name: Great Fire, cost: "{2}{R}", type: Sorcery, text: Great Fire deals 2 damage to each creature.}
  - {name: Bear Cloak, cost: "{1}{G}", type: Enchantment — Aura, text: "Enchant creature\\nEnchanted creature gets +1/+1."}
  - {name: Long Spear, cost: "{1}", type: Artifact — Equipment, text: "Equipped creature gets +2/+0.\\nEquip {1}"}
  - {name: War Banner, cost: "{2}", type: Artifact, text: Creatures you control get +1/+0.}
  - {name: Spark Stone, cost: "{1}", type: Artifact, text: "{T}, Sacrifice this artifact: It deals 1 damage to any target."}
  - {name: Two Ways, cost: "{R}", type: Instant, text: "Choose one —\\n• Two Ways deals 1 damage to any target.\\n• You gain 2 life."}
  - {name: Stop That, cost: "{G}", type: Instant, text: Counter target spell.}
"""  # noqa: E501
LANDS = ("Forest", "Mountain")
BASICS = """
  - {name: Forest, type: Basic Land — Forest, text: ""}
  - {name: Mountain, type: Basic Land — Mountain, text: ""}
"""


def names_of(cards: str) -> list[str]:
    """The names of some cards."""
    return [line.split("name: ")[1].split(",")[0] for line in cards.splitlines() if "name: " in line]


def deal(rng: random.Random, cards: str = DECK) -> Position:
    """A position early in a game: hands, libraries, some lands and permanents."""
    known = names_of(cards)
    people = []
    for player in ("Alice", "Bob"):
        deck = [rng.choice(known) for _ in range(14)] + [rng.choice(LANDS) for _ in range(8)]
        rng.shuffle(deck)
        lands = [rng.choice(LANDS) for _ in range(rng.randint(2, 5))]
        out = [rng.choice(known[:12]) for _ in range(rng.randint(0, 3))]
        people.append(
            f"  {player}:\n    life: {rng.choice([20, 9, 4])}\n"
            f"    battlefield: [{', '.join([*lands, *out])}]\n"
            f"    hand: [{', '.join(deck[:5])}]\n    library: [{', '.join(deck[5:])}]\n"
        )
    step = rng.choice(["upkeep", "precombat main", "declare attackers", "postcombat main"])
    return Position.from_text(
        f"turn: {{active: {rng.choice(['Alice', 'Bob'])}, step: {step}, number: 5}}\n"
        f"cards:{BASICS}{cards}players:\n{''.join(people)}"
    )


# Players


def decide(game: Game, rng: random.Random) -> Game:
    """The game after a random legal decision."""
    decision = game.decision
    assert decision is not None
    match decision.kind.name:
        case "priority":
            return acts(game, rng)
        case "attacks" | "blocks":
            return declares(game, decision, rng)
        case "targets":
            x = decision.key.arguments[0]
            choices = list(_choices(game.position, x))
            rng.shuffle(choices)
            for choice in choices:
                targets = [list(found) for _, found in choice.targets]
                divide = {target: share for _, target, share in choice.shares} or None
                try:
                    return moves.choose(game, targets, modes=choice.modes or None, divide=divide)
                except IllegalMove:  # modes and targets that can't be paid for
                    continue
            raise AssertionError(f"no legal choice found for {x}")
    for _ in range(20):
        try:
            return game.answer(random_answer(decision, rng))
        except (Forbidden, IllegalMove):  # what can't be paid with that is taken back (732.1)
            continue
    raise AssertionError(f"no legal answer found to {decision}")


@lru_cache(maxsize=4)
def _choices(position: Position, x: Symbol) -> tuple[Choice, ...]:
    """Some choices of targets, in an order of their own and kept so that who decides again in an equal
    position has the same: which of many are found first is nobody's promise."""
    return tuple(sorted(islice(announce.decide(position, x).choices(), 30), key=repr))


def random_answer(decision: Decision, rng: random.Random) -> list[Symbol]:
    """An answer of the right form."""
    bounds = [a.number for a in decision.kind.arguments]
    options = list(decision.options)
    match decision.kind.name:
        case "yes_no":
            return [Function(rng.choice(["yes", "no"]))]
        case "number":
            return [Number(rng.randint(*bounds))]
        case "one":
            return [rng.choice(options)]
        case "some":
            return rng.sample(options, rng.randint(bounds[0], min(bounds[1], len(options))))
        case "order":
            rng.shuffle(options)
            return [Function("", [Number(n), one]) for n, one in enumerate(options, 1)]
        case "divide":
            shares = Counter(rng.choice(options) for _ in range(bounds[0]))
            if rng.random() < 0.5:
                shares = Counter({rng.choice(options): bounds[0]})
            return [Function("", [one, Number(n)]) for one, n in shares.items()]
    raise AssertionError(f"no such kind of decision: {decision.kind}")


def acts(game: Game, rng: random.Random) -> Game:
    """Pass, or make a random move."""
    if rng.random() < 0.4:
        return game.passes()
    found = moves.candidates(game)
    rng.shuffle(found)
    found.sort(key=lambda move: move.kind == "activate" and rng.random() < 0.9)  # mana is made while paying
    for move in found[:4]:
        made = made_of(game, move)
        if rng.random() < 0.2:
            reasons = moves.check(game, move)
            assert bool(reasons) == isinstance(made, IllegalMove), f"{move}: check {reasons}, made {made}"
        if isinstance(made, Game):
            return made
    return game.passes()


def made_of(game: Game, move: moves.Move) -> Game | IllegalMove:
    """The game after a move, or why it can't be made."""
    try:
        return moves.make(game, move)
    except IllegalMove as error:
        return error


def declares(game: Game, decision: Decision, rng: random.Random) -> Game:
    """A random legal declaration."""
    kind = ATTACKS if decision.kind.name == "attacks" else BLOCKS
    pairs = sorted((a, b) for a, b in table(kind, game.position.facts).pairs)
    first: dict[Symbol, Symbol] = {}
    for a, b in rng.sample(pairs, rng.randint(0, len(pairs))):
        first.setdefault(a, b)
    chosen = frozenset(first.items())
    if not check_declaration(game.position, kind, Declaration(chosen)).legal:
        chosen = rng.choice(list(legal_declarations(kind, game.position.facts).unfolded(20))).pairs
    facts = [Function("declared", [Function(kind.choice, list(pair))]) for pair in sorted(chosen)]
    return game.gives(*facts, Function("declares", [Function(kind.question)]))


# What must hold


def cards_of(position: Position) -> Counter[tuple[Symbol, frozenset[Symbol]]]:
    """How many cards each player owns, by their faces, whichever shows."""
    here = index(position.facts)
    unreal = {row[0] for name in ("token", "copy", "emblem") for row in here.of(name, 1)}
    faces: defaultdict[Symbol, set[Symbol]] = defaultdict(set)
    for name in ("face", "other_face"):
        for o, face in here.of(name, 2):
            faces[o].add(face)
    return Counter(
        (row[1], frozenset(faces[row[0]]))
        for row in here.of("owner", 2)
        if row[0] in faces and row[0] not in unreal
    )


def faults(position: Position, cards: Counter[tuple[Symbol, frozenset[Symbol]]]) -> list[str]:
    """What is wrong with a position in which a player must decide. `cards`: who owned what at the start."""
    here = index(position.facts)
    out = []
    zones: defaultdict[Symbol, list[str]] = defaultdict(list)
    for o, zone in here.of("in_zone", 2):
        zones[o].append(zone.name)
    # What is part of a merged permanent is where that is (729.2b).
    for part, whole in here.of("merged_into", 2):
        zones[part] += zones[whole]
    # A mana ability uses no stack (605.3b): it is in no zone while it is carried out.
    objects = {row[0] for row in here.of("object", 1)} - {row[0] for row in here.of("at_once", 1)}
    out += [
        f"{o} is in {zones[o] or 'no zone'}"
        for o in sorted(objects | set(zones))
        if len(zones[o]) != 1 or o not in objects
    ]
    if not here.of("lost", 1) and cards_of(position) != cards:
        missing, more = cards - cards_of(position), cards_of(position) - cards
        out.append(f"cards aren't conserved: without {dict(missing)}, with {dict(more)}")
    there = {o for o, zone in zones.items() if zone == ["battlefield"]}
    for name in ("tapped", "sick", "flipped", "transformed"):
        out += [
            f"{name} but not on the battlefield: {row[0]}" for row in here.of(name, 1) if row[0] not in there
        ]
    for name in ("damage", "attacking", "blocking"):
        out += [
            f"{name} but not on the battlefield: {row[0]}" for row in here.of(name, 2) if row[0] not in there
        ]
    players = {row[0] for row in here.of("player", 1)}
    for a, b in here.of("attached_to", 2):
        if a not in there or b not in there | players:
            out.append(f"{a} is attached to {b}")
    for a, b in here.of("attacking", 2):
        if b not in players and b not in there and b.name != "nothing":
            out.append(f"{a} attacks {b}, which isn't there")
    for o, kind, number in here.of("counters", 3):
        if o not in objects or number.number < 1:
            out.append(f"{number} {kind} counters on {o}")
    for name in ("step", "active", "turn", "next_object", "next_stamp"):
        if len(here.of(name, 1)) != 1:
            out.append(f"{name}: {here.of(name, 1)}")
    out += _once("life", ((row[0],) for row in here.of("life", 2)))
    out += _once("damage", ((row[0],) for row in here.of("damage", 2)))
    out += _once("counters", (tuple(row[:2]) for row in here.of("counters", 3)))
    out += _once("timestamp", ((row[0],) for row in here.of("timestamp", 2)))
    owner = {row[0]: row[1] for row in here.of("owner", 2)}
    piles = [
        (zones[o][0], None if zones[o][0] == "stack" else owner.get(o), n)
        for o, n in here.of("place", 2)
        if zones[o]
    ]
    out += _once("place", piles)
    if len({row[0] for row in here.of("priority", 1)}) > 1:
        out.append(f"priority: {here.of('priority', 1)}")
    # 704.5d A token that left the battlefield is there until state-based actions are checked next.
    busy = any(here.of(name, 1) for name in ("resolving", "announcing", "at_once"))
    unreal = set() if busy else {row[0] for row in here.of("token", 1)}
    out += [f"the token {o} is in {zones[o]}" for o in unreal if zones[o] and zones[o] != ["battlefield"]]
    return out


def _once(name: str, keys: Iterable[object]) -> list[str]:
    return [f"{name} twice: {key}" for key, n in Counter(keys).items() if n > 1]


def play(position: Position, rng: random.Random, decisions: int) -> tuple[Game, Sequence[str]]:
    """A random game of some decisions; the game as it ends, and what was wrong on the way."""
    game = Game.of(position)
    cards = cards_of(game.position)
    wrong = faults(game.position, cards)
    for _ in range(decisions):
        if game.over or wrong:
            break
        before, state = game, rng.getstate()
        held = before.position.facts
        game = decide(game, rng)
        wrong = faults(game.position, cards)
        if Position.from_facts(game.position.text()) != game.position:
            wrong.append("the text form doesn't give the position back")
        if rng.random() < 0.1:
            rng_after = rng.getstate()
            rng.setstate(state)
            if (
                before.position.facts != held
                or decide(Game.of(Position.from_facts(before.position.text())), rng).position != game.position
            ):
                wrong.append("from the text form, the same decision leads elsewhere")
            rng.setstate(rng_after)
    return game, wrong
