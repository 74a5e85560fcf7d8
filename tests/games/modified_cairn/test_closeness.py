"""Close together: whom a Blast takes, who Fends for whom, and who is at arm's length of whom."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.attacks import Strike, caught, certain, doubtful
from tallow.games.modified_cairn.combat.bands import beside, comrades
from tallow.games.modified_cairn.combat.feats import fend, fenders
from tallow.games.modified_cairn.combat.pool import Thrown
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.state import Attack
from tallow.mechanics.two_sides import find
from tallow.simulate import simulate
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc
from tests.games.playing import asked, done

GOBLINS = [foe(f"g{at}", guard=6) for at in (1, 2, 3)]
AXE = Attack("axe", (6,), blast=True)
BLAST = Strike("yan", AXE, "g1")
PLAIN = replace(BLAST, attack=replace(AXE, blast=False))


def melee(**more):
    """Two of the party and three goblins, all in one melee."""
    return fighting(pc("yan"), pc("yokel"), foes=GOBLINS, **more)


@covers("modified_cairn.distance.close")
def test_comrades_who_fight_the_same_foe_are_near_each_other():
    state = melee()
    assert comrades(state, "yan") == ("yokel",)
    assert comrades(state, "g1") == ("g2", "g3")
    assert beside(state, "yan") == ("yokel", "g1", "g2", "g3")


@covers("modified_cairn.distance.close")
def test_comrades_in_two_melees_are_not_and_neither_is_one_who_stays_back():
    pairs = [("yan", "g2", "nearby"), ("yan", "g3", "nearby"), ("yokel", "g1", "nearby")]
    assert comrades(melee(bands=pairs), "yan") == ()
    assert comrades(melee(bands=pairs), "g1") == ()
    assert comrades(melee(bands=pairs), "g2") == ("g3",)
    back = [("yokel", one.id, "nearby") for one in GOBLINS]
    assert comrades(melee(bands=back), "yan") == ()


@covers("modified_cairn.distance.close")
def test_those_who_have_not_parted_yet_stand_together():
    state = melee(band="far")
    assert comrades(state, "yan") == ("yokel",)
    assert comrades(melee(band="far", bands=[("yokel", "g1", "nearby")]), "yan") == ()
    assert comrades(melee(band="far", bands=[("yokel", "yan", "far")]), "yan") == ()
    assert comrades(melee(bands=[("yokel", "yan", "engaged")]), "yan") == ("yokel",)


@covers("modified_cairn.distance.close")
def test_the_fallen_are_beside_nobody():
    down = fighting(pc("yan"), pc("yokel", states=("critically_wounded",)), foes=GOBLINS)
    assert comrades(down, "yan") == ()


@covers("modified_cairn.modifier.blast", "modified_cairn.feat.frenzy_blast")
def test_a_blast_in_a_melee_takes_the_goblins_and_a_friend_only_by_the_gms_word():
    found, play = done(caught, melee(), BLAST, script=["nobody"])
    assert found == ("g1", "g2", "g3")
    assert [(one.by, one.options) for one in asked(play, "blast_also")] == [("referee", ("nobody", "yokel"))]
    assert done(caught, melee(), BLAST, script=["yokel"])[0] == ("g1", "g2", "g3", "yokel")
    frenzy = replace(PLAIN, frenzy="blast")
    assert done(caught, melee(), frenzy, script=["nobody"])[0] == ("g1", "g2", "g3")


@covers("modified_cairn.setting.blast_friends", "modified_cairn.modifier.blast")
def test_by_the_letter_it_does_not_discriminate_between_friend_and_foe():
    state = melee(settings={"blast_friends": "caught"})
    assert done(caught, state, BLAST)[0] == ("g1", "yokel", "g2", "g3")


@covers("modified_cairn.modifier.blast")
def test_whoever_fights_elsewhere_in_the_room_is_doubtful():
    pairs = [("yan", "g3", "nearby"), ("yokel", "g1", "nearby"), ("yokel", "g2", "nearby")]
    state = melee(bands=pairs)
    assert certain(state, BLAST) == ("g1", "g2")
    assert doubtful(state, BLAST, ("g1", "g2")) == ("g3",)
    assert done(caught, state, BLAST, script=["g3"])[0] == ("g1", "g2", "g3")
    away = melee(bands=[*pairs, ("g1", "g3", "far")])
    assert done(caught, away, BLAST)[0] == ("g1", "g2")


@covers("modified_cairn.modifier.blast", "modified_cairn.attack.one_target")
def test_what_is_no_blast_takes_one():
    assert done(caught, melee(), PLAIN)[0] == ("g1",)


@covers("modified_cairn.modifier.blast", "modified_cairn.detachment.bonus_out")
def test_a_detachment_takes_all_who_fight_it():
    unit = foe("unit", detachment=True)
    state = fighting(pc("yan"), pc("yokel"), pc("zoe"), foes=[unit], bands=[("zoe", "unit", "nearby")])
    strike = Strike("unit", Attack("spears", (8,)), "yan")
    assert done(caught, state, strike, script=["nobody"])[0] == ("yan", "yokel")
    other = fighting(pc("yan"), foes=[unit, foe("crowd", side="third_side", detachment=True)])
    assert done(caught, other, replace(strike, target="crowd"))[0] == ("crowd",)


@covers("modified_cairn.modifier.blast")
def test_the_attack_dice_are_rolled_for_each_target_separately():
    (after, _), _ = done(strike_all, melee(), [BLAST], script=["nobody", 1, 6, 3, *["done"] * 3])
    assert [find(after, one).guard for one in ("g1", "g2", "g3")] == [5, 0, 3]
    assert find(after, "yokel").guard == 4


@covers("modified_cairn.modifier.blast")
def test_in_the_simulator_a_blast_is_worth_more():
    party = "10 VIG, 4 GD, axe ({}) x2"
    plain, wide = (simulate(GAME, party.format(dice), "Goblin x6", n=150, cores=1) for dice in ("d8", "d8, blast"))
    assert wide.wins.low > plain.wins.high


@covers("modified_cairn.feat.fend", "modified_cairn.hurt.fend", "modified_cairn.distance.close")
def test_fend_when_you_or_an_ally_at_arms_length_are_hit():
    assert fenders(melee(), "yan", ()) == ("yan", "yokel")
    back = [("yokel", one.id, "nearby") for one in GOBLINS]
    assert fenders(melee(bands=back), "yan", ()) == ("yan",)


HIT = (Thrown("g1", "referee", (6,)),)


def lies(thrown):
    """The blow of the highest die upon somebody without Guard."""
    return max([face for one in thrown for face in one.faces], default=0), 0, 10, "VIG", True, True


@covers("modified_cairn.feat.fend", "modified_cairn.feat.one_per_attack")
@pytest.mark.parametrize(
    ("script", "left"), [(["nobody"], (6,)), (["yokel", "no", "no"], (6,)), (["yokel", 6, 1], ()), (["yan", 6, 20], ())]
)
def test_whoever_plays_several_is_asked_once_who_fends(script, left):
    state = fighting(pc("yan", seat="one"), pc("yokel", seat="one"), foes=GOBLINS)
    (_, thrown, _), play = done(fend, state, "yan", HIT, (), 0, (), lies, script=script)
    assert thrown[0].faces == left
    assert {one.by for one in asked(play, "fend_who")} == {"one"}


@covers("modified_cairn.feat.fend")
def test_each_player_is_asked_for_their_own():
    (_, thrown, who), play = done(fend, melee(), "yan", HIT, (), 0, (), lies, script=["no", 6, 1])
    assert (thrown[0].faces, who) == ((), ("yokel",))
    assert [one.by for one in asked(play, "fend")] == ["yan", "yokel"]
