"""The clock: Rounds, Turns and Watches, what falls due on the way, the encounter die, rests and nights."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.aftermath import finish
from tallow.games.vanilla.monsters import encounters
from tallow.games.vanilla.monsters.encounters import met
from tallow.games.vanilla.state import DAY, HOUR, NIGHT, ROUND, TURN, WATCH, WEEK, Combat, Effect, Item, Known, Pay
from tallow.games.vanilla.world import turns, watches
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.conditions import gain
from tallow.mechanics.two_sides import find
from tallow.play import Policy, distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import perform, refusal, somebody, table

QUIET = (6,)
MET = (1,)


@pytest.fixture(autouse=True)
def nobody_in_particular(monkeypatch):
    """Whoever is met is another chapter's business."""
    monkeypatch.setattr(encounters, "meet", lambda _play, state: replace(state, phase="encounter"))


@covers("vanilla.time.clock", "vanilla.time.round")
def test_one_clock_in_minutes():
    assert (ROUND, TURN, HOUR, WATCH, NIGHT, DAY, WEEK) == (1, 10, 60, 360, 480, 1440, 10080)
    ten = table(somebody(), place="settlement", clock=10 * HOUR)
    assert done(elapse, ten, 2 * HOUR)[0].clock == 12 * HOUR


@covers("vanilla.time.round", "vanilla.damage.wake")
def test_out_for_four_rounds_is_four_minutes():
    out = replace(gain(somebody(flesh=0), "out", "unaware"), wakes=484)
    state = table(out, somebody("bob"), place="settlement", clock=480)
    assert "out" in find(done(elapse, state, 3)[0], "ann").conditions
    woken = find(done(elapse, state, 4)[0], "ann")
    assert (woken.conditions, woken.flesh) == ((), 1)


def test_what_falls_due_is_over_at_its_minute_and_wages_at_theirs():
    ann = somebody(coins=20)
    help_ = replace(somebody("tor"), kind="helper", pay=Pay("ann", 2, 500))
    effect = Effect("e1", "vanilla.spell.light_dark", "ann", (), "light", ends=490)
    state = table(ann, help_, place="settlement", clock=480, effects=(effect,))
    after, _ = done(elapse, state, 15)
    assert (after.effects, find(after, "ann").coins) == ((), 20)
    assert find(done(elapse, state, 20, script=["pay"])[0], "ann").coins == 18


@covers("vanilla.monster.innate", "vanilla.table.minor_item", "vanilla.phase.watch")
def test_what_works_so_often_a_day_works_again_from_dawn_on_at_six():
    for place, face in (("settlement", ()), ("wilds", QUIET), ("dungeon", QUIET)):
        tired = table(somebody(spent=("Glove",)), place=place, clock=6 * HOUR - 1)
        dawn, _ = done(elapse, tired, 1, script=face)
        assert find(dawn, "ann").spent == ()
        assert find(done(elapse, replace(tired, clock=6 * HOUR), 9)[0], "ann").spent == ("Glove",)


@covers("vanilla.time.encounter", "vanilla.table.encounter_die")
@pytest.mark.parametrize(("die", "chance"), [("usual", "1/6"), ("empty", "1/8"), ("busy", "1/4")])
def test_a_one_on_the_die_of_the_place(die, chance):
    state = table(somebody(), die=die)
    assert distribution(met, state)[True] == Fraction(chance)
    assert distribution(met, state)[False] == 1 - Fraction(chance)


@covers("vanilla.time.encounter")
def test_no_encounter_in_an_hour_of_a_dungeon():
    policy: Policy = lambda choice: choice.options[0]  # noqa: E731
    hour = distribution(lambda play: elapse(play, table(somebody()), HOUR).phase, policy=policy)
    assert hour["explore"] == Fraction(15625, 46656)


@covers("vanilla.time.watch")
def test_four_watches_of_a_day_in_the_wilds():
    state = table(somebody(), place="wilds")
    day = distribution(lambda play: elapse(play, state, DAY).phase)
    assert day["explore"] == Fraction(625, 1296)


@covers("vanilla.time.encounter")
def test_the_die_is_hidden_and_cuts_the_time_short():
    state = table(somebody(), clock=480)
    after, play = done(elapse, state, 60, script=(QUIET, MET))
    assert (after.phase, after.clock) == ("encounter", 500)
    assert all(roll.hidden for roll in play.asked)


def test_days_of_work_in_a_settlement_bring_nobody():
    assert done(elapse, table(somebody(), place="settlement"), WEEK)[0].phase == "settlement"


