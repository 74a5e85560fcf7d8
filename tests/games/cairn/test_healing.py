import pytest
from msgspec.structs import replace

from tallow.games.cairn.gear.coins import GOLD, with_coins
from tallow.games.cairn.harm.deprivation import FED
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import DAY, HOUR, TURN, Attack, Cause, Fight, Scar
from tallow.mechanics.conditions import gain, has
from tallow.testing import covers
from tests.games.cairn.travellers import act, of, person, rations, reading, refused, table, thing, told

WALLOPED, MORTAL = "cairn.scar.walloped", "cairn.scar.mortal_wound"


@covers("cairn.heal.rest", "cairn.action.rest", "cairn.heal.rest_not", "cairn.item.waterskin")
def test_a_short_rest_with_a_drink_gives_all_hp_back_and_no_ability() -> None:
    state = table(person("ada", hp=0, strength=4, items=(thing("waterskin"),)), person("bo", hp=2))
    state = act(state, "rest", "ada", "nothing")
    assert (of(state, "ada").hp, of(state, "ada").strength, of(state, "bo").hp) == (5, 4, 5)
    assert state.clock == 8 * HOUR + TURN
    assert refused(state, "rest", "ada") == "nothing_to_rest"


@covers("cairn.heal.rest")
def test_without_a_drink_the_warden_is_asked_for_water() -> None:
    state = table(person("ada", hp=0))
    after, codes = told(state, "rest", "ada", "no")
    assert (after, codes) == (state, ["rest.no_drink"])
    assert of(act(state, "rest", "ada", "yes", "nothing"), "ada").hp == 5


@covers("cairn.heal.rest_exposed")
def test_something_may_come_before_the_rest_is_over() -> None:
    state = table(person("ada", hp=0, items=(rations(),)))
    state = act(state, "rest", "ada", "something")
    assert (of(state, "ada").hp, state.phase) == (0, "encounter")


@covers("cairn.deprived.no_hp", "cairn.heal.rest_not", "cairn.condition.deprived", "cairn.condition.overburdened")
def test_the_deprived_the_laden_and_the_dying_get_no_hp_back() -> None:
    hungry = person("ada", hp=1, hp_max=6, deprived=(Cause("food", 0),), items=(thing("waterskin"),))
    laden = person("bo", hp=0, fatigue=10)
    dying = gain(person("cy", hp=0, dies_at=9 * HOUR), "critical")
    eased = person("di", hp=0, fatigue=9)
    state = act(table(hungry, laden, dying, eased), "rest", "ada", "nothing")
    assert [one.hp for one in state.party] == [1, 0, 0, 5]


@covers("cairn.action.rest_hours", "cairn.scar.walloped", "cairn.scar.condition_end")
def test_a_few_hours_end_walloped_with_its_gain() -> None:
    hit = person("ada", hp=0, hp_max=3, deprived=(Cause(WALLOPED, 8 * HOUR),), scars=(Scar(WALLOPED, open=True),))
    state = act(table(hit, person("bo", items=(rations(),))), "rest_hours", "bo", "nothing", 4)
    assert (of(state, "ada").hp, of(state, "ada").hp_max, of(state, "ada").deprived) == (7, 7, ())
    assert state.clock == 11 * HOUR


@covers("cairn.critical.aid", "cairn.action.aid", "cairn.item.bandages")
def test_bandages_make_stable_and_a_rest_brings_back_up() -> None:
    down = gain(person("ada", hp=0, strength=7, strength_max=11, dies_at=9 * HOUR), "critical")
    state = table(down, person("bo", items=(thing("bandages"), thing("waterskin"))))
    state = act(state, "give_aid", "bo")
    assert of(state, "ada").conditions == ("stable",)
    assert of(state, "bo").items[0].uses == 2
    assert refused(state, "rest_hours", "bo") == "not_now"
    state = act(state, "rest", "bo", "nothing")
    ada = of(state, "ada")
    assert (ada.hp, ada.strength, ada.strength_max, ada.conditions) == (5, 7, 11, ())


@covers("cairn.critical.aid", "cairn.action.aid")
def test_aid_in_a_fight_is_an_action_beside_the_fallen_with_bandages_or_what_the_warden_accepts() -> None:
    down = gain(person("ada", hp=0, dies_at=9 * HOUR, at=30), "critical")
    foe = person("foe", "monster", at=60, attacks=(Attack("claw", (6,)),))
    fight = Fight(acting=("bo",), foes_at_start=1)
    state = table(down, person("bo"), person("cy"), phase="fight", foes=(foe,), fight=fight)
    helped = act(state, "aid", "bo", "yes")
    assert (of(helped, "ada").conditions, of(helped, "bo").at) == (("stable",), 30)
    in_vain, codes = told(state, "aid", "bo", "no")
    assert of(in_vain, "ada").dies_at
    assert "aid.in_vain" in codes
    far = replace(state, party=(replace(down, at=90), *state.party[1:]))
    assert refused(far, "aid", "bo") == "nobody_dying"


