"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.flight import run
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import arrayed, fought
from tallow.games.black_hack.gear.food import session_meal
from tallow.games.black_hack.gear.magic_items import speak_name
from tallow.games.black_hack.gear.market import DEEDS as MARKET
from tallow.games.black_hack.gear.market import buy
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.gear.wear import hovers
from tallow.games.black_hack.harm.curses import moon
from tallow.games.black_hack.harm.damage import damage, heal
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.harm.victims import dread, in_dread
from tallow.games.black_hack.state import MARKS, Effect, Hindrance, creature, put
from tallow.testing import covers
from tests.games.black_hack.casters import scene, worked
from tests.games.black_hack.fighters import fighting, foe, held, refused, somebody, table, worn
from tests.games.black_hack.townsfolk import asked_for, town
from tests.games.playing import done

WHY = "black_hack.damage.subtract"


@covers("black_hack.item.custom_or_exotic_weapon", "black_hack.weapon.custom_or_exotic")
@pytest.mark.parametrize(("written", "name"), [("N" * 61, "N" * 60), (f"  {'N' * 60}  ", "N" * 60), ("  ", None)])
def test_a_custom_weapon_has_a_name_of_sixty_letters_at_most_or_that_of_its_kind(written, name):
    listed = asked_for("black_hack.item.custom_or_exotic_weapon")
    script = [listed, "no", [1, 1], "yes", "two_handed", written]
    (item,) = done(buy, town(somebody(coins=100)), "ann", script=script)[0].party[0].items
    assert item.name == (name or made("black_hack.weapon.custom_or_exotic", "x").name)
    assert (item.hands, item.large) == (2, False)


@covers("black_hack.damage.subtract", "black_hack.armour.break_to_ignore")
def test_who_is_dead_stone_or_frozen_loses_nothing_and_neither_does_who_breaks_a_die():
    for one in (somebody(conditions=(name,)) for name in ("dead", "stone", "frozen")):
        state = table(one)
        assert done(damage, state, "ann", 5, WHY)[0] == (state, 0)
    state = table(somebody())
    assert done(damage, state, "ann", 0, WHY)[0] == (state, 0)
    assert done(damage, state, "ann", 1, WHY)[0][1] == 1
    mailed = table(somebody(items=(worn("chain_mail"),)))
    (after, lost), play = done(damage, mailed, "ann", 5, WHY, script=["a1"])
    assert (after.party[0].hp, lost, play.codes()[-1]) == (10, 0, "damage.ignored")


@covers("black_hack.phase.combat_start")
def test_a_fight_goes_back_to_where_it_broke_out_or_to_what_is_said():
    for phase, back in (("exploration",) * 2, ("travel",) * 2, ("downtime",) * 2, ("creation", "exploration")):
        state = replace(table(somebody()), phase=phase)
        assert fought(arrayed(state, (foe(),))).back_to == back
        assert fought(arrayed(state, (foe(),), back_to="travel")).back_to == "travel"


@covers("black_hack.morale.fail", "black_hack.turn.extra_move")
def test_whose_morale_fails_flees_from_all_and_escapes_once_distant():
    state = table(somebody("cle", "cleric"), somebody(), foes=(foe(),), combat=fighting("orc", fleeing=("orc",)))
    after, play = done(run, state, "orc")
    assert [(line.code, line.facts, line.why) for line in play.told] == [
        ("escapes", ("Orc",), "black_hack.morale.fail")
    ]
    assert "fled" in creature(after, "orc").conditions
    near = replace(state, combat=replace(state.combat, bands=(("ann", "orc", "close"),)))
    after, play = done(run, near, "orc")
    assert (band(after, "orc", "ann"), band(after, "orc", "cle")) == ("faraway", "distant")
    assert play.codes() == ["flees"]


@covers("black_hack.banish.flee")
def test_the_banished_flee_from_the_cleric_alone_and_do_not_escape():
    bones = foe("bones", tags=("undead",), banished=3, banished_by="cle")
    state = table(somebody("cle", "cleric"), somebody(), foes=(bones,), combat=fighting("bones"))
    after, play = done(run, state, "bones")
    assert [(line.code, line.why) for line in play.told] == [("flees", "black_hack.banish.flee")]
    assert (band(after, "bones", "cle"), band(after, "bones", "ann")) == ("distant", "nearby")
    stuck = put(state, replace(bones, hindrances=(Hindrance("stuck"),)))
    after, play = done(run, stuck, "bones")
    assert (after, [(line.code, line.why) for line in play.told]) == (stuck, [("cowers", "black_hack.banish.flee")])


@covers("black_hack.table.out_of_action")
@pytest.mark.parametrize(("row", "sides"), [(4, [6, 4, 4]), (5, [6, 4, 4])])
def test_a_lasting_injury_takes_1d4_and_1d4_hp_come_back(row, sides):
    state = table(somebody(hp=0, conditions=("out_of_action",)), settings={"maimed_loss": "1d4"})
    script = [row, 3, *(["STR"] if row == 5 else []), 2]
    after, play = done(roll_fate, state, "ann", script=script)
    assert [question.sides for question in play.asked if hasattr(question, "sides")] == sides
    assert (after.party[0].hp, after.party[0].charisma + after.party[0].strength) == (2, 17)


