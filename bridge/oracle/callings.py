"""What things can be called by later words of a text: a copy of a spell is no token, a card just seen no spell."""

from __future__ import annotations

NEVER_CALLED = {
    "spell": frozenset({"copies", "created", "manifested"}),
    "ability": frozenset(
        {"copies", "created", "chosen_ones", "manifested", "found", "those_cards", "that_card"}
    ),
    "source": frozenset({"copies", "created", "found", "those_cards", "that_card"}),
    "token": frozenset({"found", "those_cards", "that_card", "chosen_ones", "manifested"}),
    "card": frozenset({"copies", "created"}),
}
STACK_NOUNS = {
    "spell": frozenset({"spell", "card"}),
    "ability": frozenset({"ability", "activated_ability", "triggered_ability"}),
    "source": frozenset({"source"}),
}
