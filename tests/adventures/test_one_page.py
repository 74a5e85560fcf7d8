"""One Page Dungeons become documents: what has no counterpart is named, what is wrong is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tallow.adventures import Document, read
from tallow.adventures.documents.one_page import from_one_page
from tallow.adventures.documents.writing import written
from tallow.games import game
from tallow.games.optional import games_with
from tallow.mechanics.documents import BadDocument
from tests.adventures.one_page_file import CORRIDOR, HALL, ROUND, VAULT, door, dungeon
from tests.cli.run import tallow


def imported(**changed: Any) -> tuple[Document, tuple[str, ...]]:
    document, lost = from_one_page(json.dumps(dungeon(**changed)), game("cairn"))
    return document, tuple(map(str, lost))


def test_rooms_and_notes() -> None:
    document, _ = imported()
    assert document.adventure.title == "Crypt of the Pale Clerk"
    assert document.adventure.start.startswith("Nobody has balanced")
    rooms = {room.id: room for room in document.room}
    assert len(rooms) == 8
    first = rooms[document.adventure.begins]
    assert (first.at, first.size, first.number, first.out) == ((0, 6), (5, 4), 1, True)
    assert first.known == "A goblin counts pebbles."
    assert "goblin" not in first.seen
    assert rooms[f"room{VAULT + 1}"].number == 2
    assert rooms[f"room{ROUND + 1}"].seen == "Round room, 5 by 5 squares."
    assert rooms[f"room{CORRIDOR + 1}"].name.startswith("Corridor")
    assert len({room.number for room in document.room}) == 8
    assert [room.id for room in document.room if room.out] == ["room1", "room8"]


def test_every_type_of_door_has_its_way_and_state() -> None:
    document, _ = imported()
    ways = {one.name.split(",")[0]: (one.way, one.stands, one.found) for one in document.exit}
    assert ways == {
        "A door": ("door", "shut", "seen"),
        "A secret door": ("door", "shut", "search"),
        "A portcullis": ("gate", "stuck", "seen"),
        "A steel door": ("door", "stuck", "seen"),
        "An opening": ("passage", "open", "seen"),
        "A narrow opening": ("passage", "open", "seen"),
        "A double door": ("door", "shut", "seen"),
        "Stairs down": ("stairs", "open", "seen"),
    }
    (secret,) = [one for one in document.exit if one.found == "search"]
    assert (secret.from_, secret.to) == (f"room{HALL + 1}", f"room{VAULT + 1}")
    assert (secret.name, secret.back) == ("A secret door, to the east", "A secret door, to the west")


def test_what_has_no_counterpart_is_named() -> None:
    _, lost = imported(weather="rain")
    assert lost == (
        "weather: nothing is known of it",
        "doors[9]: stairs down that leads to no room of this map",
        "columns: 2 of them, which the map does not draw",
    )


@pytest.mark.parametrize("name", games_with(lambda one: one.exploring))
def test_in_every_game_it_is_written_and_read_again(name: str) -> None:
    document, _ = from_one_page(json.dumps(dungeon()).encode(), game(name))
    assert read(written(document)) == document


BROKEN: dict[str, tuple[dict[str, Any] | str, str]] = {
    "no JSON": ("{", "the file is not JSON"),
    "no dungeon": ("[1]", "this is no One Page Dungeon"),
    "misspelt": (
        {"rect": [], "doors": []},
        'rects: .* has none; did you mean "rect"?',
    ),
    "wrong field": (dungeon(doors=[{"x": "a"}]), r"doors\[0\].x: expected a whole number, got text"),
    "unknown door": (
        dungeon(doors=[door(-3, 1, -1, 0, 12)]),
        r"doors\[0\].type: there is no door of type 12",
    ),
    "no direction": (dungeon(doors=[door(-3, 1, 1, 1, 3)]), r"doors\[0\].dir"),
    "no way in": (dungeon(doors=[door(3, 1, 1, 0, 1)]), "doors: none of them leads out of the place"),
    "leads nowhere": (dungeon(doors=[door(-3, 1, -1, 0, 3)]), 'room "room2": no exit leads here'),
    "too many": (
        dungeon(rects=[{"x": 0, "y": 0, "w": 1, "h": 1}] * 501),
        "rects: there are 501 of them",
    ),
    "too wide": (dungeon(rects=[{"x": 0, "y": 0, "w": 3, "h": 3}, {"x": 90, "y": 0, "w": 3, "h": 3}]), "60 squares"),
    "too large a room": (dungeon(rects=[{"x": 0, "y": 0, "w": 30, "h": 3}]), r"rects\[0\]: 30 by 3 squares"),
    "no room": (dungeon(rects=[]), "rects: there is no room"),
    "twice": (dungeon(rects=[{"x": 0, "y": 0, "w": 3, "h": 3}, {"x": 2, "y": 2, "w": 3, "h": 3}]), "rects, at 2, 2"),
    "too long": (dungeon(story="x" * 3_000), "story: a text has 3,000 letters"),
    "too long a note": (dungeon(notes=[{"text": "x" * 1_500, "pos": {"x": 0, "y": 0}}] * 2), "notes: those of room 1"),
    "too many bytes": ("{" + " " * 400_000 + "}", "more than 400,000 bytes"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_is_refused_with_its_place(what: str) -> None:
    given, said = BROKEN[what]
    with pytest.raises(BadDocument, match=said):
        from_one_page(given if isinstance(given, str) else json.dumps(given), game("cairn"))


def test_the_command_writes_a_document_and_names_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "crypt.json").write_text(json.dumps(dungeon()), "utf-8")
    out = tmp_path / "place.toml"
    ran = tallow("adventure", "import", str(tmp_path / "crypt.json"), "--game", "cairn", "--out", str(out))
    assert ran.code == 0, ran.err
    assert "Crypt of the Pale Clerk, 8 rooms, for Cairn." in ran.out
    assert "Without a counterpart: columns: 2 of them" in ran.err
    assert read(out.read_text("utf-8")).adventure.title == "Crypt of the Pale Clerk"
    shown = tallow("play", "cairn", "--adventure", str(out), typed="set out\nq\n")
    assert "── Room 1" in shown.out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["import"], "Say which file"),
        (["import", "nowhere.json", "--game", "cairn"], "nowhere.json: No such file"),
        (["import", "bad.json", "--game", "cairn"], "doors: none of them leads out"),
        (["import", "bad.json", "--game", "chess"], "chess"),
        (["cairn", "bad.json"], "A file is read by"),
    ],
)
def test_the_command_says_what_is_wrong_and_writes_nothing(
    given: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text(json.dumps(dungeon(doors=[])), "utf-8")
    ran = tallow("adventure", *given, "--out", "place.toml")
    assert ran.code == 2
    assert said in ran.err
    assert not Path("place.toml").exists()
