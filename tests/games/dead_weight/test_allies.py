"""Pets and commanded undead: they act in their owner's turn, attack by their level, and can be attacked."""

from fractions import Fraction

from msgspec.structs import replace

from tallow.games.dead_weight.characters.allies import DEEDS, allies_act, may_act, pets_come, pets_ready
from tallow.games.dead_weight.combat.morale import party_morale
from tallow.games.dead_weight.combat.rounds import end_turn
from tallow.games.dead_weight.entries.monsters import enemy_actions
from tallow.games.dead_weight.monsters.enemies import carry_out, clash, targets
from tallow.games.dead_weight.monsters.enemy_sheet import sheet_action
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import enemy
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.foes import NEXT_TO, arena, foe, rigged, tough, why_not
from tests.games.dead_weight.people import somebody, table

DEED = {deed.name: deed for deed in DEEDS}


def with_dog(at=NEXT_TO, of="medium_ally", **more):
    dog = foe(of, "dog", at, owner="zael", seat="player", **more)
    return arena(tough(), enemies=(foe("gnoll", armour=0),), allies=(dog,), step="fast", turn="zael")


@covers("dead_weight.ally.turn")
def test_a_pet_has_one_action_in_its_owners_turn():
    state = with_dog()
    assert may_act(state, "dog")
    bitten, _ = rigged(DEED["ally_attack"].do, state, "dog", dice=(5,))
    assert (enemy(bitten, "foe").taken, bitten.combat.actions) == (2, 2)
    assert not may_act(bitten, "dog")
    moved, _ = rigged(DEED["ally_move"].do, state, "dog", move_to=(4, 4))
    assert (enemy(moved, "dog").at, may_act(moved, "dog")) == ((4, 4), False)
    over, _ = rigged(end_turn, state)
    assert not may_act(over, "dog")
    next_round = replace(bitten, combat=replace(bitten.combat, round=2))
    assert may_act(next_round, "dog")


@covers("dead_weight.ally.turn")
def test_a_pet_cannot_do_what_it_cannot():
    assert why_not(DEED["ally_attack"], with_dog(at=(0, 0)), "dog") == "nothing_in_reach"
    assert why_not(DEED["ally_move"], with_dog(stun=1), "dog") == "stunned"
    assert why_not(DEED["ally_recover"], with_dog(), "dog") == "not_stunned"
    up, _ = rigged(DEED["ally_recover"].do, with_dog(stun=1), "dog")
    assert enemy(up, "dog").stun == 0


@covers("dead_weight.ally.turn", "dead_weight.enemy.test")
def test_a_pet_is_attacked_and_its_owner_rolls_for_it():
    state = with_dog()
    club = enemy_actions()["dead_weight.enemy_action.bone_club"]
    assert targets(state, enemy(state, "foe"), club) == ("zael", "dog")
    for dice, taken in ((5, 0), (2, 2), (1, 3)):
        after, play = rigged(carry_out, state, "foe", club, "dog", dice=(dice,))
        assert enemy(after, "dog").taken == taken
        assert (play.asked[0].by, play.asked[0].n) == ("player", 2)
    dead, _ = rigged(
        carry_out, replace(state, allies=(replace(state.allies[0], taken=3),)), "foe", club, "dog", dice=(2,)
    )
    assert enemy(dead, "dog").conditions == ("dead",)
    assert dead.combat.morale == state.combat.morale


@covers("dead_weight.ally.turn", "dead_weight.morale.adventurers_one")
def test_pets_do_not_count_for_morale():
    assert party_morale(with_dog()) == party_morale(replace(with_dog(), allies=()))


@covers("dead_weight.enemy.level_as_attribute", "dead_weight.enemy.no_fatigue")
def test_a_weak_ally_hits_every_other_time():
    state = with_dog(of="weak_ally")

    def hits(play):
        action = enemy_actions()["dead_weight.enemy_action.pet_bite"]
        return enemy(clash(play, state, enemy(state, "dog"), enemy(state, "foe"), action), "foe").taken

    assert distribution(hits) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


