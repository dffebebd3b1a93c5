"""The big nonterminals by name, so that modules can use each other's; each says which module defines it."""

from __future__ import annotations

from .combinators import Choice, Later, Rule, memo

_noun = Later("noun phrase")
noun: Rule = memo(_noun)
"""nouns: a noun phrase without determiner -> Filter."""

_reference = Later("reference")
reference: Rule = memo(_reference)
"""references: one thing or group that the text points at -> Term (self, you, attached, Pronoun, Target ...)."""

_on_the_stack = Later("an ability on the stack")
on_the_stack: Rule = memo(_on_the_stack)
"""targets: `activated or triggered ability you don't control` -> Filter; plain spells are nouns."""

_possessive = Later("possessive")
possessive: Rule = memo(_possessive)
"""references: "its", "your", "that creature's" -> the same terms as reference."""

_whom = Later("whom")
whom: Rule = memo(_whom)
"""references: any subject or object: a reference, "each ...", "all ...", bare plurals (as each(F)), lists of them."""

_value = Later("value")
value: Rule = memo(_value)
"""values: a number or amount -> Term."""

_condition = Later("condition")
condition: Rule = memo(_condition)
"""conditions: what stands after "if", "as long as" -> Term."""

_cost = Later("cost")
cost: Rule = memo(_cost)
"""costs: costs before a colon or after "unless you" -> tuple of Terms."""

_keywords = Later("keywords")
keywords: Rule = memo(_keywords)
"""keywords: one keyword ability -> list of Abilities (protection from two colours is two)."""

_quoted = Later("quoted ability")
quoted: Rule = memo(_quoted)
"""abilities: an ability in quotes -> list of Abilities."""

_sentence = Later("instruction")
instructions: Rule = memo(_sentence)
"""instructions: the sentences of a spell or after a cost -> tuple of instruction Terms."""

_body = Later("what it does")
body: Rule = memo(_body)
"""abilities: instructions, or modes -> tuple of Terms or Ability."""

_trigger = Later("trigger")
trigger: Rule = memo(_trigger)
"""triggers: "when ..." up to the comma -> (pattern Term, ...)."""

statements = Choice([], "something about the rules")
"""statements: a verb phrase after a subject, such as "can't block" -> function from whom to list of statement Terms.
Modules add alternatives with `statements.add(...)`."""

static_sentences = Choice([], "a static sentence")
"""A whole static sentence without its stop -> list of Abilities. Modules add alternatives."""