@covers("vanilla.time.turn", "vanilla.phase.turn", "vanilla.action.rest")
def test_a_turn_ends_when_each_has_done_one_thing():
    ann, bob = somebody(grit=1), somebody("bob")
    state = table(ann, bob, clock=480)
    state, _ = perform(turns.DEEDS, "rest", state, "ann")
    assert (state.clock, state.busy) == (480, (("ann", "rest"),))
    assert refusal(turns.DEEDS, "keep_watch", state, "ann") == "turn_spent"
    state, _ = perform(turns.DEEDS, "keep_watch", state, "bob", script=(QUIET, (3,)))
    assert (state.clock, state.busy, find(state, "ann").grit) == (490, (), 4)


@covers("vanilla.heal.rest", "vanilla.heal.interrupted", "vanilla.phase.turn")
def test_a_rest_that_is_broken_off_heals_nothing():
    state = table(somebody(grit=1))
    after, _ = perform(turns.DEEDS, "rest", state, "ann", script=(MET,))
    assert (after.phase, after.busy, find(after, "ann").grit) == ("encounter", (), 1)


@covers("vanilla.action.rest", "vanilla.heal.blocked")
def test_who_cannot_rest():
    assert refusal(turns.DEEDS, "rest", table(somebody(grit=0, flesh=5)), "ann") == "wounded"
    assert refusal(turns.DEEDS, "rest", table(somebody()), "ann") == "grit_full"


def test_helpers_rest_with_whom_they_work_for():
    tor = replace(somebody("tor", grit=1), kind="helper", pay=Pay("ann", 2, 99999))
    state = table(somebody(grit=1), tor, place="settlement")
    after, _ = perform(turns.DEEDS, "rest", state, "ann", script=((2,), (4,)))
    assert [one.grit for one in after.party] == [5, 3]


@covers("vanilla.action.search")
def test_a_search_takes_a_turn_and_the_gm_says_what_is_found():
    state = table(somebody(), clock=480)
    after, play = perform(turns.DEEDS, "search", state, "ann", script=("the desk", "a drawer", QUIET))
    assert after.clock == 490
    assert ("found", ("Ann", "a drawer")) in [(told.code, told.facts) for told in play.told]


@covers("vanilla.phase.explore", "vanilla.time.turn")
def test_the_gm_ends_a_turn():
    state, _ = perform(turns.DEEDS, "end_turn", table(somebody(), clock=480), "", script=(QUIET,))
    assert state.clock == 490


@covers("vanilla.time.turn", "vanilla.phase.round_end")
def test_a_fight_is_rounded_up_to_a_whole_turn_and_rolls_no_die():
    combat = Combat(round=4, began=480)
    state = table(somebody(), combat=combat, clock=484)
    assert done(finish, state, "foes_down")[0].clock == 490
    long = table(somebody(), combat=replace(combat, round=12), clock=492)
    assert done(finish, long, "foes_down")[0].clock == 500


@covers("vanilla.action.travel", "vanilla.time.watch_wild", "vanilla.time.hex", "vanilla.phase.watch")
def test_travel_is_a_watch_and_a_hex():
    state = table(somebody(), place="wilds", clock=480)
    after, _ = perform(watches.DEEDS, "travel", state, "ann", script=(QUIET, "forest"))
    assert (after.clock, after.terrain) == (840, "forest")
    after, _ = perform(watches.DEEDS, "travel", state, "ann", script=(MET,))
    assert (after.phase, after.terrain) == ("encounter", "grassland")


@covers("vanilla.action.explore_hex", "vanilla.time.watch_wild")
def test_exploring_a_hex_asks_the_gm():
    state = table(somebody(), place="wilds", clock=480)
    after, play = perform(watches.DEEDS, "explore_hex", state, "ann", script=(QUIET, "A ring of stones."))
    assert after.clock == 840
    assert play.told[-1].facts == ("A ring of stones.",)


@covers("vanilla.action.camp", "vanilla.time.watch_sleep", "vanilla.heal.night")
def test_a_night_in_camp_is_two_watches():
    ann = somebody("ann", "magic_user", grit=0, book=(Known("vanilla.spell.sleep", True),))
    bob = somebody("bob", grit=1, flesh=5)
    state = table(ann, bob, place="wilds", clock=480)
    after, _ = perform(watches.DEEDS, "camp", state, "ann", script=("night", QUIET, QUIET, "yes"))
    assert (after.clock, find(after, "ann").grit, find(after, "bob").grit) == (480 + 2 * WATCH, 4, 1)
    assert not find(after, "ann").book[0].corrupted
    one, _ = perform(watches.DEEDS, "camp", state, "ann", script=("one_watch", QUIET))
    assert (find(one, "ann").grit, find(one, "ann").book[0].corrupted) == (4, True)


