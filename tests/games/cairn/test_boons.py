"""What boons do: standing effects in numbers, called upon, and put to the referee."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.characters import boons
from tallow.games.cairn.characters.boon_use import usable_boons
from tallow.games.cairn.characters.creation import create
from tallow.games.cairn.characters.upkeep import dawn
from tallow.games.cairn.combat.attacks import attacks, enhanced, impaired
from tallow.games.cairn.entries import Gear, rows, tables
from tallow.games.cairn.folk import backgrounds, monsters
from tallow.games.cairn.gear.handling import wear
from tallow.games.cairn.gear.inventory import armor, load, slots_used, tire
from tallow.games.cairn.gear.things import from_gear, from_ref, worn
from tallow.games.cairn.harm.damage import blow, hurt, lose
from tallow.games.cairn.magic.casting import wild
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.monsters.kinds import shrugs_off
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, MINUTE, Attack, Fight, Item, Mark, alive
from tallow.games.cairn.world.time import pass_time
from tallow.mechanics.conditions import has
from tallow.mechanics.tables import row_id
from tallow.play import Scripted, scripted
from tallow.testing import covers
from tests.games.cairn.newcomers import SETTINGS, act, item, one, refused, somebody, table, thing, things
from tests.games.playing import done

STRICT = Settings(direct_loss_save="always")
SWORD, BITE, BOW = Attack("Sword", (8,)), Attack("bite", (8,)), Attack("Oak bow", (8,), ranged=True)


def given(table_id, on, at=0, id_="x"):
    """What a row gives, as it is worn or held."""
    gear: Gear = tables()[f"cairn.table.{table_id}"].row(str(on)).gives[at]
    return worn(from_gear(gear, id_))


def goblins(number=1, **changes):
    goblin = monsters()["cairn.monster.goblin"]
    return tuple(replace(spawn(goblin, f"g{n}", at=0), **changes) for n in range(number))


def fight(fighter, foes, **changes):
    made = Fight(acting=(fighter.id,), foes_at_start=len(foes), **changes)
    return table(fighter, foes=foes, phase="fight", fight=made, settings=Settings(morale="off"))


def attack_with(state, *script):
    return act(state, "attack", "pc", *script)[0]


@covers("cairn.table.fletchwind_1", "cairn.table.marchguard_1", "cairn.table.beast_handler_2", "cairn.table.outrider_2")
def test_steps_on_the_road():
    def steps(of, *listed):
        return [of(somebody(boons=(boon,))) for boon in listed]

    assert steps(boons.supply_step, "fletchwind_1:3", "marchguard_1:1", "fletchwind_1:4") == [1, 1, 0]
    assert steps(boons.lost_step, "fletchwind_1:6", "beast_handler_2:4", "aurifex_1:3") == [-1, -1, 0]
    easier = {
        terrain: [
            boons.terrain_step(somebody(boons=(row,)), terrain)
            for row in ("outrider_2:2", "barber_surgeon_1:2", "outrider_2:6", "outrider_2:3")
        ]
        for terrain in ("tough", "perilous")
    }
    assert easier == {"tough": [-1, -1, -1, 0], "perilous": [-1, 0, 0, 0]}
    assert boons.lost_step(somebody("pc", from_ref("cairn.item.compass", "c"), boons=("fletchwind_1:6",))) == -2
    assert boons.supply_gear(somebody("pc", from_ref("cairn.item.fishing_rod", "r"))) == 1


@covers("cairn.table.bonekeeper_1", "cairn.table.greenwise_1", "cairn.table.fletchwind_2", "cairn.table.hexenbane_2")
def test_needs_and_what_cannot_harm():
    assert boons.eats_nothing(somebody(boons=("bonekeeper_1:2",)))
    assert boons.eats_nothing(somebody(boons=("greenwise_1:4",)))
    assert not boons.eats_nothing(somebody(boons=("greenwise_1:3",)))
    assert boons.breathes_nothing(somebody(boons=("bonekeeper_1:2",)))
    elm = replace(given("fletchwind_2", 6), place="hands")
    archer = somebody("pc", elm)
    assert shrugs_off(archer, ("poison",))
    assert not shrugs_off(replace(archer, items=(replace(elm, place="pack"),)), ("poison",))
    selfless = somebody(boons=("hexenbane_2:3",))
    assert shrugs_off(selfless, ("magic", "mind"))
    assert not shrugs_off(selfless, ("magic", "fire"))
    assert not shrugs_off(replace(selfless, conditions=("vow_broken",)), ("mind",))


@covers("cairn.table.bond")
def test_bonds_with_numbers():
    spirited = somebody("pc", bonds=(10,), burden=1)
    play = Scripted()
    once = one(tire(play, table(spirited), "pc"), "pc")
    assert (once.fatigue, play.codes()) == (0, ["fatigue.absorbed"])
    assert one(tire(Scripted(), table(once), "pc"), "pc").fatigue == 1
    assert one(tire(Scripted(), table(spirited), "pc", 2), "pc").fatigue == 1
    assert slots_used(spirited, SETTINGS) == 1
    next_day = pass_time(Scripted(), table(once), DAY)
    assert boons.absorbs(one(next_day, "pc"))
    assert boons.no_panic(somebody(bonds=(13,)), alone=True)
    assert not boons.no_panic(somebody(bonds=(13,)), alone=False)
    heart = somebody("pc", bonds=(15,), conditions=("stone_heart",))
    state = pass_time(Scripted(), table(heart), 31 * DAY)
    assert one(state, "pc").burden == 1
    dead = lose(Scripted(), heart, "STR", 10, SETTINGS, 0)
    assert alive(dead)


@covers(
    "cairn.table.aurifex_1",
    "cairn.table.barber_surgeon_1",
    "cairn.table.fungal_forager_2",
    "cairn.background.greenwise",
)
def test_every_dawn_asks_its_due_and_gives_its_gift():
    nose = somebody("pc", replace(given("aurifex_1", 1), uses=1), boons=("aurifex_1:1",))
    state = dawn(Scripted(), table(nose))
    assert (one(state, "pc").items, one(state, "pc").deprived) == ((), ())
    starved = dawn(Scripted(), state)
    assert [c.name for c in one(starved, "pc").deprived] == ["snuff"]
    again = replace(one(starved, "pc"), items=(given("aurifex_1", 1),))
    assert one(dawn(Scripted(), table(again)), "pc").deprived == ()
    foot = somebody("pc", given("barber_surgeon_1", 2), boons=("barber_surgeon_1:2",))
    assert item(one(dawn(Scripted(), table(foot)), "pc"), "Oil can").uses == 5
    snail = somebody("pc", given("fungal_forager_2", 1), from_ref("cairn.item.rations", "r"))
    fed = [item(one(dawn(Scripted(), table(snail, clock=day * DAY)), "pc"), "Rations").uses for day in (1, 2)]
    assert fed == [3, 2]
    bauble = replace(
        from_gear(Gear("Twine bauble", 0, "cairn.spell.ward", charges=1, recharge="each day"), "b"), charges=0
    )
    assert one(pass_time(Scripted(), table(somebody("pc", bauble)), DAY), "pc").items[0].charges == 1


@covers("cairn.table.jongleur_1")
def test_the_rhymer_needs_the_thesaurus():
    rhymer = somebody("pc", given("jongleur_1", 4), boons=("jongleur_1:4",))
    state, _ = act(table(rhymer), "drop", "pc")
    assert [c.name for c in one(state, "pc").deprived] == ["thesaurus"]
    state, _ = act(state, "take_up", "pc")
    assert one(state, "pc").deprived == ()
    assert load(Scripted(), somebody("pc"), SETTINGS, 0).deprived == ()


@covers("cairn.table.mountebank_1")
def test_magic_goes_wild_by_and_upon_the_cursed():
    state = table(somebody("pc", boons=("mountebank_1:5",)), somebody("pc2"))
    assert scripted(wild, state, "pc", "cairn.spell.sleep", (), script=[10]) == ""
    assert scripted(wild, state, "pc2", "cairn.spell.sleep", ("pc",), script=[20, "roll", 1]) == "drained"
    assert wild(Scripted(), state, "pc2", "cairn.spell.sleep", ()) == ""


@covers("cairn.table.barber_surgeon_1", "cairn.table.prowler_1")
def test_made_bodies():
    sigils = somebody("pc", boons=("barber_surgeon_1:5",))
    clad = replace(sigils, items=(worn(from_ref("cairn.armour.gambeson", "g")),))
    mail = replace(sigils, items=(worn(from_ref("cairn.armour.brigandine", "b")),))
    both = replace(sigils, items=(*clad.items, thing("ring", 0)))
    assert [armor(one_) for one_ in (replace(sigils, items=(thing("ring", 0),)), clad, mail, both)] == [1, 2, 1, 2]
    helm = somebody("pc", worn(from_ref("cairn.armour.helmet", "h")), boons=("barber_surgeon_1:5",))
    assert armor(helm) == 1
    eye = somebody("pc", from_ref("cairn.armour.helmet", "h"), boons=("barber_surgeon_1:1",))
    assert refused(table(eye), "put_on", "pc") == "nothing_to_wear"
    foot = scripted(
        create, SETTINGS,
        script=["cairn.background.barber_surgeon", "Patch", 2, 1, [3, 3, 3], [3, 3, 3], [3, 3, 3], "keep", 3, [1, 1, 1],
                *[1] * 8, 3, [1, 1]],
    )  # fmt: skip
    assert ("kick", (6,)) in [(a.name, a.dice) for a in attacks(foot)]
    for row in (("barber_surgeon_1", 6), ("prowler_1", 1)):
        limb = given(*row)
        armed = somebody("pc", limb)
        assert [a.dice for a in attacks(armed)] == [(8,)]
        assert slots_used(armed, SETTINGS) == 0
        off, _ = act(table(armed), "take_off", "pc")
        assert slots_used(one(off, "pc"), SETTINGS) == 2
        assert slots_used(wear(one(off, "pc"), "x"), SETTINGS) == 0
        assert refused(table(somebody("pc", limb, *things(9))), "take_off", "pc") == "nothing_worn"


@covers("cairn.table.fletchwind_2", "cairn.table.kettlewright_2")
def test_bows_of_every_wood_and_boots():
    yew, oak, pine, ash, bamboo, elm = (given("fletchwind_2", on) for on in range(1, 7))
    assert [(a.dice, a.ranged) for a in attacks(somebody("pc", yew))] == [((6,), True), ((6,), False)]
    assert [a.dice for a in attacks(somebody("pc", oak))] == [(8,)]
    assert [a.dice for bow in (pine, bamboo, elm) for a in attacks(somebody("pc", bow))] == [(6,)] * 3
    assert (bamboo.slots, bamboo.hands) == (1, 2)
    assert armor(somebody("pc", ash)) == 1
    assert armor(somebody("pc", replace(ash, place="pack"))) == 0
    boots = given("kettlewright_2", 3)
    assert [a.dice for a in attacks(somebody("pc", boots))] == [(8,)]


@covers("cairn.table.fletchwind_1")
def test_war_makes_the_bow_a_blast_while_nobody_else_has_acted():
    archer = somebody("pc", replace(given("fletchwind_2", 2), place="hands"), boons=("fletchwind_1:1",))
    state = fight(archer, goblins(3))
    after = attack_with(state, "g0", 2, 1, 2, 3)
    assert [foe.hp for foe in after.foes] == [2, 1, 4]
    later = boons.as_blast(archer, BOW, first=False)
    assert not later.blast
    assert not boons.as_blast(archer, SWORD, first=True).blast
    assert not boons.as_blast(somebody("pc"), BOW, first=True).blast


@covers("cairn.table.fletchwind_1", "cairn.combat.impaired", "cairn.combat.enhanced")
def test_training_and_tournaments():
    bow = replace(given("fletchwind_2", 2), place="hands")
    trained = somebody("pc", bow, boons=("fletchwind_1:5",))
    (foe,) = goblins(1, hp=9, hp_max=9)
    state = fight(trained, (foe,))
    after = attack_with(state, 1)
    guarded = one(after, "pc")
    assert "guarded" in guarded.conditions
    assert impaired(after, foe, BITE, guarded)
    assert not impaired(after, foe, Attack("sling", (6,), ranged=True), guarded)
    assert not impaired(after, foe, BITE, replace(guarded, strength=9))
    assert not impaired(state, foe, BITE, trained)
    marksman = somebody("pc", bow, boons=("fletchwind_1:4",))
    still = fight(marksman, (foe,), marks=(Mark("g0", "unmoving"),))
    assert enhanced(still, marksman, BOW, foe, 0)
    assert not enhanced(still, marksman, SWORD, foe, 0)
    assert not enhanced(still, somebody("pc"), BOW, foe, 0)
    assert not enhanced(fight(marksman, (foe,)), marksman, BOW, foe, 0)


@covers("cairn.table.hexenbane_2")
def test_vows_of_honesty_mercy_and_valor():
    (foe,) = goblins()
    honest, merciful = somebody(boons=("hexenbane_2:1:natural",)), somebody(boons=("hexenbane_2:4:blade",))
    state = table(honest)
    assert impaired(state, foe, BITE, honest)
    assert not impaired(state, foe, SWORD, honest)
    assert enhanced(state, merciful, SWORD, foe, 0)
    assert not enhanced(state, merciful, BITE, foe, 0)
    valiant = somebody("pc", thing("sword", damage="d8"), boons=("hexenbane_2:6",))
    after, play = act(fight(valiant, goblins(2)), "attack", "pc", "g0", 8, 20, 3)
    assert (one(after, "pc").hp, "heartened" in one(after, "pc").conditions) == (7, True)
    assert [question.sides for question in play.asked if question.why == "cairn.table.hexenbane_2"] == [4]
    assert ("boon.valor", (one(after, "pc").name, 3)) in [(line.code, line.facts) for line in play.told]
    over = act(after, "end_fight", "")[0]
    assert (one(over, "pc").hp, one(over, "pc").conditions) == (4, ())


@covers("cairn.table.hexenbane_2")
@pytest.mark.parametrize(
    ("vow", "script", "check"),
    [
        ("1:blade", [3], lambda one_: one_.willpower == 7),
        ("2", [5], lambda one_: one_.strength == 5 and not one_.items),
        ("3", [6], lambda one_: one_.willpower == 4),
        ("4:blade", [], lambda one_: [a.name for a in attacks(one_)] == ["unarmed"]),
        ("5", [], lambda one_: one_.burden == 1),
        ("6", [], lambda one_: not alive(one_)),
    ],
)
def test_a_broken_vow(vow, script, check):
    book = from_gear(tables()["cairn.table.hexenbane_2"].row("2").gives[0], "b")
    carried = (book,) if vow == "2" else (thing("sword", damage="d8"),) if vow.startswith("4") else ()
    state, _ = act(table(somebody("pc", *carried, boons=(f"hexenbane_2:{vow}",))), "break_vow", "", *script)
    assert check(one(state, "pc"))
    assert refused(state, "break_vow", "") == "not_now"


@covers("cairn.table.fieldwarden_1", "cairn.table.fieldwarden_2")
def test_weapons_that_taste_blood():
    knife, whip = (replace(i, place="hands") for i in (given("fieldwarden_1", 3), given("fieldwarden_2", 1)))
    after, play = act(fight(somebody("pc", knife), goblins(2)), "attack", "pc", "g0", 6, 20)
    primed = one(after, "pc")
    assert ("weapon.primed", (knife.name,)) in [(line.code, line.facts) for line in play.told]
    assert "primed" in primed.items[0].qualities
    (attack,) = attacks(primed)
    assert enhanced(after, primed, attack, after.foes[1], 0)
    assert not enhanced(after, primed, attacks(somebody("pc", knife))[0], after.foes[1], 0)
    ready = replace(after, fight=Fight(acting=("pc",), foes_at_start=2))
    spent = attack_with(ready, 1)
    assert "primed" not in one(spent, "pc").items[0].qualities
    lashed = somebody("pc", replace(whip, qualities=(*whip.qualities, "primed")))
    assert boons.as_blast(lashed, attacks(lashed)[0], first=False).blast
    assert not boons.as_blast(lashed, attacks(somebody("pc", whip))[0], first=False).blast


@covers("cairn.table.fieldwarden_2", "cairn.critical.save")
def test_an_everbloom_band_turns_one_failed_save():
    band = given("fieldwarden_2", 6)
    victim = somebody("pc", band)
    done = scripted(blow, 7, 4, 10, True, "anna", script=[20])
    after, outcome = hurt(Scripted(), victim, done, 7, SETTINGS, 0)
    assert (outcome, after.strength, after.items) == ("wounded", 7, ())
    again, outcome = hurt(Scripted(), after, scripted(blow, 2, 0, 7, True, "anna", script=[20]), 2, SETTINGS, 0)
    assert (outcome, again.strength) == ("critical", 5)
    in_pack = replace(victim, items=(replace(band, place="pack"),))
    assert hurt(Scripted(), in_pack, done, 7, SETTINGS, 0)[1] == "critical"
    assert scripted(lose, victim, "STR", 3, STRICT, 0, script=[20]).conditions == ()


@covers("cairn.creation.bond")
def test_a_bond_is_called_upon_without_any_background():
    quick = somebody("pc", bonds=(5,))
    _, play = act(table(quick), "use_boon", "pc", "it_happens")
    assert play.codes() == ["boon.called", "boon.it_happens"]
    assert refused(table(somebody("pc")), "use_boon", "pc") == "not_now"


@covers("cairn.table.outrider_1")
def test_a_whetted_weapon_is_enhanced_until_it_has_dealt_str_damage():
    rider = somebody("pc", given("outrider_1", 2), thing("sword", damage="d8", place="hands"))
    state, _ = act(table(rider), "whet", "pc")
    assert refused(state, "whet", "pc") == "nothing_to_whet"
    sharp = one(state, "pc")
    (attack,) = attacks(sharp)
    foes = goblins(2)
    assert enhanced(state, sharp, attack, foes[0], 0)
    scratched = attack_with(fight(sharp, foes), "g0", 3)
    assert "whetted" in item(one(scratched, "pc"), "Sword").qualities
    bitten = attack_with(fight(sharp, foes), "g0", 6, 1)
    assert "whetted" not in item(one(bitten, "pc"), "Sword").qualities


@covers("cairn.table.outrider_1", "cairn.table.fieldwarden_1")
def test_a_whetted_weapon_that_thirsts_is_no_longer_whetted_but_primed():
    knife = given("fieldwarden_1", 3)
    sharp = somebody("pc", replace(knife, place="hands", qualities=(*knife.qualities, "whetted")))
    slain = attack_with(fight(sharp, goblins(2)), "g0", 6, 20)
    assert item(one(slain, "pc"), "Bone knife").qualities == ("thirsting", "primed")


@covers("cairn.table.aurifex_1", "cairn.table.kettlewright_2", "cairn.action.use_item")
def test_what_is_thrown_is_used_up_and_a_gun_must_be_reloaded():
    eggs = given("kettlewright_2", 1)
    after = attack_with(fight(somebody("pc", replace(eggs, uses=2)), goblins()), 1)
    assert one(after, "pc").items[0].uses == 1
    last = attack_with(fight(somebody("pc", replace(eggs, uses=1)), goblins()), 1)
    assert one(last, "pc").items == ()
    gun = given("aurifex_1", 5)
    assert [(a.dice, a.blast, a.ranged) for a in attacks(somebody("pc", gun))] == [((12,), True, True)]
    fired = attack_with(fight(somebody("pc", gun), goblins()), 1)
    assert [a.name for a in attacks(one(fired, "pc"))] == ["unarmed"]
    turn = replace(fired, fight=Fight(acting=("pc",), foes_at_start=1))
    loaded = act(turn, "reload", "pc")[0]
    assert attacks(one(loaded, "pc"))[0].dice == (12,)
    assert refused(fight(somebody("pc", gun), goblins()), "reload", "pc") == "nothing_to_reload"
    quiet, _ = act(table(replace(one(fired, "pc"), at=0)), "reload_gun", "pc")
    assert one(quiet, "pc").items[0].charges == 1


@covers("cairn.table.fieldwarden_1", "cairn.monster.werewolf")
def test_a_werewolf_changes_once_a_day_and_back_with_a_save():
    farmer = somebody(
        "pc",
        thing("mail", 2, armor=2, hands=0, place="worn"),
        thing("axe", damage="d6"),
        hp=2,
        boons=("fieldwarden_1:5",),
    )
    state, _ = act(table(farmer), "use_boon", "pc")
    wolf = one(state, "pc")
    assert (wolf.hp, wolf.strength, wolf.dexterity, wolf.willpower) == (8, 15, 14, 10)
    assert [(a.name, a.dice) for a in attacks(wolf)] == [("claws", (6, 6)), ("bite", (8,))]
    assert armor(wolf) == 0
    assert refused(state, "use_boon", "pc") == "not_now"
    (hunter,) = goblins()
    assert impaired(state, hunter, SWORD, wolf)
    assert enhanced(state, hunter, Attack("knife", (6,), qualities=("silver",)), wolf, 0)
    hurt_wolf = replace(wolf, strength=12, hp=7)
    state = table(hurt_wolf)
    kept, _ = act(state, "turn_back", "pc", 11)
    assert one(kept, "pc").was
    back, _ = act(kept, "turn_back", "pc", 10)
    person = one(back, "pc")
    assert (person.hp, person.hp_max, person.strength, person.strength_max, person.dexterity) == (1, 4, 7, 10, 10)
    assert (armor(person), person.of, person.special) == (2, "", False)
    assert refused(back, "use_boon", "pc") == "nothing_to_call"
    tomorrow = pass_time(Scripted(), replace(back, phase="town"), DAY)
    assert "Werewolf" in usable_boons(tomorrow, one(tomorrow, "pc"))


@covers("cairn.table.hexenbane_1")
def test_a_wolf_of_canaas_needs_the_chain_to_change_back():
    hunter = somebody("pc", given("hexenbane_1", 5), boons=("hexenbane_1:5",))
    state, _ = act(table(hunter), "use_boon", "pc")
    wolf = one(state, "pc")
    assert [(a.name, a.dice) for a in attacks(wolf)] == [("bite", (8,))]
    assert (wolf.hp, wolf.strength) == (4, 10)
    bare = replace(state, party=(replace(wolf, items=()),))
    assert refused(bare, "turn_back", "pc") == "no_chain"
    back, _ = act(table(replace(wolf, strength=6)), "turn_back", "pc")
    assert (one(back, "pc").strength, one(back, "pc").was) == (6, ())


@covers("cairn.table.bonekeeper_1", "cairn.monster.ally_blood_servant")
def test_the_blood_pail_raises_one_servant():
    keeper = somebody("pc", given("bonekeeper_1", 3), boons=("bonekeeper_1:3",))
    state, _ = act(table(keeper), "use_boon", "pc")
    servant = state.party[1]
    assert (servant.hp, servant.armor, servant.strength, servant.seat, servant.host) == (6, 1, 13, "anna", "pc")
    assert item(one(state, "pc"), "Blood pail").charges == 0
    refilled = replace(one(state, "pc"), items=(given("bonekeeper_1", 3),))
    assert refused(table(refilled, servant), "use_boon", "pc") == "nothing_to_call"
    again, _ = act(table(refilled, replace(servant, conditions=("dead",))), "use_boon", "pc")
    assert [alive(c) for c in again.party] == [True, True]


@covers("cairn.table.half_witch_1", "cairn.monster.ally_living_nightmare")
def test_the_nightmare_has_its_hosts_numbers_and_waits_for_the_moon_once_fallen():
    witch = somebody("pc", hp=3, strength=8, boons=("half_witch_1:3",))
    state, _ = act(table(witch), "use_boon", "pc")
    dream = state.party[1]
    assert (dream.hp, dream.strength, dream.willpower) == (3, 8, 10)
    assert [a.dice for a in attacks(dream)] == [(8, 8)]
    gone, _ = act(state, "use_boon", "pc")
    assert len(gone.party) == 1
    fallen = table(witch, replace(dream, conditions=("critical", "gone")))
    no_moon, _ = act(fallen, "use_boon", "pc", "no")
    assert no_moon == fallen
    moon, _ = act(fallen, "use_boon", "pc", "yes")
    assert [alive(c) for c in moon.party] == [True, True]


@covers("cairn.table.half_witch_1", "cairn.combat.simultaneous")
def test_a_nightmare_that_goes_back_in_a_fight_still_does_what_it_has_declared():
    witch = somebody("pc", hp=3, strength=8, boons=("half_witch_1:3",))
    state, _ = act(table(witch), "use_boon", "pc")
    dream = state.party[1].id
    fight = Fight(round=2, acting=("pc", dream), foes_at_start=1)
    state = replace(state, phase="fight", foes=goblins(), fight=fight)
    state, _ = act(state, "call_boon", "pc")
    state, play = act(state, "stunt", dream, "DEX", "turn", "dare", 1, "as_agreed")
    assert play.codes() == ["boon.called", "save.passed", "stunt.works"]
    assert [alive(c) for c in state.party] == [True, False]


@covers("cairn.table.hexenbane_2", "cairn.creation.background", "cairn.creation.bond")
def test_what_is_called_upon_costs_its_fatigue_and_counts_for_the_day():
    adapts = somebody("pc", boons=("beast_handler_2:6",))
    state, play = act(table(adapts), "use_boon", "pc", "it_happens")
    assert (one(state, "pc").fatigue, play.codes()[0]) == (1, "boon.called")
    assert refused(state, "use_boon", "pc") == "nothing_to_call"
    pet, _ = act(table(somebody("pc", boons=("aurifex_1:2",))), "use_boon", "pc", "it_happens")
    assert one(pet, "pc").fatigue == 1
    assert "Unseen pet" in usable_boons(pet, one(pet, "pc"))
    kind = somebody("pc", fatigue=2, boons=("hexenbane_2:5",))
    relieved, _ = act(table(kind), "use_boon", "pc")
    assert one(relieved, "pc").fatigue == 1
    assert refused(relieved, "use_boon", "pc") == "nothing_to_call"
    moss = somebody("pc", boons=("scrivener_1:1",), bonds=(5,))
    assert list(usable_boons(table(moss), moss)) == ["Silver moss"]


@covers("cairn.table.beast_handler_2", "cairn.table.aurifex_1")
@pytest.mark.parametrize("boon", ["beast_handler_2:1", "beast_handler_2:6", "aurifex_1:2"])
def test_borrowed_senses_a_feature_and_an_unseen_pet_go_on_for_ten_minutes(boon):
    state, _ = act(table(somebody("pc", boons=(boon,))), "use_boon", "pc", "it_happens")
    (effect,) = state.effects
    assert (effect.on, effect.ends - state.clock, effect.conditions) == (("pc",), 10 * MINUTE, ())
    assert not done(pass_time, state, 10 * MINUTE)[0].effects
    assert not act(table(somebody("pc", boons=(boon,))), "use_boon", "pc", "nothing")[0].effects


@covers("cairn.table.barber_surgeon_1")
def test_to_hear_three_times_as_well_takes_no_save_and_a_sudden_din_does():
    ears = table(somebody("pc", boons=("barber_surgeon_1:4",)))
    state, play = act(ears, "use_boon", "pc", "it_happens")
    assert ([effect.name for effect in state.effects], play.codes()) == (["Ears"], ["boon.called", "boon.it_happens"])
    calm, _ = act(ears, "use_boon", "pc", "din", 1)
    assert not calm.effects
    struck, play = act(ears, "use_boon", "pc", "din", 20)
    assert play.codes()[-1] == "boon.deafening"
    assert has(one(struck, "pc"), "stunned")
    assert not has(one(done(pass_time, struck, MINUTE)[0], "pc"), "stunned")


@covers("cairn.background.greenwise", "cairn.spell.ward")
def test_the_bauble_casts_ward_once_a_day():
    bauble = from_gear(Gear("Twine bauble", 0, "cairn.spell.ward", charges=1, recharge="each day"), "b")
    state = table(somebody("pc", bauble, boons=("greenwise_2:1",)))
    after, _ = act(state, "use_boon", "pc")
    assert one(after, "pc").items[0].charges == 0
    assert [(effect.of, effect.by) for effect in after.effects] == [("cairn.spell.ward", "pc")]
    assert refused(after, "use_boon", "pc") == "nothing_to_call"


def test_every_row_of_every_background_and_every_bond_is_a_boon_that_can_be_read():
    for entry in backgrounds().values():
        for id_ in entry.tables:
            for row in tables()[id_].rows:
                assert rows()[row_id(id_, row)] is row
    assert isinstance(given("bond", 1), Item)
