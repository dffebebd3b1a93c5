"""A table for tests of moves: cards with texts, players who hold them, and how to name what is there."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.game import Game, moves
from magistrate.bridge.game.moves import Move
from magistrate.bridge.positions.position import Position

CARDS = """
Filler | {9} | Artifact |
Grey Bear | {1}{G} | Creature — Bear | 2/2
Jolt | {R} | Instant |
  Jolt deals 2 damage to any target.
Twin Bolts | {1}{R} | Sorcery |
  Twin Bolts deals 3 damage divided as you choose among any number of targets.
Long Thought | {2}{U} | Sorcery |
  Draw two cards.
Old Words | {U} | Sorcery |
  Draw a card.
  Flashback {2}{U}
Grand Plan | {4}{U} | Sorcery |
  Delve
  Draw three cards.
Rally | {2}{W} | Instant |
  Convoke
  You gain 4 life.
Cruel Bargain | {B} | Sorcery |
  As an additional cost to cast this spell, sacrifice a creature.
  Draw two cards.
Choice of Pain | {R} | Instant |
  As an additional cost to cast this spell, discard a card or pay {3}.
  Draw a card.
Free Thought | {3}{U} | Instant |
  You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana cost.
  Draw a card.
Painful Truth | {1}{B/P} | Sorcery |
  Draw a card.
Split Word | {G/W} | Sorcery |
  You gain 1 life.
Big Fire | {X}{R} | Sorcery |
  Big Fire deals X damage to any target.
Strong Bear | {1}{G} | Creature — Bear | 2/2
  Kicker {1}{G}
  When this creature enters, if it was kicked, draw a card.
Cheap Bargain | {1}{B} | Sorcery |
  As an additional cost to cast this spell, sacrifice a creature.
  Draw a card.
Cheap Clerk | {1}{U} | Creature — Human | 1/1
  Instant and sorcery spells you cast cost {1} less to cast.
Dear Clerk | {1}{W} | Creature — Human | 1/1
  Spells your opponents cast cost {1} more to cast.
Silent Judge | {1}{W} | Creature — Human | 1/1
  Your opponents can't cast creature spells.
Brief Ghost | {3}{U} | Creature — Ghost | 3/3
  Evoke {U}
  When this creature enters, draw a card.
Hidden Bear | {3}{G}{G} | Creature — Bear | 5/5
  Morph {1}{G}
Known Fate | {3}{U} | Sorcery |
  Draw two cards.
  Foretell {1}{U}
Slow Scheme | {3}{U} | Sorcery |
  Draw two cards.
  Plot {U}
Old Cart | {2} | Artifact — Vehicle | 3/3
  Crew 2
Sore Land |  | Land |
  {T}: Add {R} or {G}. This land deals 1 damage to you.
Lush Vine | {G} | Enchantment — Aura |
  Enchant land
  Whenever enchanted land is tapped for mana, its controller adds an additional {G}.
Great Wake | {3}{G}{W} | Enchantment |
  Whenever you tap a land for mana, add one mana of any type that land produced.
Mirror Land |  | Land |
  {T}: Add one mana of any color that a land an opponent controls could produce.
Wooded Rider | {3}{G} | Creature — Elf | 3/3
  Forestcycling {1}
Fair Deal | {G} | Sorcery |
  Bargain
  Draw a card. If this spell was bargained, you gain 3 life.
Slow Camel | {1}{G} | Creature — Camel Mount | 1/1
  Saddle 2
Pack Leader | {1}{G} | Creature — Wolf | 2/2
  Squad {1}
Proud Parent | {1}{G} | Creature — Bird | 3/3
  Offspring {1}
Echo Words | {G} | Sorcery |
  Replicate {G}
  You gain 1 life.
Grim Pact | {G} | Sorcery |
  Casualty 1
  You gain 2 life.
Two Ways | {R} | Instant |
  Choose one —
  • Two Ways deals 1 damage to target player.
  • Destroy target creature.
  • Draw a card.
Early Clerk | {1}{U} | Creature — Human | 1/1
  The first spell you cast each turn costs {1} less to cast.
Lone Judge | {1}{W} | Creature — Human | 1/1
  Each player can't cast more than one spell each turn.
Rash Tool | {2} | Artifact |
  {3}: You gain 1 life. This ability costs {2} less to activate if you control a Bear.
