"""Exploring the Salt Stair, die for die, by the rules of Grit and Flesh."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from tallow.adventures import alone, ready
from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.vanilla.gear.light import LANTERN
from tallow.mechanics.two_sides import find
from tallow.play import Choice, Simulated, Waiting, advance
from tallow.testing import covers
from tests.adventures.playing import ONE, at_the_table, begun, does

DOCUMENT = ready("vanilla", "salt_stair")
GAME = at_the_table(DOCUMENT)
QUIET = (6,)
"""The encounter die, when nobody comes; after a noise it is a d4."""

GOBLINS = ((3,), *((3,), (3,)) * 4)
"""How far off they are, and the Grit and Flesh of each of four."""

RATS, BONES = ((3,), *((1,), (3,), (3,)) * 2), ((3,), *((3,), (3,)) * 3)


def temper(state, group):
    return next((band.temper for band in state.place.bands if band.id == group), "")


def at_the_stair():
    return does(GAME, begun(GAME), "set_out")


def in_the_wash():
    """Down with a rope out of a bubble, a torch lit, and the goblins seen."""
    state = does(GAME, at_the_stair(), "go", "rope", (10,), QUIET)
    return does(GAME, state, "light", *GOBLINS)


def among_friends():
    state = does(GAME, in_the_wash(), "speak", "@goblins/0")
    state = does(GAME, state, "speak", "@goblins/1")
    return does(GAME, state, "let_be")


def on_the_sand():
    return does(GAME, among_friends(), "go", "@slope", QUIET)


@covers("vanilla.check.tools_from_bubble")
def test_whoever_slips_on_the_stair_is_heard():
    state = does(GAME, at_the_stair(), "go", "no_tools", (2,), (4,))
    assert state.place.room == "wash"
    assert find(state.game, "pc1").grit == 3, "a fighter without tools or the skill falls, and no die is rolled"


@covers("vanilla.bubble.fill", "vanilla.xp.monsters")
def test_soap_out_of_a_bubble_makes_friends_and_they_show_the_way_up_the_cliff():
    state = among_friends()
    assert temper(state, "goblins") == "friendly"
    assert "goats" in state.place.found
    assert sum([one.bubbles for one in state.game.party]) == 3, "torches, a rope and soap"
    assert state.game.overcome == (1, 1, 1, 1)


def test_nobody_speaks_of_soap_before_it_was_asked_for():
    ran = advance(GAME.perform, in_the_wash(), Action("place.speak", ONE))
    assert isinstance(ran, Waiting)
    assert isinstance(ran.question, Choice)
    assert [option for option in ran.question.options if "1" in str(option)] == []


def test_whoever_touches_the_washing_has_a_fight():
    state = does(GAME, in_the_wash(), "withdraw")
    state = does(GAME, state, "go", QUIET)
    state = does(GAME, state, "use", *GOBLINS, (2,))
    assert [foe.name for foe in state.game.foes] == ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    assert state.game.combat is not None


def test_rats_that_are_let_past_are_overcome_and_leave_another_way_down():
    state = does(GAME, among_friends(), "open", "unbar")
    state = does(GAME, state, "go", "@bar", QUIET, *RATS)
    state = does(GAME, state, "speak", "@rats/0")
    assert temper(state, "rats") == "gone"
    assert len(state.game.overcome) == 6
    state = does(GAME, state, "search", QUIET)
    assert "hole" in state.place.found


def test_at_a_hand_on_the_chest_the_drowned_rise():
    state = does(GAME, on_the_sand(), "use", "@chest/0", *BONES, (2,))
    assert temper(state, "bones") == "hostile"
    assert state.game.combat is not None


def test_whoever_knows_of_the_lantern_lights_it_and_their_watch_is_over():
    state = on_the_sand()
    unknowing = replace(state, place=replace(state.place, marks=()))
    assert temper(does(GAME, unknowing, "use", *BONES, (2,)), "bones") == "hostile", "there is but the chest"
    state = does(GAME, state, "use", "@lantern/0")
    assert temper(state, "bones") == "gone"
    assert len(state.game.overcome) == 4 + 3
    state = does(GAME, does(GAME, state, "use"), "take", "all")
    assert sum([one.coins for one in state.game.party]) == 60 + 55 + 50 + 240


def test_a_bare_flame_is_seen_and_a_lantern_is_not():
    flame = does(GAME, on_the_sand(), "go", "@arch", QUIET)
    assert temper(flame, "bones") == "hostile"
    state = on_the_sand()
    party = tuple(
        replace(one, items=tuple(replace(item, ref=LANTERN) if item.lit else item for item in one.items))
        for one in state.game.party
    )
    state = replace(state, game=replace(state.game, party=party))
    assert temper(does(GAME, state, "go", "@arch", QUIET), "bones") == ""


def test_the_bell_rings_every_fourth_turn_and_wakes_them_before_the_party():
    state = on_the_sand()
    state = does(GAME, state, "wait", (4,))
    assert temper(state, "bones") == ""
    state = does(GAME, state, "wait", (4,), *BONES, (2,))
    assert temper(state, "bones") == "hostile"


def test_where_the_clapper_is_muffled_it_wakes_nobody():
    state = does(GAME, at_the_stair(), "use", "@clapper/0", "pc7", "rope", QUIET)
    assert "muffled" in state.place.marks, "a cutpurse with a rope has skill and tools"
    for _ in range(4):
        state = does(GAME, state, "wait", QUIET)
    assert dict(state.place.clocks)["bell"] == 1, "the Turn of the climb, and none after it"


def stopped(how, *script):
    """At the pull with the drowned gone home and the chest in the packs, the bell stopped."""
    state = does(GAME, does(GAME, on_the_sand(), "use", "@lantern/0"), "use")
    state = does(GAME, does(GAME, state, "take", "all"), "go", "@arch", QUIET)
    return does(GAME, state, "use", how, *script)


@covers("vanilla.xp.gold", "vanilla.xp.split", "vanilla.check.both")
def test_the_watch_is_over():
    state = stopped("@spar/0", "pc1", (4,))
    assert "stopped" in state.place.marks, "a fighter with a rope has skill and tools"
    state = does(GAME, state, "go", "@goats", (10,), QUIET)
    state = does(GAME, does(GAME, state, "use", "@hesper/1"), "leave")
    assert state.place.ended == "watch_over"
    overcome, brought, whole = 7 * 50 // 3, (240 + 60) // 3, 300 // 3
    assert [one.life.xp for one in state.game.party] == [overcome + brought + whole] * 3
    assert sum([one.coins for one in state.game.party]) == 60 + 55 + 50 + 240 + 180


def test_who_keeps_the_plate_is_paid_and_looked_at():
    state = does(GAME, stopped("@spar/0", "pc1", (4,)), "go", "@goats", (10,), QUIET)
    assert does(GAME, state, "leave").place.ended == "kept"


def test_a_cut_wire_is_noticed():
    state = does(GAME, does(GAME, on_the_sand(), "go", "@arch", QUIET), "use", "@spar/1", "pc1", "saw", (12,), (4,))
    assert "cut" in state.place.marks
    state = does(GAME, does(GAME, state, "wait", QUIET), "wait", QUIET)
    state = does(GAME, state, "wait", QUIET, *BONES, (2,))
    assert state.game.combat is not None
    assert (temper(state, "bones"), state.place.room) == ("hostile", "pull")


def test_bots_come_home_more_often_than_not_and_by_more_than_one_end():
    played = alone(game("vanilla"), DOCUMENT)
    assert played.bots is not None
    assert played.example is not None
    ends: Counter[str] = Counter()
    for seed in range(40):
        state = played.example(played.settings())
        play = Simulated(Random(seed), played.bots.answer, played.bots.sampled)
        while (outcome := played.bots.over(state)) is None:
            state = played.perform(play, state, played.bots.action(state, ONE))
        ends[outcome.how] += 1
    assert ends["lost"] < 20
    assert len(ends) > 1
