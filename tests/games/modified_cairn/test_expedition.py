from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.bots.comrades import helped
from tallow.games.modified_cairn.bots.expedition import EXPEDITION, begin, counts, meet, met, rested, turn
from tallow.games.modified_cairn.bots.tactics import decide
from tallow.games.modified_cairn.characters.typical import ARCHETYPES
from tallow.games.modified_cairn.combat.bands import fight
from tallow.games.modified_cairn.magic.effects import bring
from tallow.games.modified_cairn.monsters.encounters import place
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import CYCLE, HOUR, Dungeon, Effect, Ended, State, able, gain, has
from tallow.games.modified_cairn.world.bearers import lit
from tallow.games.modified_cairn.world.darkness import DARK, shade
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.mechanics.two_sides import find, put
from tallow.play import Simulated
from tallow.simulate import Plan, explore
from tallow.testing import covers
from tests.games.modified_cairn.fighters import foe, pc, thing

START = 8 * HOUR
HERO = "10 VIG, 3 GD, sword (d8)"
QUIET, ENCOUNTER, ALTERED = 12, 1, 2


class Dice(Simulated):
    """The bot decides; dice fall as given, and when no more are given on their highest face."""

    def __init__(self, *faces):
        super().__init__(Random(0), decide)
        self.faces = list(faces)
        self.rolled = []
        self.told = []

    def roll(self, n, sides=6, **_):
        self.rolled.append(sides)
        return tuple(self.faces.pop(0) if self.faces else sides for _ in range(n))

    def tell(self, code, *facts, **_):
        self.told.append((code, *facts))


def party(*people, **more):
    """A party in a dark dungeon, fed and rested, with all the light that it can have."""
    fresh = tuple(replace(one, fed=START, drank=START, slept=START) for one in people)
    state = State(phase="dungeon", party=fresh, dungeon=Dungeon("Crypt", since=START, **more))
    return lit(Dice(), shade(state))


def out(spec, pack=""):
    """A party about to set out, ready for it."""
    return helped(Dice(), begin(spec, pack, Settings()))


def burning(state):
    return [(one.id, item.name) for one in state.party for item in one.items if item.lit]


def dots(state):
    return [item.dots for one in state.party for item in one.items if item.ref.endswith("torch")]


@covers("modified_cairn.dungeon.cycle_length", "modified_cairn.light.torch_burn", "modified_cairn.event.triggers")
def test_a_turn_is_a_cycle_of_ten_minutes_with_one_event_die():
    play, state = Dice(QUIET), out(HERO, "Torch")
    assert (state.phase, len(burning(state)), find(state, "hero1").states) == ("dungeon", 1, ())
    state = turn(play, state)
    assert (state.clock, play.rolled, counts(state)["turns"]) == (START + CYCLE, [12], 1)
    for _ in range(4):
        state = turn(play, state)
    assert dots(state) == [0]
    assert dots(turn(play, state)) == [1]


@covers("modified_cairn.light.torch_dots")
def test_when_the_last_torch_is_spent_they_turn_back_and_another_is_worth_three_hours():
    play, one, two = Dice(), out(HERO, "Torch"), out(HERO, "Torch x2")
    assert [counts(state)["light_left"] for state in (one, two)] == [3, 6]
    for _ in range(17):
        one, two = turn(play, one), turn(play, two)
    assert not EXPEDITION.worn(one)
    one, two = turn(play, one), turn(play, two)
    assert (EXPEDITION.worn(one), has(find(one, "hero1"), DARK), EXPEDITION.able(one)) == (True, True, True)
    assert (EXPEDITION.worn(two), len(burning(two)), counts(two)["light_left"]) == (False, 1, 3)
    assert EXPEDITION.worn(out(HERO))


@covers("modified_cairn.table.altered", "modified_cairn.light.torch_relight")
def test_a_torch_that_a_draught_puts_out_is_lit_again_for_a_dot():
    state = turn(Dice(ALTERED, 1), begin(HERO, "Torch", Settings()))
    assert (dots(state), len(burning(state)), find(state, "hero1").states) == ([1], 1, ())


@covers("modified_cairn.light.one_per_three", "modified_cairn.item.bullseye_lantern")
def test_four_have_two_lights_and_nobody_gives_up_a_weapon_or_shield_for_them():
    state = out(ARCHETYPES.party(1))
    assert burning(state) == [("hero2", "Bullseye Lantern"), ("hero4", "Torches")]
    assert not any(one.states for one in state.party)
    held = {one.id: [item.name for item in one.items if item.place == "hands"] for one in state.party}
    assert (held["hero1"], held["hero3"]) == (["Shield", "Sword"], ["War Hammer"])


