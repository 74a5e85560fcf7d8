"""Sheets on paper: a page for each character, whatever they are called and however much they carry."""

import builtins
import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from tallow.cli.commands.character import characters
from tallow.games import game
from tallow.games.cairn.record import CHARACTERS, GAME
from tallow.games.cairn.state import State
from tallow.play import REFEREE
from tallow.sheets import NotWritten, NoTypst, party_pdf, pdf, write_pdf
from tallow.sheets.paper import sheets
from tests.sheets.people import EMPTY, HESTIA, LADEN, TROUBLE

pytest.importorskip("typst")

CAST = (HESTIA, EMPTY, LADEN, TROUBLE)


def boxes(made: bytes) -> list[tuple[int, int]]:
    """The paper of each page in points, whether the objects of the file are packed or not."""
    streams = re.findall(rb"stream\r?\n(x.*?)endstream", made, re.DOTALL)
    packed = [zlib.decompressobj().decompress(stream) for stream in streams]
    found = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", b"\n".join((made, *packed)))
    return [(round(float(wide)), round(float(high))) for wide, high in found]


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_each_character_has_one_page_of_the_paper_asked_for(paper, size):
    assert boxes(pdf(GAME, CAST, paper=paper)) == [size] * (1 + len(CAST))
    assert boxes(pdf(GAME, [HESTIA], paper=paper)) == [size]


def test_the_same_characters_make_the_same_file():
    assert pdf(GAME, [HESTIA]) == pdf(GAME, [HESTIA])


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_what_is_on_the_sheet_is_in_the_file(tmp_path):
    write_pdf(tmp_path / "cast.pdf", GAME, CAST)
    command = [shutil.which("pdftotext") or "", "-raw", "-enc", "UTF-8", str(tmp_path / "cast.pdf"), "-"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\f")  # noqa: S603
    party, hestia, empty, laden, trouble = (" ".join(page.split()) for page in told[:5])
    for words in ("Party", "Hestia", "Wilmot of the Long", "Needle-knife d6", "24/10", "deafened", "412"):
        assert words in party
    assert "Owes Arlo" not in party
    for words in ("Hestia", "Aurifex", "Needle-knife", "Hamstrung", "Gold nose", "A second moon.", "lower gate", "34"):
        assert words in hestia
    assert "A 20 always fails." in hestia
    assert "Rations" not in empty
    assert "beyond the Seven Barrows" in laden
    assert laden.count("Onderford") == LADEN.life.notes.count("Onderford")
    for words in ('#let *Bold* [x] $y$ "Q" \\ <a> @b // /* `raw` second line', "#pagebreak()", "[Sword] $x^2$ *of*"):
        assert words in trouble
    assert "#set page(width: 1cm)" in trouble


def test_text_reaches_the_page_as_data_and_nothing_but_printable():
    page = sheets(GAME, CHARACTERS.sheet(TROUBLE).panels)["sheets"][0]
    assert page["title"].startswith('#let *Bold* [x] $y$ "Q" \\ <a> @b // /* `raw` second line 🐉')
    assert page["title"].endswith("…")
    notes = page["blocks"][-1]["text"]
    assert notes == "#set page(width: 1cm)\n- a\n- b\nturned"


def test_a_long_word_can_break():
    page = sheets(GAME, CHARACTERS.sheet(TROUBLE).panels)["sheets"][0]
    assert max(len(part) for part in re.split(r"[\s\u200b]", page["title"])) <= 22


def test_a_table_gives_the_referee_the_party_and_a_player_their_own():
    state = replace(State(), party=tuple(replace(one, seat=one.id) for one in CAST))
    assert len(boxes(party_pdf(GAME, GAME.view(state, REFEREE)))) == 1 + len(CAST)
    assert len(boxes(party_pdf(GAME, GAME.view(state, HESTIA.id)))) == 1
    with pytest.raises(ValueError, match="nobody"):
        party_pdf(GAME, GAME.view(State(), REFEREE))


def test_a_large_party_takes_as_many_pages_as_it_needs():
    assert len(boxes(pdf(GAME, CAST * 5))) == 2 + 5 * len(CAST)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_the_page_of_all_counts_no_slots_where_there_are_none(tmp_path):
    played = game("dead_weight")
    write_pdf(tmp_path / "two.pdf", played, characters(played, played.settings(), 11, 2))
    command = ["pdftotext", "-l", "1", str(tmp_path / "two.pdf"), "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert "hands" in said.casefold()
    assert "very small" not in said.casefold()


def test_only_known_paper_and_somebody_to_draw():
    with pytest.raises(ValueError, match=r'"a5" is not a paper .* a4, letter'):
        pdf(GAME, [HESTIA], paper="a5")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nobody"):
        pdf(GAME, [])


def test_without_typst_it_says_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "typst":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NoTypst, match=r'pip install "tallow\[pdf\]"'):
        pdf(GAME, [HESTIA])


@pytest.mark.parametrize(("where", "why"), [("", "that is a folder"), ("no/such/x.pdf", "there is no folder")])
def test_where_it_cannot_be_written_it_says_why_and_leaves_nothing(tmp_path, where, why):
    with pytest.raises(NotWritten, match=why):
        write_pdf(tmp_path / where, GAME, [HESTIA])
    assert list(tmp_path.rglob("*")) == []


def test_a_failed_writing_keeps_the_old_file(tmp_path, monkeypatch):
    old = tmp_path / "sheet.pdf"
    old.write_bytes(b"old")

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as half:
            half.write(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten, match="no space left"):
        write_pdf(old, GAME, [HESTIA])
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("sheet.pdf", b"old")]
