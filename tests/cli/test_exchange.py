"""Characters and tables in and out on the command line."""

import json
import shutil
from pathlib import Path

import pytest

from tallow.exchange import formats
from tests.cli.run import tallow

TESTS = Path(__file__).parents[1]
ARCHIVE = TESTS / "store/golden/archive-1.tallow"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", formats("cairn"))
def test_a_character_goes_out_and_comes_back_in_every_format(here, name):
    out = tallow("character", "cairn", "--seed", "5", "--format", name)
    assert out.code == 0
    (here / "adair").write_text(out.out, "utf-8")
    sheet = tallow("import", "adair")
    assert sheet.code == 0
    for words in ("Adair", "Rill Runner", "STR 17/17", "Brigandine", "3 left"):
        assert words in sheet.out
    again = tallow("import", "adair", "--to", name)
    assert again.out == out.out
    assert ("No place for life.bonds: Signet ring" in out.err) == (name == "line")


def test_several_at_once_are_one_document_or_a_line_each():
    many = tallow("character", "cairn", "--seed", "5", "--count", "3", "--format", "foundry")
    assert [one["type"] for one in json.loads(many.out)] == ["character"] * 3
    lines = tallow("character", "cairn", "--seed", "5", "--count", "3", "--format", "line")
    assert len(lines.out.splitlines()) == 3


def test_from_the_standard_input_and_to_paper(here):
    pytest.importorskip("typst")
    line = tallow("character", "cairn", "--seed", "5", "--format", "line").out
    assert "Adair" in tallow("import", "-", typed=line).out
    ran = tallow("import", "-", "--format", "line", "--pdf", "adair.pdf", typed=line)
    assert (ran.code, ran.out) == (0, "")
    assert (here / "adair.pdf").read_bytes().startswith(b"%PDF")


def test_a_format_that_is_named_says_whose_character_it_is() -> None:
    own = tallow("character", "black_hack", "--seed", "5", "--format", "tallow").out
    assert tallow("import", "-", "--format", "tallow", typed=own).out == tallow("import", "-", typed=own).out
    assert "is not a format" in tallow("import", "-", "--format", "zzz", typed=own).err


def test_what_of_a_document_has_no_place_here_is_said(here):
    document = json.loads((TESTS / "exchange/golden/kettlewright-1.json").read_text("utf-8"))
    (here / "h.json").write_text(json.dumps(document | {"party_code": "frogs"}), "utf-8")
    ran = tallow("import", "h.json")
    assert ran.code == 0
    assert "No place for party_code: frogs" in ran.err


def test_a_table_moves_and_is_verified(here):
    moved = tallow("import", str(ARCHIVE), "--database", "sqlite:///a.sqlite")
    assert moved.code == 0
    assert "The Old Mill, with 3 actions" in moved.out
    listed = tallow("export", "--database", "sqlite:///a.sqlite").out
    id_ = listed.split()[0]
    for name in (id_, id_[:6], "The Old Mill"):
        assert tallow("export", name, "mill.tallow", "--database", "sqlite:///a.sqlite").code == 0
    checked = tallow("verify", "mill.tallow")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out == ("4 server dice checked, 2 server dice under a seed still secret.\nNothing is wrong.\n")
    assert json.loads(tallow("verify", "mill.tallow", "--json").out) == {
        "checked": 4,
        "secret": 2,
        "wrong": [],
        "more": 0,
    }
    damaged = bytearray((here / "mill.tallow").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (here / "mill.tallow").write_bytes(damaged)
    refused = tallow("verify", "mill.tallow")
    assert refused.code == 1
    assert "Wrong: mill.tallow, line " in refused.out


WRONG: list[tuple[list[str], str]] = [
    (["import", "nowhere.json"], "nowhere.json: No such file"),
    (["import", "empty"], "empty: this is no character"),
    (["import", "bad.json"], 'bad.json: "strength" is missing'),
    (["import", "bad.json", "--format", "foundry"], "bad.json: system: expected an object"),
    (["import", "bad.json", "--format", "kettle"], '"kettle" is not a format'),
    (["import", "huge.json"], "huge.json: the document has more than"),
    (["import", "damaged.tallow"], "damaged.tallow, line 2: the checksum does not fit"),
    (["import", "damaged.tallow", "--database", "frogs"], "damaged.tallow, line 2"),
    (["import", "newer.tallow"], "written by a newer Tallow"),
    (["import", "mill.tallow", "--database", "frogs"], '"frogs" is no database'),
    (["export", "x", "y", "--database", "sqlite:///none.sqlite"], 'There is no database "none.sqlite"'),
    (["export", "x", "y", "--database", "none.sqlite"], 'There is no database "none.sqlite"'),
    (["verify", "nowhere.tallow"], "nowhere.tallow: No such file"),
    (["character", "cairn", "--format", "fondry"], 'Did you mean "foundry"?'),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_what_is_wrong_is_said_and_nothing_is_written(here, words, said):
    (here / "empty").write_bytes(b"")
    (here / "bad.json").write_text('{"name": "X", "dexterity": 1, "willpower": 1, "system": 1}', "utf-8")
    (here / "huge.json").write_bytes(b'{"notes": "' + b"x" * 10_000_000 + b'"}')
    (here / "newer.tallow").write_bytes(b"tallow archive 9\n")
    (here / "damaged.tallow").write_bytes(ARCHIVE.read_bytes().replace(b'"opened"', b'"closed"', 1))
    shutil.copy(ARCHIVE, here / "mill.tallow")
    before = sorted(here.iterdir())
    ran = tallow(*words)
    assert ran.code == 2
    assert said in ran.err
    assert not ran.out
    assert sorted(here.iterdir()) == before


def test_a_table_that_is_not_there_is_named_with_those_that_are(here):
    assert tallow("import", str(ARCHIVE)).code == 0
    before = sorted(here.iterdir())
    for words, said in ((("export", "frogs", "x"), 'no table "frogs"'), (("export", "The Old Mill"), "which file")):
        ran = tallow(*words)
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err
    assert "The Old Mill" in tallow("export", "frogs", "x").err
    assert sorted(here.iterdir()) == before


def test_an_archive_is_told_as_a_story(here):
    told = tallow("story", str(ARCHIVE))
    assert told.code == 0
    assert "Cairn. At the table: Ann, Bo, Cy." in told.out
    assert "A fight begins." in told.out
    written = tallow("story", str(ARCHIVE), "--format", "html", "--out", "mill.html")
    assert (written.code, written.out) == (0, "mill.html: The Old Mill.\n")
    assert (here / "mill.html").read_text("utf-8").startswith("<!doctype html>")
    assert "no place for a file" in tallow("story", str(ARCHIVE), "--out", "nowhere/mill.md").err


def test_a_damaged_archive_tells_no_story(here):
    (here / "bad.tallow").write_bytes(ARCHIVE.read_bytes()[:-40])
    assert tallow("story", "bad.tallow").code == 2
