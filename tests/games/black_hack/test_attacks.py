"""Attack and Defend: reach, attributes, damage by class, large weapons, criticals, split dice, knives, bashes."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.attacks import attack, dealer_of_death, sneak_attack, strike
from tallow.games.black_hack.combat.defence import assailed, defence
from tallow.games.black_hack.combat.ranges import set_band
from tallow.games.black_hack.entries import Line, weapons
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.gear.weapons import damage_dice, listed, targets, ways
from tallow.games.black_hack.monsters.bestiary import lines, spawn
from tallow.games.black_hack.monsters.foes import attack as foe_attack
from tallow.games.black_hack.monsters.foes import by_nature, clash
from tallow.games.black_hack.state import BANDS, MARKS, Hindrance
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import carried, fighting, foe, held, somebody, table, worn
from tests.games.playing import asked, done, first

CLAW = Line("claw", "STR", "1", "close", "by_hd")
BOLT = Line("bolt", "DEX", "1", "faraway", "by_hd")
AMMO = replace(carried("q"), ref="black_hack.item.ammunition", usage=8)


@covers("black_hack.action.attack_melee")
def test_targets_are_listed_by_what_can_be_seen_of_them():
    """The order must not tell who has fewer HP of two who look alike."""
    bled = foe("c", hp=9, hp_max=20)
    foes = [foe("a", hp=8, hp_max=8), foe("b", hp=1, hp_max=1), bled, foe("d", hp=5, hp_max=8)]
    state = fray(somebody(), *foes)
    assert targets(state, state.party[0]) == ("c", "d", "a", "b")


def fray(one, *foes, band="close", settings=None, **more):
    """A fight in Ann's Turn, with the foes at this distance."""
    if one.life.calling == "warrior" and not one.pool:
        one = replace(one, pool=one.level)
    state = table(one, foes=foes or [foe()], combat=fighting("ann"), settings=settings, **more)
    for other in state.foes:
        state = set_band(state, "ann", other.id, band)
    return state


def fists(state, target="orc"):
    return ways(state, state.party[0], target)[0]


@covers(
    "black_hack.attack.test", "black_hack.attack.damage", "black_hack.action.attack_melee", "black_hack.class.thief"
)
def test_a_thief_hits_for_a_die_of_six():
    thief = somebody(calling="thief", strength=12, items=[held("short_sword")])
    state, play = done(attack, fray(thief, foe(hp=9)), "ann", script=[8, 4])
    assert state.foes[0].hp == 5
    assert [(roll.n, roll.sides) for roll in play.asked] == [(1, 20), (1, 6)]
    state, _ = done(attack, fray(thief, foe(hp=9)), "ann", script=[12])
    assert state.foes[0].hp == 9


@covers("black_hack.attack.damage", "black_hack.weapon.unarmed", "black_hack.ability.warrior_damage_pool")
@pytest.mark.parametrize(
    ("calling", "armed", "dice"),
    [
        ("thief", True, (1, 6, 0)),
        ("thief", False, (1, 4, 0)),
        ("cleric", True, (1, 6, 0)),
        ("cleric", False, (1, 4, 0)),
        ("wizard", True, (1, 4, 0)),
        ("wizard", False, (0, 0, 1)),
        ("warrior", False, (3, 6, 0)),
    ],
)
def test_damage_comes_from_the_class(calling, armed, dice):
    assert damage_dice(somebody(calling=calling, level=3), armed, 3) == dice


@covers("black_hack.attack.melee_str", "black_hack.attack.ranged_dex", "black_hack.action.attack_ranged")
def test_strength_in_melee_and_dexterity_at_range():
    thief = somebody(calling="thief", strength=18, dexterity=3, items=[held("light_bow"), AMMO])
    _, play = done(attack, fray(thief, band="faraway"), "ann", script=[4])
    assert [told.facts[1] for told in play.told if told.code == "test"] == ["DEX"]
    sword = somebody(calling="thief", strength=18, dexterity=3, items=[held("short_sword")])
    _, play = done(attack, fray(sword), "ann", script=[4, 1])
    assert [told.facts[1] for told in play.told if told.code == "test"] == ["STR"]


def reaches(one, **settings):
    """The bands at which somebody can attack, with the edge each has."""
    found = {}
    for name in BANDS:
        state = fray(one, band=name, settings=settings)
        if open_ := ways(state, state.party[0], "orc"):
            found[name] = (open_[0].attribute, bool(open_[0].hard))
    return found