@covers("dead_weight.enemy.level_as_attribute")
def test_tokens_of_an_enemy_help_it_against_allies_too():
    state = with_dog(level=1)
    state = replace(state, enemies=(replace(state.enemies[0], shield=1),))
    after, _ = rigged(clash, state, enemy(state, "dog"), enemy(state, "foe"), sheet_action("bite: STR 2B"),
                      dice=(5, 2), reroll=("foe_shield", 5))  # fmt: skip
    assert (enemy(after, "foe").taken, enemy(after, "foe").shield) == (0, 0)
    after, _ = rigged(clash, state, enemy(state, "dog"), enemy(state, "foe"), sheet_action("bite: STR 2BX"), dice=(5,))
    assert (enemy(after, "foe").taken, enemy(after, "foe").bleeding) == (2, True)


@covers("dead_weight.enemy.level_as_attribute", "dead_weight.weapon_effect.s", "dead_weight.setting.only_living_bleed")
def test_a_hit_of_an_ally_has_its_letters():
    state, bite = with_dog(level=1), sheet_action("bite: STR 2BS")
    after, _ = rigged(clash, state, enemy(state, "dog"), enemy(state, "foe"), bite, dice=(5,))
    assert (enemy(after, "foe").stun, enemy(after, "foe").bleeding) == (1, True)
    bones = replace(state, settings=Settings(only_living_bleed=True), enemies=(foe("reanimated_husk"),))
    after, _ = rigged(clash, bones, enemy(bones, "dog"), enemy(bones, "foe"), bite, dice=(5,))
    assert (enemy(after, "foe").stun, enemy(after, "foe").bleeding) == (1, False)


@covers("dead_weight.monster_trait.acid_pustules", "dead_weight.monster_trait.scatter")
def test_what_comes_of_hitting_a_monster_comes_of_an_allys_hit_too():
    bite = sheet_action("bite: STR 1")
    state = with_dog(level=1)
    sore = replace(state, enemies=(replace(state.enemies[0], traits=("acid_pustules",), resistance=0),))
    after, play = rigged(clash, sore, enemy(sore, "dog"), enemy(sore, "foe"), bite, dice=(5, 5, 5))
    assert (enemy(after, "foe").taken, [roll.by for roll in play.asked]) == (1, ["player", "player", "player"])
    shy = replace(state, enemies=(replace(state.enemies[0], traits=("scatter",), resistance=0),))
    after, _ = rigged(clash, shy, enemy(shy, "dog"), enemy(shy, "foe"), bite, dice=(5,), jump_where=(6, 3))
    assert enemy(after, "foe").at == (6, 3)


@covers("dead_weight.ally.turn", "dead_weight.weapon_effect.s")
def test_a_hit_stuns_a_pet_even_without_a_wound():
    state = with_dog()
    after, _ = rigged(carry_out, state, "foe", sheet_action("shove: STR 0S"), "dog", dice=(2,))
    assert (enemy(after, "dog").stun, enemy(after, "dog").taken) == (1, 0)


@covers("dead_weight.ally.turn")
def test_allies_know_what_to_do():
    state, _ = rigged(allies_act, with_dog(), "zael", dice=(5,))
    assert enemy(state, "foe").taken == 2
    state, _ = rigged(allies_act, with_dog(at=(0, 0)), "zael")
    assert enemy(state, "dog").at != (0, 0)


@covers("dead_weight.skill.animal_affinity", "dead_weight.skill.beastmaster", "dead_weight.ally.turn")
def test_a_way_with_animals_brings_a_pet():
    party = (
        somebody("zael", skills=("animal_affinity",)),
        somebody("amber", skills=("beastmaster",)),
        somebody("brice"),
    )
    state = pets_come(table(*party))
    assert [(ally.of.rpartition(".")[2], ally.owner) for ally in state.allies] == [
        ("weak_ally", "zael"),
        ("medium_ally", "amber"),
    ]
    assert pets_come(state) == state
    better = replace(state, party=(somebody("zael", skills=("beastmaster",)), *party[1:]))
    assert [ally.of.rpartition(".")[2] for ally in pets_come(better).allies] == ["medium_ally", "medium_ally"]
    killed = replace(state, allies=(replace(state.allies[0], conditions=("dead",)), state.allies[1]))
    assert len([ally for ally in pets_come(killed).allies if not ally.conditions]) == 2
    bitten = replace(killed, allies=(killed.allies[0], replace(killed.allies[1], taken=3)))
    assert [(ally.owner, ally.taken, ally.conditions) for ally in pets_ready(bitten).allies] == [
        ("amber", 0, ()),
        ("zael", 0, ()),
    ]
