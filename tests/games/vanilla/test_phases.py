"""Admission: settlements, the open and dungeons; what is brought home; and what settlements offer."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.helpers import hire
from tallow.games.vanilla.entries import services
from tallow.games.vanilla.faces.view import view
from tallow.games.vanilla.gear import market
from tallow.games.vanilla.gear.inventory import made, treasure
from tallow.games.vanilla.harm import surgery
from tallow.games.vanilla.state import DAY, TERRAINS
from tallow.games.vanilla.world import phases, watches
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import armour, foe, perform, refusal, somebody, table, weapon


@covers("vanilla.phase.settlement", "vanilla.phase.reward", "vanilla.xp.gold")
def test_what_is_brought_home_is_counted_once():
    cup = treasure("Cup", 60, "c")
    party = (somebody(items=(cup,), coins=340), somebody("bob"), somebody("cat"), somebody("dan"))
    state = table(*party, brought=340, busy=(("ann", "rest"),), dark=True)
    home, _ = perform(phases.DEEDS, "go_to", state, "", script=("settlement",))
    assert (home.place, home.phase, home.brought, home.busy, home.dark) == ("settlement", "settlement", 0, (), False)
    assert [one.life.xp for one in home.party] == [100] * 4
    out, _ = perform(phases.DEEDS, "go_to", home, "", script=("wilds", "forest"))
    again, _ = perform(phases.DEEDS, "go_to", out, "", script=("settlement",))
    assert [one.life.xp for one in again.party] == [100] * 4


@covers("vanilla.phase.explore", "vanilla.encounter.tables")
def test_into_a_dungeon_and_into_the_open():
    town = table(somebody(), place="settlement")
    below, _ = perform(phases.DEEDS, "go_to", town, "", script=("dungeon", 3))
    assert (below.place, below.phase, below.depth, below.dark) == ("dungeon", "explore", 3, True)
    open_, _ = perform(phases.DEEDS, "go_to", below, "", script=("wilds", "swamp"))
    assert (open_.place, open_.terrain, open_.dark) == ("wilds", "swamp", False)


@covers("vanilla.xp.gold", "vanilla.carry.full")
def test_what_was_left_behind_lies_where_it_was():
    torch = replace(made("vanilla.item.torch", "t"), place="ground", lit=True, burns=4)
    state = table(somebody(coins=10), depth=3, ground=(armour("shield"), torch), ground_coins=80, brought=90)
    home, play = perform(phases.DEEDS, "go_to", state, "", script=("settlement",))
    assert play.told[0].facts == (("Shield", "Torch", "80 gp"),)
    assert home.party[0].life.xp == 10, "no coin of what is left behind"
    assert (home.ground, home.ground_coins) == ((), 0)
    way = ("back", home.caches[0].id, "dungeon", "Shield, Torch, 80 gp")
    assert any("Shield, Torch, 80 gp" in str(panel) for panel in view(home, REFEREE).panels)
    below, play = perform(phases.DEEDS, "go_to", home, "", script=(way,))
    assert play.asked[0].options == ("dungeon", "wilds", way)
    assert (below.place, below.depth, below.dark, below.caches) == ("dungeon", 3, True, ())
    assert [(item.name, item.lit, item.burns) for item in below.ground] == [("Shield", False, 0), ("Torch", False, 0)]
    assert (below.ground_coins, below.brought) == (80, 80), "and it still counts when it is brought home"


@covers("vanilla.carry.full")
def test_a_cache_is_the_same_one_when_another_is_gone():
    state = table(somebody(coins=10), ground_coins=5)
    home, _ = perform(phases.DEEDS, "go_to", state, "", script=("settlement",))
    out, _ = perform(phases.DEEDS, "go_to", replace(home, ground_coins=7), "", script=("wilds", "forest"))
    first, second = out.caches
    assert first.id != second.id
    way = ("back", second.id, "settlement", "7 gp")
    for caches in (out.caches, (second, first), (second,)):
        back, _ = perform(phases.DEEDS, "go_to", replace(out, caches=caches), "", script=(way,))
        assert (back.ground_coins, second in back.caches) == (7, False)


@covers("vanilla.action.travel", "vanilla.carry.full")
def test_what_lies_in_a_hex_stays_there():
    state = table(somebody(), place="wilds", terrain="forest", ground=(armour("shield"),))
    on, _ = perform(watches.DEEDS, "travel", state, "ann", script=(2, "swamp"))
    assert (on.terrain, on.ground) == ("swamp", ())
    again, _ = perform(watches.DEEDS, "travel", on, "ann", script=(2, ("back", on.caches[0].id, "wilds", "Shield")))
    assert (again.terrain, again.ground) == ("forest", state.ground)


@covers("vanilla.table.encounter_die", "vanilla.encounter.tables")
@pytest.mark.parametrize(
    ("place", "option", "name"),
    [
        ("dungeon", ("crowd", "busy"), "die"),
        ("wilds", ("crowd", "empty"), "die"),
        ("dungeon", ("depth", 8), "depth"),
        ("wilds", ("terrain", "desert"), "terrain"),
    ],
)
def test_the_gm_says_how_a_place_is(place, option, name):
    state, play = perform(phases.DEEDS, "set_place", table(somebody(), place=place), "", script=(option,))
    assert getattr(state, name) == option[1]
    assert play.told[0].seen_by == ("referee",)


@covers("vanilla.encounter.tables")
def test_every_ground_has_its_table():
    from tallow.games.vanilla.entries import tables  # noqa: PLC0415

    assert {f"vanilla.table.encounter_wild_{ground}" for ground in TERRAINS} == {
        id_ for id_ in tables() if id_.startswith("vanilla.table.encounter_wild")
    }


@covers("vanilla.phase.encounter")
@pytest.mark.parametrize(
    ("place", "phase"), [("dungeon", "explore"), ("wilds", "explore"), ("settlement", "settlement")]
)
def test_a_meeting_ends_without_a_fight(place, phase):
    state = replace(table(somebody(), foes=(foe(),), place=place), phase="encounter")
    after, _ = perform(phases.DEEDS, "part", state, "")
    assert (after.phase, after.foes) == (phase, ())


def test_the_dead_go_nowhere():
    state = table(somebody(conditions=("dead",)), place="settlement")
    assert refusal(phases.DEEDS, "go_to", state, "") == "nobody_up"


@covers("vanilla.service.*")
def test_every_service_does_what_it_says_at_its_price():
    """Outfitting, ammunition, the blacksmith, the surgeon and the mentor: all that settlements offer."""
    done_ = set()
    bow = weapon("large_ranged", "bow", "pack", empty=True)
    hurt = somebody(flesh=5, coins=200, bubbles=3, items=(bow, armour("heavy", ac=4)))
    town = table(hurt, place="settlement", clock=480)

    def paid(after):
        return 200 - find(after, "ann").coins

    after, _ = perform(market.DEEDS, "empty_bubbles", town, "ann")
    assert (paid(after), find(after, "ann").bubbles) == (services()["vanilla.service.bubbles"].price_gp, 0) == (25, 0)
    done_.add("vanilla.service.bubbles")
    after, _ = perform(market.DEEDS, "restock", town, "ann")
    assert (paid(after), find(after, "ann").items[0].empty) == (6, False)
    done_.add("vanilla.service.ammunition")
    after, _ = perform(market.DEEDS, "repair", town, "ann", script=(("blacksmith", 2, 10),))
    assert (paid(after), find(after, "ann").items[1].back) == (10, 480 + 2 * DAY)
    done_.add("vanilla.service.blacksmith")
    after, _ = perform(surgery.DEEDS, "surgery", town, "ann")
    assert (paid(after), find(after, "ann").flesh, after.clock) == (50, 6, 480 + DAY)
    done_.add("vanilla.service.surgeon")
    after, _ = done(hire, town, "ann", script=("vanilla.helper.specialist", "mentor", (3,)))
    assert paid(after) == services()["vanilla.service.mentor"].price_gp == 100
    done_.add("vanilla.service.mentor")
    assert done_ == set(services())


@covers("vanilla.phase.settlement")
def test_town_deeds_are_for_towns():
    wilds = table(somebody(flesh=5, coins=200), place="wilds")
    assert refusal(surgery.DEEDS, "surgery", wilds, "ann") is None
    assert refusal(market.DEEDS, "buy", wilds, "ann") is None
    assert refusal(market.DEEDS, "buy", table(somebody(coins=9), place="settlement"), "ann") == ""
