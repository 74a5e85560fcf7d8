"""Combat: Moments and Initiative, whose Turn it is and what it holds, Moves, its end, and the lost."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.acting import finish_turn
from tallow.games.black_hack.combat.aftermath import ammunition, ending, finish
from tallow.games.black_hack.combat.armour import mend
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import (
    arrayed,
    begin,
    end_turn,
    fought,
    go_on,
    initiative,
    moment_ends,
    start_turn,
)
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.monsters.foes import foe_acts, foes_act
from tallow.games.black_hack.record import DEEDS
from tallow.games.black_hack.referee.hostilities import end_combat, set_attribute, start_combat
from tallow.games.black_hack.state import MARKS, Effect, Ended, Hindrance
from tallow.games.deeds import Action, Refused
from tallow.play import REFEREE, Scripted, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import carried, fighting, foe, held, somebody, table, worn
from tests.games.playing import asked, done, first

PARTY = (
    somebody("ann", dexterity=9),
    somebody("bea", "thief", seat="bea", dexterity=13),
    somebody("cid", dexterity=12),
)


def acts(state, name, who="", script=()):
    """An action of the game, as a table performs it."""
    return done(DEEDS.perform, state, Action(name, who), script=script)[0]


def refusal(state, name, who):
    with pytest.raises(Refused) as refused:
        DEEDS.perform(Scripted(), state, Action(name, who))
    return refused.value.refusal.code


@covers(
    "black_hack.phase.combat_start",
    "black_hack.init.sort",
    "black_hack.time.moments",
    "black_hack.time.gm_chooses_unit",
)
def test_a_fight_begins_with_distances_and_moments():
    state = table(*PARTY, foes=[foe(hp=5)])
    state, play = done(begin, state, (foe("hag"),), script=["faraway", 12, 12, 12])
    assert (state.phase, state.unit, state.combat.moment) == ("combat", "moments", 1)
    assert asked(play, "distance_between")[0].by == REFEREE
    assert {band(state, one.id, "hag") for one in state.party} == {"faraway"}
    assert band(state, "ann", "bea") == "nearby"
    assert state.combat.started == (("foes", 2),)


@covers(
    "black_hack.init.each_moment",
    "black_hack.init.success_before",
    "black_hack.init.fail_after",
    "black_hack.phase.initiative",
    "black_hack.phase.early_characters",
    "black_hack.phase.opponents",
    "black_hack.phase.late_characters",
    "black_hack.phase.step_3_players",
    "black_hack.phase.step_6_repeat",
)
def test_early_opponents_late_and_a_new_test_each_moment():
    state = table(*PARTY, foes=[foe(hp=50)])
    state, play = done(begin, state, script=[3, 13, 11], distance="nearby")
    assert [told.facts[1] for told in play.told if told.code == "test"] == ["DEX"] * 3
    assert (state.combat.step, state.combat.early) == ("early", ("ann", "cid"))
    assert state.combat.due == ("cid", "ann"), "the quicker first, unless they agree otherwise"
    state = acts(state, "end_turn", "ann")
    assert state.combat.turn == "cid", "the last of a step has no choice"
    state = acts(state, "end_turn", "cid")
    assert (state.combat.step, state.combat.due) == ("opponents", ("orc",))
    state = acts(state, "foe_move", "orc", [("towards", "cid")])
    state = acts(state, "end_turn", "orc")
    assert (state.combat.step, state.combat.turn) == ("late", "bea")
    state = acts(state, "end_turn", "bea", [20, 20, 20])
    assert (state.combat.moment, state.combat.step, state.combat.early) == (2, "opponents", ())


@covers("black_hack.init.group_order", "black_hack.action.agree_order")
def test_those_of_a_step_agree_on_their_order():
    state, _ = done(begin, table(*PARTY, foes=[foe()]), script=[3, 3, 3], distance="nearby")
    assert refusal(acts(state, "move", "ann", [("towards", "orc")]), "move", "bea") == "not_now"
    for who in ("ann", "cid"):
        assert acts(state, "move", who, [("towards", "orc")]).combat.turn == who


@covers("black_hack.init.success_before", "black_hack.init.surprise")
def test_chances_of_acting_first():
    def early(play, one, surprised=()):
        state = arrayed(table(one), (foe(hd=9),), surprised=surprised)
        state = replace(state, combat=replace(fought(state), moment=1))
        return bool(initiative(play, state)[1])

    assert distribution(early, somebody(dexterity=11))[True] == Fraction(1, 2)
    assert distribution(early, somebody(dexterity=12), ("ann",), policy=first)[True] == Fraction(121, 400)
    assert distribution(early, somebody(dexterity=12))[True] == Fraction(11, 20)


@covers("black_hack.init.each_moment", "black_hack.armour.proficiency")
def test_who_rolls_for_initiative():
    out = somebody("bea", conditions=("out_of_action",))
    asleep = somebody("cid", conditions=("asleep",))
    stiff = somebody("dot", hindrances=(Hindrance("paralysed"),))
    clumsy = somebody("eve", "wizard", items=[worn("leather")])
    state = arrayed(table(somebody(), out, asleep, stiff, clumsy), (foe(hd=9),))
    (_, early), play = done(initiative, state, script=[9, 9, 8])
    assert early == ("ann", "dot")
    assert [told.facts[2] for told in play.told if told.code == "adds"] == [2]


@covers("black_hack.init.surprise", "black_hack.attack.helpless")
def test_the_gm_says_who_is_caught_off_guard():
    state = table(*PARTY, foes=[foe()])
    after, _ = done(start_combat, state, "", script=["surprise", "bea", "close", 3, 3, 3, 3])
    assert after.combat.surprised == ("bea",)
    after, _ = done(start_combat, state, "", script=["unaware", "close", 12, 13, 13])
    assert (after.combat.unaware, after.combat.step) == (("orc",), "late"), "who knows of nothing has no Turn"


@covers("black_hack.init.npc_allies")
def test_servants_follow_their_commander_and_friends_act_among_the_opponents():
    servant, friend = foe("imp", commander="ann"), foe("dog")
    state = table(somebody(), foes=[foe(hp=50)], allies=[servant, friend])
    state, _ = done(begin, state, script=[3], distance="nearby")
    state = acts(state, "end_turn", "ann")
    assert (state.combat.step, state.combat.turn) == ("early", "imp")
    state = acts(state, "end_turn", "imp")
    assert (state.combat.step, set(state.combat.due)) == ("opponents", {"orc", "dog"})


@covers("black_hack.turn.contents", "black_hack.turn.move_and_action", "black_hack.turn.what_is_action")
def test_one_move_and_one_action_in_either_order():
    sword = somebody("ann", "cleric", strength=12, items=[held("mace")])
    start = table(sword, foes=[foe(hp=50)], combat=fighting("ann"))
    moved = acts(start, "move", "ann", [("towards", "orc")])
    assert refusal(moved, "move", "ann") == "no_move"
    assert (moved.combat.move, moved.combat.action) == (False, True)
    done_ = acts(moved, "attack", "ann", [15])
    assert done_.combat.step == "opponents"
    near = replace(start, combat=fighting("ann", close=[("ann", "orc")]))
    hit = acts(near, "attack", "ann", [15])
    assert refusal(hit, "attack", "ann") == "no_action"
    assert acts(hit, "move", "ann").combat.step == "opponents"


@covers("black_hack.turn.extra_move", "black_hack.action.extra_move", "black_hack.move.one_step")
def test_the_action_can_be_given_up_for_a_second_move():
    combat = fighting("ann", bands=(("ann", "orc", "faraway"),))
    state = acts(table(somebody(), foes=[foe()], combat=combat), "move", "ann", [("towards", "orc")])
    state = acts(state, "extra_move", "ann", [("towards", "orc")])
    assert band(state, "ann", "orc") == "close"
    assert state.combat.turn == ""


@covers(
    "black_hack.hindrance.stuck",
    "black_hack.hindrance.distracted",
    "black_hack.hindrance.paralysed",
    "black_hack.action.move",
)
def test_hindrances_take_move_or_action():
    def turn(*names):
        held_ = tuple(Hindrance(name) for name in names)
        return table(somebody(hindrances=held_), foes=[foe()], combat=fighting(due=("ann",)))

    stuck, _ = done(start_turn, turn("stuck"), "ann")
    assert (stuck.combat.move, stuck.combat.action) == (False, True)
    assert refusal(stuck, "move", "ann") == "hindered"
    assert refusal(stuck, "extra_move", "ann") == "hindered", "an Action is no Move for the stuck"
    distracted, _ = done(start_turn, turn("distracted"), "ann")
    assert (distracted.combat.move, distracted.combat.action) == (True, False)
    assert refusal(distracted, "attack", "ann") == "hindered"
    free, _ = done(start_turn, turn("paralysed"), "ann", script=[3])
    assert free.combat.turn != "ann", "no Turn but the test at its end"
    assert free.party[0].hindrances == ()


@covers("black_hack.hindrance.paralysed")
def test_the_paralysed_do_not_even_drop_things():
    stiff = somebody(items=(held("broad_sword"),), hindrances=(Hindrance("paralysed"),))
    state = table(stiff, foes=[foe()], combat=fighting("ann"))
    refusals = {offer.action.name: offer.refusal for offer in DEEDS.offers(state, "player")}
    dropping = refusals["drop_item"]
    assert dropping is not None
    assert dropping.code == "hindered"
    assert refusals["end_turn"] is None


@covers("black_hack.setting.hindrance_timing", "black_hack.hindrance.until_test", "black_hack.phase.creature_turn")
def test_the_test_may_come_first_and_the_turn_go_on():
    stiff = somebody(hindrances=(Hindrance("paralysed"),))
    state = table(stiff, foes=[foe()], combat=fighting(due=("ann",)), settings={"hindrance_timing": "start"})
    state, _ = done(start_turn, state, "ann", script=[3])
    assert (state.combat.turn, state.combat.action) == ("ann", True)
    state, _ = done(end_turn, state)


@covers("black_hack.ability.warrior_damage_reset", "black_hack.phase.creature_turn", "black_hack.ongoing.loss")
def test_what_happens_at_the_start_of_a_turn():
    burning = somebody(level=3, ongoing="CON", constitution=12)
    state = table(burning, foes=[foe()], combat=fighting(due=("ann",)))
    state, _ = done(start_turn, state, "ann")
    assert (state.party[0].pool, state.party[0].hp, state.combat.turn) == (3, 7, "ann")
    state, _ = done(end_turn, state, script=[11])
    assert state.party[0].ongoing == ""
    dying = replace(burning, hp=2)
    state = table(dying, somebody("bea"), foes=[foe()], combat=fighting(due=("ann",)))
    state, _ = done(start_turn, state, "ann")
    assert (state.party[0].conditions, state.combat.turn) == (("out_of_action",), "")


@covers("black_hack.oofa.no_turn")
def test_out_of_action_is_no_turn_at_all():
    down = somebody(hp=0, conditions=("out_of_action",))
    state = table(down, somebody("bea"), foes=[foe()], combat=fighting(due=("ann", "bea")))
    state, _ = done(go_on, state)
    assert state.combat.turn == "bea"
    assert refusal(state, "move", "ann") == "not_now"


@covers("black_hack.phase.moment_end", "black_hack.banish.duration", "black_hack.usage.duration")
def test_a_moment_ends():
    bound = foe(hindrances=(Hindrance("paralysed", left=1),), banished=2, banished_by="ann")
    effect = Effect("e1", "black_hack.prayer.prayer", "ann", ("ann",), die=4, unit="moments")
    state = table(somebody(), foes=[bound], combat=fighting(step="late"), effects=(effect,))
    state, _ = done(moment_ends, state, script=[2, 3])
    assert (state.foes[0].hindrances, state.foes[0].banished, state.effects) == ((), 1, ())
    state, _ = done(moment_ends, state, script=[3])
    assert (state.foes[0].banished, state.foes[0].banished_by) == (0, "")


@covers("black_hack.banish.flee")
def test_the_banished_run_from_the_cleric_alone():
    ghoul = foe("ghoul", banished=3, banished_by="ann")
    combat = fighting(step="opponents", due=("ghoul", "orc"), close=[("ann", "ghoul"), ("bea", "ghoul")])
    state, _ = done(go_on, table(somebody(), somebody("bea"), foes=[ghoul, foe()], combat=combat))
    assert (band(state, "ann", "ghoul"), band(state, "bea", "ghoul")) == ("faraway", "close")
    assert state.combat.due == ("orc",)


@covers("black_hack.phase.combat_end", "black_hack.oofa.when_roll")
def test_the_winners_fallen_roll_when_the_danger_has_passed():
    down = somebody("bea", hp=0, conditions=("out_of_action",))
    state = table(somebody(), down, foes=[foe(conditions=("removed",))], combat=fighting("ann", moment=4))
    assert ending(state) == "foes_down"
    state, _ = done(finish, state, "foes_down", script=[1, 2])
    assert (state.party[1].hp, state.party[1].conditions) == (2, ())
    assert (state.phase, state.unit, state.combat, state.ended) == (
        "exploration",
        "minutes",
        None,
        Ended("foes_down", 4, survived=1),
    )


@covers("black_hack.oofa.lost", "black_hack.action.gm_declare_lost")
def test_the_losers_fallen_are_lost_if_the_gm_says_so():
    down = somebody(hp=0, conditions=("out_of_action",))
    lost = table(down, foes=[foe()], combat=fighting())
    assert ending(lost) == "party_down"
    state, play = done(finish, lost, "party_down", script=["yes"])
    assert state.party[0].conditions == ("lost",)
    assert asked(play, "declare_lost")[0].by == REFEREE
    state, _ = done(finish, lost, "party_down", script=["no", 1, 4])
    assert state.party[0].hp == 4
    fled = table(down, somebody("bea", conditions=("fled",)), foes=[foe()], combat=fighting())
    assert ending(fled) == "party_fled"
    state, _ = done(finish, fled, "party_fled", script=["yes"])
    assert [one.conditions for one in state.party] == [("lost",), ()]


@covers("black_hack.usage.ammunition", "black_hack.magic_item.relentless_ammo")
def test_ammunition_is_rolled_once_after_the_fight():
    quiver = replace(carried("q"), ref="black_hack.item.ammunition", usage=8)
    archer = somebody("ann", "thief", dexterity=20, items=[held("light_bow"), quiver])
    state = table(archer, foes=[foe(hp=50)], combat=fighting("ann"))
    for _ in range(2):
        state = replace(state, combat=replace(state.combat, turn="ann", action=True))
        state = acts(state, "attack", "ann", [5, 3])
    assert state.combat.shot == (("ann", "q"),)
    state, _ = done(end_combat, state, "", script=[1])
    assert state.party[0].items[1].usage == 6
    unshot = table(archer, foes=[foe()], combat=fighting("ann"))
    assert done(end_combat, unshot, "")[0].party[0].items[1].usage == 8
    relentless = replace(quiver, ref="black_hack.magic_item.relentless_ammo", usage=4)
    shot = table(replace(archer, items=(relentless,)), foes=[foe()], combat=fighting("ann", shot=(("ann", "q"),)))

    def gone(play):
        return ammunition(play, shot).party[0].items == ()

    assert distribution(gone, policy=first)[True] == Fraction(1, 4)


@covers("black_hack.action.aid", "black_hack.oofa.when_roll", "black_hack.table.out_of_action")
def test_aid_to_the_fallen():
    down = somebody("bea", charisma=9, hp=0, conditions=("out_of_action",))
    far = table(somebody(), down, foes=[foe()], combat=fighting("ann"))
    assert refusal(far, "aid", "ann") == "nobody_close"
    near = replace(far, combat=fighting("ann", close=[("ann", "bea")]))
    state = acts(near, "aid", "ann", [4, 2, 3])
    assert (state.party[1].charisma, state.party[1].hp, state.party[1].conditions) == (7, 3, ())
    assert not state.combat.action


@covers("black_hack.oofa.lost")
def test_whoever_is_far_from_all_may_leave():
    state = table(somebody(), somebody("bea"), foes=[foe()], combat=fighting("ann", bands=(("ann", "orc", "distant"),)))
    state = acts(state, "escape", "ann")
    assert state.party[0].conditions == ("fled",)
    assert refusal(replace(state, combat=fighting("bea")), "escape", "bea") == "not_now"


@covers("black_hack.hindrance.action_cost", "black_hack.action.break_free")
def test_tearing_loose_costs_the_action():
    caught = somebody(hindrances=(Hindrance("stuck", "STR", action=True),))
    state = acts(table(caught, foes=[foe()], combat=fighting("ann")), "break_free", "ann", [3])
    assert state.party[0].hindrances == ()


@covers("black_hack.phase.opponents", "black_hack.action.gm_npc_turn", "black_hack.attack.npc")
def test_foes_come_and_attack_by_themselves():
    foes = [foe("orc", hp=50), foe("hag", hp=50)]
    combat = fighting(step="opponents", due=("orc", "hag"))
    state = table(somebody(hp=99), somebody("bea"), foes=foes, combat=replace(combat, early=("ann", "bea")))
    state, play = done(foes_act, state, script=[5, 5, 20, 20])
    attacked = [told.facts[:2] for told in play.told if told.code == "foe.attacks"]
    assert attacked == [("Orc", "Bea"), ("Hag", "Bea")]
    assert state.combat.moment == 2
    far = fighting("orc", step="opponents", bands=(("ann", "orc", "distant"),))
    state = table(somebody(), foes=[foe()], combat=replace(far, due=()))
    state, _ = done(foe_acts, state, "orc")
    assert band(state, "ann", "orc") == "nearby"


@covers("black_hack.option.blocking", "black_hack.setting.blocking", "black_hack.action.block")
def test_a_move_that_was_kept_can_block():
    combat = fighting("bea", due=())
    state = table(somebody(), somebody("bea", "thief"), foes=[foe(hp=50)], combat=combat, settings={"blocking": True})
    state = replace(state, combat=replace(combat, early=("ann", "bea")))
    state, _ = done(finish_turn, state, "bea")
    assert state.combat.used == (MARKS.mark("moment", "kept", "bea"),)
    state = acts(state, "foe_move", "orc", [("towards", "ann"), "yes"])
    assert (band(state, "orc", "ann"), band(state, "orc", "bea")) == ("nearby", "close")
    assert state.combat.used == ()


@covers("black_hack.attack.gm_chooses_attribute")
def test_the_gm_names_an_attribute():
    state, _ = done(set_attribute, table(somebody(), foes=[foe()], combat=fighting("ann")), "", script=["CHA"])
    assert state.party[0].marks == (MARKS.mark("by", "CHA"),)


@covers("black_hack.action.sneak", "black_hack.action.sneak_attack")
def test_moving_unseen_leads_to_a_sneak_attack():
    thief = somebody("ann", "thief", dexterity=14)
    state = table(thief, foes=[foe(hp=30)], combat=fighting("ann", unaware=("orc",)))
    unseen = acts(state, "sneak", "ann", [("towards", "orc"), 16, 12, ("success", 12)])
    assert (unseen.combat.unaware, unseen.party[0].conditions) == (("orc",), ("hidden",))
    struck = acts(unseen, "sneak_attack", "ann", [[3, 3]])
    assert (struck.foes[0].hp, struck.party[0].conditions) == (23, ())
    heard = acts(state, "sneak", "ann", [("towards", "orc"), 16, 15])
    assert heard.combat.unaware == ()
    assert refusal(heard, "sneak_attack", "ann") == "not_now"


@covers("black_hack.action.carry_body", "black_hack.oofa.lost")
def test_a_body_is_carried_along_and_out():
    down = somebody("bea", hp=0, conditions=("out_of_action",))
    combat = fighting("ann", bands=(("ann", "bea", "close"), ("ann", "orc", "faraway")))
    state, play = done(DEEDS.perform, table(somebody(), down, foes=[foe()], combat=combat), Action("carry_body", "ann"))
    assert [(one.code, one.facts) for one in play.told] == [("carries", ("Ann", "Bea"))]
    state = acts(state, "move", "ann", [("away", "orc")])
    assert (band(state, "ann", "orc"), band(state, "bea", "orc")) == ("distant", "distant")
    turn = replace(state.combat, turn="ann", move=False, action=True)
    assert refusal(replace(state, combat=turn), "extra_move", "ann") == "carrying"
    state = acts(replace(state, combat=replace(turn, move=True)), "escape", "ann", [1, 3])
    assert state.ended.how == "party_fled"
    assert [one.conditions for one in state.party] == [(), ()]
    assert state.party[1].hp == 3


@covers("black_hack.option.luck", "black_hack.action.spend_luck")
def test_luck_adds_a_fact():
    state = acts(table(somebody(luck=2)), "add_fact", "ann", ["there is a rope"])
    assert state.party[0].luck == 1


@covers("black_hack.init.npc_allies", "black_hack.creature.npcs", "black_hack.test.gm_judgement")
def test_somebody_changes_sides_and_fights_in_the_slot_of_opponents():
    state = table(somebody(), foes=[foe(), foe("elf", hp=5)], combat=fighting("ann", due=()))
    state = acts(state, "change_sides", "", ["elf"])
    assert ([one.id for one in state.foes], [one.id for one in state.allies]) == (["orc"], ["elf"])
    state, _ = done(finish_turn, state, "ann")
    assert (state.combat.step, state.combat.due) == ("opponents", ("orc", "elf"))
    state = replace(state, combat=replace(state.combat, bands=(("elf", "orc", "close"),)))
    state = acts(state, "foe_attack", "elf", ["hit"])
    assert state.foes[0].hp == 6
    state = acts(acts(state, "end_turn", "elf"), "change_sides", "", ["elf"])
    assert ([one.id for one in state.foes], state.allies) == (["orc", "elf"], ())


@covers("black_hack.spell.time_stop", "black_hack.phase.moment_end")
def test_a_fight_waits_for_those_out_of_time():
    assert ending(table(somebody(), foes=[foe(conditions=("frozen",))], combat=fighting("ann"))) is None
    assert ending(table(somebody(), foes=[foe(conditions=("asleep",))], combat=fighting("ann"))) == "foes_down"


@covers("black_hack.option.luck", "black_hack.action.spend_luck", "black_hack.setting.luck")
def test_luck_rolls_other_dice_again():
    down = somebody(hp=0, conditions=("out_of_action",), luck=1)
    state, _ = done(roll_fate, table(down), "ann", script=[6, "luck", 1, 3])
    assert (state.party[0].hp, state.party[0].luck) == (3, 0)
    (dead,) = done(roll_fate, table(down), "ann", script=[6, "keep"])[0].party
    assert (dead.conditions, dead.marks) == (("dead",), (MARKS.mark("died", 1),))
    torch = replace(made("black_hack.item.torches", "t"), usage=4)
    state, _ = done(use_up, table(somebody(items=(torch,), luck=1)), "ann", "t", script=[1, "luck", 3])
    assert (state.party[0].items, state.party[0].luck) == ((torch,), 0)
    leather = replace(worn("leather"), dice=("broken", "whole"))
    state, _ = done(mend, table(somebody("ann", "thief", items=(leather,), luck=1)), "ann", script=[1, 2, "luck", 5])
    assert state.party[0].items[0].dice == ("whole", "whole")
