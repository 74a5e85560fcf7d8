"""Attribute tests: strictly below, all that is added as its own line, what sways them, and the last resorts."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import Addition, attempt, invoke_background, powerful
from tallow.games.black_hack.state import MARKS, Effect, Hindrance, score
from tallow.play import REFEREE, Scripted, distribution
from tallow.testing import covers
from tests.games.black_hack.chances import WHY, chance
from tests.games.black_hack.fighters import carried, fighting, foe, held, somebody, table, worn
from tests.games.playing import asked, done, first


def odds(one, attribute="STR", state=None, **more):
    """The chance of a character's whole test."""
    state = state if state is not None else table(one)

    def whole(play):
        return attempt(play, state, one.id, attribute, WHY, **more)[1].success

    return distribution(whole, policy=first).get(True, Fraction(0))


@covers("black_hack.test.roll_below", "black_hack.test.fail", "black_hack.test.when")
@pytest.mark.parametrize(("face", "success"), [(11, True), (12, False), (13, False), (1, True)])
def test_a_test_is_strictly_below(face, success):
    ann = somebody(strength=12)
    (_, result), play = done(attempt, table(ann), "ann", "STR", WHY, script=[face])
    assert (result.success, result.nat, result.total) == (success, face, face)
    assert play.told[-1].facts == ("Ann", "STR", 12, face, face, "success" if success else "failure")


@covers("black_hack.test.roll_below")
@pytest.mark.parametrize(
    ("aim", "p"), [(12, "11/20"), (3, "1/10"), (7, "3/10"), (10, "9/20"), (14, "13/20"), (17, "4/5"), (21, 1), (1, 0)]
)
def test_chances_of_a_plain_test(aim, p):
    assert chance(aim) == Fraction(p)


@covers("black_hack.test.additions", "black_hack.large.test")
def test_additions_add_up_and_each_is_told():
    ann = somebody(strength=14)
    ogre = foe("ogre", hd=3)
    large = Addition("large_weapon", sides=4)
    state = table(ann, foes=[ogre])
    (_, result), play = done(
        attempt, state, "ann", "STR", WHY, script=[9, 3], additions=(large,), purpose="attack", against=ogre
    )
    assert (result.nat, result.added, result.total, result.success) == (9, 3, 14, False)
    lines = [told.facts for told in play.told if told.code == "adds"]
    assert lines == [("Ann", "powerful_foe", 2), ("Ann", "large_weapon", 3)]
    assert odds(ann, state=state, additions=(large,), against=ogre) == Fraction(17, 40)


@covers("black_hack.test.gm_never_rolls", "black_hack.test.who_tests")
def test_the_player_rolls_and_nobody_else():
    ann, bea = somebody(), somebody("bea", seat="bea")
    for who in ("ann", "bea"):
        _, play = done(attempt, table(ann, bea), who, "DEX", WHY, script=[5], against=4)
        assert [roll.by for roll in play.asked] == [{"ann": "player", "bea": "bea"}[who]]


@covers("black_hack.foe.powerful")
def test_a_powerful_foe_adds_the_difference():
    assert [powerful(1, hd) for hd in (1, 2, 6)] == [0, 1, 5]
    assert powerful(5, 2) == 0
    ann = somebody(strength=12)
    assert odds(ann, against=2) == Fraction(1, 2)
    assert odds(ann, against=6) == Fraction(3, 10)
    assert odds(somebody(strength=12, level=6), against=6) == Fraction(11, 20)


@covers("black_hack.critical.attack", "black_hack.setting.natural_one")
def test_a_natural_one_hits_unless_read_literally():
    assert chance(10, 9, purpose="attack") == Fraction(1, 20)
    assert chance(10, 9, purpose="attack", literal=True) == 0
    assert chance(4, 3, purpose="attack") == Fraction(1, 20)
    assert chance(4, 3, purpose="attack", literal=True) == 0
    ann = somebody(strength=10)
    assert odds(ann, against=10, purpose="attack") == Fraction(1, 20)
    strict = table(ann, settings={"natural_one": "literal"})
    assert odds(ann, state=strict, against=10, purpose="attack") == 0


@covers("black_hack.critical.defend")
def test_a_natural_twenty_to_defend_fails():
    assert chance(25, purpose="defend") == Fraction(19, 20)
    assert chance(25) == 1


@covers("black_hack.armour.proficiency")
def test_armour_of_another_class_is_added_to_every_test():
    wizard = somebody(calling="wizard", intelligence=14, items=[worn("leather")])
    (_, result), play = done(attempt, table(wizard), "ann", "INT", WHY, script=[11])
    assert (result.total, result.success) == (13, True)
    assert ("Ann", "foreign_armour", 2) in [told.facts for told in play.told]
    assert odds(wizard, "INT") == Fraction(11, 20)
    thief = somebody(calling="thief", items=[worn("leather"), worn("helmet", "h"), held("shield", "s")])
    (_, result), _ = done(attempt, table(thief), "ann", "INT", WHY, script=[4])
    assert result.total == 6
    assert odds(somebody(items=[worn("plate_and_mail")])) == Fraction(9, 20)


