# ruff: noqa: E501 (card texts)
"""Layers that are hard to get right, through position files. Cards are invented, with texts in Oracle's wording."""

from __future__ import annotations

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import Characteristics, Known, characteristics

CARDS = r"""
  - {name: Plain Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Plain Ogre, cost: "{2}{R}", type: Creature — Ogre, pt: 2/2}
  - {name: Plain Bird, cost: "{1}{U}", type: Creature — Bird, pt: 1/3, text: "Flying"}
  - {name: Thin Elk, cost: "{W}", type: Creature — Elk, pt: 1/3}
  - {name: Plain Charm, cost: "{1}{W}", type: Enchantment}
  - {name: Plain Gear, cost: "{3}", type: Artifact}
  - {name: Plain Mountain, type: Basic Land — Mountain}
  - {name: Plain Swamp, type: Basic Land — Swamp}
  - {name: Plain Forest, type: Basic Land — Forest}
  - {name: Lonely Tower, type: Land, text: "{T}: Add {C}."}
  - {name: Leveller, cost: "{2}{W}{W}", type: Enchantment, text: "All creatures lose all abilities and have base power and toughness 1/1."}
  - {name: Waking Dream, cost: "{2}{W}{W}", type: Enchantment, text: "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base toughness each equal to its mana value."}
  - {name: Enchanted Night, cost: "{3}{W}{W}", type: Enchantment, text: "All permanents are enchantments in addition to their other types."}
  - {name: Old Glory, cost: "{2}{W}", type: Enchantment, text: "Creatures you control get +1/+1."}
  - {name: Guild Mark, cost: "{3}{B}{B}", type: Enchantment, text: "As this enchantment enters, choose a creature type.\nCreatures you control are the chosen type. The same is true for creature spells you control and creature cards you own that aren't on the battlefield."}
  - {name: Other Mark, cost: "{4}{U}", type: Enchantment, text: "As this enchantment enters, choose a creature type.\nEach creature you control is the chosen type in addition to its other types."}
  - {name: Tomb of Kings, type: Legendary Land, text: "Each land is a Swamp in addition to its other land types."}
  - {name: Grove of Kings, type: Legendary Land, text: "Each land is a Forest in addition to its other land types."}
  - {name: Red Moon, cost: "{2}{R}", type: Enchantment, text: "Nonbasic lands are Mountains."}
  - {name: Moon Mage, cost: "{2}{R}", type: Creature — Human Wizard, pt: 2/2, text: "Nonbasic lands are Mountains."}
  - {name: Tree Girl, color: green, type: Land Creature — Forest Dryad, pt: 1/1}
  - {name: Root and Branch, cost: "{3}{G}", type: Enchantment, text: "All Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to their other types."}
  - {name: Bell of Swamps, cost: "{4}", type: Artifact, text: "All Swamps are 1/1 black creatures that are still lands."}
  - {name: Marching Gears, cost: "{3}{U}", type: Enchantment, text: "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value."}
  - {name: Iron World, cost: "{6}", type: Artifact, text: "All permanents are artifacts in addition to their other types.\nAll permanents are colorless."}
  - {name: Prism Lamp, cost: "{3}", type: Artifact, text: "Lands you control have \"{T}: Add one mana of any color.\""}
  - {name: Cold Sun, cost: "{2}{R}", type: Enchantment, text: "All lands lose all abilities except mana abilities."}
  - {name: White Banner, cost: "{W}", type: Enchantment, text: "White creatures you control get +1/+1."}
  - {name: White Paint, cost: "{W}", type: Enchantment — Aura, text: "Enchant creature\nEnchanted creature is white."}
  - {name: Red Paint, cost: "{R}", type: Enchantment — Aura, text: "Enchant creature\nEnchanted creature is red."}
  - {name: Wings, cost: "{U}", type: Enchantment — Aura, text: "Enchant creature\nEnchanted creature has flying."}
  - {name: Nets, cost: "{G}", type: Enchantment — Aura, text: "Enchant creature\nEnchanted creature loses flying."}
  - {name: Grounding Law, cost: "{G}", type: Enchantment, text: "Creatures can't have flying and lose flying."}
  - {name: Old Carvings, cost: "{3}{G}", type: Enchantment, text: "Creatures with no abilities get +2/+2."}
  - {name: Frog Curse, cost: "{1}{U}", type: Enchantment — Aura, text: "Enchant creature\nEnchanted creature loses all abilities and is a blue Frog creature with base power and toughness 1/1."}
  - {name: Mind Thief, cost: "{2}{U}{U}", type: Enchantment — Aura, text: "Enchant creature\nYou control enchanted creature."}
  - {name: Aura Thief, cost: "{2}{U}{U}", type: Enchantment — Aura, text: "Enchant permanent\nYou control enchanted permanent."}
  - {name: Moon Prison, cost: "{2}{U}", type: Enchantment — Aura, text: "Enchant permanent\nEnchanted permanent is a colorless Forest land."}
  - {name: Sea Cloak, cost: "{U}", type: Enchantment — Aura, text: "Enchant land\nEnchanted land is an Island."}
  - {name: Many Faces, cost: "{2}{U}", type: Creature — Shapeshifter, pt: 2/2, text: "Changeling"}
  - {name: Void Thing, cost: "{2}{R}", type: Creature — Eldrazi, pt: 2/2, text: "Devoid"}
  - {name: Counting Beast, cost: "{G}", type: Creature — Beast, pt: "*/*", text: "Counting Beast's power and toughness are each equal to the number of lands you control."}
  - {name: Rune Crown, cost: "{1}", type: Artifact — Equipment, text: "Equipped creature gets +1/+1 for each Aura attached to it.\nEquip {1}"}
  - {name: Aura Choir, cost: "{W}", type: Enchantment, text: "Each creature gets +1/+1 for each Aura attached to it."}
  - {name: Flight Rune, cost: "{1}{U}", type: Enchantment — Aura Rune, text: "Enchant permanent\nAs long as enchanted permanent is an Equipment, it has \"Equipped creature has flying.\""}
  - {name: Heavy Hammer, cost: "{1}", type: Artifact — Equipment, text: "Equipped creature gets +10/+10 and loses flying.\nEquip {8}"}
  - {name: Restless Grave, type: Land, text: "{T}: Add {C}.\n{3}{B}{G}: Until end of turn, this land becomes a black and green Plant Zombie creature with \"This creature's power and toughness are each equal to the number of creature cards in your graveyard.\" It's still a land."}
  - {name: Waking Land, cost: "{G}", type: Instant, text: "Until end of turn, target land becomes a 3/3 creature that's still a land."}
  - {name: Small Growth, cost: "{G}", type: Instant, text: "Target creature gets +1/+1 until end of turn."}
  - {name: Big Growth, cost: "{G}", type: Instant, text: "Target creature gets +4/+4 until end of turn."}
  - {name: Hard Shell, cost: "{W}", type: Instant, text: "Target creature gets +0/+1 until end of turn."}
  - {name: Fierce Rage, cost: "{R}", type: Instant, text: "Target creature gets +5/+0 until end of turn."}
  - {name: Turn About, cost: "{U}", type: Instant, text: "Switch target creature's power and toughness until end of turn."}
  - {name: Shrink Away, cost: "{U}", type: Instant, text: "Target creature has base power and toughness 0/1 until end of turn."}
  - {name: Short Treason, cost: "{2}{R}", type: Sorcery, text: "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn."}
  - {name: Rally All, cost: "{W}", type: Instant, text: "Creatures you control get +1/+1 until end of turn."}
  - {name: Wake Gears, cost: "{U}", type: Instant, text: "Until end of turn, noncreature artifacts you control become 2/2 artifact creatures."}
  - {name: Toughness Flag, cost: "{W}", type: Enchantment, text: "Creatures you control get +0/+2."}
  - {name: Clay Staff, cost: "{4}", type: Artifact, text: "{X}: This artifact becomes an X/X Construct artifact creature until end of turn."}
"""


