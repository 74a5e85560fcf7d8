"""Exploration: every action of the list, what each costs, and who cannot."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import OFF_CHART, Corpse, Magic
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.expedition import abroad, act, asked, have, here, refused
from tests.games.dead_weight.people import corpse, lying, somebody, table

ROOM = "dead_weight.room.mausoleum_{:02}"


def costs(state, seat="player"):
    """What each action of a seat costs."""
    return {offer.action.name: offer.cost for offer in GAME.actions(state, seat)}


@covers("dead_weight.exploration.phase_actions", "dead_weight.phase.exploration", "dead_weight.basics.players")
def test_each_phase_has_its_own_list_of_actions():
    exploring = costs(abroad(somebody(skills=("infiltration",))))
    walking = {"move_on", "loot", "parley", "start_combat", "catch_breath_all", "look_for_traps", "use_slow_item",
               "freeform", "set_up_camp", "exit"}  # fmt: skip
    assert walking <= set(exploring)
    camped, _ = act(abroad(somebody()), "set_up_camp", "zael", "dry", "no", "no")
    assert walking.isdisjoint(costs(camped))
    assert {"rest", "sleep", "lookout", "cook", "tend_wounds", "end_camp"} <= set(costs(camped))
    assert {"rest", "sleep", "end_camp"}.isdisjoint(exploring)
    assert "call_test" not in exploring
    assert "call_test" in costs(abroad(somebody()), "referee")


@covers(
    "dead_weight.exploration.turn_passes",
    "dead_weight.action.explore_move",
    "dead_weight.action.explore_loot",
    "dead_weight.action.explore_parley",
    "dead_weight.action.explore_catch_breath",
    "dead_weight.action.explore_freeform",
)
@pytest.mark.parametrize(
    ("name", "script", "turns"),
    [("move_on", (1,), 1), ("move_on", (3,), 3), ("loot", ("nothing",), 1), ("parley", ("no_test",), 1),
     ("catch_breath_all", (), 1), ("freeform", ("no_test",), 2)],
)  # fmt: skip
def test_what_each_action_costs(name, script, turns):
    state, play = act(table(somebody(strength=(3, 0, 1))), name, "zael", *script)
    assert (state.turns, state.decay, play.codes().count("turn")) == (turns, turns, turns)


@covers("dead_weight.action.explore_move", "dead_weight.inventory.encumbered_move")
def test_the_gm_says_how_long_the_way_is_and_twice_is_proposed_for_the_overloaded():
    _, play = act(table(somebody()), "move_on", "zael", 1)
    assert play.asked[0].options[0] == 1
    heavy = somebody(strength=0, items=tuple(have("rope", f"rope{n}") for n in range(4)))
    state, play = act(table(heavy), "move_on", "zael", 2, [5, 6], [5, 6])
    assert (play.asked[0].options[0], state.turns) == (2, 2)


@covers("dead_weight.action.explore_move", "dead_weight.room.mausoleum_01")
def test_in_an_adventure_the_gm_names_the_room_and_alone_reads_all_of_it():
    state, play = act(abroad(somebody()), "move_on", "zael", ROOM.format(1))
    assert (here(state).room, state.turns) == ("1", 1)
    told = [told for told in play.told if told.code.startswith("room") and told.seen_by == (REFEREE,)]
    assert [told.code for told in told] == ["room", "room.exit.out", "room.exit", "room.enemies.note", "room.enemies"]
    assert play.asked[0].options[:3] == (ROOM.format(1), ROOM.format(9), ROOM.format(15))
    _, play = act(state, "move_on", "zael", ROOM.format(2))
    assert play.asked[0].options[:2] == (ROOM.format(2), "outside")
    long, _ = act(state, "move_on", "zael", "long_way", 3, ROOM.format(2))
    assert (here(long).room, long.turns) == ("2", 4)


def test_what_lies_in_a_room_is_there_again_when_the_party_comes_back():
    body = Corpse("c1", "Frog", at=(3, 3))
    state = replace(abroad(somebody(), room="2"), ground=(have("rope"),), corpses=(body,))
    away, _ = act(state, "move_on", "zael", ROOM.format(1))
    assert (away.ground, away.corpses) == ((), ())
    listed, _ = act(away, "dead_vigil", "", "forgotten")
    assert here(listed).bodies == ()
    back, _ = act(away, "move_on", "zael", ROOM.format(2))
    assert [item.ref for item in back.ground] == ["dead_weight.item.rope"]
    assert (here(back).left, here(back).bodies) == ((), ())
    assert back.corpses == (Corpse("c1", "Frog"),)


@covers("dead_weight.action.explore_loot", "dead_weight.item.silver_coin")
def test_what_the_gm_lists_lies_there_to_be_picked_up():
    state = abroad(somebody(), room="6")
    found, play = act(state, "loot", "zael", "all")
    assert [item.name for item in found.ground] == ["Falchion", "Rope"]
    assert play.asked[0].options == (
        "all", "nothing", ("piece", "falchion"), ("piece", "rope"), "else",
    )  # fmt: skip
    again, play = act(found, "loot", "zael", "nothing")
    assert play.asked[0].options == ("nothing", "else")
    taken, _ = act(found, "take_up", "zael", found.ground[1].id)
    assert ("Rope", taken.turns) == (taken.party[0].items[0].name, 1)
    piece, _ = act(state, "loot", "zael", ("piece", "rope"), "else", "silver", 7, "nothing")
    assert ([item.name for item in piece.ground], piece.treasure) == (["Rope"], 7)
    assert again.turns == 2
    assert refused(replace(state, enemies=(corpse(),)), "loot", "zael") == "enemies_here"


@covers(
    "dead_weight.action.explore_parley", "dead_weight.exploration.parley_heated", "dead_weight.exploration.parley_lie"
)
@pytest.mark.parametrize("how", ["heated", "lie"])
def test_talk_that_gets_heated_or_is_a_lie_takes_a_presence_test(how):
    state, play = act(table(somebody()), "parley", "zael", how, "roll", [4, 6])
    test = next(told for told in play.told if told.code == "test")
    assert (test.facts[1], test.why) == ("PRE", f"dead_weight.exploration.parley_{how}")
    assert state.party[0].presence.fatigue == 1


@covers("dead_weight.action.explore_catch_breath")
def test_a_point_of_fatigue_on_each_attribute():
    one = somebody(strength=(3, 0, 2), dexterity=(3, 0, 1), presence=(2, 0, 1))
    state, _ = act(table(one), "catch_breath_all", "zael")
    after = state.party[0]
    assert [lying(after, name)[0] for name in ("STR", "DEX", "INT", "PRE")] == [1, 0, 0, 0]
    assert refused(table(somebody()), "catch_breath_all", "zael") == "nobody_tired"
    fallen = somebody("amber", strength=(3, 0, 2), conditions=("mortally_wounded",))
    state, _ = act(table(one, fallen), "catch_breath_all", "zael")
    assert state.party[1].strength.fatigue == 2
    assert refused(table(one, fallen), "catch_breath_all", "amber") == "cannot_act"


@covers("dead_weight.action.explore_freeform", "dead_weight.exploration.scope", "dead_weight.test.when")
def test_nearly_anything_for_two_turns_with_the_test_that_the_gm_names():
    state, play = act(table(somebody()), "freeform", "zael", "DEX", 1, "roll", [2, 3, 3], ("reroll", 2), 5)
    assert (state.turns, asked(play)) == (2, ["test_of", "test_edge", "announce", "reroll"])
    assert refused(table(somebody(conditions=("fainted",)), somebody("amber")), "freeform", "zael") == "cannot_act"


@covers("dead_weight.exploration.scope", "dead_weight.skill.crafting", "dead_weight.trappings.broken")
def test_mending_takes_two_turns_and_the_test_that_the_gm_sets():
    sword = have("dead_weight.weapon.falchion", "sword", broken=True)
    padded = have("dead_weight.armour.padded_armor", "padded", place="worn", ap=0)
    state = table(somebody(items=(sword, padded), skills=("crafting",)))
    whole, _ = act(state, "mend", "zael", ("mend", "zael", "sword"), "INT", 0, "roll", [2, 3], ("reroll", 3), 5)
    assert (whole.party[0].items[0].broken, whole.turns) == (False, 2)
    patched, _ = act(whole, "mend", "zael", "INT", 0, "roll", [3, 5], "pass")
    assert patched.party[0].items[1].ap == 1
    failed, _ = act(state, "mend", "zael", ("mend", "zael", "sword"), "INT", 0, "roll", [2, 3], "pass")
    assert failed.party[0].items[0].broken
    assert refused(table(somebody()), "mend", "zael") == "not_now"


@covers("dead_weight.action.explore_use_item", "dead_weight.exploration.turn_shared", "dead_weight.camp.raw_ration")
def test_slow_items_of_everybody_cost_one_turn_and_a_raw_ration_feeds_one():
    food = have("ration", "food")
    hungry = {"afflictions": ("hungry", "parched")}
    state = table(somebody(**hungry, items=(food,)), somebody("amber", **hungry, items=(replace(food, id="more"),)))
    one, _ = act(state, "use_slow_item", "zael", "zael", "nothing")
    assert ([one.afflictions for one in one.party], one.turns) == ([(), ("hungry", "parched")], 1)
    both, _ = act(state, "use_slow_item", "zael", "zael", "more")
    assert ([one.afflictions for one in both.party], both.turns) == ([(), ()], 1)
    assert refused(table(somebody(items=(have("camping_supply"),))), "use_slow_item", "zael") == "nothing_to_use"


@covers(
    "dead_weight.action.explore_free",
    "dead_weight.exploration.free_equip",
    "dead_weight.exploration.free_quick",
    "dead_weight.exploration.free_simple",
)
def test_what_is_free():
    torch = have("torch", "torch", place="left", lit=True)
    one = somebody(afflictions=("bleeding",), items=(have("bandages", "cloth"), have("rope", "rope"), torch))
    state = table(one, somebody("amber"))
    for name, script in (("use_item", ()), ("snuff", ()), ("hand_over", ("rope",)), ("put_away", ())):
        after, _ = act(state, name, "zael", *script)
        assert (after.turns, after == state) == (0, False)


@covers("dead_weight.exploration.cast_cost", "dead_weight.action.explore_cast")
def test_a_spell_costs_one_turn_however_many_actions_it_takes():
    light = spells()["dead_weight.spell.light"].id
    magic = Magic(spells=(light,), memorized=(light,))
    state = replace(
        abroad(somebody(traits=("magic_user",), magic=magic, items=(have("wand", place="right"),))), decay=2
    )
    after, _ = act(state, "cast_exploring", "zael", [1, 1], "roll", [3, 5])
    assert (after.decay, after.turns) == (3, 1)


@covers("dead_weight.exploration.combat_cost", "dead_weight.action.explore_start_combat", "dead_weight.tracker.decay")
def test_a_whole_fight_costs_one_turn_when_it_is_over():
    state = replace(abroad(somebody(), room="9"), decay=4, corpses=(Corpse("c1", "Goblin", at=(2, 2)),))
    fight, _ = act(state, "start_combat", "zael", "room", "open", "nearby", "roll", [5, 5, 5])
    assert ([foe.name for foe in fight.enemies], fight.decay) == (["Reanimated Husk 1", "Reanimated Husk 2"], 4)
    assert here(fight).met == ("9",)
    assert fight.corpses[0].at == OFF_CHART
    over, play = act(fight, "combat_call_off", "", "enemies_fled", [1, 1])
    assert (over.turns, over.decay, over.phase) == (1, 0, "exploration")
    assert "decay.row" in play.codes()


@covers("dead_weight.exploration.upper_hand", "dead_weight.combat.start")
def test_with_the_upper_hand_nobody_rolls_and_all_are_fast():
    state = abroad(somebody(), somebody("amber"), room="9")
    fight, play = act(state, "start_combat", "zael", "room", "upper_hand", "nearby")
    assert fight.combat.fast == ("zael", "amber")
    assert "initiative" not in play.codes()


@covers("dead_weight.exploration.move_encounter", "dead_weight.combat.surprised")
def test_the_gm_starts_a_fight_with_whom_the_gm_likes():
    state = table(somebody())
    fight, _ = act(state, "start_fight", "", "written", "Goblin Scrapper x2; Hobgoblin", "surprised", "nearby")
    assert [foe.name for foe in fight.enemies] == ["Goblin Scrapper 1", "Goblin Scrapper 2", "Hobgoblin"]
    assert fight.combat.fast == ()
    before = replace(state, enemies=fight.enemies)
    known, _ = act(before, "start_fight", "", "surprised", "nearby")
    assert [foe.name for foe in known.enemies] == ["Goblin Scrapper 1", "Goblin Scrapper 2", "Hobgoblin"]
    nobody, play = act(state, "start_fight", "", "written", "nobody at all")
    assert (nobody, play.codes()) == (state, ["foes.unknown"])
    more, _ = act(fight, "reinforce", "", "bestiary", "dead_weight.monster.gremlin", 1, "no", (0, 0))
    assert (more.enemies[-1].name, more.enemies[-1].at) == ("Gremlin", (0, 0))
    down = table(somebody(conditions=("fainted",)))
    assert refused(down, "start_fight") == "nobody_able"
