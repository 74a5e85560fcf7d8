"""The pool: what the dice say, what is spent on Gambits, what is fended off, what is left."""

from fractions import Fraction

import pytest

from tallow.games.modified_cairn.combat.pool import Gambit, Thrown, damage, fended, holders, resisted, spend, throw
from tallow.play import Choice, Scripted, distribution, scripted
from tallow.testing import covers

NAMES = ("bolster", "stop", "impair", "expose", "repel", "move")


def highest(play, dice):
    return max(throw(play, dice, "yan"))


def mean(dice):
    return sum(face * chance for face, chance in distribution(highest, dice).items())


@covers("modified_cairn.dice.highest", "modified_cairn.dice.example_yan", "modified_cairn.weapon_class.light")
def test_two_daggers_keep_the_higher():
    assert distribution(highest, (6, 6)) == {face: Fraction(2 * face - 1, 36) for face in range(1, 7)}
    assert mean((6, 6)) == Fraction(161, 36)
    assert damage((Thrown("yan", "yan", (2, 4)),), (), 0) == 4


@covers("modified_cairn.dice.example_yokel", "modified_cairn.weapon.shield_bash")
def test_longsword_and_shield_bash():
    chances = distribution(highest, (4, 8))
    assert chances == {
        1: Fraction(1, 32),
        2: Fraction(3, 32),
        3: Fraction(5, 32),
        4: Fraction(7, 32),
        **dict.fromkeys((5, 6, 7, 8), Fraction(1, 8)),
    }
    assert mean((4, 8)) == Fraction(77, 16)
    assert damage((Thrown("yokel", "yokel", (4, 5)),), (), 0) == 5


@covers(
    "modified_cairn.modifier.enhanced",
    "modified_cairn.modifier.enhanced_bigger",
    "modified_cairn.feat.frenzy_bonus",
    "modified_cairn.weapon.ranged_dual",
    "modified_cairn.enemy.one_attack",
    "modified_cairn.enemy.huge",
    "modified_cairn.weapon_class.balanced",
    "modified_cairn.attack.dual_wield",
)
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((6, 8), Fraction(251, 48)),
        ((8, 12), Fraction(59, 8)),
        ((6, 12), Fraction(503, 72)),
        ((4, 6), Fraction(47, 12)),
        ((8, 8), Fraction(93, 16)),
        ((12, 12), Fraction(611, 72)),
        ((4, 4, 4), Fraction(55, 16)),
    ],
)
def test_the_higher_of_several_on_average(dice, expected):
    assert mean(dice) == expected


def pays(play, dice, least):
    return any(face >= least for face in throw(play, dice, "yan"))


@covers("modified_cairn.gambit.cost", "modified_cairn.gambit.strong", "modified_cairn.modifier.enhanced_gambit")
@pytest.mark.parametrize(
    ("dice", "least", "chance"),
    [
        ((4,), 4, Fraction(1, 4)),
        ((6,), 4, Fraction(1, 2)),
        ((8,), 4, Fraction(5, 8)),
        ((10,), 4, Fraction(7, 10)),
        ((12,), 4, Fraction(3, 4)),
        ((6,), 8, 0),
        ((8,), 8, Fraction(1, 8)),
        ((10,), 8, Fraction(3, 10)),
        ((12,), 8, Fraction(5, 12)),
        ((6, 6), 4, Fraction(3, 4)),
        ((8, 4), 4, Fraction(23, 32)),
        ((8, 12), 8, Fraction(47, 96)),
        ((6, 6, 8, 4), 4, Fraction(119, 128)),
    ],
)
def test_how_often_a_gambit_can_be_paid(dice, least, chance):
    def bought(play):
        thrown = Thrown("yan", "yan", throw(play, dice, "yan"))
        play_ways = [way for way in ways_of(thrown) if not isinstance(way[-1], str)]
        return any(way[-1] >= least and (least < 8 or way[0] == "greater") for way in play_ways)

    assert distribution(bought).get(True, 0) == chance


