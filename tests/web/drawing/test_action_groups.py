"""Actions in groups."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.play import REFEREE
from tallow.simulate.random_answers import RandomAnswers
from tallow.store import Kept
from tallow.table import Table, open_table
from tallow.table.seats import Seated, referee
from tallow.web.drawing.action_groups import MOST_OPEN, action_groups
from tallow.web.drawing.caches import SeatCache
from tallow.web.live.room import Room
from tests.web.english import ENGLISH


@pytest.fixture
def table() -> Table:
    opened = open_table("cairn", "The Old Mill", {}, bytes(32)).table
    opened = opened.sit(referee("Ann")).table.sit(Seated("p1", "<Bo>", "player")).table
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x2", None)
    return replace(opened, state=replace(fight, party=tuple(replace(one, seat="p1") for one in fight.party)))


def test_many_actions_are_folded_and_those_first_in_the_list_lie_open(table):
    actions = str(Room(Kept("t", table, 0, 0), []).page(REFEREE, ENGLISH)["actions"])
    groups = re.findall(r'<(section|details) class="group" id="g-([^"]+)"', actions)
    kinds = [kind for kind, _ in groups]
    assert kinds == sorted(kinds, reverse=True), "open ones first"
    assert {"section", "details"} == set(kinds)
    opened = actions.split('<details class="group"', maxsplit=1)[0]
    assert opened.count('class="verb"') <= MOST_OPEN
    assert '<span class="detail">Give a thing · Give coins' in actions


def test_in_their_turn_what_the_foes_can_do_comes_first():
    played = game("vanilla")
    state = needed_bots(played).fight("fighter 1 x2", "Goblin x2", played.settings())
    state = played.perform(RandomAnswers(Random(1)), state, Action("start_combat"))
    foes = tuple(foe.id for foe in state.foes)
    fight = replace(state.combat, side="foes", due=foes, turn="")
    table = open_table("vanilla", "Tomb", {}, bytes(32)).table.sit(Seated(REFEREE, "Ann", "referee")).table
    table = replace(table, state=replace(state, combat=fight))
    cache = SeatCache()
    cache.look(table, REFEREE, ENGLISH, {})
    groups = action_groups(table.offers(REFEREE), (), cache=cache)
    assert [(group.title, group.closed) for group in groups[:2]] == [("The enemies", False), ("Goblin 1", True)]
    fight = replace(fight, due=foes[:1])
    cache.look(replace(table, state=replace(state, combat=fight)), REFEREE, ENGLISH, {})
    groups = action_groups(cache.speech.table.offers(REFEREE), (), cache=cache)
    assert groups[0].title == "Goblin 1"
