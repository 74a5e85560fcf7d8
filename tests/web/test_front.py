"""The front: words are complete, gestures go through the game's own actions, fragments hold nothing inline."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import tallow.web
from tallow.games import game
from tallow.games.cairn import DEEDS
from tallow.games.cairn.state import Item
from tallow.games.game import Refused
from tallow.play import REFEREE
from tallow.store import Kept
from tallow.table import Table, TableRefusal, open_table
from tallow.table.seats import ONLOOKER, Seated, referee
from tallow.web.fragments import fragments
from tallow.web.house import Room
from tallow.web.shortcuts import arrange, set_value
from tallow.web.words import WORDS

HERE = Path(tallow.web.__file__).parent
SOURCES = [*(HERE / "templates").rglob("*.html"), *HERE.glob("*.py")]


@pytest.fixture
def table() -> Table:
    opened = open_table("cairn", "The Old Mill", {}, bytes(32)).table
    opened = opened.sit(referee("Ann")).table.sit(Seated("p1", "<Bo>", "player")).table
    fight = game("cairn").fight("4 HP, 11 STR, sword (d8)", "Goblin x2", None)
    return replace(opened, state=replace(fight, party=tuple(replace(one, seat="p1") for one in fight.party)))


def test_every_phrase_is_there_and_none_is_idle():
    said = set()
    for path in SOURCES:
        text = path.read_text("utf-8")
        said |= set(re.findall(r"""\bw\(['"]([\w.]+)['"]""", text)) | set(re.findall(r'phrase\(\s*"([\w.]+)"', text))
    made = (
        "back.",
        "chart.",
        "compare.",
        "facing.",
        "format.",
        "help.",
        "kind.",
        "links.to_",
        "move.",
        "option.",
        "role.",
    )
    known = WORDS.catalogue()["say"]
    assert {code for code in said if not code.endswith((".", "_"))} - set(known) == set()
    assert {code for code in known if code not in said and not code.startswith(made)} == set()


def test_every_action_of_a_game_has_a_group():
    listed = [name for names in game("cairn").handles.groups.values() for name in names]
    assert sorted(listed) == sorted(DEEDS.deeds)


@pytest.mark.parametrize("seat", [REFEREE, "p1", ONLOOKER])
def test_fragments_hold_no_style_no_script_and_names_only_as_text(table, seat):
    drawn = {name: str(piece) for name, piece in fragments(Room(Kept("t", table, 0, 0), []), seat).items()}
    whole = "".join(drawn.values())
    assert not re.search(r"<script|\sstyle=|\son\w+=|javascript:", whole)
    assert "<Bo>" not in whole
    assert "&lt;Bo&gt;" in whole
    for name, html in drawn.items():
        assert f'id="f-{name}"' in html[:120]
    assert ("<form" in whole) == (seat != ONLOOKER)


def test_a_number_is_set_by_the_referees_own_action(table):
    (hero,) = table.state.party
    step = set_value(table, hero.id, "hp", 2)
    assert step.table.state.party[0].hp == 2
    assert step.line is not None
    assert set_value(table, hero.id, "str", 15, most=True).table.state.party[0].strength_max == 15
    for who, label, value in ((hero.id, "hp", 5), ("nobody", "hp", 1), (hero.id, "mood", 1)):
        with pytest.raises(TableRefusal):
            set_value(table, who, label, value)


def test_a_thing_is_carried_by_the_games_own_action_and_never_another_thing(table):
    fight = table.state
    sword = Item("i1", "sword", damage="d8", place="hands")
    hero = replace(fight.party[0], items=(sword,), kind="pc")
    calm = replace(table, state=replace(fight, fight=None, foes=(), party=(hero,)))
    away = arrange(calm, "p1", hero.id, sword.id, "pack").table
    assert away.state.party[0].items[0].place == "pack"
    assert arrange(away, "p1", hero.id, sword.id, "hands").table.state.party[0].items[0].place == "hands"
    for to in ("worn", "hands", "moon"):
        with pytest.raises((TableRefusal, Refused)):
            arrange(calm, "p1", hero.id, sword.id, to)
    with pytest.raises(TableRefusal):
        arrange(calm, "p1", hero.id, "no such thing", "pack")
    rope = replace(sword, id="rope", name="Rope", place="pack", hands=0, damage="")
    packed = replace(
        calm, state=replace(calm.state, party=(replace(hero, items=(replace(sword, place="pack"), rope)),))
    )
    with pytest.raises(TableRefusal):
        arrange(packed, "p1", hero.id, "rope", "hands")
