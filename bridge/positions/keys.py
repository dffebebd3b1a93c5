"""The keys of a position file: one table that the reader checks against and the JSON Schema is made from.

`Shape` says what a value looks like; the reader has a method for each, the schema a definition for each.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from magistrate.bridge.records import Record

Shape: TypeAlias = Literal[
    "flag",  # true or false; a key with nothing after it is true
    "text",
    "number",  # a whole number, 0 or more
    "positive",  # a whole number, 1 or more
    "integer",  # any whole number
    "words",  # a word or a list of words
    "object",  # the name of an object
    "objects",  # one or a list
    "player",
    "players",
    "any",  # the name of an object or player
    "anys",
    "counters",  # {kind: number}
    "chosen",  # {kind: value}, or a value whose kind is plain; {kind: {word: word}} where words are exchanged
    "targets",  # a list of names, or a list of lists, one for each "target"
    "divide",  # {name: number}
    "face",  # front, back, or the name of a face
    "mana",  # "{R}{G}" or {R: 2}
    "numbers",  # a number or a list of numbers
    "ability",  # a number, or the first words of cost or text
    "card",  # the name of a card
    "entries",  # a list of cards with properties
    "step",
    "day",
    "turn",
    "cards",
    "people",
    "emblems",
    "resolved",
    "stack",
    "raw",
    "answers",
    "scalar",  # text or number, kept for people
    "band",
    "colors",
    "faces",
    "pt",
    "attack",
    "copied",
    "commander_damage",
    "stickers",
    "merged",  # names, or {name: {owner: player}}
]


class Key(Record):
    """One key. `where`: the zones in which an object may have it, empty for all. `fact`: what it becomes."""

    name: str
    shape: Shape
    doc: str
    where: tuple[str, ...] = ()
    fact: str = ""


def _table(*keys: Key) -> dict[str, Key]:
    return {key.name: key for key in keys}


_FIELD = ("battlefield",)
_SEEN = ("battlefield", "stack")
_DOWN = ("battlefield", "stack", "exile", "command")

OBJECT = _table(
    Key("id", "text", "A name for this object alone."),
    Key("count", "positive", "So many equal objects."),
    Key("tapped", "flag", "It is tapped.", _FIELD, "tapped"),
    Key("flipped", "flag", "A flip card that is flipped.", _FIELD, "flipped"),
    Key("face_down", "flag", "It is face down.", _DOWN, "face_down"),
    Key("face", "face", "Which face is up: front, back, or its name."),
    Key("transformed", "flag", "The same as `face: back`.", _FIELD),
    Key("phased_out", "flag", "It is phased out.", _FIELD, "phased_out"),
    Key("token", "flag", "It is a token.", _SEEN, "token"),
    Key("sick", "flag", "Its controller hasn't controlled it since the turn began.", _FIELD, "sick"),
    Key("counters", "counters", "Counters on it, by kind: {+1/+1: 2}."),
    Key("damage", "number", "Damage marked on it.", _FIELD, "damage"),
    Key("deathtouched", "flag", "Dealt damage by a source with deathtouch.", _FIELD, "deathtouched"),
    Key("attached_to", "any", "The object or player that it is attached to.", _FIELD, "attached_to"),
    Key(
        "attacking",
        "attack",
        "What it attacks: a player, planeswalker or battle; true with one opponent.",
        _FIELD,
    ),
    Key("blocking", "objects", "The attackers that it blocks.", _FIELD, "blocking"),
    Key("blocked", "flag", "An attacker that was blocked.", _FIELD, "blocked"),
    Key("band", "band", "Attackers with the same band attack as one.", _FIELD),
    Key("copy_of", "copied", "The object or card whose copiable values it has.", _SEEN),
    Key("melded", "words", "The two cards that a melded permanent is, by their names.", _FIELD),
    Key(
        "merged",
        "merged",
        "The cards and tokens under a merged permanent, top first; it is listed as the topmost one.",
        _FIELD,
    ),
    Key("owner", "player", "Its owner, when that isn't the player it is listed under."),
    Key("controller", "player", "Its controller, when that isn't the player it is listed under."),
    Key("chosen", "chosen", "What was chosen for it: {color: red}, or just red."),
    Key("x", "number", "The value of X.", (), "x"),
    Key("timestamp", "integer", "Its timestamp; objects without one have theirs in the order of the file."),
    Key("goaded", "players", "The players that goaded it.", _FIELD, "goaded"),
    Key("exerted", "flag", "It was exerted.", _FIELD, "exerted"),
    Key("monstrous", "flag", "It is monstrous.", _FIELD, "monstrous"),
    Key("renowned", "flag", "It is renowned.", _FIELD, "renowned"),
    Key("suspected", "flag", "It is suspected.", _FIELD, "suspected"),
    Key("saddled", "flag", "It is saddled.", _FIELD, "saddled"),
    Key("solved", "flag", "A solved Case.", _FIELD, "solved"),
    Key("level", "number", "Its class level.", _FIELD, "level"),
    Key("designated", "words", "Further designations.", (), "designated"),
    Key("unlocked", "words", "The halves of a Room that are unlocked, by name.", _FIELD),
    Key("protector", "player", "The player who protects a battle.", _FIELD, "protector"),
    Key("paired_with", "object", "The creature that it is paired with.", _FIELD, "paired_with"),
    Key("imprinted", "objects", "The cards that it imprinted.", (), "imprinted"),
    Key("set", "text", "The set whose card this is.", (), "printing"),
    Key("remembered", "anys", "Objects and players that its abilities speak of.", (), "remembered"),
    Key("exiled_with", "object", "The object that exiled it.", ("exile",), "exiled_with"),
    Key("paid", "words", "Optional costs that were paid for it: kicker, twice for multikicker.", (), "paid"),
    Key("commander", "flag", "It is its owner's commander.", (), "commander"),
    Key("tax", "number", "Generic mana that it costs more from the command zone.", (), "commander_tax"),
    Key("revealed_to", "players", "Players who may look at it.", (), "revealed_to"),
    Key(
        "stickers",
        "stickers",
        "Name stickers on it: words, or {word: where}; first is 1.",
        (),
        "name_sticker",
    ),
    Key("entered_this_turn", "flag", "It came onto the battlefield this turn.", (), "entered_this_turn"),
    Key("attacked_this_turn", "flag", "It attacked this turn.", (), "attacked_this_turn"),
    Key("blocked_this_turn", "flag", "It blocked this turn.", (), "blocked_this_turn"),
)

HISTORY = r"[a-z][a-z_]*_(this_turn|last_turn|this_combat|this_game)"
"""Further keys of objects and players: what happened, named as the literal that asks for it."""

DEFINITION = _table(
    Key("name", "text", "Its name."),
    Key("cost", "text", 'Mana cost: "{2}{R}".'),
    Key("type", "text", "Type line: Legendary Creature — Ogre."),
    Key("pt", "pt", "Power and toughness: 3/3, */2."),
    Key("text", "text", "Oracle text, one ability a line."),
    Key("loyalty", "scalar", "Printed loyalty."),
    Key("defense", "scalar", "Printed defense."),
    Key(
        "colors",
        "colors",
        "Its colours where the cost doesn't say them (also `color`): red, [red, green], colorless.",
    ),
    Key("color_indicator", "colors", "Its colour indicator."),
)

CARD = _table(
    *DEFINITION.values(),
    Key("layout", "text", "How its faces belong together: transform, modal_dfc, split, adventure, flip, …"),
    Key("faces", "faces", "The faces or halves of a card that has several, front or left first."),
)

INLINE = _table(*(key for key in DEFINITION.values() if key.name != "name"))
"""Keys that define a token where it is listed."""

ENTRY = {**OBJECT, **INLINE}

SPELL = _table(
    Key("card", "card", "The spell's card, or the half or face that was cast."),
    Key("by", "player", "Who cast it."),
    Key("targets", "targets", "Its targets, as the text has them; a list of lists where that isn't plain."),
    Key("x", "number", "The value of X."),
    Key("modes", "numbers", "The modes chosen, the first is 1."),
    Key("divide", "divide", "How an amount is divided: {bear: 2}."),
    Key("copy", "flag", "A copy of a spell, no card."),
    *(OBJECT[name] for name in ("id", "owner", "face", "face_down", "chosen", "paid", "timestamp")),
    *(OBJECT[name] for name in ("copy_of", "remembered", "counters", "designated", "commander", "tax")),
)  # fmt: skip

STACK_ABILITY = _table(
    Key("ability", "ability", "Which ability: a number among the activated ones, or its first words."),
    Key("of", "object", "The object whose ability it is."),
    *(
        SPELL[name]
        for name in ("by", "targets", "x", "modes", "divide", "id", "chosen", "timestamp", "remembered")
    ),
)

RESOLVED = _table(
    Key("card", "card", "The spell that resolved, or the card whose ability did."),
    Key("ability", "ability", "Which ability; left out for a spell."),
    Key("of", "object", "The object whose ability it was."),
    Key("affects", "objects", "The objects that it began to affect, when that set is fixed."),
    *(SPELL[name] for name in ("by", "targets", "x", "modes", "divide", "chosen", "timestamp")),
)

EMBLEM = _table(
    Key("owner", "player", "Whose emblem it is."),
    Key("name", "text", "What to call it."),
    Key("text", "text", "Its abilities, in Oracle wording."),
    Key("id", "text", "A name for this object alone."),
    Key("timestamp", "integer", "Its timestamp."),
)

MERGED = _table(*(OBJECT[name] for name in ("id", "owner", "token", "face", "commander", "set")))

COPIED = _table(
    Key("card", "card", "The card whose values were copied, whatever the original is now."),
    Key("face_down", "flag", "It copied something that was face down."),
)

COUNTERS = _table(
    Key("count", "number", "So many counters of the kind."),
    Key("timestamp", "integer", "When the last of them was put there."),
)

UNKNOWN = _table(Key("unknown", "number", "So many cards that nobody has seen."))

ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "command", "outside")

PLAYER = _table(
    Key("life", "integer", "Life total; 20 where it isn't said."),
    Key("poison", "number", "Poison counters."),
    Key("counters", "counters", "Further counters: {energy: 3}."),
    Key("mana", "mana", 'Mana in the pool: "{R}{R}".'),
    Key("land_plays", "number", "Lands played this turn.", (), "land_plays"),
    Key("battlefield", "entries", "Permanents under this player's control."),
    Key("hand", "entries", "Cards in hand; a number for cards nobody has seen."),
    Key("library", "entries", "The library, top first; {unknown: 40} for cards nobody has seen."),
    Key("graveyard", "entries", "The graveyard, top last."),
    Key("exile", "entries", "Cards this player owns in exile."),
    Key("command", "entries", "Commanders and the like."),
    Key("outside", "entries", "Cards this player owns outside the game, such as dungeons."),
    Key("emblems", "emblems", "Emblems that this player has."),
    Key("commander_damage", "commander_damage", "Combat damage by commanders: {id: 5}."),
    Key("city_blessing", "flag", "Has the city's blessing.", (), "city_blessing"),
    Key("speed", "number", "Speed.", (), "speed"),
    Key("designated", "words", "Further designations.", (), "designated"),
    Key("chosen", "chosen", "What was chosen for this player."),
)

TURN = _table(
    Key("active", "player", "Whose turn it is; the first player where it isn't said."),
    Key("step", "step", "The step; precombat main where it isn't said."),
    Key("number", "positive", "Which turn of the game it is."),
    Key("priority", "player", "Who has priority."),
    Key("fresh", "flag", "Before the step's turn-based actions."),
    Key("declared", "flag", "The declaration of the step was made, even if nobody was declared."),
    Key("defending", "players", "The opponents who can be attacked, where not all of them can."),
)

TOP = _table(
    Key("title", "scalar", "What the position shows."),
    Key("note", "scalar", "Anything to say about it."),
    Key("goal", "scalar", "What is to be reached, in words."),
    Key("turn", "turn", "Whose turn, which step."),
    Key("cards", "cards", "Cards defined here; they win over the card database."),
    Key("players", "people", "The players in turn order."),
    Key("exile", "entries", "Exiled cards, each with its owner."),
    Key("command", "entries", "Objects in the command zone, each with its owner."),
    Key("outside", "entries", "Cards outside the game, each with its owner."),
    Key("emblems", "emblems", "Emblems, each with its owner."),
    Key("options", "words", "Options of the game: attack left, attack right, attack multiple players."),
    Key("monarch", "player", "The monarch."),
    Key("initiative", "player", "Who has the initiative."),
    Key("day", "day", "day or night."),
    Key("resolved", "resolved", "Spells and abilities that resolved earlier and still last."),
    Key("stack", "stack", "The stack, in the order it was put there: the last resolves first."),
    Key("answers", "answers", "Each player's next answers, in order."),
    Key("steps", "raw", "What happens and what is expected: makes the file a ruling."),
)

OPTIONS: tuple[str, ...] = ("attack left", "attack right", "attack multiple players")
"""Options of a game with several players; the last is what holds where none is given."""

STEPS: dict[str, str] = {
    "untap": "untap",
    "upkeep": "upkeep",
    "draw": "draw",
    "precombat main": "precombat_main",
    "beginning of combat": "beginning_of_combat",
    "declare attackers": "declare_attackers",
    "declare blockers": "declare_blockers",
    "first-strike combat damage": "first_strike_damage",
    "combat damage": "combat_damage",
    "end of combat": "end_of_combat",
    "postcombat main": "postcombat_main",
    "end": "end",
    "cleanup": "cleanup",
}
"""Names of the steps, and the constant of each."""

MANA: dict[str, str] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}
COLORS: tuple[str, ...] = ("white", "blue", "black", "red", "green")

CHOSEN: dict[str, str] = {
    "color": "color",
    "creature type": "creature_type",
    "card type": "card_type",
    "land type": "land_type",
    "basic land type": "basic_land_type",
    "second basic land type": "second_basic_land_type",
    "name": "name",
    "player": "player",
    "opponent": "opponent",
    "number": "number",
    "mode": "mode",
    "object": "object",
    "word": "word",
    "keyword": "keyword",
}
"""Kinds of choices, and the constant of each."""

MOVES: dict[str, str] = {
    "attack": "Declares attackers: each with the player, planeswalker or battle it attacks.",
    "block": "Declares blockers: each with the attacker, or list of attackers, it blocks.",
    "cast": "Casts a spell.",
    "activate": "Activates an ability.",
    "play": "Plays a land.",
    "special": "A special action: turn up, suspend, foretell, plot, companion, unlock.",
    "pass": "A player passes priority.",
    "resolve": "Resolves the top of the stack, or all of it.",
    "advance": "All pass until a step is reached.",
    "choose": "Answers the decision that is due.",
}
QUESTIONS: dict[str, str] = {
    "legal": "May this move be made? It is tried without making it.",
    "attacks": "All legal declarations of attackers.",
    "blocks": "All legal declarations of blockers.",
    "targets": "Legal targets of a spell or ability.",
    "characteristics": "What an object is now.",
    "replacements": "Orders of replacement effects.",
    "combat": "Every outcome of this combat.",
}
BESIDE: dict[str, str] = {
    "expect": "What must come out.",
    "rule": "A rule that must be among the reasons of an illegal move.",
    "note": "Anything to say about the step.",
    "by": "Who makes the move or the choice.",
    "bands": "Bands among the attackers, beside `attack`.",
    "pay": "How the declaration is paid for, beside `attack` or `block`.",
}


def spelling(key: str) -> str:
    """A key as the tables spell it: lower case, underscores for spaces and hyphens."""
    return "_".join(key.lower().replace("-", " ").split())
