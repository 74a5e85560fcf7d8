"""Combat actions: every one that adventurers have, what it costs, what it does and when it cannot be done."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.defence import check
from tallow.games.dead_weight.combat.rounds import start_turn
from tallow.games.dead_weight.combat.skill_actions import banish
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.monsters.enemy_sheet import sheet_action
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import OFF_CHART, Effect, adventurer, enemy
from tallow.games.deeds import Action
from tallow.play import Scripted, distribution
from tallow.testing import covers
from tests.games.dead_weight import expedition
from tests.games.dead_weight.people import corpse, fighting, lying, somebody, table
from tests.games.playing import done

AMBER = somebody("amber", at=(0, 1))


def held(kind, name, place="right"):
    return thing(f"dead_weight.{kind}.{name}", name, place=place)


def hero(**more):
    return somebody("zael", **{"at": (0, 0), **more})


def fight(one=None, *others, foes=(), settings=None, **more):
    """Zael's turn, with whoever else is there still to act."""
    foes = foes or (corpse(at=(5, 0), armour=0, wounds=20),)
    party = (one or hero(), *(others or (AMBER,)))
    ids = tuple(who.id for who in party)
    base = {"fast": ids, "due": ids[1:], "turn": "zael", "actions": 2, **more}
    return table(*party, enemies=foes, settings=settings, combat=fighting(**base))


def near(id_="foe", **more):
    return corpse(id_, **{"at": (1, 0), "armour": 0, "wounds": 20, **more})


def act(state, name, *script, who="zael"):
    """A combat action of Zael's, or of another."""
    return expedition.act(state, f"combat_{name}", who, *script)[0]


def refused(state, name, who="zael"):
    return expedition.refused(state, f"combat_{name}", who)


def offered(state, name, who="zael"):
    """Whether an action stands on the player's list."""
    return any(offer.action == Action(f"combat_{name}", who) for offer in GAME.actions(state, "player"))


@covers("dead_weight.combat.stunned", "dead_weight.token.stun", "dead_weight.action.combat_recover")
def test_the_stunned_can_only_recover():
    one = hero(stun=2, items=(held("weapon", "falchion"), held("shield", "wooden_shield", "left")), strength=(3, 0, 1))
    state = fight(one, foes=(near(),))
    for name in ("attack", "move", "catch_breath", "defend", "dodge", "help", "equip", "freeform", "throw_item"):
        assert refused(state, name) == "stunned", name
    state = act(state, "recover")
    assert (state.party[0].stun, state.combat.actions) == (1, 1)
    state = act(state, "recover")
    assert (state.party[0].stun, state.combat.turn) == (0, "amber"), "both actions are gone; free next turn"


@covers("dead_weight.action.combat_attack", "dead_weight.combat.attack_range")
def test_attack_asks_for_target_and_manner_only_where_there_are_several():
    one = hero(items=(held("weapon", "falchion"),))
    state = act(fight(one, foes=(near(),)), "attack", "roll", [2, 3, 5])
    assert (enemy(state, "foe").taken, state.combat.actions) == (3, 1)
    two = replace(one, items=(*one.items, held("weapon", "dagger", "left")))
    state = fight(two, foes=(near(), near("other", at=(1, 1))))
    dagger = ("strike", "dead_weight.weapon.dagger", "STR")
    assert enemy(act(state, "attack", "other", dagger, "roll", [2, 3, 5]), "other").taken == 1
    state = act(act(fight(one, foes=(near(),)), "attack", "roll", [2, 3, 5]), "attack", "roll", [2, 3, 5])
    assert enemy(state, "foe").taken == 6, "one attack for each action"
    assert refused(fight(one), "attack") == "no_target"
    assert refused(fight(hero(), foes=(near(),)), "attack") == "no_weapon"


@covers("dead_weight.phase.combat")
def test_the_last_enemy_down_ends_the_combat_at_once():
    one = hero(items=(held("weapon", "falchion"),))
    state = act(fight(one, foes=(near(wounds=2),)), "attack", "roll", [2, 3, 5])
    assert (state.combat, state.ended.how, state.ended.kills) == (None, "enemies_down", 1)


