"""The game's lists of words (CR 105, 205, 122): what a type line, a filter or a counter can name."""

from __future__ import annotations

import re

COLORS: dict[str, str] = {c: c for c in ("white", "blue", "black", "red", "green")}
COLOR_LETTERS: dict[str, str] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}

TYPES: tuple[str, ...] = (
    "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land",
    "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "vanguard",
)  # fmt: skip
PERMANENT_TYPES: tuple[str, ...] = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker")
SUPERTYPES: tuple[str, ...] = ("basic", "legendary", "ongoing", "snow", "world")

ARTIFACT_TYPES = """Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator
Infinity Junk Lander Map Powerstone Spacecraft Stone Treasure Vehicle"""
ENCHANTMENT_TYPES = "Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine"
LAND_TYPES = """Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp
Tower Town Urza's"""
BASIC_LAND_TYPES = ("plains", "island", "swamp", "mountain", "forest")
PLANESWALKER_TYPES = """Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel
Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace Jared
Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko
Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi
Teyo Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling
Zariel"""
SPELL_TYPES = "Adventure Arcane Lesson Omen Trap"
BATTLE_TYPES = "Siege"
CREATURE_TYPES = """Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin
Assembly-Worker Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast
Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg C'tan Camarid Camel Capybara
Caribou Carrier Cat Centaur Child Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab
Crocodile Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn
Doctor Dog Dragon Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental
Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gargoyle Germ
Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling
Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena
Illusion Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu Kirin Kithkin
Knight Kobold Kor Kraken Lamia Lammasu Leech Lemur Leviathan Lhurgoyf Licid Lizard Llama Lobster Manticore
Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk
Mount Mouse Mutant Myr Mystic Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph
Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest
Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus Porcupine Possum Praetor Primarch Prism
Processor Qu Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai
Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman
Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer
Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid Squirrel Starfish Surrakar
Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Time_Lord Toy Treefolk Trilobite
Triskelavite Troll Turtle Tyranid Unicorn Vampire Varmint Vedalken Villain Volver Wall Walrus Warlock
Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera"""

OBSOLETE_PLURALS: dict[str, str] = {
    "elves": "Elf", "dwarves": "Dwarf", "wolves": "Wolf", "werewolves": "Werewolf", "thieves": "Thief",
    "children": "Child", "mice": "Mouse", "oxen": "Ox", "octopuses": "Octopus", "fungi": "Fungus",
    "sphinxes": "Sphinx", "foxes": "Fox", "allies": "Ally", "faeries": "Faerie", "mercenaries": "Mercenary",
    "cyclopes": "Cyclops", "jellyfish": "Jellyfish", "nephilim": "Nephilim", "djinn": "Djinn", "kor": "Kor", "aetherborn": "Aetherborn",
    "myr": "Myr", "vedalken": "Vedalken", "samurai": "Samurai", "merfolk": "Merfolk", "moonfolk": "Moonfolk",
    "kavu": "Kavu", "horrors": "Horror", "locuses": "Locus", "loci": "Locus", "plains": "Plains",
    "witches": "Witch", "treefolk": "Treefolk", "eldrazi": "Eldrazi", "ninja": "Ninja", "homunculi": "Homunculus",
    "gremlins": "Gremlin", "time lords": "Time_Lord", "efreet": "Efreet", "masticores": "Masticore",
    "monkeys": "Monkey", "donkeys": "Donkey", "turkeys": "Turkey", "boars": "Boar", "sheep": "Sheep",
    "fish": "Fish", "squid": "Squid", "kithkin": "Kithkin", "soltari": "Soltari", "thalakos": "Thalakos",
    "dauthi": "Dauthi", "surrakar": "Surrakar", "phyrexians": "Phyrexian", "pegasi": "Pegasus",
    "lhurgoyfs": "Lhurgoyf", "pests": "Pest", "licids": "Licid", "armies": "Army", "hippos": "Hippo",
    "dryads": "Dryad", "kirin": "Kirin", "cyclops": "Cyclops", "shamans": "Shaman", "humans": "Human",
    "equipment": "Equipment", "urza's": "Urza's", "gods": "God", "heroes": "Hero", "praetors": "Praetor",
}  # fmt: skip


def constant(word: str) -> str:
    """The constant that stands for a word of the game: `Power-Plant` is power_plant, `Urza's` is urzas."""
    return re.sub(r"[^a-z0-9]+", "_", word.lower().replace("'", "").replace("’", "")).strip("_")


def _plural(word: str) -> str:
    lower = word.lower()
    if lower.endswith(("s", "x", "ch", "sh", "z")):
        return lower + "es"
    if lower.endswith("y") and lower[-2] not in "aeiou":
        return lower[:-1] + "ies"
    return lower + "s"


CLASSES: dict[str, tuple[str, ...]] = {
    "artifact": tuple(ARTIFACT_TYPES.split()),
    "enchantment": tuple(ENCHANTMENT_TYPES.split()),
    "land": tuple(LAND_TYPES.split()),
    "planeswalker": tuple(PLANESWALKER_TYPES.split()),
    "spell": tuple(SPELL_TYPES.split()),
    "battle": tuple(BATTLE_TYPES.split()),
    "creature": tuple(CREATURE_TYPES.split()),
}
"""Subtypes as printed (a space as an underscore), by the class of card type they belong to."""

CLASS_OF: dict[str, str] = {constant(w): kind for kind, words in CLASSES.items() for w in words}
"""The class of each subtype constant."""

SUBTYPES: dict[str, str] = {}
"""Singular and plural, lower case, as text has them, with the subtype constant."""
for _words in CLASSES.values():
    for _word in _words:
        _name = constant(_word)
        SUBTYPES[_word.lower().replace("_", " ")] = _name
        SUBTYPES.setdefault(_plural(_word).replace("_", " "), _name)
for _text, _word in OBSOLETE_PLURALS.items():
    if constant(_word) in CLASS_OF:
        SUBTYPES[_text] = constant(_word)
SUBTYPES.pop("will", None)  # a planeswalker type that would be read into "players will"

TYPE_WORDS: dict[str, str] = {t: t for t in TYPES} | {_plural(t): t for t in TYPES} | {"sorceries": "sorcery"}

COUNTER_KEYWORDS: tuple[str, ...] = (
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
)  # fmt: skip

NUMBERS: dict[str, int] = {
    w: n
    for n, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
        ]
    )
} | {"sixteen": 16, "twenty": 20, "thirty": 30, "fifty": 50, "ninety-nine": 99, "a hundred": 100}
ORDINALS: dict[str, int] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
}  # fmt: skip
