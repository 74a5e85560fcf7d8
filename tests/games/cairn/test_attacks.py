"""Attacks: which there are, over what distance, impaired, enhanced, both."""

import pytest
from msgspec.structs import fields, replace

from tallow.games.cairn.combat.attacks import (
    FAR,
    MOVE,
    UNARMED,
    attacks,
    draw,
    enhanced,
    impaired,
    mean,
    modified,
    reaches,
    stride,
    throw,
)
from tallow.games.cairn.combat.manoeuvres import declared_attack
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import armor, hands
from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.gear.weapon_names import named_for_metal, weapon_type
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.monsters.kinds import immune
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Cause, Creature, Declaration, Item, Life, Mark, Pay, Scar, plain
from tallow.games.cairn.uses import SPENT
from tallow.mechanics.statline import dice
from tallow.testing import covers
from tests.games.cairn.fighters import fight, foe, hit, somebody, why_not

SWORD = Item("s", "Sword", damage="d8", place="hands")
AXE = Item("x", "Axe", damage="d6")
HALBERD = Item("h", "Halberd", damage="d10", hands=2, slots=2)
SHIELD = Item("b", "Shield", armor=1, bonus=True, place="hands")
BOW = Item("w", "Bow", damage="d6", hands=2, range="ranged")


def against(attacker, target, *marks, settings=None):
    state = fight([attacker], [target], settings=settings)
    return replace(state, fight=replace(state.fight, marks=marks))


@covers("cairn.combat.unarmed", "cairn.weapon.unarmed", "cairn.setting.unarmed_enhanced")
def test_a_fist_is_always_a_d4():
    hero = replace(somebody(), attacks=())
    assert attacks(hero) == (UNARMED,)
    bound = foe("foe1")
    state = against(hero, bound, Mark("hero", "enhanced"))
    assert throw(state, hero, UNARMED, bound, 0) == (4,)
    state = against(hero, bound, Mark("hero", "enhanced"), settings=Settings(unarmed_enhanced="d12"))
    assert throw(state, hero, UNARMED, bound, 0) == (12,)


@covers("cairn.combat.dual", "cairn.inventory.swap")
def test_two_weapons_are_one_attack_with_both_dice_and_no_shield():
    hero = replace(somebody(), attacks=(), items=(SWORD, AXE, SHIELD))
    both = next(attack for attack in attacks(hero) if len(attack.items) == 2)
    assert both.dice == (6, 8)
    assert round(mean(both.dice) * 48) == 251
    drawn = draw(hero, both)
    assert {item.id for item in drawn.items if item.place == "hands"} == {"s", "x"}
    assert (armor(hero), armor(drawn)) == (1, 0)
    one_hand = replace(hero, scars=(Scar("cairn.scar.sundered", "hand"),))
    assert hands(one_hand) == 1
    assert not [attack for attack in attacks(one_hand) if len(attack.items) == 2]


@covers("cairn.combat.dual", "cairn.combat.multiple")
@pytest.mark.parametrize(
    ("notation", "numerator", "denominator"), [("d6+d6", 161, 36), ("d8+d6+d4", 16, 3), ("d4", 5, 2)]
)
def test_means_of_the_highest(notation, numerator, denominator):
    assert mean(dice(notation)) * denominator == pytest.approx(numerator)


@covers("cairn.combat.impaired", "cairn.combat.enhanced", "cairn.action.warden_mark")
@pytest.mark.parametrize(("kind", "sides"), [("impaired", 4), ("enhanced", 12)])
def test_the_die_of_the_attack_becomes_another(kind, sides):
    hero = somebody()
    state = against(hero, foe(), Mark("hero", kind))
    assert throw(state, hero, hit("d10"), foe(), 0) == (sides,)
    assert throw(state, hero, hit("d6+d6"), foe(), 0) == (sides,)
    assert throw(state, somebody("pal"), hit("d10"), foe(), 0) == (10,)


