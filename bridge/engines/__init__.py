"""One ground program, three engines.

Clingo grounds a question once. ``observe`` records the ground program; ``maximum`` finds optima with clasp or
HiGHS, ``count`` counts with clasp, by a sweep over sums or with Ganak, ``models`` lists with clasp.
Nothing here knows the game.
"""
