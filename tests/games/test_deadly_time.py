"""Time that would kill somebody is never passed without a word: every deed of every game, done by the curious.

In each state somebody is dying of time. All that every seat is offered is done, several times over with random
answers: whoever is dead of it afterwards was named in a `deadly_time` question that was answered "go on".
"""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.cairn.state import Dungeon, Journey
from tallow.games.cairn.state import Effect as Affliction
from tallow.games.dead_weight.world.turns import VERGE
from tallow.games.deeds import Action, Deed
from tallow.games.modified_cairn.state import Dungeon as Zone
from tallow.games.modified_cairn.state import State as ModifiedState
from tallow.games.shared.deadly import GO_ON, STOP, Threat, accepts_risk, asking_first, without_help
from tallow.games.vanilla.state import Effect as Working
from tallow.play import REFEREE, Choice, Chosen, Live, Scripted
from tallow.testing import Randomly, covers, offers
from tests.games.black_hack import fighters as black_hack
from tests.games.cairn import travellers as cairn
from tests.games.dead_weight import people as dead_weight
from tests.games.modified_cairn import fighters as modified_cairn
from tests.games.vanilla import fighters as vanilla

HOURS = 3_600
TRIES = 3


def _cairn():
    bryn = cairn.person("bryn", conditions=("critical",), strength=3)
    bryn = replace(bryn, dies_at=8 * HOURS + 20)
    party = (bryn, cairn.person("ada", hp=1, strength=9))
    for phase in ("town", "explore", "camp", "downtime"):
        yield cairn.table(*party, phase=phase, clock=8 * HOURS)
    yield cairn.table(*party, phase="dungeon", dungeon=Dungeon(), clock=8 * HOURS)
    yield cairn.table(*party, phase="wilderness", journey=Journey(), weather_day=0, clock=8 * HOURS)
    poison = Affliction(
        "e1", "cairn.monster.wyvern", "poison", "", ("bryn",), 8 * HOURS + 300, then="dead", until=("healer",)
    )
    well = cairn.person("bryn")
    yield cairn.table(well, cairn.person("ada", hp=1), phase="town", clock=8 * HOURS, effects=(poison,))


def _modified_cairn():
    clock = 8 * HOURS
    states = ("wounded", "critically_wounded")
    fresh = {"fed": clock, "drank": clock, "slept": clock}
    bryn = modified_cairn.pc("bryn", states=states, dies_at=clock + 20, **fresh)
    ada = replace(modified_cairn.pc("ada", **fresh), guard=1, states=("fatigued",))
    base = ModifiedState(phase="town", party=(bryn, ada), clock=clock)
    yield base
    yield replace(base, phase="free")
    for step in ("declare", "resolve", "event"):
        yield replace(base, phase="dungeon", dungeon=Zone(since=clock, step=step))


def _dead_weight():
    bryn = dead_weight.somebody("bryn", conditions=("mortally_wounded", "dying"), spent=(VERGE,), seat="bryn")
    ada = dead_weight.somebody("ada", (3, 0, 1, 0), seat="ada")
    yield dead_weight.table(bryn, ada)
    bleeding = dead_weight.somebody(
        "bryn", (1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 0), seat="bryn",
        conditions=("mortally_wounded",), afflictions=("bleeding",),
    )  # fmt: skip
    yield dead_weight.table(bleeding, ada)
    yield dead_weight.table(replace(bleeding, afflictions=()), ada, decay=4)


def _black_hack():
    bryn = black_hack.somebody("bryn", hp=1, ongoing="CON", seat="bryn")
    for unit in ("minutes", "hours", "days"):
        yield black_hack.table(bryn, black_hack.somebody("ada", seat="ada"), unit=unit)


def _vanilla():
    for mode, ends in (("dying", 485), ("drowning", 490)):
        effect = Working("e1", "vanilla.monster.giant_rattler_snake", "", ("bryn",), mode, ends)
        bryn = vanilla.somebody("bryn", seat="bryn", grit=0, flesh=1)
        ada = vanilla.somebody("ada", seat="ada", grit=1)
        for place in ("settlement", "dungeon", "wilds"):
            yield vanilla.table(bryn, ada, place=place, clock=480, effects=(effect,))


STATES = {
    "cairn": _cairn,
    "modified_cairn": _modified_cairn,
    "dead_weight": _dead_weight,
    "black_hack": _black_hack,
    "vanilla": _vanilla,
}
BY_DECREE = {"set_value", "set_condition", "set_number", "gm_kill", "kill", "gm_harm", "gm_damage"}
"""The referee's word, which needs no time."""

IN_THE_MIDDLE = {"roll_event"}
"""Deeds of which a rest is one way among several to get over something."""


def fell(one):
    """Whether somebody is dead, or Out of Action."""
    return not {"dead", "gone", "out_of_action"}.isdisjoint(
        getattr(one, "conditions", ()) or getattr(one, "states", ())
    )


