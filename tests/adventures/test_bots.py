"""A party that explores by itself: where it goes on, where it turns back, and how it flees."""

from msgspec.structs import replace

from tallow.adventures import alone, ready
from tallow.adventures.happening import settle
from tallow.adventures.standing import HOME, Band, Place
from tallow.games import game
from tallow.games.exploring import Fought
from tallow.play import scripted
from tests.adventures.playing import ONE

WELL = ready("black_hack", "well")


def _at_the_door():
    played = alone(game("black_hack"), WELL)
    return played, played.example(played.settings())


def _without_light(state):
    """Nobody has anything that burns, nor knows a spell for light, and all in the first room is done."""
    bare = [replace(one, items=(), magic=replace(one.magic, memorised=())) for one in state.game.party]
    done = replace(state.place, room="yard", seen=("yard",), searched=(("yard", 9),))
    taken = tuple([(thing.id, "gone") for thing in WELL.thing if thing.room == "yard"])
    used = tuple([f"{one.id}/{at}" for one in WELL.feature for at in range(len(one.use))])
    inner = game("black_hack").exploring.shine(replace(state.game, party=tuple(bare)), True)
    return replace(state, game=inner, place=replace(done, taken=taken, done=used))


def test_out_of_a_room_with_light_nobody_goes_into_the_dark_without_any():
    played, state = _at_the_door()
    inside = scripted(played.perform, state, played.bots.action(state, ONE))
    assert played.bots.action(_without_light(inside), ONE).name == "place.leave"
    lit = _without_light(inside)
    assert played.bots.action(replace(lit, game=replace(lit.game, party=inside.game.party)), ONE).name == "place.go"


def test_whoever_flees_where_a_place_can_be_left_runs_out_of_it():
    exploring = game("cairn").exploring
    mill = ready("cairn", "mill")
    place = Place(mill, replace(exploring, busy=lambda _: False, fought=lambda *_: Fought("fled", "Goblin x2")))
    played = alone(game("cairn"), mill)
    state = scripted(
        played.perform, played.example(played.settings()), played.bots.action(played.example(played.settings()), ONE)
    )
    begins = mill.adventure.begins
    others = [room.id for room in mill.room if room.id != begins and not room.out]
    goblins = Band("goblins", begins, "hostile", "Goblin x2")
    met = replace(
        state, place=replace(state.place, came=others[0], seen=(begins, others[0]), meeting="goblins", bands=(goblins,))
    )
    assert scripted(_settled, place, met).place.room == HOME
    deep = replace(goblins, room=others[0])
    further = replace(met, place=replace(met.place, room=others[0], came=begins, bands=(deep,)))
    assert scripted(_settled, place, further).place.room == begins


def _settled(play, place, state):
    return settle(place, play, state)
