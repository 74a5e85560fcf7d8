"""What stays with people: traumas that strike in a fight, traits that are for good, and learning that helps."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.skills import HELPS, advantages_for
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.defence import defend
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.characters import skills
from tallow.games.dead_weight.harm.mortal import suffer_trauma
from tallow.games.dead_weight.magic.spells import cast_spell
from tallow.games.dead_weight.monsters.enemy_sheet import sheet_action
from tallow.games.dead_weight.state import adventurer, enemy
from tallow.testing import covers
from tests.games.dead_weight.casters import SPELL, fray, friend, wizard
from tests.games.dead_weight.expedition import act, asked
from tests.games.dead_weight.foes import NEXT_TO, arena, rigged, tough
from tests.games.dead_weight.people import corpse, somebody, table
from tests.games.playing import done

CLAW = sheet_action("thing: STR 1")
BACK = (3, 3)


def attacks(state, *dice):
    """One attack after another upon Zael, with the dice of each defence."""
    for face in dice:
        state, _ = rigged(defend, state, "zael", enemy(state, "foe"), CLAW, dice=[face])
    return state


def beset(**more):
    return arena(tough(**{"traumas": ("fearful",), **more}), enemies=(corpse("foe", at=(5, 3)),), turn="foe")


@covers("dead_weight.trauma.fearful")
@pytest.mark.parametrize("face", [6, 2])
def test_the_fearful_step_back_from_an_attack_whether_it_hits_or_not(face):
    one = adventurer(attacks(beset(), face), "zael")
    assert (one.at[0], one.stun) == (BACK[0], 0)


@covers("dead_weight.trauma.fearful")
def test_the_second_attack_of_a_round_stuns_the_fearful_once():
    state = attacks(beset(), 6, 6)
    assert adventurer(state, "zael").stun == 1
    state = attacks(state, 6, 6)
    assert adventurer(state, "zael").stun == 1
    assert adventurer(state, "zael").at[0] == 0
    state = replace(state, combat=replace(state.combat, round=2))
    assert adventurer(attacks(state, 6), "zael").stun == 1
    assert adventurer(attacks(state, 6, 6), "zael").stun == 2


@covers("dead_weight.trauma.fearful")
def test_only_the_fearful_who_can_move_step_back():
    assert adventurer(attacks(beset(traumas=()), 6, 6), "zael").at == NEXT_TO
    held = adventurer(attacks(beset(conditions=("grabbed",)), 6, 6), "zael")
    assert (held.at, held.stun) == (NEXT_TO, 1)


@covers("dead_weight.trauma.visions")
def test_a_spell_nearby_stuns_whoever_has_visions_the_caster_too():
    seer = {"traumas": ("visions",)}
    caster = wizard("magic_shield", **seer)
    far = replace(friend(**seer), id="far", at=(11, 7))
    state = fray(caster, friend(**seer), far, replace(friend(), id="plain"))
    state, _ = rigged(_magic_shield, state, "mira", dice=[[2, 5, 6]])
    assert {one.id: one.stun for one in state.party} == {"mira": 1, "tam": 1, "far": 0, "plain": 0}
    quiet = table(wizard("light", **seer))
    calm, _ = rigged(_light, quiet, "mira", dice=[3, [2, 5, 6]])
    assert calm.party[0].stun == 0


def _magic_shield(play, state, who):
    return cast_spell(play, state, who, f"{SPELL}magic_shield", safe=True)


def _light(play, state, who):
    return cast_spell(play, state, who, f"{SPELL}light", safe=True)


@covers("dead_weight.trait.general")
def test_a_trait_is_had_once_and_never_grows():
    one = somebody(traits=("bad_omens",))
    state, told = act(table(one), "grant_skill", "", "dead_weight.trait.third_eye")
    assert state.party[0].life.traits == ("bad_omens", "third_eye")
    offered = next(question.options for question in told.asked if question.what == "skill_which")
    assert "dead_weight.trait.bad_omens" not in offered
    traits = {raw["id"] for raw in BOOK.raw("trait")}
    assert not any({skill.upgrades_from, skill.upgrades_to} & traits for skill in skills().values())


@covers("dead_weight.skill.occult_studies")
@pytest.mark.parametrize(("about", "advantages"), [("occult", 1), ("spell", 1), ("lore", 0), ("prayer", 0)])
def test_occult_studies_help_with_magic_and_with_casting(about, advantages):
    scholar = somebody(skills=("occult_studies",), intelligence=2)
    assert advantages_for(scholar, about) == advantages
    script = ["roll", [2, 3], *["pass"] * advantages]
    _, play = done(attempt, table(scholar), "zael", "INT", "", script=script, about=about)
    assert asked(play).count("reroll") == advantages
    assert set(HELPS["spell"]) == {"occult_studies"}


@covers("dead_weight.trauma.chronic_pain")
def test_chronic_pain_takes_one_point_of_a_score_and_a_wound_without_room_moves():
    full = somebody(strength=(2, 0, 0, 2), dexterity=(3, 0, 2, 0))
    state, _ = done(suffer_trauma, table(full), "zael", "chronic_pain", script=["STR", "DEX"])
    one = state.party[0]
    assert (one.strength.score, one.strength.wounds) == (1, 1)
    assert (one.dexterity.wounds, one.dexterity.fatigue) == (1, 1), "fatigue there becomes the wound"
    tired = somebody(strength=(3, 0, 2, 1))
    state, _ = done(suffer_trauma, table(tired), "zael", "chronic_pain", script=["STR"])
    assert (state.party[0].strength.score, state.party[0].strength.fatigue, state.party[0].strength.wounds) == (2, 1, 1)
