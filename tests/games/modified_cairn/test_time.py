"""The clock: what falls due happens at its moment, and in its order."""

from msgspec.structs import replace

from tallow.games.modified_cairn.magic.effects import begin, bring
from tallow.games.modified_cairn.state import DAY, HOUR, Effect, State, alive
from tallow.games.modified_cairn.uses import SPENT
from tallow.games.modified_cairn.world.time import pass_time
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, thing
from tests.games.playing import done

NOON = 12 * HOUR


def at_noon(*party, **more):
    sated = tuple(replace(one, fed=NOON, drank=NOON, slept=NOON) for one in party)
    return State(phase="free", party=sated, clock=NOON, **more)


def dying(id_, moment, kind="pc"):
    return pc(id_, kind=kind, states=("wounded", "critically_wounded"), dies_at=moment)


@covers("modified_cairn.hurt.bleed_out", "modified_cairn.state.critically_wounded", "modified_cairn.state.dead")
def test_the_untended_die_when_the_hour_is_over():
    state = at_noon(dying("yan", NOON + HOUR), foes=(dying("bandit", NOON + HOUR, "monster"),))
    before, _ = done(pass_time, state, HOUR - 1)
    assert all(alive(one) for one in (*before.party, *before.foes))
    after, play = done(pass_time, before, 1)
    assert [one.states for one in (*after.party, *after.foes)] == [("wounded", "dead")] * 2
    assert play.codes() == ["bled_out", "bled_out"]
    assert after.party[0].dies_at == 0


@covers("modified_cairn.hurt.bleed_out")
def test_the_dead_want_for_nothing():
    after, play = done(pass_time, at_noon(dying("yan", NOON + HOUR)), 3 * DAY)
    assert after.party[0].deprived == ()
    assert play.codes() == ["bled_out"]
    assert after.clock == NOON + 3 * DAY


@covers("modified_cairn.phase.dungeon_upkeep")
def test_effects_end_in_time():
    state = at_noon(pc("yan"), pc("yokel"))
    state, _ = done(bring, state, "modified_cairn.item.sedative", ("yan",), "asleep", HOUR)
    state, _ = done(bring, state, "modified_cairn.table.backfire", ("yokel",), "exposed", 2 * HOUR)
    state = begin(state, Effect("", "modified_cairn.relic.roc_feather", "yan", ()))
    once, _ = done(pass_time, state, HOUR)
    assert [one.states for one in once.party] == [(), ()]
    assert [one.exposed for one in once.party] == [(), ("modified_cairn.table.backfire",)]
    twice, _ = done(pass_time, once, HOUR)
    assert twice.party[1].exposed == ()
    assert [effect.of for effect in twice.effects] == ["modified_cairn.relic.roc_feather"]


@covers("modified_cairn.phase.dungeon_upkeep", "modified_cairn.light.torch_burn")
def test_torches_burn_as_time_passes():
    lit = thing("torch", "hands", lit=True)
    after, _ = done(pass_time, at_noon(pc("yan", lit)), 2 * HOUR)
    assert after.party[0].items[0].dots == 2
    spent = done(pass_time, after, HOUR)[0].party[0].items[0]
    assert (spent.lit, spent.dots) == (False, 3)


@covers("modified_cairn.convert.charges")
def test_what_works_once_a_day_works_again_at_dawn():
    charm = replace(thing("rope", "pack"), uses=1, dots=1, recharge="each day")
    state = at_noon(pc("yan", charm, spent=(SPENT.mark("day", "wolf"), SPENT.mark("rune", "x"))))
    before, _ = done(pass_time, state, 17 * HOUR)
    assert before.party[0].items[0].dots == 1
    after, _ = done(pass_time, before, HOUR)
    assert (after.party[0].items[0].dots, after.party[0].spent) == (0, (SPENT.mark("rune", "x"),))


@covers("modified_cairn.condition.deprived_gain")
def test_deaths_come_before_meals():
    state = at_noon(replace(dying("yan", NOON + DAY), items=(thing("rations", "pack"),)), pc("yokel"))
    after, play = done(pass_time, state, DAY, script=["yes"])
    assert not alive(after.party[0])
    assert [name for name, _ in after.party[1].deprived] == ["hunger", "sleepless"]
    assert play.asked[0].what == "drink"


def test_a_round_of_a_fight_asks_nothing():
    state = fighting(pc("yan", "dagger"), foes=(foe(),))
    after, play = done(pass_time, state, 10)
    assert (after.clock - state.clock, play.asked, play.told) == (10, [], [])
