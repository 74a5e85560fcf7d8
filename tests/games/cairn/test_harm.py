"""Damage, critical damage, abilities at zero: the worked examples, die for die."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.harm.damage import blow, hurt, lose, suffer
from tallow.games.cairn.monsters.afflictions import batter
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, Item
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, Roll, Waiting, advance
from tallow.testing import covers
from tests.games.cairn.fighters import fight, foe, hit, one, somebody
from tests.games.playing import done

DEFAULT = Settings()


def struck(target, *script, armor=0, damage="d12", settings=DEFAULT, clock=0):
    """One attack upon a target, with these dice."""
    state = replace(fight([somebody("a")], [foe()], settings=settings), clock=clock)
    attacker = foe("foe9", 4, 8, 8, 8, hit(damage))
    result, _ = done(strike, state, replace(target, armor=armor), [(attacker, attacker.attacks[0])], script=script)
    return result


@covers("cairn.combat.damage", "cairn.armor.subtract", "cairn.critical.str", "cairn.combat.auto_hit")
@pytest.mark.parametrize(
    ("die", "armor", "hp", "strength", "save", "left"),
    [
        (4, 1, 5, 10, None, (2, 10)),
        (7, 1, 3, 10, 1, (0, 7)),
        (2, 3, 5, 10, None, (5, 10)),
        (5, 2, 0, 10, 1, (0, 7)),
        (6, 0, 2, 11, 1, (0, 7)),
    ],
)
def test_armor_comes_off_then_hp_then_str(die, armor, hp, strength, save, left):
    script = [die] if save is None else [die, save]
    after = struck(foe("goblin", hp, strength), *script, armor=armor).target
    assert (after.hp, after.strength) == left


@covers("cairn.critical.save", "cairn.combat.procedure")
@pytest.mark.parametrize(("roll", "outcome"), [(7, "wounded"), (8, "critical"), (1, "wounded"), (20, "critical")])
def test_the_critical_damage_save_is_on_the_new_str(roll, outcome):
    after = struck(somebody("hero", 2, 11), 6, roll)
    assert (after.outcome, after.target.strength) == (outcome, 7)


@covers("cairn.critical.save")
@pytest.mark.parametrize(("seat", "named"), [("anna", "hero"), (REFEREE, "")])
def test_the_critical_damage_save_says_whose_it_is(seat, named):
    state, club = fight([somebody("a")], [foe()]), foe("foe9", 4, 8, 8, 8, hit("d12"))
    target = replace(somebody("hero", 2, 11), seat=seat)
    asked = advance(strike, state, target, [(club, club.attacks[0])], answers=((6,),))
    assert isinstance(asked, Waiting)
    assert isinstance(asked.question, Roll)
    assert asked.question.stake is not None
    assert (asked.question.stake.score, asked.question.stake.who) == ("STR", named)


@covers("cairn.combat.procedure", "cairn.scar.trigger", "cairn.scar.still_up")
@pytest.mark.parametrize(
    ("damage", "hp", "strength", "scars", "outcome"),
    [
        (0, 4, 10, True, "no_harm"),
        (-2, 4, 10, True, "no_harm"),
        (3, 4, 10, True, "hp_loss"),
        (4, 4, 10, True, "scar"),
        (4, 4, 10, False, "hp_loss"),
        (9, 4, 5, True, "dead"),
        (14, 4, 10, True, "dead"),
    ],
)
def test_what_a_blow_does_without_a_save(damage, hp, strength, scars, outcome):
    result, _ = done(blow, damage, hp, strength, scars, "player")
    assert result.outcome == outcome
    assert result.hp <= hp
    assert result.strength <= strength


@covers("cairn.loss.str_zero", "cairn.detachment.zero")
@pytest.mark.parametrize("whole", [False, True])
def test_str_zero_is_death_without_a_save(whole):
    after = struck(foe("goblin", 0, 3, detachment=whole), 4)
    assert after.target.strength == 0
    assert has(after.target, "dead")


@covers("cairn.critical.pc", "cairn.condition.critical")
def test_a_character_with_critical_damage_has_an_hour():
    after = struck(somebody("hero", 2, 11), 6, 8, clock=14 * HOUR + 600).target
    assert has(after, "critical")
    assert after.dies_at == 15 * HOUR + 600


@covers("cairn.critical.npc", "cairn.setting.hireling_critical")
@pytest.mark.parametrize(
    ("settings", "then"),
    [
        (Settings(), "dead"),
        (Settings(npc_critical="dying"), "critical"),
        (Settings(hireling_critical="as_pc"), "critical"),
    ],
)
def test_a_hireling_is_an_npc_unless_the_table_reads_it_otherwise(settings, then):
    after = struck(somebody("hand", 2, 11, kind="hireling"), 6, 8, settings=settings).target
    assert has(after, then)


@covers("cairn.critical.pc")
def test_who_goes_down_drops_what_is_held():
    sword = Item("s", "Sword", damage="d8", place="hands")
    helmet = Item("h", "Helmet", armor=1, bonus=True, place="worn")
    state = fight([somebody("hero", items=(sword, helmet))], [foe()], settings=Settings(direct_loss_save="always"))
    after, play = done(suffer, state, "hero", "STR", 4, script=[20])
    assert [item.id for item in one(after, "hero").items] == ["h"]
    assert [item.id for item in after.ground] == ["s"]
    assert "harm.drops" in play.codes()


@covers("cairn.critical.again")
@pytest.mark.parametrize(
    ("condition", "roll", "then"),
    [("critical", 4, "dead"), ("critical", 3, "critical"), ("stable", 3, "critical"), ("stable", 4, "dead")],
)
def test_one_who_is_down_and_hit_again(condition, roll, then):
    down = somebody("hero", 0, 5, conditions=(condition,), dies_at=HOUR if condition == "critical" else 0)
    after = struck(down, 2, roll).target
    assert after.strength == 3
    assert after.conditions == (then,)
    assert (after.dies_at > 0) == (then == "critical")


@covers("cairn.critical.npc", "cairn.setting.npc_critical")
@pytest.mark.parametrize(
    ("setting", "script", "then"),
    [("dead", [], "dead"), ("dying", [], "critical"), ("ask", ["dead"], "dead"), ("ask", ["dying"], "critical")],
)
def test_a_monster_is_dead_or_dying_as_the_table_has_it(setting, script, then):
    after = struck(foe("goblin", 0, 8), 4, 20, *script, settings=Settings(npc_critical=setting))
    assert after.target.conditions == (then,)
    assert after.outcome == "critical"


@covers("cairn.detachment.critical")
@pytest.mark.parametrize("fate", ["routed", "weakened"])
def test_a_detachment_is_routed_or_weakened(fate):
    after = struck(foe("rats", 0, 8, detachment=True), 4, 20, fate).target
    assert (fate in after.conditions) == (fate == "routed")
    assert after.detachment == (fate == "routed")


@covers("cairn.critical.doomed", "cairn.condition.doomed", "cairn.scar.doomed")
def test_the_doomed_die_of_a_failed_save_and_may_gain_by_a_passed_one():
    doomed = somebody("hero", 4, 10, conditions=("doomed",))
    dead = struck(doomed, 7, 8)
    assert dead.outcome == "dead"
    assert dead.target.conditions == ("dead",)
    saved = struck(doomed, 7, 7, [5, 5, 5]).target
    assert (saved.hp_max, saved.conditions) == (15, ())
    same = struck(doomed, 7, 7, [1, 1, 2]).target
    assert (same.hp_max, same.conditions) == (4, ())


@covers("cairn.critical.doomed", "cairn.setting.direct_loss_save")
def test_doom_comes_also_with_a_save_for_direct_loss():
    doomed = somebody("hero", 4, 10, conditions=("doomed",))
    after, _ = done(lose, doomed, "STR", 4, Settings(direct_loss_save="always"), 0, script=[7])
    assert after.conditions == ("dead",)


@covers("cairn.loss.outside", "cairn.setting.direct_loss_save", "cairn.scar.attack_only")
@pytest.mark.parametrize(
    ("setting", "script", "down"),
    [("never", [], False), ("ask", ["no"], False), ("ask", ["yes", 7], True), ("always", [6], False)],
)
def test_harm_outside_combat_comes_off_str_and_leaves_hp(setting, script, down):
    after, _ = done(lose, somebody(), "STR", 4, Settings(direct_loss_save=setting), 0, script=script)
    assert (after.hp, after.strength, has(after, "critical"), after.scars) == (4, 6, down, ())


@covers("cairn.loss.dex_zero", "cairn.loss.wil_zero", "cairn.condition.paralysed", "cairn.condition.delirious")
def test_dex_and_wil_at_zero():
    weak, _ = done(lose, somebody("hero", 4, 10, 2, 4), "DEX", 3, DEFAULT, 0)
    assert (weak.dexterity, weak.conditions) == (0, ("paralysed",))
    mad, _ = done(lose, somebody("hero", 4, 10, 2, 4), "WIL", 4, DEFAULT, 0)
    assert (mad.willpower, mad.conditions) == (0, ("delirious",))
    mindless, _ = done(lose, foe("bones", 4, 8, 8, 0), "WIL", 4, DEFAULT, 0)
    assert mindless.conditions == ()


@covers("cairn.scar.attack_only")
def test_damage_that_is_no_attack_leaves_no_scar():
    state = fight([somebody("hero", 3, armor=1)], [foe()])
    after, _ = done(batter, state, "hero", 4)
    assert (one(after, "hero").hp, one(after, "hero").scars) == (0, ())


@covers("cairn.monster.troll", "cairn.monster.hydra")
def test_some_fight_on_through_critical_damage():
    troll = foe("troll", 0, 8, conditions=("fights_on",))
    assert struck(troll, 4, 20).target.conditions == ("fights_on",)
    assert has(struck(troll, 8).target, "dead")
    hydra = foe("hydra", 0, 8, heads=2, detachment=True)
    cut = struck(hydra, 1, 20).target
    assert (cut.heads, cut.conditions) == (1, ())
    assert struck(cut, 1, 20).target.conditions == ("dead",)


def test_the_sleeping_wake_when_they_are_hurt():
    asleep = somebody("hero", conditions=("asleep",))
    result, _ = done(blow, 2, 0, 10, False, "player", script=[1])
    (after, _), _ = done(hurt, asleep, result, 2, DEFAULT, 0)
    assert after.conditions == ()
