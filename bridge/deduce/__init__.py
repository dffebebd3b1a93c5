"""What follows from facts by rules without a choice, worked out in Python.

Grounding by clingo costs something for every rule and call, and begins anew with each question. Here a rule
is a Python function that joins sets of rows, written when it first finds what it needs; what a rule gave for
the same sets is kept. Since positions that are asked about one after the other differ little, most of it
serves again. The rules are those of the program files, in the subset of clingo's language that strata without
a choice use; whatever is found is what clingo finds, which the tests compare. Nothing here knows the game.

`terms`: terms as objects. `forms` and `reading`: rules. `rows`: sets of rows. `code`: rules as functions.
`plan`: the order of rules. `state`: what is known.
"""
