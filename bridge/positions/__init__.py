"""Positions: facts, names, and the file formats they are read from.

    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position

    position = Position.load("p.yaml", CardDatabase.open())    # YAML, .pzl of Forge, or facts in .lp; "-"
    position.facts                                             # frozenset of clingo symbols
    position.names.resolve("bear")                             # o(3); errors list what a name fits
    position.names.label(symbol)                               # "bear"
    position.unmodelled                                        # what on the table did not compile, and why
    position.changed(terminated, initiated)                    # another position
    Position.from_facts(position.text()) == position

How a file is read: `nodes` makes values with places out of YAML, within bounds (`Limits`); `pzl_reader`
makes the same out of a puzzle; `keys` lists every key once, for the reader and for `schema`; `compiled`
finds cards and their facts; `yaml_reader` goes through the file, with `objects`, `properties` and
`stack` for its parts, `values` for plain values, and `table` for what was read so far. Every error is a
`BadInput` with file, line and column.
"""
