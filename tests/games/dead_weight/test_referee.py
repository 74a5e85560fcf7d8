"""The GM's controls: tests, trackers, numbers, giving and taking, the dead, secrets and rulings."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.referee.controls import CONDITIONS
from tallow.games.dead_weight.state import Corpse, Interlude, Omens, Settlement
from tallow.games.shared.refereeing import rollable
from tallow.play import EVERYONE, REFEREE
from tallow.testing import covers
from tests.games.dead_weight.expedition import act, asked, doom, have, here, refused
from tests.games.dead_weight.people import corpse, fighting, lying, somebody, table


def fight(*party, **more):
    """A fight that goes on, with a corpse far away."""
    standing = tuple(replace(one, at=(n, 0)) for n, one in enumerate(party))
    due = tuple(one.id for one in standing)
    return table(*standing, combat=fighting(due=due, **more), enemies=(corpse(at=(9, 6)),))


@covers(
    "dead_weight.action.gm_call_test", "dead_weight.test.when", "dead_weight.skill.general", "dead_weight.basics.gm"
)
def test_the_gm_calls_for_a_test_or_a_check_of_one_or_all():
    state = table(somebody(), somebody("amber"))
    after, play = act(state, "call_test", "", "zael", "test", "STR", -1, "roll", [2, 3, 6], ("disadvantage", 6), 4, 4)
    assert (play.told[-2].facts[2], after.party[0].strength.fatigue) == ("success", 1)
    checked, _ = act(state, "call_test", "", "zael", "check", "STR", 0, "roll", [4, 4, 4])
    assert checked.party[0].strength.fatigue == 0
    _, play = act(
        state, "call_test", "", "everybody", "check", "DEX", 0, "roll", [5, 5, 5], "DEX", 0, "roll", [5, 5, 5]
    )
    assert play.codes() == ["test", "test"]


@covers("dead_weight.skill.loremaster", "dead_weight.skill.general")
def test_what_a_test_is_about_is_asked_only_where_a_skill_helps():
    learned = table(somebody(skills=("loremaster",)))
    _, play = act(learned, "call_test", "", "zael", "test", "INT", "lore", 0, "roll", [2, 3], ("reroll", 2), 5)
    assert "test_about" in asked(play)
    _, play = act(table(somebody()), "call_test", "", "zael", "test", "INT", 0, "roll", [3, 5])
    assert "test_about" not in asked(play)


@covers("dead_weight.basics.gm")
def test_secret_rolls_and_tables_are_for_the_gm():
    _, play = act(table(somebody()), "secret_roll", "", 2, 6, [3, 4])
    assert (play.asked[-1].hidden, play.told[0].seen_by, play.told[0].facts[-1]) == (True, (REFEREE,), 7)
    assert "dead_weight.table.decay" in rollable(tables())
    state, play = act(table(somebody()), "roll_table", "", "dead_weight.table.omens", "open", 3)
    assert (play.told[0].seen_by, play.told[0].facts[2], state) == (EVERYONE, "Decay", table(somebody()))
    _, play = act(table(somebody()), "roll_table", "", "dead_weight.table.omens", "secret", 3)
    assert play.told[0].seen_by == (REFEREE,)


@covers("dead_weight.action.gm_move_tracker", "dead_weight.doom.meaning", "dead_weight.tracker.settlement_doom")
def test_the_gm_moves_trackers():
    state = replace(table(somebody()), omens=Omens(9, 3))
    assert doom(act(state, "move_tracker", "", "doom", 2)[0]) == 2
    assert act(state, "move_tracker", "", "omens", -1)[0].omens.filled == 2
    town = replace(state, phase="interlude", here="", interlude=Interlude(), settlements=(Settlement(),))
    assert act(town, "move_tracker", "", "settlement_doom", 3)[0].settlements[0].doom == 3


@covers("dead_weight.exploration.turn_passes", "dead_weight.island.guilds")
def test_the_gm_lets_turns_pass():
    state, _ = act(table(somebody()), "let_turns_pass", "", 3)
    assert (state.turns, state.decay) == (3, 3)


@covers("dead_weight.basics.gm", "dead_weight.basics.career")
@pytest.mark.parametrize(
    ("what", "number", "reads"),
    [("STR_score", 4, lambda one: one.strength.score), ("PRE_proficiency", 2, lambda one: one.presence.proficiency),
     ("DEX_wounds", 3, lambda one: one.dexterity.wounds), ("INT_fatigue", 1, lambda one: one.intelligence.fatigue),
     ("INT_lessons", 5, lambda one: one.intelligence.lessons), ("silver", 77, lambda one: one.purse.silver),
     ("insight", 3, lambda one: one.life.insight), ("level", 2, lambda one: one.life.level),
     ("shield", 2, lambda one: one.shield)],
)  # fmt: skip
def test_the_gm_sets_any_number_of_an_adventurer(what, number, reads):
    state, play = act(table(somebody()), "set_value", "", "zael", what, number)
    assert reads(state.party[0]) == number
    assert play.told[0].facts == ("Zael", what, number)


def test_wounds_and_fatigue_stay_within_the_score():
    one = somebody(strength=(3, 0, 1, 2))
    _, play = act(table(one), "set_value", "", "zael", "STR_fatigue", 1)
    assert tuple(play.asked[-1].options) == (0, 1)
    state, _ = act(table(one), "set_value", "", "zael", "STR_score", 1)
    assert lying(state.party[0], "STR") == (0, 1)


@covers("dead_weight.basics.gm")
def test_the_gm_sets_numbers_of_enemies_and_of_the_table():
    state = fight(somebody())
    assert act(state, "set_value", "", "foe", "taken", 2)[0].enemies[0].taken == 2
    dead, _ = act(state, "set_value", "", "table", "morale", 1)
    assert dead.combat.morale == 1
    calm = replace(table(somebody()), omens=Omens(9, 3))
    assert act(calm, "set_value", "", "table", "decay", 4)[0].decay == 4
    assert doom(act(calm, "set_value", "", "table", "doom", 20, "held")[0]) == 10
    assert act(calm, "set_value", "", "table", "treasure", 30)[0].treasure == 30
    assert act(calm, "set_value", "", "table", "omens_size", 0, [2, 2])[0].omens.size == 4
    _, play = act(calm, "set_value", "", "table", "doom", 1)
    assert play.told[0].seen_by == (REFEREE,)
    town = replace(calm, phase="interlude", here="", interlude=Interlude(), settlements=(Settlement(),))
    assert act(town, "set_value", "", "table", "settlement_doom", 5)[0].settlements[0].doom == 5


def test_the_web_can_edit_numbers_through_the_handles():
    assert GAME.ui.edits == ("set_value", "set_whom", "set_what", "set_number")
    _, play = act(table(somebody()), "set_value", "", "zael", "silver", 1)
    assert tuple(asked(play)) == GAME.ui.edits[1:]


@covers("dead_weight.basics.gm")
def test_the_gm_hurts_tires_and_heals():
    state, _ = act(table(somebody()), "harm", "", 2, "irreducible", "STR")
    assert lying(state.party[0], "STR") == (0, 2)
    state, _ = act(state, "harm", "", 1, "reducible", "yes", "roll", [5])
    assert lying(state.party[0], "STR") == (0, 2)
    state, _ = act(state, "give_fatigue", "", "DEX")
    state, _ = act(state, "give_healing", "", 1)
    assert (lying(state.party[0], "STR"), lying(state.party[0], "DEX")) == ((0, 1), (1, 0))


@covers("dead_weight.basics.gm", "dead_weight.trauma.general")
def test_the_gm_sets_conditions_and_traumas():
    for name in ("blind", "bound", "asleep"):
        state, _ = act(table(somebody(), somebody("amber")), "set_condition", "", "zael", ("begin", name))
        assert state.party[0].conditions == (name,)
        state, _ = act(state, "set_condition", "", "zael", ("end", name))
        assert state.party[0].conditions == ()
    dead, _ = act(table(somebody(), somebody("amber")), "set_condition", "", "zael", ("begin", "dead"))
    assert (dead.party[0].conditions, len(dead.corpses)) == (("dead",), 1)
    down, _ = act(table(somebody(), somebody("amber")), "set_condition", "", "zael", ("begin", "mortally_wounded"), 6)
    up, _ = act(down, "set_condition", "", "zael", ("end", "mortally_wounded"))
    assert up.party[0].conditions == ()
    state, _ = act(table(somebody()), "set_trauma", "", ("suffer", "paranoid"))
    assert state.party[0].life.traumas == ("paranoid",)
    state, _ = act(state, "set_trauma", "", ("heal", "paranoid"))
    assert state.party[0].life.traumas == ()
    assert "dead" in CONDITIONS


def test_a_word_that_fells_the_last_enemy_ends_the_fight():
    state, _ = act(fight(somebody()), "set_condition", "", "foe", ("begin", "dead"))
    assert (state.combat, state.ended.how) == (None, "enemies_down")


@covers("dead_weight.creation.skill_twice", "dead_weight.skill.upgrade")
def test_the_gm_gives_things_coins_and_skills_and_takes_them():
    state, _ = act(table(somebody()), "give_thing", "", "zael", "thing", "dead_weight.item.bandages", 3)
    assert (state.party[0].items[0].name, state.party[0].items[0].count) == ("Bandages", 3)
    state, _ = act(state, "give_thing", "", "zael", "silver", 12)
    assert state.party[0].purse.silver == 12
    state, _ = act(state, "give_thing", "", "ground", "own", "Idol", 2, 30)
    assert (state.ground[0].name, state.ground[0].slots, state.ground[0].value) == ("Idol", 2, 30)
    state, _ = act(state, "take_thing")
    assert state.party[0].items == ()
    state, _ = act(table(somebody(skills=("duelist",))), "grant_skill", "", "dead_weight.skill.swashbuckler")
    assert state.party[0].life.skills == ("swashbuckler",)


@covers("dead_weight.trappings.containers", "dead_weight.container.backpack", "dead_weight.container.small_pouch")
def test_the_gm_gives_containers_and_what_loses_its_place_lies_there():
    state, play = act(table(somebody()), "give_thing", "", "zael", "container", "dead_weight.container.backpack")
    assert state.party[0].containers == ("belt", "canteen", "backpack")
    offered = play.asked[-1].options
    assert "dead_weight.container.bag" not in offered
    assert "dead_weight.container.tiny_bag" not in offered
    pouched = somebody(items=(have("rope", "one", place="belt"), have("rope", "two", place="belt")))
    pouched = replace(pouched, containers=("small_pouch",))
    state, play = act(table(pouched), "give_thing", "", "zael", "container", "dead_weight.container.belt")
    assert (state.party[0].containers, [item.place for item in state.party[0].items]) == (("belt",), ["belt", "torso"])
    _, play = act(table(pouched), "give_thing", "", "ground", "silver", 5)
    assert "container" not in play.asked[1].options


@covers("dead_weight.trauma.general")
def test_a_trauma_that_the_gm_ends_gives_its_point_back():
    state, _ = act(table(somebody()), "set_trauma", "", ("suffer", "chronic_pain"), "DEX")
    assert state.party[0].dexterity.score == 2
    state, play = act(state, "set_trauma", "", ("heal", "chronic_pain"))
    assert (state, play.codes()) == (table(somebody()), ["trauma.healed"])


@covers("dead_weight.trappings.slots")
def test_what_somebody_has_no_room_for_lies_there():
    places = ("torso", "torso", "torso", "torso", "right", "left")
    full = somebody(items=tuple(have("rope", f"rope{n}", place=at) for n, at in enumerate(places)), containers=())
    state, play = act(table(full), "give_thing", "", "zael", "thing", "dead_weight.item.rope")
    assert (play.codes(), len(state.ground), len(state.party[0].items)) == (["given.no_room"], 1, 6)


@covers("dead_weight.island.dead_vigil")
def test_a_body_is_listed_and_gets_up_only_when_the_gm_says_so():
    state, _ = act(fight(somebody(), somebody("amber")), "set_condition", "", "amber", ("begin", "dead"))
    body = state.corpses[0]
    assert (body.name, body.human) == ("Amber", True)
    risen, _ = act(state, "dead_vigil", "", "dead_weight.monster.freshly_risen_corpse")
    assert (risen.enemies[-1].of, risen.corpses) == ("dead_weight.monster.freshly_risen_corpse", ())
    calm = replace(table(somebody()), corpses=(Corpse("c1", "Amber", human=True),))
    later, play = act(calm, "dead_vigil", "", "dead_weight.monster.reanimated_husk")
    assert ("Amber" in later.notes, play.told[0].seen_by) == (True, (REFEREE,))
    buried, _ = act(calm, "dead_vigil", "", "buried")
    assert (buried.corpses, refused(buried, "dead_vigil")) == ((), "not_now")


@covers("dead_weight.enemy.sheet", "dead_weight.need.gm_secret")
def test_the_gm_reveals_an_enemy_and_hides_it_again():
    shown, _ = act(fight(somebody()), "reveal_enemy")
    assert shown.enemies[0].revealed
    assert not act(shown, "reveal_enemy")[0].enemies[0].revealed


@covers(
    "dead_weight.action.gm_place_pawns", "dead_weight.combat.setup_place", "dead_weight.combat.initiative_abilities"
)
def test_the_gm_places_pawns_and_sets_who_is_fast():
    state, _ = act(fight(somebody()), "place_pawn", "", "zael", (3, 3), 4)
    assert (state.party[0].at, state.party[0].facing) == ((3, 3), 4)
    state, _ = act(state, "set_speed")
    assert state.combat.fast == ("zael",)
    assert act(state, "set_speed")[0].combat.fast == ()


@covers("dead_weight.basics.players", "dead_weight.basics.gm")
def test_notes_are_kept_where_they_belong():
    state, _ = act(table(somebody()), "note", "", "the door is false")
    assert state.notes == "the door is false"
    state, _ = act(state, "own_note", "zael", "beware of doors")
    assert state.party[0].life.notes == "beware of doors"


def test_the_table_reads_a_rule_the_other_way():
    state, _ = act(table(somebody()), "switch_setting", "", "darkness", False)
    assert state.settings.darkness is False


@covers("dead_weight.basics.word_adventurer", "dead_weight.need.pawns", "dead_weight.need.tokens")
def test_adventurers_and_enemies_are_told_apart():
    state = fight(somebody(), somebody("amber"))
    assert len({one.id for one in (*state.party, *state.enemies)}) == 3
    fields = {
        name for one in (*state.party, *state.enemies) for name in ("stun", "shield", "dodge") if hasattr(one, name)
    }
    assert fields == {"stun", "shield", "dodge"}
    assert not hasattr(state.enemies[0], "afflictions")
    assert here(state) is not None
