"""Abilities -> flat facts with ids, in the words of asp/vocabulary.lp."""

from __future__ import annotations

from dataclasses import replace

from clingo import Function, Number, String, Symbol, Tuple_

from .followed import followed
from .gathered import (
    SHARING,
    Unresolved,
    announced,
    brought_up,
    mentions,
    other_than_spoken,
    other_than_whoever,
    targets_in,
)
from .spoken import (
    all_literals,
    chooses_name,
    chooses_player,
    goes_through_players,
    groups_named,
    is_player,
    may_be,
    names_exiled_card,
    names_group,
    only_player,
    people,
    sacrificed_words,
    speaks_of_no_player,
    surely,
    types_of_event,
)
from .terms import (
    Ability,
    Filter,
    Listed,
    Mention,
    Pronoun,
    Target,
    Term,
    Text,
)


def constant(name: str) -> Symbol:
    """A constant; names that start like no constant get a letter in front."""
    return Function(name if name[0].islower() else f"k_{name}", [])


def _of_several(what: Term) -> bool:
    """Whether a filter is for what each of several players owns."""
    return isinstance(what, Filter) and any(
        isinstance(t, tuple) and t[0] == "owner" and isinstance(t[1], tuple) and t[1][0] == "each"
        for t in what.literals
    )


def _means_several(word: str) -> bool:
    return word == "them" or word.startswith("those_")


def _alone(event: Term) -> bool:
    """Whether an event is of the ability's own object and of nobody else."""
    return isinstance(event, tuple) and event[1:] == ("self",) and event[0] in ("enters", "leaves", "dies")


def _unsaid(pronoun: Pronoun, what: str) -> str:
    words = (
        pronoun.word.removesuffix("_mine").removesuffix("_theirs").removesuffix("_picked").replace("_", " ")
    )
    return f"stopped at '{words}', expected {what} spoken of before that it can mean"


class Emitter:
    """Collects the facts of one face."""

    def __init__(self) -> None:
        self.facts: list[Symbol] = []

    def fact(self, name: str, *arguments: Symbol) -> None:
        """Note a fact."""
        self.facts.append(Function(name, list(arguments)))

    def ability(self, id_: Symbol, ability: Ability) -> None:
        """The facts of an ability whose id is known."""
        _One(self, id_).ability(ability)


def _made_here(term: Term) -> bool:
    return isinstance(term, Mention) and term.name in ("created", "copies")


_PLAYER = frozenset({"player", "opponent"})
_DEMONSTRATIVES = frozenset({"that_creature", "that_permanent", "that_land", "that_artifact", "that_spell"})
LATER = frozenset({"reflexive", "delayed_trigger"})
"""Kinds of nested ability with targets of their own, in which words can mean those of the ability that makes them."""


