"""What rules do and tell, to the letter: each clause of a sentence by itself, and whoever it does not concern."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.materials import of_metal
from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.gear.uses import working_of
from tallow.games.cairn.gear.weapon_care import nothing_to_reload, whet
from tallow.games.cairn.harm.hazards import anybody_calm
from tallow.games.cairn.harm.healing import dying, week
from tallow.games.cairn.harm.scars import scar
from tallow.games.cairn.magic.effects import begin, finish
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.magic.working_things import loosen
from tallow.games.cairn.magic.workings import taken
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.state import HOUR, Item, Scar, State
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.cairn.casters import SAFE, SWORD, Told, creature, effect, foe, on, table
from tests.games.cairn.users import item
from tests.games.playing import done

GUN = Item("gun", "Handgun", damage="d12", range="ranged", qualities=("reload",), charges_max=1)


@covers("cairn.table.outrider_1")
def test_whoever_has_sharpened_a_blade_is_told_so():
    play = Told()
    after = whet(play, replace(table(SWORD, fight=False), phase="town"), "mage")
    assert find(after, "mage").items[0].qualities == ("whetted",)
    assert [told.facts for told in play.told if told.code == "whetted"] == [("mage", "Sword")]


@covers("cairn.table.aurifex_1")
def test_one_empty_gun_among_other_things_can_be_reloaded_and_a_loaded_one_cannot():
    full = replace(GUN, charges=1)
    for items, refused in (((SWORD, GUN), False), ((SWORD, full), True), ((SWORD,), True), ((full, GUN), False)):
        assert (nothing_to_reload(table(), creature("mage", items=items)) is not None) is refused


@covers("cairn.action.week", "cairn.time.deadly")
@pytest.mark.parametrize(("word", "dead"), [("stop", False), ("go_on", True)])
def test_a_week_that_would_kill_somebody_begins_only_by_the_players_word(word, dead):
    dying = creature("pal", dies_at=9 * HOUR, conditions=("critical",))
    state = replace(table(fight=False, foes=()), phase="town", clock=8 * HOUR)
    state = replace(state, party=(creature("mage", strength=3), dying))
    after = week(Told(healer="none", week_days=7, deadly_time=word), state, "mage")
    assert ("dead" in find(after, "pal").conditions) is dead
    assert (after == state) is not dead


@covers("cairn.table.weapon_material", "cairn.monster.kinds")
@pytest.mark.parametrize(
    ("ref", "name", "metal"),
    [
        ("light", "Cudgel", False),
        ("light", "Dagger", True),
        ("light", "Sickle", True),
        ("medium", "Ugly old thing", True),
    ],
)
def test_a_weapon_of_the_list_is_of_metal_unless_its_entry_says_otherwise(ref, name, metal):
    assert of_metal(replace(from_ref(f"cairn.weapon.{ref}", "w"), name=name)) is metal


def test_silver_upon_wood_is_metal_enough():
    assert of_metal(Item("c", "Cudgel", "cairn.weapon.light", qualities=("silver",)))


@covers("cairn.action.use_item")
def test_where_all_that_a_thing_does_allows_a_save_there_is_no_other_besides():
    assert working_of(item("Briarvine")).save == ""


@covers("cairn.monster.kinds")
def test_a_caster_saves_against_the_lore_of_a_foe_only_where_a_spell_is_aimed_at_it():
    (wary,) = [one for one in monsters().values() if one.caster_save][:1]
    state = table(foes=(spawn(wary, "f1"), foe("f2")))
    sleep = replace(working("cairn.spell.sleep"), save="")
    play = Told(d20=20)
    assert not taken(play, state, "mage", sleep, "f1")[1]
    assert play.codes() == ["save.failed", "working.nothing"]
    assert taken(Told(d20=20), state, "mage", replace(sleep, aims="everyone"), "f1")[1]
    assert taken(Told(d20=20), state, "mage", replace(sleep, of="cairn.relic.kings_crown"), "f1")[1]


@covers("cairn.action.warden_panic")
def test_panic_is_called_for_only_while_somebody_stands_who_is_calm():
    calm, shaken, lying = (
        creature("a"),
        creature("b", conditions=("panicked",)),
        creature("c", conditions=("critical",)),
    )
    for people, offered in (((shaken, calm), True), ((shaken, lying), False), ((shaken,), False), ((lying,), False)):
        assert anybody_calm(State(party=people), "") is offered


@covers("cairn.scar.deafened", "cairn.scar.timing")
@pytest.mark.parametrize(("face", "willpower"), [(12, 15), (13, 12)])
def test_whoever_is_deafened_gains_d4_will_on_a_save_and_else_is_told_of_none(face, willpower):
    hurt = replace(creature("mage"), hp=0)
    after, play = done(scar, hurt, 8, SAFE, 0, script=[face, *([3] if face == 12 else [])])
    assert (after.willpower, after.willpower_max) == (willpower, willpower)
    assert ("scar.no_gain" in play.codes()) is (face == 13)
    assert ("scar.raises" in play.codes()) is (face == 12)


@covers("cairn.spell.duration", "cairn.condition.deaf")
@pytest.mark.parametrize(("part", "stays"), [("deaf", True), ("eye", False)])
def test_when_magic_that_deafens_ends_only_a_scar_keeps_somebody_deaf(part, stays):
    struck = creature("pal", scars=(Scar("cairn.scar.deafened", part),))
    state = begin(put(table(), struck), effect("sniff", on=("pal",), conditions=("deaf", "slowed"), id="e"))
    after = finish(Told(), state, state.effects[-1].id)
    assert on(after, "pal") == (("deaf",) if stays else ())


@covers("cairn.table.fungal_forager_2")
def test_what_loosens_frees_whoever_is_stuck_and_nobody_else_and_from_nothing_else():
    state = begin(table(), effect("web", on=("pal",), conditions=("held",), save="STR"))
    state = begin(state, effect("web", on=("f1",), conditions=("held",), save="STR"))
    state = begin(state, effect("sniff", on=("pal",), conditions=("keen",)))
    play = Told()
    after = loosen(play, state, "mage", working("cairn.spell.sniff"), ("pal", "mage"), "")
    assert [(on(after, who)) for who in ("pal", "f1")] == [("keen",), ("held",)]
    assert [told.facts for told in play.told if told.code == "not_stuck"] == [("mage",)]


@covers("cairn.action.aid", "cairn.combat.turn")
@pytest.mark.parametrize(("feet", "reached"), [(40, True), (41, False)])
def test_the_dying_are_aided_within_a_move_of_40_feet(feet, reached):
    down = creature("pal", at=feet, conditions=("critical",), dies_at=HOUR)
    assert bool(dying(put(table(), down), creature("mage"))) is reached
