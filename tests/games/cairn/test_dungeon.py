from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.light import dark, flame, goes_out, light_of
from tallow.games.cairn.gear.things import from_gear, from_ref
from tallow.games.cairn.harm.hazards import hazard, springs
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import HOUR, TURN, Attack, Cause, Effect, Fight, Item, Life, State, able, alive
from tallow.games.cairn.world.dungeon import roll_event
from tallow.games.cairn.world.exploring import weary
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import put
from tallow.play import Scripted, distribution
from tallow.testing import covers
from tests.games.cairn.travellers import act, inside, of, person, rations, reading, refused, table, thing, told


def torch(**changes: Any) -> Any:
    return thing("torch", "torch", **({"lit": True, "place": "hands"} | changes))


def lit(*party: Any, **changes: Any) -> State:
    bearer = person("ada", items=(torch(), rations()))
    return inside(bearer, *party, **changes)


@covers("cairn.dungeon.turn", "cairn.dungeon.cycle", "cairn.phase.dungeon", "cairn.action.dungeon_move")
def test_a_cycle_is_worked_out_when_all_characters_have_declared() -> None:
    state = lit(person("bo"), person("cy", "hireling"))
    waiting, codes = told(state, "dungeon_move", "ada")
    assert (waiting.clock, codes) == (8 * HOUR, [])
    done, codes = told(waiting, "dungeon_move", "bo", "moved_on")
    assert codes == ["dungeon.cycle", "does.dungeon_move", "does.dungeon_move"]
    assert done.clock == 8 * HOUR + TURN
    assert done.dungeon is not None
    assert (done.dungeon.cycle, done.dungeon.declared, done.dungeon.cycles_here) == (2, (), 0)


@covers("cairn.dungeon.turn", "cairn.dungeon.rush", "cairn.action.dungeon_rush", "cairn.dungeon.event_when")
def test_120_feet_take_three_turns_or_one_at_a_rush_with_an_event() -> None:
    state = lit()
    for _ in range(3):
        state = act(state, "dungeon_move", "ada", "moved_on")
    assert state.clock == 8 * HOUR + 3 * TURN
    state, codes = told(lit(), "dungeon_rush", "ada", "moved_on", 6)
    assert (state.clock, codes[-2:]) == (8 * HOUR + TURN, ["dungeon.draws", "event.quiet"])
    hurt = inside(gain(person("ada"), "hamstrung"))
    assert refused(hurt, "dungeon_rush", "ada") == "hamstrung"


@covers("cairn.dungeon.event_when", "cairn.setting.dungeon_events")
def test_two_cycles_in_one_place_a_new_area_or_noise_draw_one_event() -> None:
    first, codes = told(lit(), "search", "ada", "nothing")
    assert "dungeon.draws" not in codes
    second, codes = told(first, "search", "ada", "nothing", 2)
    assert codes[-2:] == ["dungeon.draws", "event.sign"]
    moved = act(second, "dungeon_move", "ada", "moved_on")
    assert "dungeon.draws" not in told(moved, "search", "ada", "found")[1]
    _, codes = told(lit(), "dungeon_move", "ada", "new_area", 6)
    assert codes[-1] == "event.quiet"
    loud = act(lit(), "trigger", "", "noise")
    _, codes = told(act(loud, "trigger", "", "careless"), "dungeon_rush", "ada", "new_area", 6)
    assert codes.count("event.quiet") == 1
    eager = replace(lit(), settings=reading(dungeon_events="every_cycle"))
    assert told(eager, "search", "ada", "nothing", 6)[1][-1] == "event.quiet"


@covers("cairn.dungeon.cycle")
def test_the_warden_may_end_the_cycle_for_those_who_say_nothing() -> None:
    state = act(lit(person("bo")), "search", "ada")
    state, codes = told(state, "end_cycle", "", "found")
    assert "search.found" in codes


@covers("cairn.dungeon.search", "cairn.action.search")
def test_a_search_takes_a_turn_and_no_roll_a_large_hall_several() -> None:
    state = lit()
    for answer, script in (("goes_on", ()), ("goes_on", (6,)), ("found", (6,))):
        state, codes = told(state, "search", "ada", answer, *script)
        assert f"search.{answer}" in codes
    assert state.clock == 8 * HOUR + 3 * TURN


