"""The GM's controls: words, tests, edges, harm, foes, tables, numbers, things and settings."""

from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.armour import pool
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.entries import monsters, tables
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.record import DEEDS
from tallow.games.black_hack.referee.values import CONDITIONS
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Hindrance, character, creature
from tallow.games.deeds import Action
from tallow.games.shared.refereeing import rollable
from tallow.mechanics.conditions import has
from tallow.play import EVERYONE, REFEREE
from tallow.testing import covers
from tests.games.black_hack.fighters import carried, fighting, foe, held, somebody, table, worn
from tests.games.playing import asked, done

WHY = "black_hack.test.when"


def says(state, action, *script):
    return done(DEEDS.perform, state, Action(action), script=script)


def ann(state):
    return character(state, "ann")


@covers("black_hack.gm_turn.narrate", "black_hack.test.gm_narrates_failure", "black_hack.phase.step_1_recap")
def test_words_for_all_for_one_and_for_nobody():
    _, play = says(table(somebody()), "narrate", "The door is open.")
    assert [(told.code, told.facts, told.seen_by) for told in play.told] == [
        ("narrated", ("The door is open.",), EVERYONE)
    ]
    assert not says(table(somebody()), "narrate", " ")[1].told
    _, play = says(table(somebody()), "let_know", "You hear it breathe.")
    assert play.told[0].seen_by == (REFEREE, "player")
    state, play = says(table(somebody()), "note", "The key is false.")
    assert (state.notes, play.told) == ("The key is false.", [])


@covers("black_hack.action.gm_judge", "black_hack.test.gm_judgement", "black_hack.test.gm_notes")
def test_what_the_gm_judges_is_told_and_noted():
    state, play = says(table(somebody(), notes="One."), "judge", "The guards win.")
    assert state.notes == "One.\nThe guards win."
    assert play.codes() == ["judged"]


@covers("black_hack.test.who_tests", "black_hack.action.gm_call_test")
def test_each_of_them_can_be_called_to_test():
    both = table(somebody(wisdom=12), somebody("bob", wisdom=8))
    _, play = says(both, "call_test", "each", "WIS", 9, 9)
    assert [told.facts[-1] for told in play.told] == ["success", "failure"]
    assert asked(play, "test_attribute")[0].facts == (("Ann", "Bob"),)
    assert not asked(says(table(somebody()), "call_test", "WIS", 9)[1], "test_whom")


@covers("black_hack.action.gm_call_test", "black_hack.gm.attribute_guidance", "black_hack.gm.test_when")
def test_a_test_is_called_for_with_what_it_is_about():
    thief = table(somebody(calling="thief", dexterity=12), foes=[foe("ogre", hd=3)])
    _, play = says(thief, "call_test", "DEX", "ogre", "sneaking", 10, 5, ("success_added", 5, 7))
    assert [told.facts[1:] for told in play.told if told.code == "adds"] == [("powerful_foe", 2)]
    assert play.told[-1].facts[-1] == "success"
    about = next(question for question in play.asked if getattr(question, "what", "") == "test_about")
    assert "staying unnoticed" in about.facts[2]


@covers("black_hack.gm.attribute_guidance")
def test_what_a_test_is_about_is_asked_only_where_it_matters():
    warrior = table(somebody())
    _, play = says(warrior, "call_test", "STR", 10)
    assert not asked(play, "test_about")
    _, play = says(warrior, "call_test", "DEX", "lock", 4, 10, ("failure", 10))
    assert asked(play, "test_about")[0].options == ("nothing", "lock")
    assert [told.facts for told in play.told if told.code == "edge"] == [("Ann", "disadvantage", ("no_tools",))]
    cleric = table(somebody(calling="cleric"))
    _, play = says(cleric, "call_test", "CON", "impeded", 4, 10, ("success", 4))
    assert asked(play, "test_about")[0].options == ("nothing", "impeded")


@covers("black_hack.action.gm_set_advantage", "black_hack.adv.when")
def test_the_next_test_is_swayed_once():
    state, _ = says(table(somebody()), "set_edge", "favoured")
    (state, result), _ = done(attempt, state, "ann", "STR", WHY, script=[15, 3, ("success", 3)])
    assert result.success
    (_, result), _ = done(attempt, state, "ann", "STR", WHY, script=[15])
    assert not result.success
    both, _ = says(says(table(somebody()), "set_edge", "favoured")[0], "set_edge", "disfavoured")
    assert ann(both).conditions == ("disfavoured",)
    assert ann(says(both, "set_edge", "plain")[0]).conditions == ()


@covers("black_hack.option.luck")
def test_luck_is_the_gms_to_give():
    state, _ = says(table(somebody(), settings={"luck": 1}), "give_luck")
    assert ann(state).luck == 1
    assert "give_luck" not in [offer.action.name for offer in DEEDS.offers(table(somebody()), REFEREE)]