MELEE = (
    *("one_handed", "two_handed", "polearm", "custom_or_exotic", "short_sword", "broad_sword", "staff", "flail"),
    *("two_handed_hammer", "long_sword", "mace", "club", "war_hammer", "axe", "great_sword", "great_axe"),
)
THROWN = ("dagger", "throwing_knife", "spear", "javelin")
SHOT = ("light_bow", "heavy_bow", "crossbow", "sling")


@covers("black_hack.range.action_requirement", "black_hack.weapon.*")
@pytest.mark.parametrize("name", [*MELEE, *THROWN, *SHOT, "unarmed"])
def test_every_weapon_reaches_its_bands(name):
    fighter = somebody(calling="cleric", items=[held(name), AMMO] if name != "unarmed" else [])
    found = reaches(fighter, unlisted_weapon="none")
    if name in THROWN:
        assert found == {"close": ("STR", False), "nearby": ("DEX", False)}
    elif name in SHOT:
        near_and_far = {"close": ("DEX", True), "distant": ("DEX", True)}
        assert found == {"nearby": ("DEX", False), "faraway": ("DEX", False), **near_and_far}
    else:
        assert found == {"close": ("STR", False)}


def test_no_weapon_is_left_out():
    assert len({*MELEE, *THROWN, *SHOT, "unarmed"}) == len(weapons())


@covers("black_hack.setting.ranged_close", "black_hack.setting.ranged_distant")
def test_bows_up_close_and_far_away():
    archer = somebody(calling="thief", items=[held("light_bow"), AMMO])
    plain = reaches(archer, ranged_close="plain", ranged_distant="plain")
    assert all(not hard for _, hard in plain.values())
    assert set(plain) == set(BANDS)
    strict = reaches(archer, ranged_close="forbidden", ranged_distant="forbidden")
    assert strict["close"] == ("STR", False), "a Thief has a knife left"
    assert "distant" not in strict
    assert "faraway" not in reaches(somebody(calling="thief", items=[held("light_bow")]))


@covers("black_hack.ability.thief_a_dagger_for_every_occasion", "black_hack.action.produce_dagger")
def test_a_thief_always_has_a_knife():
    thief = somebody(calling="thief", dexterity=12)
    assert reaches(thief) == {"close": ("STR", False), "nearby": ("DEX", False)}
    state, _ = done(attack, fray(thief, band="nearby"), "ann", script=[8, 6])
    assert state.foes[0].hp == 2


@covers("black_hack.light.darkness")
def test_in_the_dark_nothing_beyond_close_is_a_target():
    archer = somebody(calling="thief", items=[held("light_bow"), AMMO])
    state = fray(archer, band="nearby", dark=True)
    assert targets(state, state.party[0]) == ()


@covers("black_hack.creation.class_sets", "black_hack.setting.unlisted_weapon")
def test_weapons_that_a_class_does_not_list():
    wizard = somebody(calling="wizard", strength=12, items=[held("great_axe")])
    assert not listed(wizard, wizard.items[0].tags)
    _, play = done(attack, fray(wizard), "ann", script=[3, 1, 15, 1, ("failure_added", 15, 16)])
    assert asked(play, "choose_result")[0].by == REFEREE
    state, _ = done(attack, fray(wizard, settings={"unlisted_weapon": "unarmed_damage"}), "ann", script=[3, 1, 2])
    assert state.foes[0].hp == 8 - 1 - 2
    state, _ = done(attack, fray(wizard, settings={"unlisted_weapon": "none"}), "ann", script=[3, 1, 4, 2])
    assert state.foes[0].hp == 2
    refused = fray(wizard, settings={"unlisted_weapon": "refuse"})
    assert targets(refused, refused.party[0]) == ()


@covers("black_hack.setting.unlisted_weapon")
def test_an_unlisted_weapon_in_hand_makes_defence_harder():
    cleric = somebody(calling="cleric", strength=12, items=[held("long_sword")])

    def safe(play, settings):
        return defence(play, fray(cleric, settings=settings), "orc", "ann", CLAW)[1].success

    assert distribution(safe, None, policy=first)[True] == Fraction(121, 400)
    assert distribution(safe, {"unlisted_weapon": "none"}, policy=first)[True] == Fraction(11, 20)