def table(
    alice: str = "", bob: str = "", *, resolved: str = "", graveyard: str = "", step: str = "precombat main"
) -> Known:
    """What everything is with the cards above on the players' battlefields, in order of their time stamps."""
    text = f"turn: {{active: Alice, step: {step}}}\ncards:{CARDS}players:\n"
    text += (
        f"  Alice: {{battlefield: [{alice}], graveyard: [{graveyard}]}}\n  Bob: {{battlefield: [{bob}]}}\n"
    )
    if resolved:
        text += f"resolved: [{resolved}]\n"
    position = Position.from_text(text, "test.yaml")
    found = characteristics(position)
    assert not found.unmodelled, found.unmodelled
    return found


def size(one: Characteristics) -> tuple[int | None, int | None]:
    return one.power, one.toughness


# Humility and Opalescence, and their kin


def test_leveller_after_waking_dream() -> None:
    """613.6: the younger one sets sizes last in 7b; both parts go on though abilities are lost in layer 6."""
    found = table("Waking Dream, Leveller, Plain Charm, Plain Bear")
    assert size(found["Leveller"]) == (1, 1)
    assert size(found["Plain Charm"]) == (1, 1)
    assert size(found["Plain Bear"]) == (1, 1)
    assert found["Waking Dream"].types == ("enchantment",)
    assert found["Waking Dream"].abilities


