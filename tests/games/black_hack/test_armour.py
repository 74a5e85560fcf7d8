"""Armour Dice: the pool, breaking one, mending, armour that is gone, shields, helmets and mail of magic."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.armour import mend, mends, offered, pool, repaired
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.state import Effect
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import foe, held, somebody, table, worn
from tests.games.playing import asked, done

WHY = "black_hack.damage.subtract"
SHIELD = "black_hack.spell.shield"


def mail(who="ann", of=SHIELD, dice=2, id_="m1"):
    return Effect(id_, of, by=who, on=(who,), dice=("whole",) * dice)


def size(one, **more):
    return len(pool(table(one, **more), one))


@covers("black_hack.armour.pool", "black_hack.table.armour_value", "black_hack.armour.shield_helmet")
@pytest.mark.parametrize(
    ("items", "dice"),
    [
        ([], 0),
        ([worn("cloth")], 1),
        ([worn("leather")], 2),
        ([worn("chain_mail")], 3),
        ([worn("plate_and_mail")], 4),
        ([worn("mithril_shirt")], 4),
        ([worn("chain_mail"), held("shield", "s"), worn("helmet", "h")], 5),
        ([worn("leather"), held("small_shield", "s"), worn("helmet", "h")], 4),
        ([worn("helmet", "h"), worn("helmet", "h2")], 1),
        ([held("shield", "s"), held("shield", "s2")], 1),
        ([held("shield", "s"), held("polearm")], 0),
        ([replace(worn("leather"), place="pack")], 0),
    ],
)
def test_the_pool(items, dice):
    assert size(somebody(items=items)) == dice


@covers("black_hack.armour.no_stack")
def test_only_the_highest_av_counts():
    both = somebody(items=[worn("cloth", "a"), worn("chain_mail", "b")])
    assert pool(table(both), both) == ("b", "b", "b")


@covers("black_hack.armour.no_stack", "black_hack.armour.arcane_mail", "black_hack.armour.aura")
@pytest.mark.parametrize("of", [SHIELD, "black_hack.prayer.protect"])
def test_mail_of_magic_stands_in_for_weaker_armour(of):
    cloth = somebody(items=[worn("cloth")])
    state = table(cloth, effects=(mail(of=of),))
    assert pool(state, cloth) == ("m1", "m1")
    for _ in range(2):
        (state, lost), _ = done(damage, state, "ann", 9, WHY, script=["m1"])
        assert lost == 0
    assert state.effects == ()
    assert pool(state, cloth) == ("a1",)
    chain = somebody(items=[worn("chain_mail"), worn("helmet", "h")])
    assert pool(table(chain, effects=(mail(),)), chain) == ("a1", "a1", "a1", "h")
    even = somebody(items=[worn("leather")])
    assert pool(table(even, effects=(mail(),)), even) == ("m1", "m1", "a1", "a1")


@covers("black_hack.setting.magic_mail")
def test_mail_of_magic_may_simply_add_to_the_pool():
    chain = somebody(items=[worn("chain_mail")])
    assert size(chain, effects=(mail(),), settings={"magic_mail": "adds"}) == 5
    assert size(chain, effects=(mail(),)) == 3


@covers("black_hack.armour.break_to_ignore", "black_hack.action.break_armour_die", "black_hack.armour.broken_unusable")
def test_one_die_stops_all_damage_and_is_broken():
    state = table(somebody(items=[worn("leather")]))
    for left in (1, 0):
        (state, lost), play = done(damage, state, "ann", 16, WHY, script=["a1"])
        assert lost == 0
        assert ("Ann", "black_hack.armour.leather", left) in [told.facts for told in play.told]
    assert state.party[0].items[0].dice == ("broken", "broken")
    (state, lost), play = done(damage, state, "ann", 4, WHY)
    assert (lost, state.party[0].hp) == (4, 6)
    assert not asked(play, "armour_die_loss")


@covers("black_hack.armour.break_to_ignore")
def test_the_player_may_decline_knowing_the_damage():
    (state, lost), play = done(damage, table(somebody(items=[worn("leather")])), "ann", 3, WHY, script=["no"])
    (choice,) = asked(play, "armour_die_loss")
    assert (choice.by, choice.options, choice.facts[1]) == ("player", ("a1", "no"), 3)
    assert (lost, state.party[0].hp) == (3, 7)


@covers("black_hack.armour.break_to_ignore")
def test_plate_ignores_four_attacks_before_a_rest():
    state = table(somebody(items=[worn("plate_and_mail")]))
    for _ in range(4):
        (state, lost), _ = done(damage, state, "ann", 8, WHY, script=["a1"])
        assert lost == 0
    assert len(pool(state, state.party[0])) == 0


@covers("black_hack.armour.shield_helmet")
def test_the_player_picks_the_piece():
    items = [worn("leather"), held("shield", "s"), worn("helmet", "h")]
    _, play = done(damage, table(somebody(items=items)), "ann", 3, WHY, script=["a1"])
    assert set(asked(play, "armour_die_loss")[0].options) == {"a1", "s", "h", "no"}


@covers("black_hack.armour.repair_fixed", "black_hack.armour.repair_permanent")
@pytest.mark.parametrize(("av", "p"), [(1, "5/6"), (2, "2/3"), (3, "1/2"), (4, "1/3")])
def test_chances_of_mending(av, p):
    assert distribution(mends, av, False, "player")[True] == Fraction(p)


@covers("black_hack.ability.warrior_self_reliant")
@pytest.mark.parametrize(("av", "p"), [(1, "35/36"), (2, "7/9"), (3, "7/12"), (4, "7/18")])
def test_the_self_reliant_roll_a_one_again(av, p):
    assert distribution(mends, av, True, "player")[True] == Fraction(p)


def battered(calling="cleric", *pieces):
    items = [replace(piece, dice=("broken",) * len(piece.dice)) for piece in pieces]
    return somebody(calling=calling, items=items)


@covers("black_hack.armour.repair_roll", "black_hack.rest.hour_armour", "black_hack.action.roll_broken_die")
def test_each_broken_die_is_rolled_after_a_rest():
    state, _ = done(mend, table(battered("cleric", worn("leather"))), "ann", script=[2, 3, 2])
    assert state.party[0].items[0].dice == ("whole", "gone")
    state, _ = done(mend, table(battered("cleric", worn("leather"))), "ann", script=[1, 6])
    assert state.party[0].items[0].dice == ("whole", "broken")
    state, _ = done(mend, table(battered("cleric", worn("leather"))), "ann", script=[0])
    assert state.party[0].items[0].dice == ("broken", "broken")

    def both(play):
        after = mend(play, table(battered("cleric", worn("leather"))), "ann").party[0]
        return bool(after.items) and after.items[0].dice == ("whole", "whole")

    assert distribution(both, policy=lambda choice: choice.options[0])[True] == Fraction(4, 9)


@covers("black_hack.ability.warrior_self_reliant", "black_hack.action.self_reliant")
def test_a_warrior_at_the_whetstone():
    state, _ = done(mend, table(battered("warrior", worn("cloth"))), "ann", script=[1, 1, 5])
    assert state.party[0].items[0].dice == ("whole",)


@covers("black_hack.armour.destroyed", "black_hack.armour.repair_permanent")
def test_armour_without_a_die_that_could_mend_is_destroyed():
    state, play = done(mend, table(battered("cleric", worn("cloth"))), "ann", script=[1, 1])
    assert state.party[0].items == ()
    assert play.codes()[-1] == "armour.destroyed"
    kept = battered("cleric", worn("cloth"), held("shield", "s"))
    state, _ = done(mend, table(kept), "ann", script=[1, 1, 0])
    assert [item.dice for item in state.party[0].items] == [("gone",), ("broken",)]
    state, _ = done(mend, state, "ann", script=[1, 1])
    assert state.party[0].items == ()


@covers("black_hack.armour.shield_helmet", "black_hack.setting.bonus_die_repair")
def test_shield_and_helmet_are_mended_against_the_armour_worn():
    helm = battered("cleric", worn("helmet", "h"))
    armed = replace(helm, items=(worn("chain_mail"), *helm.items))
    state, _ = done(mend, table(armed), "ann", script=[1, 3])
    assert state.party[0].items[1].dice == ("gone",)
    state, _ = done(mend, table(armed, settings={"bonus_die_repair": "av_1"}), "ann", script=[1, 2])
    assert state.party[0].items[1].dice == ("whole",)
    state, _ = done(mend, table(helm), "ann", script=[1, 2])
    assert state.party[0].items[0].dice == ("whole",)


@covers("black_hack.price.repair")
def test_an_armourer_repairs_the_worst_die_first():
    worse = replace(worn("chain_mail"), dice=("whole", "broken", "gone"))
    state = repaired(table(somebody(items=[worse])), "ann", "a1")
    assert state.party[0].items[0].dice == ("whole", "broken", "whole")
    assert repaired(state, "ann", "a1").party[0].items[0].dice == ("whole", "whole", "whole")


EACH = ("cloth", "leather", "chain_mail", "plate_and_mail", "shield", "small_shield", "helmet", "mithril_shirt")


@covers(
    "black_hack.armour.cloth",
    "black_hack.armour.leather",
    "black_hack.armour.chain_mail",
    "black_hack.armour.plate_and_mail",
    "black_hack.armour.shield",
    "black_hack.armour.small_shield",
    "black_hack.armour.helmet",
    "black_hack.armour.mithril_shirt",
)
@pytest.mark.parametrize(("ref", "dice"), [*zip(EACH, (1, 2, 3, 4, 1, 1, 1, 4), strict=True)])
def test_every_piece_stops_as_many_blows_as_it_has_dice(ref, dice):
    piece = held(ref, "a1") if "shield" in ref else worn(ref)
    state = table(somebody(items=[piece]))
    for _ in range(dice):
        (state, lost), _ = done(damage, state, "ann", 5, WHY, script=["a1"])
        assert lost == 0
    (_, lost), _ = done(damage, state, "ann", 5, WHY)
    assert lost == 5


def test_foes_have_no_pool():
    (_, lost), play = done(damage, table(somebody(), foes=[foe()]), "orc", 3, WHY)
    assert lost == 3
    assert not play.asked


@covers("black_hack.armour.break_to_ignore", "black_hack.setting.magic_mail")
def test_dice_that_cannot_be_mended_are_offered_first_and_those_of_the_armour_last():
    one = somebody(items=[worn("leather"), held("shield", "s1"), worn("helmet", "h1")])
    mail = Effect("e1", "black_hack.spell.shield", by="ann", on=("ann",), dice=("whole", "whole"))
    state = table(one, settings={"magic_mail": "adds"}, effects=(mail,))
    _, play = done(offered, state, "ann", 3, script=["no"])
    assert play.asked[0].options == ("e1", "s1", "h1", "a1", "no")