@covers("dead_weight.action.combat_recover", "dead_weight.affliction.parched", "dead_weight.fatigue.recover")
def test_recover_trades_a_token_for_fatigue_and_takes_a_stun_token_off():
    one = hero(stun=1, shield=1, strength=(3, 0, 2), dexterity=(3, 0, 1))
    after = act(fight(one), "recover", ("shield", "STR")).party[0]
    assert (after.stun, after.shield, lying(after, "STR")) == (0, 0, (1, 0))
    after = act(fight(one), "recover", "keep").party[0]
    assert (after.stun, after.shield, lying(after, "STR")) == (0, 1, (2, 0))
    dodging = hero(dodge=2, late=2, dexterity=(3, 0, 1))
    after = act(fight(dodging), "recover").party[0]
    assert (after.dodge, after.late, lying(after, "DEX")) == (1, 1, (0, 0)), "one way to do it: no question"
    assert refused(fight(hero(strength=(3, 0, 2))), "recover") == "nothing_to_recover", "no token, no fatigue back"
    assert refused(fight(replace(dodging, afflictions=("parched",))), "recover") == "nothing_to_recover"
    after = act(fight(replace(one, afflictions=("parched",))), "recover").party[0]
    assert (after.stun, after.shield, lying(after, "STR")) == (0, 1, (2, 0))


@covers("dead_weight.condition.bound", "dead_weight.action.combat_recover")
def test_recover_gets_out_of_bonds():
    state = fight(hero(conditions=("bound",)))
    assert refused(state, "move") == "cannot_move"
    assert act(state, "recover").party[0].conditions == ()


@covers("dead_weight.action.combat_catch_breath", "dead_weight.affliction.shaken", "dead_weight.affliction.parched")
def test_catch_breath():
    one = hero(strength=(3, 0, 2), dexterity=(3, 0, 1), intelligence=(2, 0, 1))
    after = act(fight(one), "catch_breath").party[0]
    assert [lying(after, attribute)[0] for attribute in ("STR", "DEX", "INT", "PRE")] == [1, 0, 0, 0]
    for affliction in ("shaken", "parched"):
        assert refused(fight(replace(one, afflictions=(affliction,))), "catch_breath") == "cannot_catch_breath"
    assert refused(fight(hero()), "catch_breath") == "not_tired"


@covers(
    "dead_weight.action.combat_defend",
    "dead_weight.combat.shield_max",
    "dead_weight.skill.shield_master",
    "dead_weight.skill.aegis",
    "dead_weight.shield.wooden_shield",
    "dead_weight.shield.small_metal_shield",
    "dead_weight.token.shield",
)
@pytest.mark.parametrize(
    ("shield", "skills", "before", "tokens"),
    [
        ("wooden_shield", (), 0, 1),
        ("small_metal_shield", (), 0, 2),
        ("wooden_shield", ("shield_master",), 0, 2),
        ("small_metal_shield", ("shield_master",), 0, 3),
        ("small_metal_shield", ("aegis",), 0, 4),
        ("small_metal_shield", ("shield_master", "aegis"), 4, 5),
        ("small_metal_shield", ("shield_master",), 4, 5),
    ],
)
def test_defend_places_what_the_shield_is_good_for(shield, skills, before, tokens):
    one = hero(shield=before, skills=skills, items=(held("shield", shield, "left"),))
    state = act(fight(one), "defend")
    assert (state.party[0].shield, state.combat.actions) == (tokens, 1)


@covers("dead_weight.action.combat_defend", "dead_weight.combat.shield_max", "dead_weight.shield.improvised")
def test_defending_needs_a_shield_and_has_a_limit():
    assert refused(fight(hero()), "defend") == "no_shield"
    assert refused(fight(hero(shield=5, items=(held("shield", "wooden_shield"),))), "defend") == "shields_full"
    door = replace(thing("dead_weight.item.rope", "door", place="left"), marks=("shield",))
    assert act(fight(hero(items=(door,))), "defend").party[0].shield == 1


