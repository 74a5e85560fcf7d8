"""Exploring the mill, die for die, and by random people."""

import msgspec
import pytest

from tallow.adventures import Document, names, ready
from tallow.games import BUILT_IN
from tallow.games.deeds import Action, Refused
from tallow.games.view import Map
from tallow.play import Choice, Question, Waiting, advance, scripted
from tallow.table.seen import seen
from tallow.testing import random_game
from tests.adventures.marked import WORD, discovered, marked
from tests.adventures.playing import ONE, at_the_door, at_the_table, begun, does, mill

GAME = at_the_table(mill())

SAVES = ("save", (9,)) * 3
"""Each of the party needs a save to act at once, and makes it."""


def offered(state, seat=ONE) -> list[str]:
    return [one.action.name for one in GAME.actions(state, seat) if one.action.who == seat]


def told(state, deed, *answers, who=ONE) -> list[str]:
    ran = advance(GAME.perform, state, Action(f"place.{deed}", who), answers=answers)
    return [fact for event in ran.events for fact in getattr(event, "facts", ()) if isinstance(fact, str)]


def in_the_yard():
    return does(GAME, begun(GAME), "set_out")


def on_the_floor():
    """Through the door: no event, since the way takes a cycle into a new area, whose die is quiet."""
    return does(GAME, in_the_yard(), "go", (6,))


def test_town_comes_first():
    state = begun(GAME)
    assert state.place.room == ""
    assert "place.set_out" in offered(state)
    assert {"buy", "sell"} <= {one.action.name for one in GAME.actions(state, ONE)}
    state = does(GAME, state, "set_out")
    assert state.place.room == "yard"
    assert state.place.seen == ("yard",)


def test_a_room_costs_a_cycle_and_may_draw_an_event():
    state = in_the_yard()
    before = state.game.dungeon.cycle
    state = on_the_floor()
    assert state.place.room == "floor"
    assert state.game.dungeon.cycle == before + 1
    assert state.place.turns == 1


def test_known_ground_draws_none():
    state = does(GAME, on_the_floor(), "go", "@door")
    assert state.place.room == "yard"


def test_known_ground_towards_somewhere_new_is_offered_before_going_home():
    state = does(GAME, on_the_floor(), "go", "@door")
    assert GAME.ui.first is not None
    names = [(one.action, dict(one.answers).get("place.way")) for one in GAME.ui.first(state, ONE)]
    assert names.index(("place.go", "@door")) < names.index(("place.leave", None))


def test_a_search_finds_what_is_hidden():
    state = on_the_floor()
    assert "key" not in state.place.found
    state = does(GAME, state, "search")
    assert {"key", "gap", "nest"} <= set(state.place.found)
    state = does(GAME, state, "take", "@key")
    assert any(item.name == "Iron key" for one in state.game.party for item in one.items)


def test_flour_and_a_bare_flame_burn():
    """Bryn holds a torch. d6 each, off STR; then the beetles, whose nest it was."""
    state = on_the_floor()
    before = [one.strength for one in state.game.party]
    ran = advance(GAME.perform, state, Action("place.take", ONE), answers=[(2,), (3,), (1,)])
    assert "The flame takes hold of the air itself. For a moment everything is light." in [
        fact for event in ran.events for fact in getattr(event, "facts", ())
    ]
    state = does(GAME, state, "take", (2,), (3,), (1,), *SAVES)
    assert [was - one.strength for was, one in zip(before, state.game.party, strict=True)] == [2, 3, 1]
    assert state.game.fight is not None
    assert [foe.name for foe in state.game.foes] == ["Fire Beetle 1", "Fire Beetle 2"]


def test_without_a_flame_it_only_wakes_the_beetles():
    state = on_the_floor()
    wet = does(GAME, state, "use", "@sacks/1", (6,))
    after = does(GAME, wet, "take", *SAVES)
    assert dict(after.place.clocks).get("fire") is None


def in_the_loft(reaction=(3, 4)):
    return does(GAME, on_the_floor(), "go", "@ladder", (6,), (9,), (6,), reaction)


def test_goblins_take_bread_and_talk():
    state = in_the_loft()
    assert state.place.meeting == "goblins"
    assert "place.go" not in offered(state)
    assert "place.speak" in offered(state)
    state = does(GAME, state, "speak", ("give", "Rations"))
    assert {"hatch", "bolted"} <= set(state.place.found)
    state = does(GAME, state, "let_be")
    assert state.place.meeting == ""
    assert state.game.foes == ()
    assert "place.go" in offered(state)


def test_goblins_who_mean_harm_attack():
    state = does(GAME, on_the_floor(), "go", "@ladder", (6,), (9,), (6,), (1, 1), *SAVES)
    assert state.game.fight is not None


def test_the_cracked_rung():
    state = does(GAME, on_the_floor(), "go", "@ladder", (6,), (20,), (2,), (6,), (3, 4))
    assert state.game.party[0].strength == state.game.party[0].strength_max - 2
    assert state.place.room == "loft"


def test_the_miller_opens_to_a_laugh():
    state = does(GAME, in_the_yard(), "use")
    assert "place.open" in offered(state)
    state = does(GAME, state, "use")
    state = does(GAME, state, "use", "@bolted/1")
    assert dict(state.place.stands)["hatch"] == "open"
    assert "odo" in state.place.marks


