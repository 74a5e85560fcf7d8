"""Exploring the Mausoleum by the rules of Dead Weight: its hazards, its doom, and its quest to an end."""

from msgspec.structs import replace

from tallow.adventures import ready
from tallow.adventures.standing import Band
from tallow.games.dead_weight.settings import Settings
from tallow.games.deeds import Action
from tallow.play import scripted
from tallow.simulate import journey
from tallow.testing import covers
from tests.adventures.playing import ONE, at_the_table, does, together

MAUSOLEUM = ready("dead_weight", "mausoleum")
GAME = at_the_table(MAUSOLEUM)


def outside():
    """The ready party on the hill, with nothing that burns: darkness is no matter."""
    state = together(GAME, GAME.new_state(Settings(darkness=False)))
    party = tuple(replace(one, items=tuple(replace(item, lit=False) for item in one.items)) for one in state.game.party)
    return does(GAME, replace(state, game=replace(state.game, party=party)), "set_out")


def without(state, *groups):
    """The state in which these groups are gone."""
    gone = tuple(Band(group, "", "gone", "Goblin Scrapper") for group in groups)
    return replace(state, place=replace(state.place, bands=(*state.place.bands, *gone)))


def led(state, room, *script):
    """The party is in a room, by the GM's word."""
    return scripted(GAME.perform, state, Action("place.lead", ""), script=[f"@{room}", *script])


def told_by_doom(state, doom, step):
    """The state in which doom has come so far, with so many of its steps behind the party."""
    (place,) = [one for one in state.game.locations if one.peopled]
    place = replace(place, doom=doom, told=tuple(at for at, _ in place.events if at <= doom))
    others = tuple(one for one in state.game.locations if one.id != place.id)
    state = replace(state, game=replace(state.game, locations=(*others, place)))
    return replace(state, place=replace(state.place, clocks=(("doom", step),)))


def wounds(state, attribute):
    return [getattr(one, attribute).wounds for one in state.game.party]


def afflicted(state, name):
    return [name in one.afflictions for one in state.game.party]


@covers("dead_weight.adventure.mausoleum", "dead_weight.doom.location")
def test_it_begins_on_the_hill_with_a_doom_of_ten():
    state = outside()
    place = next(one for one in state.game.locations if one.id == state.game.here)
    assert (state.place.room, state.game.phase, place.size) == ("hill", "exploration", 10)
    assert [at for at, _ in place.events] == [2, 4, 6, 8, 10]
    offered = {offer.action.name for offer in GAME.actions(state, ONE)}
    assert {"place.go", "place.leave", "set_up_camp"} <= offered
    assert not {"move_on", "loot", "exit", "freeform"} & offered, "exploring stands for these"


@covers("dead_weight.room.mausoleum_05", "dead_weight.exploration.hazard")
def test_the_water_spares_whoever_goes_first_and_nobody_after_that():
    state = does(GAME, led(outside(), "embalming"), "wait")
    assert wounds(state, "intelligence") == [0, 1, 1, 1]
    elsewhere = ["DEX", "PRE"]
    again = does(GAME, state, "wait", *elsewhere)
    assert again.game.party[0].intelligence.wounds == 1
    assert again.game.party[2].intelligence.wounds == 2
    rafts = replace(state, place=replace(state.place, marks=(*state.place.marks, "rafts")))
    assert does(GAME, rafts, "wait").game.party == state.game.party
    drained = replace(state, place=replace(state.place, marks=("drained",)))
    assert does(GAME, drained, "wait").game.party == state.game.party


@covers("dead_weight.room.mausoleum_07", "dead_weight.exploration.hazard")
def test_three_turns_of_foul_air_and_a_door_that_opens_with_a_chisel():
    state = without(outside(), "cadaver")
    state = led(replace(state, place=replace(state.place, found=("tower_door",))), "vault")
    state = does(GAME, state, "go", "@tower_door")
    assert dict(state.place.stands)["tower_door"] == "barred"
    state = does(GAME, state, "wait")
    assert not any(afflicted(state, "nauseated"))
    state = does(GAME, does(GAME, state, "take", "@chisel"), "use")
    assert all(afflicted(state, "nauseated")), "two turns with the chisel make three"
    assert dict(state.place.stands)["tower_door"] == "open"


@covers("dead_weight.doom.events", "dead_weight.doom.meaning")
def test_doom_brings_the_next_step_of_the_document():
    state = told_by_doom(led(outside(), "machine"), 3, 1)
    forced = does(GAME, state, "open", "@side_door", "pc1", "roll", (2, 5, 6), "pass")
    assert dict(forced.place.stands)["side_door"] == "open"
    assert "drained" in forced.place.marks, "a door that was forced is heard, and doom is at 4"