@covers("dead_weight.skill.aegis")
def test_the_shields_of_an_aegis_serve_who_stands_on_the_same_square():
    aegis = somebody("amber", at=(0, 0), seat="amber", skills=("aegis",), shield=2)
    state = fight(hero(), aegis, foes=(near(),), step="enemies")
    bite = sheet_action("dead_weight.enemy_action.infectious_bite")
    play = Scripted(2, "roll", [1, 2, 3], ("shield", 2), 5, "pass")
    state, reading = check(play, state, state.party[0], state.enemies[0], bite)
    assert (reading.success, adventurer(state, "amber").shield) == (True, 1)
    apart = fight(hero(), replace(aegis, at=(0, 1)), foes=(near(),), step="enemies")
    _, reading = check(Scripted("roll", [1, 2, 3]), apart, apart.party[0], apart.enemies[0], bite)
    assert not reading.success


@covers("dead_weight.action.combat_dodge", "dead_weight.token.dodge", "dead_weight.combat.cleanup_dodge")
@pytest.mark.parametrize(("step", "late"), [("fast", False), ("slow", True)])
@pytest.mark.parametrize(("dice", "tokens"), [([2, 3, 5], 1), ([2, 6, 6], 2), ([2, 3, 3], 0)])
def test_dodge(dice, tokens, step, late):
    state = act(fight(hero(dodge=1), step=step), "dodge", "roll", dice)
    assert (state.party[0].dodge, state.party[0].late) == (1 + tokens, tokens if late else 0)
    assert state.combat.turn == "amber", "it takes both actions"
    assert refused(fight(hero(), actions=1), "dodge") == "no_actions"


@covers("dead_weight.action.combat_dodge")
def test_the_odds_of_dodging():
    state = fight(hero())

    def tokens(play):
        return GAME.perform(play, state, Action("combat_dodge", "zael")).party[0].dodge

    odds = distribution(tokens, policy=lambda choice: choice.options[0])
    assert (odds[1] + odds[2], odds[2]) == (Fraction(7, 8), Fraction(2, 27))


@covers("dead_weight.weapon.quarterstaff")
def test_a_quarterstaff_adds_a_dodge_token_once_a_turn():
    one = hero(items=(held("weapon", "quarterstaff"),))
    assert act(fight(one), "dodge", "roll", [2, 3, 5]).party[0].dodge == 2
    assert act(fight(one), "dodge", "roll", [2, 6, 6]).party[0].dodge == 3
    assert act(fight(one), "dodge", "roll", [2, 3, 3]).party[0].dodge == 0
    state = act(fight(one, actions=4), "dodge", "roll", [2, 3, 5])
    assert act(state, "dodge", "roll", [2, 3, 5]).party[0].dodge == 3
    again = start_turn(Scripted(), replace(state, combat=replace(state.combat, turn="", due=("zael", "amber"))), "zael")
    assert act(again, "dodge", "roll", [2, 3, 5]).party[0].dodge == 4, "a new turn"
    carried = hero(items=(held("weapon", "quarterstaff", "back"),))
    assert act(fight(carried), "dodge", "roll", [2, 3, 5]).party[0].dodge == 1, "it must be held"


@covers("dead_weight.action.combat_move", "dead_weight.combat.move_shields", "dead_weight.combat.move_facing")
def test_move_goes_as_far_as_dexterity_and_loses_shields():
    one = hero(at=(4, 4), dexterity=(3, 0, 1), shield=2, dodge=1)
    state = fight(one, foes=(near(at=(11, 7)),), actions=1)
    for square, far in (((6, 4), False), ((7, 4), True)):
        if far:
            with pytest.raises(AssertionError):
                act(state, "move", square)
        else:
            after = act(state, "move", square).party[0]
            assert (after.at, after.shield, after.dodge, after.facing) == ((6, 4), 0, 1, 2)


@covers("dead_weight.combat.move_leave")
def test_leaving_reach_takes_a_test_that_tires_and_may_stop():
    one = hero(at=(4, 4), shield=2)
    state = fight(one, foes=(near(at=(5, 4)),))
    after = act(state, "move", (2, 4), "roll", [3, 4, 5])
    assert (after.party[0].at, lying(after.party[0], "DEX"), after.combat.actions) == ((2, 4), (1, 0), 1)
    after = act(state, "move", (2, 4), "roll", [1, 2, 3])
    assert (after.party[0].at, after.party[0].shield) == ((4, 4), 2), "no square was left"
    assert after.combat.actions == 1, "the action is spent"
    three = fight(one, foes=(near(at=(5, 4)), near("b", at=(5, 5)), near("c", at=(3, 4))))
    assert act(three, "move", (4, 2), "roll", [3, 5, 6], "roll", [1, 2, 3]).party[0].at == (4, 3), "a test per square"