@covers("cairn.critical.aid", "cairn.combat.simultaneous")
def test_in_a_fight_one_gives_aid_to_somebody_and_the_others_do_something_else() -> None:
    down = gain(person("ada", hp=0, dies_at=9 * HOUR, at=30), "critical")
    foe = person("foe", "monster", at=60, attacks=(Attack("claw", (6,)),))
    fight = Fight(acting=("bo", "cy"), foes_at_start=1)
    state = table(down, person("bo"), person("cy"), phase="fight", foes=(foe,), fight=fight)
    aided = act(state, "aid", "bo", "yes")
    assert refused(aided, "aid", "cy") == "aided"
    assert aided.fight is not None
    in_vain = act(state, "aid", "bo", "no")
    assert of(act(in_vain, "aid", "cy", "yes"), "ada").dies_at == 0
    another = gain(person("di", hp=0, dies_at=9 * HOUR, at=30), "critical")
    two = replace(aided, party=(*aided.party, another))
    assert act(two, "aid", "cy", "yes").party[-1].dies_at == 0


@covers("cairn.scar.mortal_wound", "cairn.critical.aid")
def test_a_mortal_wound_is_aided_then_needs_its_week() -> None:
    wounded = gain(person("ada", hp=0, hp_max=12, deprived=(Cause(MORTAL, 8 * HOUR),), dies_at=9 * HOUR), "mortal")
    wounded = replace(wounded, scars=(Scar(MORTAL, open=True),))
    state = table(wounded, person("bo", items=(thing("bandages"), thing("waterskin"))), phase="town")
    state = act(state, "give_aid", "bo")
    assert (of(state, "ada").dies_at, of(state, "ada").deprived, has(of(state, "ada"), "mortal")) == (0, (), True)
    state = act(state, "rest", "bo", "nothing")
    assert has(of(state, "ada"), "mortal")
    state = act(state, "week", "bo", "free", 7, [1, 4])
    assert (of(state, "ada").hp_max, of(state, "ada").conditions) == (5, ())


@covers("cairn.fatigue.lasts", "cairn.action.night", "cairn.phase.camp", "cairn.condition.fatigue")
def test_a_safe_night_removes_all_fatigue() -> None:
    state = act(table(person("ada", fatigue=4, hp=1), phase="camp", clock=22 * HOUR), "night", "ada", "safe")
    assert (of(state, "ada").fatigue, of(state, "ada").hp, state.clock) == (0, 5, 30 * HOUR)


@covers("cairn.fatigue.lasts", "cairn.setting.deprived_fatigue", "cairn.deprived.no_hp")
@pytest.mark.parametrize(("setting", "left"), [("kept", 4), ("cleared", 0)])
def test_not_while_deprived_of_food_unless_the_table_reads_it_so(setting: str, left: int) -> None:
    hungry = person("ada", fatigue=4, hp=1, deprived=(Cause("food", 21 * HOUR),))
    state = table(hungry, phase="camp", clock=22 * HOUR, settings=reading(deprived_fatigue=setting))
    state = act(state, "night", "ada", "safe")
    assert (of(state, "ada").fatigue, of(state, "ada").hp) == (left, 1)


@covers("cairn.fatigue.lasts", "cairn.action.eat")
def test_what_the_night_and_a_meal_end_is_taken_away_first() -> None:
    causes = (Cause("food", 21 * HOUR), Cause("sleep", 21 * HOUR), Cause(WALLOPED, 21 * HOUR))
    worn = person("ada", fatigue=4, deprived=causes, scars=(Scar(WALLOPED, open=True),), items=(rations(uses=1),))
    state = act(table(worn, phase="camp", clock=22 * HOUR), "eat", "ada")
    assert of(state, "ada").items == ()
    assert refused(state, "eat", "ada") == "fed"
    state = act(state, "night", "ada", "safe", 2)
    assert (of(state, "ada").fatigue, of(state, "ada").deprived, of(state, "ada").hp) == (0, (), 7)


@covers("cairn.phase.camp", "cairn.action.night")
def test_an_unsafe_or_disturbed_night_deprives_of_sleep() -> None:
    state = table(person("ada", fatigue=4), phase="camp", clock=22 * HOUR)
    unsafe = act(state, "night", "ada", "unsafe")
    assert (of(unsafe, "ada").fatigue, of(unsafe, "ada").deprived[0].name, unsafe.phase) == (4, "sleep", "camp")
    assert act(state, "night", "ada", "disturbed").phase == "encounter"


@covers("cairn.item.room", "cairn.item.private_room", "cairn.item.bed")
def test_paid_lodging_is_safe_and_a_room_feeds() -> None:
    guests = [person(name, fatigue=2) for name in ("ada", "bo", "cy", "di")]
    state = table(replace(guests[0], items=(thing("private_room"),)), *guests[1:], phase="town", clock=22 * HOUR)
    state = act(state, "night", "ada")
    assert [(one.fatigue, FED in one.spent) for one in state.party] == [(0, True)] * 4
    assert of(state, "ada").items == ()
    state = table(
        replace(guests[0], items=(thing("room"),)),
        replace(guests[1], items=(thing("bed"),)),
        phase="town",
        clock=22 * HOUR,
    )
    state = act(state, "night", "ada")
    assert [(one.fatigue, FED in one.spent) for one in state.party] == [(0, True), (0, False)]


