"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.attack import wound_enemy
from tallow.games.dead_weight.combat.defence import check
from tallow.games.dead_weight.combat.morale import gain_morale, lose_morale
from tallow.games.dead_weight.entries.monsters import EnemyAction
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.state import adventurer, enemy
from tallow.testing import covers
from tests.games.dead_weight.casters import (
    answered,
    calm,
    cleric,
    fray,
    friend,
    options,
    running,
    thing_of,
    wizard,
    worked,
)
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.playing import asked, done


@covers("dead_weight.enemy.ignores_morale", "dead_weight.morale.cap", "dead_weight.morale.loss_death")
def test_a_side_that_ignores_morale_neither_gains_nor_loses_any():
    state = table(somebody(), enemies=[corpse(traits=("mindless",))], combat=fighting(enemy_morale=None))
    for rule, points in ((gain_morale, (2,)), (lose_morale, ())):
        after, play = done(rule, state, "enemies", *points)
        assert (after, play.told) == (state, [])


@covers("dead_weight.spell.phobia")
def test_outside_of_a_fight_a_dread_may_lie_on_somebody_whom_only_the_gm_knows():
    state, play = worked(calm(wizard("phobia"), friend()), "phobia", ["something", [4]])
    (dread,) = running(state, "phobia")
    assert (dread.on, dread.detail) == ((), "")
    assert [question.what for question in play.asked if hasattr(question, "what")] == ["aim"], "nor whom they dread"


@covers("dead_weight.condition.blind", "dead_weight.enemy.minus")
def test_that_an_attacker_is_blind_makes_up_for_one_minus_of_the_attack():
    one, blind = somebody("zael", 1, at=(0, 0)), corpse(at=(1, 0), conditions=("blind",))
    state = table(one, enemies=[blind], combat=fighting(step="enemies"))
    for disadvantage, rerolls in ((0, 1), (1, 0), (2, 1)):
        claw = EnemyAction("dead_weight.enemy_action.claw", "Claw", defence=("STR",), disadvantage=disadvantage)
        (_, reading), play = done(check, state, one, blind, claw, script=["roll", [5], *["pass"] * rerolls])
        assert (reading.success, len(asked(play, "reroll"))) == (True, rerolls)


@covers("dead_weight.enemy.armour")
def test_where_there_is_no_wound_an_enemys_armour_is_not_rolled():
    state = table(somebody(), enemies=[corpse(armour=2)], combat=fighting())
    (after, taken), _ = done(wound_enemy, state, "foe", Hit(0))
    assert (after, taken) == (state, 0)


@covers("dead_weight.prayer.prayer_of_summer")
def test_summer_mends_what_is_worn_dented_and_whole_enough_and_asks_which_of_two():
    worn = [thing_of("armour.scale_armor", id_, place="worn", ap=1) for id_ in ("mail", "other")]
    full, wreck = replace(worn[0], id="full", ap=3), replace(worn[0], id="wreck", ap=0, broken=True)
    packed, robe = replace(worn[0], id="packed", place="back"), thing_of("item.rope", "rope", place="worn")
    state = fray(cleric(), friend(items=(packed, robe, full, wreck, *worn)), enemies=())
    after, play = answered(state, "prayer_of_summer", ["other"])
    assert options(play, "summer") == ("mail", "other")
    before = adventurer(state, "tam").items
    assert adventurer(after, "tam").items == (*before[:5], replace(worn[1], ap=2))
    assert [(line.code, *line.facts) for line in play.told if line.code == "mended"] == [
        ("mended", "Tam", worn[1].name, 2)
    ]
    packed_alone = fray(cleric(), friend(items=(packed, robe, full, wreck)), enemies=())
    assert answered(packed_alone, "prayer_of_summer")[0] == packed_alone


@covers("dead_weight.prayer.prayer_of_summer")
def test_summer_mends_no_armour_that_an_enemy_never_had():
    ghoul = replace(corpse("ghoul", at=(6, 2), armour=0), of="")
    state = fray(cleric(), enemies=(ghoul,))
    assert enemy(answered(state, "prayer_of_summer")[0], "ghoul") == ghoul