@covers("black_hack.inventory.encumbered", "black_hack.adv.net", "black_hack.ability.thief_talent_climbing")
def test_the_encumbered_thief_climbs_with_one_plain_die():
    thief = somebody(calling="thief", strength=9, items=[carried(str(at)) for at in range(10)])
    (_, _), play = done(attempt, table(thief), "ann", "DEX", WHY, script=[5], about="climbing")
    assert play.told[0].facts[1] == "plain"
    assert odds(thief, "DEX") == Fraction(9, 20) ** 2
    nine = replace(thief, items=thief.items[:9])
    assert odds(nine, "DEX") == Fraction(9, 20)


@covers("black_hack.setting.advantage_net")
def test_two_against_one_count_where_the_table_counts():
    thief = somebody(
        calling="thief", strength=9, dexterity=14, hindrances=(Hindrance("weakened"),), items=[carried(counts=10)]
    )
    assert odds(thief, "DEX", about="climbing") == Fraction(13, 20)
    counted = table(thief, settings={"advantage_net": "count"})
    assert odds(thief, "DEX", state=counted, about="climbing") == Fraction(169, 400)


TALENTS = ("delicate", "climbing", "listening", "sneaking", "languages", "secrets")


@covers(
    "black_hack.ability.thief_talent_delicate",
    "black_hack.ability.thief_talent_climbing",
    "black_hack.ability.thief_talent_listening",
    "black_hack.ability.thief_talent_sneaking",
    "black_hack.ability.thief_talent_languages",
    "black_hack.ability.thief_talent_secrets",
)
@pytest.mark.parametrize("about", TALENTS)
def test_roguish_talents(about):
    assert odds(somebody(calling="thief", dexterity=14), "DEX", about=about) == Fraction(351, 400)
    assert odds(somebody(calling="cleric", dexterity=14), "DEX", about=about) == Fraction(13, 20)


@covers("black_hack.ability.thief_nimble_expertise")
def test_nimble_expertise():
    thief = somebody(calling="thief", dexterity=13, strength=13)
    assert odds(thief, "DEX", about="trap") == Fraction(21, 25)
    assert odds(thief, "STR", about="trap") == Fraction(3, 5)


@covers("black_hack.ability.cleric_divine_fortification")
@pytest.mark.parametrize("about", ["poison", "paralysed", "impeded", "stuck"])
def test_divine_fortification(about):
    cleric = somebody(calling="cleric", constitution=11, strength=11)
    assert odds(cleric, "CON", about=about) == Fraction(3, 4)
    assert odds(cleric, "STR", about=about) == Fraction(1, 2)


@covers("black_hack.hindrance.weakened")
def test_the_weakened_and_those_who_fight_them():
    ann = somebody(strength=14, hindrances=(Hindrance("weakened"),))
    assert odds(ann) == Fraction(169, 400)
    weak = foe(hindrances=(Hindrance("weakened", by="ann"),))
    assert odds(somebody(strength=14), against=weak) == Fraction(351, 400)


@covers("black_hack.light.darkness", "black_hack.light.sources")
def test_in_the_dark():
    ann = somebody(strength=12, wisdom=12)
    dark = table(ann, dark=True)
    assert odds(ann, state=dark, purpose="attack") == Fraction(121, 400)
    assert odds(ann, "WIS", state=dark, about="listening") == Fraction(11, 20)
    torch = replace(carried("t"), lit=True)
    bea = somebody("bea", items=[torch])
    assert odds(ann, state=table(ann, bea, dark=True), purpose="attack") == Fraction(11, 20)
    candle = replace(torch, ref="black_hack.item.candles")
    far = table(ann, replace(bea, items=(candle,)), dark=True)
    assert odds(ann, state=far, purpose="attack") == Fraction(121, 400)
    apart = fighting(bands=(("ann", "bea", "faraway"),))
    assert odds(ann, state=table(ann, bea, dark=True, combat=apart), purpose="attack") == Fraction(121, 400)


@covers("black_hack.attack.helpless")
@pytest.mark.parametrize("why", ["asleep", "paralysed", "unaware"])
def test_attacks_on_the_helpless_have_advantage(why):
    ann = somebody(strength=12)
    orc = foe(
        conditions=("asleep",) if why == "asleep" else (),
        hindrances=(Hindrance("paralysed"),) if why == "paralysed" else (),
    )
    state = table(ann, foes=[orc], combat=fighting(unaware=("orc",) if why == "unaware" else ()))
    assert odds(ann, state=state, purpose="attack", against=orc) == 1 - Fraction(9, 20) ** 2
    assert odds(ann, state=state, against=orc) == Fraction(11, 20)