def test_the_key_fits_the_strongbox():
    state = does(GAME, does(GAME, on_the_floor(), "search"), "take", "@key")
    state = does(GAME, state, "go", "@gap", (1,), (6,))
    assert state.place.meeting == "odo"
    state = does(GAME, state, "speak", "@odo/0")
    state = does(GAME, state, "let_be")
    state = does(GAME, state, "use", "@strongbox/0")
    before = sum(one.gp for one in state.game.party)
    state = does(GAME, state, "take", "all", (50,))
    assert sum(one.gp for one in state.game.party) == before + 30
    assert any(item.ref == "cairn.item.scroll" for one in state.game.party for item in one.items)


def test_the_dead_come_a_room_nearer_at_each_sign_and_lie_down_with_the_stone():
    state = in_the_yard()
    state = does(GAME, state, "go", (2,))
    assert [(band.id, band.room) for band in state.place.bands] == [("dead", "cellar")]
    state = does(GAME, state, "use", "@stones/0")
    state = does(GAME, state, "use", "@stones/1", "pc1", (1,), (6,))
    assert state.place.bands[0].temper == "gone"
    state = does(GAME, does(GAME, state, "go", "@door"), "leave")
    assert state.place.ended == "quiet"
    assert state.game.phase == "town"


def test_salt_holds_the_dead():
    state = does(GAME, on_the_floor(), "open", "pc1", (1,), (6,))
    state = does(GAME, state, "go", "@trapdoor", (6,), (6,))
    state = does(GAME, state, "use", "@line/0")
    for _ in range(3):
        state = does(GAME, state, "wait", (2,))
    assert not [band for band in state.place.bands if band.id == "dead"]


def test_flight_leads_back_to_where_one_came_from():
    state = does(GAME, on_the_floor(), "go", "@ladder", (6,), (9,), (6,), (1, 1), *SAVES)
    for one in state.game.party:
        who = Action("retreat", one.id)
        state = scripted(GAME.perform, state, who, script=[(1,)] * 3 if one is state.game.party[-1] else [])
    assert state.game.fight is None
    assert state.place.room == "floor"
    band = next(band for band in state.place.bands if band.id == "goblins")
    assert (band.room, band.temper, band.who) == ("loft", "hostile", "Goblin x2")


def test_going_on_is_agreed_by_the_others_unless_one_leads():
    state = GAME.new_state(GAME.settings())
    ran = advance(GAME.perform, state, Action("place.set_out", "player1"))
    assert isinstance(ran, Waiting)
    assert isinstance(ran.question, Choice)
    assert (ran.question.by, ran.question.what) == ("player2", "place.agreed")
    stays = does(GAME, state, "set_out", "rather_not")
    assert stays == state
    assert does(GAME, state, "set_out", "agree", "agree").place.room == "yard"
    led = does(GAME, state, "who_leads", "player2")
    with pytest.raises(Refused):
        does(GAME, led, "set_out")
    assert does(GAME, led, "set_out", who="player2").place.room == "yard"


def test_an_idea_of_ones_own_is_decided_by_open_dice():
    state = in_the_yard()
    said = told(state, "own_idea", "pc1", "Weave a rope of nettles", "fate", (4,))
    assert "Weave a rope of nettles" in said


def test_a_friend_takes_over_somebody():
    state = begun(GAME)
    state = does(GAME, state, "play_as", "pc1", who="player2")
    assert state.game.party[0].seat == "player2"


def test_who_alone_plays_somebody_is_the_last_to_be_taken_over():
    state = does(GAME, begun(GAME), "play_as", "pc1", who="player2")
    ran = advance(GAME.perform, state, Action("place.play_as", "player3"))
    assert isinstance(ran, Waiting)
    assert isinstance(ran.question, Choice)
    assert ran.question.options == ("pc11", "pc21", "pc1")


def test_the_map_shows_what_is_known():
    def drawn(state, seat):
        return next(
            block for panel in GAME.view(state, seat).panels for block in panel.blocks if isinstance(block, Map)
        )

    state = on_the_floor()
    known = drawn(state, ONE)
    assert [room.id for room in known.rooms] == ["yard", "floor"]
    assert known.here == "floor"
    assert {exit_.id: exit_.leads for exit_ in known.exits} == {"door": True, "ladder": False, "trapdoor": False}
    assert len(drawn(state, "referee").rooms) == 6


READY = [ready(name, adventure) for name in BUILT_IN for adventure in names(name)]


def called(document: Document) -> str:
    return document.adventure.title


@pytest.mark.parametrize("document", READY, ids=called)
@pytest.mark.parametrize("seed", range(3))
def test_random_people_keep_the_game_whole(seed: int, document: Document):
    for _ in random_game(at_the_door(document), seed, 60):
        pass


@pytest.mark.parametrize("document", READY, ids=called)
@pytest.mark.parametrize("seed", range(6))
def test_nothing_undiscovered_reaches_a_player(seed: int, document: Document):
    """With a referee who does everything at random too: neither a view, an offer, a question nor a line of the log."""
    document = marked(document)
    played = at_the_door(document)
    known, read = set(), set()
    asked: list[Question] = []
    for state, _, events in random_game(played, seed, 80, whole=False, asked=asked):
        known |= discovered(state, document)
        for seat in ("player1", "player2", "onlooker"):
            view = played.view(state, seat)
            offers = played.actions(state, seat) if seat != "onlooker" else ()
            questions = [one for one in asked if one.by == seat]
            page = msgspec.json.encode((view, offers, seen(events, seat), questions)).decode()
            read |= set(WORD.findall(page.casefold()))
            assert read <= known, read - known
    assert read, "nobody has read a word"
