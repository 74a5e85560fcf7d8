from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from tallow.games.cairn.entries import BOOK, spells, tables
from tallow.games.cairn.record import GAME
from tallow.games.cairn.referee.controls import fate
from tallow.games.cairn.referee.gifts import everything
from tallow.games.cairn.referee.values import CONDITIONS
from tallow.games.cairn.state import DAY, HOUR, Attack, Cause, Dungeon, Fight, Journey, Scar
from tallow.games.cairn.world.phases import NEXT
from tallow.games.coverage import coverage
from tallow.games.deeds import Action
from tallow.games.shared.refereeing import rollable
from tallow.mechanics.conditions import gain, has
from tallow.play import REFEREE, Choice, Scripted, distribution
from tallow.testing import covers
from tests.games.cairn.travellers import act, inside, of, on_road, person, rations, refused, table, thing, told


@covers("cairn.action.warden_save", "cairn.save.which", "cairn.save.purpose", "cairn.save.willing")
def test_the_stake_is_named_before_the_roll_and_the_saver_may_hold_back() -> None:
    state = table(person("ada", strength=12))
    script = ("one", "STR", "the gate falls on you")
    assert told(state, "call_save", "", *script, "save", 12)[1] == ["save.stake", "save.passed"]
    assert told(state, "call_save", "", *script, "save", 13)[1] == ["save.stake", "save.failed"]
    assert told(state, "call_save", "", *script, "hold_back")[1] == ["save.stake", "save.held_back"]
    assert told(state, "call_save", "", *script, "yield")[1] == ["save.stake", "save.yielded"]


@covers("cairn.save.together", "cairn.save.opposed")
def test_one_saves_for_all_and_of_two_who_strive_the_one_at_risk() -> None:
    state = table(person("ada", dexterity=14), person("bo", dexterity=9))
    play = Scripted("together", "DEX", "you are seen", "bo", "save", 9)
    GAME.perform(play, state, Action("call_save"))
    at_risk = next(question for question in play.asked if getattr(question, "what", "") == "most_at_risk")
    assert isinstance(at_risk, Choice)
    assert at_risk.options[0] == "bo"
    assert play.told[-1].facts[:3] == ("Bo", "DEX", 9)
    codes = told(state, "call_save", "", "opposed", "STR", "you fall", "ada", "bo", "bo", "save", 12)[1]
    assert codes[-1] == "save.passed"
    codes = told(state, "call_save", "", "each", "WIL", "you fall asleep", "save", 10, "save", 11)[1]
    assert codes[1::2] == ["save.passed", "save.failed"]


@covers("cairn.action.stunt")
def test_something_risky_outside_a_fight_asks_the_warden() -> None:
    state = table(person("ada"))
    assert told(state, "dare", "ada", "no_risk")[1] == ["dare.no_risk"]
    assert told(state, "dare", "ada", "impossible")[1] == ["dare.impossible"]
    assert told(state, "dare", "ada", "DEX", "you slip", "save", 11)[1] == ["save.stake", "save.passed"]


@covers("cairn.fate.die", "cairn.action.warden_fate")
def test_the_die_of_fate_favours_the_party_half_the_time() -> None:
    assert distribution(fate)[True] == Fraction(1, 2)
    assert told(table(), "fate", "", 4)[1] == ["fate.kind"]
    assert told(table(), "fate", "", 3)[1] == ["fate.unkind"]


def test_any_table_can_be_rolled_on_in_the_open_or_in_secret() -> None:
    assert len(rollable(tables())) > 60
    for of_ in rollable(tables()):
        number, sides = (int(part) for part in tables()[of_].dice.split("d"))
        for face in (1, sides):
            play = Scripted(of_, "open", [face] * number)
            GAME.perform(play, table(), Action("roll_table"))
            assert play.told[0].facts[:2] == (of_, face * number)
    play = Scripted("cairn.table.reaction", "secret", [3, 4])
    GAME.perform(play, table(), Action("roll_table"))
    assert play.told[0].seen_by == (REFEREE,)
    assert getattr(play.asked[-1], "hidden", False)
    play = Scripted(2, 6, [3, 4])
    GAME.perform(play, table(), Action("secret_roll"))
    assert play.told[0].facts[-1] == 7


@covers("cairn.action.warden_fatigue", "cairn.fatigue.sources", "cairn.action.warden_deprive")
def test_fatigue_deprivation_and_relief() -> None:
    state = table(person("ada"))
    assert of(act(state, "give_fatigue"), "ada").fatigue == 1
    state = act(state, "deprive", "", "warmth")
    assert of(state, "ada").deprived == (Cause("warmth", 8 * HOUR),)
    state = act(state, "relieve")
    assert not of(state, "ada").deprived
    assert refused(state, "relieve") == "not_now"


