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
from tallow.games.deadly import GO_ON, STOP, Threat, asking_first, risked, without_help
from tallow.games.game import Deed
from tallow.games.modified_cairn.state import Dungeon as Zone
from tallow.games.modified_cairn.state import State as ModifiedState
from tallow.games.vanilla.state import Effect as Working
from tallow.play import REFEREE, Choice, Chosen, Scripted
from tests.conformance import Randomly, offers
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
        "e1", "cairn.monster.wyvern", "poison", "", ("bryn",), 8 * HOURS + 300, then="dead", until="healer"
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
    bryn = dead_weight.somebody("bryn", conditions=("mortally_wounded", "dying"), spent=("verge",), seat="bryn")
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
                if asked and offer.action.name not in ("dungeon_move", "wild_watch"):
                    stopped += 1
                    assert after == state, offer.action
    assert stopped > 1


# ---------------------------------------------------------------- the question itself

BRYN = Threat("bryn", "Bryn", "50 min", helps=("help.aid",))


def test_the_question_names_the_dying_with_their_time_and_what_helps():
    play = Scripted(STOP)
    assert not risked(play, "ada", (BRYN, Threat("orm", "Orm", "1 h", certain=False)), "cairn.time.deadly")
    (asked,) = [event.choice for event in play.events if isinstance(event, Chosen)]
    assert asked == Choice(
        "ada", "deadly_time", (STOP, GO_ON), (("Bryn (50 min)", "Orm (1 h)"), ("help.aid",)), "cairn.time.deadly"
    )
    assert play.codes() == ["deadly_time.dies", "deadly_time.may_die", "deadly_time.stops"]


def test_without_anybody_in_danger_nothing_is_asked_or_told():
    play = Scripted()
    assert risked(play, "ada", (), "cairn.time.deadly")
    assert not play.events


def test_a_bot_stops_while_somebody_can_help_and_goes_on_where_nobody_can():
    for helps, answer in ((("help.aid",), STOP), (("help.nothing",), GO_ON)):
        choice = Choice(REFEREE, "deadly_time", (STOP, GO_ON), (("Bryn (50 min)",), helps), "")
        assert without_help(choice) == answer


def test_a_length_of_a_deed_that_is_not_there_is_an_error():
    deed = Deed("rest", lambda _play, state, _who: state, "cairn.action.rest")
    with pytest.raises(ValueError, match="nap"):
        asking_first((deed,), {"nap": lambda _state, _who: 1}, lambda _state, _time: (), lambda _state, who: who, "")