@covers("cairn.combat.impaired", "cairn.combat.enhanced")
def test_marks_upon_the_target():
    hero, goblin = somebody(), foe()
    assert throw(against(hero, goblin, Mark("foe1", "sheltered")), hero, hit("d10"), goblin, 0) == (4,)
    assert throw(against(hero, goblin, Mark("foe1", "still")), hero, hit("d10"), goblin, 0) == (12,)
    exposed = replace(goblin, conditions=("exposed",))
    assert throw(against(hero, exposed), hero, hit("d10"), exposed, 0) == (12,)
    hindered = somebody("hero", conditions=("hindered",))
    assert throw(against(hindered, goblin), hindered, hit("d10"), goblin, 0) == (4,)


@covers("cairn.combat.both_modifiers", "cairn.setting.impaired_and_enhanced")
@pytest.mark.parametrize(("setting", "sides"), [("cancel", (6, 8)), ("impaired", (4,)), ("enhanced", (12,))])
def test_both_at_once(setting, sides):
    settings = Settings(impaired_and_enhanced=setting)
    assert modified((6, 8), settings, weak=True, strong=True, unarmed=False) == sides


@covers("cairn.combat.both_modifiers")
def test_a_detachment_shoots_at_one_behind_cover_with_its_own_die():
    band = foe("foe1", 4, 8, 8, 8, hit("d6"), detachment=True)
    hero = somebody()
    state = against(hero, band, Mark("hero", "sheltered"))
    assert throw(state, band, band.attacks[0], hero, 0) == (6,)


@covers("cairn.detachment.vs", "cairn.detachment.attacks")
def test_individuals_against_a_detachment_and_back():
    hero, band, other = somebody(), foe("b", detachment=True), foe("c", detachment=True)
    state = against(hero, band)
    assert throw(state, hero, hit("d8"), band, 0) == (4,)
    assert throw(state, hero, hit("d8", blast=True), band, 0) == (8,)
    assert throw(state, band, hit("d6"), hero, 0) == (12,)
    assert throw(state, band, hit("d6"), other, 0) == (6,)


@covers("cairn.combat.ranged", "cairn.combat.ammo")
@pytest.mark.parametrize(("feet", "sides"), [(30, 6), (MOVE, 6), (MOVE + 1, 4), (100, 4), (FAR, 4)])
def test_a_bow_reaches_far_and_impaired(feet, sides):
    hero = replace(somebody(), attacks=(), items=(BOW,))
    target = foe("foe1", at=feet)
    bow = attacks(hero)[0]
    assert reaches(hero, bow, target) is None
    assert throw(against(hero, target), hero, bow, target, 0) == (sides,)
    assert draw(hero, bow).items[0].uses == 0


@covers("cairn.combat.ranged", "cairn.combat.turn", "cairn.condition.hamstrung")
def test_out_of_reach():
    hero, far = somebody(), foe("foe1", at=FAR + 1)
    assert why_not(reaches(hero, hit("d6", ranged=True), far)) == "too_far"
    assert reaches(hero, hit(), replace(far, at=MOVE)) is None
    assert why_not(reaches(hero, hit(), replace(far, at=MOVE + 1))) == "too_far"
    assert stride(somebody("x", conditions=("hamstrung",))) == 10
    assert stride(somebody("x", conditions=("moved",))) == 0
    assert stride(foe("stone", conditions=("immobile",))) == 0


@covers("cairn.panic.effect", "cairn.scar.broken_limb")
def test_panic_and_broken_ribs_impair():
    target = foe()
    for weak in (
        somebody("x", conditions=("panicked",)),
        somebody("x", scars=(Scar("cairn.scar.broken_limb", "Rib", open=True),)),
    ):
        assert impaired(against(weak, target), weak, hit(), target)
        assert not enhanced(against(weak, target), weak, hit(), target, 0)


BENDS = {
    "conditions": ("panicked",),
    "special": True,
    "scars": (Scar("cairn.scar.broken_limb", "Rib", open=True),),
    "detachment": True,
    "life": Life(boons=("cairn.table.hexenbane_2:honesty:blade",)),
}
ALL_ELSE = Creature(
    "x", "X", "hireling", 0, 1, 1, 2, 0, 1, 0, 0, armor=3, attacks=(hit("d12"),), seat="ann", of="cairn.monster.wolf",
    items=(SWORD, BOW, SHIELD), gp=200, cp=1, fatigue=9, burden=1, deprived=(Cause("food", 0),), dies_at=9, at=MOVE,
    heads=3, pay=Pay("ann"), spent=(SPENT.mark("day", "fed"),), was=(1, 1, 1, 1, 1, 1), host="ann", rides="h",
)  # fmt: skip