@covers("cairn.heal.ability_help", "cairn.heal.paid", "cairn.deprived.no_ability")
def test_a_week_comes_first_in_town_only_where_it_would_mend_somebody() -> None:
    assert GAME.ui.pressing is not None
    weak = person("ada", strength=3)
    for one, first in (
        (weak, ()),
        (with_coins(weak, 50 * GOLD), ("week",)),
        (with_coins(weak, 50 * GOLD - 1), ()),
        (replace(weak, items=(thing("medical_healing"),)), ("week",)),
        (replace(with_coins(weak, 50 * GOLD), deprived=(Cause("food", 0),)), ()),
        (with_coins(person("ada"), 50 * GOLD), ()),
    ):
        assert GAME.ui.pressing(table(one, phase="town")) == first


@covers("cairn.heal.ability", "cairn.action.week", "cairn.heal.ability_help", "cairn.loss.wil_zero")
def test_a_week_with_a_healer_restores_all_abilities_and_six_days_nothing() -> None:
    mad = gain(person("ada", strength=3, willpower=0, willpower_max=9), "delirious")
    state = table(mad, phase="town")
    healed = act(state, "week", "ada", "free", 7, "all")
    ada = of(healed, "ada")
    assert (ada.strength, ada.willpower, ada.conditions, healed.clock) == (12, 9, (), 8 * HOUR + 7 * DAY)
    broken, codes = told(state, "week", "ada", "free", 6)
    assert (of(broken, "ada").strength, broken.clock) == (3, 8 * HOUR + 6 * DAY)
    assert codes[-1] == "week.broken"
    assert of(act(state, "week", "ada", "none", 7), "ada").strength == 3
    cursed = act(state, "week", "ada", "free", 7, "not_STR")
    assert (of(cursed, "ada").strength, of(cursed, "ada").willpower) == (3, 9)


@covers("cairn.loss.dex_zero", "cairn.condition.paralysed", "cairn.condition.delirious")
def test_the_week_ends_paralysis() -> None:
    state = table(gain(person("ada", dexterity=0), "paralysed"), person("bo"), phase="town")
    ada = of(act(state, "week", "bo", "free", 7, "all"), "ada")
    assert (ada.dexterity, ada.conditions) == (11, ())


@covers("cairn.heal.paid", "cairn.heal.free", "cairn.item.medical_healing")
def test_healing_may_have_a_price_paid_by_each_or_beforehand() -> None:
    rich, poor = person("ada", strength=3, gp=60), person("bo", strength=3, gp=49)
    state, codes = told(table(rich, poor, phase="town"), "week", "ada", "paid", 50, "pay", 7, "all")
    assert [(one.strength, one.gp) for one in state.party] == [(12, 10), (3, 49)]
    assert "healer.too_dear" in codes
    served = person("ada", strength=3, items=(thing("medical_healing"),))
    state = act(table(served, phase="town"), "week", "ada", 7, "all")
    assert (of(state, "ada").strength, of(state, "ada").items) == (12, ())


@covers("cairn.deprived.no_ability")
def test_whoever_is_deprived_recovers_no_abilities() -> None:
    hungry = person("ada", strength=3, deprived=(Cause("warmth", 8 * HOUR),))
    state = table(hungry, person("bo", strength=3), phase="town")
    assert refused(state, "week", "ada") == "deprived"
    state, codes = told(state, "week", "bo", "free", 7, "all")
    assert [one.strength for one in state.party] == [3, 12]
    assert of(state, "ada").fatigue == 7
    assert "week.deprived" in codes


@covers("cairn.scar.condition_end", "cairn.scar.broken_limb", "cairn.scar.hamstrung", "cairn.condition.hamstrung")
def test_open_scars_close_after_the_week() -> None:
    scars = (Scar("cairn.scar.broken_limb", "Leg", True), Scar("cairn.scar.hamstrung", "", True))
    state = table(gain(person("ada", hp_max=4, scars=scars), "hamstrung"), phase="town")
    state = replace(state, clock=8 * HOUR + DAY)
    state = act(state, "week", "ada", "free", 7, [3, 4], [4, 4, 5])
    ada = of(state, "ada")
    assert (state.clock - 8 * HOUR) // DAY + 1 == 9
    assert (ada.hp_max, ada.dexterity_max, ada.conditions) == (7, 13, ())
    assert not any(scar.open for scar in ada.scars)
    assert refused(state, "week", "ada") == "nothing_to_heal"


@covers("cairn.downtime.action")
def test_a_week_of_healing_takes_the_place_of_a_downtime_action() -> None:
    state = table(person("ada", strength=3), person("bo"), phase="downtime")
    state = act(state, "week", "ada", "free", 7, "all")
    assert refused(state, "research", "ada") == "downtime_taken"
    assert state.downtime_taken == ("ada",)
