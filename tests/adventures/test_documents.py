"""Documents: what is read, and what is refused with the place and the nearest names."""

import re
import runpy
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from tallow.adventures import names, read, ready
from tallow.adventures.documents.document import Document
from tallow.games import game
from tallow.mechanics.documents import BadDocument

MILL = (files("tallow.adventures") / "ready" / "cairn" / "mill.toml").read_text("utf-8")
ROOT = Path(__file__).parents[2]


def changed(old: str, new: str) -> str:
    assert old in MILL, old
    return MILL.replace(old, new, 1)


def test_every_ready_adventure_is_sound():
    for played in ("cairn",):
        assert names(played), played
        for name in names(played):
            assert isinstance(ready(played, name), Document)


def test_a_document_survives_json():
    mill = ready("cairn", "mill")
    assert msgspec.json.decode(msgspec.json.encode(mill), type=Document) == mill


ABOUT = '[adventure]\ntitle = "A hall"\ngame = "cairn"\nbegins = "hall"\nstart = "Here."\n'
HALL = '[[room]]\nid = "hall"\nnumber = 1\nname = "Hall"\nseen = "A hall."\nat = [0, 0]\nsize = [3, 3]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "there is no [adventure]"), (ABOUT, "there is no [[room]]"), (ABOUT + HALL, "there is no [[end]]")],
)
def test_what_every_document_has_is_asked_for_as_it_is_written(text: str, said: str):
    with pytest.raises(BadDocument) as refused:
        read(text)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ('who = "Goblin x2"', 'who = "Gobling x2"', 'group "goblins".who', '"Goblin"'),
        ('who = "Goblin x2"', 'who = "Goblin x0"', 'group "goblins".who', "a number from 1 to 100"),
        ('like = "Salt pack"', 'like = "Salt pak"', 'thing "salt".like', "Salt pack"),
        ('to = "loft"', 'to = "lofft"', 'exit "ladder".to', "loft"),
        ('begins = "yard"', 'begins = "gard"', "adventure.begins", "yard"),
        ('{do = "open", exit = "hole"}', '{do = "open", exit = "hol"}', ".exit", "hole"),
        ('{do = "open", exit = "hole"}', '{do = "opens", exit = "hole"}', "clock", "opens"),
        (
            '{do = "open", exit = "hole"}',
            '{do = "afflict", condition = "Sad"}',
            ".condition",
            "no condition of the game",
        ),
        ('{do = "open", exit = "hole"}', '{do = "harm", dice = "1", score = "LUC"}', ".score", "does not fall on"),
        ('{do = "open", exit = "hole"}', '{do = "snuff"}', 'clock "', "puts out the lights"),
        ('{if = "flame"}', '{if = "marked", mark = "flames"}', 'clock "fire".when 1.mark', "nothing ever sets"),
        ('on = ["sign"]', 'on = ["sin"]', 'clock "nearer".on', "sign"),
        ('save = "DEX"', 'save = "DXE"', "save", "DEX"),
        ('id = "torc"', 'id = "bowl"', 'thing "bowl"', "already"),
        ("at = [17, 0]", "at = [9, 5]", 'room "loft".at', "belongs to room"),
        ("number = 3", "number = 2", 'room "loft".number', "has number 2 already"),
        ('title = "Bread again"', 'titel = "Bread again"', 'end "bread"', "titel"),
        ('title = "Bread again"', 'titel = "Bread again"', 'end "bread"', "Did you mean 'title'?"),
        ('begins = "yard"', 'begin = "yard"', "adventure", "Did you mean 'begins'?"),
        ('way = "ladder"', 'way = "lader"', 'exit "ladder".way', "Did you mean 'ladder' or 'water'?"),
        ('mood = "hostile"', 'mood = "hostil"', 'group "dead".mood', "Did you mean 'hostile'?"),
        ('{do = "open", exit = "hole"}', '{do = "opne", exit = "hole"}', ".do", "Did you mean 'open'?"),
        ('{do = "open", exit = "hole"}', '{do = "open", exti = "hole"}', "clock", "Did you mean 'exit'?"),
        ('{if = "flame"}', '{if = "flmae"}', ".if", "Did you mean 'flame'?"),
        ('save = "DEX"', 'save = "AGI"', "save", "There are: STR, DEX, WIL"),
        ('{do = "open", exit = "hole"}', '{do = "say"}', ".do", "There are: tell, open, shut"),
        ("number = 3", 'smell = "bad"', 'room "loft"', "There are: id, number, name"),
        ('title = "Bread again"', r'title = "Bread\u001b[2J"', 'end "bread".title', "control characters"),
        ("Ruts, nettles", r"Ruts, \u202enettles", 'room "yard".seen', "turn it round"),
        ("number = 3", 'number = "three"', 'room "loft".number', "expected a whole number, got text"),
        ("worth = {each = 30}", "worth = {each = 30, xp = 5}", 'end "bread".worth.xp', "counts no experience"),
        ("worth = {each = 30}", "worth = {each = 300000}", 'end "bread".worth.each', "100000"),
        ('game = "cairn"', 'game = "carin"', "adventure.game", "cairn"),
        ('fails = "It does not so much as slow down."\nturns = 1\nsave = "STR"', 'fails = "No."', "save", "can fail"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(old: str, new: str, place: str, says: str):
    with pytest.raises(BadDocument) as refused:
        read(changed(old, new))
    assert place in refused.value.field
    assert says in str(refused.value)


def test_a_room_that_no_exit_leads_to():
    with pytest.raises(BadDocument, match="no exit leads here"):
        read(re.sub(r'\[\[exit\]\]\nid = "ladder".*?(?=\[\[exit\]\])', "", MILL, flags=re.DOTALL))


def test_a_room_that_no_exit_leads_out_of():
    with pytest.raises(BadDocument, match="never comes out again"):
        read(changed('back = "The ladder down"', 'back = "The ladder down"\none_way = true'))


def test_an_end_that_nothing_leads_to():
    with pytest.raises(BadDocument, match="nothing leads to it"):
        read(changed('{do = "end", end = "burnt"}', '{do = "mark", mark = "burnt"}'))


def test_an_exit_that_nothing_opens():
    with pytest.raises(BadDocument, match="nothing opens it"):
        read(
            changed('stands = "stuck"', 'stands = "locked"\nforce = "never"').replace(
                'exit = "trapdoor"', 'exit = "hole"'
            )
        )


def test_limits():
    with pytest.raises(BadDocument, match=r"more than 400,000 bytes"):
        read("#" + "x" * 400_000)
    with pytest.raises(BadDocument, match="length <= 2000"):
        read(changed("Ruts, nettles", "Ruts, nettles" * 200))
    with pytest.raises(BadDocument, match="no TOML"):
        read("[[room")


def test_for_another_game():
    with pytest.raises(BadDocument, match="an adventure for cairn, not for vanilla"):
        read(MILL, game("vanilla"))


def test_the_schema_is_current():
    made = runpy.run_path(str(ROOT / "scripts" / "adventure_schema.py"))
    assert made["FILE"].read_text("utf-8") == made["schema"](), "run scripts/adventure_schema.py"