@covers("cairn.action.warden_scar_end", "cairn.scar.condition_end", "cairn.scar.diseased", "cairn.scar.timing")
def test_a_scar_ends_by_the_wardens_word_with_its_own_roll() -> None:
    sick, broken = Scar("cairn.scar.diseased", open=True), Scar("cairn.scar.broken_limb", "Arm", open=True)
    state = table(person("ada", hp_max=6, scars=(broken, sick, replace(sick, since=9))))
    state = act(state, "end_scar", "", ("scar", "cairn.scar.diseased"), [4, 5])
    assert (of(state, "ada").hp_max, [scar.open for scar in of(state, "ada").scars]) == (9, [True, False, True])


def test_a_scar_is_named_by_what_it_is_and_not_by_its_place() -> None:
    arm, leg = [Scar("cairn.scar.broken_limb", part, open=True) for part in ("Arm", "Leg")]
    for scars in ((arm, leg), (leg, arm)):
        state = act(table(person("ada", scars=scars)), "end_scar", "", ("scar_at", arm.of, "Leg"), [6, 6])
        assert [scar.part for scar in of(state, "ada").scars if scar.open] == ["Arm"]


@covers("cairn.action.warden_scar_end", "cairn.critical.pc", "cairn.scar.mortal_wound")
def test_the_end_of_a_scar_saves_nobody_who_dies_of_something_else() -> None:
    late = 9 * HOUR
    walloped = person("ada", dies_at=late, conditions=("critical",), scars=(Scar("cairn.scar.walloped", open=True),))
    assert of(act(table(walloped), "end_scar", "", [1]), "ada").dies_at == late
    mortal = person("ada", dies_at=late, conditions=("mortal",), scars=(Scar("cairn.scar.mortal_wound", open=True),))
    ended = of(act(table(mortal), "end_scar", "", [1, 1]), "ada")
    assert (ended.dies_at, ended.conditions) == (0, ())


@covers("cairn.heal.free", "cairn.heal.paid")
def test_healing_out_of_the_ordinary_for_nothing_or_a_price() -> None:
    state = table(person("ada", hp=1, strength=3, gp=20))
    assert of(act(state, "heal", "", "hp", 0), "ada").hp == 5
    healed = of(act(state, "heal", "", "STR", 15, "pay"), "ada")
    assert (healed.strength, healed.gp) == (12, 5)
    assert act(state, "heal", "", "STR", 15, "decline") == state
    dying = table(gain(person("ada", dies_at=9 * HOUR), "critical"))
    assert of(act(dying, "heal", "", "dying"), "ada").conditions == ("stable",)


@covers("cairn.spell.duration")
def test_a_spell_ends_at_once_with_a_caster_whom_the_referee_kills() -> None:
    state = act(table(person("ada", strength=4)), "give_thing", "", "cairn.spell.shield", "book", "ada")
    state = act(state, "cast_spell", "ada", "ada")
    assert state.effects
    assert not act(state, "set_value", "", "strength", 0).effects


def test_every_thing_of_the_book_can_be_given_and_taken() -> None:
    assert not {"cairn.weapon.unarmed", "cairn.item.spellbook"} & set(everything())
    for ref in everything():
        form = ("book",) if ref in spells() else ()
        state = act(table(person("ada")), "give_thing", "", ref, *form, "ada")
        assert len(of(state, "ada").items) == 1
        assert not of(act(state, "take_thing"), "ada").items
    scrolled = act(table(), "give_thing", "", "cairn.spell.sleep", "scroll", "ada")
    assert of(scrolled, "ada").items[0].slots == 0
    lying = act(table(person("ada", fatigue=10, hp=0)), "give_thing", "", "cairn.item.rope", "ada")
    assert [item.ref for item in lying.ground] == ["cairn.item.rope"]


def test_coins_are_given_as_far_as_they_can_be_carried_and_taken() -> None:
    state = act(table(person("ada", gp=5)), "give_coins", "", 40)
    assert of(act(state, "take_coins", "", 45), "ada").gp == 0
    with pytest.raises(AssertionError, match="from 1 to 199, not 200"):
        act(table(person("ada", fatigue=9)), "give_coins", "", 200)


