"""Bots: characters and monsters fight with sense, to the end, and always by the rules."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.bots.tactics import ENOUGH, act, decide
from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.gear.magic_items import usable
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.magic.counsel import wise
from tallow.games.black_hack.monsters.bestiary import BY_HD, open_hd
from tallow.games.black_hack.record import BOTS, GAME
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Hindrance, Magic
from tallow.games.deeds import Action
from tallow.play import REFEREE, Choice, Tables
from tallow.simulate import replay
from tallow.simulate.fights import fights
from tests.games.black_hack.fighters import fighting, foe, held, somebody, table

FOUR = "warrior 2, thief 2, cleric 2, wizard 2"
CURE, SHIELD = "black_hack.prayer.cure_light_wounds", "black_hack.spell.shield"

ORC = (foe(),)


def simulated(party, foes, n=20, **settings):
    state = BOTS.fight(party, foes, Settings(**settings))
    return fights(GAME, state, n, "1", Tables(BOTS.answer))


def next_action(one, foes=ORC, **more):
    combat = replace(fighting("ann"), **more)
    return act(table(one, foes=foes, combat=combat), "player").name


def test_somebody_attacks_goes_nearer_aids_or_ends():
    sword = somebody(items=(held("short_sword"),), calling="thief")
    close = (("ann", "orc", "close"),)
    assert next_action(sword, bands=close) == "attack"
    far = (("ann", "orc", "distant"),)
    assert next_action(sword, bands=far) == "move"
    assert next_action(sword, bands=far, move=False) == "extra_move"
    assert next_action(sword, bands=far, move=False, action=False) == "end_turn"


def test_magic_where_it_helps():
    hurt = somebody("ann", "cleric", hp=4, magic=Magic(memorised=(CURE,)))
    assert next_action(hurt) == "cast"
    assert next_action(replace(hurt, hp=10)) != "cast"
    wizard = somebody("ann", "wizard", magic=Magic(memorised=(SHIELD,)))
    assert next_action(wizard) == "cast"
    assert next_action(somebody("ann", "cleric"), foes=(foe(tags=("undead",)),)) == "banish"
    assert decide(Choice("player", "charm_command", ("stand_by", "attack", "other"), (), "")) == "attack"


def cast_first(one, foes=ORC, friends=(), **more):
    """What somebody would cast first of all that they have in mind, "" for nothing."""
    state = table(one, *friends, foes=foes, combat=replace(fighting("ann"), **more))
    return next(iter(wise(state, one, one.magic.memorised)), "").rpartition(".")[2]


def test_magic_is_weighed():
    def knows(*names, calling="wizard", **more):
        kind = "spell" if calling == "wizard" else "prayer"
        known = Magic(memorised=tuple(f"black_hack.{kind}.{name}" for name in names))
        return somebody("ann", calling, level=10, magic=known, **more)

    two = (foe("x", hp=5), foe("y", hd=13, hp=60, hp_max=60))
    sleeper, frail = replace(knows("sleep", "charm"), level=3), somebody("bob", hp=3, hp_max=10)
    assert cast_first(sleeper, two) == "sleep"
    assert cast_first(sleeper, two, [frail]) == "charm"
    assert cast_first(sleeper, two[1:]) == "charm"
    assert cast_first(sleeper, (foe("x", hp=40),)) == "sleep", "nobody sees the HP of a foe"
    assert cast_first(sleeper, (foe("x", hd=3, hp=1, hp_max=1),)) == "charm"
    assert cast_first(knows("meteor_swarm", "fireball"), two) == "meteor_swarm"
    assert cast_first(knows("meteor_swarm", "fireball"), two, [frail]) == "fireball"
    for name in ("disintegrate", "death_spell", "power_word_kill"):
        assert cast_first(knows(name, "fireball"), [foe("x"), foe("z")]) == name
        assert cast_first(knows(name, "fireball"), [foe("x", hd=12), foe("z", hd=12)]) == "fireball", "too mighty"
    assert cast_first(knows("web"), two) == "web"
    assert cast_first(knows("web"), two, bands=(("ann", "x", "close"),)) == ""
    blesses = knows("bless", "cure_light_wounds", calling="cleric")
    assert cast_first(blesses, two) == "bless"
    assert cast_first(blesses, two, moment=3) == ""
    assert cast_first(blesses, two[:1]) == ""
    assert cast_first(blesses, two, fleeing=("x",)) == "", "against one who still fights it is not worth it"
    assert cast_first(blesses, (two[0], replace(two[1], conditions=("asleep",)))) == ""
    assert cast_first(blesses, two, [frail], moment=3) == "cure_light_wounds"
    assert cast_first(knows("fireball"), two, fleeing=("x", "y")) == ""
    warded = knows("shield")
    assert cast_first(warded) == "shield"
    assert cast_first(warded, two, fleeing=("x",)) == "shield", "one foe to fear is enough"
    assert cast_first(warded, two, fleeing=("x", "y")) == ""
    assert cast_first(warded, (replace(two[0], conditions=("asleep",)),)) == ""
    held_fast = replace(two[0], hindrances=(Hindrance("paralysed"),))
    assert cast_first(knows("hold_person", calling="cleric"), (held_fast,)) == ""
    assert wise(table(blesses, foes=two), blesses, blesses.magic.memorised) == ()


def test_a_warrior_deals_dice_out_among_the_weak_and_nobody_runs_after_those_who_flee():
    warrior = somebody("ann", level=2, pool=2, items=(held("broad_sword"),))
    weak = (foe("x", hp=2), foe("y", hp=3))
    assert next_action(warrior, weak) == "dealer_of_death"
    assert next_action(warrior, (weak[0], foe("y", hp=9))) == "attack"
    cleric = somebody("ann", "cleric", items=(held("mace"),))
    assert next_action(cleric, weak) == "move"
    assert next_action(cleric, weak, fleeing=("x", "y")) == "end_turn"
    wizard = somebody("ann", "wizard", items=(held("staff"),))
    assert next_action(wizard, weak) == "move"
    beside = table(wizard, somebody("bob"), foes=weak, combat=fighting("ann"))
    assert act(beside, "player").name == "end_turn"


def test_a_fight_that_nobody_wins_is_called_off():
    state = table(somebody(), foes=[foe()], combat=fighting("ann", moment=ENOUGH + 1))
    assert act(state, "player") == Action("end_combat")
    assert act(table(somebody(), foes=[foe()]), REFEREE) == Action("start_combat")


def test_a_spider_spins_before_it_bites():
    spider = replace(foe("x", of="black_hack.monster.giant_spider"), group="x")
    state = table(somebody(), foes=[spider], combat=fighting("x", step="opponents"))
    assert act(state, REFEREE) == Action("power", "x")
    assert act(replace(state, combat=replace(state.combat, moment=2)), REFEREE) == Action("foes_act")


def test_the_strong_beat_the_weak():
    assert simulated(FOUR, "HD 1 x2").wins == 20
    assert simulated("wizard 1", "HD 8").wins == 0
    assert simulated(FOUR, "HD 2 x4") == simulated(FOUR, "HD 2 x4")


def test_the_end_is_counted():
    tally = simulated(FOUR, "Goblin x4")
    assert set(tally.counts) == {
        "rounds", "deaths", "maimed", "lost", "spent", "hp_left", "dice_broken", "felled",
    }  # fmt: skip
    assert set(tally.ends) <= {"foes_down", "foes_fled", "party_down", "party_fled"}


@pytest.mark.parametrize("ref", [ref for ref in monsters() if ref != BY_HD])
def test_every_monster_fights_to_an_end(ref):
    spec = f"{monsters()[ref].name} HD 3" if open_hd(ref) else monsters()[ref].name
    assert sum(simulated("warrior 3, thief 3, cleric 3, wizard 3", spec, 3).ends.values()) == 3


@pytest.mark.parametrize(
    "settings",
    [
        {"damage_mode": "average", "armour_die_timing": "before", "hindrance_timing": "start"},
        {"morale_mode": "charisma", "gm_choice": "worst", "advantage_net": "count", "large_weapon_die": "shared"},
        {"morale_mode": "off", "panic": True, "luck": 2, "blocking": True, "reach_weapons": True},
        {
            "servant_attacks": "fixed_damage",
            "spell_resistance": "all",
            "dealer_reach": "close",
            "natural_one": "literal",
        },
    ],
)
def test_bots_play_by_any_ruling(settings):
    assert simulated(FOUR, "Ghoul x2; Bandit x3", 5, **settings).fights == 5


def test_a_fight_is_told():
    assert replay(GAME, BOTS.fight(FOUR, "Ghoul", Settings()), 7) is not None


def test_things_that_help_are_used_in_a_fight():
    """Light in the dark, an elixir when badly hurt, a throw at somebody tough, and out of what holds one fast."""
    torch, flint = made("black_hack.item.torches", "t"), made("black_hack.item.flint_steel", "f")
    dark = table(somebody(items=(torch, flint)), foes=ORC, combat=fighting("ann"), dark=True)
    assert act(dark, "player").name == "light"
    burning = replace(dark, party=(somebody(items=(replace(torch, lit=True), flint)),))
    assert act(burning, "player").name != "light"
    ring = made("black_hack.magic_item.bronze_ring", "r")
    elixir = made("black_hack.magic_item.elixir_of_vitality", "e")
    assert next_action(somebody(hp=5, items=(ring, elixir))) == "use_magic_item"
    hurt = table(somebody(hp=5, items=(ring, elixir)), foes=ORC, combat=fighting("ann"))
    assert usable(hurt, "ann") == ("e", "r")
    assert next_action(somebody(hp=6, items=(ring, elixir)), bands=(("ann", "orc", "distant"),)) == "move"
    oil = made("black_hack.item.jug_of_oil", "o")
    assert next_action(somebody(items=(oil,)), (foe(hd=3),)) == "throw_item"
    assert next_action(somebody(items=(oil,)), (foe(hd=3, ongoing="DEX"),)) != "throw_item"
    assert next_action(somebody(items=(oil,)), (foe(hd=1),)) != "throw_item"
    assert next_action(somebody(hindrances=(Hindrance("stuck", "STR", action=True),))) == "break_free"


def test_a_bot_lights_a_light_and_does_not_put_one_out():
    asked = Choice("player", "light", (("off", "a"), ("on", "b")), ("Ann",), "black_hack.action.light")
    assert decide(asked) == ("on", "b")