@covers("black_hack.action.gm_damage", "black_hack.gm.damage_roll_or_average", "black_hack.gm.damage_by_hd")
def test_damage_by_hit_dice_rolled_fixed_or_lost():
    armoured = table(somebody(items=(worn("leather"),)))
    assert ann(says(armoured, "deal_damage", 3, "damage", (2, 3), "no")[0]).hp == 5
    state, _ = says(armoured, "deal_damage", 3, "average", "a1")
    assert (ann(state).hp, ann(state).items[0].dice) == (10, ("broken", "whole"))
    assert ann(says(armoured, "deal_damage", 3, "lost", (2, 3))[0]).hp == 5


@covers("black_hack.action.gm_hinder", "black_hack.hindrance.action_cost")
def test_a_hindrance_with_its_test_and_its_cost():
    state, _ = says(table(somebody()), "impose", "stuck", "DEX", "action")
    assert ann(state).hindrances == (Hindrance("stuck", "DEX", action=True),)
    assert ann(says(state, "impose", "lift_stuck")[0]).hindrances == ()
    assert ann(says(table(somebody()), "impose", "ongoing", "usual", "free")[0]).ongoing == "CON"
    paralysed, _ = says(table(somebody()), "impose", "paralysed", "usual")
    assert not ann(paralysed).hindrances[0].action
    held, _ = says(table(somebody(), foes=[foe()]), "impose", "orc", "stuck", "usual", "free")
    assert creature(held, "orc").hindrances[0].by == "ann"


@covers("black_hack.heal.sources", "black_hack.heal.oofa")
def test_hp_come_back_by_the_gms_word():
    down = table(somebody(hp=0, conditions=("out_of_action",)))
    state, _ = says(down, "restore", 4)
    assert (ann(state).hp, ann(state).conditions) == (4, ())


@covers("black_hack.bestiary.form", "black_hack.creature.npcs")
@pytest.mark.parametrize("ref", ["black_hack.monster.goblin", "black_hack.monster.by_hd"])
def test_foes_come_by_name_or_by_hit_dice(ref):
    hd = [3] if not monsters()[ref].hd else []
    rolls = [(1,) * (3 if hd else 1)] * 2
    state, play = says(table(somebody()), "add_foes", ("of_hd", ref, monsters()[ref].hd or "any"), 2, *hd, *rolls)
    assert [one.hd for one in state.foes] == [3, 3] if hd else [1, 1]
    assert play.told[0].seen_by == (REFEREE,)
    assert [one.name for one in state.foes] == (["Foe 1", "Foe 2"] if hd else ["Goblin 1", "Goblin 2"])
    assert len(says(state, "dismiss_foes", "all")[0].foes) == 0
    assert len(says(state, "dismiss_foes", state.foes[0].id)[0].foes) == 1
    shown, _ = says(state, "reveal", state.foes[0].id)
    assert [one.revealed for one in shown.foes] == [True, False]


@covers("black_hack.monster.by_hd", "black_hack.creature.npcs")
def test_a_foe_is_written_as_a_name_and_hit_dice():
    state, _ = says(table(somebody()), "write_foe", "Captain HD 4", "npc", (1, 2, 3, 4))
    (captain,) = state.foes
    assert (captain.name, captain.hd, captain.hp, captain.person) == ("Captain", 4, 10, True)
    assert says(state, "write_foe", "whatsit")[1].codes() == ["malformed"]


@covers("black_hack.gm_turn.npcs_respond")
def test_the_gms_word_reaches_into_a_fight():
    fight = table(somebody(), foes=[foe(), foe("hag")], combat=fighting("ann", due=("orc", "hag")))
    state, _ = says(fight, "dismiss_foes", "orc")
    assert (state.combat.due, len(state.foes)) == (("hag",), 1)
    over, _ = says(state, "dismiss_foes")
    assert (over.combat, over.ended.how) == (None, "foes_down")
    down, _ = says(fight, "set_condition", "ann", "out_of_action", "yes")
    assert (down.combat, down.ended.how, ann(down).conditions) == (None, "party_down", ("lost",))


@covers("black_hack.table.reactions", "black_hack.morale.group", "black_hack.phase.opponents")
@pytest.mark.parametrize(("step", "due"), [("early", False), ("opponents", True), ("late", False)])
def test_foes_can_come_into_a_fight(step, due):
    fight = table(somebody(), foes=[foe()], combat=fighting("ann", step=step, started=(("foes", 1),)))
    orc = ("of_hd", "black_hack.monster.orc", 1)
    state, play = says(fight, "add_foes", orc, 2, [3], [4], "faraway")
    new = [one.id for one in state.foes[1:]]
    assert [band(state, "ann", id_) for id_ in new] == ["faraway", "faraway"]
    assert state.combat.started == (("foes", 1), ("black_hack.monster.orc", 2))
    assert [id_ in state.combat.due for id_ in new] == [due, due]
    assert play.codes() == ["foes.come", "combat.joined"]
    written, _ = says(fight, "write_foe", "HD 3", "monster", [1, 2, 3], "nearby")
    assert (written.foes[-1].name, written.combat.bands) == ("Foe", ())