@covers("cairn.fatigue.all_slots", "cairn.loss.str_zero", "cairn.loss.dex_zero")
def test_any_number_can_be_set_and_what_comes_of_it_comes() -> None:
    state = table(person("ada"))
    assert of(act(state, "set_value", "", "hp", 2), "ada").hp == 2
    lowered = of(act(state, "set_value", "", "strength_max", 7), "ada")
    assert (lowered.strength, lowered.strength_max) == (7, 7)
    assert has(of(act(state, "set_value", "", "strength", 0), "ada"), "dead")
    still = act(state, "set_value", "", "dexterity", 0)
    assert has(of(still, "ada"), "paralysed")
    assert not of(act(still, "set_value", "", "dexterity", 3), "ada").conditions
    assert of(act(state, "set_value", "", "fatigue", 10), "ada").hp == 0
    spent = table(person("ada", fatigue=10, conditions=("collapsed",)))
    assert has(of(act(spent, "set_value", "", "fatigue", 10), "ada"), "collapsed")
    assert not of(act(spent, "set_value", "", "fatigue", 9), "ada").conditions
    for condition in CONDITIONS:
        marked = act(state, "set_condition", "", condition)
        assert has(of(marked, "ada"), condition)
        assert not of(act(marked, "set_condition", "", condition), "ada").conditions


@covers("cairn.combat.end")
def test_the_wardens_word_in_a_fight_ends_it_when_it_should() -> None:
    foe = person("foe", "monster", attacks=(Attack("claw", (6,)),), seat=REFEREE)
    fight = Fight(acting=("ada",), foes_at_start=1)
    state = table(person("ada"), person("bo"), foes=(foe,), phase="fight", fight=fight)
    over = act(state, "set_condition", "", "foe", "dead")
    assert (over.fight, over.phase) == (None, "explore")
    passed = act(state, "set_condition", "", "ada", "asleep")
    assert passed.fight is not None
    assert (passed.fight.side, passed.fight.acting) == ("foes", ("foe",))


@covers("cairn.action.warden_weather")
def test_time_season_and_weather_are_the_wardens() -> None:
    state = act(table(person("ada"), phase="town"), "let_time_pass", "", "days", 3)
    assert state.clock == 8 * HOUR + 3 * DAY
    state = act(state, "set_season", "", "winter")
    assert act(state, "roll_weather", "", 1).weather == "fair"


def test_notes_growth_and_rulings_are_recorded() -> None:
    state = act(table(person("ada")), "note", "", "the bridge is out")
    state = act(state, "growth", "", "Ada no longer fears the dark.")
    state = act(state, "own_note", "ada", "Owes Hawk 5 gp.")
    assert state.notes == "the bridge is out"
    assert of(state, "ada").life.notes == "Ada no longer fears the dark.\nOwes Hawk 5 gp."
    state = act(state, "switch_setting", "", "coin_slots", "one_bag")
    assert state.settings.coin_slots == "one_bag"


def test_every_setting_can_be_switched_to_each_of_its_values() -> None:
    for entry in BOOK.entries().values():
        if entry.type == "setting":
            for value in entry.data["values"]:
                switched = act(table(), "switch_setting", "", entry.data.get("name", entry.name), value)
                assert getattr(switched.settings, entry.name) == value


@covers(
    "cairn.phase.creation",
    "cairn.phase.town",
    "cairn.phase.explore",
    "cairn.phase.camp",
    "cairn.phase.dungeon",
    "cairn.phase.wilderness",
    "cairn.phase.downtime",
)
def test_the_party_goes_only_where_the_phases_lead() -> None:
    goals = ("town", "explore", "camp", "dungeon", "wilderness", "downtime")
    for phase, following in NEXT.items():
        state = replace(table(person("ada")), phase=phase, journey=Journey(), dungeon=Dungeon(), weather_day=0)
        for goal in goals:
            if goal in following:
                assert act(state, f"to_{goal}").phase == goal
            else:
                assert refused(state, f"to_{goal}") == "not_now"
    dead = table(gain(person("ada"), "dead"), person("bo"))
    assert act(dead, "to_creation").phase == "creation"
    assert refused(table(person("ada")), "to_creation") == "not_now"


@covers("cairn.phase.dungeon", "cairn.phase.town", "cairn.phase.downtime")
def test_what_belongs_to_a_phase_begins_and_ends_with_it() -> None:
    assert act(table(phase="town"), "to_dungeon").dungeon == Dungeon()
    assert act(inside(), "to_town").dungeon is None
    assert act(on_road(), "to_town").journey is None
    left = replace(table(phase="town"), downtime_taken=("ada",))
    assert act(left, "to_downtime").downtime_taken == ()
    assert refused(table(person("ada", items=(rations(), thing("rope")))), "travel", "ada") == "not_now"


def test_every_referee_entry_is_offered_as_a_control_or_asked_as_a_question() -> None:
    """An entry that a person decides stands as `why` of a deed or of a question, in code that runs."""
    found = coverage(BOOK, "cairn", Path(__file__).parents[2])
    referees = [entry.id for entry in BOOK.entries().values() if entry.kind == "referee"]
    content = {"monster", "spell", "relic", "item", "table", "condition", "scar", "background", "hireling"}
    missing = [id_ for id_ in referees if id_ not in found.cited and BOOK.entries()[id_].type not in content]
    assert not missing