@covers("dead_weight.action.combat_move", "dead_weight.combat.move_leave")
def test_a_goal_further_off_is_walked_move_by_move():
    one = hero(at=(4, 4), dexterity=(3, 0, 1))
    state = fight(one, foes=(near(at=(11, 0)),))
    after = act(state, "move", (8, 4))
    assert after.party[0].at == (8, 4), "two Moves of two tiles"
    assert after.combat.turn == "amber", "which take both actions"
    assert act(state, "move", (6, 4)).combat.actions == 1
    with pytest.raises(AssertionError):
        act(state, "move", (9, 4))
    watched = fight(hero(at=(4, 4), dexterity=2), foes=(near(at=(5, 4)),))
    after = act(watched, "move", (0, 4), "roll", [1, 2])
    assert (after.party[0].at, after.combat.actions) == ((4, 4), 1), "whoever is stopped has begun one Move"
    after = act(watched, "move", (0, 4), "roll", [4, 5])
    assert after.party[0].at == (1, 4), "the test has tired: the second Move is a tile shorter"


@covers("dead_weight.combat.move_leave")
def test_the_odds_of_getting_away():
    state = fight(hero(at=(4, 4), dexterity=2), foes=(near(at=(5, 4)),))

    def away(play):
        return GAME.perform(play, state, Action("combat_move", "zael")).party[0].at != (4, 4)

    def policy(choice):
        return (2, 4) if choice.what == "move_to" else choice.options[0]

    assert distribution(away, policy=policy)[True] == Fraction(3, 4)


@covers("dead_weight.action.combat_move", "dead_weight.inventory.encumbered_move", "dead_weight.trauma.broken_leg")
@pytest.mark.parametrize(
    ("dexterity", "load", "traumas", "tiles"),
    [
        (3, 0, (), 3),
        (4, 20, (), 2),
        (3, 20, (), 1),
        (2, 20, (), 1),
        (1, 20, (), 1),
        ((2, 0, 2), 0, (), 0),
        ((2, 0, 2), 20, (), 0),
        (3, 0, ("broken_leg",), 1),
    ],
)
def test_how_far_a_move_goes(dexterity, load, traumas, tiles):
    ropes = tuple(thing("dead_weight.item.rope", f"rope{i}", place="back") for i in range(load))
    one = hero(at=(6, 4), dexterity=dexterity, items=ropes, traumas=traumas)
    state = fight(one, foes=(near(at=(0, 0)),))
    if not tiles:
        assert refused(state, "move") == "no_way"
        return
    after = act(state, "move", (6 + tiles, 4))
    assert after.party[0].at == (6 + tiles, 4)
    with pytest.raises(AssertionError):
        act(fight(one, foes=(near(at=(0, 0)),), actions=2 if traumas else 1), "move", (7 + tiles, 4))
    if traumas:
        assert after.combat.turn == "amber", "with a broken leg it takes both actions"
        assert refused(fight(one, actions=1), "move") == "no_actions"


@covers("dead_weight.morale.flee")
def test_moving_off_the_edge_leaves_the_fight():
    state = act(fight(hero(at=(0, 3))), "move", "leave")
    assert (state.party[0].at, state.combat.turn) == (OFF_CHART, "amber")
    alone = fight(hero(at=(0, 3)), somebody("amber", conditions=("mortally_wounded",), at=(4, 4)))
    assert act(alone, "move", "leave").ended.how == "party_fled"


@covers("dead_weight.combat.move_facing")
def test_facing_is_changed_after_moving():
    state = fight(hero(at=(4, 4)))
    assert not offered(state, "face")
    state = act(act(state, "move", (4, 5)), "face", 7)
    assert (state.party[0].facing, state.combat.actions) == (7, 1)