def test_a_lantern_comes_to_the_oil_and_a_torch_to_a_free_hand():
    ann, bo = pc("ann", thing("lantern", "pack")), pc("bo", thing("oil_can", "pack"))
    assert len(burning(party(ann, bo))) == 1
    full = pc("ann", "longsword", "shield", thing("torch", "pack"))
    assert burning(party(full, pc("bo", "dagger"))) == [("bo", "Torch")]
    assert burning(party(full)) == [("ann", "Torch")]
    assert [item.name for item in party(full).party[0].items if item.place == "hands"] == ["Longsword", "Torch"]
    great = pc("ann", "greatsword", thing("torch", "pack"))
    assert burning(party(great)) == [("ann", "Torch")]
    armed = [pc(who, "dagger", thing("dagger", id_=f"{who}2")) for who in ("cy", "di")]
    dim = party(great, pc("bo", thing("torch", lit=True), "dagger"), *armed)
    assert burning(dim) == [("bo", "Torch")], "nobody gives up a weapon for the one whom it leaves in the dark"
    assert [one.id for one in dim.party if has(one, DARK)] == ["di"]


def test_a_torch_falls_to_nobody_who_would_be_overloaded_by_it():
    laden = pc("bo", "dagger", "dagger", *(thing("rope", "pack", f"r{n}") for n in range(6)),
               *(thing("rope", "body", f"b{n}") for n in range(2)))  # fmt: skip
    state = party(pc("ann", "longsword", "shield", thing("torch", "pack")), laden)
    assert burning(state) == [("ann", "Torch")]
    assert find(state, "bo").items == laden.items


@covers("modified_cairn.activity.watch", "modified_cairn.event.threshold", "modified_cairn.event.encounter_depth")
def test_a_one_brings_somebody_and_whoever_keeps_watch_prevents_surprise():
    ann, bo = pc("ann", thing("torch")), pc("bo", "dagger")
    alone = turn(Dice(ENCOUNTER, 2, 1, 1, 3, 1, 3, 4), party(ann))
    both = turn(Dice(ENCOUNTER, 2, 1, 1, 3, 1, 3, 4), party(ann, bo))
    assert [(met(state), place(state).met[1]) for state in (alone, both)] == [(True, "party"), (True, "nobody")]
    facing = meet(alone, "Wolf x2")
    assert ([one.name for one in facing.foes], place(facing).met) == (["Wolf 1", "Wolf 2"], place(alone).met)
    assert BOTS.action(facing, "referee").name == "start_combat"
    fought = GAME.perform(Dice(), facing, BOTS.action(facing, "referee"))
    assert fight(fought).surprised == ("party",)
    gone = meet(alone, "")
    assert (gone.foes, met(gone), gone.phase) == ((), False, "dungeon")
    assert turn(Dice(), gone).clock == START + 2 * CYCLE


@covers("modified_cairn.activity.fight", "modified_cairn.trigger.disturbance")
def test_a_fight_that_they_sought_fills_a_cycle_and_its_noise_rolls_the_die():
    state = party(pc("ann", thing("torch")))
    won = meet(replace(state, clock=START + 30, ended=Ended("foes_down", 3), foes=(foe(),)), "")
    play = Dice()
    after = rested(play, won)
    assert (after.clock, play.rolled, after.ended, counts(after)["turns"]) == (START + CYCLE, [12], None, 1)
    came = rested(Dice(ENCOUNTER), won)
    assert met(came)


def test_of_a_fight_nothing_is_left_but_the_time_that_magic_takes():
    state = put(party(pc("ann", thing("torch"))), gain(pc("ann", thing("torch")), "held", "asleep"))
    stuck = Effect("e1", "modified_cairn.monster.white_dragon", "foe1", ("ann",), does="hold", state="held")
    sleep = Effect("e2", "modified_cairn.monster.satyr", "foe1", ("ann",), START + HOUR, does="hold", state="asleep")
    theirs = Effect("e3", "modified_cairn.item.net", "ann", ("foe1",), does="hold", state="held")
    state = replace(state, party=(*state.party, pc("bo")), foes=(foe("foe1"),), effects=(stuck, sleep, theirs))
    after = helped(Dice(), meet(state, ""))
    assert (after.effects, find(after, "ann").states) == ((sleep,), ("asleep",))
    assert burning(after) == [("bo", "Torch")], "who is awake takes the light up"