@covers("cairn.dungeon.rest", "cairn.action.dungeon_rest")
def test_a_turn_of_rest_needs_light_safety_and_a_drink_and_removes_no_fatigue() -> None:
    tired = person("ada", hp=1, fatigue=3, items=(torch(), rations()))
    state = act(inside(tired), "dungeon_rest", "ada", "nothing")
    assert (of(state, "ada").hp, of(state, "ada").fatigue) == (5, 3)
    assert of(act(inside(tired), "dungeon_rest", "ada", "something"), "ada").hp == 1
    assert act(inside(tired), "dungeon_rest", "ada", "something").phase == "encounter"
    dry = replace(tired, items=(torch(),))
    assert of(act(inside(dry), "dungeon_rest", "ada", "no"), "ada").hp == 1
    assert refused(inside(person("ada", hp=1)), "dungeon_rest", "ada") == "dark_rest"


@covers("cairn.dungeon.rest", "cairn.critical.aid")
def test_whoever_is_stable_is_up_again_as_soon_as_a_friend_rests_a_turn() -> None:
    down = gain(person("bo", hp=0), "stable")
    state = lit(down)
    assert weary(state)
    rested = act(state, "dungeon_rest", "ada", "nothing")
    assert (of(rested, "bo").hp, able(of(rested, "bo"))) == (5, True)
    assert not weary(rested)


@covers("cairn.dungeon.rest", "cairn.condition.deprived")
def test_nobody_is_said_to_gain_by_a_rest_that_would_give_them_nothing() -> None:
    assert not weary(lit(replace(gain(person("bo", hp=0), "critical"), dies_at=9 * HOUR)))
    assert not weary(lit(person("bo", hp=0, deprived=(Cause("food", 0),))))


@covers("cairn.dungeon.doors", "cairn.action.force_door")
def test_forcing_a_door_is_a_save_if_risky_and_always_loud() -> None:
    _, codes = told(lit(), "force_door", "ada", "risk", 13, 6)
    assert {"save.failed", "door.in_vain", "dungeon.draws"} <= set(codes)
    _, codes = told(lit(), "force_door", "ada", "no_risk", 6)
    assert {"door.force_door", "dungeon.draws"} <= set(codes)
    _, codes = told(lit(), "wedge_door", "ada", "risk", 12, 6)
    assert "door.wedge_door" in codes


@covers("cairn.dungeon.doors")
def test_only_the_listener_hears() -> None:
    play = Scripted("stay", "life")
    GAME.perform(play, lit(), Action("listen", "ada"))
    heard = next(told for told in play.told if told.code == "listen.life")
    assert heard.seen_by == ("ada", "referee")


@covers("cairn.table.dungeon_event", "cairn.table.dungeon_event_draft", "cairn.action.warden_event")
def test_each_event_has_one_face_and_an_encounter_in_four_rolls_its_chance() -> None:
    for table_ in ("cairn.table.dungeon_event", "cairn.table.dungeon_event_draft"):
        odds = distribution(roll_event, table_)
        assert len(odds) == 6
        assert set(odds.values()) == {Fraction(1, 6)}
    none = (1 - distribution(roll_event, "cairn.table.dungeon_event")["encounter"]) ** 4
    assert 1 - none == Fraction(671, 1296)


@covers("cairn.setting.dungeon_event_table", "cairn.action.warden_event")
@pytest.mark.parametrize(
    ("face", "published", "draft"),
    [
        (1, "encounter", "encounter"),
        (2, "sign", "environment"),
        (3, "environment", "loss"),
        (4, "loss", "exhaustion"),
        (5, "exhaustion", "sign"),
        (6, "quiet", "quiet"),
    ],
)
def test_the_order_of_the_table_is_a_setting(face: int, published: str, draft: str) -> None:
    answers = {"exhaustion": ("bear", "fatigue"), "loss": ("other",)}
    for setting, expected in (("published", published), ("draft", draft)):
        state = replace(lit(), settings=reading(dungeon_event_table=setting))
        after, codes = told(state, "roll_event", "", face, *answers.get(expected, ()))
        assert codes[0] == f"event.{expected}"
        assert (after.phase == "encounter") == (expected == "encounter")