def ways_of(thrown, bought=(), names=NAMES):
    """What a Gambit could be bought with, as the question lists it."""
    play = Scripted("done")
    spend(play, (thrown,), bought, names, 0)
    return [way for question in play.asked if isinstance(question, Choice) for way in question.options[1:]]


@covers("modified_cairn.gambit.strong", "modified_cairn.gambit.deny_save")
def test_a_die_of_eight_denies_the_save_or_asks_for_more():
    assert ways_of(Thrown("yan", "yan", (3, 9)), names=("stop", "bolster", "move")) == [
        ("stop", 9),
        ("no_save", "stop", 9),
        ("greater", "stop", 9),
        ("bolster", 9),
        ("move", 9),
        ("greater", "move", 9),
    ]
    assert ways_of(Thrown("yan", "yan", (3, 7)), names=("stop",)) == [("stop", 7)]
    assert ways_of(Thrown("yan", "yan", (3, 3)), names=("stop",)) == []


YAN, YOKEL = Thrown("yan", "yan", (2, 4)), Thrown("yokel", "yokel", (4, 5))


@covers("modified_cairn.gambit.example_setup", "modified_cairn.dice.pool", "modified_cairn.turn.roll_together")
def test_yan_and_yokel_roll():
    def both(play):
        return (throw(play, (6, 6), "yan"), throw(play, (8, 4), "yokel"))

    assert scripted(both, script=([2, 4], [4], [5])) == ((2, 4), (4, 5))
    no_gambits = distribution(lambda play: max(max(one) for one in both(play)))
    assert sum(face * chance for face, chance in no_gambits.items()) == Fraction(3245, 576)


@covers("modified_cairn.gambit.example_spend", "modified_cairn.gambit.example_damage", "modified_cairn.dice.spend")
def test_yan_bolsters_and_yokel_repels():
    left, bought = scripted(spend, (YAN, YOKEL), (), NAMES, 0, script=[("bolster", 4), ("repel", 4), "done"])
    assert [one.faces for one in left] == [(2,), (5,)]
    assert bought == (Gambit("yan", "bolster", 4), Gambit("yokel", "repel", 4))
    assert scripted(resisted, bought, 8, "gm", script=[8]) == (bought[0],)
    assert scripted(resisted, bought, 8, "gm", script=[9]) == bought
    assert distribution(resisted, bought, 8, "gm")[(bought[0],)] == Fraction(2, 5)
    assert damage(left, bought, 0) == 6


@covers(
    "modified_cairn.gambit.example_alternatives", "modified_cairn.gambit.no_duplicates", "modified_cairn.gambit.bolster"
)
def test_only_bolster_and_move_are_chosen_twice():
    repelled = (Gambit("yan", "repel", 4),)
    assert not [way for way in ways_of(YOKEL, repelled) if "repel" in way]
    both = (Gambit("yan", "bolster", 4), Gambit("yokel", "bolster", 4))
    assert ("bolster", 4) in ways_of(YOKEL, both)
    assert ("move", 4) in ways_of(YOKEL, (Gambit("yan", "move", 4),))
    left = (Thrown("yan", "yan", (2,)), Thrown("yokel", "yokel", (5,)))
    assert damage(left, both, 0) == 7
    assert damage((Thrown("yan", "yan", (2,)),), (*both, both[0]), 0) == 5


@covers("modified_cairn.gambit.one_save", "modified_cairn.gambit.save", "modified_cairn.gambit.deny_save")
def test_one_save_for_all_gambits_of_one_attacker():
    bought = (Gambit("yan", "stop", 4), Gambit("yan", "impair", 5), Gambit("yokel", "repel", 4))
    chances = distribution(resisted, bought, 10, "gm")
    assert chances == {
        (): Fraction(1, 4),
        bought[:2]: Fraction(1, 4),
        bought[2:]: Fraction(1, 4),
        bought: Fraction(1, 4),
    }
    assert distribution(resisted, bought[2:], 12, "gm")[bought[2:]] == Fraction(2, 5)
    denied = (Gambit("yan", "stop", 9, "no_save"), Gambit("yan", "bolster", 4))
    assert distribution(resisted, denied, 18, "gm") == {denied: 1}