@covers("modified_cairn.rest.fatigue_cycle", "modified_cairn.rest.unsafe_roll")
def test_a_rest_is_a_cycle_in_which_the_fatigued_recover_and_the_others_keep_watch():
    bo = replace(gain(pc("bo"), "fatigued"), deprived=(("hunger", START),), strained=START)
    state = party(gain(pc("ann", thing("torch")), "fatigued"), bo)
    play = Dice()
    after = rested(play, state)
    assert [has(one, "fatigued") for one in after.party] == [False, True], "the Deprived recover nothing"
    assert (after.clock, play.rolled) == (START + CYCLE, [12])
    assert rested(Dice(), after) == after, "who would gain nothing does not rest"


def test_a_rest_lasts_until_sleepers_wake_or_somebody_comes():
    state = party(pc("ann", thing("torch")), pc("bo"))
    state = bring(Dice(), state, "modified_cairn.monster.satyr", ("bo",), "asleep", HOUR)
    after = rested(Dice(), state)
    assert (after.clock, able(find(after, "bo"))) == (START + HOUR, True)
    assert met(rested(Dice(QUIET, ENCOUNTER), state))


@covers("modified_cairn.hurt.tend", "modified_cairn.hurt.tend_no_vig", "modified_cairn.recover.breath")
def test_the_dying_are_tended_with_bandages_out_of_anybodys_pack():
    for ann, bo in (((), (thing("bandages", "pack"),)), ((thing("bandages", "pack"),), ())):
        down = gain(pc("bo", *bo, vig=4, vig_max=10, guard=4), "critically_wounded")
        down = replace(down, guard=0, dies_at=START + HOUR)
        state = helped(Dice(), party(pc("ann", thing("torch"), *ann), down))
        saved = find(state, "bo")
        assert (saved.states, saved.dies_at, saved.vigour) == (("wounded",), 0, 4)
        assert counts(state)["bandages_left"] == 2
        assert find(turn(Dice(), state), "bo").guard == 4
    bare = gain(pc("bo"), "critically_wounded")
    assert has(find(helped(Dice(), party(pc("ann"), bare)), "bo"), "critically_wounded")


@covers("modified_cairn.hurt.bleed_out")
def test_where_nobody_can_go_on_the_dying_die_within_the_hour():
    down = replace(gain(pc("ann"), "critically_wounded"), dies_at=START + HOUR)
    state = party(down)
    assert not EXPEDITION.able(meet(state, ""))
    after = EXPEDITION.left(Dice(), state)
    assert (has(find(after, "ann"), "dead"), counts(after)["deaths"]) == (True, 1)


def test_with_half_of_them_down_they_turn_back():
    torch, down = thing("torch"), gain(pc("bo"), "critically_wounded")
    assert EXPEDITION.worn(party(pc("ann", torch), down))
    assert not EXPEDITION.worn(party(pc("ann", torch), down, pc("cy")))


def test_a_pack_is_handed_out_one_by_one_and_worn_where_it_can_be():
    state = begin(f"{HERO} x2", "Torch x2; Rations; Shield", Settings(dungeon_module=False))
    names = [sorted(item.name for item in one.items) for one in state.party]
    assert names == [["Rations", "Torch"], ["Shield", "Torch"]]
    assert [item.place for item in state.party[1].items if item.name == "Shield"] == ["hands"]
    assert (counts(state)["rations_left"], counts(state)["light_left"]) == (3, 6)


def test_names_that_nobody_knows_are_said_with_those_that_are_near():
    with pytest.raises(Unknown) as unknown:
        begin(HERO, "Torhc", Settings())
    assert "Torch" in unknown.value.near
    with pytest.raises(Unknown) as nobody:
        meet(begin(HERO, "", Settings()), "Goblni")
    assert "Goblin" in nobody.value.near
    with pytest.raises(Malformed):
        begin(HERO, "Rope x11", Settings())


@pytest.mark.parametrize("people", [ARCHETYPES.party(1), f"{HERO} x3", "4 VIG, fist (d4)", "18 VIG, 9 GD x4"])
@pytest.mark.parametrize(("turns", "wandering"), [(0, ""), (1, "Rune Witch"), (6, "Goblin")])
def test_whole_expeditions_of_all_kinds_of_parties(people, turns, wandering):
    plan = Plan(("Goblin x2", "", "Elf; Satyr"), turns, wandering, rests=turns != 1)
    report = explore(GAME, people, plan, n=20, cores=1)
    assert set(report.ends) <= {"home", "turned_back", "lost"}
    words = GAME.words.catalogue()
    for code in counts(begin(people, "", Settings())):
        assert code in words["label"] or code in words["term"]


def test_a_second_torch_takes_them_farther():
    plan = Plan(("",) * 3, turns=8)
    short, enough = (explore(GAME, HERO, plan, pack=pack, n=20, cores=1) for pack in ("Torch", "Torch x2"))
    assert short.counts["rooms"].mean < enough.counts["rooms"].mean == 3