@covers("dead_weight.spell.haste", "dead_weight.spell.smoke_form")
def test_haste_doubles_a_move_and_smoke_needs_no_tests():
    state = fight(hero(at=(4, 4), dexterity=2), foes=(near(at=(3, 4)),))
    haste = Effect("h", "dead_weight.spell.haste", "amber", ("zael",))
    assert act(replace(state, effects=(haste,)), "move", (8, 4), "roll", [4, 5]).party[0].at == (8, 4)
    smoke = replace(state, effects=(Effect("s", "dead_weight.spell.smoke_form", "zael", ("zael",), unit="round"),))
    assert act(smoke, "move", (8, 4)).party[0].at == (8, 4)
    assert refused(smoke, "dodge") == "smoke"


@covers("dead_weight.spell.phobia")
def test_nobody_moves_close_to_what_they_dread():
    dread = Effect("p", "dead_weight.spell.phobia", "amber", ("zael",), detail="foe")
    state = replace(fight(hero(at=(1, 0)), foes=(near(at=(4, 0)),)), effects=(dread,))
    act(state, "move", (2, 1))
    with pytest.raises(AssertionError):
        act(state, "move", (3, 0))
    armed = hero(items=(held("weapon", "falchion"),))
    assert refused(replace(fight(armed, foes=(near(),)), effects=(dread,)), "attack") == "no_target"


@covers("dead_weight.prayer.hyperfocus")
def test_the_focused_have_three_actions_of_one_kind():
    focus = Effect("f", "dead_weight.prayer.hyperfocus", "amber", ("zael",), left=3, unit="round")
    one = hero(at=(4, 4), strength=(3, 0, 3))
    state = replace(fight(one, turn="", due=("zael", "amber")), effects=(focus,))
    state = act(state, "catch_breath")
    assert state.combat.actions == 2
    assert refused(state, "move") == "focused"
    state = act(act(state, "catch_breath"), "catch_breath")
    assert (lying(state.party[0], "STR"), state.combat.turn) == ((0, 0), "amber")


@covers("dead_weight.action.combat_help", "dead_weight.help.die", "dead_weight.affliction.sleepy")
def test_a_helped_ally_has_a_die_of_the_helper_in_every_test_of_the_next_turn():
    strong = somebody("amber", strength=2, at=(0, 1))
    helper = hero(strength=(2, 1))
    state = act(fight(helper, strong), "help")
    assert (state.combat.turn, state.combat.helping) == ("amber", (("amber", "zael"),))
    play = Scripted("roll", [2, 3], [1], ("reroll_own_aid", 1), 4)
    state, reading = attempt(play, state, "amber", "STR", "dead_weight.action.combat_attack")
    assert reading.success
    assert (lying(adventurer(state, "zael"), "STR"), lying(adventurer(state, "amber"), "STR")) == ((1, 0), (0, 0))
    play = Scripted("roll", [2, 3], [5], "pass")
    state, reading = attempt(play, state, "amber", "STR", "dead_weight.action.combat_attack")
    assert reading.success, "again in the second test"
    state = act(state, "end_turn", who="amber")
    assert state.combat.helping == ()


@covers("dead_weight.action.combat_help", "dead_weight.trauma.paranoid")
def test_who_can_be_helped_and_who_helps():
    far = somebody("amber", at=(2, 0))
    assert refused(fight(hero(), far), "help") == "nobody_to_help"
    assert refused(fight(hero(), replace(AMBER, conditions=("asleep",))), "help") == "nobody_to_help"
    assert refused(fight(hero(), somebody("amber", at=(0, 1), traumas=("paranoid",))), "help") == "nobody_to_help"
    assert refused(fight(hero(), AMBER, helping=(("amber", "cas"),)), "help") == "nobody_to_help", "one helper each"
    assert refused(fight(hero(afflictions=("sleepy",))), "help") == "sleepy"
    assert refused(fight(hero(), actions=1), "help") == "no_actions"