def test_waking_dream_after_leveller() -> None:
    found = table("Leveller, Waking Dream, Plain Charm, Plain Bear")
    assert size(found["Leveller"]) == (4, 4)
    assert size(found["Plain Charm"]) == (2, 2)
    assert size(found["Plain Bear"]) == (1, 1)
    assert found["Leveller"].abilities == ()


def test_leveller_between_two_waking_dreams() -> None:
    found = table("Waking Dream: {id: first}, Leveller, Waking Dream: {id: second}")
    assert (size(found["first"]), size(found["Leveller"]), size(found["second"])) == ((4, 4), (4, 4), (1, 1))


def test_leveller_before_and_after_two_waking_dreams() -> None:
    found = table("Leveller, Waking Dream: {id: first}, Waking Dream: {id: second}")
    assert {size(found[name]) for name in ("first", "Leveller", "second")} == {(4, 4)}
    found = table("Waking Dream: {id: first}, Waking Dream: {id: second}, Leveller")
    assert {size(found[name]) for name in ("first", "Leveller", "second")} == {(1, 1)}


def test_leveller_takes_a_star() -> None:
    assert size(table("Counting Beast, Leveller, Plain Swamp")["Counting Beast"]) == (1, 1)


def test_marching_gears_iron_world_leveller() -> None:
    """Leveller first, then Marching Gears: everything but creatures has its mana value, lands are 0/0."""
    found = table("Leveller, Marching Gears, Iron World, Plain Swamp, Plain Bear")
    assert size(found["Leveller"]) == (4, 4)
    assert size(found["Marching Gears"]) == (4, 4)
    assert size(found["Iron World"]) == (6, 6)
    assert size(found["Plain Swamp"]) == (0, 0)
    assert size(found["Plain Bear"]) == (1, 1)
    assert found["Plain Bear"].colors == ()
    assert found["Plain Swamp"].abilities == ()


# Land types


def test_tomb_of_kings_under_the_red_moon() -> None:
    """The moon would take the Tomb's ability away: the Tomb waits for it, in either order."""
    for order in ("Red Moon, Tomb of Kings", "Tomb of Kings, Red Moon"):
        found = table(f"{order}, Plain Forest, Lonely Tower")
        assert found["Tomb of Kings"].subtypes == ("mountain",)
        assert found["Lonely Tower"].subtypes == ("mountain",)
        assert found["Lonely Tower"].abilities == ("{T}: Add {R}.",)
        assert found["Plain Forest"].subtypes == ("forest",)


def test_tree_girl_under_the_red_moon() -> None:
    girl = table("Tree Girl, Red Moon")["Tree Girl"]
    assert (girl.types, girl.subtypes) == (("creature", "land"), ("dryad", "mountain"))
    assert (size(girl), girl.colors, girl.abilities) == ((1, 1), ("green",), ("{T}: Add {R}.",))


