"""The page of a seat: its elements hold nothing inline, and say what they should."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Choice, Simulated
from tallow.store import Kept
from tallow.table import DoneAction, Table, open_table
from tallow.table.seats import ONLOOKER, Seated, referee
from tallow.web.live.room import Room
from tests.web.english import ENGLISH


@pytest.fixture
def table() -> Table:
    opened = open_table("cairn", "The Old Mill", {}, bytes(32)).table
    opened = opened.sit(referee("Ann")).table.sit(Seated("p1", "<Bo>", "player")).table
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x2", None)
    return replace(opened, state=replace(fight, party=tuple(replace(one, seat="p1") for one in fight.party)))


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


def in_a_place(*deeds: str) -> dict[str, str]:
    """The page of somebody alone in the mill, after these deeds."""
    mill = ready("cairn", "mill")
    table = open_table("cairn", "The mill", {}, bytes(32), example=True, adventure=mill, referee=False).table
    table = table.sit(Seated("player1", "Ann", "player")).table
    rows = []
    for number, deed in enumerate(deeds, 1):
        step = table.act("player1", Action(f"place.{deed}", "player1"), answers={"place.look_at": "@cart"})
        assert step.line is not None
        table = step.table
        rows.append((number, False, step.line))
    return {name: str(one) for name, one in Room(Kept("t", table, 0, 0), rows).page("player1", ENGLISH).items()}


def test_who_explores_reads_what_has_just_happened_in_the_scene():
    looked = in_a_place("set_out", "look")
    scene = looked["scene"]
    assert scene.index("<h2>Yard and step") < scene.index('class="so-far"') < scene.index("Ruts, nettles")
    assert "rolled to the race" in scene
    assert "so-far" not in looked["question"], "it is said once"


def test_who_has_just_come_to_a_room_reads_what_it_is_like_first():
    scene = in_a_place("set_out")["scene"]
    assert scene.index("<h2>Yard and step") < scene.index("Ruts, nettles") < scene.index('class="so-far"')
    assert scene.count("Ruts, nettles") == 1


def in_a_fight_of_a_place() -> tuple[Table, dict[str, str]]:
    """The referee's page while the party of the mill fights a goblin in the yard."""
    opened = open_table("cairn", "The mill", {}, bytes(32), example=True, adventure=ready("cairn", "mill"))
    table = opened.table.sit(referee("Ann")).table
    table = table.act(REFEREE, Action("place.lead", ""), answers={"place.lead_where": "@yard"}).table
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x1", None)
    inside = replace(table.state.game, foes=fight.foes)
    table = replace(table, state=replace(table.state, game=inside))
    table = table.act(REFEREE, Action("start_fight", "")).table
    while table.pending and isinstance(asked := table.pending[0].question, Choice):
        one = table.pending[0]
        table = table.answer(REFEREE, one.starter, asked.options[1], number=one.number).table
    page = Room(Kept("t", table, 0, 0), []).page(REFEREE, ENGLISH)
    return table, {name: str(one) for name, one in page.items()}


def test_in_a_fight_who_is_near_whom_stands_before_the_room_and_the_place_is_named_last():
    table, page = in_a_fight_of_a_place()
    assert table.rules.ui.due is not None
    assert table.rules.ui.due(table.state)
    scene = page["scene"]
    assert scene.index('class="foes"') < scene.index('class="bands"') < scene.index("Ruts, nettles")
    assert "Whoever looks round the house" in page["notes"]
    assert "Ruts, nettles" not in page["notes"], "nobody reads it aloud in a fight, and the scene has it"
    others = re.findall(r'<p class="others"><a[^>]*>([^<]+)', page["question"])
    assert not any(one.startswith(("Change an exit", "Who leads")) for one in others), others


def test_how_it_ended_is_read_once():
    mill = ready("cairn", "mill")
    table = open_table("cairn", "The mill", {}, bytes(32), example=True, adventure=mill, referee=False).table
    table = table.sit(Seated("player1", "Ann", "player")).table
    table = table.act("player1", Action("place.set_out", "player1")).table
    place = replace(table.state.place, marks=("stopped",))
    step = replace(table, state=replace(table.state, place=place)).act("player1", Action("place.leave", "player1"))
    assert step.line is not None
    scene = str(Room(Kept("t", step.table, 0, 0), [(1, False, step.line)]).page("player1", ENGLISH)["scene"])
    assert "among people" in scene
    (end,) = [one for one in mill.end if one.id == step.table.state.place.ended]
    assert scene.count(end.text[:30]) == 1


def test_bots_are_offered_to_play_on_in_a_place_and_not_in_town():
    assert 'class="autopilot' not in in_a_place()["question"]
    outside = in_a_place("set_out")["question"]
    assert 'id="auto-step">Take the next step for us<' in outside, "there are no rounds outside a fight"
    assert 'id="auto-round"' not in outside


def test_after_an_end_the_next_place_is_the_first_button_and_nobody_asks_around():
    mill = ready("cairn", "mill")
    table = open_table("cairn", "The mill", {}, bytes(32), example=True, adventure=mill, referee=False).table
    table = table.sit(Seated("player1", "Ann", "player")).table
    ended = replace(table, state=replace(table.state, place=replace(table.state.place, ended="bread_again")))
    before, after = (str(Room(Kept("t", one, 0, 0), []).page("player1", ENGLISH)["question"]) for one in (table, ended))
    assert 'id="onward"' not in before
    assert 'value="place.ask_around"' in before
    buttons = after.partition('class="firsts"')[2]
    assert buttons.startswith('><li><a class="button primary" href="next" id="onward">')
    assert buttons.count("<li>") == 4
    assert 'value="place.ask_around"' not in buttons
    assert 'class="primary"' not in buttons


def test_beside_the_title_stands_what_burns_while_the_party_explores():
    opened = open_table(
        "cairn", "The mill", {}, bytes(32), example=True, adventure=ready("cairn", "mill"), referee=False
    )
    table = opened.table.sit(Seated("player1", "Ann", "player")).table
    assert ">Town<" in str(Room(Kept("t", table, 0, 0), []).page("player1", ENGLISH)["bar"])
    table = table.act("player1", Action("place.set_out", "player1")).table
    assert ">Light: Torch<" in str(Room(Kept("t", table, 0, 0), []).page("player1", ENGLISH)["bar"])


def test_what_follows_from_a_deed_comes_first_until_something_else_is_done():
    table = open_table("cairn", "The Old Mill", {}, bytes(32), example=True).table
    table = table.sit(Seated("player1", "Bo", "player")).table
    room = Room(Kept("t", table, 0, 0), [])

    def first_after(deed: str) -> str:
        done = DoneAction("player1", deed, free=False)
        room.kept = Kept("t", replace(table, trail=(done,)), 0, 0)
        room.changed()
        (first,) = re.findall(r'id="n-[^"]*-(\w+)-0"', str(room.page("player1", ENGLISH)["question"]))
        return str(first)

    assert [first_after(one) for one in ("listen", "buy", "listen")] == ["search", "hold", "search"]
