"""A party that explores by itself: where it goes on, where it turns back, and how it flees."""

from typing import Any

from msgspec.structs import replace

from tallow.adventures import Document, Explored, alone, ready
from tallow.adventures.happening import settle
from tallow.adventures.standing import HOME, Band, Place
from tallow.games import game
from tallow.games.exploring import Exploring, Fought
from tallow.games.game import Game
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Play, Typical, scripted
from tests.adventures.playing import ONE, at_the_table, begun, does, mill

WELL = ready("black_hack", "well")


def chapter(name: str) -> Exploring[Any]:
    found = game(name).exploring
    assert found is not None
    return found


def entered(document: Document) -> tuple[Game[Any], Explored[Any]]:
    """A party in the first room of a place."""
    played = alone(game(document.adventure.game), document)
    assert played.example is not None
    state = played.example(played.settings())
    return played, scripted(played.perform, state, needed_bots(played).action(state, ONE))


def _without_light(state: Explored[Any]) -> Explored[Any]:
    """Nobody has anything that burns, nor knows a spell for light, and all in the first room is done."""
    bare = [replace(one, items=(), magic=replace(one.magic, memorised=())) for one in state.game.party]
    done = replace(state.place, room="yard", seen=("yard",), searched=(("yard", 9),))
    taken = tuple([(thing.id, "gone") for thing in WELL.thing if thing.room == "yard"])
    used = tuple([f"{one.id}/{at}" for one in WELL.feature for at in range(len(one.use))])
    inner = chapter("black_hack").shine(replace(state.game, party=tuple(bare)), True)
    return replace(state, game=inner, place=replace(done, taken=taken, done=used))


def test_out_of_a_room_with_light_nobody_goes_into_the_dark_without_any():
    played, inside = entered(WELL)
    lit, act = _without_light(inside), needed_bots(played).action
    assert act(lit, ONE).name == "place.leave"
    assert act(replace(lit, game=replace(lit.game, party=inside.game.party)), ONE).name == "place.go"


def test_whoever_flees_where_a_place_can_be_left_runs_out_of_it():
    mill = ready("cairn", "mill")
    fled = replace(chapter("cairn"), busy=lambda _: False, fought=lambda *_: Fought("fled", "Goblin x2"))
    place = Place(mill, fled)
    _, state = entered(mill)
    begins = mill.adventure.begins
    deeper = next(room.id for room in mill.room if room.id != begins and not room.out)
    goblins = Band("goblins", begins, "hostile", "Goblin x2")
    seen = replace(state.place, came=deeper, seen=(begins, deeper), meeting="goblins", bands=(goblins,))
    met = replace(state, place=seen)
    assert scripted(_settled, place, met).place.room == HOME
    further = replace(seen, room=deeper, came=begins, bands=(replace(goblins, room=deeper),))
    assert scripted(_settled, place, replace(state, place=further)).place.room == begins


def test_whoever_flees_on_the_way_home_runs_on_towards_it_and_not_back_for_ever():
    mill = ready("cairn", "mill")
    fled = replace(chapter("cairn"), busy=lambda _: False, fought=lambda *_: Fought("fled", "Goblin x2"))
    place = Place(mill, fled)
    _, state = entered(mill)
    begins = mill.adventure.begins
    way = next(one for one in mill.exit if one.from_ == begins and one.stands in {"open", "shut"})
    further = next(room.id for room in mill.room if room.id not in {begins, way.to})
    goblins = Band("goblins", way.to, "hostile", "Goblin x2")
    seen = replace(state.place, room=way.to, came=further, seen=(begins, way.to, further), found=(way.id,))
    met = replace(state, place=replace(seen, meeting="goblins", bands=(goblins,)))
    assert scripted(_settled, place, met).place.room == begins
    unknown = replace(met, place=replace(met.place, seen=(further,), stands=((way.id, "locked"),)))
    assert scripted(_settled, place, unknown).place.room == further


def _settled(play: Play, place: Place[Any], state: Explored[Any]) -> Explored[Any]:
    return settle(place, play, state)


def test_a_seat_imagines_neither_clocks_nor_who_goes_about_in_rooms_that_nobody_has_seen() -> None:
    played = at_the_table(mill())
    state = does(played, begun(played), "set_out")
    first, other = [group for group in mill().group if group.room != "yard"][:2]
    seen_there = Band(first.id, "yard", "wary", "")
    elsewhere = Band(other.id, other.room, "wary", "")
    place = replace(state.place, bands=(seen_there, elsewhere), clocks=(("flood", 2),))
    hiding = replace(state, place=place, game=replace(state.game, notes="The miller did it.", omen="Rats"))
    assert played.bots is not None
    assert played.bots.imagined is not None
    known = played.bots.imagined(Typical(), hiding, ONE)
    assert known.place == replace(place, bands=(seen_there,), clocks=())
    assert (known.game.notes, known.game.omen) == ("", "")
    assert known.game.party == state.game.party
    assert played.view(known, ONE) == played.view(hiding, ONE)
    assert played.bots.imagined(Typical(), hiding, REFEREE) is hiding