@covers("dead_weight.doom.events", "dead_weight.affliction.shaken")
def test_ghosts_put_out_the_lights_and_shake_everybody():
    state = told_by_doom(outside(), 5, 2)
    bearer = state.game.party[2]
    lit = replace(bearer, items=tuple(replace(item, lit=item.name == "Golden lantern") for item in bearer.items))
    assert any(item.lit for item in lit.items)
    party = tuple(lit if one.id == lit.id else one for one in state.game.party)
    louder = tuple(replace(one, doom=6) for one in state.game.locations if one.peopled)
    state = does(GAME, replace(state, game=replace(state.game, party=party, locations=louder)), "wait", (8,))
    assert all(afflicted(state, "shaken"))
    assert not any(item.lit for one in state.game.party for item in one.items)


def test_the_statues_open_the_gate_and_what_is_below_stays_there():
    state = led(without(outside(), "stair_husks"), "stairhead")
    state = replace(state, place=replace(state.place, marks=("statues",)))
    state = does(GAME, state, "use")
    state = does(GAME, state, "go")
    assert (state.place.room, state.place.meeting) == ("landing", "")
    assert "demon" not in state.place.found


def with_the_remains(marks=()):
    """Nine words from the cult room, said over the shell."""
    state = does(GAME, led(outside(), "cult"), "use")
    state = replace(state, place=replace(state.place, marks=(*state.place.marks, *marks)))
    state = does(GAME, led(state, "shell"), "use", "@egg/0")
    return does(GAME, state, "take")


def test_the_quest_can_be_finished():
    state = with_the_remains()
    silver = [one.purse.silver for one in state.game.party]
    state = does(GAME, led(state, "hill"), "leave")
    assert (state.place.ended, state.game.phase) == ("rite", "interlude")
    assert [one.purse.silver for one in state.game.party] == [coins + 25 for coins in silver]


def test_whoever_has_promised_half_has_half():
    state = does(GAME, led(with_the_remains(marks=("bargain",)), "hill"), "leave")
    assert state.place.ended == "shared"


def test_holy_water_ends_the_curse_and_the_reward():
    state = does(GAME, led(outside(), "shell"), "use", "@egg/2", (6,))
    state = does(GAME, led(state, "hill"), "leave")
    assert state.place.ended == "dissolved"


def test_both_wheels_sink_the_slab():
    state = does(GAME, led(without(outside(), "irvine", "crab"), "hunter"), "use")
    assert "slab" not in dict(state.place.stands)
    state = does(GAME, led(state, "cistern"), "use", "@setting_wheel/1", "pc6", "roll", (2, 5, 5), "pass")
    assert dict(state.place.stands)["slab"] == "open"


def test_goblins_in_the_chapel_leave_when_their_leaders_are_gone():
    state = led(without(outside(), "camp"), "chapel")
    assert state.place.meeting == "hidden_goblins"
    state = replace(state, place=replace(state.place, marks=("camp_gone",)))
    state = does(GAME, state, "speak", "@hidden_goblins/0")
    assert "statues" in state.place.marks
    assert state.place.meeting == ""
    assert {one.id: one.temper for one in state.place.bands}["hidden_goblins"] == "gone"


def home_with(**things):
    """The end for a party that takes these things where they lie, goes home, and is done with the place."""
    state = without(outside(), "sleepers", "camp", "hidden_goblins", "bound")
    state = replace(state, place=replace(state.place, found=(*state.place.found, *things)))
    for room in things.values():
        state = does(GAME, led(state, room), "take", *(["everything"] if room == "court" else []))
    return does(GAME, does(GAME, led(state, "hill"), "leave"), "be_done").place.ended


def test_treasure_of_the_dead_is_a_good_end_without_the_quest():
    assert home_with() == "empty_hands"
    assert home_with(ring="fountain") == "empty_hands", "ten silver is not what they came for"
    assert home_with(amber="prayer") == "half_a_saint"
    assert {end.id: end.good for end in MAUSOLEUM.end} == {
        **dict.fromkeys(("shared", "rite", "dissolved", "mapped", "robbed", "gem_sold", "half_a_saint"), True),
        "empty_hands": False,
    }


def test_a_party_of_four_comes_home_with_something_more_often_than_not():
    report = journey("dead_weight", "warrior:A, thief:B, wizard:A, cleric:B", MAUSOLEUM, n=40, cores=1)
    assert report.wins.p > 0.5
    assert report.ends.get("lost", 0) > 0, "and the place has teeth"
    assert "stalemate" not in report.ends
