"""Combat: setup, initiative, the loop of steps and turns, evaluation, surrender, and the end."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT, TURN_USES
from tallow.games.dead_weight.combat.ending import ending, finish
from tallow.games.dead_weight.combat.morale import enemy_morale, gain_morale, lose_morale, party_morale
from tallow.games.dead_weight.combat.rounds import (
    begin,
    end_turn,
    evaluate,
    go_on,
    initiative,
    settled,
    spend,
    start_turn,
)
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.harm.conditions import hold
from tallow.games.dead_weight.record import BOTS
from tallow.games.dead_weight.state import OFF_CHART, Corpse, Effect
from tallow.games.deeds import Refused
from tallow.play import Scripted, distribution
from tallow.testing import covers
from tests.games.dead_weight.expedition import act
from tests.games.dead_weight.people import corpse, fighting, lying, somebody, table
from tests.games.playing import done

ZAEL, AMBER = somebody("zael", at=(0, 0)), somebody("amber", at=(0, 1))
FOE = corpse(at=(5, 0))


def fight(*party, foes=(FOE,), settings=None, **more):
    """A combat in its fast step, with everybody of the party fast and due."""
    ids = tuple(one.id for one in party)
    return table(*party, enemies=foes, settings=settings, combat=fighting(**{"fast": ids, "due": ids, **more}))


@covers(
    "dead_weight.combat.start",
    "dead_weight.combat.initiative",
    "dead_weight.combat.setup_place",
    "dead_weight.phase.combat_setup",
    "dead_weight.phase.combat",
    "dead_weight.morale.created",
    "dead_weight.morale.dice",
    "dead_weight.combat.order",
    "dead_weight.phase.combat_fast",
    "dead_weight.action.explore_start_combat",
)
def test_a_combat_is_set_up():
    party = somebody("zael"), somebody("amber"), somebody("down", conditions=("mortally_wounded",))
    script = ("nearby", "roll", [1, 4, 4], "roll", [1, 2, 3])
    state, play = done(begin, table(*party), (corpse("a"), corpse("b")), script=script)
    assert (state.phase, state.combat.step, state.combat.round) == ("combat", "fast", 1)
    assert state.combat.fast == ("zael",), "the mortally wounded do not roll"
    assert lying(state.party[0], "DEX") == (0, 0), "a check tires nobody"
    assert state.combat.turn == "zael", "only one is fast, so it is that one's turn"
    assert (state.combat.morale, state.combat.enemy_morale) == (2, 3)
    assert all(one.at != OFF_CHART for one in (*state.party, *state.enemies))
    assert {abs(a.at[0] - b.at[0]) for a in state.party for b in state.enemies} == {5}
    assert "morale" in play.codes()


@covers("dead_weight.combat.setup_place", "dead_weight.combat.setup_advantage_point")
def test_the_gm_places_everyone_by_hand_with_an_advantage_point():
    script = ("by_hand", (1, 1), (3, 3), (2, 2), "roll", [4, 5, 6])
    state, play = done(begin, table(somebody("zael")), (corpse("a"),), script=script)
    assert (state.party[0].at, state.enemies[0].at, state.combat.vantage) == ((1, 1), (3, 3), (2, 2))
    asked = next(question for question in play.asked if getattr(question, "facts", ()) == ("A", "a"))
    assert (1, 1) not in asked.options, "enemies and adventurers do not share a square"


@covers("dead_weight.combat.initiative")
@pytest.mark.parametrize(("dexterity", "chance"), [(2, Fraction(3, 4)), ((1, 0, 1), Fraction(1, 4))])
def test_the_odds_of_being_fast(dexterity, chance):
    state = fight(somebody("zael", dexterity=dexterity, at=(0, 0)))

    def fast(play):
        return initiative(play, state)[1]

    assert distribution(fast, policy=lambda choice: choice.options[0])["zael",] == chance


@covers("dead_weight.exploration.upper_hand")
def test_with_the_upper_hand_all_are_fast_and_nobody_rolls():
    state, _ = done(
        begin, table(somebody("zael"), somebody("amber")), (corpse("a"),), upper_hand=True, script=("close",)
    )
    assert state.combat.fast == state.combat.due == ("zael", "amber")
    assert state.combat.unaware == ("a",)


@covers("dead_weight.combat.surprised")
def test_the_surprised_are_all_slow_and_nobody_rolls():
    state, _ = done(begin, table(somebody("zael"), somebody("amber")), (corpse("a"),), surprised=True, script=("far",))
    assert (state.combat.fast, state.combat.step, state.combat.due) == ((), "enemies", ("a",))


@covers("dead_weight.weapon.crossbow")
@pytest.mark.parametrize("surprised", [True, False])
def test_crossbows_are_loaded_unless_the_party_is_surprised(surprised):
    one = somebody("zael", items=(thing("dead_weight.weapon.crossbow", "c", place="both"),))
    dice = () if surprised else ("roll", [2, 3, 5])
    state, _ = done(begin, table(one), (corpse("a"),), surprised=surprised, script=("nearby", *dice))
    assert state.party[0].items[0].loaded is not surprised


@covers("dead_weight.morale.adventurers_one", "dead_weight.morale.adventurers_three", "dead_weight.morale.cap")
@pytest.mark.parametrize(("presence", "morale"), [((2, 1, 0), 2), ((3, 2, 1, 0), 4), ((3, 3, 3, 3), 6), ((0,), 0)])
def test_the_morale_of_adventurers(presence, morale):
    assert party_morale(table(*[somebody(str(i), presence=n) for i, n in enumerate(presence)])) == morale


@covers("dead_weight.morale.enemies", "dead_weight.morale.cap", "dead_weight.enemy.ignores_morale")
def test_the_morale_of_enemies():
    def of(minding, mindless=0):
        foes = [corpse(str(i)) for i in range(minding)] + [
            corpse(f"m{i}", traits=("mindless",)) for i in range(mindless)
        ]
        return enemy_morale(table(enemies=foes))

    assert (of(3), of(7), of(3, 2), of(0, 4)) == (4, 6, 4, None)


@covers("dead_weight.morale.adventurers_three", "dead_weight.morale.broken")
def test_a_party_without_presence_is_broken_from_the_start():
    state, _ = done(begin, table(somebody("zael", presence=0)), (corpse("a"),), script=("nearby", "roll", [2, 3, 5]))
    assert state.combat.broken == ("party",)


@covers("dead_weight.morale.broken", "dead_weight.morale.cap", "dead_weight.morale.loss_death")
def test_a_broken_side_does_not_take_heart_again():
    state = fight(ZAEL, morale=1, enemy_morale=5)
    state, _ = done(lose_morale, state, "party")
    assert (state.combat.morale, state.combat.broken) == (0, ("party",))
    state, _ = done(gain_morale, state, "party", 4)
    assert state.combat.morale == 0
    state, _ = done(gain_morale, state, "enemies", 3)
    assert state.combat.enemy_morale == 6


@covers(
    "dead_weight.combat.player_turn",
    "dead_weight.combat.enemy_turn",
    "dead_weight.combat.loop",
    "dead_weight.combat.order",
    "dead_weight.phase.combat_fast",
    "dead_weight.phase.combat_enemies",
    "dead_weight.phase.combat_slow",
    "dead_weight.phase.combat_cleanup",
)
def test_a_round_goes_from_the_fast_over_the_enemies_to_the_slow_and_around():
    slow = somebody("slow", at=(0, 2))
    state = fight(ZAEL, AMBER, slow, fast=("zael", "amber"), due=("zael", "amber"))
    with pytest.raises(Refused):
        act(state, "combat_end_turn", "slow")
    state, _ = act(state, "combat_end_turn", "amber")
    assert (state.combat.turn, state.combat.actions) == ("zael", 2), "who is left over has the turn at once"
    with pytest.raises(Refused):
        act(state, "combat_end_turn", "amber")
    state, _ = act(state, "combat_end_turn", "zael")
    assert (state.combat.step, state.combat.due, state.combat.turn) == ("enemies", ("foe",), "")
    state, _ = done(end_turn, start_turn(Scripted(), state, "foe"))
    assert (state.combat.step, state.combat.turn, state.combat.round) == ("slow", "slow", 1)
    state, play = act(state, "combat_end_turn", "slow")
    assert (state.combat.step, state.combat.due, state.combat.round) == ("fast", ("zael", "amber"), 2)
    assert "round" in play.codes()


def test_two_actions_are_a_turn_and_who_has_begun_one_finishes_it():
    tired = somebody("zael", strength=(3, 0, 3), at=(0, 0))
    state = fight(tired, AMBER)
    state, _ = act(state, "combat_catch_breath", "zael")
    assert (state.combat.turn, state.combat.actions) == ("zael", 1)
    with pytest.raises(Refused):
        act(state, "combat_end_turn", "amber")
    state, _ = act(state, "combat_catch_breath", "zael")
    assert (state.combat.turn, lying(state.party[0], "STR")) == ("amber", (1, 0))


@covers("dead_weight.combat.more_actions")
def test_actions_never_go_below_none_and_a_kept_one_is_had_next_turn():
    spent = spend(fight(ZAEL, AMBER, turn="zael", actions=1, due=("amber",)), 2)
    assert spent.combat is not None
    assert spent.combat.actions == 0
    state = fight(ZAEL, AMBER, used=(TURN_USES.mark("extra", "zael"), TURN_USES.mark("intimidate")))
    state, _ = done(start_turn, state, "zael")
    assert (state.combat.actions, state.combat.used) == (3, (TURN_USES.mark("intimidate"),))


@covers("dead_weight.combat.player_turn", "dead_weight.affliction.bleeding", "dead_weight.affliction.nauseated")
def test_what_happens_at_the_start_of_a_turn():
    one = somebody("zael", at=(0, 0), afflictions=("bleeding", "nauseated"))
    state, _ = done(start_turn, fight(one, AMBER), "zael", script=("STR", "roll", [4, 5]))
    assert (lying(state.party[0], "STR"), state.combat.turn, state.combat.actions) == ((1, 0), "zael", 2)
    state, play = done(start_turn, fight(one, AMBER), "zael", script=("STR", "roll", [2, 3]))
    assert (state.combat.turn, "retches" in play.codes()) == ("amber", True), "the turn is lost"


@covers("dead_weight.combat.player_turn", "dead_weight.inventory.encumbered_test")
def test_who_carries_too_much_tests_strength_at_the_start_of_a_turn():
    items = tuple(thing("dead_weight.item.rope", f"rope{i}", place="back") for i in range(20))
    one = somebody("zael", strength=1, at=(0, 0), items=items)
    state, _ = done(start_turn, fight(one, AMBER), "zael", script=("roll", [5]))
    assert len(state.party[0].items) == 20
    state, _ = done(start_turn, fight(one, AMBER), "zael", script=("roll", [2], [7]))
    assert len(state.party[0].items) == 19


@covers("dead_weight.spell.magic_shield")
def test_magic_comes_before_nausea():
    one = somebody("zael", at=(0, 0))
    shield = Effect("e", "dead_weight.spell.magic_shield", "zael", ("zael",))
    state, _ = done(start_turn, replace(fight(one, AMBER), effects=(shield,)), "zael")
    assert state.party[0].shield == 1


def test_who_falls_at_the_start_of_the_own_turn_has_had_it():
    one = somebody("zael", (1, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 1), at=(0, 0), afflictions=("bleeding",))
    state = fight(one, AMBER, settings={"mortal_wounds_table": False})
    state, _ = done(start_turn, state, "zael", script=("STR",))
    assert ("mortally_wounded" in state.party[0].conditions, state.combat.turn) == (True, "amber")


def test_what_was_meant_is_not_done_if_the_start_of_the_turn_forbids_it():
    one = somebody("zael", strength=(1, 0, 1), at=(0, 0), afflictions=("nauseated",))
    state, _ = act(fight(one, AMBER), "combat_catch_breath", "zael", "roll", [2, 3])
    assert (state.combat.turn, lying(state.party[0], "STR")) == ("amber", (1, 0))


@covers("dead_weight.mortal.faint", "dead_weight.condition.fainted")
def test_who_has_fainted_may_come_round_in_the_own_step():
    out = somebody("amber", at=(0, 1), conditions=("fainted",))
    state = fight(ZAEL, out, step="setup", due=())
    state, _ = done(go_on, state, script=([1],))
    assert state.combat.due == ("zael", "amber")
    state, _ = done(go_on, fight(ZAEL, out, step="setup", due=()), script=([2],))
    assert state.combat.turn == "zael"


@covers(
    "dead_weight.combat.cleanup_dodge",
    "dead_weight.combat.cleanup_shield",
    "dead_weight.token.dodge",
    "dead_weight.token.shield",
    "dead_weight.setting.dodge_cleanup_strict",
    "dead_weight.phase.combat_cleanup",
)
@pytest.mark.parametrize(("strict", "slow_keeps"), [(False, 2), (True, 0)])
def test_dodge_tokens_go_and_shields_stay(strict, slow_keeps):
    fast = replace(ZAEL, dodge=2, shield=3)
    slow = replace(AMBER, dodge=3, late=2)
    foe = replace(FOE, dodge=2, shield=1)
    state = fight(fast, slow, foes=(foe,), step="slow", due=(), settings={"dodge_cleanup_strict": strict})
    state, _ = done(evaluate, state)
    assert [(one.dodge, one.shield) for one in state.party] == [(0, 3), (slow_keeps, 0)]
    assert (state.enemies[0].dodge, state.enemies[0].shield) == (0, 1)
    state, _ = done(evaluate, replace(state, combat=replace(state.combat, step="slow")))
    assert state.party[1].dodge == 0


@covers(
    "dead_weight.combat.evaluate_broken",
    "dead_weight.combat.evaluate_refuse",
    "dead_weight.action.combat_surrender_answer",
)
@pytest.mark.parametrize(("side", "ends"), [("party", "party_surrendered"), ("enemies", "enemies_surrendered")])
def test_a_broken_side_surrenders_at_the_end_of_the_round_if_that_is_accepted(side, ends):
    broken = fight(ZAEL, broken=(side,), step="slow", due=())
    state, _ = done(evaluate, broken, script=("yes",))
    assert (state.combat, state.ended.how) == (None, ends)
    state, play = done(evaluate, broken, script=("no",))
    assert (state.combat.round, "surrender.refused" in play.codes()) == (2, True)
    assert play.asked[0].by == ("referee" if side == "party" else "player")
    done(evaluate, replace(state, combat=replace(state.combat, step="slow")), script=("no",))


@covers("dead_weight.combat.evaluate_broken")
def test_a_side_that_breaks_fights_on_until_the_round_is_over():
    state, _ = done(settled, fight(ZAEL, AMBER, turn="zael", actions=1, due=("amber",), broken=("enemies",)))
    assert state.combat.turn == "zael"


@covers("dead_weight.combat.evaluate_refuse")
def test_the_players_decide_by_majority_and_the_gm_breaks_ties():
    party = [somebody(seat, seat=seat, at=(0, i)) for i, seat in enumerate(("ann", "bob", "cas"))]
    broken = fight(*party, broken=("enemies",), step="slow", due=())
    assert done(evaluate, broken, script=("yes", "no", "yes"))[0].ended is not None
    assert done(evaluate, broken, script=("yes", "no", "no"))[0].ended is None
    tied = fight(*party[:2], broken=("enemies",), step="slow", due=())
    assert done(evaluate, tied, script=("yes", "no", "yes"))[0].ended is not None
    assert done(evaluate, tied, script=("yes", "no", "no"))[0].ended is None


@covers("dead_weight.combat.evaluate_both")
def test_if_both_are_broken_both_retreat():
    state, _ = done(evaluate, fight(ZAEL, broken=("party", "enemies"), step="slow", due=()))
    assert state.ended.how == "both_retreated"


@covers("dead_weight.enemy.ignores_morale")
def test_the_mindless_never_surrender():
    foes = corpse("husk", traits=("mindless",), at=(5, 0)), corpse("goblin", at=(5, 1))
    state, play = done(evaluate, fight(ZAEL, foes=foes, broken=("enemies",), step="slow", due=()), script=("yes",))
    assert ([foe.id for foe in state.enemies], state.combat.broken) == (["husk"], ())
    assert [line.facts for line in play.told if line.code == "surrendered"] == [(("Goblin",),)]


@covers("dead_weight.enemy.ignores_morale", "dead_weight.condition.grabbed", "dead_weight.combat.loop")
def test_who_surrenders_lets_go_and_the_next_round_is_told():
    foes = corpse("husk", traits=("mindless",), at=(5, 0)), corpse("goblin", at=(5, 1))
    state = fight(ZAEL, foes=foes, broken=("enemies",), step="slow", due=())
    state, _ = done(hold, state, "goblin", "zael", "grabbed", "dead_weight.enemy_action.grab")
    state, play = done(evaluate, state, script=("yes",))
    assert (state.party[0].conditions, state.effects) == ((), ())
    assert (state.combat.round, "round" in play.codes()) == (2, True)


@covers("dead_weight.table.mortal_wounds")
def test_the_dying_have_until_the_end_of_the_next_round():
    dying = replace(AMBER, conditions=("mortally_wounded", "dying"))
    state, _ = done(evaluate, fight(ZAEL, dying, step="slow", due=()))
    assert "dead" not in state.party[1].conditions
    state, _ = done(evaluate, replace(state, combat=replace(state.combat, step="slow")))
    assert "dead" in state.party[1].conditions


@covers("dead_weight.phase.combat", "dead_weight.morale.flee")
def test_how_a_combat_ends_at_once():
    dead, gone = replace(FOE, conditions=("dead",)), corpse("b", conditions=("left",))
    fallen, away = replace(ZAEL, conditions=("mortally_wounded",)), replace(AMBER, at=OFF_CHART)
    assert ending(fight(ZAEL)) is None
    assert ending(fight(ZAEL, foes=(replace(FOE, conditions=("asleep",)),))) is None
    assert ending(fight(ZAEL, foes=(dead,))) == "enemies_down"
    assert ending(fight(ZAEL, foes=(dead, gone))) == "enemies_fled"
    assert ending(fight(fallen)) == "party_down"
    assert ending(fight(fallen, away)) == "party_fled"


@covers(
    "dead_weight.exploration.combat_cost",
    "dead_weight.combat.no_decay",
    "dead_weight.combat.cleanup_shield",
    "dead_weight.phase.combat",
)
def test_when_it_is_over_tokens_go_and_one_turn_has_passed():
    tragedy = SPENT.mark("session", "tragedy")
    one = somebody(
        "zael",
        at=(0, 0),
        stun=1,
        shield=2,
        dodge=1,
        spent=(SPENT.mark("combat", "fearless"), tragedy, SPENT.mark("turn", "staff")),
    )
    state = fight(one, round=6, kills=2)
    assert state.decay == 0
    state, _ = done(finish, state, "enemies_down")
    after = state.party[0]
    assert (after.stun, after.shield, after.dodge, after.at) == (0, 0, 0, OFF_CHART)
    assert after.spent == (tragedy,)
    assert (state.phase, state.turns, state.decay, state.enemies) == ("exploration", 1, 1, ())
    assert (state.ended.rounds, state.ended.kills) == (6, 2)


@covers("dead_weight.exploration.combat_cost", "dead_weight.affliction.bleeding")
def test_the_turn_that_a_combat_costs_bleeds_nobody():
    state, _ = done(finish, fight(somebody("zael", at=(0, 0), afflictions=("bleeding",))), "enemies_down")
    assert lying(state.party[0], "STR") == (0, 0)


@covers("dead_weight.exploration.combat_cost")
def test_with_decay_at_four_everybody_rolls_after_a_fight():
    state, play = done(finish, replace(fight(ZAEL), decay=4), "enemies_down", script=([1, 1],))
    assert any(getattr(question, "n", 0) for question in play.asked)
    assert state.turns == 1


@covers("dead_weight.phase.combat")
def test_after_an_ambush_the_party_is_in_camp_again():
    state = fight(ZAEL, back_to="camp")
    assert finish(Scripted(), state, "enemies_down").phase == "camp"


@covers("dead_weight.affliction.terrified", "dead_weight.affliction.hopeless")
def test_a_challenging_fight_that_is_won_takes_terror_away():
    one = somebody("zael", at=(0, 0), afflictions=("terrified", "hopeless"))
    assert done(finish, fight(one), "enemies_down", script=("yes",))[0].party[0].afflictions == ()
    assert done(finish, fight(one), "party_fled", script=("yes",))[0].party[0].afflictions == ("terrified",)


def test_a_fight_in_which_nobody_can_ever_act_is_called_off():
    asleep = replace(ZAEL, conditions=("asleep",)), replace(FOE, conditions=("asleep",))
    state, _ = done(go_on, fight(asleep[0], foes=(asleep[1],), step="slow", due=()))
    assert state.ended.how == "called_off"


@covers("dead_weight.combat.setup_place")
def test_the_gm_sets_up_a_combat_that_waits():
    state = BOTS.fight("warrior:A", "Goblin Scrapper", None)
    assert state.combat is not None
    assert state.combat.step == "setup"
    state, _ = act(state, "combat_setup", "", "nearby", "roll", [1] * state.party[0].dexterity.score)
    assert state.combat.step == "enemies"


def test_the_gm_marks_squares_skips_turns_and_calls_it_off():
    state = fight(ZAEL, AMBER)
    state, _ = act(state, "combat_vantage", "", (3, 3))
    assert state.combat.vantage == (3, 3)
    state, _ = act(state, "combat_wall", "", (4, 4))
    assert state.combat.walls == ((4, 4),)
    state, _ = act(state, "combat_wall", "", (4, 4))
    assert state.combat.walls == ()
    state, _ = act(state, "combat_skip", "", "amber")
    assert state.combat.turn == "zael"
    state, _ = act(state, "combat_call_off", "", "enemies_fled")
    assert state.ended.how == "enemies_fled"


@covers("dead_weight.combat.initiative_abilities")
def test_the_gm_makes_somebody_fast_or_slow():
    state, _ = act(fight(ZAEL, AMBER), "set_speed", "", "amber")
    assert state.combat.fast == ("zael",)


@covers("dead_weight.morale.abilities", "dead_weight.morale.loss_ability")
def test_the_gm_sets_morale():
    state, _ = act(fight(ZAEL, AMBER), "set_value", "", "table", "enemy_morale", 6)
    assert (state.combat.enemy_morale, state.combat.broken) == (6, ())
    state, _ = act(state, "set_value", "", "table", "morale", 0)
    assert (state.combat.morale, state.combat.broken) == (0, ("party",))


def test_the_corpses_of_a_fight_stay():
    state = replace(fight(ZAEL), corpses=(Corpse("c", "Goblin", at=(3, 3)),))
    assert finish(Scripted(), state, "enemies_down").corpses[0].name == "Goblin"
