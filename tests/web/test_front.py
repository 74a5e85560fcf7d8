"""The front: words are complete, gestures go through the game's own actions, fragments hold nothing inline."""

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import tallow.web
from tallow.games import game
from tallow.games.cairn.state import Item
from tallow.games.deeds import Action, Refused
from tallow.games.optional import needed_bots
from tallow.games.words import catalogue
from tallow.play import REFEREE, Simulated
from tallow.store import Kept
from tallow.table import Table, TableRefusal, open_table
from tallow.table.seats import ONLOOKER, Seated, referee
from tallow.web.drawing.action_groups import MOST_OPEN
from tallow.web.live.gestures import move_item, set_value
from tallow.web.live.room import Room
from tallow.web.phrases import ENGLISH

HERE = Path(tallow.web.__file__).parent
TABLES = {"action", "label", "measure"}
"""Tables of a game's words: what is said from them is no phrase of the web."""

SOURCES = [*(HERE / "templates").rglob("*.html"), *HERE.rglob("*.py")]


@pytest.fixture
def table() -> Table:
    opened = open_table("cairn", "The Old Mill", {}, bytes(32)).table
    opened = opened.sit(referee("Ann")).table.sit(Seated("p1", "<Bo>", "player")).table
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x2", None)
    return replace(opened, state=replace(fight, party=tuple(replace(one, seat="p1") for one in fight.party)))


def test_every_phrase_is_there_and_none_is_idle():
    said = set()
    for path in SOURCES:
        text = path.read_text("utf-8")
        said |= set(re.findall(r"""\b(?:w|say)\(\s*['"]([\w.]+)['"]""", text)) - TABLES
        said |= set(re.findall(r'"(question\.(?:range|steps))"', text))
    made = (
        "back.",
        "chart.",
        "compare.",
        "format.",
        "help.",
        "links.to_",
        "move.",
        "odds.played.",
        "rehearse.",
        "role.",
    )
    known = ENGLISH.catalogue()["say"]
    assert {code for code in said if not code.endswith((".", "_"))} - set(known) == set()
    own = catalogue("tallow.web", "en")["say"]
    assert {code for code in own if code not in said and not code.startswith(made)} == set()


@pytest.mark.parametrize("seat", [REFEREE, "p1", ONLOOKER])
def test_elements_hold_no_style_no_script_and_names_only_as_text(table, seat):
    drawn = {name: str(element) for name, element in Room(Kept("t", table, 0, 0), []).page(seat, ENGLISH).items()}
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
    for who, label, value, why in (
        (hero.id, "hp", 5, ("out_of_range", 5, 0, 4)),
        ("nobody", "hp", 1, ("not_possible", "nobody")),
        (hero.id, "mood", 1, ("cannot_set", "mood")),
    ):
        with pytest.raises(TableRefusal) as refused:
            set_value(table, who, label, value)
        assert (refused.value.code, *refused.value.facts) == why


def test_the_bar_says_whose_turn_it_is_and_to_whom(table):
    def bar(table: Table) -> str:
        return str(Room(Kept("t", table, 0, 0), []).page("p1", ENGLISH)["bar"])

    cairn, (hero,) = game("cairn"), table.state.party
    two = replace(table, state=replace(table.state, party=(hero, replace(hero, id="other", seat="p2"))))
    assert 'data-due=""' in bar(two)
    seen = set()
    for seed in range(12):
        play = Simulated(Random(seed), needed_bots(cairn).answer)
        begun = replace(two, state=cairn.perform(play, two.state, Action("start_fight")))
        seen |= set(re.findall(r'data-due="([^"]*)"', bar(begun)))
    assert {"p1", "p2"} < seen


def test_many_actions_are_folded_and_those_first_in_the_list_lie_open(table):
    actions = str(Room(Kept("t", table, 0, 0), []).page(REFEREE, ENGLISH)["actions"])
    groups = re.findall(r'<(section|details) class="group" id="g-([^"]+)"', actions)
    kinds = [kind for kind, _ in groups]
    assert kinds == sorted(kinds, reverse=True), "open ones first"
    assert {"section", "details"} == set(kinds)
    opened = actions.split('<details class="group"', maxsplit=1)[0]
    assert opened.count('class="verb"') <= MOST_OPEN
    assert '<span class="detail">Give a thing · Give coins' in actions


def test_a_thing_is_carried_by_the_games_own_action_and_never_another_thing(table):
    fight = table.state
    sword = Item("i1", "sword", damage="d8", place="hands")
    hero = replace(fight.party[0], items=(sword,), kind="pc")
    calm = replace(table, state=replace(fight, fight=None, foes=(), party=(hero,)))
    away = move_item(calm, "p1", hero.id, sword.id, "pack").table
    assert away.state.party[0].items[0].place == "pack"
    assert move_item(away, "p1", hero.id, sword.id, "hands").table.state.party[0].items[0].place == "hands"
    for to in ("worn", "hands", "moon"):
        with pytest.raises((TableRefusal, Refused)):
            move_item(calm, "p1", hero.id, sword.id, to)
    with pytest.raises(TableRefusal):
        move_item(calm, "p1", hero.id, "no such thing", "pack")
    rope = replace(sword, id="rope", name="Rope", place="pack", hands=0, damage="")
    packed = replace(
        calm, state=replace(calm.state, party=(replace(hero, items=(replace(sword, place="pack"), rope)),))
    )
    with pytest.raises(TableRefusal):
        move_item(packed, "p1", hero.id, "rope", "hands")
