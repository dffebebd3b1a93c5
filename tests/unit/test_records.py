"""Records behave as frozen dataclasses do."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from magistrate.bridge.records import Record, as_dict, fields, replace


class Point(Record):
    kind: ClassVar[str] = "point"
    x: int
    y: int = 0


class Named(Point, aside=("secret",)):
    name: str = ""
    secret: object = None


class Loose(Record, frozen=False):
    inner: Point
    many: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Twin:
    x: int
    y: int = 0


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, 2), {}),
    ((), {"x": 1}),
    ((), {"y": 2, "x": 1}),
    ((1,), {"y": 2}),
    ((), {}),
    ((), {"y": 1}),
    ((1, 2, 3), {}),
    ((1,), {"x": 1}),
    ((1,), {"z": 1}),
]


@pytest.mark.parametrize(("values", "named"), CALLS)
def test_arguments_are_taken_as_a_dataclass_takes_them(
    values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    try:
        twin = Twin(*values, **named)
    except TypeError:
        with pytest.raises(TypeError, match="Point"):
            Point(*values, **named)
        return
    made = Point(*values, **named)
    assert (made.x, made.y) == (twin.x, twin.y)
    assert repr(made) == repr(twin).replace("Twin", "Point")


def test_equality_and_hash_go_by_class_and_fields() -> None:
    assert Point(1) == Point(1, 0)
    assert hash(Point(1)) == hash(Point(1, 0))
    assert Point(1) != Point(2)
    assert Point(1) != Named(1)
    assert Point(1) != (1, 0)
    assert len({Point(1), Point(1), Point(2)}) == 2


def test_fields_set_aside_count_neither_for_equality_nor_for_repr() -> None:
    assert Named(1, 2, "a", secret=3) == Named(1, 2, "a", secret=4)
    assert repr(Named(1, 2, "a", secret=3)) == "Named(x=1, y=2, name='a')"


def test_frozen_unless_it_says_otherwise() -> None:
    point: Any = Point(1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2
    with pytest.raises(AttributeError, match="frozen"):
        del point.x
    loose = Loose(Point(1))
    loose.inner = Point(2)
    assert loose.inner == Point(2)


def test_fields_of_a_base_class_come_first_and_class_variables_are_none() -> None:
    assert fields(Named) == ("x", "y", "name", "secret")
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_replace_and_as_dict() -> None:
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    with pytest.raises(TypeError, match="Point"):
        replace(Point(1), z=3)
    assert as_dict(Loose(Point(1), (Point(2),))) == {
        "inner": {"x": 1, "y": 0},
        "many": ({"x": 2, "y": 0},),
    }


def test_pickled_and_back() -> None:
    assert pickle.loads(pickle.dumps(Named(1, 2, "a"))) == Named(1, 2, "a")
