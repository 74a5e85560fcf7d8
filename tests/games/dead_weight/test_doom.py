"""Doom: alerts in rising order and once, each place with its own, and veterans who sense it."""

from msgspec.structs import replace

from tallow.games.dead_weight.state import Location
from tallow.games.dead_weight.world.doom import doom_events
from tallow.games.dead_weight.world.trackers import advance_doom, lower_doom
from tallow.play import EVERYONE, REFEREE
from tallow.testing import covers
from tests.games.dead_weight.expedition import abroad, act, doom, here, refused, with_place
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.playing import done

WHY = "dead_weight.doom.meaning"


def place(**more):
    return Location("crypt", "Crypt", **more)


@covers("dead_weight.doom.events", "dead_weight.doom.trackers", "dead_weight.tracker.doom")
def test_events_are_told_to_the_gm_in_rising_order_and_once():
    crypt = place(doom=2, size=10, events=((5, "collapse"), (3, "tremor"), (9, "worse")))
    state = replace(table(somebody()), locations=(crypt,))
    state, play = act(state, "move_tracker", "", "doom", 3)
    told = [told for told in play.told if told.code == "doom.event"]
    assert [told.facts[1:] for told in told] == [(3, "tremor"), (5, "collapse")]
    assert {told.seen_by for told in play.told} == {(REFEREE,)}
    state, play = act(state, "move_tracker", "", "doom", -1)
    state, play = act(state, "move_tracker", "", "doom", 1)
    assert "doom.event" not in play.codes()


@covers("dead_weight.doom.maximum", "dead_weight.action.gm_move_tracker")
def test_the_maximum_is_announced_once_and_doom_stays_there():
    state = table(somebody())
    state = with_place(state, doom=9)
    state, play = act(state, "move_tracker", "", "doom", 3, "held")
    assert doom(state) == 10
    assert play.codes().count("doom.maximum") == 1
    state, play = act(state, "move_tracker", "", "doom", 1)
    assert (doom(state), "doom.maximum" in play.codes()) == (10, False)
    assert all(one.conditions == () for one in state.party)
    endless, _ = done(advance_doom, with_place(state, doom=9, size=0, told=()), WHY, 3)
    assert doom(endless) == 12
    assert done(doom_events, endless, here(endless))[1].told == []


@covers("dead_weight.doom.maximum")
def test_reaching_the_maximum_value_of_the_doom_tracker_means_certain_death():
    party = somebody(), somebody("amber", seat="amber", conditions=("mortally_wounded",))
    state = with_place(table(*party), doom=9)
    dead, play = act(state, "move_tracker", "", "doom", 1, "death")
    assert all("dead" in one.conditions for one in dead.party)
    assert dead.phase == "interlude", "nobody is left, and the expedition is over"
    assert next(told for told in play.told if told.code == "doom.death").seen_by == EVERYONE
    held, _ = act(state, "move_tracker", "", "doom", 1, "held")
    assert all("dead" not in one.conditions for one in held.party)
    later, _ = act(held, "certain_death")
    assert all("dead" in one.conditions for one in later.party)
    assert refused(state, "certain_death") == "not_now", "doom is not full yet"


@covers("dead_weight.doom.maximum")
def test_the_last_step_usually_involves_a_very_hard_fight():
    state = with_place(abroad(somebody()), doom=9, told=(2, 4, 6, 8), played=(2, 4, 6, 8))
    state, play = act(state, "move_tracker", "", "doom", 1, "fight")
    (full,) = [question for question in play.asked if question.what == "doom_full"]
    assert full.options == ("fight", "death", "held")
    hard, _ = act(state, "play_doom", "", "upper_hand", "nearby")
    assert [foe.of for foe in hard.enemies] == ["dead_weight.monster.giant_spider"]


@covers("dead_weight.doom.maximum")
def test_in_a_fight_certain_death_waits_for_its_end():
    state = with_place(table(somebody(at=(0, 0)), combat=fighting(), enemies=(corpse(at=(5, 5)),)), doom=9)
    state, play = act(state, "move_tracker", "", "doom", 1)
    assert "doom.maximum" not in play.codes()
    _, play = act(state, "combat_call_off", "", "enemies_fled", "held")
    assert "doom.maximum" in play.codes()


@covers("dead_weight.doom.location", "dead_weight.omens.location")
def test_a_new_place_has_a_new_tracker_and_an_old_one_goes_on_with_its_own():
    state = with_place(table(somebody()), doom=5)
    state = replace(state, omens=replace(state.omens, size=7, filled=3))
    mine, _ = act(state, "change_location", "", "own", "Mine", 0, "no")
    assert (here(mine).name, doom(mine), mine.omens.filled) == ("Mine", 0, 3)
    back, _ = act(mine, "change_location", "", "crypt")
    assert (here(back).name, doom(back)) == ("Crypt", 5)


@covers("dead_weight.doom.events")
def test_the_gm_plans_what_doom_brings():
    state, _ = act(table(somebody()), "plan_doom", "", 2, "the lid opens")
    _, play = act(state, "move_tracker", "", "doom", 2)
    assert ("doom.event", "the lid opens") in [(told.code, told.facts[-1]) for told in play.told]


@covers("dead_weight.skill.ritualist")
def test_doom_never_goes_below_nothing():
    state, _ = done(lower_doom, table(somebody()), WHY)
    assert doom(state) == 0
    nowhere = replace(table(somebody()), here="")
    assert done(lower_doom, nowhere, WHY)[0] == nowhere


@covers("dead_weight.action.explore_sense_doom", "dead_weight.skill.veteran", "dead_weight.tracker.doom")
def test_a_veteran_senses_doom_once_until_it_has_changed():
    old = somebody(skills=("veteran",))
    state = with_place(abroad(old, somebody("amber", seat="other")), doom=3, told=(2,))
    state, play = act(state, "sense_doom", "zael", "roll", [5, 5])
    sensed = play.told[-1]
    assert (sensed.code, sensed.facts[1:], sensed.seen_by) == ("doom.sensed", (3, 4), (REFEREE, "player"))
    assert state.turns == 0
    assert refused(state, "sense_doom", "zael") == "doom_unchanged"
    state, _ = act(state, "move_tracker", "", "doom", -1)
    state, play = act(state, "sense_doom", "zael", "roll", [2, 3])
    assert "doom.sensed" not in play.codes()
    assert refused(state, "sense_doom", "zael") == "doom_unchanged"
    assert refused(state, "sense_doom", "amber") == "not_now"
    full = with_place(state, doom=10, told=(2, 4, 6, 8, 10, 0), known=())
    _, play = act(full, "sense_doom", "zael", "roll", [5, 5])
    assert play.codes()[-1] == "doom.sensed.last"
