"""Scars: when one comes, each row by its worked example, and what ends them."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.entries import scars, tables
from tallow.games.cairn.gear.inventory import hands
from tallow.games.cairn.harm.scars import close, gain_of, lame, scar
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, up
from tallow.testing import covers
from tests.games.cairn.fighters import Answers, fight, foe, hit, somebody
from tests.games.playing import done

DEFAULT = Settings()


def scarred(row, *script, settings=DEFAULT, **numbers):
    """Somebody who has just got the scar of a row."""
    after, _ = done(scar, replace(somebody(), **numbers), row, settings, 0, script=script)
    return after


@covers("cairn.scar.trigger", "cairn.scar.lookup", "cairn.setting.scar_lookup")
@pytest.mark.parametrize(
    ("hp", "armor", "die", "lookup", "row"),
    [(4, 1, 5, "hp_lost", 4), (6, 2, 8, "hp_lost", 6), (6, 2, 8, "damage_rolled", 8), (3, 0, 3, "hp_lost", 3)],
)
def test_the_row_is_the_damage_taken(hp, armor, die, lookup, row):
    state = fight([somebody()], [foe()], settings=Settings(scar_lookup=lookup))
    attacker = foe("foe9", 4, 8, 8, 8, hit("d12"))
    hero = somebody("hero", hp, armor=armor)
    rests: dict[int, list[object]] = {4: [1], 6: [1, [1, 1, 1]], 8: [20], 3: []}
    rest = rests[row]
    after, _ = done(strike, state, hero, [(attacker, attacker.attacks[0])], script=[die, *rest])
    assert (after.target.hp, after.target.strength, after.outcome) == (0, 10, "scar")
    assert after.target.scars[0].of == scars()[row].id
    assert up(after.target)


@covers("cairn.scar.trigger", "cairn.scar.pcs_only", "cairn.scar.still_up")
@pytest.mark.parametrize("kind", ["monster", "hireling"])
def test_only_characters_get_scars(kind):
    state = fight([somebody()], [foe()])
    attacker = foe("foe9", 4, 8, 8, 8, hit("d12"))
    after, _ = done(strike, state, somebody("x", 4, kind=kind), [(attacker, attacker.attacks[0])], script=[4])
    assert (after.target.hp, after.target.scars, after.target.conditions) == (0, (), ())


@covers("cairn.scar.over_12")
def test_more_than_twelve_is_doomed():
    assert scarred(14).conditions == ("doomed",)


@covers("cairn.scar.lasting_scar", "cairn.table.lasting_scar", "cairn.scar.rattling_blow", "cairn.scar.replace")
def test_the_first_two_rows_may_raise_hp_at_once():
    after = scarred(1, 3, 5, hp=0, hp_max=3)
    assert (after.scars[0].part, after.hp_max, after.hp) == ("Eye", 5, 0)
    assert scarred(2, 4, hp_max=4).hp_max == 4
    assert scarred(2, 6, hp_max=4).hp_max == 6


@covers("cairn.scar.walloped", "cairn.scar.timing", "cairn.ability.max_change")
def test_walloped_deprives_until_it_is_over():
    after = scarred(3, hp=0, hp_max=3)
    assert [cause.name for cause in after.deprived] == ["cairn.scar.walloped"]
    assert after.scars[0].open
    rested, _ = done(close, DEFAULT, after, 0, script=[4])
    assert (rested.hp_max, rested.hp, rested.deprived, rested.scars[0].open) == (7, 0, (), False)


@covers("cairn.scar.broken_limb", "cairn.table.broken_limb", "cairn.scar.timing")
@pytest.mark.parametrize(
    ("die", "part", "free", "bad_leg"), [(1, "Leg", 2, True), (4, "Arm", 1, False), (5, "Rib", 2, False)]
)
def test_a_broken_limb_hinders_until_it_is_mended(die, part, free, bad_leg):
    after = scarred(4, die)
    assert (after.scars[0].part, hands(after), lame(after)) == (part, free, bad_leg)
    mended, _ = done(close, DEFAULT, after, 0, script=[[4, 5]])
    assert (mended.hp_max, hands(mended), lame(mended)) == (9, 2, False)


@covers("cairn.scar.diseased")
def test_getting_over_a_disease():
    over, _ = done(close, DEFAULT, scarred(5, hp_max=6), 0, script=[[4, 5]])
    assert over.hp_max == 9


@covers("cairn.scar.reorienting_head_wound", "cairn.table.head_wound", "cairn.setting.head_wound")
@pytest.mark.parametrize(
    ("now", "most", "face", "dice", "setting", "then"),
    [
        (5, 14, 1, [2, 4, 4], "keep_max", (10, 14)),
        (5, 14, 2, [2, 4, 4], "set_both", (10, 10)),
        (10, 10, 1, [3, 4, 6], "keep_max", (13, 13)),
        (10, 10, 2, [3, 3, 4], "keep_max", (10, 10)),
    ],
)
def test_a_head_wound_compares_with_the_current_score(now, most, face, dice, setting, then):
    numbers = {"strength": now, "strength_max": most}
    after = scarred(6, face, dice, settings=Settings(head_wound=setting), **numbers)
    assert (after.strength, after.strength_max) == then


@covers("cairn.scar.reorienting_head_wound", "cairn.table.head_wound")
def test_a_head_wound_of_the_other_abilities():
    assert scarred(6, 3, [6, 6, 6]).dexterity_max == 18
    assert scarred(6, 6, [6, 6, 6]).willpower_max == 18


@covers("cairn.scar.hamstrung", "cairn.condition.hamstrung", "cairn.ability.max_change")
def test_hamstrung_until_recovered():
    after = scarred(7, dexterity=8, dexterity_max=9)
    assert after.conditions == ("hamstrung",)
    over, _ = done(close, DEFAULT, after, 0, script=[[4, 4, 4]])
    assert (over.dexterity, over.dexterity_max, over.conditions) == (11, 12, ())


@covers("cairn.scar.deafened", "cairn.scar.sundered", "cairn.ability.max_change")
def test_deafened_and_sundered_save_for_a_gain():
    deaf = scarred(8, 10, 3)
    assert (deaf.willpower, deaf.willpower_max, deaf.conditions) == (13, 13, ("deaf",))
    assert scarred(8, 11).willpower_max == 10
    torn = scarred(10, "hand", 8, 6, willpower=8)
    assert (torn.willpower, torn.willpower_max, hands(torn)) == (14, 16, 1)
    assert hands(scarred(10, "ear", 20)) == 2


@covers("cairn.scar.re_brained")
def test_re_brained():
    assert scarred(9, [3, 4, 4]).willpower_max == 11
    assert scarred(9, [3, 3, 4]).willpower_max == 10


@covers("cairn.scar.mortal_wound")
def test_a_mortal_wound_takes_one_out_and_sets_hp_anew():
    after = scarred(11, hp_max=12)
    assert after.conditions == ("mortal",)
    assert not up(after)
    assert after.dies_at == HOUR
    assert [cause.name for cause in after.deprived] == ["cairn.scar.mortal_wound"]
    over, _ = done(close, DEFAULT, after, 0, script=[[2, 3]])
    assert (over.hp_max, over.conditions, over.deprived) == (5, (), ())


@covers("cairn.scar.doomed", "cairn.condition.doomed")
def test_a_second_doom_changes_nothing():
    once = scarred(12)
    again, _ = done(scar, once, 12, DEFAULT, 5)
    assert again == once


@covers("cairn.scar.timing")
def test_two_open_scars_of_a_row_are_kept_apart():
    twice, _ = done(scar, scarred(3), 3, DEFAULT, 0)
    rested, _ = done(close, DEFAULT, twice, 0, script=[2])
    assert [one.open for one in rested.scars] == [False, True]
    assert rested.deprived
    rested, _ = done(close, DEFAULT, rested, 1, script=[3])
    assert (rested.hp_max, rested.deprived) == (9, ())


@covers("cairn.scar.replace")
@pytest.mark.parametrize("row", [1, 2, 4, 5, 6, 7, 9, 12])
def test_only_a_higher_roll_is_taken(row):
    hero = replace(somebody(), hp_max=30, strength=30, strength_max=30, dexterity_max=30, willpower_max=30)
    entry = scars()[row]
    dice = [6] * int(entry.roll.partition("d")[0])
    same, play = done(gain_of, DEFAULT, hero, entry, "STR", script=[dice])
    assert same == hero
    assert play.codes() == ["scar.no_gain"]


@covers("cairn.table.scars", "cairn.scar.lookup")
@pytest.mark.parametrize("damage", range(1, 13))
def test_the_table_and_the_scars_agree(damage):
    play = Answers()
    after = scar(play, somebody(), damage, DEFAULT, 0)
    row = tables()["cairn.table.scars"].row(damage)
    assert after.scars[0].of == scars()[damage].id
    assert scars()[damage].name == row.name