@covers("vanilla.action.sleep", "vanilla.heal.night", "vanilla.corrupt.purify")
def test_eight_hours_of_sleep():
    ann = somebody("ann", "magic_user", grit=0, book=(Known("vanilla.spell.sleep", True),))
    state = table(ann, place="settlement", clock=480)
    after, _ = perform(watches.DEEDS, "sleep", state, "ann", script=("yes",))
    assert (after.clock, find(after, "ann").grit, find(after, "ann").book[0].corrupted) == (960, 4, False)
    unsafe, _ = perform(watches.DEEDS, "sleep", state, "ann", script=("no",))
    assert find(unsafe, "ann").book[0].corrupted


@covers("vanilla.heal.night", "vanilla.heal.interrupted")
def test_sleep_that_is_broken_off_purifies_nothing():
    ann = somebody("ann", "magic_user", grit=0, book=(Known("vanilla.spell.sleep", True),))
    after, _ = perform(watches.DEEDS, "sleep", table(ann), "ann", script=(QUIET, MET, (4,)))
    assert (after.phase, find(after, "ann").grit, find(after, "ann").book[0].corrupted) == ("encounter", 4, True)


@covers("vanilla.time.watch_town", "vanilla.time.watch")
def test_a_watch_about_town_has_its_encounter_check():
    state = table(somebody(), place="settlement", clock=480)
    after, _ = perform(watches.DEEDS, "visit", state, "ann", script=("the smith", QUIET))
    assert (after.clock, after.phase) == (840, "settlement")
    assert perform(watches.DEEDS, "visit", state, "ann", script=("the smith", MET))[0].phase == "encounter"


def test_nobody_leaves_while_others_are_at_something():
    state = table(somebody(), somebody("bob"), place="wilds", busy=(("bob", "check"),))
    assert refusal(watches.DEEDS, "travel", state, "ann") == "turn_begun"


@covers("vanilla.time.watch_wild", "vanilla.time.watch_town")
def test_each_place_has_its_own_watches():
    def at(place):
        return table(somebody(), place=place)

    shown = {
        place: [deed.name for deed in watches.DEEDS if refusal(watches.DEEDS, deed.name, at(place), "ann") is not None]
        for place in ("dungeon", "wilds", "settlement")
    }
    assert shown == {
        "dungeon": ["sleep"],
        "wilds": ["travel", "explore_hex", "camp", "sleep"],
        "settlement": ["sleep", "visit"],
    }


def test_lights_burn_by_the_turn_as_time_goes():
    torch = Item("t", "Torch", "vanilla.item.torch", place="hands", lit=True, burns=8)
    state = table(somebody(items=(torch,)), place="settlement", clock=480)
    assert find(done(elapse, state, 30)[0], "ann").items[0].burns == 5


@covers("vanilla.corrupt.purify", "vanilla.setting.purify_again")
def test_each_eight_hours_of_safe_sleep_purify_one_spell_or_by_the_setting_one_a_day():
    names = ("sleep", "charm", "web")
    ann = somebody("ann", "magic_user", book=tuple(Known(f"vanilla.spell.{name}", True) for name in names))
    state = table(ann, place="settlement", clock=480)
    for left, script in ((2, ("vanilla.spell.charm",)), (1, ("vanilla.spell.web",)), (0, ())):
        state, _ = perform(watches.DEEDS, "sleep", state, "ann", script=("yes", *script))
        assert sum(known.corrupted for known in find(state, "ann").book) == left
    assert state.clock == 480 + 3 * 8 * HOUR

    daily = table(ann, place="settlement", clock=480, settings={"purify_again": "daily"})
    daily, _ = perform(watches.DEEDS, "sleep", daily, "ann", script=("yes", "vanilla.spell.charm"))
    again, _ = perform(watches.DEEDS, "sleep", daily, "ann")
    assert sum(known.corrupted for known in find(again, "ann").book) == 2
    next_day, _ = done(elapse, daily, DAY - 8 * HOUR)
    next_day, _ = perform(watches.DEEDS, "sleep", next_day, "ann", script=("yes", "vanilla.spell.web"))
    assert sum(known.corrupted for known in find(next_day, "ann").book) == 1


@covers("vanilla.monster.innate", "vanilla.time.turn")
def test_a_fight_that_lasts_until_dawn_renews_powers():
    combat = Combat(round=6, began=6 * HOUR - 5)
    state = table(somebody(spent=("Glove",)), foes=(), combat=combat, clock=6 * HOUR + 1)
    assert done(finish, state, "foes_down")[0].party[0].spent == ()
    early = replace(state, combat=replace(combat, began=5 * HOUR), clock=5 * HOUR + 6)
    assert done(finish, early, "foes_down")[0].party[0].spent == ("Glove",)