@covers("cairn.dungeon.exhaustion")
def test_exhaustion_is_borne_each_in_their_own_way_or_rested_off_with_another_event() -> None:
    state = lit(person("bo", hp=1))
    after = act(state, "roll_event", "", 5, "bear", "ration", "fatigue")
    assert (of(after, "ada").items[1].uses, of(after, "ada").fatigue, of(after, "bo").fatigue) == (2, 0, 1)
    after, codes = told(state, "roll_event", "", 5, "rest", 5, "rest", 6)
    assert (after.clock, of(after, "bo").hp) == (8 * HOUR + 2 * TURN, 5)
    assert codes.count("event.exhaustion") == 2
    hungry = inside(person("ada"), person("bo"))
    assert of(act(hungry, "roll_event", "", 5, "bear"), "bo").fatigue == 1


@covers("cairn.table.dungeon_event", "cairn.spell.duration")
def test_loss_puts_out_a_light_or_ends_a_spell() -> None:
    spell = Effect("e1", "cairn.spell.haste", "Haste", "ada", ("ada",), 9 * HOUR, ("hasted",))
    state = replace(lit(), effects=(spell,))
    assert dark(act(state, "roll_event", "", 4, "torch"))
    assert not act(state, "roll_event", "", 4, "e1").effects


@covers("cairn.table.dungeon_event")
def test_what_a_foe_has_done_to_somebody_is_not_lost_by_chance() -> None:
    state = replace(lit(), effects=(Effect("e1", "cairn.monster.zombie", "Zombie", "foe1", ("ada",), 9 * HOUR),))
    assert act(state, "roll_event", "", 4, "other").effects == state.effects
    with pytest.raises(AssertionError, match="not one of the 2 options"):
        act(state, "roll_event", "", 4, "e1")


@covers("cairn.dungeon.light", "cairn.item.torch", "cairn.action.light")
def test_a_torch_is_lit_three_times_and_spent_at_the_next_going_out() -> None:
    state = table(person("ada", items=(thing("torch"),)))
    for left in (2, 1, 0):
        state = act(state, "light_up", "ada")
        assert of(state, "ada").items[0].uses == left
        state = act(state, "put_out", "ada")
    assert of(state, "ada").items == ()


@covers("cairn.item.lantern", "cairn.item.oil", "cairn.dungeon.light")
def test_an_oil_can_serves_a_lantern_six_times() -> None:
    state = table(person("ada", items=(thing("lantern"), thing("oil"))))
    for _ in range(6):
        state = act(act(state, "light_up", "ada"), "put_out", "ada")
    assert refused(state, "light_up", "ada") == "nothing_to_light"
    assert of(state, "ada").items[0].id == "lantern"


@covers("cairn.dungeon.light")
@pytest.mark.parametrize(("uses", "code", "left"), [(0, "light.spent", 0), (1, "light.out", 1)])
def test_a_torch_without_a_use_left_is_spent_and_any_other_goes_out(uses: int, code: str, left: int) -> None:
    torch = replace(thing("torch"), uses=uses, lit=True, place="hands")
    play = Scripted()
    after = goes_out(play, person("ada", items=(torch,)), torch.id)
    assert (play.codes(), len(after.items)) == ([code], left)


@covers("cairn.inventory.hands", "cairn.dungeon.light")
def test_a_torch_takes_a_hand_and_goes_out_when_put_away() -> None:
    sword, shield = thing("rope", "sword", place="hands"), thing("rope", "shield", place="hands")
    state = inside(person("ada", items=(sword, shield, thing("torch"))))
    assert dark(state)
    state = act(state, "dungeon_light", "ada", "stay")
    assert sum(item.place == "hands" for item in of(state, "ada").items) == 2
    assert not dark(state)
    assert dark(act(state, "put_away", "ada", "torch"))


