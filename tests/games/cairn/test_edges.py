"""Edges of rules: the last or the second of something, what is said, and what must not change."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.attacks import impaired
from tallow.games.cairn.combat.morale import stand_or_flee
from tallow.games.cairn.combat.strikes import reached
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import make_room
from tallow.games.cairn.gear.light import nothing_to_light
from tallow.games.cairn.gear.market import fetches, prices
from tallow.games.cairn.gear.transports import RIVERTOOTH, beasts
from tallow.games.cairn.gear.weapon_care import whet
from tallow.games.cairn.harm.damage import die, lose
from tallow.games.cairn.harm.healing import night, rest_hours
from tallow.games.cairn.harm.healing import rest as short_rest
from tallow.games.cairn.harm.perils import last_moment
from tallow.games.cairn.harm.scars import close
from tallow.games.cairn.magic.effects import begin, break_free
from tallow.games.cairn.magic.relics import recharge
from tallow.games.cairn.magic.working_effects import noise
from tallow.games.cairn.magic.working_things import species
from tallow.games.cairn.magic.workings import Working, aim, taken
from tallow.games.cairn.monsters.bestiary import lookup, spawn
from tallow.games.cairn.record import GAME
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import MINUTE, Attack, Effect, Item, Pay, Scar
from tallow.games.cairn.uses import SPENT
from tallow.games.deeds import Action
from tallow.mechanics.two_sides import find, put
from tallow.play import Choice, Scripted
from tallow.testing import covers
from tests.games.cairn.casters import SWORD, Told, creature, effect, foe, on, relic, table, why_not

CLAW = Attack("claw", (6,))


def test_only_an_open_scar_of_rib_or_skull_impairs_attacks():
    for part, is_open, weak in (("Rib", True, True), ("Rib", False, False), ("Leg", True, False)):
        hurt = creature("mage", scars=(Scar("cairn.scar.broken_limb", part, is_open),))
        assert impaired(table(), hurt, CLAW, foe("f1", at=0)) is weak


def test_the_fearless_make_no_morale_save():
    bold = foe("f1", conditions=("fearless",))
    play = Scripted()
    assert stand_or_flee(play, table(foes=(bold,)), [bold]) == table(foes=(bold,))
    assert not play.asked


@covers("cairn.combat.blast_count")
def test_a_blast_upon_one_asks_nobody_and_upon_two_asks_how_many():
    alone, play = [], Scripted()
    alone = reached(play, creature("mage"), CLAW, "f1", ["f1"])
    assert (alone, play.asked) == (["f1"], [])
    both = Told(blast_reach=1)
    assert reached(both, creature("mage"), CLAW, "f1", ["f1", "f2"]) == ["f1"]
    assert both.offered("blast_reach") == ("roll", 1, 2)


@covers("cairn.fatigue.no_room")
def test_room_is_made_only_as_long_as_there_is_something_to_put_down():
    tired = creature("mage", fatigue=10)
    play = Scripted()
    assert find(make_room(play, put(table(), tired), "mage"), "mage") == tired
    assert not play.asked


@covers("cairn.action.light")
def test_without_hands_only_what_is_worn_can_be_lit():
    torch = Item("t", "Torch", "cairn.item.torch", uses=3)
    helm = Item("h", "Candle helmet", uses=6, armor=1, bonus=True, place="worn")
    bound = creature("mage", items=(torch,), conditions=("handless",))
    assert why_not(nothing_to_light(table(), bound)) == "no_hands"
    assert nothing_to_light(table(), replace(bound, items=(torch, helm))) is None


@covers("cairn.market.prices")
def test_whoever_is_asked_what_to_buy_sees_their_own_prices():
    asked = Choice("player", "buy_what", ("cairn.item.room",), ("pal", 5), "cairn.action.buy")
    singer = creature("pal", life=replace(creature("pal").life, boons=("cairn.table.rill_runner_2:performance",)))
    state = put(table(fight=False), singer)
    assert prices(state, asked) == {"cairn.item.room": 0}
    assert prices(state, replace(asked, facts=("mage", 5)))["cairn.item.room"] > 0
    play = Told()
    fetches(play, Item("x", "Bone"), Settings())
    assert tuple(play.offered("offered_gp"))[-1] == 1000


@covers("cairn.table.outrider_2")
def test_a_rivertooth_has_two_slots_with_two_riders_and_six_with_one():
    horse = replace(spawn(monsters()[RIVERTOOTH], "h"), pay=Pay("mage"))
    mage, pal = (creature(who, rides="h") for who in ("mage", "pal"))
    assert beasts(replace(table(), party=(mage, pal, horse))) == (("h", "mage", 2),)
    assert beasts(replace(table(), party=(mage, creature("pal"), horse))) == (("h", "mage", 6),)


@covers("cairn.table.outrider_1")
def test_sharpening_takes_half_an_hour():
    state = replace(table(SWORD, fight=False), phase="town")
    assert whet(Told(), state, "mage").clock - state.clock == 30 * MINUTE


@covers("cairn.loss.outside")
def test_nothing_lost_changes_nothing_and_neither_do_the_dead():
    play = Scripted()
    whole, dead = creature("mage"), creature("mage", conditions=("dead",))
    assert lose(play, whole, "STR", 0, Settings(), 0) == whole
    assert lose(play, dead, "STR", 3, Settings(), 0) == dead
    assert not play.told
    assert lose(play, whole, "DEX", 20, Settings(), 0, permanent=True).dexterity_max == 0


@covers("cairn.loss.outside", "cairn.combat.information")
def test_a_foes_loss_is_seen_but_not_its_number():
    play = Scripted()
    lose(play, foe("f1"), "STR", 3, Settings(), 0)
    assert [told.code for told in play.told] == ["harm.ability", "harm.foe_weaker"]
    assert play.told[0].seen_by == ("referee",)


def test_a_stone_heart_keeps_the_strength_that_is_left():
    lies = die(Scripted(), creature("mage", strength=3, conditions=("stone_heart",)))
    assert (lies.strength, "dead" in lies.conditions) == (3, False)


@covers("cairn.scar.walloped", "cairn.action.rest_hours")
def test_a_few_moments_of_rest_do_not_end_what_takes_hours():
    scar = Scar("cairn.scar.walloped", open=True)
    state = table(Item("w", "Waterskin", "cairn.item.waterskin", slots=0), fight=False, foes=())
    state = replace(state, party=(replace(find(state, "mage"), scars=(scar,)), creature("pal")))
    assert find(short_rest(Told(), state, ""), "mage").scars[0].open
    assert not find(rest_hours(Told(), state, ""), "mage").scars[0].open


@pytest.mark.parametrize("how", ["unsafe", "disturbed"])
def test_a_bad_night_is_told(how):
    play = Told(night_safe=how)
    night(play, replace(table(fight=False, foes=()), phase="explore"), "")
    assert f"night.{how}" in play.codes()


@covers("cairn.spell.body_swap", "cairn.time.deadly")
def test_only_who_has_traded_bodies_dies_with_the_other():
    dying = creature("pal", dies_at=900, conditions=("critical",))
    state = put(table(), dying)
    swapped = begin(state, effect("body_swap", on=("mage", "pal"), world=("swapped",)))
    assert last_moment(swapped, find(swapped, "mage")) == 900
    other = begin(state, effect("telepathy", on=("mage", "pal")))
    assert last_moment(other, find(other, "mage")) == 0
    elsewhere = begin(state, effect("body_swap", on=("f1", "pal"), world=("swapped",)))
    assert last_moment(elsewhere, find(elsewhere, "mage")) == 0


def test_a_scar_that_has_healed_is_told():
    play = Told()
    close(play, Settings(), creature("mage", scars=(Scar("cairn.scar.hamstrung", open=True),)), 0)
    assert "scar.healed" in play.codes()


def test_a_troll_that_fights_on_is_told():
    state = table(foes=(replace(spawn(lookup("Troll"), "f1"), hp=0, at=0),))
    state = put(state, creature("mage", items=(SWORD,)))
    play = Told(d20=20, d8=8, attack_whom="f1")
    GAME.perform(play, state, Action("attack", "mage"))
    assert "harm.fights_on" in play.codes()


@covers("cairn.spell.web", "cairn.item.net")
def test_getting_free_of_a_net_needs_no_save_of_a_web_one():
    netted = begin(
        table(), Effect("", "cairn.item.net", "Net", "mage", ("f1",), conditions=("netted",), until=("let_go",))
    )
    play = Told(d20=20)
    assert on(break_free(play, netted, "f1"), "f1") == ()
    assert "effect.free" in play.codes()
    assert (1, 20) not in play.dice()
    webbed = begin(table(), effect("web", on=("f1",), conditions=("held",), save="STR", ends=9999999))
    assert "held" in on(break_free(Told(d20=20), webbed, "f1"), "f1")
    assert "held" not in on(break_free(Told(d20=1), webbed, "f1"), "f1")


def test_a_caster_ends_only_spells_of_their_own():
    theirs = begin(table(fight=False), replace(effect("sniff", on=("pal",)), by="pal"))
    both = begin(theirs, effect("sense", on=("mage",)))
    play = Told()
    assert [one.by for one in GAME.perform(play, both, Action("end_spell", "mage")).effects] == ["pal"]
    sore = replace(effect("sniff", on=("mage",)), of="cairn.monster.viper")
    offered = GAME.actions(begin(table(fight=False), sore), "player")
    assert "end_spell" not in [one.action.name for one in offered]


@covers("cairn.relic.harbingers_bell")
def test_a_bell_that_breaks_in_the_casting_is_told():
    play = Told(d6=2)
    after = recharge(play, table(relic("harbingers_bell"), fight=False), "mage", "relic")
    assert find(after, "mage").items == ()
    assert "relic.broken" in play.codes()


@covers("cairn.spell.sleep")
def test_noise_wakes_who_sleeps_by_the_spell_and_not_by_a_draught():
    drugged = begin(table(), Effect("", "cairn.item.sedative", "S", "mage", ("f1",), conditions=("asleep",)))
    slept = begin(drugged, effect("sleep", on=("f2",), conditions=("asleep",)))
    other = begin(slept, effect("sleep", on=("pal",), name="dream", conditions=("calm",)))
    after = noise(Told(), other, "mage", Working("cairn.spell.knock", "Knock"), (), "")
    assert [one.on for one in after.effects] == [("f1",), ("pal",)]


def test_a_kind_is_that_of_the_entry_or_the_name_without_its_number():
    assert species(spawn(lookup("Goblin"), "g", "Goblin 2")) == "Goblin"
    assert species(spawn(lookup("Goblin"), "g", "Snaggle")) == "Goblin"
    assert species(creature("Guard 3")) == "Guard"


def test_no_more_ends_the_choice_of_targets():
    three = Working("cairn.spell.charm", "Charm", "creatures", 3, save="WIL")
    play = Told(working_target=["f1", "no_more"])
    assert aim(play, table(), "mage", three) == ("f1",)


@covers("cairn.monster.kinds")
def test_who_resists_saves_with_the_ability_of_the_working_and_else_with_wil():
    deep = spawn(lookup("Deep One"), "f1")
    plain = Working("cairn.spell.web", "Web", "creatures")
    for made, asked in ((replace(plain, save="STR"), "STR"), (plain, "WIL")):
        state = table(foes=(replace(deep, spent=(SPENT.mark("resisted", "cairn.spell.web"),)),))
        play = Told(d20=20)
        assert taken(play, state, "mage", made, "f1")[1]
        assert [told.facts[1] for told in play.told if told.code.startswith("save.foe")] == [asked]


def test_moving_is_refused_to_nobody_only_because_a_fight_is_over():
    state = table()
    moved = GAME.perform(Told(move_where="f1", move_feet=10), state, Action("move", "mage"))
    assert moved.fight is not None
    assert moved.fight.moved == ("mage",)
    assert find(moved, "mage").at == 10