@covers("black_hack.class.warrior", "black_hack.class.thief", "black_hack.class.cleric", "black_hack.class.wizard")
def test_what_each_class_wields():
    def known(calling):
        one = somebody(calling=calling)
        return [
            name
            for name in (
                "long_sword",
                "great_sword",
                "heavy_bow",
                "crossbow",
                "dagger",
                "mace",
                "two_handed_hammer",
                "staff",
            )
            if listed(one, made(f"black_hack.weapon.{name}", "w").tags)
        ]

    assert len(known("warrior")) == 8
    assert known("thief") == ["long_sword", "heavy_bow", "crossbow", "dagger"]
    assert known("cleric") == ["mace", "two_handed_hammer", "staff"]
    assert known("wizard") == ["long_sword", "dagger", "staff"]


@covers("black_hack.large.test", "black_hack.large.damage", "black_hack.large.which")
def test_a_large_weapon_adds_a_die_to_test_and_damage():
    warrior = somebody(strength=12, items=[held("polearm")])
    state, _ = done(attack, fray(warrior, foe(hp=20)), "ann", script=[8, 3, 6, 4])
    assert state.foes[0].hp == 10
    state, _ = done(attack, fray(warrior, foe(hp=20)), "ann", script=[8, 4])
    assert state.foes[0].hp == 20

    def hit(play):
        state = fray(warrior, foe(hp=99))
        return strike(play, state, "ann", "orc", fists(state)).foes[0].hp < 99

    assert distribution(hit)[True] == Fraction(17, 40)
    large = [name for name in (*MELEE, *THROWN, *SHOT) if held(name).large]
    assert large == [
        "two_handed", "polearm", "two_handed_hammer", "great_sword", "great_axe", "heavy_bow", "crossbow",
    ]  # fmt: skip


@covers("black_hack.setting.large_weapon_die")
def test_one_die_for_both_where_the_table_shares_it():
    warrior = somebody(strength=12, items=[held("polearm")])
    state = fray(warrior, foe(hp=20), settings={"large_weapon_die": "shared"})
    state, _ = done(attack, state, "ann", script=[8, 3, 6])
    assert state.foes[0].hp == 11


@covers("black_hack.large.defend")
def test_a_large_weapon_makes_defence_harder():
    warrior = somebody(strength=10, items=[held("polearm")])

    def safe(play, line):
        return defence(play, fray(warrior), "orc", "ann", line)[1].success

    assert distribution(safe, CLAW)[True] == Fraction(13, 40)
    assert distribution(safe, BOLT)[True] == Fraction(13, 40)


@covers("black_hack.critical.attack", "black_hack.foe.powerful")
def test_a_natural_one_doubles_the_damage():
    thief = somebody(calling="thief", items=[held("short_sword")])
    state, _ = done(attack, fray(thief, foe(hd=10, hp=30)), "ann", script=[1, 5])
    assert state.foes[0].hp == 20
    big = somebody(strength=4, items=[held("polearm")])
    state, _ = done(attack, fray(big, foe(hd=4, hp=30)), "ann", script=[1, 4, 5, 3])
    assert state.foes[0].hp == 30 - 16


@covers(
    "black_hack.action.dealer_of_death",
    "black_hack.ability.warrior_damage_distribute",
    "black_hack.ability.warrior_damage_test",
    "black_hack.ability.warrior_level_damage_die",
)
def test_damage_dice_are_split_among_nearby_targets():
    warrior = somebody(strength=13, level=3, items=[held("long_sword")])
    state = fray(warrior, foe("orc", hp=20), foe("hag", hp=20), band="nearby")
    state, play = done(dealer_of_death, state, "ann", script=[2, 1, 12, [6, 3], 13])
    assert [one.hp for one in state.foes] == [11, 20]
    assert state.party[0].pool == 0
    assert [choice.options for choice in asked(play, "deal_dice")] == [(2, 3, 1, 0), (1, 0)]
    critical = fray(warrior, foe("orc", hp=20), foe("hag", hp=20))
    state, _ = done(dealer_of_death, critical, "ann", script=[2, 1, 1, [6, 3], 2, 4])
    assert [one.hp for one in state.foes] == [2, 16]


