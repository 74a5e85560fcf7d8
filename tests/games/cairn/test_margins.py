"""Margins of the rules: what is told, who is left alone, and what a number comes to on both sides of it."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.manoeuvre import simply
from tallow.games.cairn.combat.morale import morale
from tallow.games.cairn.combat.rounds import targets
from tallow.games.cairn.entries import spells
from tallow.games.cairn.gear.inventory import sealed
from tallow.games.cairn.gear.ruin import for_good
from tallow.games.cairn.gear.things import spellbook
from tallow.games.cairn.harm.damage import blow, hurt
from tallow.games.cairn.harm.deprivation import FED, marked
from tallow.games.cairn.harm.healing import refreshed, week
from tallow.games.cairn.harm.perils import last_moment
from tallow.games.cairn.harm.scars import close, scar
from tallow.games.cairn.magic.casting import _astray, resolve
from tallow.games.cairn.magic.effects import begin, break_free, fall
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, Declaration, Effect, Item, Scar, State
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import Choice
from tallow.testing import covers
from tests.games.cairn.fighters import Answers, fight, foe, hit, monster, somebody
from tests.games.playing import done


@covers("cairn.combat.damage")
@pytest.mark.parametrize(("damage", "hp", "outcome"), [(0, 4, "no_harm"), (1, 3, "hp_loss"), (3, 1, "hp_loss")])
def test_one_point_of_damage_is_harm(damage, hp, outcome):
    struck, _ = done(blow, damage, 4, 10, True, "player")
    (after, _), _ = done(hurt, somebody(hp=4), struck, damage, Settings(), 0)
    assert (struck.outcome, after.hp) == (outcome, hp)


def test_what_takes_no_choice_is_declared_as_it_is():
    made = simply("wait")
    declared, play = done(made, State(), somebody())
    assert declared == Declaration("hero", "wait")
    assert not play.asked


@covers("cairn.morale.leader", "cairn.monster.bandit")
def test_bandits_without_a_leader_make_the_usual_saves_and_with_one_fled_flee_once():
    band = (monster("Bandit", "a", conditions=("dead",)), monster("Bandit", "b"), monster("Bandit", "c"))
    led = fight((somebody(),), band, leader="a")
    gone, play = done(morale, led)
    assert [has(one, "fled") for one in gone.foes] == [False, True, True]
    checked = fight((somebody(),), band, leader="a", checked=("leader", "first", "half"))
    _, play = done(morale, checked)
    assert not play.told
    none = fight((somebody(),), band)
    kept, play = done(morale, none, script=[1, 1])
    assert [has(one, "fled") for one in kept.foes] == [False, False, False]


@covers("cairn.spell.astral_prison")
def test_a_thing_is_sealed_by_an_effect():
    assert sealed(Item("i", "Ring", qualities=("magic",), sealed="e1"))
    assert not sealed(Item("i", "Ring", qualities=("magic",)))
    assert not sealed(Item("i", "Ring"))


@covers("cairn.monster.critical_dice")
@pytest.mark.parametrize(("strength", "lost", "most"), [(6, 2, 8), (6, 9, 6), (10, 3, 10)])
def test_str_lost_for_good_lowers_the_most_and_never_below_what_is_left(strength, lost, most):
    one, play = done(for_good, replace(somebody(strength=10), strength=strength), lost, "cairn.monster.ghoul")
    assert one.strength_max == most
    assert play.codes() == ["ruin.for_good"]


@covers("cairn.fatigue.lasts")
def test_a_night_does_nothing_for_the_dead():
    dead = replace(somebody(conditions=("dead",)), fatigue=2, hp=0)
    same, play = done(refreshed, State(party=(dead,)), dead)
    assert same == dead
    assert not play.told


@covers("cairn.scar.reorienting_head_wound")
def test_a_head_wound_that_helps_is_told():
    _, play = done(scar, replace(somebody(), hp=0), 6, Settings(), 0, script=[1, (4, 4, 4)])
    assert [told.facts for told in play.told if told.code == "scar.becomes"] == [("Hero", "STR", 12)]


@covers("cairn.table.casting_mishap")
def test_a_spell_goes_astray_to_somebody_else_or_to_what_the_warden_says():
    spell = working("cairn.spell.sleep", False)
    alone = State(phase="explore", party=(somebody(),))
    assert done(_astray, alone, "hero", spell, ("hero",))[0] == ("other",)
    two = State(phase="explore", party=(somebody(), somebody("bo")))
    assert done(_astray, two, "hero", spell, ("hero",), script=[1])[0] == ("bo",)
    three = State(phase="explore", party=(somebody(), somebody("bo"), somebody("cy")))
    assert done(_astray, three, "hero", spell, ("bo",), script=[2])[0] == ("cy",)


@covers("cairn.spell.web", "cairn.item.net")
def test_getting_free_ends_ones_own_bonds_alone():
    state = fight((somebody(conditions=("netted",)), somebody("bo", conditions=("netted",))), (foe(),))
    for who in ("hero", "bo"):
        state = begin(state, Effect("", "cairn.item.net", "Net", "foe1", (who,), 0, ("netted",)))
    free, _ = done(break_free, state, "hero")
    assert [has(find(free, who), "netted") for who in ("hero", "bo")] == [False, True]
    assert [one.on for one in free.effects] == [("bo",)]


@covers("cairn.cast.enhance")
def test_with_time_and_safety_a_spell_is_as_wide_as_its_entry_says():
    for entry in spells().values():
        plain, strong = working(entry.id, False), working(entry.id, True)
        wanted = entry.strengthened.area_ft
        assert strong.area == (plain.area if wanted is None else wanted), entry.id
        reach = entry.strengthened.within
        assert strong.within == (plain.within if reach is None else reach), entry.id
        assert strong.targets == (plain.targets if entry.strengthened.targets is None else entry.strengthened.targets)


@covers("cairn.critical.pc")
def test_a_slow_death_is_that_of_its_first_victim_alone():
    dying = replace(somebody(conditions=("critical",)), dies_at=9 * HOUR)
    state = State(clock=8 * HOUR, party=(dying, somebody("bo")))
    assert (last_moment(state, dying), last_moment(state, state.party[1])) == (9 * HOUR, 0)


@covers("cairn.time.deadly", "cairn.critical.effects")
@pytest.mark.parametrize(("then", "ends"), [("dead", 9 * HOUR), ("ghoul", 9 * HOUR), ("deprived", 0)])
def test_of_what_monsters_do_only_what_kills_is_a_threat_and_only_to_whom_it_is_on(then, ends):
    ill = Effect("", "cairn.monster.hobgoblin", "Fever", "foe1", ("hero",), 9 * HOUR, then=then)
    state = begin(State(clock=8 * HOUR, party=(somebody(), somebody("bo"))), ill)
    assert [last_moment(state, one) for one in state.party] == [ends, 0]


@covers("cairn.time.deadly", "cairn.critical.pc", "cairn.critical.effects")
@pytest.mark.parametrize(("wound", "illness"), [(9 * HOUR, 10 * HOUR), (10 * HOUR, 9 * HOUR)])
def test_whoever_would_die_of_two_things_dies_of_the_sooner(wound, illness):
    ill = Effect("", "cairn.monster.hobgoblin", "Fever", "foe1", ("hero",), illness, then="dead")
    state = begin(State(clock=8 * HOUR, party=(somebody(dies_at=wound),)), ill)
    assert last_moment(state, state.party[0]) == 9 * HOUR


@covers("cairn.combat.blast")
def test_a_blast_reaches_those_near_whom_it_is_aimed_at_however_far_off_they_are():
    bomb = hit("d8", "bomb", blast=True, ranged=True)
    hero = somebody("hero", 4, 10, 10, 10, bomb)
    state = fight((hero,), [foe(f"foe{at}", at=at) for at in (60, 70, 200)])
    near, _ = done(targets, state, hero, bomb, "foe60", script=[2])
    assert list(near) == ["foe60", "foe70"]


@covers("cairn.critical.effects")
def test_a_limb_that_mends_leaves_every_other_scar():
    first, limb, last = (
        Scar(of, open=True) for of in ("cairn.scar.walloped", "cairn.monster.ogre", "cairn.scar.sundered")
    )
    mended, play = done(close, Settings(), somebody(scars=(first, limb, last)), 1)
    assert (mended.scars, play.codes()) == ((first, last), ["scar.mended"])


def test_whoever_keeps_their_feet_is_told_so_and_does_not_fall():
    state = fight((somebody(),), (foe(conditions=("sure_footed",)), foe("foe2")))
    after, play = done(fall, state, "cairn.spell.web", "hero", ("foe1", "foe2"))
    assert play.codes() == ["effect.keeps_feet", "effect.falls"]
    assert [has(one, "stunned") for one in after.foes] == [False, True]


@covers("cairn.combat.simultaneous", "cairn.action.cast")
def test_a_declared_casting_comes_to_nothing_without_the_book_or_once_the_caster_is_felled():
    book = spellbook("cairn.spell.detect_magic", "book")
    made = Declaration("hero", "cast", item="book")
    for caster in (somebody(), somebody(items=(book,), conditions=("critical",))):
        state = fight((caster,), (foe(),))
        after, play = done(resolve, state, made)
        assert (after, play.codes()) == (state, ["working.void"])


@covers("cairn.monster.hobgoblin", "cairn.morale.leader")
def test_hobgoblins_hold_while_their_commander_stands():
    band = (monster("Hobgoblin", "a", conditions=("dead",)), monster("Hobgoblin", "b"), monster("Hobgoblin", "c"))
    kept, play = done(morale, fight((somebody(),), band, leader="b"))
    assert [has(one, "fled") for one in kept.foes] == [False, False, False]
    assert "morale.commanded" in play.codes()


@covers("cairn.deprived.state")
def test_a_mark_of_the_day_is_made_once():
    once = marked(somebody(), FED)
    assert marked(once, FED).spent == once.spent == (FED,)


@covers("cairn.action.week", "cairn.heal.ability")
def test_a_week_may_be_broken_after_any_of_its_days():
    state = State(phase="town", clock=8 * HOUR, party=(somebody(),))
    play = Answers(week_days=0)
    week(play, state, "hero")
    days = next(one.options for one in play.asked if isinstance(one, Choice) and one.what == "week_days")
    assert list(days) == [7, 6, 5, 4, 3, 2, 1, 0]