@covers("cairn.combat.impaired", "cairn.combat.enhanced")
def test_nothing_about_a_plain_creature_impairs_or_enhances():
    hero, target = somebody(), foe("foe1")
    same = {field.name for field in fields(Creature) if getattr(ALL_ELSE, field.name) == getattr(hero, field.name)}
    assert same == set(BENDS)
    assert not any(plain(replace(hero, **{name: value})) for name, value in BENDS.items())
    assert plain(ALL_ELSE)
    for one, other in ((ALL_ELSE, target), (hero, ALL_ELSE)):
        assert throw(against(one, other), one, hit("d6"), other, 3) == (6,)


def test_what_needs_two_hands_cannot_be_used_with_one():
    hero = replace(somebody(), attacks=(), items=(HALBERD, AXE), scars=(Scar("cairn.table.lost_part", "Arm"),))
    assert [attack.name for attack in attacks(hero)] == ["Axe"]


@covers("cairn.table.weapon_type", "cairn.table.weapon_material")
@pytest.mark.parametrize(
    ("name", "type_", "metal"),
    [
        ("Long sword", "blade", True),
        ("Battleaxe", "axe", True),
        ("bone knife", "blade", False),
        ("Gnarled staff", "blunt", False),
        ("claws", "natural", False),
    ],
)
def test_the_type_and_material_of_an_unknown_weapon_are_in_its_name(name, type_, metal):
    assert weapon_type(name) == type_
    assert named_for_metal(name) == metal


@covers("cairn.table.weapon_material", "cairn.monster.foxwoman")
@pytest.mark.parametrize(
    ("item", "metal"),
    [
        (Item("i", "Bonesaw", damage="d6"), True),
        (Item("i", "Blunderbuss", damage="d12"), True),
        (Item("i", "Leather whip", damage="d6"), False),
        (Item("i", "Stake", damage="d6"), False),
        (from_ref("cairn.weapon.light", "i", name="Staff"), False),
        (from_ref("cairn.weapon.light", "i", name="Sickle"), True),
        (from_ref("cairn.weapon.bow", "i"), True),
        (Item("i", "Silver fork", damage="d4", qualities=("silver",)), True),
    ],
)
def test_the_book_says_what_its_weapons_are_made_of(item, metal):
    """A bonesaw has a name of bone and a blade of metal: the Foxwoman laughs at it."""
    foxwoman = spawn(monsters()["cairn.monster.foxwoman"], "foe1")
    hero = somebody("a", items=(item,))
    assert immune(hero, attacks(hero)[0], foxwoman) == metal


@covers("cairn.setting.two_weapons_modified", "cairn.combat.impaired", "cairn.combat.enhanced", "cairn.combat.dual")
def test_two_weapons_impaired_or_enhanced_roll_one_die_whatever_they_are():
    each = Settings(two_weapons_modified="each_die")
    for weak, sides in ((True, 4), (False, 12)):
        assert modified((6, 8), Settings(), weak=weak, strong=not weak, unarmed=False) == (sides,)
        assert modified((6, 8), each, weak=weak, strong=not weak, unarmed=False) == (sides, sides)


@covers("cairn.action.attack")
def test_a_declared_attack_is_made_with_its_own_weapon_wherever_that_is_carried():
    plain_, fine = [replace(from_ref("cairn.weapon.medium", id_), name="Sword", place="hands") for id_ in ("a", "b")]
    fine = replace(fine, damage="d10")
    made = Declaration("ada", "attack", "foe", ("b",), detail="Sword")
    for items in ((plain_, fine), (fine, plain_)):
        assert declared_attack(somebody("ada", items=items), made).dice == (10,)
    assert declared_attack(somebody("ada", items=(plain_,)), made).dice == (8,), "another of its name, if it is gone"
    assert declared_attack(somebody("ada"), made) == hit(), "or whatever there is"