def test_root_and_branch_leveller_grove() -> None:
    found = table("Root and Branch, Leveller, Grove of Kings, Plain Mountain")
    for name in ("Grove of Kings", "Plain Mountain"):
        land = found[name]
        assert land.types == ("creature", "land")
        assert {"forest", "saproling"} <= set(land.subtypes)
        assert (size(land), land.colors, land.abilities) == ((1, 1), ("green",), ())


def test_chain_of_dependencies() -> None:
    """Enchanted Night, then Waking Dream, then Guild Mark, whatever their age; Old Glory last of all."""
    found = table(
        "Guild Mark: {chosen: {creature type: Advisor}}, Waking Dream, Enchanted Night, Old Glory, Plain Swamp"
    )
    swamp = found["Plain Swamp"]
    assert swamp.types == ("creature", "enchantment", "land")
    assert "advisor" in swamp.subtypes
    assert size(swamp) == (1, 1)
    assert size(found["Enchanted Night"]) == (6, 6)
    assert found["Waking Dream"].power is None


def test_dependency_is_what_would_change_now() -> None:
    """613.8a: at first Bell of Swamps would animate nothing, so that Other Mark, which is older, doesn't wait for it; with
    a Swamp on the table it does, and Bell of Swamps waits for the Tomb."""
    cards = "Other Mark: {chosen: {creature type: Elf}}, Tomb of Kings, Bell of Swamps, Plain Forest"
    forest = table(cards)["Plain Forest"]
    assert (forest.types, set(forest.subtypes)) == (("creature", "land"), {"forest", "swamp"})
    assert (size(forest), forest.colors) == ((1, 1), ("black",))
    forest = table(f"{cards}, Plain Swamp")["Plain Forest"]
    assert (forest.types, set(forest.subtypes)) == (("creature", "land"), {"elf", "forest", "swamp"})
    youngest = table(
        "Tomb of Kings, Bell of Swamps, Plain Forest, Other Mark: {chosen: {creature type: Elf}}"
    )
    assert set(youngest["Plain Forest"].subtypes) == {"elf", "forest", "swamp"}


def test_root_and_branch_loops_with_other_mark() -> None:
    """Other Mark (Saproling) makes creatures Saprolings, Root and Branch makes Saprolings lands and Forests creatures:
    each waits for the other, so that the older one goes first (613.8b)."""
    found = table(
        "Other Mark: {chosen: {creature type: Saproling}}, Root and Branch, Plain Bear, Plain Forest"
    )
    assert found["Plain Bear"].types == ("creature", "land")
    assert "saproling" in found["Plain Forest"].subtypes
    found = table(
        "Root and Branch, Other Mark: {chosen: {creature type: Saproling}}, Plain Bear, Plain Forest"
    )
    assert found["Plain Bear"].types == ("creature",)
    assert "saproling" in found["Plain Bear"].subtypes


def test_lamp_and_moon_in_both_orders() -> None:
    """Abilities are granted in layer 6, after the moon took the land's own in layer 4."""
    for order in ("Moon Mage, Prism Lamp", "Prism Lamp, Moon Mage"):
        tower = table(f"{order}, Lonely Tower")["Lonely Tower"]
        assert tower.subtypes == ("mountain",)
        assert len(tower.abilities) == 2
        assert "{T}: Add {R}." in tower.abilities


def test_moon_mage_in_prison() -> None:
    """The prison takes its ability away in layer 4, so that there is nothing left of the moon; whichever is older."""
    for order in (
        "Moon Mage: {id: mage}, Moon Prison: {attached_to: mage}",
        "Moon Prison: {attached_to: mage}, Moon Mage: {id: mage}",
    ):
        found = table(f"{order}, Lonely Tower")
        mage = found["mage"]
        assert (mage.types, mage.subtypes, mage.colors) == (("land",), ("forest",), ())
        assert (mage.abilities, mage.power) == (("{T}: Add {G}.",), None)
        assert found["Lonely Tower"].subtypes == ()