@covers("modified_cairn.gambit.melee_only", "modified_cairn.dice.spend", "modified_cairn.feat.focus")
def test_only_ones_own_melee_dice_are_spent():
    bow, dagger = Thrown("bow", "bow", (8,), melee=False), Thrown("dagger", "dagger", (4,))
    left, bought = scripted(spend, (bow, dagger), (), ("stop",), 0, script=[("stop", 4)])
    assert left[0].faces == (8,)
    assert bought == (Gambit("dagger", "stop", 4),)
    focused = Thrown("yan", "yan", (2, 3), focus=True)
    left, bought = scripted(spend, (focused,), (), NAMES, 0, script=[("focus", "bolster")])
    assert damage(left, bought, 0) == 4


@covers(
    "modified_cairn.gambit.something_else",
    "modified_cairn.gambit.never_ends_fight",
    "modified_cairn.action.ref_gambit_effect",
)
@pytest.mark.parametrize(
    ("script", "kept", "bought"),
    [
        ([("something_else", 5), "trip it", "It lies there for a turn.", "pay"], (2,), 1),
        ([("something_else", 5), "trip it", "It only stumbles.", "keep", "done"], (2, 5), 0),
        ([("something_else", 5), "behead it", "", "done"], (2, 5), 0),
    ],
)
def test_something_else_is_ruled_on_before_the_die_is_paid(script, kept, bought):
    names = ("something_else", "bolster")
    left, gambits = scripted(spend, (Thrown("yan", "yan", (2, 5)),), (), names, 0, script=script)
    assert (left[0].faces, len(gambits)) == (kept, bought)
    assert not gambits or gambits[0].detail == "It lies there for a turn."


def fending(thrown, face):
    left = scripted(fended, thrown, "yan", "Yan", script=[face])
    assert left is not None
    return left


@covers("modified_cairn.feat.fend", "modified_cairn.hurt.fend")
def test_fending_discards_a_die():
    enemy = (Thrown("ogre", "gm", (4, 7)),)
    assert damage(fending(enemy, 7), (), 0) == 4
    assert scripted(fended, enemy, "yan", "Yan", script=["no"]) is None
    single = fending((Thrown("orc", "gm", (5,)),), 5)
    assert damage(single, (Gambit("orc", "bolster"),), 0) == 0
    assert scripted(fended, (Thrown("orc", "gm", ()),), "yan", "Yan") is None
    left = (Thrown("orc", "gm", (3, 5, 8)),)
    for face in (8, 5):
        left = fending(left, face)
    assert damage(left, (), 0) == 3


@covers("modified_cairn.feat.fend")
def test_fending_the_higher_of_two():
    def dealt(play):
        thrown = (Thrown("orc", "gm", throw(play, (8, 6), "gm")),)
        return damage(fended(play, thrown, "yan", "Yan") or (), (), 0)

    chances = distribution(dealt, policy=lambda choice: choice.options[1])
    assert sum(face * chance for face, chance in chances.items()) == Fraction(133, 48)


@covers(
    "modified_cairn.hurt.armour",
    "modified_cairn.armour.deduct",
    "modified_cairn.gambit.bolster",
    "modified_cairn.gambit.expose",
    "modified_cairn.dice.highest",
)
def test_damage_is_the_highest_die_and_bolsters_less_armor_once():
    bolster = Gambit("yan", "bolster", 4)
    assert damage((Thrown("yan", "yan", (1,)),), (bolster,), 3) == 0
    assert damage((Thrown("yan", "yan", (5,)),), (bolster, bolster), 2) == 5
    assert damage((Thrown("yan", "yan", ()),), (bolster,), 0) == 0
    assert damage((Thrown("a", "a", (3, 6)), Thrown("b", "b", (5,))), (), 0) == 6
    assert damage((Thrown("yan", "yan", (6,)),), (), 3) == 3
    assert damage((Thrown("yan", "yan", (6,)),), (Gambit("yan", "expose", 4),), 3) == 6
    assert holders((Thrown("a", "a", (3, 6)), Thrown("b", "b", (6,)), Thrown("c", "c", ()))) == ("a", "b")
