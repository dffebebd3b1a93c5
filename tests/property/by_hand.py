# ruff: noqa: PERF401 (one rule after the other reads better than one comprehension)
"""508.1 and 509.1 by hand: tries every declaration on a board and keeps the legal ones.

Written from the rule text, in Python, and knowing nothing of the answer-set programs: it is what these are
compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, product

from boards import Board, Creature, Effect

Attack = frozenset[tuple[int, object]]
Block = frozenset[tuple[int, int]]
Requirement = Callable[[frozenset], bool]  # type: ignore[type-arg]


def _about(board: Board, word: str, whom: object) -> Iterator[Effect]:
    return (effect for effect in board.effects if effect.word == word and whom in effect.whom)


def _lets(effect: Effect, what: object) -> bool:
    return effect.fits is None or what in effect.fits


# 508.1


def defender(board: Board, what: object) -> int | None:
    """508.5: who is attacked, controls the planeswalker, or protects the battle."""
    if isinstance(what, tuple):
        return int(what[1])
    for number, _, protector in board.battles:
        if number == what:
            return protector
    for number, player in board.walkers:
        if number == what:
            return player
    return None


def _attackable(board: Board) -> list[object]:
    every: list[object] = [("p", n) for n in range(1, board.players + 1)]
    every += [n for n, _ in board.walkers] + [n for n, _, _ in board.battles]
    return [what for what in every if defender(board, what) != 1]


def _covers(board: Board, effect: Effect, attacker: Creature, what: object) -> bool:
    at = effect.at
    owner = attacker.owner or attacker.controller
    if at is None:
        return True
    if at == "owner":
        return what == ("p", owner)
    if at == "owner_and_theirs":
        return what == ("p", owner) or (what, owner) in board.walkers
    if isinstance(at, tuple):
        return defender(board, what) in at[1]
    return what in at  # type: ignore[operator]


def _can_attack(board: Board, one: Creature, what: object) -> bool:
    """508.1a and the restrictions of 508.1c that look at one attacker and what it attacks."""
    if one.controller != 1 or "creature" not in one.types or "battle" in one.types or one.tapped:
        return False

    def as_though(word: str) -> bool:
        plain = any(effect.keyword == word for effect in _about(board, "can_attack_as_though", one.number))
        return plain or any(
            effect.keyword == word and _covers(board, effect, one, what)
            for effect in _about(board, "can_attack_as_though_at", one.number)
        )

    if one.sick and "haste" not in one.keywords and not as_though("haste"):
        return False
    if "defender" in one.keywords and not as_though("no_defender"):
        return False
    return not any(_covers(board, effect, one, what) for effect in _about(board, "cant_attack", one.number))


def _attack_allowed(board: Board, declared: Attack) -> bool:
    """508.1c: restrictions that look at the whole declaration."""
    who = {number for number, _ in declared}
    for number in who:
        if len(who) == 1 and any(_about(board, "cant_attack_alone", number)):
            return False
        if len(who) > 1 and any(_about(board, "attacks_only_alone", number)):
            return False
        for effect in _about(board, "attack_needs", number):
            others = [other for other in who if other != number and _lets(effect, other)]
            if len(others) < effect.number:  # type: ignore[operator]
                return False
    for effect in board.effects:
        if effect.word == "most_attackers":
            at_it = [1 for number, what in declared if _covers(board, effect, board.creature(number), what)]
            if len(at_it) > effect.number:  # type: ignore[operator]
                return False
    return True


def _attack_requirements(board: Board, can: dict[int, list[object]]) -> list[Requirement]:
    """508.1d, 701.15b-c."""
    out: list[Requirement] = []
    for number, places in can.items():
        one = board.creature(number)
        for goader in one.goaders:
            out.append(lambda d, n=number: any(a == n for a, _ in d))
            out.append(
                lambda d, n=number, g=goader: any(a == n and isinstance(t, tuple) and t[1] != g for a, t in d)
            )
        for effect in _about(board, "must_attack", number):
            out.append(
                lambda d, e=effect, n=number, o=one: any(a == n and _covers(board, e, o, t) for a, t in d)
            )
        for effect in _about(board, "must_attack_if", number):
            others = [other for other in can if other != number and _lets(effect, other) and can[other]]
            if places and others:
                out.append(
                    lambda d, e=effect, n=number: (
                        any(a == n for a, _ in d) or not any(_lets(e, a) for a, _ in d)
                    )
                )
    for effect in board.effects:
        if effect.word == "must_attack_with" and ("p", 1) in effect.whom:
            out.append(
                lambda d, e=effect: sum(_covers(board, e, board.creature(a), t) for a, t in d) >= e.number
            )
    return out


def _attack_costs(board: Board, declared: Attack) -> bool:
    return any(
        _covers(board, effect, board.creature(number), what)
        for number, what in declared
        for effect in _about(board, "attack_cost", number)
    )


def legal_attacks(board: Board) -> set[Attack]:
    places = _attackable(board)
    can = {one.number: [what for what in places if _can_attack(board, one, what)] for one in board.creatures}
    names = list(can)
    every = [
        frozenset((n, t) for n, t in zip(names, choice, strict=True) if t is not None)
        for choice in product(*([None, *can[n]] for n in names))
    ]
    allowed = [declared for declared in every if _attack_allowed(board, declared)]
    requirements = _attack_requirements(board, can)
    return _best(allowed, requirements, lambda declared: _attack_costs(board, declared))


def _best(
    allowed: list[frozenset], requirements: list[Requirement], costs: Callable[[frozenset], bool]
) -> set[frozenset]:  # type: ignore[type-arg]
    """508.1d, 509.1c: at least as many as any free declaration that breaks no restriction."""
    obeyed = {declared: sum(one(declared) for one in requirements) for declared in allowed}
    most = max((count for declared, count in obeyed.items() if not costs(declared)), default=0)
    return {declared for declared, count in obeyed.items() if count >= most}


# 509.1


def _can_block(board: Board, blocker: Creature, attacker: Creature, what: object) -> bool:
    """509.1a and the restrictions of 509.1b that look at one blocker and one attacker."""
    if defender(board, what) != blocker.controller:
        return False
    if "creature" not in blocker.types or "battle" in blocker.types:
        return False

    def as_though(word: str) -> bool:
        return (
            word in blocker.keywords
            or any(e.keyword == word for e in _about(board, "can_block_as_though", blocker.number))
            or any(
                e.keyword == word and _lets(e, attacker.number)
                for e in _about(board, "can_block_as_though_at", blocker.number)
            )
        )

    def evades(word: str) -> bool:
        ignored = any(
            e.keyword == word for e in _about(board, "can_block_as_though_without", blocker.number)
        ) or any(e.keyword == word for e in _about(board, "can_be_blocked_as_though", attacker.number))
        return word in attacker.keywords and not ignored

    if blocker.tapped and not any(
        e.keyword == "untapped" for e in _about(board, "can_block_as_though", blocker.number)
    ):
        return False
    if "decayed" in blocker.keywords or ("unleash" in blocker.keywords and blocker.counted):
        return False
    if evades("flying") and not as_though("flying") and not as_though("reach"):
        return False
    if evades("shadow") and not as_though("shadow"):
        return False
    if "shadow" in blocker.keywords and "shadow" not in attacker.keywords:
        return False
    if evades("horsemanship") and not as_though("horsemanship"):
        return False
    if evades("skulk") and blocker.power > attacker.power:
        return False
    if evades("fear") and "artifact" not in blocker.types and "black" not in blocker.colors:
        return False
    if evades("intimidate") and "artifact" not in blocker.types and not blocker.colors & attacker.colors:
        return False
    if attacker.walks is not None and any(
        land in attacker.walks and player == blocker.controller for land, player in board.lands
    ):
        ignored = any(
            e.keyword == "landwalk" for e in _about(board, "can_block_as_though_without", blocker.number)
        ) or any(e.keyword == "landwalk" for e in _about(board, "can_be_blocked_as_though", attacker.number))
        if not ignored:
            return False
    if attacker.protected_from_all or blocker.number in (attacker.protection or ()):
        return False
    if any(_lets(e, attacker.number) for e in _about(board, "cant_block", blocker.number)):
        return False
    if any(not _lets(e, attacker.number) for e in _about(board, "can_block_only", blocker.number)):
        return False
    if any(_lets(e, blocker.number) for e in _about(board, "cant_be_blocked", attacker.number)):
        return False
    return all(_lets(e, blocker.number) for e in _about(board, "cant_be_blocked_except", attacker.number))


def _capacity(board: Board, blocker: Creature) -> int | None:
    more = [effect.number for effect in _about(board, "can_block_more", blocker.number)]
    return None if None in more else 1 + sum(more)  # type: ignore[arg-type]


def _block_allowed(board: Board, player: int, declared: Block) -> bool:
    """509.1b: restrictions that look at the whole declaration of one defending player (802.4b)."""
    by_attacker: dict[int, list[int]] = {}
    for blocker, attacker in declared:
        by_attacker.setdefault(attacker, []).append(blocker)
    for attacker, blockers in by_attacker.items():
        least = [e.number for e in _about(board, "least_blockers", attacker)]
        if "menace" in board.creature(attacker).keywords:
            least.append(2)
        if any(len(blockers) < number for number in least):  # type: ignore[operator]
            return False
        if any(len(blockers) > e.number for e in _about(board, "most_blockers", attacker)):  # type: ignore[operator]
            return False
        if any(_about(board, "all_or_no_blockers", attacker)):
            all_of_them = {
                one.number for one in board.creatures if one.controller == player and "creature" in one.types
            }
            if all_of_them - set(blockers):
                return False
    who = {blocker for blocker, _ in declared}
    for blocker in who:
        if len(who) == 1 and any(_about(board, "cant_block_alone", blocker)):
            return False
        for effect in _about(board, "block_needs", blocker):
            if sum(other != blocker and _lets(effect, other) for other in who) < effect.number:  # type: ignore[operator]
                return False
    for effect in board.effects:
        if effect.word == "most_blocking" and sum(_lets(effect, b) for b in who) > effect.number:  # type: ignore[operator]
            return False
    return True


def _block_requirements(board: Board, can: dict[int, list[int]], attackers: list[int]) -> list[Requirement]:
    """509.1c."""
    out: list[Requirement] = []
    for blocker in can:
        for effect in _about(board, "must_block", blocker):
            out.append(lambda d, e=effect, n=blocker: any(b == n and _lets(e, a) for b, a in d))
        for effect in _about(board, "must_block_each", blocker):
            for attacker in attackers:
                if _lets(effect, attacker):
                    out.append(lambda d, n=blocker, m=attacker: (n, m) in d)
    for attacker in attackers:
        for effect in _about(board, "must_be_blocked", attacker):
            out.append(lambda d, e=effect, n=attacker: any(a == n and _lets(e, b) for b, a in d))
        for effect in _about(board, "must_be_blocked_by_several", attacker):
            out.append(lambda d, e=effect, n=attacker: sum(a == n and _lets(e, b) for b, a in d) >= e.number)
        for _ in _about(board, "must_be_blocked_by_one", attacker):
            out.append(lambda d, n=attacker: sum(a == n for _, a in d) == 1)
        for effect in _about(board, "must_be_blocked_by_all", attacker):
            for blocker in can:
                if _lets(effect, blocker):
                    out.append(lambda d, n=blocker, m=attacker: (n, m) in d)
    return out


def _block_costs(board: Board, declared: Block) -> bool:
    return any(
        _lets(effect, attacker)
        for blocker, attacker in declared
        for effect in _about(board, "block_cost", blocker)
    )


def legal_blocks(board: Board, player: int) -> set[Block]:
    """What `player` may declare, ignoring what the others do (802.4b)."""
    goals = {a: t for a, t in board.attacking if defender(board, t) == player}
    can = {
        one.number: [a for a, t in goals.items() if _can_block(board, one, board.creature(a), t)]
        for one in board.creatures
        if one.controller == player
    }
    choices = []
    for blocker, attackers in can.items():
        capacity = _capacity(board, board.creature(blocker))
        most = len(attackers) if capacity is None else min(capacity, len(attackers))
        sets = chain.from_iterable(combinations(attackers, size) for size in range(most + 1))
        choices.append([[(blocker, a) for a in some] for some in sets])
    every = [frozenset(chain.from_iterable(choice)) for choice in product(*choices)]
    allowed = [declared for declared in every if _block_allowed(board, player, declared)]
    requirements = _block_requirements(board, can, list(goals))
    return _best(allowed, requirements, lambda declared: _block_costs(board, declared))