def test_tomb_as_a_creature_loses_its_ability() -> None:
    """Losing abilities in layer 6 doesn't undo what the Tomb did in layer 4."""
    found = table(
        "Tomb of Kings: {id: tomb}, Plain Forest, Frog Curse: {attached_to: tomb}",
        resolved="{card: Waking Land, by: Alice, targets: [tomb], timestamp: 1}",
    )
    assert "swamp" in found["Plain Forest"].subtypes
    assert found["tomb"].types == ("creature",)
    assert found["tomb"].abilities == ()


def test_sea_cloak_takes_the_old_ability() -> None:
    tower = table("Lonely Tower: {id: tower}, Sea Cloak: {attached_to: tower}")["tower"]
    assert (tower.subtypes, tower.abilities) == (("island",), ("{T}: Add {U}.",))


def test_frog_curse_on_tree_girl() -> None:
    girl = table("Tree Girl: {id: girl}, Frog Curse: {attached_to: girl}")["girl"]
    assert (girl.types, girl.subtypes, girl.colors) == (("creature",), ("frog",), ("blue",))
    assert (size(girl), girl.abilities) == ((1, 1), ())


# Colours, abilities


def test_anthem_over_colour() -> None:
    assert size(table("White Banner, Plain Ogre: {id: o}, White Paint: {attached_to: o}")["o"]) == (3, 3)
    found = table(
        "White Banner, Plain Ogre: {id: o}, White Paint: {attached_to: o}, Red Paint: {attached_to: o}"
    )
    assert (size(found["o"]), found["o"].colors) == ((2, 2), ("red",))


def test_old_carvings() -> None:
    """An ability that was granted counts, a colour doesn't (113.12); what lost all abilities has none."""
    assert size(table("Old Carvings, Plain Bear")["Plain Bear"]) == (4, 4)
    assert size(table("Old Carvings, Plain Bear: {id: b}, Wings: {attached_to: b}")["b"]) == (2, 2)
    assert size(table("Old Carvings, Plain Bear: {id: b}, Red Paint: {attached_to: b}")["b"]) == (4, 4)
    assert size(table("Old Carvings, Plain Bird, Leveller")["Plain Bird"]) == (3, 3)
    assert size(table("Old Carvings, Tree Girl")["Tree Girl"]) == (1, 1)


def test_flying_granted_and_lost_by_time_stamp() -> None:
    assert (
        "flying"
        in table("Plain Bear: {id: b}, Nets: {attached_to: b}, Wings: {attached_to: b}")["b"].keywords
    )
    assert (
        "flying"
        not in table("Plain Bear: {id: b}, Wings: {attached_to: b}, Nets: {attached_to: b}")["b"].keywords
    )
    assert "flying" not in table("Plain Bird: {id: b}, Nets: {attached_to: b}")["b"].keywords
    late = "Plain Bear: {id: b}, Wings: {attached_to: b, timestamp: 90}, Nets: {attached_to: b}"
    assert "flying" in table(late)["b"].keywords


def test_cant_have_flying() -> None:
    """113.11: nothing gives what can't be had, not even later, nor a counter."""
    found = table(
        "Grounding Law, Plain Bird: {id: bird}, Plain Bear: {id: b, counters: {flying: 1}}, Wings: {attached_to: b}"
    )
    assert "flying" not in found["b"].keywords
    assert "flying" not in found["bird"].keywords


def test_rune_on_hammer() -> None:
    """The ability that the Rune gives the Hammer is as old as the Rune."""
    found = table("Plain Bear: {id: b}, Heavy Hammer: {id: h, attached_to: b}, Flight Rune: {attached_to: h}")
    assert (size(found["b"]), found["b"].keywords) == ((12, 12), ("flying",))


def test_keyword_counters() -> None:
    assert "flying" in table("Plain Bear: {id: b, counters: {flying: 1}}")["b"].keywords
    assert "flying" not in table("Plain Bear: {id: b, counters: {flying: 1}}, Leveller")["b"].keywords
    assert "flying" in table("Leveller, Plain Bear: {id: b, counters: {flying: 1}}")["b"].keywords