def passed(before, after):
    """Whether time has gone by."""
    if hasattr(before, "clock"):
        return after.clock > before.clock
    return (
        after.turns > before.turns or after.unit != before.unit
        if hasattr(before, "unit")
        else after.turns > before.turns
    )


@pytest.mark.parametrize("name", STATES)
def test_nobody_dies_of_time_that_was_passed_without_a_word(name):
    played, random = game(name), Random(name)
    deaths = 0
    for state in STATES[name]():
        seats = played.seats(state)
        for seat in seats:
            for offer in offers(played, state, seat):
                for _ in range(0 if offer.refusal or offer.action.name in BY_DECREE else TRIES):
                    play = Randomly(random, (GO_ON,), played)
                    after = played.perform(play, state, offer.action)
                    asked = [e for e in play.events if isinstance(e, Chosen) and e.choice.what == "deadly_time"]
                    bryn = [one for one in after.party if one.id == "bryn"]
                    if passed(state, after) and bryn and fell(bryn[0]):
                        deaths += 1
                        named = [str(e.choice.facts[0]) for e in asked if e.option == GO_ON]
                        assert any("Bryn" in names for names in named), (offer.action, state.phase)
    assert deaths > 2


@pytest.mark.parametrize("name", STATES)
def test_whoever_stops_has_changed_nothing(name):
    """Every question of deadly time that is answered "stop" leaves the state as it was."""
    played, random = game(name), Random(name)
    stopped = 0
    for state in STATES[name]():
        for seat in played.seats(state):
            for offer in offers(played, state, seat):
                if offer.refusal:
                    continue
                play = Randomly(random, (STOP,), played)
                after = played.perform(play, state, offer.action)
                asked = [e for e in play.events if isinstance(e, Chosen) and e.choice.what == "deadly_time"]
                if asked:
                    stopped += 1
                    assert not passed(state, after), offer.action
                    assert after == state or offer.action.name in IN_THE_MIDDLE, offer.action
    assert stopped > 1


BRYN = Threat("bryn", "Bryn", "50 min", helps=("help.aid",))


def test_the_question_names_the_dying_with_their_time_and_what_helps():
    play = Scripted(STOP)
    assert not accepts_risk(play, "ada", (BRYN, Threat("orm", "Orm", "1 h", certain=False)), "cairn.time.deadly")
    (asked,) = [question for question in play.asked if isinstance(question, Choice)]
    assert (asked.by, asked.what, asked.options) == ("ada", "deadly_time", (STOP, GO_ON))
    assert asked.facts == (("Bryn (50 min)", "Orm (1 h)"), ("help.aid",))
    assert play.codes() == ["deadly_time.dies", "deadly_time.may_die", "deadly_time.stops"]


def test_without_anybody_in_danger_nothing_is_asked_or_told():
    play = Live()
    assert accepts_risk(play, "ada", (), "cairn.time.deadly")
    assert not play.events


def test_a_bot_stops_while_somebody_can_help_and_goes_on_where_nobody_can():
    for helps, answer in ((("help.aid",), STOP), (("help.nothing",), GO_ON)):
        choice = Choice(REFEREE, "deadly_time", (STOP, GO_ON), (("Bryn (50 min)",), helps), "")
        assert without_help(choice) == answer


def test_a_length_of_a_deed_that_is_not_there_is_an_error():
    deed: Deed[int] = Deed("rest", lambda _play, state, _who: state, "cairn.action.rest")
    with pytest.raises(ValueError, match="nap"):
        asking_first((deed,), {"nap": lambda _state, _who: 1}, lambda _state, _time: (), lambda _state, who: who, "")


def done(name, state, deed, who="", *script):
    """A deed upon a script that must fit it exactly: the state after it, and what was told."""
    play = Scripted(*script)
    after = game(name).perform(play, state, Action(deed, who))
    assert not play.left, f"not asked for: {play.left}"
    return after, play.codes()


def bryn(state):
    return next(one for one in state.party if one.id == "bryn")


def first_of_sheet(name, state):
    """What stands first on the sheet that the dying player sees."""
    panel = next(panel for panel in game(name).view(state, "bryn").panels if panel.id == "bryn")
    return [block.label for block in panel.blocks[:2]], panel.blocks[0]


def dying_in_cairn(minutes, **more):
    clock = 8 * HOURS
    lies = cairn.person("bryn", conditions=("critical",), strength=3, dies_at=clock + 60 * minutes)
    return cairn.table(lies, cairn.person("ada", items=(cairn.rations(),), hp=1), clock=clock, **more)


