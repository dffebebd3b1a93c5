"""Frozen records: what is passed around where a command line waits for it.

    class Face(Record):
        name: str
        text: str = ""

Used as frozen dataclasses are, which they are to a type checker. Importing `dataclasses`, and having it write
each class's methods, takes a command line as long as its answer.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Record:
    """A value with named fields, in the order of the annotations; those of a base class come first.

    Equal to a record of the same class with equal fields; hashable if its fields are; `match` takes them in
    order. Defaults are shared, so they must be immutable. `aside` names fields that equality and
    `repr` leave out; `frozen=False` lets fields be set.
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    _told: ClassVar[tuple[str, ...]] = ()
    _frozen: ClassVar[bool] = True

    def __init_subclass__(cls, *, frozen: bool = True, aside: tuple[str, ...] = ()) -> None:
        own = (name for name, hint in cls.__annotations__.items() if not str(hint).startswith("ClassVar"))
        cls._fields = (*cls._fields, *own)
        cls.__match_args__ = cls._fields  # type: ignore[attr-defined, misc]
        cls._told = tuple(name for name in cls._fields if name not in aside)
        cls._frozen = frozen

    def __init__(self, *values: Any, **named: Any) -> None:
        state, fields = self.__dict__, self._fields
        state.update(zip(fields, values, strict=False))
        for name in fields[len(values) :]:
            if name in named:
                state[name] = named.pop(name)
            elif hasattr(type(self), name):
                state[name] = getattr(type(self), name)
            else:
                raise TypeError(f"{type(self).__name__} needs {name}")
        if named or len(values) > len(fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}, each once")

    def _values(self) -> tuple[Any, ...]:
        state = self.__dict__
        return tuple([state[name] for name in self._told])

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Record)
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self._told)
        return f"{type(self).__qualname__}({told})"

    def __setattr__(self, name: str, value: object) -> None:
        if self._frozen:
            raise AttributeError(f"{type(self).__name__} is frozen: {name} can't be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} can't be deleted")


R = TypeVar("R", bound=Record)


def fields(kind: type[Record] | Record) -> tuple[str, ...]:
    """The names of a record's fields, in order."""
    return kind._fields


def replace(record: R, **changes: Any) -> R:
    """The same record with other values in some fields. TypeError for a field that it hasn't."""
    state = {name: record.__dict__[name] for name in record._fields}
    return type(record)(**(state | changes))


def as_dict(record: Record) -> dict[str, Any]:
    """The fields and their values; records in them, also in tuples, lists and dicts, become dicts too."""
    return {name: _plain(record.__dict__[name]) for name in record._fields}


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return as_dict(value)
    if type(value) in (tuple, list):
        return type(value)(map(_plain, value))
    if type(value) is dict:
        return {key: _plain(inner) for key, inner in value.items()}
    return value