def test_changeling_and_devoid() -> None:
    found = table("Many Faces, Void Thing, Guild Mark: {chosen: {creature type: Elf}}")
    assert found["Many Faces"].subtypes == ("elf",)
    assert found["Void Thing"].colors == ()
    assert "every creature type" in table("Many Faces, Leveller")["Many Faces"].subtypes
    assert table("Void Thing, Leveller")["Void Thing"].colors == ()
    assert table("Void Thing: {id: v}, Red Paint: {attached_to: v}")["v"].colors == ("red",)


# Power and toughness


def test_counters_and_what_sets_sizes() -> None:
    found = table(
        "Plain Ogre: {id: o, counters: {+1/+1: 1}}, Toughness Flag",
        resolved="{card: Big Growth, by: Alice, targets: [o]}, {card: Shrink Away, by: Alice, targets: [o]}",
    )
    assert size(found["o"]) == (5, 8)


def test_switches() -> None:
    def elk(*spells: str) -> tuple[int | None, int | None]:
        lasting = ", ".join(f"{{card: {spell}, by: Alice, targets: [e]}}" for spell in spells)
        return size(table("Thin Elk: {id: e}", resolved=lasting)["e"])

    assert elk("Hard Shell", "Turn About") == (4, 1)
    assert elk("Hard Shell", "Turn About", "Fierce Rage") == (4, 6)
    assert elk("Turn About") == (3, 1)
    assert elk("Hard Shell", "Turn About", "Turn About") == (1, 4)


def test_what_is_granted_defines_no_characteristic() -> None:
    """604.3a, 613.7a: the Grave's size is set in 7b, by the time stamp of the effect that gave it the ability."""
    zombies = ", ".join(["Plain Bear"] * 10)
    waking = "{card: Waking Land, by: Alice, targets: [g]}"
    growth = "{card: Small Growth, by: Alice, targets: [g]}"
    grave = "{ability: 2, of: g, by: Alice}"
    assert size(table("Restless Grave: {id: g}", resolved=f"{waking}, {growth}", graveyard=zombies)["g"]) == (
        4,
        4,
    )
    found = table("Restless Grave: {id: g}", resolved=f"{waking}, {growth}, {grave}", graveyard=zombies)["g"]
    assert size(found) == (11, 11)
    assert (found.types, set(found.subtypes)) == (("creature", "land"), {"plant", "zombie"})
    assert found.colors == ("black", "green")
    again = table(
        "Restless Grave: {id: g}", resolved=f"{waking}, {growth}, {grave}, {waking}", graveyard=zombies
    )["g"]
    assert size(again) == (4, 4)


def test_of_each_its_own() -> None:
    """What speaks of the affected object is worked out for each."""
    found = table(
        "Aura Choir, Plain Bear: {id: b}, Plain Ogre, Wings: {attached_to: b}, Red Paint: {attached_to: b}"
    )
    assert (size(found["b"]), size(found["Plain Ogre"])) == ((4, 4), (2, 2))
    crowned = table("Plain Bear: {id: b}, Rune Crown: {attached_to: b}, Wings: {attached_to: b}")
    assert size(crowned["b"]) == (3, 3)
    found = table("Marching Gears, Plain Gear, Iron World")
    assert (size(found["Plain Gear"]), size(found["Iron World"])) == ((3, 3), (6, 6))


def test_star_without_its_ability_is_zero() -> None:
    """208.5"""
    found = table("Counting Beast: {id: b}, Plain Swamp: {count: 3}, Old Glory")
    assert size(found["b"]) == (4, 4)


# Control


def test_you_follows_control() -> None:
    found = table("Plain Bear: {id: b}", "Mind Thief: {attached_to: b}, Old Glory")
    assert (found["b"].controller, size(found["b"])) == ("Bob", (3, 3))
    found = table(
        "Counting Beast: {id: b}, Plain Swamp: {count: 2}", "Mind Thief: {attached_to: b}, Plain Forest"
    )
    assert size(found["b"]) == (1, 1)


