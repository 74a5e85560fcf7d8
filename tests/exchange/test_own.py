"""Our own documents, for every game: whoever goes out comes back, and nobody comes in who would break a table."""

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallow.exchange import BadDocument, brought, formats, guess, read, write
from tallow.games import BUILT_IN, game
from tallow.games.characters import CharacterDocuments
from tallow.games.deeds import Action, Refused
from tallow.games.optional import documents_of, needed_characters
from tallow.games.stored import FORMAT, schema_of
from tallow.play import REFEREE
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import Randomly, check_json, draw, random_settings

games = pytest.mark.parametrize("name", BUILT_IN)
seeds = st.integers(0, 10**9)


def documents(name: str) -> CharacterDocuments[Any]:
    known = documents_of(game(name))
    assert known is not None
    return known


def made(name: str, seed: int) -> Any:
    played, random = game(name), Random(seed)
    return needed_characters(played).create(RandomAnswers(random), random_settings(played, random))


def enveloped(name: str, character: Any) -> dict[str, Any]:
    """A document of plain values."""
    versions = {"schema": FORMAT, "game": name, "game_schema": schema_of(game(name))}
    return {"format": "tallow character", **versions, "character": character}


@games
@given(seeds)
@settings(max_examples=40)
def test_whoever_was_made_by_the_rules_comes_back_whole(name, seed):
    character = made(name, seed)
    document, lost = write(name, "tallow", character)
    assert lost == ()
    assert guess(document) == (name, "tallow")
    assert "tallow" in formats(name)
    back, left = read(name, "tallow", document)
    assert left == ()
    assert back == documents(name).settled(character)
    assert read(name, "tallow", brought(name, document))[0] == back