@covers("cairn.time.deadly")
def test_cairn_a_night_is_asked_about_and_ten_minutes_are_not():
    state = dying_in_cairn(50, phase="town")
    after, told = done("cairn", state, "night", "ada", "stop")
    assert after == state
    assert told == ["deadly_time.dies", "deadly_time.stops"]
    after, _ = done("cairn", state, "rest", "ada", "nothing")
    assert after.clock == state.clock + 600
    assert "dead" not in bryn(after).conditions
    after, _ = done("cairn", state, "night", "ada", "go_on", "safe")
    assert "dead" in bryn(after).conditions
    labels, first = first_of_sheet("cairn", state)
    assert (labels, first.value) == (["dies_in", "what_helps"], 50)


@covers("cairn.time.deadly", "cairn.heal.ability_help")
def test_cairn_a_healer_sees_to_the_dying_before_the_week_begins():
    state = dying_in_cairn(50, phase="town")
    after, told = done("cairn", state, "week", "ada", "free", 7, "all")
    assert "healer.saves" in told
    assert "dead" not in bryn(after).conditions
    assert (bryn(after).strength, bryn(after).dies_at) == (12, 0)
    assert done("cairn", state, "week", "ada", "none", 7, "stop")[0] == state


@covers("modified_cairn.time.deadly")
def test_modified_cairn_a_night_in_town_is_asked_about():
    clock = 8 * HOURS
    states = ("wounded", "critically_wounded")
    lies = modified_cairn.pc("bryn", states=states, dies_at=clock + 50 * 60, fed=clock, drank=clock, slept=clock)
    ada = modified_cairn.pc("ada", fed=clock, drank=clock, slept=clock, states=("fatigued",))
    state = ModifiedState(phase="town", party=(lies, ada), clock=clock)
    after, told = done("modified_cairn", state, "night_rest", "ada", "stop")
    assert after == state
    assert told == ["deadly_time.dies", "deadly_time.stops"]
    after, _ = done("modified_cairn", state, "night_rest", "ada", "go_on", "none")
    assert "dead" in bryn(after).states
    after, told = done("modified_cairn", state, "short_rest", "ada")
    assert "dead" not in bryn(after).states
    assert "deadly_time.dies" not in told
    labels, first = first_of_sheet("modified_cairn", state)
    assert (labels, first.value) == (["dies_in", "what_helps"], 50)


@covers("dead_weight.time.deadly")
def test_dead_weight_looting_beside_a_dying_friend_is_asked_about():
    lies = dead_weight.somebody("bryn", conditions=("mortally_wounded", "dying"), spent=(VERGE,), seat="bryn")
    state = dead_weight.table(lies, dead_weight.somebody("ada", seat="ada"))
    after, told = done("dead_weight", state, "loot", "ada", "stop")
    assert after == state
    assert told == ["deadly_time.dies", "deadly_time.stops"]
    after, _ = done("dead_weight", state, "loot", "ada", "go_on", "nothing")
    assert "dead" in bryn(after).conditions
    labels, first = first_of_sheet("dead_weight", state)
    assert (labels, first.value) == (["dies_in", "what_helps"], 1)
    earlier = dead_weight.table(replace(lies, spent=()), dead_weight.somebody("ada", seat="ada"))
    _, told = done("dead_weight", earlier, "loot", "ada", "nothing")
    assert "deadly_time.dies" not in told


@covers("black_hack.time.deadly")
def test_black_hack_ongoing_damage_that_takes_the_last_hp_is_asked_about():
    ails = black_hack.somebody("bryn", hp=2, level=2, ongoing="CON", seat="bryn")
    state = black_hack.table(ails, black_hack.somebody("ada", seat="ada"))
    after, told = done("black_hack", state, "next_turn", "", "stop")
    assert after == state
    assert told == ["deadly_time.may_die", "deadly_time.stops"]
    stays = replace(state, party=(replace(ails, hp=3), state.party[1]))
    _, told = done("black_hack", stays, "next_turn", "", 1)
    assert "deadly_time.may_die" not in told
    assert done("black_hack", stays, "set_unit", "", "hours", "stop")[0] == stays
    assert first_of_sheet("black_hack", state)[0] == ["peril", "what_helps"]


@covers("vanilla.time.deadly")
def test_grit_and_flesh_a_night_with_poison_in_the_blood_is_asked_about():
    effect = Working("e1", "vanilla.monster.giant_rattler_snake", "", ("bryn",), "dying", 500)
    party = (vanilla.somebody("bryn", seat="bryn"), vanilla.somebody("ada", seat="ada"))
    state = vanilla.table(*party, place="settlement", clock=480, effects=(effect,))
    after, told = done("vanilla", state, "sleep", "ada", "stop")
    assert after == state
    assert told == ["deadly_time.dies", "deadly_time.stops"]
    after, _ = done("vanilla", state, "sleep", "ada", "go_on")
    assert "dead" in bryn(after).conditions
    _, told = done("vanilla", state, "end_turn")
    assert "deadly_time.dies" not in told
    labels, first = first_of_sheet("vanilla", state)
    assert (labels, first.value) == (["dies_in", "what_helps"], 20)