Pinger | {1}{R} | Creature — Human | 1/1
  {T}: This creature deals 1 damage to any target.
Hasty Pinger | {1}{R} | Creature — Human | 1/1
  Haste
  {T}: This creature deals 1 damage to any target.
Mana Elf | {G} | Creature — Elf | 1/1
  {T}: Add {G}.
Rainbow Elf | {G} | Creature — Elf | 1/1
  {T}: Add one mana of any color.
Slow Statue | {4} | Artifact |
  {2}, {T}: Draw a card. Activate only as a sorcery.
Once Orb | {4} | Artifact |
  {1}: You gain 1 life. Activate only once each turn.
Wise Walker | {3}{U} | Legendary Planeswalker — Sage | 3
  +1: Draw a card.
  −5: You gain 10 life.
Creature Den |  | Land |
  {T}: Add one mana of any color. Spend this mana only to cast a creature spell.
Final Say | {1}{R} | Instant |
  Split second
  You gain 1 life.
Rider Card | {2}{R} | Creature — Horse | 3/3
  Cycling {1}
Long Blade | {1} | Artifact — Equipment |
  Equipped creature gets +1/+1.
  Equip {1}
Blood Rite | {B} | Enchantment |
  Sacrifice a creature: Draw a card.
Gold Coin | {1} | Artifact |
  {T}, Sacrifice this artifact: Add one mana of any color.
"""
"""A card a line: name, cost, type, body or loyalty; its text under it."""


def cards() -> str:
    """The cards as a position file has them."""
    out = ["cards:"]
    for line in CARDS.strip().splitlines():
        if line.startswith("  "):
            out.append(f"      {line.strip()}")
            continue
        name, cost, kind, body = (part.strip() for part in line.split("|"))
        key = "pt" if "/" in body else "loyalty"
        out += [f"  - name: {name}", f"    type: {kind}", f'    cost: "{cost}"' if cost else ""]
        out += [f"    {key}: {body}" if body else "", "    text: |-"]
    return "\n".join(line for line in out if line)


def table(
    alice: str = "",
    hand: str = "",
    bob: str = "",
    *,
    step: str = "precombat main",
    active: str = "Alice",
    graveyard: str = "",
    more: str = "",
    stack: str = "",
) -> Game:
    text = f"""
turn: {{active: {active}, step: {step}, number: 5, priority: Alice}}
{cards()}
players:
  Alice:
    battlefield: [{alice}]
    hand: [{hand}]
    graveyard: [{graveyard}]
    library: [Filler, Filler, Filler, Filler]
    {more}
  Bob:
    battlefield: [{bob}]
    library: [Filler, Filler]
stack: [{stack}]
"""
    return Game.of(Position.from_text(text))


def thing(game: Game, name: str) -> Symbol:
    return game.position.names.resolve(name)


def held(game: Game, name: str) -> set[str]:
    return {str(fact) for fact in game.position.facts if fact.name == name}


def names(game: Game, zone: str) -> list[str]:
    faces = {
        f.arguments[0]: f.arguments[1].arguments[0].string for f in game.position.facts if f.name == "face"
    }
    there = (f.arguments for f in game.position.facts if f.name == "in_zone")
    return sorted(faces[o] for o, z in there if z.name == zone and o in faces)


def tapped(game: Game) -> list[str]:
    label = game.position.names.label
    return sorted(label(f.arguments[0]) for f in game.position.facts if f.name == "tapped")


def rules(game: Game, move: Move) -> set[str]:
    return {reason.rule for reason in moves.check(game, move)}


def life(game: Game, number: int) -> int:
    return next(
        f.arguments[1].number
        for f in game.position.facts
        if f.name == "life" and str(f.arguments[0]) == f"p({number})"
    )


def cast(game: Game, name: str, *targets: str, **more: object) -> Move:
    named = game.position.names
    aims = tuple(named.resolve(t) for t in targets) if targets else None
    return Move("cast", named.object(name), targets=aims, **more)


def activate(game: Game, name: str, *targets: str, **more: object) -> Move:
    named = game.position.names
    aims = tuple(named.resolve(t) for t in targets) if targets else None
    return Move("activate", named.object(name), targets=aims, **more)


def resolved(game: Game) -> Game:
    return game.passes().passes()