def leaves(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every value in a document that has no others in it, and to every list."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*at, key))
    elif isinstance(value, list):
        yield at
        for index, part in enumerate(value):
            yield from leaves(part, (*at, index))
    else:
        yield at


def tampered(name: str, seed: int, *, times: int) -> str:
    """A document with a few things in it that no rule put there."""
    random = Random(seed)
    one = msgspec.to_builtins(made(name, seed))
    whole = [field.name for field in msgspec.structs.fields(documents(name).kind)]
    ids = sorted(game(name).book.entries())
    for _ in range(times):
        way = random.choice(list(leaves(one)))
        at = one
        for step in way[:-1]:
            at = at[step]
        now = at[way[-1]]
        if isinstance(now, list) and now and random.random() < 0.5:
            at[way[-1]] = [*now, random.choice(now)]
        elif isinstance(now, list):
            at[way[-1]] = [] if random.random() < 0.3 else [random.choice(ids)]
        elif isinstance(now, str):
            at[way[-1]] = random.choice(
                ("", "x", "pack", "hands", random.choice(ids), random.choice(ids).split(".")[-1])
            )
        else:
            at[way[-1]] = random.choice((0, 1, 2, 3, 5, 12, 20, 40, 99, -1, 10**6))
        if random.random() < 0.2:
            one[random.choice(whole)] = random.choice((0, 1, 7, "", "x", [], ["x"], [["x", 1]], None, True))
    return json.dumps(
        {
            "format": "tallow character",
            "schema": FORMAT,
            "game": name,
            "game_schema": schema_of(game(name)),
            "character": one,
        }
    )


def deeds(name: str, state: Any, random: Random, many: int) -> None:
    """Random people do random things."""
    played = game(name)
    for _ in range(many):
        seat = random.choice(played.waiting(state))
        legal = [offer.action for offer in played.actions(state, seat) if not offer.refusal]
        if legal:
            state = played.perform(Randomly(random, game=played), state, random.choice(legal))
            draw(played, state)


def arrives(name: str, document: str) -> Any:
    """The state of a table to which somebody has brought a document."""
    played = game(name)
    state = played.new_state(played.settings())

    class Given(Randomly):
        def write(self, *_: Any, **__: Any) -> str:
            return document

    return played.perform(Given(Random(0)), state, Action("bring_character", "player1"))


@games
@given(seeds, st.integers(1, 4))
@settings(max_examples=60)
def test_whoever_is_let_in_can_be_played(name, seed, times):
    state = None
    with suppress(Refused):
        state = arrives(name, tampered(name, seed, times=times))
    if state is None:
        return
    assert game(name).seats(state) == (REFEREE, "player1")
    check_json(game(name), state)
    draw(game(name), state)
    deeds(name, state, Random(seed), 8)


def hostile(name: str) -> Iterator[tuple[str, str, str]]:
    """What it is, the document, and what must be said of it."""
    one = msgspec.to_builtins(documents(name).settled(made(name, 7)))
    other = next(other for other in BUILT_IN if other != name)

    def document(**changes: Any) -> str:
        whole = {
            "format": "tallow character",
            "schema": FORMAT,
            "game": name,
            "game_schema": schema_of(game(name)),
            "character": one,
        }
        return json.dumps(whole | changes, default=list)

    def character(**changes: Any) -> str:
        return document(character=one | changes)

    thing = {"id": "i1", "name": "Rope"}
    yield "nothing", "", "not JSON"
    yield "no JSON", "Mossbeard", "not JSON"
    yield "another thing", "[]", "expected an object"
    yield "half of it", document()[:200], "not JSON"
    yield "deep", "[" * 50_000 + "]" * 50_000, "nested too deeply"
    yield "deep inside", character(items=json.loads("[" * 200 + "]" * 200)), "character"
    yield "another game", document(game=other), "game:"
    yield "a newer version", document(schema=FORMAT + 1), "newer Tallow"
    yield "a newer game", document(game_schema=99), "newer"
    yield "no schema of the game", document(game_schema=0), "no schema 0"
    yield "an unknown field", character(hair="red"), 'there is no "hair"'
    yield "an unknown field inside", character(items=[thing | {"hair": "red"}]), "items"
    yield "an unknown field around", document(hair="red"), 'there is no "hair"'
    yield "version 0", document(schema=0), "schema"
    yield "another format", document(format="<b>x</b>"), "format"
    yield "no character", document(character={}), "missing"
    yield "markup in the name", character(name="<script>alert(1)</script>"), "without markup"
    yield "turned writing", character(name="Br\u202eam"), "without markup"
    yield "no name", character(name=" "), "name is missing"
    yield "a long name", character(name="x" * 81), "at most 80"
    yield "markup in a thing", character(items=[{"id": "i1", "name": "<img src=x>"}]), "without markup"
    yield "too many things", character(items=[thing | {"id": f"i{at}"} for at in range(101)]), "at most 100"
    yield "twice the same thing", character(items=[thing, thing]), "same id"
    yield "a thing from nowhere", character(items=[thing | {"ref": f"{name}.item.nothing_at_all"}]), "Tallow knows"
    yield "of another game", character(items=[thing | {"ref": f"{other}.item.torch"}]), "Tallow knows"
    yield "a thing on nothing", character(items=[thing | {"place": "pc1"}]), "items" if name != "modified_cairn" else ""
    yield "long notes", character(life=one["life"] | {"notes": "x" * 20_001}), "20,000"
    yield "controls in notes", character(life=one["life"] | {"notes": "a\x00b"}), "control characters"
    yield "not a number", character(items="many"), "expected"


@games
def test_a_hostile_document_is_refused_with_the_place_and_changes_nothing(name):
    for what, document, said in hostile(name):
        if not said:
            continue
        with pytest.raises(Refused) as refused:
            arrives(name, document)
        assert refused.value.refusal.code == "bad_document", what
        assert said in str(refused.value.refusal.facts[0]), (what, refused.value.refusal.facts)
        assert len(str(refused.value.refusal.facts[0])) <= 300
        with pytest.raises(BadDocument):
            brought(name, document)
    with pytest.raises(BadDocument, match="bytes"):
        brought(name, "x" * 1_000_001)


SPENT: dict[str, object] = {"vanilla": "x", "dead_weight": {"kind": "camp", "about": ["x"]}}
"""What a character has used up, by game; in the other games by the day."""


@games
def test_nobody_comes_with_a_seat_an_id_or_a_moment_of_another_table(name):
    one = msgspec.to_builtins(made(name, 3)) | {
        "id": "foe1",
        "seat": REFEREE,
        "spent": [SPENT.get(name, {"kind": "day", "about": ["x"]})],
    }
    field = "states" if name == "modified_cairn" else "conditions"
    one |= {field: ["dead", "gone", "asleep"]}
    document = {
        "format": "tallow character",
        "schema": FORMAT,
        "game": name,
        "game_schema": schema_of(game(name)),
        "character": one,
    }
    state = arrives(name, json.dumps(document, default=list))
    arrived = state.party[0]
    assert (arrived.seat, arrived.id[:2], arrived.spent, getattr(arrived, field)) == ("player1", "pc", (), ())
    assert "bring_character" not in {offer.action.name for offer in game(name).actions(state, "player1")}


def test_what_is_no_character_is_told_the_formats_that_there_are():
    with pytest.raises(BadDocument, match=r"tallow, kettlewright, foundry, line"):
        guess("{}")
