"""Exploring a place by the rules of The Black Hack."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.magic.lasting import lay
from tallow.games.black_hack.state import Ended, Item, character
from tallow.games.black_hack.world.exploring import EXPLORING
from tallow.games.exploring import Fought, Goods
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.suggestions import Unknown
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table, worn
from tests.games.playing import asked, done

BURNING = Item("t1", "torches", "black_hack.item.torches", usage=6, lit=True)


def inside(*party, **more):
    return table(*(party or (somebody(items=(BURNING,)),)), dangerous=True, dark=True, **more)


@covers("black_hack.encounter.when_linger", "black_hack.encounter.roll")
def test_a_noise_draws_an_encounter_roll_and_the_place_says_who_comes():
    state = EXPLORING.noise(inside())
    state, _ = done(EXPLORING.turn, state, "wait", "", "known", script=[1, 6])
    assert EXPLORING.comes(state)
    assert state.foes == ()


@covers("black_hack.ability.thief_talent_secrets")
def test_one_who_searches_after_another_tests_wis_until_somebody_notices():
    state = inside(somebody(items=(BURNING,)), somebody("bob"))
    assert done(EXPLORING.notices, state, "search", "", script=[9])[0][1]
    assert done(EXPLORING.notices, state, "search", "", script=[10, 9])[0][1]
    assert not done(EXPLORING.notices, state, "search", "", script=[10, 10])[0][1]


@covers("black_hack.table.reactions", "black_hack.reaction.roll")
def test_those_who_call_for_reinforcements_wait_with_as_many_more():
    (_, taken, who), _ = done(EXPLORING.attitude, inside(), "Giant Rat x2", script=[(4, 5), 3])
    assert (taken, who) == ("open", "Giant Rat x5")
    (_, taken, who), _ = done(EXPLORING.attitude, inside(), "Giant Rat", script=[(6, 6)])
    assert (taken, who) == ("hostile", "Giant Rat")


@covers("black_hack.xp.award_dungeon_level")
def test_a_new_level_is_an_experience_for_all_who_live():
    state, _ = done(EXPLORING.level, inside(somebody(), gain(somebody("bob"), "dead")))
    assert [len(one.life.experiences) for one in state.party] == [1, 0]


@covers("black_hack.oofa.when_roll")
def test_the_fallen_roll_when_nobody_threatens_them():
    state, _ = done(EXPLORING.left, inside(gain(somebody(hp=0), "out_of_action")), script=[1, 3])
    assert (character(state, "ann").hp, has(character(state, "ann"), "out_of_action")) == (3, False)


def test_what_is_left_of_those_who_were_met_after_flight():
    state, _ = done(EXPLORING.meet, inside(), "Giant Rat x2; Ghoul", script=[1, 1, (2, 2)])
    first, *others = state.foes
    state = replace(state, foes=(gain(first, "removed"), *others), ended=Ended("party_fled", 2))
    assert EXPLORING.fought(state, "Giant Rat x2; Ghoul") == Fought("fled", "Giant Rat; Ghoul")


def test_a_book_holds_the_prayers_that_it_names():
    (state, id_), _ = done(EXPLORING.give, inside(), "ann", Goods("Black book", "Prayer Book: Light, Bless"))
    (book,) = (item for item in character(state, "ann").items if item.id == id_)
    assert book.spells == ("black_hack.prayer.light", "black_hack.prayer.bless")


def lit(*party, **more):
    """A party in a place where there is light."""
    return table(*(party or (somebody(),)), dangerous=True, **more)


def code(refusal):
    return refusal.code if refusal is not None else None


def edges(play):
    return [event.facts[1:] for event in play.told if event.code == "edge"]


@covers("black_hack.time.minutes", "black_hack.phase.exploration", "black_hack.encounter.when_time")
def test_a_place_is_explored_in_minutes_in_danger_and_in_the_dark():
    town = table(somebody(), session=2, unit="hours", linger=3, encounter=2)
    state, play = done(EXPLORING.begin, town, "The well")
    assert (state.phase, state.unit, state.dangerous, state.dark) == ("exploration", "minutes", True, True)
    assert (state.linger, state.encounter, state.session) == (0, 0, 2)
    assert ("place.entered", ("The well",)) in [(event.code, event.facts) for event in play.told]
    first, _ = done(EXPLORING.begin, replace(town, session=0), "The well")
    assert (first.session, first.phase) == (1, "exploration"), "a first session begins with it"
    assert EXPLORING.there(state)
    assert not EXPLORING.there(town)


@covers("black_hack.phase.downtime", "black_hack.oofa.when_roll", "black_hack.time.gm_chooses_unit")
def test_at_home_turns_are_of_hours_lights_are_put_out_and_the_danger_has_passed():
    fallen = gain(somebody("bob", hp=0), "out_of_action")
    stone = Item("s1", "stone")
    state = inside(somebody(items=(stone, BURNING)), fallen, linger=2, encounter=1, turns=4)
    state, _ = done(EXPLORING.home, state, script=[1, 2])
    assert (state.phase, state.unit, state.dangerous, state.dark) == ("downtime", "hours", False, False)
    assert (state.linger, state.encounter) == (0, 0)
    assert [item.lit for item in character(state, "ann").items] == [False, False]
    assert character(state, "bob").hp == 2


@covers("black_hack.resolve.risky", "black_hack.item.crowbar_and_labourers_tools", "black_hack.encounter.when_linger")
def test_a_door_is_forced_by_str_with_a_noise_and_a_crowbar_gives_advantage():
    crowbar = made("black_hack.item.crowbar_and_labourers_tools", "c1")
    helped = [9, 10, ("success", 9)]
    for items, dice, opens in (((), [9], True), ((), [10], False), ((Item("s1", "sack"), crowbar), helped, True)):
        state = lit(somebody(items=items, strength=10, dexterity=3))
        (after, opened), play = done(EXPLORING.open, state, "ann", "force", "", script=[*dice, 5])
        assert opened is opens
        assert play.asked[-1].why == "black_hack.encounter.roll", "they were heard"
        assert ("door.forced" if opens else "door.holds") in play.codes()
        assert after.turns == 1
        assert edges(play) == ([("advantage", (crowbar.ref,))] if items else [])


@covers("black_hack.ability.thief_talent_delicate", "black_hack.item.thieves_toolkit")
def test_a_lock_is_picked_by_dex_in_silence_and_tools_or_the_talent_are_needed():
    toolkit, crowbar = (
        made("black_hack.item.thieves_toolkit", "k1"),
        made("black_hack.item.crowbar_and_labourers_tools", "c1"),
    )
    assert EXPLORING.ways(lit(), "ann", "locked") == ("force",)
    assert EXPLORING.ways(lit(somebody(items=(toolkit,))), "ann", "locked") == ("pick", "force")
    assert EXPLORING.ways(lit(somebody(calling="thief")), "ann", "locked") == ("pick", "force")
    assert EXPLORING.ways(lit(somebody(calling="thief")), "ann", "stuck") == ("force",)
    state = lit(somebody(items=(Item("s1", "sack"), toolkit, crowbar), strength=3, dexterity=10))
    for face, opens in ((9, True), (10, False)):
        (after, opened), play = done(EXPLORING.open, state, "ann", "pick", "", script=[face])
        assert opened is opens
        assert (edges(play), after.turns) == ([], 1), "a crowbar is no help"
        assert not {"door.forced", "door.holds"} & set(play.codes())
    (_, opened), _ = done(EXPLORING.open, state, "ann", "pick", "STR", script=[3])
    assert not opened, "the document may name another score"


@covers("black_hack.trap.resolve", "black_hack.prayer.find_traps")
def test_an_unknown_trap_is_sprung_unless_a_prayer_shows_it():
    assert done(EXPLORING.springs, lit(), "ann")[0][1] is True
    shown, _ = lay(lit(), "black_hack.prayer.find_traps", "minutes", die=6)
    assert done(EXPLORING.springs, shown, "ann")[0][1] is False


@covers("black_hack.armour.break_to_ignore", "black_hack.hindrance.until_test", "black_hack.ongoing.loss")
def test_harm_may_be_ignored_for_an_armour_die_and_what_holds_somebody_ends_by_a_test():
    state = lit(somebody(items=(worn("leather"),)))
    hurt, _ = done(EXPLORING.harm, state, "ann", "d6", "", script=[4, "no"])
    assert character(hurt, "ann").hp == 6
    spared, _ = done(EXPLORING.harm, state, "ann", "d6", "", script=[4, "a1"])
    assert character(spared, "ann").hp == 10
    for name, ends in (("stuck", "STR"), ("weakened", "CON"), ("paralysed", "CON")):
        held, _ = done(EXPLORING.afflict, state, "ann", name)
        assert [(hindrance.name, hindrance.ends) for hindrance in character(held, "ann").hindrances] == [(name, ends)]
    bleeding, _ = done(EXPLORING.afflict, state, "ann", "ongoing")
    assert (character(bleeding, "ann").ongoing, character(bleeding, "ann").hindrances) == ("CON", ())


@covers("black_hack.action.risky", "black_hack.background.once")
def test_an_idea_of_ones_own_is_a_test_of_what_the_player_names_perhaps_with_a_background():
    state = lit(somebody(backgrounds=["smith"], wisdom=12))
    (_, passed), play = done(EXPLORING.attempt, state, "ann", script=["WIS", "smith", "yes", 11, 12, ("success", 11)])
    assert passed
    assert asked(play, "background_helps")
    (_, passed), _ = done(EXPLORING.attempt, state, "ann", script=["WIS", "no", 12])
    assert not passed


@covers("black_hack.test.when")
def test_the_stake_of_a_test_is_known_before_the_die_falls():
    (_, passed), play = done(EXPLORING.save, lit(), "ann", "DEX climbing", "a fall", script=[9])
    assert passed
    assert next((event.code, event.facts) for event in play.told) == ("test.stake", ("Ann", "DEX", "a fall"))
    _, play = done(EXPLORING.save, lit(), "ann", "DEX climbing", "", script=[9])
    assert "test.stake" not in play.codes()


@covers("black_hack.action.light", "black_hack.light.darkness", "black_hack.ongoing.loss")
def test_no_turn_is_spent_on_what_nobody_can_do():
    lamp, flint = made("black_hack.item.jug_of_oil", "o1"), made("black_hack.item.flint_steel", "f1")
    assert code(EXPLORING.refuse(inside(gain(somebody(), "asleep")), "wait")) == "nobody_able"
    assert code(EXPLORING.refuse(inside(gain(somebody(), "asleep"), somebody("bob")), "wait")) is None
    assert code(EXPLORING.refuse(inside(somebody()), "light")) == "nobody_has_light"
    assert code(EXPLORING.refuse(inside(somebody()), "wait")) is None
    assert code(EXPLORING.refuse(inside(somebody(items=(lamp, flint))), "light")) is None
    wizard = somebody(calling="black_hack.class.wizard")
    light = "black_hack.spell.light"
    knows = replace(wizard, magic=replace(wizard.magic, memorised=(light,)))
    assert code(EXPLORING.refuse(inside(knows), "light")) is None
    bleeds = lit(somebody(ongoing="CON"))
    assert code(EXPLORING.refuse(bleeds, "rest")) == "bleeding"
    assert code(EXPLORING.refuse(bleeds, "search")) is None
    down = lit(somebody(), gain(somebody("bob", ongoing="CON", hp=0), "out_of_action"))
    assert code(EXPLORING.refuse(down, "rest")) is None


@covers("black_hack.light.darkness", "black_hack.item.torches", "black_hack.item.jug_of_oil")
def test_a_torch_is_an_open_flame_and_a_lamp_is_none():
    lamp = replace(made("black_hack.item.jug_of_oil", "o1"), lit=True)
    assert EXPLORING.flame(inside())
    assert not EXPLORING.flame(inside(somebody(items=(replace(BURNING, lit=False), lamp))))
    assert not EXPLORING.flame(inside(gain(somebody(items=(BURNING,)), "dead")))
    assert not EXPLORING.dark(inside(somebody(items=(lamp,)), somebody("bob")))
    assert EXPLORING.dark(inside(somebody()))
    assert not EXPLORING.dark(inside(gain(somebody(), "asleep"))), "nobody looks"
    assert not EXPLORING.dark(lit())


@covers("black_hack.phase.combat_start", "black_hack.init.surprise", "black_hack.range.nearby")
def test_a_fight_begins_nearby_and_those_asleep_know_of_nothing():
    state = lit(foes=[foe(), foe("out", conditions=("out_of_action",))])
    fight, _ = done(EXPLORING.fight, state, True, script=[3])
    assert (fight.combat.unaware, fight.combat.surprised, fight.combat.bands) == (("orc",), (), ())
    fight, _ = done(EXPLORING.fight, state, False, script=[3])
    assert (fight.combat.unaware, fight.combat.surprised) == ((), ())
    lurks = lit(foes=[replace(foe("g1"), of="black_hack.monster.gargoyle", hd=1)])
    fight, _ = done(EXPLORING.fight, lurks, False, script=[20, 3, 4])
    assert fight.combat.surprised == ("ann",)
    fight, _ = done(EXPLORING.fight, lurks, True, script=[3])
    assert (fight.combat.surprised, fight.combat.unaware) == ((), ("g1",))


@covers("black_hack.treasure.coins")
def test_only_after_a_victory_the_fallen_are_searched():
    dead = replace(foe(conditions=("removed",)), hd=2)
    won = lit(foes=[dead], ended=Ended("foes_down", 3))
    state, _ = done(EXPLORING.part, won, script=[(3, 4)])
    assert (character(state, "ann").coins, state.foes) == (7, ())
    fled = lit(foes=[dead], ended=Ended("party_fled", 3))
    for before in (fled, replace(fled, ended=None)):
        state, _ = done(EXPLORING.part, before)
        assert (character(state, "ann").coins, state.foes) == (0, ())


@covers("black_hack.xp.award_quest", "black_hack.coin.unit")
def test_a_reward_is_for_each_who_lives():
    state = lit(somebody(), gain(somebody("bob"), "dead"), somebody("cat"))
    state, _ = done(EXPLORING.reward, state, 20, 1)
    assert [(one.coins, len(one.life.experiences)) for one in state.party] == [(20, 1), (0, 0), (20, 1)]
    state, play = done(EXPLORING.reward, state, 0, 0)
    assert play.told == []


@covers("black_hack.usage.roll", "black_hack.inventory.limit")
def test_what_a_place_asks_for_is_used_once_or_given_away():
    wax, sack = made("black_hack.item.wax", "w1"), Item("s1", "Sack of bones")
    state = lit(somebody(items=(sack,)), somebody("bob", items=(wax,)))
    assert EXPLORING.has(state, "wax") == "w1"
    assert EXPLORING.has(state, "torches") == ""
    assert [EXPLORING.held(state, id_) for id_ in ("w1", "s1", "x9", "coins")] == [True, True, False, True]
    used, _ = done(EXPLORING.take, state, "w1", script=[4])
    assert [item.usage for item in character(used, "bob").items] == [4]
    given, play = done(EXPLORING.take, state, "s1")
    assert character(given, "ann").items == ()
    assert play.codes() == ["item.given"]
    for like in ("torches", "Random magic item", "Scroll: Sleep", "Wand"):
        EXPLORING.goods(like)
    for like in ("torchs", "Scroll: Slepe"):
        with pytest.raises(Unknown):
            EXPLORING.goods(like)
    with pytest.raises(Unknown):
        EXPLORING.creatures("Gobblin x2")


@covers("black_hack.coin.unit", "black_hack.inventory.encumbered")
def test_a_find_goes_to_somebody_whom_it_does_not_encumber_and_coins_to_whoever_found_them():
    full = somebody(strength=3, items=[Item(f"s{at}", "sack") for at in range(3)])
    state = lit(full, somebody("bob"))
    (state, id_), _ = done(EXPLORING.give, state, "ann", Goods("Idol", worth=50, size=1))
    assert [item.id for item in character(state, "bob").items] == [id_]
    (state, id_), _ = done(EXPLORING.give, state, "ann", Goods("Purse", coins=9))
    assert (character(state, "ann").coins, id_) == (9, "coins")
    (state, id_), _ = done(EXPLORING.give, lit(), "ann", Goods("Stick", "Wand"), script=[2, 1])
    (wand,) = character(state, "ann").items
    assert (wand.id, wand.name, len(wand.spells)) == (id_, "Stick", 1)
    dead = lit(gain(somebody(), "dead"))
    assert done(EXPLORING.give, dead, "ann", Goods("Purse", coins=9))[0] == (dead, "")


def test_whoever_goes_to_another_seat_takes_their_servants_along():
    mine, free = foe("wolf", commander="ann"), foe("dog", commander="bob")
    state = EXPLORING.seated(lit(somebody(), somebody("bob"), allies=[mine, free]), "ann", "nine")
    assert [one.seat for one in state.party] == ["nine", "player"]
    assert [one.seat for one in state.allies] == ["nine", "referee"]


def test_nobody_sets_out_from_a_fight_or_where_nobody_can_act():
    assert code(EXPLORING.away(lit(foes=[foe()], combat=fighting()))) == "fighting"
    assert code(EXPLORING.away(lit(gain(somebody(), "asleep")))) == "nobody_able"
    assert code(EXPLORING.away(lit(gain(somebody(), "asleep"), somebody("bob")))) is None