def test_stolen_control_aura() -> None:
    """Who controls the Aura decides whom it gives the creature to: its effect waits, even if it is older."""
    found = table("Plain Bear: {id: b}, Aura Thief: {attached_to: m}", "Mind Thief: {id: m, attached_to: b}")
    assert found["m"].controller == "Alice"
    assert found["b"].controller == "Alice"
    found = table(
        "Aura Thief: {attached_to: m, timestamp: 50}",
        "Mind Thief: {id: m, attached_to: b}, Plain Bear: {id: b}",
    )
    assert found["b"].controller == "Alice"


def test_short_treason() -> None:
    found = table("", "Plain Bear: {id: b}", resolved="{card: Short Treason, by: Alice, targets: [b]}")
    assert (found["b"].controller, found["b"].keywords) == ("Alice", ("haste",))


def test_locked_sets() -> None:
    """611.2c: who came later gets nothing; who changed sides keeps it."""
    found = table(
        "Plain Bear: {id: old}, Plain Bear: {id: new}",
        "Plain Ogre: {id: gone}",
        resolved="{card: Rally All, by: Alice, affects: [old, gone]}",
    )
    assert (size(found["old"]), size(found["new"]), size(found["gone"])) == ((3, 3), (2, 2), (3, 3))


def test_effect_goes_on_with_its_set() -> None:
    """613.6: what became creatures in layer 4 gets its size in 7b."""
    found = table("Plain Gear: {id: g}", resolved="{card: Wake Gears, by: Alice, affects: [g]}")
    assert (found["g"].types, size(found["g"])) == (("artifact", "creature"), (2, 2))


# Copies and face-down objects


def test_copies() -> None:
    found = table(
        "Plain Bear: {id: b, counters: {+1/+1: 2}}, Plain Ogre: {id: o, copy_of: b}, Plain Bird: {id: p, copy_of: o}"
    )
    for name in ("o", "p"):
        assert (found[name].name, size(found[name]), found[name].colors) == ("Plain Bear", (2, 2), ("green",))
    assert size(found["b"]) == (4, 4)


def test_face_down() -> None:
    found = table("Plain Bird: {id: b, face_down: true}, Plain Ogre: {id: o, copy_of: b}, Old Glory")
    for name in ("b", "o"):
        one = found[name]
        assert (one.names, one.types, one.subtypes, one.colors) == ((), ("creature",), (), ())
        assert (size(one), one.abilities, one.mana_value) == ((3, 3), (), 0)


def test_face_down_copy_stays_face_down() -> None:
    found = table("Plain Bird: {id: b, face_down: true, copy_of: o}, Plain Gear: {id: o}")
    assert (size(found["b"]), found["b"].types, found["b"].name) == ((2, 2), ("creature",), "")


def test_copy_of_what_is_animated() -> None:
    """707.2: other effects are not copied."""
    found = table(
        "Clay Staff: {id: s}, Plain Ogre: {id: o, copy_of: s}, Marching Gears",
        resolved="{ability: 1, of: s, by: Alice, x: 5, timestamp: 90}",
    )
    assert size(found["s"]) == (5, 5)
    assert (found["o"].name, size(found["o"])) == ("Clay Staff", (4, 4))


def test_only_creatures_have_sizes() -> None:
    """208.3"""
    found = table("Plain Bear: {id: b}, Moon Prison: {attached_to: b}, Old Glory")
    assert (found["b"].types, size(found["b"])) == (("land",), (None, None))


def test_name_stickers() -> None:
    """123.6b-c, 707.2: words are put in by time stamp, at their places; stickers are not copied."""
    found = table(
        "Plain Bear: {id: b, stickers: {Old: 0, Wise: 2}}, Plain Ogre: {id: o, stickers: [Again]}, Plain Bird: {copy_of: b},"
        " Plain Ogre: {id: down, face_down: true, stickers: [Someone]}"
    )
    assert found["b"].names == ("Old Plain Wise Bear",)
    assert found["o"].names == ("Plain Ogre Again",)
    assert found["Plain Bird"].names == ("Plain Bear",)
    assert found["down"].names == ("Someone",)
