"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

from tallow.games.vanilla.combat.acting import DEEDS as ACTING
from tallow.testing import covers
from tests.games.vanilla.fighters import fighting, foe, perform, somebody, table


def codes(play):
    return [event.code for event in play.told]


@covers("vanilla.action.wait", "vanilla.monster.morale", "vanilla.action.flee")
def test_whoever_has_lost_heart_runs_when_the_go_begins_and_does_not_wait():
    party = (somebody(conditions=("fleeing",)), somebody("bob"))
    state = table(*party, foes=(foe(at=30),), combat=fighting("", due=("ann", "bob")))
    after, play = perform(ACTING, "wait", state, "ann")
    assert codes(play) == ["flees"]
    assert (after.combat.turn, after.combat.due) == ("", ("bob",))
    alone = table(party[0], foes=(foe(at=30),), combat=fighting("", due=("ann",)))
    after, play = perform(ACTING, "wait", alone, "ann")
    assert (after.combat, codes(play)) == (None, ["flees", "combat.over"])