@covers("black_hack.action.gm_set_advantage", "black_hack.adv.when")
@pytest.mark.parametrize(("code", "p"), [("favoured", "279/400"), ("disfavoured", "81/400"), ("stressed", "81/400")])
def test_the_gm_may_favour_the_next_test_alone(code, p):
    ann = somebody(conditions=(code,))
    assert odds(ann) == Fraction(p)
    (state, _), _ = done(attempt, table(ann), "ann", "INT", WHY, script=[3, 3])
    assert state.party[0].conditions == ()


@covers("black_hack.attack.gm_chooses_attribute")
def test_the_gm_names_the_attribute_of_an_attack():
    ann = somebody(strength=3, intelligence=15, marks=(MARKS.mark("by", "INT"),))
    (state, result), play = done(attempt, table(ann), "ann", "STR", WHY, script=[14], purpose="attack")
    assert result.success
    assert play.told[-1].facts[1] == "INT"
    assert state.party[0].conditions == ()
    (_, result), _ = done(attempt, table(ann), "ann", "STR", WHY, script=[14])
    assert not result.success


@covers("black_hack.table.out_of_action")
def test_what_injuries_do_to_tests():
    ann = somebody(strength=14, wisdom=14)
    injury = Effect("e1", "black_hack.table.out_of_action", on=("ann",), unit="session", detail="cracked_bones")
    hurt = table(ann, effects=(injury,))
    assert odds(ann, state=hurt) == Fraction(169, 400)
    assert odds(ann, "WIS", state=hurt) == Fraction(13, 20)
    sore = table(ann, effects=(replace(injury, detail="fat_head"),))
    assert odds(ann, "WIS", state=sore) == Fraction(169, 400)


def scholar(**more):
    return somebody(intelligence=10, backgrounds=("Loremaster", "Swindler"), **more)


@covers("black_hack.background.once", "black_hack.background.advantage", "black_hack.action.invoke_background")
def test_a_background_helps_once_a_session():
    state, _ = done(invoke_background, table(scholar()), "ann", script=["Loremaster", "yes"])
    assert odds(state.party[0], "INT") == Fraction(279, 400)
    (after, _), play = done(attempt, state, "ann", "INT", WHY, script=[12, 4, ("success", 4)])
    assert asked(play, "choose_result")
    assert odds(after.party[0], "INT") == Fraction(9, 20)
    assert after.party[0].spent == (MARKS.mark("session", "background", "Loremaster"),)
    (_, _), play = done(attempt, after, "ann", "INT", WHY, script=[4], offer=True)
    assert not asked(play, "background")


@covers("black_hack.background.once", "black_hack.background.explain")
def test_a_refusal_by_the_gm_does_not_use_it_up():
    script = ["Swindler", "no", 9]
    (state, result), play = done(attempt, table(scholar()), "ann", "INT", WHY, script=script, offer=True)
    assert result.success
    assert state.party[0].spent == ()
    assert asked(play, "background_fits")[0].by == REFEREE


@covers("black_hack.setting.background_uses")
def test_each_background_once_where_the_table_has_it_so():
    used = scholar(spent=(MARKS.mark("session", "background", "Loremaster"),))
    play = Scripted("no", 9)
    attempt(play, table(used, settings={"background_uses": "background"}), "ann", "INT", WHY, offer=True)
    assert asked(play, "background_helps")[0].options == ("no", "Swindler")


@covers("black_hack.option.luck", "black_hack.setting.luck", "black_hack.action.spend_luck")
def test_luck_rolls_one_die_again():
    lucky = somebody(strength=12, luck=1)
    (state, result), _ = done(attempt, table(lucky), "ann", "STR", WHY, script=[15, "luck", 11])
    assert (result.success, state.party[0].luck) == (True, 0)
    (state, result), play = done(attempt, table(lucky), "ann", "STR", WHY, script=[5])
    assert state.party[0].luck == 1
    assert not asked(play, "once_more")
    large = (Addition("large_weapon", sides=4),)
    script = [9, 4, "luck_added", 1]
    (state, result), _ = done(attempt, table(lucky), "ann", "STR", WHY, script=script, additions=large)
    assert (result.success, result.nat, result.total) == (True, 9, 10)


@covers("black_hack.action.phantom_limb_reroll", "black_hack.magic_item.phantom_limb")
def test_a_phantom_limb_rolls_a_test_again_once_a_session():
    limb = replace(carried("l"), ref="black_hack.magic_item.phantom_limb", place="worn")
    ann = somebody(strength=12, items=[limb])
    (state, result), _ = done(attempt, table(ann), "ann", "STR", WHY, script=[15, "limb", 17])
    assert not result.success
    (_, _), play = done(attempt, state, "ann", "STR", WHY, script=[15])
    assert not asked(play, "once_more")


@covers("black_hack.rest.day_heal")
def test_tests_of_strength_and_dexterity_spoil_a_day_of_rest():
    (state, _), _ = done(attempt, table(somebody()), "ann", "WIS", WHY, script=[4])
    assert state.party[0].spent == ()
    (state, _), _ = done(attempt, state, "ann", "DEX", WHY, script=[4])
    assert state.party[0].spent == (MARKS.mark("day", "exerted"),)
    assert score(state.party[0], "DEX") == 10