@covers("black_hack.ability.warrior_damage_test", "black_hack.ability.warrior_damage_pool")
def test_all_dice_on_one_target():
    warrior = somebody(strength=13, level=4, items=[held("long_sword")])
    state, _ = done(attack, fray(warrior, foe(hp=30)), "ann", script=[12, [1, 2, 3, 4]])
    assert state.foes[0].hp == 20

    def hits(play):
        return attack(play, fray(somebody(strength=13), foe(hp=30)), "ann").foes[0].hp < 30

    assert distribution(hits, policy=first)[True] == Fraction(3, 5)


@covers("black_hack.setting.dealer_reach")
def test_how_far_a_warriors_melee_goes():
    warrior = somebody(items=[held("long_sword")])
    assert set(reaches(warrior)) == {"close", "nearby"}
    assert set(reaches(warrior, dealer_reach="close")) == {"close"}


@covers("black_hack.action.sneak_attack", "black_hack.ability.thief_sneak_attack")
def test_a_sneak_attack_hits_for_sure():
    thief = somebody(calling="thief", dexterity=14, level=3, items=[held("short_sword")])
    state = fray(thief, foe(hp=30))
    state = replace(state, combat=replace(state.combat, unaware=("orc",)))
    after, play = done(sneak_attack, state, "ann", script=[15, 12, ("success", 12), [6, 4]])
    assert after.foes[0].hp == 17
    assert after.combat.unaware == ()
    assert play.codes()[-2] == "sneaks"
    seen, _ = done(sneak_attack, state, "ann", script=[15, 16])
    assert (seen.foes[0].hp, seen.combat.unaware) == (30, ())
    hidden = replace(state, party=(replace(thief, conditions=("hidden",)),))
    after, _ = done(sneak_attack, hidden, "ann", script=[[1, 1]])
    assert after.foes[0].hp == 25


@covers("black_hack.ability.thief_sneak_attack", "black_hack.bestiary.resist_weapons", "black_hack.monster.hobgoblin")
def test_a_sneak_attack_is_an_attack_with_a_weapon_in_all_that_foes_do_about_it():
    def behind(ref, *items):
        thief = somebody(calling="thief", level=3, items=items, conditions=("hidden",))
        beast = replace(spawn(f"black_hack.monster.{ref}", "orc", "Orc"), hp=20, hp_max=20)
        state = fray(thief, beast)
        return replace(state, combat=replace(state.combat, unaware=("orc",)))

    sword = held("short_sword")
    state, play = done(sneak_attack, behind("gargoyle", sword), "ann", script=[[6, 6], [1, 2], 6])
    assert state.foes[0].hp == 14, "with Disadvantage"
    assert "edge.damage" in play.codes()
    state, play = done(sneak_attack, behind("hobgoblin", sword), "ann")
    assert (state.foes[0].hp, play.codes()) == (20, ["shield_breaks"])
    assert done(sneak_attack, behind("daemon_fly_choir", sword), "ann", script=[[6, 6]])[0].foes[0].hp == 19
    venomous = replace(sword, marks=(MARKS.mark("venom"),))
    assert done(sneak_attack, behind("ogre", venomous), "ann", script=[[1, 1]])[0].foes[0].ongoing == "CON"
    armed = behind("skeleton", sword, replace(held("mace", "m")))
    assert done(sneak_attack, armed, "ann", script=["m", [1, 1]])[0].foes[0].hp == 15, "blunt"
    assert done(sneak_attack, behind("ogre", held("light_bow")), "ann", script=[[1, 1]])[0].foes[0].hp == 15, "a knife"


@covers("black_hack.attack.test")
def test_of_two_weapons_that_are_alike_one_is_offered():
    twins = [held("short_sword", "a"), held("short_sword", "b")]
    thief = somebody(calling="thief", items=twins)
    assert [way.option for way in ways(fray(thief), thief, "orc")] == ["a"]
    coated = replace(thief, items=(twins[0], replace(twins[1], marks=(MARKS.mark("venom"),))))
    assert [way.option for way in ways(fray(coated), coated, "orc")] == ["a", "b"]


@covers("black_hack.bestiary.lycanthropy")
def test_who_runs_wild_has_neither_the_weapon_nor_the_shield_in_hand():
    wild = somebody(items=[held("great_axe")], conditions=("wild",))
    _, play = done(assailed, fray(wild), "orc", "ann", CLAW, script=[9])
    assert [roll.sides for roll in play.asked] == [20]
    shielded = somebody(items=[held("shield")], conditions=("wild",))
    assert done(assailed, fray(shielded), "orc", "ann", CLAW, script=[3])[0].foes[0].hp == 8


