"""What is stored does not change without an upgrade, and is written so that it can be read for good."""

import copy

import pytest
from msgspec import Struct
from scripts.schemas import OURS, PROGRAM, Schema, current, faults, reached, recorded, roots_of

from tallow.games import BUILT_IN, game


@pytest.mark.parametrize("name", [PROGRAM, *BUILT_IN])
def test_what_is_stored_is_recorded_and_has_changed_by_upgrades_alone(name: str) -> None:
    told = faults(name, recorded(name), current()[name])
    assert told == [], "\n".join(told)


@pytest.mark.parametrize("name", [PROGRAM, *BUILT_IN])
def test_every_stored_struct_is_written_whole_and_refuses_what_it_does_not_know(name: str) -> None:
    for kind in reached(OURS if name == PROGRAM else roots_of(game(name))).values():
        config = kind.__struct_config__
        if kind.__module__.startswith("tallow.adventures.documents."):
            continue  # a document means what its format says, whatever it leaves out
        assert not config.omit_defaults, f"{kind.__name__}: a default that changes later would change what was stored"
        assert config.forbid_unknown_fields or kind.__name__ == "Document", (
            f"{kind.__name__}: renaming a field loses it"
        )
        assert kind.__name__ in {"DoneAction", "UndoRequest"} or not config.array_like, f"{kind.__name__}: by position"


def mood(default: str, *words: str) -> Schema:
    """A field of a few words."""
    return {"type": "Literal", "words": list(words or (default,)), "default": default}


def changed(**fields: object) -> tuple[Schema, Schema]:
    """A small schema, and one in which something of its only struct is otherwise."""
    before: Schema = {
        "number": 1,
        "structs": {
            "State": {"hp": {"type": "int"}, "mood": {"type": "Literal", "words": ["glad"], "default": "glad"}}
        },
        "deeds": ["harm"],
        "questions": {"whom": 1},
        "asked": {"whom": "1"},
        "told": {"hurt": 2},
        "ids": {"toy.monster": "rat bat"},
        "rows": {"toy.table.weather": "rain fog"},
    }
    now = copy.deepcopy(before)
    now["structs"]["State"] |= fields
    return before, now


NEEDS = [
    ({"structs": {"State": {"hp": {"type": "int"}}}}, "State.mood is gone"),
    ({"structs": {}}, "State is not stored any more"),
    ({"deeds": []}, "the deed harm is gone"),
    ({"questions": {}}, "the question whom is gone"),
    ({"questions": {"whom": 2}}, "whom has 2 facts, not 1"),
    ({"asked": {"whom": "2"}}, "whom is asked with 2 facts, not 1"),
    ({"told": {}}, "the told code hurt is gone"),
    ({"ids": {"toy.monster": "rat"}}, "the id toy.monster.bat is gone"),
    ({"rows": {"toy.table.weather": "rain mist"}}, "the row toy.table.weather:fog is gone"),
]


@pytest.mark.parametrize(("change", "said"), NEEDS, ids=[said for _, said in NEEDS])
def test_what_goes_needs_an_upgrade(change: Schema, said: str) -> None:
    before, now = changed()
    (told,) = faults("toy", before, now | change)
    assert said in told
    assert "Write a step for it in the `upgrades` of toy (docs/stored.md)" in told
    assert "Record it" in faults("toy", before, now | change | {"number": 2})[0], "with an upgrade it is but recorded"


FIELDS = [
    ({"hp": {"type": "str"}}, "State.hp is str, not int"),
    ({"hp": {"type": "int", "default": 3}}, "the default of State.hp is 3"),
    ({"mood": mood("sad", "glad")}, "the default of State.mood is 'sad'"),
    ({"mood": mood("glad", "sad")}, "State.mood cannot be 'glad'"),
    ({"wil": {"type": "int"}}, "State.wil is new"),
]


@pytest.mark.parametrize(("fields", "said"), FIELDS, ids=[said for _, said in FIELDS])
def test_a_field_that_is_otherwise_needs_an_upgrade(fields: Schema, said: str) -> None:
    (told,) = faults("toy", *changed(**fields))
    assert said in told
    assert "Write a step" in told


def test_what_is_new_is_only_recorded() -> None:
    fields = {
        "wil": {"type": "int", "default": 3},
        "mood": {"type": "Literal", "words": ["glad", "sad"], "default": "glad"},
    }
    before, now = changed(**fields)
    now |= {"deeds": ["harm", "heal"], "questions": {"whom": 1, "why": 0}, "ids": {"toy.monster": "rat bat cat"}}
    told = faults("toy", before, now)
    assert len(told) == 5
    assert all("Record it: .venv/bin/python scripts/schemas.py" in one and "Write" not in one for one in told)
    assert faults("toy", now, now) == []
    assert "not recorded" in faults("toy", None, now)[0]


def test_a_default_that_is_a_struct_may_grow_but_not_change() -> None:
    before, now = changed(settings={"type": "Settings", "default": {"luck": 0, "odds": True}})
    before["structs"]["State"]["settings"] = {"type": "Settings", "default": {"luck": 0}}
    (told,) = faults("toy", before, now)
    assert "Write" not in told
    before["structs"]["State"]["settings"] = {"type": "Settings", "default": {"luck": 1}}
    assert "Write a step" in faults("toy", before, now)[0]


def test_a_union_may_have_more_members_but_not_fewer() -> None:
    before, now = changed(hp={"type": "tuple[Bat | Cat, ...]"})
    before["structs"]["State"]["hp"] = {"type": "tuple[Bat | Rat, ...]"}
    assert "Write a step" in faults("toy", before, now)[0]
    now["structs"]["State"]["hp"] = {"type": "tuple[Bat | Cat | Rat, ...]"}
    (told,) = faults("toy", before, now)
    assert "Write" not in told


def test_structs_are_found_wherever_they_stand() -> None:
    class Inner(Struct):
        """A struct in a struct."""

    class Outer(Struct):
        """A struct with another in many places."""

        inner: tuple[dict[str, Inner | None], ...]

    assert set(reached([Outer])) == {"Outer", "Inner"}