@covers("cairn.action.light")
def test_in_a_fight_light_is_an_action() -> None:
    foe = person("foe", "monster", at=60, attacks=(Attack("claw", (6,)),))
    state = table(person("ada", items=(thing("torch"),)), foes=(foe,), phase="fight", fight=Fight(acting=("ada",)))
    assert of(act(state, "light", "ada"), "ada").items[0].lit
    assert refused(replace(state, party=(person("ada"),)), "light", "ada") == "nothing_to_light"


@covers("cairn.dungeon.dark", "cairn.wild.light")
def test_without_light_the_party_is_told_and_the_warden_may_put_lights_out() -> None:
    _, codes = told(inside(person("ada")), "search", "ada", "nothing")
    assert codes[-1] == "dungeon.dark"
    assert dark(act(lit(), "snuff", ""))


@covers("cairn.dungeon.traps")
def test_an_unwary_passer_sets_a_trap_off_on_two_faces_of_six() -> None:
    assert distribution(springs) == {True: Fraction(1, 3), False: Fraction(2, 3)}
    state = inside(person("ada"))
    assert told(state, "trap", "", "careful")[1] == ["trap.careful"]
    assert told(state, "trap", "", "unwary", 3)[1] == ["trap.unwary"]
    after = act(state, "trap", "", "unwary", 2, "DEX", "1d6", "no", 4)
    assert (of(after, "ada").dexterity, of(after, "ada").hp) == (7, 5)


@covers("cairn.dungeon.trap_damage", "cairn.action.warden_harm", "cairn.loss.outside", "cairn.armor.direct")
def test_a_trap_takes_an_ability_and_armour_only_if_it_fits() -> None:
    state = inside(person("ada", armor=1))
    darts = hazard(Scripted(4), state, "ada", "STR", "1d6", armour=True, why="cairn.dungeon.trap_damage")
    gas = hazard(Scripted(4), state, "ada", "STR", "1d6", armour=False, why="cairn.dungeon.trap_damage")
    assert (of(darts, "ada").strength, of(gas, "ada").strength, of(gas, "ada").hp) == (9, 8, 5)
    weak = replace(state, party=(person("ada", armor=3),))
    assert hazard(Scripted(2), weak, "ada", "STR", "1d6", armour=True, why="cairn.dungeon.trap_damage") == weak
    fallen = act(inside(person("ada", strength=4)), "harm", "", "STR", "1d6", "no", 4)
    assert has(of(fallen, "ada"), "dead")


@covers("cairn.loss.outside", "cairn.critical.pc", "cairn.setting.direct_loss_save")
def test_whoever_goes_down_by_a_trap_drops_what_they_hold() -> None:
    torch = thing("torch", place="hands", lit=True)
    state = inside(person("ada", items=(torch,)), settings=reading(direct_loss_save="always"))
    down = act(state, "harm", "", "STR", "1d6", "no", 4, 9)
    assert has(of(down, "ada"), "critical")
    assert down.ground == (thing("torch"),)


@covers(
    "cairn.panic.save", "cairn.action.warden_panic", "cairn.condition.panicked", "cairn.panic.end", "cairn.action.calm"
)
def test_panic_comes_of_a_failed_wil_save_and_ends_with_a_passed_one() -> None:
    state = inside(person("ada", willpower=11), person("bo", willpower=11))
    state = act(state, "call_panic", "", "dark", "party", 12, 11)
    assert [has(one, "panicked") for one in state.party] == [True, False]
    assert has(of(act(state, "master_panic", "ada", 12), "ada"), "panicked")
    state = act(state, "master_panic", "ada", 11)
    assert not has(of(state, "ada"), "panicked")
    assert of(state, "ada").hp == 5
    assert distribution(passes, 11, "ada")[True] == Fraction(11, 20)


@covers("cairn.table.bond")
def test_the_ghost_beast_keeps_one_who_acts_alone_from_panic() -> None:
    haunted = person("ada", life=Life(bonds=("cairn.table.bond:ghost_beast",)))
    assert told(inside(haunted), "call_panic", "", "fear", "ada")[1] == ["panic.never"]
    assert told(inside(haunted, person("bo")), "call_panic", "", "fear", "ada", 5)[1] == ["save.passed"]


