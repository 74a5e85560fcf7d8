"""The Mausoleum: its rooms, what its doom brings, rumours, and one whole expedition from the door to the interlude."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.typical import party
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.entries.places import adventures, rooms
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import entry
from tallow.games.dead_weight.harm.perils import threats
from tallow.games.dead_weight.record import BOTS, GAME
from tallow.games.dead_weight.state import Effect
from tallow.games.dead_weight.world.places import room_of, ways
from tallow.games.deeds import Action
from tallow.play import EVERYONE, REFEREE, Simulated
from tallow.testing import covers
from tests.games.dead_weight.expedition import MAUSOLEUM, abroad, act, have, here, refused, with_place
from tests.games.dead_weight.people import lying, somebody

ROOM = "dead_weight.room.mausoleum_{:02}"


@covers("dead_weight.adventure.mausoleum", "dead_weight.doom.events")
def test_the_adventure_as_a_place():
    place = here(abroad(somebody()))
    of = adventures()[MAUSOLEUM]
    assert (place.size, [at for at, _ in place.events]) == (10, [2, 4, 6, 8, 10])
    assert len(of.rooms) == len(rooms()) == 17
    assert ways(place)[:3] == tuple(ROOM.format(number) for number in of.entrances)
    assert {(trap.room, trap.wounds) for trap in place.traps} == {("8", 3)}


@covers("dead_weight.room.*")
@pytest.mark.parametrize("id_", list(rooms()))
def test_every_room_is_entered_read_fought_in_and_emptied(id_):
    room = rooms()[id_]
    numbers = {other.number for other in rooms().values()} | {0}
    assert {way.to for way in room.exits} <= numbers
    state, play = act(abroad(somebody(strength=9)), "enter_room", "", id_)
    assert room_of(here(state)) == room
    assert [told.code for told in play.told if told.seen_by != (REFEREE,)] == ["room.seen", "room.ways"]
    assert [told.facts[:2] for told in play.told if told.code == "room"] == [(room.number, id_)]
    assert play.codes().count("room.loot") == len(room.loot)
    if room.enemies:
        fight, _ = act(state, "start_fight", "", "room", "upper_hand", "nearby")
        assert len(fight.enemies) == sum(foes.count for foes in room.enemies)
        assert {foe.of for foe in fight.enemies} == {foes.ref for foes in room.enemies} <= set(monsters())
        state, _ = act(fight, "combat_call_off", "", "enemies_fled")
        assert "room" not in _sources(state)
    state = with_place(state, traps=())
    if room.loot:
        state, play = act(state, "loot", "zael", "all")
        assert len(state.ground) == sum(
            1 if getattr(entry(loot.ref), "pack", 1) > 1 else loot.count for loot in room.loot
        )
        assert all(item.name for item in state.ground)


def _sources(state):
    """Where the GM can take enemies from."""
    _, play = act(state, "start_fight", "", "written", "")
    return play.asked[0].options


@covers("dead_weight.doom.events", "dead_weight.adventure.mausoleum", "dead_weight.doom.maximum")
def test_what_doom_brings_is_played_by_the_gm_each_once():
    state = abroad(somebody(dexterity=1), somebody("amber", items=(have("torch", place="left", lit=True),)), room="2")
    assert refused(state, "play_doom") == "not_now"
    state, play = act(with_place(state, doom=1), "move_tracker", "", "doom", 1)
    assert "doom.event" in play.codes()
    goblins, _ = act(state, "play_doom", "", "upper_hand", "nearby")
    assert [foe.name for foe in goblins.enemies][-1] == "Hobgoblin"
    assert len(goblins.enemies) == 4
    assert here(goblins).played == (2,)
    spiders, _ = act(with_place(state, doom=4, told=(2, 4), played=(2,)), "play_doom", "", "upper_hand", "nearby")
    assert {foe.of for foe in spiders.enemies} == {"dead_weight.monster.dire_spider"}
    assert here(spiders).safe == ("5",), "the flooded room is drained"
    ghosts, play = act(with_place(state, doom=6, told=(2, 4, 6)), "play_doom", "", 6)
    assert [one.afflictions for one in ghosts.party] == [("shaken",), ("shaken",)]
    assert not ghosts.party[1].items[0].lit
    falls = with_place(state, doom=8, told=(8,))
    hurt, _ = act(falls, "play_doom", "", "hit", "roll", [2, 3, 3], "no", "STR", "cover")
    assert (lying(hurt.party[0], "STR"), lying(hurt.party[1], "STR")) == ((0, 2), (0, 0))
    guhlat, _ = act(with_place(state, doom=10, told=(10,)), "play_doom", "", "upper_hand", "nearby")
    assert [foe.of for foe in guhlat.enemies] == ["dead_weight.monster.giant_spider"]
    round_2, _ = act(
        replace(guhlat, combat=replace(guhlat.combat, step="slow", due=(), turn="zael")), "combat_skip", "", (0, 0)
    )
    assert [foe.of for foe in round_2.enemies][1:] == ["dead_weight.monster.spiderling"], "one joins each combat turn"
    assert round_2.enemies[1].at == (0, 0)


@covers("dead_weight.adventure.mausoleum")
def test_a_raised_shield_helps_against_the_ceiling():
    shield = have("dead_weight.shield.wooden_shield", place="left")
    state = with_place(abroad(somebody(items=(shield,))), doom=8, told=(8,))
    state, _ = act(state, "play_doom", "", "hit", "roll", [2, 3, 3], ("shield", 2), 5)
    assert lying(state.party[0], "STR") == (0, 0)


@covers("dead_weight.table.rumours_mausoleum")
def test_everybody_hears_a_rumour_two_with_presence_and_none_twice():
    state = abroad(somebody(presence=2), somebody("amber", presence=1, seat="other"))
    _, play = act(state, "rumours", "", [3, 4], [3, 4], [1, 1], [1, 1], [6, 6])
    assert [(told.facts[1], told.seen_by) for told in play.told] == [
        ("Passages", (REFEREE, "player")),
        ("Secret room", (REFEREE, "player")),
        ("Soothsayer", (REFEREE, "other")),
    ]
    assert len(tables()["dead_weight.table.rumours_mausoleum"].rows) == 11


@covers("dead_weight.table.wandering_mausoleum")
@pytest.mark.parametrize(
    ("face", "name", "number"), [(1, "goblin_scrapper", 4), (4, "gremlin", 4), (6, "spiderling", 3)]
)
def test_wandering_monsters(face, name, number):
    state, _ = act(abroad(somebody()), "start_fight", "", "wandering", face, "upper_hand", "nearby")
    assert (state.enemies[0].of, len(state.enemies)) == (f"dead_weight.monster.{name}", number)


@covers("dead_weight.exploration.room_seen", "dead_weight.action.explore_move")
def test_whoever_enters_a_room_is_told_its_name_what_is_seen_and_the_ways_out():
    state, play = act(abroad(somebody(), room="5"), "move_on", "zael", ROOM.format(6))
    seen, ways_out = [told for told in play.told if told.seen_by == EVERYONE and told.code.startswith("room")]
    assert seen.facts == ("Illustrated Vault", rooms()[ROOM.format(6)].seen)
    assert ways_out.facts == (("door", "door"),), "not the painted door"
    scene = str(next(panel for panel in GAME.view(state, "player").panels if panel.id == "scene"))
    assert "Illustrated Vault" in scene
    assert "beggar boy" in scene
    assert "painted tower door" not in scene


@covers("dead_weight.exploration.room_seen", "dead_weight.light.dark_turn")
def test_without_light_nobody_sees_the_room():
    torch = have("torch", place="left")
    state, play = act(abroad(somebody(items=(torch,)), dark=True), "enter_room", "", ROOM.format(2))
    assert [told.code for told in play.told if told.seen_by == EVERYONE] == ["room.dark"]
    assert "Fountain" not in str(GAME.view(state, "player"))
    lit = replace(state, party=(somebody(items=(replace(torch, lit=True),)),))
    assert "Fountain" in str(GAME.view(lit, "player"))


@covers("dead_weight.exploration.room_seen", "dead_weight.need.gm_secret")
@pytest.mark.parametrize("id_", list(rooms()))
def test_players_see_nothing_of_a_room_that_is_hidden(id_):
    room = rooms()[id_]
    state = abroad(somebody(), room=str(room.number))
    seen = str(GAME.view(state, "player"))
    assert room.seen in seen
    assert room.effect not in seen
    assert not any(way.seen_as in seen for way in room.exits if way.hidden)
    assert not any(way.way in seen for way in room.exits if way.way not in way.seen_as)
    assert not any(loot.name in seen for loot in room.loot if loot.silver)
    assert "red floor tiles" not in seen
    assert "ceiling" not in seen


@covers("dead_weight.exploration.room_seen")
def test_a_hidden_way_is_known_once_it_was_taken_or_shown():
    vault = abroad(somebody(), room="6")
    inside, _ = act(vault, "enter_room", "", ROOM.format(7))
    back, play = act(inside, "enter_room", "", ROOM.format(6))
    told = next(told for told in play.told if told.code == "room.ways")
    assert told.facts == (("door", "door", "the painted tower door, which opens"),)
    assert "Sealed Sleeping Quarters" in str(GAME.view(back, "player")), "where it leads is known now"
    shown, play = act(vault, "reveal_way")
    assert (here(shown).ways, play.told[-1].seen_by) == ((("6", 7),), EVERYONE)
    assert refused(shown, "reveal_way") == "not_now"


@covers("dead_weight.exploration.hazard", "dead_weight.room.mausoleum_05")
def test_after_the_first_crossing_the_water_is_toxic_for_everyone_else_in_it():
    party = somebody(), somebody("amber", seat="amber"), somebody("odo", seat="odo")
    state, _ = act(abroad(*party, room="4"), "move_on", "zael", ROOM.format(5), "amber", "everybody")
    assert [lying(one, "INT") for one in state.party] == [(0, 1), (0, 0), (0, 1)], "Amber crossed first"
    state, _ = act(state, "let_turns_pass", "", 1, "everybody")
    assert [lying(one, "INT") for one in state.party] == [(0, 2), (0, 1), (0, 2)], "and now it is toxic for all"
    dry, _ = act(state, "let_turns_pass", "", 1, "nobody")
    assert [lying(one, "INT") for one in dry.party] == [lying(one, "INT") for one in state.party]
    drained, _ = act(with_place(state, safe=("5",)), "let_turns_pass", "", 1)
    assert [lying(one, "INT") for one in drained.party] == [lying(one, "INT") for one in state.party]


@covers("dead_weight.exploration.hazard", "dead_weight.spell.hover")
def test_who_hovers_is_above_the_toxic_water():
    state = abroad(somebody(), somebody("amber", seat="amber"), room="5")
    hover = Effect("e1", "dead_weight.spell.hover", "amber", ("amber",), 3, "turn")
    state = replace(with_place(state, stirred=("5",)), effects=(hover,))
    after, _ = act(state, "let_turns_pass", "", 1, "everybody")
    assert [lying(one, "INT") for one in after.party] == [(0, 1), (0, 0)]


@covers("dead_weight.exploration.hazard", "dead_weight.room.mausoleum_07")
def test_three_turns_in_the_sealed_quarters_make_everyone_nauseated():
    state, _ = act(abroad(somebody(), somebody("amber"), room="6"), "move_on", "zael", ROOM.format(7))
    state, _ = act(state, "let_turns_pass", "", 1)
    assert [one.afflictions for one in state.party] == [(), ()]
    state, _ = act(state, "let_turns_pass", "", 1)
    assert [one.afflictions for one in state.party] == [("nauseated",), ("nauseated",)]
    away, _ = act(abroad(somebody(), room="6"), "move_on", "zael", ROOM.format(7))
    away, _ = act(act(away, "move_on", "zael", ROOM.format(6))[0], "move_on", "zael", ROOM.format(7))
    assert away.party[0].afflictions == (), "the turns inside are counted anew"


@covers("dead_weight.exploration.hazard", "dead_weight.time.deadly")
def test_whoever_would_let_a_hazard_kill_is_told_beforehand():
    dying = somebody("amber", 1, 1, (1, 0, 0, 1), 1, seat="amber", conditions=("mortally_wounded",))
    state = with_place(abroad(somebody(), dying, room="5"), stirred=("5",))
    (threat,) = threats(state, 1)
    assert (threat.who, threat.certain) == ("amber", False)
    assert not threats(with_place(state, safe=("5",)), 1)


PLAN = (
    "move_on", "start_combat", "loot", "move_on", "loot",
    "set_up_camp", "rest", "end_camp", "ambush_roll", "move_on", "exit",
)  # fmt: skip


def play_through(seed):
    """Four typical adventurers go in, loot, fight, camp and come out, by tactics and chance; each state of it."""
    bots = Simulated(Random(seed), lambda choice: choice.options[0])
    state = GAME.new_state(GAME.settings())
    four = party("warrior:A, thief:B, wizard:A, cleric:B")
    state = replace(state, party=tuple(replace(one, seat="player") for one in four))

    def do(name, who=""):
        nonlocal state
        state = GAME.perform(bots, state, Action(name, who))
        fight()

    def fight():
        nonlocal state
        for _ in range(3000):
            if state.combat is None:
                return
            state = GAME.perform(bots, state, BOTS.action(state, GAME.waiting(state)[0]))
        raise AssertionError("the fight does not end")

    def leader():
        return next((one.id for one in state.party if not one.conditions), "")

    do("begin_expedition")
    yield state
    for name in PLAN:
        listed = (*GAME.actions(state, "player"), *GAME.actions(state, REFEREE))
        offers = {offer.action.name for offer in listed if not offer.refusal}
        if name in offers and (leader() or name == "ambush_roll"):
            do(name, "" if name == "ambush_roll" else leader())
        yield state


@covers("dead_weight.phase.expedition", "dead_weight.adventure.mausoleum")
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_expedition_from_the_door_to_the_interlude(seed):
    states = list(play_through(seed))
    assert states[0].phase == "exploration"
    assert states[-1].phase == "interlude"
    assert max(state.turns for state in states) >= 3
    assert all(state.combat is None for state in states)
    assert any(state.ended for state in states)
