"""What is the same in several games has the same name in all of them, in each language."""

import pytest

from tallow.games import game
from tallow.games.deeds import Deeds
from tallow.games.words import LANGUAGES

GAMES = ("cairn", "dead_weight", "modified_cairn", "black_hack", "vanilla")

SAME = (
    ("new_player", "new_player", "new_player", "new_player", "new_player"),
    ("bring_player", "bring_player", "bring_player", "bring_player", "bring_player"),
    ("switch_setting", "switch_setting", "switch_setting", "switch_setting", "switch_setting"),
    ("start_fight", "start_fight", "start_combat", "start_combat", "start_combat"),
    ("end_fight", "combat_call_off", "end_combat", "end_combat", "end_combat"),
    ("meet", "", "add_foes", "add_foes", "bring"),
    ("", "reinforce", "", "", "add_foes"),
    ("", "", "write_foe", "write_foe", "write_foe"),
    ("", "", "dismiss_foes", "dismiss_foes", "dismiss_foes"),
    ("", "reveal_enemy", "reveal", "reveal", "reveal"),
    ("note", "note", "note", "note", "note"),
    ("", "", "describe", "narrate", "describe"),
    ("", "", "let_know", "let_know", "let_know"),
    ("give_thing", "give_thing", "give", "give_item", "give"),
    ("take_thing", "take_thing", "take", "take_away", "take"),
    ("harm", "harm", "harm", "deal_damage", "deal_damage"),
    ("heal", "give_healing", "", "restore", ""),
    ("set_value", "set_value", "set_value", "set_value", "set_value"),
    ("set_condition", "set_condition", "condition", "set_condition", "set_condition"),
    ("end_effect", "end_effect", "end_effect", "end_effect", "end_effect"),
    ("roll_table", "roll_table", "roll_table", "roll_table", "roll_table"),
    ("secret_roll", "secret_roll", "secret_roll", "secret_roll", "secret_roll"),
    ("reaction", "", "", "gm_reaction", "roll_reaction"),
    ("check_morale", "", "", "gm_morale", "call_morale"),
    ("", "", "", "gm_encounter", "check_encounter"),
    ("", "call_test", "", "call_test", ""),
    ("let_time_pass", "", "let_time_pass", "", "let_time_pass"),
    ("part", "", "", "", "part"),
    ("all_attack", "", "all_attack", "", ""),
    ("", "combat_skip", "go_on", "", ""),
    ("to_town", "", "to_town", "", ""),
    ("to_explore", "", "to_free", "", ""),
    ("to_dungeon", "", "enter_dungeon", "", ""),
    ("to_wilderness", "", "set_out", "", ""),
)
"""Actions that do the same, by game; "" where a game has no such action."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deeds", SAME, ids=lambda deeds: next(filter(None, deeds)))
def test_the_same_action_has_one_name(language, deeds):
    named = {
        name: game(name, language).words.say("action", deed, "")
        for name, deed in zip(GAMES, deeds, strict=True)
        if deed
    }
    assert len(set(named.values())) == 1, named


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_actions_of_a_game_have_one_name_for_the_referee(language, name):
    played = game(name, language)
    assert isinstance(played.deeds, Deeds)
    said = [played.words.say("action", deed, "") for deed, one in played.deeds.deeds.items() if one.by == "referee"]
    assert sorted(said) == sorted(set(said))
