"""Magic items, each by what it does."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.armour import foreign, pool
from tallow.games.black_hack.combat.defence import assailed, defence
from tallow.games.black_hack.combat.moving import move
from tallow.games.black_hack.entries import Line, wonders
from tallow.games.black_hack.gear.inventory import change_armour
from tallow.games.black_hack.gear.items import throw_item
from tallow.games.black_hack.gear.magic_items import DEEDS, TALES, use_magic_item
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.gear.weapons import AMMUNITION
from tallow.games.black_hack.harm.fate import fate
from tallow.games.black_hack.state import MARKS, able
from tallow.games.black_hack.world.sessions import new_day, start_session
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table
from tests.games.playing import done, first

DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}
CLAWS = Line("claws", "STR", "1", "close", "1d4")


def wonder(short, id_="x", **more):
    return replace(made(f"black_hack.magic_item.{short}", id_), **more)


def owner(short, **more):
    return table(somebody(items=(wonder(short),)), **more)


def fight(short, *foes, close=(), **more):
    return table(
        somebody(items=(wonder(short),), **more), foes=foes or (foe(hp=9),), combat=fighting("ann", close=close)
    )


@pytest.mark.parametrize("ref", wonders())
def test_a_magic_item_has_the_usage_die_that_it_says(ref):
    item = made(ref, "x")
    assert item.usage == int(wonders()[ref].usage.removeprefix("Ud") or 0)


@covers("black_hack.action.use_magic_item", "black_hack.magic_item.bag_of_edda_stones")
def test_edda_stones_glow_when_bounced():
    state, play = done(use_magic_item, owner("bag_of_edda_stones"), "ann", script=[2])
    assert play.codes() == ["item.used", "glows", "usage"]
    assert state.party[0].items[0].usage == 10


@covers("black_hack.magic_item.bronze_ring")
def test_a_bubble_lasts_until_a_defence_pops_it():
    state, _ = done(use_magic_item, fight("bronze_ring", strength=20), "ann", script=[5])
    (bubble,) = state.effects
    assert (bubble.on, bubble.unit) == (("ann",), "session")
    kept, _ = done(assailed, state, "orc", "ann", CLAWS, script=[15])
    assert kept.effects == state.effects
    gone, play = done(assailed, state, "orc", "ann", CLAWS, script=[16])
    assert gone.effects == ()
    assert "bubble.pops" in play.codes()


@covers("black_hack.magic_item.salve_of_resistance")
@pytest.mark.parametrize(
    ("name", "element", "p"),
    [("fire breath", "fire", "279/400"), ("fire breath", "water", "9/20"), ("claws", "fire", "9/20")],
)
def test_a_salve_helps_against_its_element(name, element, p):
    state, _ = done(use_magic_item, fight("salve_of_resistance"), "ann", script=[element, 5])
    line = replace(CLAWS, name=name)
    odds = distribution(lambda play: defence(play, state, "orc", "ann", line)[1].success, policy=first)
    assert odds[True] == Fraction(p)


@covers("black_hack.magic_item.ernos_earhorn", "black_hack.magic_item.tonic_of_watery_absolve")
@pytest.mark.parametrize("ref", TALES)
def test_wonders_of_fiction_are_put_to_the_gm(ref):
    state, play = done(use_magic_item, table(somebody(items=(made(ref, "x"),))), "ann", script=["works"])
    (question,) = play.asked
    assert (question.by, question.facts) == (REFEREE, ("Ann", ref, wonders()[ref].effect))
    assert bool(state.party[0].items) == (not ref.endswith("watery_absolve")), "one is for a single use"


@covers("black_hack.magic_item.tonic_of_watery_absolve")
@pytest.mark.parametrize(
    ("of", "tags", "close", "how", "code"),
    [
        ("elemental_water", ("water",), True, "works", "turns_to_stone"),
        ("elemental_earth", ("earth",), True, "works", "turns_to_water"),
        ("stone_golem", (), True, "works", "turns_to_water"),
        ("elemental_water", ("water",), False, "works", ""),
        ("elemental_water", ("water",), True, "nothing", ""),
        ("orc", (), True, "works", ""),
    ],
)
def test_the_tonic_turns_water_that_it_touches_to_stone_and_stone_to_water(of, tags, close, how, code):
    there = foe("it", hd=3, of=f"black_hack.monster.{of}", tags=tags)
    fight = fighting("ann", close=(("ann", "it"),) if close else (), started=(("foes", 1),))
    state = owner("tonic_of_watery_absolve", foes=(there,), combat=fight)
    after, play = done(use_magic_item, state, "ann", script=[how])
    assert [line.code for line in play.told if line.code.startswith("turns_to")] == ([code] if code else [])
    assert able(after.foes[0]) == (not code)
    assert not after.party[0].items


@covers("black_hack.magic_item.black_portal_chalk", "black_hack.magic_item.wax_seal_of_holding")
def test_chalk_makes_a_door_and_wax_holds_one():
    state, _play = done(use_magic_item, owner("black_portal_chalk"), "ann", script=["void", 2])
    assert (state.effects[0].detail, state.effects[0].unit) == ("void", "session")
    assert state.party[0].items[0].usage == 4
    state, _ = done(use_magic_item, owner("wax_seal_of_holding"), "ann", script=[5])
    assert (state.effects[0].of, state.effects[0].detail) == ("black_hack.spell.knock_lock", "lock")


@covers("black_hack.magic_item.tonic_of_power", "black_hack.phase.session_start")
def test_a_tonic_gives_and_takes():
    state = table(somebody(strength=12, items=(wonder("tonic_of_power"),)))
    state, _ = done(use_magic_item, state, "ann", script=[1, 3])
    assert (state.party[0].strength, state.party[0].items) == (15, ())
    following, _ = done(start_session, state, "")
    assert following.party[0].strength == 9
    after, _ = done(start_session, following, "")
    assert (after.party[0].strength, after.effects) == (12, ())


@covers("black_hack.magic_item.relentless_ammo")
def test_relentless_ammo_is_ammunition():
    assert "black_hack.magic_item.relentless_ammo" in AMMUNITION
    assert wonder("relentless_ammo").usage == 4


@covers("black_hack.magic_item.chromatic_feather")
def test_a_feather_wears_with_every_move():
    state, _ = done(use_magic_item, fight("chromatic_feather"), "ann")
    assert state.party[0].items[0].place == "hands"
    state, _ = done(move, state, "ann", script=[("towards", "orc"), 1])
    assert state.party[0].items[0].usage == 6
    away, _ = done(use_magic_item, state, "ann")
    assert away.party[0].items[0].place == "pack"
    assert not [question for question in done(move, away, "ann")[1].asked if question.why != "black_hack.action.move"]


@covers("black_hack.magic_item.acorn_of_stoning")
def test_an_acorn_paralyses_whom_it_hits():
    state, _ = done(throw_item, fight("acorn_of_stoning"), "ann", script=[5, 2])
    (hindrance,) = state.foes[0].hindrances
    assert (hindrance.name, hindrance.by, hindrance.ends, state.foes[0].hp) == ("paralysed", "ann", "DEX", 9)
    assert state.party[0].items == ()
    missed, _ = done(throw_item, fight("acorn_of_stoning"), "ann", script=[15, 1])
    assert missed.foes[0].hindrances == ()
    assert missed.party[0].items == (), "it is used up hit or miss"


@covers("black_hack.magic_item.chain_of_binding")
def test_a_chain_binds_for_some_moments_and_can_be_picked_up():
    state, _ = done(throw_item, fight("chain_of_binding"), "ann", script=[5, 4])
    (hindrance,) = state.foes[0].hindrances
    assert (hindrance.name, hindrance.left, hindrance.by) == ("paralysed", 4, "")
    assert [item.id for item in state.ground] == ["x"]


@covers("black_hack.magic_item.cup_of_ending")
def test_who_drinks_from_the_cup_of_another():
    state = table(somebody(items=(wonder("cup_of_ending"),)), somebody("bob"), foes=(foe(hp=9),))
    state, _ = done(use_magic_item, state, "ann", script=["orc", "yes", 4, 2])
    assert (state.foes[0].hp, state.foes[0].ongoing, state.foes[0].ongoing_by) == (5, "CON", "ann")
    assert state.party[0].items == ()
    state = table(somebody(items=(wonder("cup_of_ending"),)), somebody("bob", seat="bob"))
    drunk, play = done(use_magic_item, state, "ann", script=["yes", 4, 4])
    assert (drunk.party[1].hp, drunk.party[1].ongoing) == (6, "CON")
    assert play.asked[0].by == "bob"
    assert drunk.party[0].items[0].marks == (MARKS.mark("owner", "ann"),)
    sober, play = done(use_magic_item, state, "ann", script=["no"])
    assert sober.party[1].hp == 10
    assert not play.left


@covers("black_hack.magic_item.elixir_of_vitality")
def test_an_elixir_heals_now_and_is_paid_for_later():
    state = table(somebody(hp=2, items=(wonder("elixir_of_vitality"),)))
    state, _ = done(use_magic_item, state, "ann", script=[5])
    assert (state.party[0].hp, state.party[0].conditions) == (10, ("elixir",))
    assert distribution(fate, "disadvantage", "player", True, policy=first)[6] == Fraction(11, 36)


@covers("black_hack.magic_item.phantom_limb")
def test_a_phantom_limb_replaces_one_that_is_lost():
    whole, _play = done(use_magic_item, owner("phantom_limb"), "ann", script=["no"])
    assert whole.party[0].items[0].place == "pack"
    state, _ = done(use_magic_item, owner("phantom_limb"), "ann", script=["yes"])
    assert state.party[0].items[0].place == "worn"
    (state, result), _ = done(attempt, state, "ann", "STR", "x", script=[15, "limb", 5])
    assert result.success
    (state, result), _ = done(attempt, state, "ann", "STR", "x", script=[15])
    assert not result.success, "once a session"


@covers("black_hack.magic_item.frenzy_dust")
def test_frenzy_dust_makes_everybody_rash():
    state = fight("frenzy_dust", foe(hp=9), foe("far", hp=9), close=(("ann", "orc"),))
    far = (*state.combat.bands, ("ann", "far", "faraway"))
    state = replace(state, combat=replace(state.combat, bands=far))
    state, _ = done(use_magic_item, state, "ann", script=[3])
    assert state.effects[0].on == ("ann", "orc")

    def hits(play):
        return attempt(play, state, "ann", "STR", "x", purpose="attack", against=state.foes[0])[1].success

    def stands(play):
        return defence(play, state, "orc", "ann", CLAWS)[1].success

    assert distribution(hits, policy=first)[True] == Fraction(279, 400)
    assert distribution(stands, policy=first)[True] == Fraction(81, 400)
    assert not DEED["use_magic_item"].shown(table(somebody()), "ann")
    assert DEED["use_magic_item"].refuse(owner("frenzy_dust"), "ann").code == "not_here"


@covers("black_hack.magic_item.mithril_shirt")
def test_a_wizard_may_wear_mithril():
    state = table(somebody(calling="wizard", items=(wonder("mithril_shirt"),)))
    state, _ = done(change_armour, state, "ann")
    (one,) = state.party
    assert (len(pool(state, one)), foreign(one)) == (4, 0)


@covers("black_hack.magic_item.list_of_true_names", "black_hack.action.speak_name")
def test_a_true_name_is_read_minute_by_minute_and_spoken():
    ogre = foe("ogre", hd=2)
    state = table(somebody(items=(wonder("list_of_true_names"),)), foes=(ogre,))
    state, play = done(use_magic_item, state, "ann", script=["Ogre"])
    assert play.codes()[-1] == "true_name.read"
    assert not DEED["speak_name"].shown(state, "ann")
    state, play = done(use_magic_item, state, "ann", script=["Ogre"])
    assert play.codes()[-1] == "true_name.learned"
    state, _ = done(DEED["speak_name"].do, state, "ann")
    assert state.foes == ()
    assert (state.allies[0].commander, state.allies[0].seat) == ("ann", "player")
    free, _ = done(new_day, state)
    assert free.allies == ()
    assert free.foes[0].commander == "", "for a Day"


@covers("black_hack.magic_item.list_of_true_names")
def test_the_name_of_somebody_who_is_not_there_has_sixty_letters_at_most():
    state = table(somebody(items=(wonder("list_of_true_names"),)), foes=(foe("ogre", hd=3),))
    _, play = done(use_magic_item, state, "ann", script=["another", "x" * 70, 2])
    assert play.told[-1].facts == ("Ann", "x" * 60, 1, 2)


@covers("black_hack.magic_item.list_of_true_names")
def test_reading_of_somebody_else_begins_anew_and_nobody_reads_in_moments():
    state = table(somebody(items=(wonder("list_of_true_names"),)), foes=(foe("ogre", hd=3), foe("imp", hd=2)))
    for name in ("Ogre", "Imp"):
        state, _ = done(use_magic_item, state, "ann", script=[name])
    state, play = done(use_magic_item, state, "ann", script=["Ogre"])
    assert play.told[-1].facts == ("Ann", "Ogre", 1, 3)
    absent, _ = done(use_magic_item, state, "ann", script=["another", "The Duke", 7])
    assert absent.party[0].items[0].marks == (MARKS.mark("reading", "The Duke", 1, 7, 0),)
    moments = replace(state, combat=fighting("ann"), unit="moments")
    assert DEED["use_magic_item"].refuse(moments, "ann").code == "not_here"


@covers("black_hack.magic_item.list_of_true_names")
@pytest.mark.parametrize(("turns", "read"), [(1, 2), (2, 1)])
def test_a_turn_without_reading_loses_what_was_read(turns, read):
    state = table(somebody(items=(wonder("list_of_true_names"),)), foes=(foe("ogre", hd=3),))
    state, _ = done(use_magic_item, state, "ann", script=["Ogre"])
    _, play = done(use_magic_item, replace(state, turns=turns), "ann", script=["Ogre"])
    assert play.told[-1].facts == ("Ann", "Ogre", read, 3)


@covers("black_hack.action.speak_name")
@pytest.mark.parametrize(("face", "free"), [(5, True), (15, False)])
def test_a_character_resists_the_own_name(face, free):
    known = wonder("list_of_true_names", marks=(MARKS.mark("learned", "Bob"),))
    state = table(somebody(items=(known,)), somebody("bob"))
    state, _ = done(DEED["speak_name"].do, state, "ann", script=[face])
    assert bool(state.effects) != free


@covers("black_hack.magic_item.wand")
def test_anybody_waves_a_wand_without_a_test():
    wand = wonder("wand", spells=("black_hack.spell.light",))
    state, _play = done(use_magic_item, table(somebody(items=(wand,))), "ann", script=[2])
    assert [effect.of for effect in state.effects] == ["black_hack.spell.light"]
    assert state.party[0].items[0].usage == 4
    assert state.party[0].magic.cast == ()
