"""Every action of the bestiary does what its entry says: its numbers as they are written, its letters, its special."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.bots.tactics import decide
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.monsters import enemy_actions, monsters
from tallow.games.dead_weight.monsters.enemies import barred, carry_out, targets
from tallow.games.dead_weight.monsters.enemy_sheet import profile
from tallow.games.dead_weight.monsters.specials import EFFECTS
from tallow.games.dead_weight.notation import read
from tallow.games.dead_weight.state import Corpse, Item, adventurer, enemy
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.foes import HERE, NEXT_TO, arena, foe, rigged, tough, wounds
from tests.games.dead_weight.people import corpse, somebody, worn

PREFIX = "dead_weight.enemy_action."
NAMES = [id_.removeprefix(PREFIX) for id_ in enemy_actions()]
SWORD = Item("sword", "Short sword", "dead_weight.weapon.short_sword", place="right")
BODY = Corpse("body", "Somebody", at=NEXT_TO)


def attacker(name, **more):
    """Whoever has this action on its sheet."""
    of = next((m.id.rpartition(".")[2] for m in monsters().values() if PREFIX + name in m.actions), "")
    return foe(of, **more) if of else corpse("foe", at=HERE, sheet=(PREFIX + name,), **more)


def done(name, victim, *dice, by=None, **answers):
    """The action carried out upon the victim, with these dice; the victim, the attacker and the state afterwards."""
    action = enemy_actions()[PREFIX + name]
    by = by or attacker(name, taken=2)
    state = replace(arena(victim, enemies=(by,), turn="foe"), corpses=(BODY,))
    if action.requires == "grabbed":
        state, _ = rigged(carry_out, state, "foe", enemy_actions()[PREFIX + "grab"], victim.id, dice=(2,))
    assert not barred(state, by, action) or action.requires
    aims = targets(state, enemy(state, "foe"), action)
    assert aims, f"{name} reaches nobody"
    state, play = rigged(carry_out, state, "foe", action, aims[0], dice=dice, **answers)
    return adventurer(state, victim.id), enemy(state, "foe"), state, play


# Each action with the dice of a plain failure (all twos), and what comes of it. `took` are the wounds of a failure,
# `worse` those of a critical one; the others are what the victim and the attacker have afterwards.
PLAIN: dict[str, Any] = {"took": 0, "worse": 0, "afflictions": (), "conditions": (), "stun": 0}
EXPECTED: dict[str, dict[str, Any]] = {
    "infectious_bite": {"took": 1, "worse": 2, "rolls": (1,), "afflictions": ("plagued",)},
    "eat": {"took": 3, "worse": 6, "conditions": ("grabbed",)},
    "unnatural_regeneration": {"self": {"taken": 1}},
    "knife_in_the_gut": {"took": 1, "worse": 2, "afflictions": ("bleeding",)},
    "cracked_shield": {"self": {"shield": 2}},
    "bite": {"took": 2, "worse": 3},
    "small_bite": {"took": 2, "worse": 3},
    "phase_out": {"self": {"dodge": 2}},
    "lunge": {"took": 2, "worse": 2},
    "poisonous_bite": {"took": 1, "worse": 1, "afflictions": ("nauseated",)},
    "chew_armor": {"took": 1, "worse": 1, "armour": 1},
    "serrated_blade": {"took": 2, "worse": 3},
    "black_shield": {"self": {"shield": 1}},
    "serrated_teeth": {"took": 2, "worse": 3},
    "crude_falchion": {"took": 2, "worse": 3, "worse_afflictions": ("bleeding",)},
    "hook_pole": {"took": 3, "worse": 3, "conditions": ("hooked",)},
    "rend": {"took": 2, "worse": 4, "afflictions": ("bleeding",)},
    "void_whip": {"took": 2, "worse": 3, "afflictions": ("terrified",), "conditions": ("bound",)},
    "fade": {"self": {"shield": 1, "dodge": 1}},
    "consume_corpse": {"becomes": "red_weaver"},
    "silver_tentacles": {"took": 2, "worse": 2},
    "pulse": {"unchecked": 1},
    "many_bites": {"took": 2, "worse": 3},
    "cries_of_many": {"took": 1, "worse": 1},
    "venomous_spit": {"took": 1, "worse": 1, "rolls": (1,), "afflictions": ("nauseated",), "stun": 1},
    "infest": {"took": 1, "worse": 2, "worse_conditions": ("worm_attached",)},
    "soul_nibble": {"took": 2, "worse": 2, "stun": 1},
    "leech_bite": {
        "took": 2, "worse": 2, "afflictions": ("sleepy", "bleeding"), "conditions": ("leech_attached",),
    },
    "sticky_tongue": {"rolls": ([1, 5],), "disarmed": True},
    "tongue_whip": {"took": 2, "worse": 2},
    "toxic_spit": {"took": 2, "worse": 2, "afflictions": ("nauseated",)},
    "grab": {"conditions": ("grabbed",)},
    "crab_eat": {"took": 5, "worse": 5, "conditions": ("grabbed",)},
    "crab_bash": {"took": 2, "worse": 2, "at": (3, 2)},
    "nibble": {"took": 2, "worse": 2, "self": {"taken": 1}},
    "feast": {"becomes": "unsatiable_dead"},
    "overgrown_claws": {"took": 3, "worse": 4, "worse_afflictions": ("bleeding",)},
    "rusty_sword": {"took": 2, "worse": 2},
    "cursed_shanty": {"unchecked": 1},
    "agony": {"took": 2, "worse": 2},
    "throw_shiv": {"took": 2, "worse": 2},
    "rotting_touch": {"took": 2, "worse": 2},
    "silken_bola": {"stun": 1},
    "giant_claw": {"took": 2, "worse": 2, "stun": 1},
    "dire_bola": {"took": 1, "worse": 1, "stun": 1},
    "barbed_chain": {"took": 2, "worse": 3, "afflictions": ("bleeding", "terrified")},
    "torment": {"took": 1, "worse": 2, "afflictions": ("terrified",)},
    "devour": {"took": 4, "worse": 6, "afflictions": ("terrified",)},
    "maddening_gaze": {"took": 1, "worse": 1, "afflictions": ("terrified",)},
    "bone_club": {"took": 2, "worse": 3},
    "pet_bite": {"clash": (1, 1)},
    "pet_maul": {"clash": (2, 3)},
}  # fmt: skip


def test_every_action_is_expected_to_do_something():
    assert sorted(EXPECTED) == sorted(NAMES)


@covers("dead_weight.enemy.attack_notation", "dead_weight.enemy.minus", "dead_weight.enemy.disadvantage_actions")
@pytest.mark.parametrize("name", NAMES)
def test_the_text_of_an_action_is_its_numbers(name):
    action = enemy_actions()[PREFIX + name]
    text = action.effect.removeprefix("2 actions: ").partition(";")[0].partition(",")[0].partition(" on ")[0]
    text = text.partition(":")[0].removesuffix(".").replace(" Nearby", "").replace(" or DEX", "")
    text, _, twice = text.partition(" with two")
    if not text.lstrip("-")[:3].isupper():
        assert not action.defence
        return
    written = read(text)
    has = replace(profile(action), attribute=written.attribute, effects=(), critical_effects=(), range="close")
    told = replace(written, effects=(), critical_effects=(), range="close")
    assert replace(told, disadvantage=2 if twice else told.disadvantage) == has
    assert action.defence[0] == written.attribute
    assert set(written.effects) == set(action.effects) - {"?", "S"}
    assert (action.range == "nearby") == ("Nearby" in action.effect or "spit" in name or "shiv" in name)


@covers("dead_weight.enemy_action.*", "dead_weight.enemy.special_effects", "dead_weight.weapon_effect.special")
@pytest.mark.parametrize(
    "name", [name for name in NAMES if "took" in EXPECTED[name] or enemy_actions()[PREFIX + name].effects]
)
def test_what_is_not_avoided_does_what_the_entry_says(name):
    wants = {**PLAIN, **EXPECTED[name]}
    if "clash" in wants:
        return
    victim = tough(items=(SWORD, worn(2)) if "armour" in wants else (SWORD,))
    rolls = () if wants["took"] == 0 and wants.get("rolls") is None else wants.get("rolls", ())
    hit, by, state, _ = done(name, victim, 2, *rolls, armour_dice=0)
    assert wounds(hit) == wants["took"]
    assert (hit.afflictions, hit.conditions, hit.stun) == (wants["afflictions"], wants["conditions"], wants["stun"])
    assert hit.at == wants.get("at", NEXT_TO)
    for field, value in wants.get("self", {}).items():
        assert getattr(by, field) == value
    if "armour" in wants:
        assert next(item.ap for item in hit.items if item.id == "armour") == wants["armour"]
    if "disarmed" in wants:
        assert hit.items == ()
        assert [item.place for item in state.ground] == ["5,3"]


@covers("dead_weight.enemy_action.*", "dead_weight.enemy.critical", "dead_weight.enemy.defence_check")
@pytest.mark.parametrize("name", [name for name in NAMES if "worse" in EXPECTED[name]])
def test_a_critical_failure_is_worse_and_a_success_avoids_everything(name):
    wants = {**PLAIN, **EXPECTED[name]}
    rolls = wants.get("rolls", ())
    hit, *_ = done(name, tough(), 1, *rolls)
    assert wounds(hit) == wants["worse"]
    assert hit.afflictions == wants.get("worse_afflictions", wants["afflictions"])
    assert hit.conditions == wants.get("worse_conditions", wants["conditions"])
    missed, by, *_ = done(name, tough(), 5)
    assert (wounds(missed), missed.afflictions, missed.stun, missed.at) == (0, (), 0, NEXT_TO)
    assert missed.conditions == (("grabbed",) if "eat" in name else ())
    assert by.taken == 2


@covers("dead_weight.enemy_action.*")
@pytest.mark.parametrize("name", [name for name in NAMES if "worse" not in EXPECTED[name]])
def test_what_needs_no_check_simply_happens(name):
    wants = {**PLAIN, **EXPECTED[name]}
    if enemy_actions()[PREFIX + name].defence or "clash" in wants:
        return
    hit, by, state, _ = done(name, tough())
    assert hit.presence.wounds == wounds(hit) == wants.get("unchecked", 0)
    for field, value in wants.get("self", {}).items():
        assert getattr(by, field) == value
    if "becomes" in wants:
        new = monsters()["dead_weight.monster." + wants["becomes"]]
        assert (by.of, by.name, by.level, by.wounds, by.taken) == (new.id, new.name, new.level, new.wounds, 0)
        assert by.sheet == new.actions
        assert state.corpses[0].eaten
        assert targets(state, by, enemy_actions()[PREFIX + name]) == ()


@covers(
    "dead_weight.enemy_action.pet_bite", "dead_weight.enemy_action.pet_maul", "dead_weight.enemy.level_as_attribute"
)
@pytest.mark.parametrize(("pet", "name"), [("weak_ally", "pet_bite"), ("medium_ally", "pet_maul")])
def test_pets_bite_with_dice_by_their_level(pet, name):
    plain, great = EXPECTED[name]["clash"]
    ally = foe(pet, "dog", NEXT_TO, owner="zael", seat="player")
    action = enemy_actions()[PREFIX + name]
    for dice, took in ((5, plain), (2, 0), *(((6, great),) if ally.level > 1 else ())):
        state = arena(tough(), enemies=(foe("gnoll", armour=0),), allies=(ally,), step="fast", turn="zael")
        state, play = rigged(carry_out, state, "dog", action, "foe", dice=(dice,))
        assert enemy(state, "foe").taken == took
        assert play.asked[0].n == ally.level


@covers("dead_weight.enemy_action.infectious_bite", "dead_weight.enemy.defence_check", "dead_weight.enemy.critical")
def test_the_bite_in_chances():
    def bitten(play):
        victim = somebody("zael", 3, 1, 9, 1, at=NEXT_TO)
        state = arena(victim, enemies=(attacker("infectious_bite"),), turn="foe")
        state = carry_out(play, state, "foe", enemy_actions()[PREFIX + "infectious_bite"], "zael")
        after = adventurer(state, "zael")
        return wounds(after), "plagued" in after.afflictions

    policy = lambda choice: "no" if choice.what == "toughen_up" else choice.options[0]  # noqa: E731
    odds = distribution(bitten, policy=policy)
    taken = {n: sum(p for (w, _), p in odds.items() if w == n) for n in (0, 1, 2)}
    assert taken == {0: Fraction(7, 8), 1: Fraction(1, 27), 2: Fraction(19, 216)}
    assert sum(p for (_, plagued), p in odds.items() if plagued) == Fraction(1, 48)


@covers("dead_weight.enemy.critical", "dead_weight.enemy_action.bite")
def test_the_worked_bite():
    for dice, took in (([1, 3], 2), ([2, 3], 1)):
        hit, *_ = done("infectious_bite", somebody("zael", 2, 1, 9, 1, at=NEXT_TO), dice, 5)
        assert wounds(hit) == took


@covers("dead_weight.enemy_action.eat", "dead_weight.enemy_action.crab_eat", "dead_weight.enemy.minus")
def test_only_the_grabbed_are_eaten():
    crab = foe("giant_crab")
    state = arena(tough(), enemies=(crab,), turn="foe")
    assert targets(state, crab, enemy_actions()[PREFIX + "crab_eat"]) == ()
    state, _ = rigged(carry_out, state, "foe", enemy_actions()[PREFIX + "grab"], "zael", dice=(2,))
    assert targets(state, enemy(state, "foe"), enemy_actions()[PREFIX + "crab_eat"]) == ("zael",)
    assert barred(state, enemy(state, "foe"), enemy_actions()[PREFIX + "grab"])


@covers("dead_weight.enemy_action.eat", "dead_weight.enemy_action.crab_eat")
def test_eating_in_chances():
    def avoided(play, name):
        action = replace(enemy_actions()[PREFIX + name], requires="")
        victim = somebody("zael", 2, 1, 9, 1, at=NEXT_TO)
        state = arena(victim, enemies=(corpse("foe", at=HERE),), turn="foe")
        return wounds(adventurer(carry_out(play, state, "foe", action, "zael"), "zael"))

    policy = lambda choice: "no" if choice.what == "toughen_up" else decide(choice)  # noqa: E731
    assert distribution(avoided, "eat", policy=policy)[0] == Fraction(1, 2)
    assert distribution(avoided, "crab_eat", policy=policy)[0] == Fraction(5, 16)


@covers("dead_weight.enemy_action.cracked_shield")
def test_a_cracked_shield_is_raised_once():
    _, by, state, _ = done("cracked_shield", tough())
    assert barred(state, by, enemy_actions()[PREFIX + "cracked_shield"])


@covers("dead_weight.enemy_action.lunge")
def test_a_lunge_leaps_close_first():
    far = tough(at=(0, 3))
    hit, by, *_ = done("lunge", far, 2)
    assert (by.at, wounds(hit)) == ((1, 3), 2)


@covers("dead_weight.enemy_action.barbed_chain")
def test_the_chain_pulls_its_target_close():
    hit, *_ = done("barbed_chain", tough(at=(0, 3)), 2)
    assert hit.at == NEXT_TO


@covers("dead_weight.enemy_action.black_shield", "dead_weight.enemy_action.fade")
@pytest.mark.parametrize("name", ["black_shield", "fade"])
def test_stepping_back_keeps_the_token(name):
    _, by, *_ = done(name, tough(), step_where=(6, 3))
    assert (by.at, by.shield) == ((6, 3), 1)


@covers("dead_weight.enemy_action.hook_pole")
def test_the_defender_chooses_what_to_meet_the_hook_with():
    for attribute, dice in (("STR", 9), ("DEX", 4)):
        victim = somebody("zael", 9, 4, 1, 1, at=NEXT_TO)
        *_, play = done("hook_pole", victim, 5, defend_with=attribute)
        assert play.asked[0].n == dice


@covers("dead_weight.enemy_action.leech_bite")
def test_a_leech_that_hangs_on_does_not_bite_again():
    _, by, state, _ = done("leech_bite", tough(), 2)
    assert barred(state, by, enemy_actions()[PREFIX + "leech_bite"])


@covers("dead_weight.enemy_action.chew_armor", "dead_weight.enemy_action.toxic_spit")
def test_armour_may_stop_the_wound_but_not_the_teeth():
    hit, *_ = done("chew_armor", tough(items=(worn(2),)), 2, [5, 6])
    assert (wounds(hit), hit.items[0].ap) == (0, 1)
    spat, *_ = done("toxic_spit", tough(items=(worn(2),)), 2, [5, 6])
    assert (wounds(spat), spat.afflictions) == (0, ())


@covers("dead_weight.enemy_action.pulse", "dead_weight.enemy_action.cries_of_many", "dead_weight.enemy_action.agony")
@pytest.mark.parametrize(("name", "reached"), [("pulse", 1), ("cries_of_many", 1), ("agony", 6), ("cursed_shanty", 99)])
def test_what_falls_upon_all_falls_upon_all_in_range(name, reached):
    party = (tough(), tough("amber", at=(5, 7)), tough("brice", at=(11, 3)))
    by = attacker(name)
    near = [one for one, far in zip(party, (1, 4, 6), strict=True) if far <= reached]
    state = arena(*party, enemies=(by,), turn="foe")
    action = enemy_actions()[PREFIX + name]
    assert targets(state, by, action) == tuple(one.id for one in near)
    dice = (2,) * len(near) if action.defence else ()
    state, _ = rigged(carry_out, state, "foe", action, "", dice=dice)
    assert [one.id for one in state.party if wounds(one)] == [one.id for one in near]


@covers("dead_weight.enemy_action.agony")
def test_agony_spares_no_living_friend():
    screamer = foe("bloated_screamer")
    others = (foe("gnoll", "gnoll", (5, 4), armour=0), foe("shrunken_corpse", "dead", (5, 2)))
    state = arena(enemies=(screamer, *others), turn="foe")
    state, _ = rigged(carry_out, state, "foe", enemy_actions()[PREFIX + "agony"], "")
    assert (enemy(state, "gnoll").taken, enemy(state, "dead").taken) == (2, 0)


@covers("dead_weight.enemy_action.pulse", "dead_weight.enemy_action.cursed_shanty")
def test_a_wave_of_pain_kills_and_a_song_does_not():
    for name, fallen in (("pulse", True), ("cursed_shanty", False)):
        weak = somebody("zael", (1, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 1), at=NEXT_TO)
        state = arena(
            weak, tough("amber"), enemies=(attacker(name),), turn="foe", settings={"mortal_wounds_table": False}
        )
        state, _ = rigged(carry_out, state, "foe", enemy_actions()[PREFIX + name], "")
        assert ("mortally_wounded" in adventurer(state, "zael").conditions) is fallen


def test_nobody_has_an_action_that_is_not_on_the_list():
    for monster in monsters().values():
        assert set(monster.actions) <= set(enemy_actions())
    for action in enemy_actions().values():
        assert bool(BOOK.entries()[action.id].data["special"]) == bool(action.does), action.id
        assert all(special.code in EFFECTS for special in action.does), action.id
