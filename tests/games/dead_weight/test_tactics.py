"""Bots: enemies and adventurers fight with sense, to the end, and always by the rules."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.bots.combat_plans import best_attack, worth
from tallow.games.dead_weight.bots.combat_plans import next_step as next_plan
from tallow.games.dead_weight.bots.skirmish import fitting, skirmish
from tallow.games.dead_weight.bots.tactics import ENOUGH, act, decide
from tallow.games.dead_weight.checks.rerolls import Rerolls, rolled
from tallow.games.dead_weight.combat.chart import distance
from tallow.games.dead_weight.entries.characters import kits
from tallow.games.dead_weight.entries.monsters import enemy_actions, monsters
from tallow.games.dead_weight.faces.example import example
from tallow.games.dead_weight.magic.effects import MIRACLE
from tallow.games.dead_weight.monsters.enemy_choices import next_step
from tallow.games.dead_weight.record import BOTS, DEEDS, GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import OFF_CHART, Corpse, Effect, Item, adventurer
from tallow.games.dead_weight.world.places import number_of, ways
from tallow.games.deeds import Action, Refused
from tallow.play import Choice, Simulated, Tables, distribution
from tallow.simulate import replay
from tallow.simulate.fights import fight, fights, opening
from tallow.testing import covers
from tests.games.dead_weight.foes import NEXT_TO, Rigged, arena, foe, tough
from tests.games.dead_weight.people import corpse, somebody

FOUR = "warrior:A, thief:B, wizard:A, cleric:B"
SWORD = Item("sword", "Falchion", "dead_weight.weapon.falchion", place="right")
SHIELD = Item("shield", "Wooden shield", "dead_weight.shield.wooden_shield", place="left")


def simulated(party, foes, n=30, **settings):
    state = BOTS.fight(party, foes, replace(GAME.settings(), **settings))
    return fights(GAME, state, n, "1", Tables(BOTS.answer))


def mean(tally, name):
    seen = tally.counts[name]
    return sum(value * times for value, times in seen.items()) / sum(seen.values())


@pytest.mark.parametrize("foes", [monster.name for monster in monsters().values()])
def test_a_fight_against_anybody_comes_to_an_end(foes):
    tally = simulated(FOUR, foes, 3)
    assert tally.ends.get("stalemate", 0) == 0
    assert {"rounds", "deaths", "down", "wounds", "fatigue", "armour_lost", "enemies_dead"} <= set(tally.counts)


@pytest.mark.parametrize("kit", [kit.rpartition(".")[2].replace("_", ":") for kit in kits()])
def test_anybody_can_fight(kit):
    assert simulated(f"{kit} x2", "Goblin Scrapper", 3).ends.get("stalemate", 0) == 0


def test_fights_are_sensible():
    easy = simulated(FOUR, "Freshly Risen Corpse x3")
    hard = simulated(FOUR, "Freshly Risen Corpse x16", 15)
    assert easy.wins > 25
    assert mean(easy, "deaths") < 0.3
    assert hard.wins / 15 < easy.wins / 30
    assert mean(hard, "wounds") + 3 * mean(hard, "deaths") > 2 * mean(easy, "wounds")
    assert 2 <= mean(easy, "rounds") <= 6


def test_a_fight_is_told_and_the_same_seed_tells_the_same():
    state = BOTS.fight(FOUR, "Goblin Scrapper x2", GAME.settings())
    told = replay(GAME, state, 3)
    assert told == replay(GAME, state, 3)
    codes = [event.code for event in told if hasattr(event, "code")]
    assert codes[-2] == "combat.over" or "combat.over" in codes
    assert BOTS.over(state) is None


def test_outcomes_are_counted():
    state = BOTS.fight(FOUR, "Plagued Rat", GAME.settings())
    outcome = fight(GAME, Simulated(Random(1), BOTS.answer), state)
    assert outcome is not None
    assert outcome.won
    assert (outcome.how, outcome.counts["enemies_dead"]) == ("enemies_down", 1)


def test_a_fight_that_nobody_can_win_is_called_off():
    state = arena(tough(), enemies=(foe("gnoll"),), round=ENOUGH + 1)
    assert act(state, "referee") == Action("combat_call_off")
    ended = GAME.perform(Rigged(), state, Action("combat_call_off")).ended
    assert ended is not None
    assert ended.how == "called_off"
    assert act(replace(state, combat=None), "referee") == Action("start_fight")


def bots(state, seed, actions, *, alone):
    """What bots do from here: each state with the seat and the action; one bot for all, or one for each seat."""
    random = Random(seed)
    play = Simulated(random, BOTS.answer)
    for _ in range(actions):
        waiting = GAME.waiting(state)
        seat = waiting[0] if alone else random.choice(waiting)
        action = BOTS.action(state, seat)
        yield state, seat, action
        state = GAME.perform(play, state, action)


@pytest.mark.parametrize("alone", [True, False])
def test_bots_play_every_phase_and_only_what_is_allowed(alone):
    phases, done = set(), set()
    for seed in range(4):
        start = example(Settings()) if seed % 2 else GAME.new_state(GAME.settings())
        for state, seat, action in bots(start, seed, 150, alone=alone):
            by = next((one.seat for one in state.party if one.id == action.who), "referee")
            offer = DEEDS.offer(state, by, action)
            assert offer is not None, (state.phase, seat, action)
            assert offer.refusal is None
            phases.add(state.phase)
            done.add(action.name)
    assert phases == {"creation", "exploration", "combat", "camp", "interlude"}
    assert {"move_on", "start_fight", "set_up_camp", "rest", "end_camp", "exit", "interlude_tend"} <= done
    assert {"interlude_sleep", "interlude_return", "make_character", "spend_insight"} <= done
    assert "act_alone" in done


def test_bots_light_a_lamp_go_where_they_have_not_been_and_take_what_they_find():
    state = example(Settings())
    dark = replace(state, party=tuple(_snuffed(one) for one in state.party))
    bearer = next(one for one in dark.party if any(item.ref.endswith("lantern") for item in one.items))
    assert act(dark, bearer.seat) == Action("use_item", bearer.id)
    lit = GAME.perform(Simulated(Random(1), BOTS.answer), dark, Action("use_item", bearer.id))
    assert [item.lit for one in lit.party for item in one.items if item.ref.endswith("lantern")] == [True]
    assert act(lit, "player1") == Action("move_on", lit.party[0].id)
    place = replace(lit.locations[0], room="3", been=("4", "2", "3"))
    assert [number_of(way) for way in ways(place)][:4] == ["5", "17", "4", "2"]
    inside = replace(lit, locations=(replace(place, room="2", met=("2",)),))
    assert act(inside, "player1") == Action("loot", lit.party[0].id)


def _snuffed(one):
    return replace(one, items=tuple(replace(item, lit=False) for item in one.items))


def test_a_fight_opens_with_all_that_is_certain_of_it():
    state = BOTS.fight("warrior:A x4", "Freshly Risen Corpse x4", GAME.settings())
    begun_so = opening(GAME, state, Tables(BOTS.answer))
    assert begun_so is not None
    states, sums = begun_so
    assert len(states) == 16
    assert {(one.combat.step, one.combat.round) for one in states} == {("enemies", 1)}
    assert all((one.shield == 4) == (one.id in begun.combat.fast) for begun in states for one in begun.party)
    chances = [high - low for low, high in pairwise([0, *sums, 1])]
    assert {len(begun.combat.fast): chance for begun, chance in zip(states, chances, strict=True)} == pytest.approx(
        {fast: 0.75**fast * 0.25 ** (4 - fast) for fast in range(5)}
    )


def test_the_party_acts_by_itself_to_the_end_of_its_step():
    one, other = tough(at=(0, 3)), somebody("amber", 3, items=(SWORD,), at=(0, 4))
    both = ("zael", "amber")
    state = arena(one, other, enemies=(foe("gnoll", at=(11, 3)),), step="fast", fast=both)
    state = replace(state, combat=replace(state.combat, due=both))
    after = GAME.perform(Simulated(Random(1), decide), state, Action("party_acts"))
    assert after.combat is not None
    assert (after.combat.step, after.combat.round, after.combat.due) == ("enemies", 1, ("foe",))
    assert after.enemies == state.enemies
    with pytest.raises(Refused):
        GAME.perform(Rigged(), after, Action("party_acts"))


def test_a_skirmish_is_begun_against_whom_one_likes():
    zael = somebody("zael", 3, items=(SWORD,))
    state = skirmish(Rigged(5), zael, "Gremlin x2", Settings())
    assert [foe.name for foe in state.enemies] == ["Gremlin 1", "Gremlin 2"]
    assert state.combat is not None
    play = Rigged([3], 5)
    play.answers["skirmish_foe"] = "anybody"
    state = skirmish(play, zael, "", Settings())
    assert state.enemies[0].of == fitting()[2]
    assert skirmish(Rigged(5, skirmish_foe=fitting()[0]), zael, "", Settings()).enemies[0].of == fitting()[0]


def step(state, actions=2, who="foe"):
    return next_step(state, next(one for one in state.enemies if one.id == who), actions)


def test_enemies_pick_on_those_who_defend_worst():
    state = arena(tough(), somebody("amber", 1, 3, 3, 3, at=(5, 4)), enemies=(foe("gnoll"),))
    assert step(state)[2] == "amber"
    down = replace(state, party=(state.party[0], replace(state.party[1], conditions=("mortally_wounded",))))
    assert step(down)[2] == "zael"


def test_enemies_come_nearer_and_use_what_reaches():
    state = arena(tough(at=(0, 3)), enemies=(foe("gnoll", at=(11, 3)),))
    assert step(state)[0] == "move"
    assert step(arena(tough(at=(0, 3)), enemies=(foe("shrunken_corpse", at=(6, 3)),)))[1].id.endswith("throw_shiv")
    assert step(arena(tough(at=(0, 3)), enemies=(foe("reanimated_husk", at=(9, 3)),)), actions=1)[0] == "end"


def test_enemies_see_to_themselves():
    glued = arena(tough(at=(0, 3)), enemies=(foe("gnoll", at=(9, 3), conditions=("glued",)),))
    assert step(glued) == ("tear_loose",)
    hurt = arena(tough(at=(0, 0)), enemies=(foe("sack_man", at=(11, 7), taken=6),))
    assert step(hurt)[1].id.endswith("unnatural_regeneration")
    fed = replace(arena(tough(), enemies=(foe("starved_cadaver"),)), corpses=(Corpse("c", "C", at=NEXT_TO),))
    assert step(fed)[1].id.endswith("feast")
    asleep = arena(tough(at=(0, 0)), enemies=(foe("gnoll"), foe("gnoll", "other", (5, 4), conditions=("asleep",))))
    assert step(asleep) == ("wake", "other")


def test_a_crab_eats_what_it_has_grabbed():
    state = arena(tough(), enemies=(foe("giant_crab", facing=6),), turn="foe")
    play = Simulated(Random(2), decide)
    seen: set[str] = set()
    for _ in range(30):
        after = GAME.perform(play, state, Action("enemy_acts", "foe"))
        seen.update(effect.of for effect in after.effects)
    assert enemy_actions()["dead_weight.enemy_action.crab_eat"].requires
    assert seen <= {"dead_weight.condition.grabbed"}


def plan(one, *foes, actions=2, **more):
    state = arena(one, enemies=foes, step="fast", turn=one.id, actions=actions, **more)
    found = next_plan(state, adventurer(state, one.id), actions)
    return found[0] if found else None


def test_adventurers_attack_breathe_and_raise_their_shields():
    near = foe("gnoll")
    fighter = somebody("zael", 3, 2, 1, 1, at=NEXT_TO, items=(SWORD, SHIELD))
    assert plan(fighter, near) == "combat_attack"
    assert plan(fighter, near, actions=1) == "combat_attack"
    weary = replace(fighter, strength=replace(fighter.strength, wounds=2))
    assert plan(weary, near, actions=1) == "combat_defend"
    assert plan(replace(fighter, strength=replace(fighter.strength, fatigue=2)), near) == "combat_catch_breath"
    assert plan(replace(fighter, stun=1), near) == "combat_recover"
    assert plan(replace(fighter, conditions=("grabbed",)), near) == "break_free"
    assert plan(replace(fighter, conditions=("worm_attached",)), near) == "pull_off"


def test_adventurers_go_where_they_can_strike_or_wait():
    fighter = somebody("zael", 3, 3, 1, 1, at=(2, 3), items=(SWORD, SHIELD))
    assert plan(fighter, foe("gnoll", at=(6, 3))) == "combat_move"
    assert plan(fighter, foe("gnoll", at=(10, 3))) == "combat_defend"
    bare = replace(fighter, items=(SWORD,))
    assert plan(bare, foe("gnoll", at=(10, 3)), fast=("zael",)) == "combat_dodge"
    assert plan(bare, foe("gnoll", at=(10, 3))) is None, "tokens of the slow go before an enemy could attack"
    assert plan(bare, foe("gnoll", at=(10, 3)), settings={"dodge_cleanup_strict": False}) == "combat_dodge"
    assert plan(fighter, foe("gnoll", at=(10, 3)), round=5) == "combat_move"


def test_the_one_who_is_nearly_down_is_struck_first():
    one = somebody("zael", 3, at=NEXT_TO, items=(SWORD,))
    state = arena(one, enemies=(foe("gnoll"), foe("gnoll", "weak", (5, 4), taken=4)), step="fast", turn="zael")
    best = best_attack(state, one)
    assert best is not None
    assert best[0].id == "weak"
    assert worth(one, best[1], foe("shadow")) == 0


def test_clerics_heal_and_wizards_cast():
    state = BOTS.fight(FOUR, "Gnoll x2", GAME.settings())
    play = Simulated(Random(1), decide)
    state = GAME.perform(play, state, Action("combat_setup"))
    wizard, cleric = state.party[2], state.party[3]
    assert state.combat is not None
    combat = replace(state.combat, step="slow", turn="hero3", actions=2, due=())
    casts = next_plan(replace(state, combat=combat), wizard, 2)
    assert casts is not None
    assert (casts[0], casts[3][0]) == ("cast", "dead_weight.spell.magic_missile")
    felled = replace(state.party[0], conditions=("mortally_wounded",))
    prays = next_plan(replace(state, combat=combat, party=(felled, *state.party[1:])), cleric, 2)
    assert prays is not None
    assert (prays[0], prays[3]) == ("cast", ("dead_weight.prayer.cure_light_wounds", "hero1"))


def test_rerolls_help_the_tester_and_hinder_for_the_gm():
    def success(rerolls, dice=2):
        odds = distribution(lambda play: rolled(play, dice, 0, rerolls, "p", "").success, policy=decide, exact=False)
        return odds[True]

    plain = success(Rerolls())
    assert success(Rerolls(proficiency=1)) == pytest.approx(7 / 8)
    assert success(Rerolls(shields=2)) == pytest.approx(15 / 16)
    assert success(Rerolls(disadvantage=1)) == pytest.approx(1 / 2)
    assert success(Rerolls(foe_shields=1)) < plain
    assert success(Rerolls(proficiency=1), 0) > success(Rerolls(), 0)


def test_rerolls_save_breath():
    def tired(rerolls):
        odds = distribution(lambda play: rolled(play, 3, 0, rerolls, "p", "").tired, policy=decide, exact=False)
        return odds[True]

    assert tired(Rerolls(proficiency=2)) < tired(Rerolls(proficiency=1)) < tired(Rerolls())


def test_wounds_go_where_they_hurt_least():
    sketch = ((3, 0), (1, 2), (1, 0), (2, 0))
    choice = Choice("p", "place", ("STR", "DEX", "INT", "PRE"), ("Zael", 2, sketch), "")
    assert decide(choice) == "DEX"
    assert decide(replace(choice, facts=("Zael", 1, ((3, 0), (1, 0), (1, 0), (2, 0))))) == "INT"
    assert decide(Choice("p", "toughen_up", ("yes", "no"), ("Zael", 1, 0), "")) == "no"
    assert decide(Choice("p", "toughen_up", ("yes", "no"), ("Zael", 1, 2), "")) == "yes"
    assert decide(Choice("p", "heal_where", ("STR", "PRE"), ("Zael", ((2, 0), (1, 0), (1, 0), (0, 0))), "")) == "PRE"
    assert decide(Choice("p", "anything", ("first", "second"), (), "")) == "first"


def test_a_corpse_in_the_way_is_no_trouble():
    state = arena(tough(), enemies=(corpse("foe", at=(5, 3)),), turn="foe")
    assert step(state)[0] == "act"


@covers("dead_weight.table.miracle")
def test_monsters_in_dread_run_for_the_edge_and_fight_only_when_cornered():
    def frightened(at, zael=NEXT_TO, **more):
        one = foe("slumbering_corpse", at=at)
        state = arena(somebody("zael", at=zael), enemies=(one,), turn="foe", **more)
        return replace(state, effects=(Effect("e", MIRACLE, "", ("foe",), unit="combat"),))

    assert step(frightened((9, 3))) == ("move", OFF_CHART), "mindless or not, it leaves the fight"
    kind, to = step(frightened((5, 3)))
    assert kind == "move"
    assert distance(to, NEXT_TO, True) > 1
    walls = tuple((x, y) for x in (4, 5, 6) for y in (2, 3, 4) if (x, y) not in {(5, 3), NEXT_TO})
    assert step(frightened((5, 3), walls=walls))[0] == "act", "it has nowhere to go"