@covers("dead_weight.action.combat_item", "dead_weight.trappings.tags")
def test_quick_items_are_used_and_equipment_is_changed_with_an_action():
    one = hero(afflictions=("bleeding",), items=(thing("dead_weight.item.bandages", "bandages", place="back"),))
    state = act(fight(one, somebody("amber", at=(3, 3))), "item")
    assert ("bleeding" in state.party[0].afflictions, state.combat.actions) == (False, 1)
    slow = hero(items=(thing("dead_weight.item.rope", "rope", place="back"),))
    assert refused(fight(slow), "item") == "nothing_to_use"
    armed = hero(items=(held("weapon", "falchion"), held("weapon", "dagger", "back")))
    state = act(fight(armed), "equip", ("put_away", "falchion"))
    assert [item.place in {"right", "left"} for item in state.party[0].items].count(True) == 0
    assert state.combat.actions == 1
    assert refused(fight(hero()), "equip") == "nothing_to_change"


@covers("dead_weight.action.combat_give", "dead_weight.combat.receive_free")
def test_things_are_handed_over_on_the_same_square_only():
    one = hero(items=(thing("dead_weight.item.rope", "rope", place="back"),))
    state = act(fight(one, somebody("amber", at=(0, 0))), "give")
    assert (state.party[0].items, [item.id for item in state.party[1].items]) == ((), ["rope"])
    assert (state.combat.actions, state.combat.due) == (1, ("amber",)), "receiving costs nothing"
    assert refused(fight(one, somebody("amber", at=(0, 1))), "give") == "nothing_to_hand_over"


ROPE = (thing("dead_weight.item.rope", "rope", place="back"),)


@covers("dead_weight.action.combat_throw_item", "dead_weight.combat.receive_free")
def test_a_thing_is_thrown_and_caught_if_both_pass():
    state = fight(hero(items=ROPE), somebody("amber", at=(2, 0)))
    after = act(state, "throw_item", "roll", [2, 3, 5], "yes", "roll", [2, 3, 5])
    assert [item.id for item in after.party[1].items] == ["rope"]
    for script in (
        ("roll", [2, 3, 3]),
        ("roll", [2, 3, 5], "no"),
        ("roll", [2, 3, 5], "yes", "roll", [2, 3, 3]),
    ):
        after = act(state, "throw_item", *script)
        assert (after.party[1].items, after.ground[0].place) == ((), "2,0"), "it lies at the receiver's feet"
    assert refused(fight(hero(items=ROPE), somebody("amber", at=(3, 0))), "throw_item") == "nobody_to_throw_to"


@covers("dead_weight.action.combat_throw_item")
@pytest.mark.parametrize(("dice", "broken"), [([1, 2, 3], True), ([2, 3, 3], False)])
def test_fragile_things_break_on_a_critical_failure(dice, broken):
    vase = (replace(ROPE[0], awkward=("fragile",)),)
    after = act(fight(hero(items=vase), somebody("amber", at=(2, 0))), "throw_item", "roll", dice)
    assert after.ground[0].broken is broken


@covers("dead_weight.action.combat_throw_item")
def test_the_odds_of_throwing_and_catching():
    state = fight(hero(dexterity=2, items=ROPE), somebody("amber", dexterity=3, at=(2, 0)))

    def caught(play):
        return bool(GAME.perform(play, state, Action("combat_throw_item", "zael")).party[1].items)

    assert distribution(caught, policy=lambda choice: choice.options[0])[True] == Fraction(21, 32)


@covers("dead_weight.action.combat_reload", "dead_weight.weapon.crossbow")
def test_reloading_takes_two_actions_in_one_turn_or_two():
    items = (held("weapon", "crossbow", "both"), thing("dead_weight.item.bolts", "bolts", place="back"))
    state = act(fight(hero(items=items), actions=1), "reload")
    assert (state.party[0].items[0].loaded, state.combat.turn) == (False, "amber")
    state = replace(state, combat=replace(state.combat, turn="zael", actions=2))
    state = act(state, "reload")
    assert (state.party[0].items[0].loaded, state.party[0].items[0].marks) == (True, ())
    assert not offered(state, "reload")
    assert refused(fight(hero(items=items[:1])), "reload") == "no_bolts"