@covers("black_hack.defend.trigger", "black_hack.defend.test", "black_hack.attack.npc", "black_hack.action.defend")
def test_a_failed_defend_brings_the_damage_of_the_hit_dice():
    state, _ = done(assailed, fray(somebody()), "orc", "ann", CLAW, script=[9])
    assert state.party[0].hp == 10
    state, play = done(assailed, fray(somebody()), "orc", "ann", CLAW, script=[10, 3])
    assert state.party[0].hp == 7
    assert [(roll.by, roll.sides) for roll in play.asked] == [("player", 20), (REFEREE, 4)]

    def safe(play):
        return defence(play, fray(somebody()), "orc", "ann", CLAW)[1].success

    assert distribution(safe)[True] == Fraction(9, 20)


@covers("black_hack.attack.melee_str", "black_hack.attack.ranged_dex")
def test_defend_against_melee_and_missiles():
    nimble = somebody(strength=3, dexterity=18)
    assert done(assailed, fray(nimble), "orc", "ann", BOLT, script=[17])[0].party[0].hp == 10
    assert done(assailed, fray(nimble), "orc", "ann", CLAW, script=[4, 1])[0].party[0].hp == 9


@covers("black_hack.critical.defend")
def test_a_natural_twenty_doubles_the_damage_and_one_die_still_stops_it():
    fixed = {"damage_mode": "average"}
    ogre = foe(hd=3)
    state, _ = done(
        assailed, fray(somebody(level=3, strength=25), ogre, settings=fixed), "orc", "ann", CLAW, script=[20]
    )
    assert state.party[0].hp == 2
    clad = somebody(level=3, items=[worn("leather")])
    state, play = done(assailed, fray(clad, ogre, settings=fixed), "orc", "ann", CLAW, script=[20, "a1"])
    assert state.party[0].hp == 10
    assert asked(play, "armour_die")[0].facts[1] == 8


@covers("black_hack.setting.armour_die_timing")
def test_a_die_may_have_to_be_broken_before_the_damage_is_known():
    clad = somebody(items=[worn("leather")])
    state = fray(clad, settings={"armour_die_timing": "before"})
    state, play = done(assailed, state, "orc", "ann", CLAW, script=[19, "a1"])
    assert (state.party[0].hp, len(play.asked)) == (10, 2)
    state, _ = done(assailed, state, "orc", "ann", CLAW, script=[19, "no", 4])
    assert state.party[0].hp == 6


@covers("black_hack.defend.test", "black_hack.setting.paralysed_defend", "black_hack.hindrance.paralysed")
@pytest.mark.parametrize(("how", "p"), [("disadvantage", "81/400"), ("plain", "9/20"), ("fails", "0")])
def test_the_paralysed_defend_badly(how, p):
    stiff = somebody(hindrances=(Hindrance("paralysed"),))

    def safe(play):
        return defence(play, fray(stiff, settings={"paralysed_defend": how}), "orc", "ann", CLAW)[1].success

    assert distribution(safe, policy=first).get(True, 0) == Fraction(p)


@covers("black_hack.defend.test")
def test_sleepers_do_not_defend_and_the_stuck_do():
    sleeper = somebody(conditions=("asleep",))
    state, _ = done(assailed, fray(sleeper), "orc", "ann", CLAW, script=[2])
    assert (state.party[0].hp, state.party[0].conditions) == (8, ())
    stuck = somebody(hindrances=(Hindrance("stuck"), Hindrance("distracted")))
    assert done(assailed, fray(stuck), "orc", "ann", CLAW, script=[9])[0].party[0].hp == 10


@covers(
    "black_hack.ability.warrior_shield_bash", "black_hack.setting.shield_bash", "black_hack.warrior.decorative_shield"
)
def test_shield_bash():
    bearer = somebody(level=3, strength=12, hp=99, items=[held("shield", "s")])

    def bashed(play, how="natural", line=CLAW, hd=1):
        state = fray(bearer, foe(hd=hd, hp=50), settings={"shield_bash": how})
        return assailed(play, state, "orc", "ann", line).foes[0].hp == 47

    def often(*how):
        return distribution(bashed, *how, policy=lambda choice: choice.options[-1]).get(True, 0)

    assert often() == Fraction(1, 4)
    assert often("natural_success", CLAW, 11) == Fraction(3, 20)
    assert often("natural", CLAW, 11) == Fraction(1, 4)
    assert often("total", CLAW, 11) == 0
    assert often("natural", BOLT) == 0