@covers("black_hack.heal.cap", "black_hack.monster.mummy")
def test_who_rots_is_not_healed_and_that_is_told():
    state = table(somebody(hp=3, conditions=("rotting",)))
    after, play = done(heal, state, "ann", 4, WHY)
    assert (after, [(line.code, line.facts) for line in play.told]) == (state, [("heal.rot", ("Ann",))])
    assert done(heal, table(somebody(hp=3)), "ann", 0, WHY)[1].told == []


@covers("black_hack.bestiary.lycanthropy")
def test_only_the_cursed_test_for_the_moon_and_failing_is_told_to_the_gm_and_them():
    well = table(somebody(conditions=("moonstruck", "wild")))
    after, play = done(moon, well, "ann")
    assert (after.party[0].conditions, play.asked) == ((), [])
    cursed = table(somebody(conditions=("lycanthropy",)))
    assert done(moon, cursed, "ann", script=[9])[0].party[0].conditions == ("lycanthropy",)
    struck, play = done(moon, cursed, "ann", script=[11])
    assert struck.party[0].conditions == ("lycanthropy", "moonstruck")
    assert [(line.facts, line.seen_by) for line in play.told if line.code == "moonstruck"] == [
        (("Ann",), ("referee", "player"))
    ]


@covers("black_hack.option.rations", "black_hack.setting.rations_mode")
def test_who_has_nothing_to_eat_when_a_session_begins_is_told_to_be_hungry():
    state = table(somebody(), settings={"rations_mode": "session_start"})
    after, play = done(session_meal, state, "ann")
    assert (after.party[0].conditions, play.codes()[-1]) == (("hungry",), "hungry")
    assert done(session_meal, table(somebody()), "ann")[1].told == []


@covers("black_hack.monster.hezrou")
def test_dread_lasts_1d4_moments_and_all_hear_how_long():
    state = table(somebody(), foes=(foe("imp", of="black_hack.monster.hezrou"),), combat=fighting())
    after, play = done(dread, state, "imp", "ann", script=[4])
    assert [(question.sides, question.by) for question in play.asked] == [(4, "referee")]
    assert [(line.code, line.facts) for line in play.told] == [("dread", ("Ann", 4))]
    assert in_dread(after, "ann")


@covers("black_hack.price.unlisted")
@pytest.mark.parametrize(("answer", "things", "coins"), [("yes", ["harp"], 6), ("no", [], 10)])
def test_what_is_on_no_list_is_had_for_its_price_or_left(answer, things, coins):
    state = town(somebody(coins=10))
    after, _ = done(buy, state, "ann", script=["another", "harp", "common", "no", 4, answer])
    one = after.party[0]
    assert ([item.name for item in one.items], one.coins) == (things, coins)


@covers("black_hack.action.speak_name", "black_hack.magic_item.list_of_true_names")
def test_that_a_true_name_is_spoken_is_told():
    known = replace(made("black_hack.magic_item.list_of_true_names", "l"), marks=(MARKS.mark("learned", "Orc"),))
    after, play = done(speak_name, table(somebody(items=(known,)), foes=(foe(),)), "ann")
    assert [(line.code, line.facts) for line in play.told] == [("true_name.spoken", ("Ann", "Orc"))]
    assert creature(after, "orc").commander == "ann"


@covers("black_hack.spell.flesh_to_stone")
def test_only_what_turned_this_one_to_stone_ends():
    ref = "black_hack.spell.flesh_to_stone"
    stony = tuple(somebody(id_, conditions=("stone",)) for id_ in ("bob", "cy"))
    effects = (
        Effect("e1", ref, by="x", on=("bob",)),
        Effect("e2", ref, by="x", on=("cy",)),
        Effect("e3", "black_hack.spell.shield", by="x", on=("bob",)),
    )
    after, _ = worked(ref, replace(scene(ref, friends=stony), effects=effects), on=("bob",))
    assert [effect.id for effect in after.effects] == ["e2", "e3"]
    assert [one.conditions for one in after.party[1:]] == [(), ("stone",)]


@covers("black_hack.spell.knock_lock")
def test_knock_opens_an_ordinary_lock_or_ends_one_of_magic():
    ref = "black_hack.spell.knock_lock"
    lock = Effect("lock", ref, by="x", detail="lock")
    state = replace(scene(ref), effects=(lock,))
    assert worked(ref, state, "open", "ordinary")[0].effects == (lock,)
    assert worked(ref, state, "open", "lock")[0].effects == ()
    assert [effect.detail for effect in worked(ref, scene(ref), "lock")[0].effects] == ["lock"]
    _, play = worked(ref, scene(ref), "open")
    assert [question.what for question in play.asked] == ["knock"]


@covers("black_hack.magic_item.chromatic_feather")
def test_a_feather_in_hand_among_other_things_keeps_off_the_ground():
    feather = replace(made("black_hack.magic_item.chromatic_feather", "f"), place="hands")
    sword = held("broad_sword")
    assert hovers(somebody(items=(sword, feather)))
    assert not hovers(somebody(items=(sword, replace(feather, place="pack"))))
    assert not hovers(somebody(items=(sword,)))


@covers("black_hack.action.repair_armour")
def test_an_armourer_works_for_whoever_has_a_coin():
    (repair,) = [deed for deed in MARKET if deed.name == "repair_armour"]
    mail = replace(worn("chain_mail"), dice=("broken", "whole"))
    assert refused(repair, town(somebody(coins=0, items=(mail,))), "ann") == "no_coins"
    assert refused(repair, town(somebody(coins=1, items=(mail,))), "ann") is None