@covers("dead_weight.combat.freeform", "dead_weight.action.combat_freeform")
def test_freeform_is_what_the_gm_makes_of_it():
    state = act(fight(hero()), "freeform", "swing on the chandelier", 2, "DEX", "roll", [2, 3, 4])
    assert (lying(state.party[0], "DEX"), state.combat.turn) == ((1, 0), "amber")
    state = act(fight(hero()), "freeform", "shout", 1, "none")
    assert state.combat.actions == 1
    state = act(fight(hero()), "freeform", "fly", "no")
    assert state.combat.actions == 2
    state = act(fight(hero(), foes=(near(),)), "freeform", "punch it", 1, "unarmed", "roll", [2, 3, 5])
    assert enemy(state, "foe").taken == 1


@covers("dead_weight.skill.bash", "dead_weight.action.combat_bash")
def test_bash_stuns_even_through_armour():
    one = hero(strength=2, skills=("bash",), items=(held("shield", "wooden_shield"),))
    foe = near(armour=1)
    state = act(fight(one, foes=(foe,)), "bash", "roll", [2, 5], 5)
    assert (enemy(state, "foe").taken, enemy(state, "foe").stun) == (0, 1)
    state = act(state, "bash", "roll", [2, 5], 3)
    assert (enemy(state, "foe").taken, enemy(state, "foe").stun) == (1, 2)
    assert refused(fight(replace(one, items=()), foes=(foe,)), "bash") == "nothing_to_bash_with"
    assert refused(fight(one), "bash") == "no_target"
    assert not offered(fight(hero(), foes=(foe,)), "bash")


@covers("dead_weight.skill.duelist", "dead_weight.skill.swashbuckler", "dead_weight.action.combat_feint")
@pytest.mark.parametrize(
    ("skill", "shield", "dodge", "fooled"),
    [("duelist", 2, 1, False), ("swashbuckler", 1, 0, True), ("swashbuckler", 0, 1, False)],
)
def test_feint(skill, shield, dodge, fooled):
    one = hero(skills=(skill,), items=(held("weapon", "falchion"),))
    state = act(fight(one, foes=(near(shield=shield, dodge=dodge),)), "feint")
    foe = enemy(state, "foe")
    assert (foe.shield, foe.dodge, state.combat.actions) == (0, 0, 1), "no test"
    assert (SPENT.mark("next", "feinted") in foe.spent) is fooled
    assert refused(fight(one, foes=(near(),)), "feint") == "nobody_to_feint"
    assert refused(fight(one, foes=(near(shield=1, at=(2, 0)),)), "feint") == "nobody_to_feint"


@covers("dead_weight.skill.swashbuckler")
def test_who_was_fooled_does_not_attack_in_its_next_turn():
    one = hero(skills=("swashbuckler",), items=(held("weapon", "falchion"),))
    state = act(fight(one, foes=(near(shield=1),), due=()), "feint")
    state = act(state, "end_turn")
    refusals = {
        offer.action.name: offer.refusal for offer in GAME.actions(state, "referee") if offer.action.who == "foe"
    }
    assert refusals["enemy_move"] is None
    begun = start_turn(Scripted(), state, "foe")
    refusals = {
        offer.action.name: offer.refusal for offer in GAME.actions(begun, "referee") if offer.action.who == "foe"
    }
    assert refusals["enemy_action"] is not None
    assert refusals["enemy_move"] is None


@covers("dead_weight.skill.intimidate", "dead_weight.action.combat_intimidate", "dead_weight.weapon_effect.n")
def test_intimidate_is_one_roll_for_everybody_nearby_once_in_a_combat():
    one = hero(presence=2, skills=("intimidate",))
    foes = near("a"), near("b", armour=1, at=(6, 0)), near("c", wounds=1, taken=1), near("d", at=(7, 0))
    state = act(
        fight(one, somebody("amber", at=(0, 1), skills=("intimidate",)), foes=foes), "intimidate", "roll", [2, 5], 3
    )
    assert [foe.taken for foe in state.enemies] == [1, 1, 1, 0], "no kill, and nobody who is not Nearby"
    assert refused(state, "intimidate", who="amber") == "once_a_combat"
    assert refused(fight(one, actions=1), "intimidate") == "no_actions"
    assert refused(fight(one, foes=(near(at=(9, 0)),)), "intimidate") == "no_target"