@covers("black_hack.setting.reach_weapons", "black_hack.option.reach")
def test_a_long_weapon_helps_against_one_who_comes_close():
    spear = somebody(items=[held("spear")])
    state = fray(spear, settings={"reach_weapons": True})
    state = replace(state, combat=replace(state.combat, used=(MARKS.mark("came", "orc", "ann"),)))
    state, play = done(assailed, state, "orc", "ann", CLAW, script=[15, 3, ("success", 3)])
    assert asked(play, "choose_result")
    state, _ = done(assailed, state, "orc", "ann", CLAW, script=[3])


@covers("black_hack.attack.npc", "black_hack.action.gm_npc_turn")
def test_a_line_of_attack_has_its_targets():
    giant = replace(foe("giant", hd=10, hp=50), of="black_hack.monster.frost_giant")
    ann, bea, cid = (somebody(name, level=10) for name in ("ann", "bea", "cid"))
    combat = fighting("giant", step="opponents", close=[("ann", "giant"), ("bea", "giant"), ("cid", "giant")])
    state = table(ann, bea, cid, foes=[giant], combat=combat)
    assert [(line.name, line.targets) for line in lines(giant)] == [("great axe", "2"), ("boulder or ice", "1")]
    _, play = done(foe_attack, state, "giant", script=["great axe", "cid", 5, "ann", 5])
    first_, second = asked(play, "foe_target")
    assert (first_.options, second.options) == (("ann", "bea", "cid"), ("ann", "bea", "enough"))
    assert [told.facts[1] for told in play.told if told.code == "test"] == ["STR", "STR"]
    _, play = done(foe_attack, state, "giant", script=["great axe", "cid", 5, "enough"])
    _, play = done(foe_attack, state, "giant", script=["boulder or ice", "bea", 5])
    assert [told.facts[1] for told in play.told if told.code == "test"] == ["DEX"]


@covers("black_hack.servant.attacks", "black_hack.setting.servant_attacks", "black_hack.action.servant_attack")
def test_the_commander_tests_for_a_servant():
    wizard = somebody(calling="wizard", intelligence=14)
    servant = foe("imp", hd=3, hp=9, commander="ann", tags=("spell",))
    ogre = foe("ogre", hd=5, hp=30)
    state = table(wizard, foes=[ogre], allies=[servant], combat=fighting("imp", close=[("imp", "ogre")]))
    after, _ = done(clash, state, "imp", "ogre", CLAW, script=[11, [4, 4]])
    assert after.foes[0].hp == 22
    after, _ = done(clash, state, "ogre", "imp", CLAW, script=[12, 7])
    assert after.allies[0].hp == 2
    after, _ = done(clash, state, "imp", "ogre", CLAW, script=[1, [4, 4]])
    assert after.foes[0].hp == 14

    def hits(play):
        return clash(play, state, "imp", "ogre", CLAW).foes[0].hp < 30

    assert distribution(hits)[True] == Fraction(11, 20)
    fixed = replace(state, settings=replace(state.settings, servant_attacks="fixed_damage"))
    after, _ = done(clash, fixed, "imp", "ogre", CLAW)
    assert after.foes[0].hp == 26
    assert [by_nature(replace(servant, tags=tags)) for tags in (("spell",), ("prayer",), ())] == ["INT", "WIS", "CHA"]


@covers("black_hack.test.gm_judgement")
def test_the_gm_judges_between_creatures():
    friend, orc = foe("dog", hd=2, hp=9), foe()
    state = table(somebody(), foes=[orc], allies=[friend], combat=fighting("dog", close=[("dog", "orc")]))
    after, play = done(clash, state, "dog", "orc", CLAW, script=["hit"])
    assert after.foes[0].hp == 5
    assert not [question for question in play.asked if hasattr(question, "sides")]
    assert done(clash, state, "orc", "dog", CLAW, script=["miss"])[0].allies[0].hp == 9