def test_any_table_is_rolled_openly_or_in_secret():
    assert all("d" in tables()[ref].dice for ref in rollable(tables()))
    _, play = says(table(somebody()), "roll_table", "black_hack.table.traps", "open", 4)
    assert play.told[0].facts[1] == ("Net", "no damage; Stuck until a STR test")
    _, play = says(table(somebody()), "roll_table", "black_hack.table.traps", "secret", 4)
    assert (play.asked[-1].hidden, play.told[0].seen_by) == (True, (REFEREE,))
    _, play = says(table(somebody()), "secret_roll", 2, 20, (3, 7))
    assert play.asked[-1].hidden
    assert play.told[0].seen_by == (REFEREE,)


@pytest.mark.parametrize("name", get_type_hints(Settings))
def test_every_setting_can_be_switched_to_each_of_its_values(name):
    for value in get_args(get_type_hints(Settings)[name]):
        shown = f"{name}.{value}" if isinstance(value, str | bool) else value
        state, _ = says(table(somebody()), "switch_setting", f"setting.{name}", shown)
        assert getattr(state.settings, name) == value
        assert type(getattr(state.settings, name)) is type(value)


def test_every_number_can_be_set():
    state, _ = says(table(somebody()), "set_value", "hp_max", 6)
    assert (ann(state).hp, ann(state).hp_max) == (6, 6)
    assert ann(says(state, "set_value", "strength", 17)[0]).strength == 17
    assert ann(says(state, "set_value", "coins", 250)[0]).coins == 250
    state, _ = says(table(somebody(), foes=[foe()]), "set_value", "orc", "hd", 5)
    assert creature(state, "orc").hd == 5


@pytest.mark.parametrize("code", CONDITIONS)
def test_every_condition_can_be_set_and_lifted(code):
    state, _ = says(table(somebody()), "set_condition", code)
    assert has(ann(state), code)
    assert not has(ann(says(state, "set_condition", code)[0]), code)


def test_things_are_given_and_taken():
    state, _ = says(table(somebody()), "give_item", "black_hack.item.torches")
    assert ann(state).items[0].usage == 6
    state, _ = says(state, "give_item", "black_hack.magic_item.black_candle")
    assert len(ann(state).items) == 2
    assert len(ann(says(state, "take_away", ann(state).items[0].id)[0]).items) == 1
    scroll, _ = says(table(somebody()), "give_item", ("spell", "black_hack.spell.time_stop"))
    assert ann(scroll).items[0].spells == ("black_hack.spell.time_stop",)
    odd, play = says(table(somebody()), "give_item", "another", "a goose")
    assert (ann(odd).items[0].name, ann(odd).items[0].counts) == ("a goose", 1)
    assert not says(table(somebody()), "give_item", "another", " ")[1].told
    (question,) = asked(play, "bestow_what")
    assert len(set(question.options)) == len(question.options)
    assert not any("repair" in str(option) or "unarmed" in str(option) for option in question.options)
    full = table(somebody(items=(carried(counts=20),)))
    assert len(says(full, "give_item", "black_hack.item.torches")[0].ground) == 1


def test_nobody_but_the_gm_has_these():
    names = {offer.action.name for offer in DEEDS.offers(table(somebody()), "player")}
    assert not names & {"set_value", "narrate", "add_foes", "switch_setting", "deal_damage", "next_turn"}


@covers("black_hack.adv.any_roll", "black_hack.action.gm_set_advantage", "black_hack.table.encounter")
def test_the_gm_sways_damage_and_usage_dice_as_well():
    sword = (held("short_sword"),)
    thief = somebody(calling="thief", items=sword)
    fight = table(thief, foes=[foe(hp=20)], combat=fighting("ann", close=(("ann", "orc"),)))
    good, _ = says(fight, "set_edge", "damage_favoured")
    struck, _ = done(DEEDS.perform, good, Action("attack", "ann"), script=[5, 2, 6, 6])
    assert (struck.foes[0].hp, ann(struck).conditions) == (14, ())
    bad, _ = says(fight, "set_edge", "damage_disfavoured")
    plain, _ = says(bad, "set_edge", "plain")
    assert ann(plain).conditions == ()
    torch = replace(made("black_hack.item.torches", "t"), usage=6)
    pack = table(somebody(items=(torch,)))
    dim, _ = says(pack, "set_edge", "usage_disfavoured")
    assert ann(done(use_up, dim, "ann", "t", script=[6, 1, 1])[0]).items[0].usage == 4
    stressed = table(somebody(items=(torch,), conditions=("stressed",)))
    after, _ = done(use_up, stressed, "ann", "t", script=[6, 5])
    assert (ann(after).items[0].usage, ann(after).conditions) == (6, ())


@covers("black_hack.bestiary.lycanthropy")
def test_who_runs_wild_has_claws_and_no_armour():
    ann_ = somebody(calling="thief", items=(held("short_sword"), worn("leather")), conditions=("wild",))
    state = table(ann_, foes=[foe(hp=20)], combat=fighting("ann", close=(("ann", "orc"),)))
    assert pool(state, ann_) == ()
    struck, play = done(DEEDS.perform, state, Action("attack", "ann"), script=[5, 2, 4, 4])
    assert struck.foes[0].hp == 16
    assert [roll.sides for roll in play.asked if hasattr(roll, "sides")] == [20, 4, 4]
