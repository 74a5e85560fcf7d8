"""Things in use: healing, nets, traps, draughts and throwables, and how they run down."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import GOLD_NOSE, POISONED
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.entries import things
from tallow.games.cairn.gear.things import from_gear, from_ref, worn
from tallow.games.cairn.gear.uses import ELSEWHERE, cannot_use, usable, working_of
from tallow.games.cairn.magic.effects import begin, hazards
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import DAY, HOUR, Cause, Effect, Item, Life, able
from tallow.games.cairn.uses import SPENT
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action, Refused
from tallow.mechanics.two_sides import find
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.casters import SWORD, Chance, Told, creature, foe, kept, on, silent, table, the_fight, why_not
from tests.games.cairn.users import GEAR, hurt, item, left, used, using

EVERYTHING = {
    **{id_: from_ref(id_, "it") for id_ in things()},
    **{name: from_gear(gear, "it") for name, gear in GEAR.items()},
}
USABLE = sorted(name for name, made in EVERYTHING.items() if usable(creature("mage", items=(made,))))


@covers("cairn.action.use_item")
@pytest.mark.parametrize("name", USABLE)
def test_every_thing_can_be_used_and_its_uses_are_counted(name):
    made = EVERYTHING[name]
    state = table(made, foes=(foe("f1"),))
    for time in range(1, (made.charges_max or made.uses or 1) + 1):
        play = Told(d20=20)
        state = hurt(replace(kept(using(state, play)), effects=()), conditions=())
        assert play.told
        kept_by_itself = not working_of(made).until
        if made.charges_max:
            assert left(state).charges == made.charges_max - time
        elif made.uses:
            assert (left(state).uses if left(state) else 0) == made.uses - time
        elif kept_by_itself:
            assert left(state) is not None
    if made.uses and not made.charges_max:
        assert left(state) is None


@pytest.mark.parametrize("name", USABLE)
def test_every_thing_can_be_used_in_and_out_of_a_fight_whatever_is_answered(name):
    for seed in range(2):
        kept(GAME.perform(Chance(seed), table(EVERYTHING[name]), Action("use_item", "mage")))
        kept(GAME.perform(Chance(seed), table(EVERYTHING[name], fight=False), Action("employ_item", "mage")))


def test_what_heals_in_words_of_its_own_is_left_to_the_referee():
    play = Told()
    state = using(table(Item("it", "Old wand", heals="whatever the moon likes", uses=2)), play)
    assert left(state).uses == 1
    assert ("working.fiction", ("Old wand", "whatever the moon likes")) in [(one.code, one.facts) for one in play.told]


@covers("cairn.action.use_item")
def test_what_has_an_action_of_its_own_is_not_used_so():
    for ref in ELSEWHERE & set(things()):
        assert usable(creature("mage", items=(from_ref(ref, "it"),))) == ()
    assert usable(creature("mage", items=(SWORD,))) == ()
    state = table(SWORD, fight=False)
    assert why_not(cannot_use(state, find(state, "mage"))) == "nothing_to_use"
    play = Scripted()
    with pytest.raises(Refused):
        GAME.perform(play, state, Action("employ_item", "mage"))
    assert silent(play)


def test_what_the_program_cannot_decide_is_put_to_the_referee_with_its_text():
    play = Told()
    used("Breeze knot", play)
    assert [told.facts[1] for told in play.told if told.code == "working.fiction"] == ["a strong breeze"]


@pytest.mark.parametrize(
    ("name", "play", "strength"),
    [
        ("Leech", Told(), 5),
        ("Herbs pouch", Told(), 5),
        ("Healing salve", Told(d4=3), 7),
        ("Aqua vita", Told(d6=6), 10),
        ("Healing potion", Told(), 12),
        ("Woundwax", Told(heal_how_much=2), 6),
    ],
)
@covers("cairn.ability.current", "cairn.action.use_item")
def test_healing(name, play, strength):
    state = hurt(table(item(name)), strength=4)
    assert find(using(state, play), "mage").strength == strength


@covers("cairn.deprived.no_ability")
def test_healing_stops_at_the_maximum_and_passes_the_deprived_by():
    assert find(using(hurt(table(item("Aqua vita")), strength=11), Told(d6=6)), "mage").strength == 12
    hungry = hurt(table(item("Aqua vita")), strength=4, deprived=(Cause("food", 0),))
    assert find(using(hungry, Told(d6=6)), "mage").strength == 4
    whole = Told()
    using(table(item("Herbs pouch")), whole)
    assert [told.facts[1:] for told in whole.told if told.code == "heal.in_vain"] == [("STR",)]
    mad = hurt(table(item("Rootflower")), willpower=0, conditions=("delirious",))
    assert able(find(using(mad, Told(d6=2)), "mage"))


@covers("cairn.item.antitoxin")
@pytest.mark.parametrize("name", ["antitoxin", "Bezoar stone"])
def test_antitoxin_ends_a_poisoning(name):
    venom = Effect("", "cairn.monster.viper", "venom", "f1", ("pal",), conditions=("poisoned",), lasting=True)
    state = begin(table(item(name)), venom)
    after = using(state, Told(working_target="pal"))
    assert on(after, "pal") == ()
    assert after.effects == ()
    others = (
        replace(venom, on=("mage",)),
        Effect("", "cairn.monster.viper", "grip", "f1", ("pal",), conditions=("held",)),
    )
    for other in others:
        kept = using(begin(begin(table(item(name)), other), venom), Told(working_target="pal"))
        assert [one.on for one in kept.effects] == [other.on]


@covers("cairn.item.net")
@pytest.mark.parametrize("name", ["net", "Large net"])
def test_a_net_holds_until_an_action_is_spent_on_it(name):
    state = used(name)
    assert left(state) is None
    assert [thing.id for thing in state.ground] == ["it"]
    turned = replace(state, fight=replace(the_fight(state), side="foes", acting=("f1",)))
    assert [o.action.name for o in GAME.actions(turned, "referee") if o.action.who == "f1" and not o.refusal] == [
        "break_free",
        "wait",
    ]
    free = GAME.perform(Told(), turned, Action("all_attack", "foes"))
    assert on(free, "f1") == ()
    assert find(free, "pal").hp == 5
    assert on(used(name, Told(d20=1)), "f1") == ()


@covers("cairn.item.sedative")
@pytest.mark.parametrize("name", ["sedative", "Soporific darts", "Soporific concoction"])
def test_draughts_and_darts_that_bring_sleep(name):
    assert "asleep" in on(used(name), "f1")
    if name != "Soporific concoction":
        assert on(used(name, Told(d20=1)), "f1") == ()


def test_briars_hold_and_a_stink_costs_the_turn():
    assert "held" in on(used("Briarvine"), "f1")
    stink = used("Stink jar")
    assert all("stunned" in on(stink, who) for who in ("f1", "f2", "pal"))
    scream = used("Shrieking trumpet")
    assert all("impaired" in on(scream, who) for who in ("mage", "f1"))
    assert "phobic" in on(used("Death-whistle"), "f2")


@covers("cairn.table.greenwise_1", "cairn.table.aurifex_1", "cairn.table.bonekeeper_1")
@pytest.mark.parametrize("name", ["Stink jar", "Hellcap (bottled)"])
def test_foul_air_does_nothing_to_whoever_smells_nothing(name):
    mask = item("Plague doctor's mask", "mask")
    assert mask.place == "pack"
    foes = (
        foe("poisoned", life=Life(boons=(POISONED,))),
        foe("nose", life=Life(boons=(GOLD_NOSE,))),
        foe("masked", items=(worn(mask),)),
        foe("packed", items=(mask,)),
        foe("plain"),
    )
    after = using(table(item(name), foes=foes))
    assert [one.id for one in foes if on(after, one.id)] == ["packed", "plain"]


@covers("cairn.item.caltrops", "cairn.item.trap")
@pytest.mark.parametrize(("name", "die", "lost"), [("trap", 5, 5), ("Spring-loaded trap", 1, 4)])
def test_traps_wait_and_spring_once(name, die, lost):
    state = used(name)
    assert left(state) is None
    sprung = GAME.perform(Told(d6=die, meet_who="f1"), state, Action("meet_effect"))
    assert find(sprung, "f1").strength == 12 - lost
    assert hazards(sprung) == ()


@covers("cairn.item.caltrops")
def test_caltrops_stop_whoever_fails():
    state = used("caltrops")
    assert left(state) is None
    stopped = GAME.perform(Told(d20=20, meet_who="f1"), state, Action("meet_effect"))
    assert "stunned" in on(stopped, "f1")
    assert hazards(stopped)
    assert on(GAME.perform(Told(d20=1, meet_who="f1"), state, Action("meet_effect")), "f1") == ()


@covers("cairn.item.fire_oil", "cairn.combat.blast")
@pytest.mark.parametrize(("name", "sides"), [("fire_oil", 6), ("Fireseeds", 8), ("Seed bomb", 6), ("Blast sphere", 12)])
def test_throwables_are_attacks_that_are_used_up(name, sides):
    state = table(item(name))
    uses = left(state).uses
    play = Told(**{f"d{sides}": 3, "blast_reach": 2})
    after = GAME.perform(play, state, Action("attack", "mage"))
    assert (left(after).uses if left(after) else 0) == uses - 1
    assert [one.hp for one in after.foes] == [2, 2]
    assert usable(find(state, "mage")) == ()


@covers("cairn.table.barber_surgeon_2")
def test_quicksilver_quickens_for_an_hour_and_craves_for_more():
    state = used("Quicksilver", fight=False, foes=())
    mage = find(state, "mage")
    assert save(Scripted(), mage, "WIL")
    fight = GAME.perform(Told(d20=20), replace(state, foes=(foe("f1"),), phase="encounter"), Action("start_fight"))
    assert the_fight(fight).acting == ("mage",)
    assert on(pass_time(Told(), state, HOUR), "mage") == ()
    fed = hurt(state, spent=(SPENT.mark("day", "fed"),))
    craving = pass_time(Told(d20=20), fed, DAY)
    assert "Quicksilver (craving)" in [cause.name for cause in find(craving, "mage").deprived]
    assert "Quicksilver (craving)" not in [c.name for c in find(pass_time(Told(d20=1), fed, DAY), "mage").deprived]
    again = using(pass_time(Told(d20=1), fed, DAY - HOUR))
    later = find(pass_time(Told(d20=20), again, 2 * HOUR), "mage")
    assert "Quicksilver (craving)" not in [cause.name for cause in later.deprived]


@covers("cairn.table.mountebank_2")
def test_the_beast_of_a_tattoo_is_off_the_skin_until_the_warden_ends_it():
    state = used("Alchemical tattoo", fight=False, foes=())
    (beast,) = state.effects
    assert (beast.name, beast.on, beast.ends) == ("Alchemical tattoo", ("mage",), 0)
    assert using(state).effects[0].on == ("mage",)
    assert len(using(state).effects) == 1, "one beast"
    later = pass_time(Told(), state, 3 * HOUR)
    assert later.effects == state.effects
    assert GAME.perform(Told(), later, Action("end_effect")).effects == ()


def test_a_thing_of_no_entry_is_still_a_thing():
    rock = Item("it", "Odd rock", effect="hums")
    play = Told()
    assert left(using(table(rock), play)) is not None
    assert "working.fiction" in play.codes()
