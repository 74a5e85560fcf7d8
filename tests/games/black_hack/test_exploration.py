"""The GM's loop outside a fight: Turns and their units, encounters, traps, treasure, panic, and success at a cost."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.bots.tactics import decide
from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.entries import monsters, tables, things
from tallow.games.black_hack.gear.things import goods, made, named_weapons
from tallow.games.black_hack.harm.hindrances import shake_off
from tallow.games.black_hack.harm.panic import panic_roll, panics
from tallow.games.black_hack.harm.rest import rest_day
from tallow.games.black_hack.magic.lasting import lay
from tallow.games.black_hack.monsters.encounters import creatures, dims, due, encounter, gm_encounter, rolled
from tallow.games.black_hack.record import DEEDS
from tallow.games.black_hack.referee.judgements import at_a_cost, improvise, owed
from tallow.games.black_hack.state import MARKS, Effect, Hindrance, Item, character
from tallow.games.black_hack.world.exploration import next_turn, set_place, set_unit
from tallow.games.black_hack.world.sessions import start_session
from tallow.games.black_hack.world.traps import disarm, found, gm_trap, spring
from tallow.games.black_hack.world.treasure import carries, gm_treasure, hoard, purse, rolls
from tallow.games.deeds import Action
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import carried, fighting, foe, held, somebody, table
from tests.games.playing import asked, done

TORCH = Item("t1", "torches", "black_hack.item.torches", usage=6, lit=True)
DANGER = {"dangerous": True, "dark": True}


def turn(state, *script):
    return done(next_turn, state, "", script=script)[0]


def ann(state):
    return character(state, "ann")


@covers(
    "black_hack.gm.loop",
    "black_hack.time.minutes",
    "black_hack.phase.step_2_usage",
    "black_hack.phase.exploration",
    "black_hack.phase.step_6_repeat",
)
def test_a_turn_of_minutes_burns_lights_and_begins_the_next():
    state = turn(table(somebody(items=(TORCH,)), acted=("ann",), **DANGER), 2)
    assert ann(state).items[0].usage == 4
    assert (state.acted, state.turns, state.linger, state.encounter) == ((), 1, 1, 1)
    state = turn(state, 1)
    assert not ann(state).items
    unlit = table(somebody(items=(replace(TORCH, lit=False),)))
    assert turn(unlit).turns == 1


@covers("black_hack.phase.step_5_check")
def test_the_gm_hears_who_has_not_acted_and_is_not_asked():
    state = table(somebody(), somebody("bob"), acted=("ann",))
    after, play = done(next_turn, state, "")
    assert (after.turns, play.asked) == (1, [])
    assert (play.told[0].code, play.told[0].facts, play.told[0].seen_by) == ("idle", (("Bob",),), (REFEREE,))
    for acted in (("ann", "bob"), ()):
        assert "idle" not in done(next_turn, replace(state, acted=acted), "")[1].codes()


@covers("black_hack.time.hours", "black_hack.time.minutes", "black_hack.time.scaled_turn", "black_hack.phase.downtime")
def test_an_hour_is_five_turns_of_minutes_for_whatever_burns_or_lasts():
    light = Effect("e1", "black_hack.spell.light", by="ann", die=8, unit="minutes")
    state = table(somebody(items=(TORCH,)), unit="hours", effects=(light,))
    state, play = done(next_turn, state, "", script=[6, 6, 6, 6, 6, 8, 8, 8, 8, 8])
    assert [roll.sides for roll in play.asked] == [6] * 5 + [8] * 5
    assert state.turns == 5


@covers("black_hack.time.days", "black_hack.phase.travel")
def test_a_day_ends_what_is_shorter():
    lasting = (
        Effect("e1", "black_hack.spell.light", unit="minutes"),
        Effect("e2", "black_hack.spell.light", unit="day"),
        Effect("e3", "black_hack.spell.light", unit="session"),
    )
    one = somebody(items=(TORCH,), spent=(MARKS.mark("day", "exerted"), MARKS.mark("session", "x")))
    state = turn(table(one, unit="days", effects=lasting))
    assert [effect.unit for effect in state.effects] == ["session"]
    assert (state.day, ann(state).spent, ann(state).items[0].lit) == (2, (MARKS.mark("session", "x"),), False)


@covers("black_hack.rest.day_heal", "black_hack.monster.giant_rat")
def test_a_day_of_rest_ends_a_fever_and_a_day_without_does_not():
    one = somebody(hindrances=(Hindrance("weakened", by="disease"),))
    assert not done(rest_day, table(one, unit="days"), "ann")[0].party[0].hindrances
    for acted in ((), ("ann",)):
        assert ann(turn(table(one, unit="days", acted=acted))).hindrances, "whatever else was done in it"


@covers("black_hack.ongoing.loss", "black_hack.ongoing.end_test", "black_hack.hindrance.until_test")
def test_what_ails_somebody_goes_on_outside_a_fight():
    one = somebody(ongoing="CON", hindrances=(Hindrance("stuck", "STR"),))
    state = turn(table(one), 20, 5)
    assert (ann(state).hp, ann(state).ongoing, len(ann(state).hindrances)) == (9, "", 1)
    hours = turn(table(one, unit="hours"), 20, 20, 20, 5, 5)
    assert (ann(hours).hp, ann(hours).ongoing, ann(hours).hindrances) == (8, "", ())


@covers("black_hack.time.scaled_turn", "black_hack.usage.duration")
def test_what_lasts_for_moments_is_over_after_minutes_and_is_rolled_in_moments():
    feeble = Effect("e1", "black_hack.spell.feebleminded", by="ann", die=6, unit="moments")
    lit = Effect("e2", "black_hack.spell.light", by="ann", die=8, unit="minutes")
    one = somebody(hindrances=(Hindrance("stuck", left=2),))
    state = turn(table(one, effects=(feeble, lit)), 8)
    assert [effect.id for effect in state.effects] == ["e2"]
    moment = turn(table(one, unit="moments", effects=(feeble, lit)), 2)
    assert [(effect.id, effect.die) for effect in moment.effects] == [("e1", 4), ("e2", 8)]
    assert ann(moment).hindrances[0].left == 1


@covers("black_hack.time.gm_chooses_unit")
def test_the_gm_says_what_a_turn_is():
    state, play = done(set_unit, table(somebody(), acted=("ann",)), "", script=["hours"])
    assert (state.unit, state.phase, state.acted) == ("hours", "downtime", ())
    assert "minutes" not in play.asked[0].options
    moments = Effect("e1", "black_hack.spell.web", unit="moments", left=3)
    danger = table(somebody(hindrances=(Hindrance("stuck", left=2),)), unit="moments", effects=(moments,))
    calm, _ = done(set_unit, danger, "", script=["minutes"])
    assert (calm.effects, ann(calm).hindrances, calm.phase) == ((), (), "exploration")


def test_another_place_is_dangerous_or_dark_or_neither():
    state, _ = done(set_place, table(somebody(), linger=4), "", script=["dangerous_dark"])
    assert (state.dangerous, state.dark, state.linger) == (True, True, 0)
    state, _ = done(set_place, state, "", script=["safe"])
    assert (state.dangerous, state.dark) == (False, False)
    fallen = table(somebody(), foes=[foe(conditions=("removed",)), foe("hag")])
    assert [one.id for one in done(set_place, fallen, "", script=["safe"])[0].foes] == ["hag"]


@covers("black_hack.time.scaled_turn", "black_hack.time.gm_chooses_unit")
@pytest.mark.parametrize(
    ("unit", "place", "then", "phase"),
    [
        ("hours", "dangerous_dark", "minutes", "exploration"),
        ("days", "dangerous_lit", "minutes", "exploration"),
        ("moments", "dangerous_dark", "moments", "exploration"),
        ("minutes", "town", "hours", "downtime"),
        ("days", "safe", "days", "travel"),
    ],
)
def test_in_danger_turns_are_of_minutes_and_in_a_town_of_hours(unit, place, then, phase):
    before = "downtime" if unit == "hours" else "travel" if unit == "days" else "exploration"
    state, play = done(set_place, replace(table(somebody(), unit=unit), phase=before), "", script=[place])
    assert (state.unit, state.phase) == (then, phase)
    assert play.codes() == ["place"] + ["unit"] * (unit != then)


@covers("black_hack.encounter.when_time", "black_hack.setting.encounter_clock", "black_hack.setting.encounter_turns")
def test_when_a_roll_is_due():
    clock = {"encounter_clock": "turns"}
    assert [due(table(somebody(), settings=clock, encounter=n, **DANGER)) for n in (2, 3)] == [False, True]
    assert due(table(somebody(), settings={**clock, "encounter_turns": 1}, encounter=1, **DANGER))
    assert not due(table(somebody(), encounter=9, **DANGER))
    assert not due(table(somebody(), settings=clock, encounter=9))
    assert not due(table(somebody(), settings=clock, encounter=9, combat=fighting(), **DANGER))
    state, play = done(next_turn, table(somebody(), settings=clock, encounter=3, **DANGER), "", script=[2, 5])
    assert state.encounter == 1
    assert [told.facts[0] for told in play.told if told.code == "encounter.sign"] == ["knocking behind a shut door"]


@covers("black_hack.encounter.roll", "black_hack.encounter.secret", "black_hack.action.gm_encounter")
def test_the_roll_is_secret_and_only_what_is_seen_is_told():
    _, play = done(gm_encounter, table(somebody(), **DANGER), "", script=["plain", 3, 2])
    assert all(roll.hidden for roll in play.asked if hasattr(roll, "hidden"))
    assert [told.seen_by for told in play.told] == [(REFEREE,), ("everyone",)]
    offers = [offer.action.name for offer in DEEDS.offers(table(somebody(), combat=fighting("ann")), REFEREE)]
    assert "gm_encounter" not in offers


@covers("black_hack.adv.secret_roll")
def test_advantage_must_be_kind_and_disadvantage_is_the_gms_choice():
    assert done(rolled, 6, "advantage", script=[1, 3])[0] == 3
    assert done(rolled, 6, "advantage", script=[4, 6])[0] == 4
    picked, play = done(rolled, 6, "disadvantage", script=[3, 1, 1])
    assert (picked, play.asked[-1].options) == (1, (1, 3))
    assert Fraction(distribution(rolled, 6, "advantage", policy=decide)[1]) == Fraction(1, 36)


@covers("black_hack.option.encounter_d4", "black_hack.setting.encounter_die")
def test_the_other_way_a_d4_after_lingering():
    rules = {"encounter_die": "d4"}
    assert [due(table(somebody(), settings=rules, linger=n, **DANGER)) for n in (4, 5)] == [False, True]
    state, play = done(encounter, table(somebody(), settings=rules, linger=5, **DANGER), script=[2])
    assert (state.linger, state.foes, play.asked[0].sides) == (0, (), 4)
    assert Fraction(distribution(rolled, 4, "")[1]) == Fraction(1, 4)
    state, _ = done(encounter, state, script=[1, ("of_hd", "black_hack.monster.ghoul", 2), (1, 1), (3, 4)])
    assert state.foes[0].name == "Ghoul"


@covers(
    "black_hack.table.creatures_1",
    "black_hack.table.creatures_2",
    "black_hack.table.creatures_3",
    "black_hack.table.creatures_4",
)
@pytest.mark.parametrize(("level", "short"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3), (8, 4)])
def test_who_comes_goes_by_the_highest_level(level, short):
    table_ = tables()[f"black_hack.table.creatures_{short}"]
    state = table(somebody(), somebody("bob", level=level))
    for row in table_.rows:
        assert row.effect in monsters()
        assert row.name == monsters()[row.effect].name
    ref = table_.row(6).effect
    number = [] if table_.row(6).number == "1" else [1]
    script = ["roll", 6, *number, (1,) * monsters()[ref].hd, (1, 2)]
    met, play = done(creatures, state, script=script)
    assert [one.of for one in met.foes] == [ref]
    assert play.told[-1].code == "reaction"


@covers("black_hack.table.encounter", "black_hack.setting.rations_mode")
def test_what_the_other_rows_bring():
    state = table(somebody(items=(TORCH,), level=2), somebody("bob", items=(TORCH,)), **DANGER)
    dimmer, _ = done(encounter, state, script=[4, 2])
    assert [one.items[0].usage for one in dimmer.party] == [6, 4]
    lone = table(somebody(), effects=(Effect("e", "black_hack.spell.light", die=4, unit="minutes"),))
    assert not done(encounter, lone, script=[4])[0].effects
    assert done(encounter, table(somebody()), script=[4])[0].party == (somebody(),)
    stressed, _ = done(encounter, state, script=[5, 1])
    assert [has(one, "stressed") for one in stressed.party] == [True, False]
    food = Item("r1", "rations", "black_hack.item.rations_dried", usage=8)
    fed = table(somebody(level=2), somebody("bob", items=(food,)))
    alone, play = done(encounter, fed, script=[6, "no", 1])
    assert [one.hp for one in alone.party] == [8, 10]
    assert alone.party[1].items[0].usage == 6
    assert asked(play, "share_food")[0].by == fed.party[1].seat
    both, play = done(encounter, fed, script=[6, "yes", 1, 2])
    assert [one.hp for one in both.party] == [10, 10]
    assert both.party[1].items[0].usage == 4, "a roll for each who eats"
    assert "eats.shared" in play.codes()
    late = table(somebody(), settings={"rations_mode": "session_start"})
    assert ann(done(encounter, late, script=[6])[0]).hp == 10


@covers("black_hack.trap.resolve")
def test_a_trap_counts_its_hit_dice_and_deals_their_damage():
    pit = tables()["black_hack.table.traps"].row(2)
    state, play = done(spring, table(somebody(dexterity=12)), "ann", pit, script=[11, 4])
    assert (ann(state).hp, ann(state).hindrances[0].name, ann(state).hindrances[0].ends) == (6, "stuck", "STR")
    assert [told.facts[2] for told in play.told if told.code == "adds"] == [1]
    assert ann(done(spring, table(somebody(dexterity=12)), "ann", pit, script=[10])[0]).hp == 10


@covers("black_hack.setting.powerful_reach", "black_hack.foe.powerful")
@pytest.mark.parametrize(("reach", "trap", "special"), [("all", 1, 1), ("opponents", 0, 1), ("deeds", 0, 0)])
def test_where_more_hit_dice_count(reach, trap, special):
    one, settings = somebody(dexterity=12, constitution=12), {"powerful_reach": reach}
    for rule, args, added in (
        (spring, (tables()["black_hack.table.traps"].row(2),), trap),
        (shake_off, (), special),
    ):
        held = replace(one, hindrances=(Hindrance("distracted", "CON", hd=2),)) if rule is shake_off else one
        _, play = done(rule, table(held, settings=settings), "ann", *args, script=[1])
        assert sum(told.facts[2] for told in play.told if told.code == "adds") == added


CAUGHT = {
    "1": ([20, 3], 7, (), ""),
    "2": ([20, 3], 7, ("stuck",), ""),
    "3": ([20, 20], 10, (), "CON"),
    "4": ([20], 10, ("stuck",), ""),
    "5": ([20, 1], 10, (), ""),
    "6": ([20, (1, 2)], 7, (), ""),
    "7": ([20, 3, 1], 7, ("stuck",), ""),
    "8": ([20, 3], 7, ("distracted",), ""),
}


@covers("black_hack.table.traps")
@pytest.mark.parametrize("on", CAUGHT)
def test_every_trap(on):
    row = next(row for row in tables()["black_hack.table.traps"].rows if row.on == on)
    script, hp, held_by, ongoing = CAUGHT[on]
    state, play = done(spring, table(somebody(level=5), somebody("bob", level=5)), "ann", row, script=script)
    one = ann(state)
    assert next(told.why for told in play.told if told.code.startswith("test")) == "black_hack.trap.resolve"
    assert (one.hp, tuple(h.name for h in one.hindrances), one.ongoing) == (hp, held_by, ongoing)
    assert has(one, "asleep") == (on == "5")
    assert next(told.facts[1] for told in play.told if told.code == "test") == row.test


@covers("black_hack.trap.resolve", "black_hack.ability.thief_talent_delicate", "black_hack.item.thieves_toolkit")
def test_finding_is_wis_and_disarming_dex():
    darts = tables()["black_hack.table.traps"].row(1)
    thief = table(somebody(calling="thief"))
    (_, seen), play = done(found, thief, "ann", darts, script=[9, 5])
    assert seen
    assert play.told[-2].facts[1] == "WIS"
    assert ann(done(disarm, thief, "ann", darts, script=[9])[0]).hp == 10, "deft, but without tools"
    tools = made("black_hack.item.thieves_toolkit", "k")
    equipped = table(somebody(calling="thief", items=(tools,)))
    assert ann(done(disarm, equipped, "ann", darts, script=[19, 9, ("success", 9)])[0]).hp == 10
    assert ann(done(disarm, table(somebody()), "ann", darts, script=[9, 10, ("failure", 10), 20, 2])[0]).hp == 8
    shown = table(somebody(), effects=(Effect("e", "black_hack.prayer.find_traps", by="ann", die=6, unit="minutes"),))
    assert done(found, shown, "ann", darts)[0][1]
    state, _ = done(gm_trap, table(somebody()), "", script=["Darts", "search", 20, 20, 2])
    assert ann(state).hp == 8


@covers("black_hack.treasure.coins")
def test_coins_by_hit_dice_for_those_who_use_them():
    captain = foe("captain", hd=4)
    assert done(purse, captain, script=[(1, 2, 3, 4)])[0] == 10
    assert sum(Fraction(p) * n for n, p in distribution(purse, captain).items()) == 14
    assert not any(carries(foe(tags=(tag,))) for tag in ("beast", "mindless", "elemental"))
    assert not carries(foe(commander="ann"))
    down = foe(conditions=("removed",))
    state, _ = done(gm_treasure, table(somebody(), foes=[down]), "", script=["fallen", 5])
    assert ann(state).coins == 5
    assert done(gm_treasure, state, "", script=["small", 1])[0].party == state.party


HOARDS: dict[int, tuple[list[Any], int, list[Any]]] = {
    1: ([], 0, []),
    2: ([7], 7, []),
    3: ([(4, 5)], 45, []),
    4: ([], 0, ["black_hack.item.rations_dried", "black_hack.item.torches"]),
    5: ([2, 1, 1], 0, [None, None]),
    6: ([1], 0, [None]),
    7: (["leather"], 0, ["black_hack.armour.leather"]),
    8: ([1, 1], 0, [""]),
    9: ([4, 1], 0, [""]),
    10: ([(4, 4, 5, 5)], 0, [""]),
    11: ([], 0, []),
    12: ([(6, 6)], 0, [None]),
}


@covers("black_hack.table.treasure")
@pytest.mark.parametrize("row", HOARDS)
def test_every_row_of_a_hoard(row):
    script, coins, refs = HOARDS[row]
    state, _ = done(hoard, table(somebody(strength=18)), "ann", script=[row, *script])
    one = ann(state)
    assert (one.coins, len(one.items)) == (coins, len(refs))
    assert all(ref is None or item.ref == ref for item, ref in zip(one.items, refs, strict=True))
    if row == 7:
        assert one.items[0].dice == ("broken", "whole")
    if row in (8, 9):
        assert one.items[0].spells[0].split(".")[1] == ("spell" if row == 8 else "prayer")
    if row == 10:
        assert one.items[0].value == 180
    if row == 12:
        assert one.items[0].ref.startswith("black_hack.magic_item.")


@covers("black_hack.table.treasure", "black_hack.weapon.one_handed")
def test_what_lies_in_a_lair_is_a_thing_and_the_gm_names_a_weapon():
    sizes = {"common": 30, "rare": 13}
    for row, rarity in ((5, "common"), (6, "rare")):
        state = table(somebody(strength=18))
        listed = [ref for ref in goods() if things()[ref].rarity == rarity]
        assert len(listed) == sizes[rarity]
        for at, ref in enumerate(listed, 1):
            named = [options[0]] if len(options := named_weapons(things()[ref].ref)) > 1 else []
            script = [row, *([1] if row == 5 else []), at, *named]
            (item,) = ann(done(hoard, state, "ann", script=script)[0]).items
            assert item.ref == (named[0] if named else things()[ref].ref or ref)


@covers("black_hack.table.treasure")
def test_the_great_keep_more():
    assert [rolls(hd) for hd in (1, 4, 5, 8, 9, 12)] == [1, 1, 2, 2, 3, 3]
    assert 1 - Fraction(11, 12) ** 3 == Fraction(397, 1728)
    state, _ = done(gm_treasure, table(somebody()), "", script=["ancient", 2, 3, 2, 4, 1])
    assert ann(state).coins == 7


@covers("black_hack.option.panic", "black_hack.setting.panic", "black_hack.table.panic")
def test_total_darkness_brings_panic_where_the_table_has_it_so():
    dark = table(somebody(wisdom=11), dark=True, settings={"panic": True})
    assert has(ann(done(panics, dark, "ann", script=[11])[0]), "panic")
    assert not has(ann(done(panics, dark, "ann", script=[10])[0]), "panic")
    assert not done(next_turn, replace(dark, settings=table().settings), "")[1].asked
    lit = replace(dark, party=(somebody(items=(TORCH,)),))
    assert done(panics, lit, "ann")[0] == lit
    state, _ = done(next_turn, dark, "", script=[20, 2])
    assert {"panic", "rooted"} <= set(ann(state).conditions)
    calm, _ = done(next_turn, state, "", script=[1])
    assert not ann(calm).conditions


@covers("black_hack.table.panic")
@pytest.mark.parametrize(
    ("face", "then", "codes", "con"),
    [
        (1, [1], (), 10),
        (1, [20], ("panic",), 10),
        (2, [], ("panic", "rooted"), 10),
        (3, [], ("panic", "shocked"), 10),
        (4, [], ("panic", "fumbling"), 10),
        (5, [], ("panic",), 8),
        (6, [], ("panic", "out_of_action"), 10),
    ],
)
def test_every_row_of_panic(face, then, codes, con):
    state, _ = done(panic_roll, table(somebody(conditions=("panic",))), "ann", script=[face, *then])
    assert (ann(state).conditions, ann(state).constitution) == (codes, con)


@covers("black_hack.option.panic")
def test_panic_takes_moves_and_actions_in_a_fight():
    fight = fighting("ann")
    for code, deed in (("rooted", "move"), ("shocked", "attack")):
        state = table(somebody(conditions=("panic", code)), foes=[foe()], combat=fight)
        refused = {offer.action.name: offer.refusal for offer in DEEDS.offers(state, "player")}
        assert getattr(refused[deed], "code", "") == "panicked"
    fumbling = table(somebody(conditions=("fumbling",)), settings={"gm_choice": "worst"})
    assert not done(attempt, fumbling, "ann", "DEX", "black_hack.test.when", script=[2, 15])[0][1].success


@covers("black_hack.action.simple", "black_hack.action.risky", "black_hack.test.when")
def test_a_player_tries_something_and_the_gm_rules():
    state = table(somebody(strength=12))
    simple, play = done(improvise, state, "ann", script=["open the door", "simple"])
    assert simple.acted == ("ann",)
    assert play.codes() == ["tries", "simple"]
    _risky, play = done(improvise, state, "ann", script=["bend the bars", "STR", 11])
    assert play.told[-1].facts[-1] == "success"
    long, _ = done(improvise, state, "ann", script=["read the book", "too_long"])
    assert long == state
    fight = table(somebody(strength=12), foes=[foe()], combat=fighting("ann"))
    after, _ = done(improvise, fight, "ann", script=["tip the table", "STR", "orc", 5])
    assert (after.combat.action, after.combat.move) == (False, True)
    refused = {o.action.name: o.refusal for o in DEEDS.offers(replace(state, acted=("ann",)), "player")}
    assert getattr(refused["improvise"], "code", "") == "acted"


@covers("black_hack.setting.fail_forward", "black_hack.option.fail_forward", "black_hack.table.fail_forward")
def test_success_at_a_cost_where_the_table_has_it_so():
    plain = table(somebody())
    assert done(at_a_cost, plain, "ann")[0] == plain
    rules = {"fail_forward": True}
    rich = table(somebody(items=(replace(TORCH, lit=False), carried())), settings=rules)
    assert done(at_a_cost, rich, "ann", script=["usage", "no"])[0] == rich
    assert ann(done(at_a_cost, rich, "ann", script=["usage", "yes"])[0]).items[0].usage == 4
    assert len(ann(done(at_a_cost, rich, "ann", script=["item", "yes", 2])[0]).items) == 1
    assert ann(done(at_a_cost, rich, "ann", script=["harm", "yes", 4])[0]).hp == 6
    assert has(ann(done(at_a_cost, rich, "ann", script=["later", "yes"])[0]), "disfavoured")
    assert has(ann(done(at_a_cost, rich, "ann", script=["doom", "yes"])[0]), "doomed")
    moody, _ = done(at_a_cost, rich, "ann", script=["mood", "yes"])
    assert owed(moody, "mood")[1]
    assert not owed(owed(moody, "mood")[0], "mood")[1]
    empty = table(somebody(), settings=rules)
    _, play = done(at_a_cost, empty, "ann", script=["no"])
    assert not {"item", "usage"} & set(play.asked[0].options)


@covers("black_hack.bestiary.lycanthropy")
def test_the_curse_of_a_lycanthrope():
    cursed = table(somebody(conditions=("lycanthropy",)))
    state, _ = done(start_session, cursed, "", script=[20])
    assert has(ann(state), "moonstruck")
    wild, _ = done(DEEDS.perform, state, Action("run_wild"))
    assert (has(ann(wild), "wild"), has(ann(wild), "moonstruck")) == (True, False)
    assert not has(ann(done(DEEDS.perform, wild, Action("run_wild"))[0]), "wild")
    assert not has(ann(done(start_session, cursed, "", script=[1])[0]), "moonstruck")
    assert not done(start_session, table(somebody(items=(held("short_sword"),))), "")[1].asked


@covers("black_hack.encounter.when_time", "black_hack.setting.encounter_clock", "black_hack.setting.encounter_turns")
def test_by_the_real_clock_the_gm_is_reminded():
    state = table(somebody(), settings={"encounter_turns": 2}, dangerous=True)
    for reminded in (False, False, True, False):
        state, play = done(next_turn, state, "")
        told = [one for one in play.told if one.code == "encounter.reminder"]
        assert [one.seen_by for one in told] == ([(REFEREE,)] if reminded else [])
    safe = replace(state, dangerous=False, encounter=9)
    assert "encounter.reminder" not in done(next_turn, safe, "")[1].codes()


@covers("black_hack.table.encounter", "black_hack.prayer.daylight")
def test_the_light_that_dims_may_be_daylight():
    state = lay(table(somebody()), "black_hack.prayer.daylight", "minutes", die=8, by="ann")[0]
    after, _ = done(dims, state)
    assert [effect.die for effect in after.effects] == [6]