@covers("dead_weight.action.combat_intimidate")
def test_tokens_of_any_target_work_against_intimidation():
    one = hero(presence=2, skills=("intimidate",))
    foes = near("a"), near("b", shield=1)
    state = act(fight(one, foes=foes), "intimidate", "roll", [2, 5], ("foe_shield", 5), 3)
    assert [(foe.taken, foe.shield) for foe in state.enemies] == [(0, 0), (0, 0)]


@covers("dead_weight.skill.fearless", "dead_weight.action.combat_fearless")
def test_the_fearless_heal_a_presence_wound_once():
    one = hero(presence=(2, 0, 0, 2), skills=("fearless",))
    state = act(fight(one, morale=3), "fearless")
    assert (lying(state.party[0], "PRE"), state.combat.actions, state.combat.morale) == ((0, 1), 2, 3)
    assert refused(state, "fearless") == "once_a_combat"
    assert refused(fight(replace(one, afflictions=("hungry",))), "fearless") == "hungry"
    assert act(fight(replace(one, afflictions=("cursed",))), "fearless").party[0].presence.wounds == 1
    assert refused(fight(hero(skills=("fearless",))), "fearless") == "no_presence_wound"


UNDEAD = {"tags": ("undead",), "level": 2}


@covers(
    "dead_weight.skill.banish_undead",
    "dead_weight.action.combat_banish_undead",
    "dead_weight.item.exorcism_book",
    "dead_weight.skill.holy_rites",
)
def test_banished_undead_step_away_with_their_next_action():
    cleric = hero(presence=2, skills=("banish_undead",), at=(3, 3))
    foes = (
        near("husk", at=(5, 3), movement=2, **UNDEAD),
        near("ghost", at=(5, 4), tags=("ghost",), level=4),
        near("lord", at=(5, 5), tags=("undead",), level=5),
        near("rat", at=(5, 6), tags=("living",), level=1),
        near("blind", at=(5, 2), conditions=("blind",), **UNDEAD),
        near("far", at=(10, 3), **UNDEAD),
    )
    state = act(fight(cleric, foes=foes), "banish_undead", "roll", [2, 5])
    banished = [foe.id for foe in state.enemies if SPENT.mark("next", "banished", "zael") in foe.spent]
    assert (banished, state.combat.actions) == (["husk", "ghost"], 1)
    step = replace(state, combat=replace(state.combat, step="enemies", turn="", due=("husk",)))
    begun, play = done(start_turn, step, "husk", script=((7, 3),))
    assert (enemy(begun, "husk").at, begun.combat.actions) == ((7, 3), 1)
    assert (5, 4) not in play.asked[0].options, "only squares farther away"
    pinned = replace(step, enemies=tuple(replace(foe, conditions=("bound",)) for foe in step.enemies))
    begun, _ = done(start_turn, pinned, "husk")
    assert begun.combat.actions == 1, "who cannot step away loses the action"


@covers("dead_weight.item.exorcism_book", "dead_weight.skill.holy_rites", "dead_weight.skill.banish_undead")
def test_the_book_adds_a_die_and_holy_rites_an_advantage():
    foes = (near("husk", **UNDEAD),)
    cleric = hero(presence=2, skills=("banish_undead",), items=(thing("dead_weight.item.exorcism_book", "book"),))
    assert enemy(act(fight(cleric, foes=foes), "banish_undead", "roll", [2, 3, 5]), "husk").spent
    devout = hero(presence=2, skills=("banish_undead", "holy_rites"))
    state = act(fight(devout, foes=foes), "banish_undead", "roll", [2, 3], ("reroll", 2), 6)
    assert enemy(state, "husk").spent
    assert refused(fight(cleric, foes=(near(tags=("living",)),)), "banish_undead") == "no_undead"

    def works(play):
        return bool(enemy(banish(play, fight(cleric, foes=foes), "zael"), "husk").spent)

    assert distribution(works, policy=lambda choice: choice.options[0])[True] == Fraction(7, 8)


@covers("dead_weight.skill.banish_undead")
def test_outside_a_combat_banishing_takes_a_turn():
    state = table(hero(skills=("banish_undead",), at=OFF_CHART))
    state = GAME.perform(Scripted("roll", [2, 5]), state, Action("banish_undead", "zael"))
    assert state.turns == 1
