"""Rest, sleep and the surgeon."""

import pytest

from tallow.games.vanilla.harm.surgery import DEEDS, see_surgeon, surgeon_terms
from tallow.games.vanilla.world.turns import DEEDS as TURNS
from tallow.games.vanilla.world.watches import recovered, sleep
from tallow.play import Live, Roll
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import perform, refusal, somebody, table

DAY = 1440


def town(*party, **more):
    return table(*party, place="settlement", **more)


@covers("vanilla.heal.rest", "vanilla.action.rest")
def test_ten_minutes_give_a_d6_of_grit_and_never_more_than_there_was():
    state = town(somebody(grit=2))
    after, _ = perform(TURNS, "rest", state, "ann", [6])
    assert after.party[0].grit == 5
    assert after.clock == state.clock + 10
    long = town(somebody(level=4, grit=1))
    long, _ = perform(TURNS, "rest", long, "ann", [3])
    long, _ = perform(TURNS, "rest", long, "ann", [4])
    assert long.party[0].grit == 8


@covers("vanilla.heal.blocked", "vanilla.heal.surgeon")
def test_the_wounded_cannot_heal_grit_and_flesh_does_not_come_by_rest():
    state = town(somebody(grit=0, flesh=5))
    assert refusal(TURNS, "rest", state, "ann") == "wounded"
    after, _ = done(sleep, state, "ann")
    assert (after.party[0].grit, after.party[0].flesh) == (0, 5)


@covers("vanilla.heal.interrupted")
def test_a_rest_broken_off_heals_nothing():
    state = table(somebody(grit=2))
    after, _ = perform(TURNS, "rest", state, "ann", [2, 3])
    assert after.party[0].grit == 5, "nobody was met"
    deed = next(deed for deed in TURNS if deed.name == "rest")
    met = deed.do(Ones(), table(somebody(grit=2)), "ann")
    assert met.phase != "explore", "the encounter die shows a 1"
    assert met.party[0].grit == 2


class Ones(Live):
    """All dice show a 1, and everybody takes the obvious."""

    def _answer(self, question):
        if len(self.answers) == self._at:
            self.answers.append((1,) * question.n if isinstance(question, Roll) else question.options[0])
        return super()._answer(question)


@covers("vanilla.heal.night", "vanilla.action.sleep")
def test_a_night_fills_grit_without_dice():
    state = town(somebody(level=10, grit=1), somebody("bob", grit=1, flesh=5))
    after, play = done(sleep, state, "ann")
    assert [one.grit for one in after.party] == [35, 1]
    assert not play.asked
    assert after.clock == state.clock + 480
    beast = town(somebody(grit=0, grit_max=100))
    after, play = done(recovered, beast, 480, script=[[1] * 48])
    assert after.party[0].grit == 48


@covers("vanilla.heal.surgeon_cost", "vanilla.action.surgery", "vanilla.service.surgeon", "vanilla.heal.surgeon")
def test_fifty_gp_and_a_day_for_each_point():
    state = town(somebody(flesh=3, coins=150))
    after, _ = done(see_surgeon, state, "ann", script=[3])
    assert (after.party[0].flesh, after.party[0].coins) == (6, 0)
    assert after.clock == state.clock + 3 * DAY
    poor = town(somebody(flesh=3, coins=120))
    after, play = done(see_surgeon, poor, "ann", script=[2])
    assert (after.party[0].flesh, after.party[0].coins) == (5, 20)
    assert tuple(play.asked[0].options) == (2, 1)
    assert refusal(DEEDS, "surgery", town(somebody(flesh=3, coins=49)), "ann") == "no_coins"
    assert refusal(DEEDS, "surgery", town(somebody(coins=500)), "ann") is None
    assert refusal(DEEDS, "surgery", table(somebody(flesh=1, coins=500)), "ann") is None, "not in the wilds"


@covers("vanilla.heal.surgeon_cost")
def test_each_patient_pays_and_days_are_shared():
    state = town(somebody(flesh=4, coins=500), somebody("bob", flesh=5, coins=60))
    after, _ = done(see_surgeon, state, "ann", script=["all", 2])
    assert [one.flesh for one in after.party] == [6, 6]
    assert [one.coins for one in after.party] == [400, 10]
    assert after.clock == state.clock + 2 * DAY


@covers("vanilla.heal.surgeon_varies", "vanilla.heal.pc_surgeon")
@pytest.mark.parametrize(("said", "code"), [("none", "no_surgeon"), (100, "no_coins"), (25, ""), (0, "")])
def test_other_terms(said, code):
    state, play = done(surgeon_terms, town(somebody(flesh=5, coins=60)), "", script=[said])
    heard = ("surgeon.none", (0,)) if said == "none" else ("surgeon.here", (said,))
    assert [(one.code, one.facts) for one in play.told] == [heard]
    assert refusal(DEEDS, "surgery", state, "ann") == code
    if not code:
        after, _ = done(see_surgeon, state, "ann")
        assert (after.party[0].flesh, after.party[0].coins) == (6, 60 - said)


@covers("vanilla.monster.mummy", "vanilla.heal.surgeon")
def test_no_surgeon_works_on_mummy_rot():
    rotten = somebody(flesh=2, coins=100, conditions=("mummy_rot",))
    assert refusal(DEEDS, "surgery", table(rotten, place="settlement"), "ann") == "mummy_rot"


@covers("vanilla.time.turn", "vanilla.heal.blocked", "vanilla.action.rest")
@pytest.mark.parametrize("place", ["dungeon", "wilds", "settlement"])
def test_the_wounded_wait_out_the_turn_while_others_rest(place):
    state = table(somebody(grit=2), somebody("bob", flesh=3), place=place)
    waits, _ = perform(TURNS, "rest", state, "ann")
    assert refusal(TURNS, "rest", waits, "bob") == "wounded"
    dice = [2, 3] if place == "dungeon" else [3]
    rested, _ = perform(TURNS, "keep_watch", waits, "bob", dice)
    assert (rested.party[0].grit, rested.clock) == (5, state.clock + 10)