@covers("cairn.dungeon.light", "cairn.relic.lightsucker_candle")
def test_what_is_made_to_give_light() -> None:
    known = [from_ref(f"cairn.{ref}", "x") for ref in ("item.torch", "item.lantern", "relic.lightsucker_candle")]
    assert [light_of(item) for item in (*known, Item("x", "Candle helmet"), Item("x", "Rope"))] == [
        "flame", "shielded", "", "flame", "",
    ]  # fmt: skip


LIGHTS = {"Torch fungus": 2, "Glowsnail": 0, "Star-iron mace": 0}


@covers(
    "cairn.dungeon.light", "cairn.table.fungal_forager_1", "cairn.table.fungal_forager_2", "cairn.table.hexenbane_1"
)
@pytest.mark.parametrize(("name", "uses"), LIGHTS.items())
def test_what_backgrounds_have_for_light_gives_light(name: str, uses: int) -> None:
    state = inside(person("ada", items=(from_gear(named_gear()[name], "glow"),)))
    assert dark(state)
    state = act(state, "dungeon_light", "ada", "stay")
    assert not dark(state)
    assert not flame(state)
    assert of(state, "ada").items[0].uses == max(0, uses - 1)
    after, codes = told(state, "put_out", "ada")
    assert dark(after)
    assert "light.out" in codes
    assert of(after, "ada").items


@covers("cairn.table.greenwise_2")
def test_a_wisp_lantern_gives_light_while_there_is_pain_or_fear_to_feed_on() -> None:
    lantern = replace(from_gear(named_gear()["Wisp lantern"], "wisp"), lit=True, place="hands")
    state = inside(person("ada", items=(lantern,)), person("bo"))
    assert dark(state)
    assert not dark(put(state, person("bo", hp=2)))
    assert not dark(put(state, person("bo", conditions=("panicked",))))


@covers("cairn.table.fieldwarden_2", "cairn.table.aurifex_2")
@pytest.mark.parametrize(("name", "hours"), [("Sun stick", 1), ("Pyrophoric gel", 8)])
def test_a_sun_stick_is_light_for_an_hour_and_gel_burns_for_eight(name: str, hours: int) -> None:
    state = inside(person("ada", items=(from_gear(named_gear()[name], "it"),)))
    state = act(state, "employ_item", "ada")
    assert not dark(state)
    assert state.effects[0].ends == 8 * HOUR + hours * HOUR
    assert not dark(pass_time(Scripted(), state, hours * HOUR - TURN))
    assert dark(pass_time(Scripted(), state, hours * HOUR))


@covers("cairn.dungeon.light")
def test_the_warden_says_that_a_place_has_light_of_its_own() -> None:
    state, codes = told(inside(person("ada")), "light_place")
    assert (dark(state), codes) == (False, ["dungeon.lit"])
    state, codes = told(state, "light_place")
    assert (dark(state), codes) == (True, ["dungeon.unlit"])


@covers("cairn.dungeon.light", "cairn.cast.how")
def test_a_light_that_is_put_away_for_something_else_goes_out_and_everybody_hears_of_it() -> None:
    torch = thing("torch", place="hands", lit=True)
    sword = from_ref("cairn.weapon.heavy", "sword")
    state, codes = told(inside(person("ada", items=(torch, sword))), "hold", "ada")
    assert dark(state)
    assert codes == ["light.out", "item.held"]
    reader = inside(person("ada", items=(torch, from_ref("cairn.spell.sniff", "book"))))
    state, codes = told(reader, "cast_spell", "ada")
    assert "light.out" in codes


@covers("cairn.heal.ability_help", "cairn.time.deadly")
def test_a_healer_in_town_sees_to_the_dying_before_the_week_begins() -> None:
    down = person("ada", conditions=("critical",), dies_at=9 * HOUR, strength=3)
    state = table(down, person("bo"), phase="town")
    state = act(state, "week", "bo", "free", 7, "all")
    assert alive(of(state, "ada"))


@covers("cairn.action.eat")
def test_the_dying_eat_nothing() -> None:
    down = person("ada", conditions=("critical",), dies_at=9 * HOUR)
    assert refused(inside(down, person("bo", items=(rations(),))), "eat", "ada") == "cannot_act"