class _One:
    """The facts of one ability: its filters, targets and nested abilities are numbered from 1."""

    def __init__(self, emitter: Emitter, id_: Symbol) -> None:
        self.emitter = emitter
        self.id = id_
        self.filters: dict[Filter, Symbol] = {}
        self.nested: dict[Ability, Symbol] = {}
        self.slots: dict[int, Symbol] = {}
        self.mentions: dict[Mention, Symbol] = {}
        self.outer: list[tuple[int, Term, Symbol | None]] = []
        self.before = 1 << 30
        self.alone_in_event = False
        self.event_types: set[str] = set()
        self.groups: dict[int, Term] = {}
        self.kind = ""
        self.spoken: list[tuple[int, Term]] = []
        self.people: list[tuple[int, Term]] = []
        self.group_before = False
        self.barred: list[Target | Mention] = []
        self.told: set[Mention] = set()
        self.gives_up: tuple[str, ...] = ()
        self.goes_through = self.picks_player = self.names_exiled_card = False
        self.around: tuple[Ability, ...] = ()

    def fact(self, name: str, *arguments: Symbol) -> None:
        self.emitter.fact(name, *arguments)

    # --- the parts of terms

    def term(self, term: Term) -> Symbol:
        """A term as a symbol; filters and abilities in it become facts."""
        if isinstance(term, bool):
            raise TypeError("a truth value is no term")
        if isinstance(term, int):
            return Number(term)
        if isinstance(term, str):
            if term.startswith("mode_"):
                raise Unresolved("expected modes that say it")
            if term == "the_difference":
                raise Unresolved("expected two numbers that were compared")
            if term == "tapped_for_cost" and self.kind != "activated":
                raise Unresolved("expected what was tapped to pay for it")
            if term == "that_name":
                if not any(map(chooses_name, self.around)):
                    raise Unresolved("expected a card name that was chosen")
                term = "name"
            return constant(term)
        if isinstance(term, Text):
            return String(term.text)
        if isinstance(term, Filter):
            return self.filter(term)
        if isinstance(term, Target):
            if term.at not in self.slots:
                raise Unresolved("expected a target that the ability itself chooses")
            return Function("target", [self.slots[term.at]])
        if isinstance(term, Pronoun):
            return self.pronoun(term)
        if isinstance(term, Mention):
            if term not in self.mentions:
                raise Unresolved("expected something that was brought up before")
            self.told.add(term)
            return Function(term.name, [self.mentions[term]])
        if isinstance(term, Ability):
            return self.nest(term)
        if isinstance(term, Listed):
            result = Tuple_([])
            for part in reversed([self.instruction(item) for item in term.items]):
                result = Tuple_([part, result])
            return result
        if isinstance(term, tuple):
            if term[0] == "minus" and len(term) == 3 and term[1] == 0 and isinstance(term[2], int):
                return Number(-term[2])
            if term == ("outer", "it") and self.kind == "reflexive" and self.event_types:
                raise Unresolved(
                    "expected what the ability before triggered on"
                )  # "it" is what was done since
            if term[0] == "choose_some" and _of_several(term[4]):
                raise Unresolved("expected cards of one player to choose among")
            if term[0] == "meld" and isinstance(term[2], Text):
                self.fact("brings_in", self.id, String(term[2].text))
            if term[0] == "all_of_them" and len(term) > 3:  # the judge reads it in pairs
                term = ("all_of_them", term[1], ("all_of_them", *term[2:]))
            if term[0] in (
                "mana_from",
                "spend_only_from",
            ):  # what kind of source mana comes from is kept track of
                self.fact("asks_mana_of", self.id, self.term(term[2]))
            if term[0] == "cast_with_mana_of":
                self.fact("asks_mana_of", self.id, self.term(term[1]))
            if term[0] == "as_cast":  # what is kept from the time of casting
                self.fact("keeps_as_cast", self.id, self.term(term[1]))
            if term[0] == "if_else" and len(term) == 4:
                return self.either_way(term[1], term[2], term[3])
            name = "non" if term[0] == "not" else term[0]  # `not` is a keyword of clingo
            return Function(name, [self.term(t) for t in term[1:]])
        raise TypeError(f"{term!r} is no term")

    def either_way(self, condition: Term, then: Term, other: Term) -> Symbol:
        """One of two lists: what only the other one brings up isn't there for the first, which text puts last."""
        own, before = brought_up(then), self.barred
        new = [t for t in brought_up(other) if isinstance(t, Mention) and t not in own and t not in self.told]
        self.barred = [*before, *new]
        asked, first = self.term(condition), self.term(then)
        self.barred = before
        return Function("if_else", [asked, first, self.term(other)])

    def instruction(self, term: Term) -> Symbol:
        """One of several terms in order; what comes after it may speak of the group that it is about."""
        symbol = self.term(term)
        self.group_before = self.group_before or names_group(term)
        return symbol

    def filter(self, filter_: Filter) -> Symbol:
        known = self.filters.get(filter_)
        if known is not None:
            return known
        id_ = Function("f", [self.id, Number(len(self.filters) + 1)])
        self.filters[filter_] = id_
        literals = list(filter_.literals)
        if ("exiled_with", "self") in literals:  # "each other card exiled with it": than those it exiles now
            literals = [("not", "moved_this_way") if literal == "other" else literal for literal in literals]
        likened = [
            t[2] for t in literals if isinstance(t, tuple) and t[0] == "shares" and isinstance(t[2], Pronoun)
        ]
        if likened:  # "another permanent that shares a type with it": than that
            literals = [("other_than", likened[0]) if literal == "other" else literal for literal in literals]
        if not literals and not filter_.either:
            raise Unresolved("expected a noun that says what is meant")
        if not literals:
            shared = [t for t in filter_.either[0].literals if all(t in f.literals for f in filter_.either)]
            literals = shared[:1] or ["anything"]
        for index, literal in enumerate(literals, start=1):
            self.fact("filter", id_, Number(index), self.term(literal))
        for alternative in filter_.either:
            self.fact("either", id_, self.filter(alternative))
        return id_

    def nest(self, ability: Ability) -> Symbol:
        known = self.nested.get(ability)
        if known is not None:
            return known
        id_ = Function("a", [self.id, Number(len(self.nested) + 1)])
        self.nested[ability] = id_
        inner = _One(self.emitter, id_)
        inner.around = self.around
        if ability.kind in SHARING:  # speaks of the targets of the ability that makes it
            inner.slots, inner.mentions, inner.spoken = self.slots, self.mentions, self.spoken
            inner.kind, inner.groups, inner.event_types = self.kind, self.groups, self.event_types
            inner.people, inner.group_before = self.people, self.group_before
            inner.goes_through, inner.picks_player = self.goes_through, self.picks_player
            if self.kind == "reflexive":
                inner.outer = self.outer
        if ability.kind in LATER:
            inner.outer = [
                *self.outer,
                *((at, term, Function("outer", [self.term(term)])) for at, term in self.spoken),
            ]
        inner.ability(ability)
        return id_

    def pronoun(self, pronoun: Pronoun) -> Symbol:
        """What a pronoun stands for: the last target before it, else what the judge calls it."""
        limit = min(pronoun.at, self.before)
        past = pronoun.word.endswith("_before")  # "if the creature had flying": none that is only made here
        if past:
            pronoun = replace(pronoun, word=pronoun.word.removesuffix("_before"))
        if pronoun.word.startswith("group_"):  # "each of those that ...": they must be known as a group
            said = self.pronoun(replace(pronoun, word="those_" + pronoun.word.removeprefix("group_")))
            if said == constant("it"):
                raise Unresolved(_unsaid(replace(pronoun, word="those"), "several things"))
            return said
        if pronoun.word.endswith(("_mine", "_theirs")):
            return self.whose(pronoun, limit)
        if pronoun.word == "either_two":
            several = [t for at, t in self.spoken if at < limit and isinstance(t, Target) and t.most != 1]
            if len(several) != 1:
                raise Unresolved("expected two targets to choose among")
            return self.term(several[0])
        if pronoun.word == "the_choice":  # "if you can't choose an opponent this way"
            picked = [
                t
                for at, t in self.spoken
                if at < limit and isinstance(t, Mention) and t.name == "chosen_ones"
            ]
            if len(picked) != 1:
                raise Unresolved(_unsaid(pronoun, "exactly one choice"))
            return self.term(picked[0])
        if pronoun.word.startswith("done_"):
            raise Unresolved("expected the one thing that was done so to")
        if pronoun.word == "all_chosen":
            picked = [t for at, t in self.spoken if at < limit and not is_player(t)]
            alike = {t.name if isinstance(t, Mention) else "target" for t in picked}
            if len(picked) > 1 and alike in ({"target"}, {"chosen_ones"}):
                return self.term(("all_of_them", *picked))
            if len(picked) != 1:
                raise Unresolved(_unsaid(Pronoun(pronoun.at, "the_chosen"), "exactly one choice"))
            return self.term(picked[0])
        if pronoun.word == "the_chosen":
            picked = [t for at, t in self.spoken if at < limit and not is_player(t)]
            return self.term(picked[-1]) if picked else constant("it")
        if pronoun.word == "that_target":
            chosen = [t for at, t in self.spoken if at < limit and isinstance(t, Target)]
            either = [t for t in chosen if any(w in _PLAYER for w in all_literals(t.filter))]
            return self.term((either or chosen)[-1]) if chosen else constant("it")
        if pronoun.word in ("that_player", "those_players", "their"):
            players = [(at, t) for at, t in self.spoken if at < limit and is_player(t)]
            if pronoun.word == "that_player":
                players += [(at, t) for at, t in self.people if at < limit]
            if players:
                return self.term(max(players, key=lambda told: told[0])[1])
            if any(
                ("controller", "active_player") in t.filter.literals
                for at, t in self.spoken
                if at < limit and isinstance(t, Target)
            ):
                return constant("active_player")
            outer = [said for at, t, said in self.outer if at < limit and is_player(t) and said is not None]
            if outer:
                return outer[-1]
            own = (
                pronoun.word == "their" and self.kind != "triggered"
            )  # of who acts, else of whom the event names
            if not own and self.kind != "triggered" and self.picks_player:
                return Function("chosen", [constant("player")])
            if not own and self.kind in ("spell", "activated", "mana") and not self.goes_through:
                raise Unresolved(_unsaid(pronoun, "a player"))
            if not own and self.alone_in_event and not self.goes_through:
                raise Unresolved(_unsaid(pronoun, "a player"))
            return constant("their" if own else "that_player")
        if (
            pronoun.word in ("it", "its", "it_card")
            or pronoun.word == "them"
            or pronoun.word.startswith(("that_", "those_", "the_"))
        ):
            noun = pronoun.word.partition("_")[2] if pronoun.word.startswith(("that_", "the_", "it_")) else ""
            if (
                noun == "card"
                and self.kind == "reflexive"
                and "card" in self.event_types
                and not self.aims_at_card(limit)
            ):
                return constant("it")  # the card that was exiled, revealed, milled this way
            inside = [(at, t, None) for at, t in self.spoken]
            for spoken in (inside, self.outer):
                things = [
                    (t, symbol)
                    for at, t, symbol in spoken
                    if at < limit and not only_player(t) and may_be(t, noun) and not (past and _made_here(t))
                ]
                if things and all(thing in self.barred for thing, _ in things):
                    raise Unresolved("expected something that is there in both cases")
                things = [(thing, symbol) for thing, symbol in things if thing not in self.barred]
                if things and all(not surely(t, noun) for t, _ in things) and noun in self.event_types:
                    return constant("it")  # what the ability triggered on, rather than a card just seen
                if things:
                    group = self.groups.get(things[-1][0].at)
                    if group is not None and (pronoun.word == "them" or pronoun.word.startswith("those_")):
                        return self.term(group)
                    thing, symbol = ([t for t in things if surely(t[0], noun)] or things)[-1]
                    if isinstance(thing, Target) and thing.most == 1 and _means_several(pronoun.word):
                        told = [t for t, _ in things if isinstance(t, Target)]
                        if symbol is None and len(told) > 1:  # "those creatures": all that were told of
                            return self.term(("all_of_them", *told))
                    said = self.term(thing) if symbol is None else symbol
                    if (
                        pronoun.word == "those_cards"
                        and isinstance(thing, Mention)
                        and thing.name == "that_card"
                    ):
                        return Function("up_to", [said])  # it and all cards that came before it
                    return said
        if self.group_before and (pronoun.word == "them" or pronoun.word.startswith("those_")):
            return constant("those")
        if self.gives_up and pronoun.word in (*_DEMONSTRATIVES, *self.gives_up):
            return constant("sacrificed")
        if pronoun.word in ("that_card", "it_card") and self.names_exiled_card:
            return constant("exiled_card")  # "the exiled card's owner may cast that card"
        if self.kind in ("spell", "mana") and pronoun.word in _DEMONSTRATIVES:
            raise Unresolved(_unsaid(pronoun, "something"))
        return constant("it")

    def aims_at_card(self, limit: int) -> bool:
        """Whether a target before that place is a card rather than a permanent or player."""
        return any(
            at < limit and isinstance(t, Target) and "card" in all_literals(t.filter) for at, t in self.spoken
        )

    def whose(self, pronoun: Pronoun, limit: int) -> Symbol:
        """`the creature you control` where the text chose one of yours and one of others; `the creature you chose`."""
        if "_picked_" in pronoun.word:
            by_others = pronoun.word.endswith("theirs")
            fits = [
                t
                for at, t in self.spoken
                if at < limit and isinstance(t, Target) and bool(t.chosen_by) == by_others
            ]
            if len(fits) != 1:
                raise Unresolved(_unsaid(pronoun, "exactly one thing"))
            return self.term(fits[0])
        mine = ("controller", "you")
        theirs = (("not", mine), ("controller", "opponents"))
        fitting = [
            t
            for at, t in self.spoken
            if at < limit and isinstance(t, Target) and may_be(t, pronoun.word.split("_")[1])
            if (mine in all_literals(t.filter) if pronoun.word.endswith("mine") else any(w in all_literals(t.filter) for w in theirs))
        ]  # fmt: skip
        if len(fitting) != 1:
            raise Unresolved(_unsaid(pronoun, "exactly one thing"))
        return self.term(fitting[0])

    # --- the ability itself

    def ability(self, ability: Ability) -> None:
        if ability.kind == "spell":
            ability = replace(
                ability,
                instructions=other_than_spoken(ability.instructions),
                modes=tuple(other_than_spoken(m) for m in ability.modes),
            )
        ability = other_than_whoever(ability)
        self.around = (*self.around, ability)
        apart = ability.kind not in SHARING
        if apart:
            self.kind = ability.kind
            self.groups = {
                t.at: group
                for group in groups_named((ability.instructions, ability.modes))
                for t in group[1:]
            }
        if apart:
            self.gives_up = sacrificed_words(ability)
            self.goes_through = goes_through_players(ability)
            self.names_exiled_card = names_exiled_card(ability)
            self.picks_player = chooses_player(ability)
        if apart and speaks_of_no_player(ability):
            self.people = sorted(people(ability), key=lambda told: told[0])
        for event in ability.triggers:
            self.event_types |= types_of_event(event)
        self.alone_in_event = bool(ability.triggers) and all(_alone(event) for event in ability.triggers)
        targets = sorted(targets_in(ability), key=lambda t: t.at) if apart else []
        for slot, target in enumerate(targets, start=1):
            self.slots[target.at] = Number(slot)
            self.spoken.append((target.at, target))
        for number, mention in enumerate(
            sorted(mentions(ability), key=lambda m: m.at) if apart else [], start=1
        ):
            self.mentions[mention] = Number(number)
            self.spoken.append((mention.at, mention))
        # `target creature that target Wall blocked`: words that follow speak of the creature
        within = {inner.at: target.at for target in targets for inner in targets_in(target.filter)}
        if apart:
            self.spoken.sort(key=lambda spoken: (within.get(spoken[0], spoken[0]), spoken[0] not in within))
        when: dict[int, Term] = {}
        announced((ability.instructions, ability.modes), when)
        modes_of: dict[int, int] = {}
        for mode, instructions in enumerate(ability.modes, start=1):
            for target in targets_in(instructions):
                modes_of[target.at] = mode
        self.fact("kind", self.id, constant(ability.kind))
        if ability.keyword:
            self.fact("keyword", self.id, constant(ability.keyword))
            if ability.argument is not None:
                self.fact("keyword", self.id, constant(ability.keyword), self.term(ability.argument))
        if ability.cda:
            self.fact("cda", self.id)
        if ability.entering:
            self.fact("from_entering", self.id)
        for zone in ability.functions:
            self.fact("functions", self.id, constant(zone))
        for index, cost in enumerate(ability.costs, start=1):
            self.fact("cost", self.id, Number(index), self.term(cost))
        for condition in ability.conditions:
            self.fact("condition", self.id, self.term(condition))
        for slot, target in enumerate(targets, start=1):
            # "another target" where none came before is another than the source
            wanted = target.filter.also("other") if target.another and slot == 1 else target.filter
            self.before = target.at  # what describes a target speaks of what came before it
            self.fact("target", self.id, Number(slot), self.term(wanted), self.term(target.least),
                      self.term(target.most))  # fmt: skip
            self.before = 1 << 30
            if target.at in modes_of:
                self.fact("target_mode", self.id, Number(slot), Number(modes_of[target.at]))
            if target.at in when:
                self.fact("target_when", self.id, Number(slot), self.term(when[target.at]))
            if target.another:
                for earlier in range(1, slot):
                    self.fact("different", self.id, Number(earlier), Number(slot))
            for together in target.together:
                self.fact("together", self.id, Number(slot), self.term(together))
            if target.divided is not None:
                self.fact("divide", self.id, Number(slot), self.term(target.divided))
            if target.chosen_by:
                self.fact("optional_target_of", self.id, Number(slot), constant(target.chosen_by))
                if any(t.chosen_by != target.chosen_by for t in targets):
                    beside = ("chosen_beside", target.chosen_by)
                    self.fact("together", self.id, Number(slot), self.term(beside))
        if ability.choose is not None:
            self.fact("modes", self.id, self.term(ability.choose[0]), self.term(ability.choose[1]))
        for mode, instructions in enumerate(ability.modes, start=1):
            self.fact("mode", self.id, Number(mode))
            for index, instruction in enumerate(followed(instructions), start=1):
                symbol = self.instruction(instruction)
                self.fact("mode_instruction", self.id, Number(mode), Number(index), symbol)
            self.group_before = False
        for mode, cost in enumerate(ability.mode_costs, start=1):
            self.fact("mode_cost", self.id, Number(mode), self.term(cost))
        for index, instruction in enumerate(followed(ability.instructions), start=1):
            self.fact("instruction", self.id, Number(index), self.instruction(instruction))
        for pattern in ability.triggers:
            about = pattern[1] if isinstance(pattern, tuple) and len(pattern) > 1 else None
            if ability.kind == "triggered" and isinstance(about, Pronoun) and about.word in _DEMONSTRATIVES:
                raise Unresolved(_unsaid(about, "something"))
            self.fact("trigger", self.id, self.term(pattern))
        for index, change in enumerate(ability.changes, start=1):
            whom = self.term(change.whom)
            if change.layer == "copy" and isinstance(change.whom, Target):
                self.before = change.whom.at  # nothing becomes a copy of itself
            self.fact("change", self.id, Number(index), constant(change.layer), whom, self.term(change.what))
            self.before = 1 << 30
        for index, statement in enumerate(ability.statements, start=1):
            self.fact("states", self.id, Number(index), self.term(statement))
        for index, (pattern, instead) in enumerate(ability.replaces, start=1):
            self.fact("replaces", self.id, Number(index), self.term(pattern), self.term(instead))
        for restriction in ability.restrictions:
            self.fact("activate_only", self.id, self.term(restriction))
