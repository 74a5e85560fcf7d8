"""What matters now: the few actions that come first, each with what it costs and where it leads."""

import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games import BUILT_IN
from tallow.games.cairn.state import Creature
from tallow.games.deeds import Action
from tallow.play import REFEREE, Seat
from tallow.table import Table, open_table
from tallow.table.seats import Seated, referee
from tallow.web.phrases import web_phrases
from tallow.wording.now import Now, now, places_for_now
from tallow.wording.table_speech import TableSpeech

SEED = bytes(32)
ANN = "player1"


def in_the_yard() -> Table:
    """Ann has the whole party before the mill."""
    opened = open_table("cairn", "The mill", {}, SEED, example=True, adventure=ready("cairn", "mill"), referee=False)
    seated = opened.table.sit(Seated(ANN, "Ann", "player")).table
    return seated.act(ANN, Action("place.set_out", ANN)).table


def shown(table: Table) -> Now:
    speech = TableSpeech(table, ANN, table.view(ANN), web_phrases("en"))
    found = now(table, ANN, table.offers(ANN), speech)
    assert found is not None
    return found


def test_buttons_say_what_they_cost_and_that_they_lead_somewhere_new() -> None:
    notes = {one.said: one.note for one in shown(in_the_yard()).actions}
    assert notes["Look: The cart"] == "no time passes"
    assert notes["Search the room"] == "a cycle · what is hidden here may be found"
    assert notes["The mill door"] == "somewhere new · a cycle"


def told(table: Table, **place: object) -> list[str]:
    """The large buttons after a change of where the adventure stands."""
    standing = replace(table.state.place, **place)
    return [one.said for one in shown(replace(table, state=replace(table.state, place=standing))).actions]


def before_the_well() -> Table:
    """Ann has the whole party in the tanner's yard."""
    well = ready("black_hack", "well")
    table = open_table("black_hack", "The well", {}, SEED, example=True, adventure=well, referee=False).table
    return table.sit(Seated(ANN, "Ann", "player")).table.act(ANN, Action("place.set_out", ANN)).table


def test_a_way_without_a_risk_comes_before_one_that_says_what_it_risks() -> None:
    well = before_the_well()
    notes = {one.said: one.note for one in shown(well).actions}
    assert notes["The rungs, down into the well"] == "somewhere new · a Turn · DEX climbing"
    assert "The rope, down into the well" in told(well, found=("line",))


def test_all_that_lies_there_is_taken_with_one_tap() -> None:
    well = before_the_well()
    assert "Take: Everything" in told(well)
    assert "Take: Tanner's crowbar" in told(well, taken=(("rope", "x"),))


def test_in_the_dark_the_party_makes_light_and_nobody_declares_that_alone() -> None:
    table = in_the_yard()
    game = replace(table.state.game, dungeon=replace(table.state.game.dungeon, lit=False))
    unlit = [replace(one, items=tuple(replace(item, lit=False) for item in one.items)) for one in game.party]
    dark = replace(table, state=replace(table.state, game=replace(game, party=tuple(unlit))))
    assert shown(dark).actions[0].said == "Make light"
    assert "dungeon_light" not in {offer.action.name for offer in dark.offers(ANN)}


def test_in_town_the_place_comes_first_and_then_the_shops_by_name_of_who_buys() -> None:
    table = in_the_yard()
    home = table.act(ANN, Action("place.leave", ANN)).table
    said = [one.said for one in shown(home).actions]
    assert said[0] == "Set out"
    assert "Saoirse: Buy" in said


def test_no_more_than_four_come_first() -> None:
    found = shown(in_the_yard())
    assert len(found.actions) == 4
    assert found.more == len([one for one in in_the_yard().offers(ANN) if not one.refusal]) - 4


def at_a_table(game: str = "cairn", players: int = 3) -> Table:
    """Ann is the referee of a table that is ready to play; so many of its characters have players."""
    table = open_table(game, "The mill", {}, SEED, example=True).table.sit(referee("Ann")).table
    for at, seat in enumerate(table.free_seats()[:players], 1):
        table = table.sit(Seated(seat, f"Player {at}", "player")).table
    return table


def places(table: Table, seat: Seat = REFEREE) -> tuple[Now, ...]:
    return places_for_now(table, seat, table.offers, TableSpeech(table, seat, table.view(seat), web_phrases("en")))


@pytest.mark.parametrize("game", BUILT_IN)
def test_whoever_sits_at_a_table_of_any_game_has_a_place_with_at_most_four_actions(game: str) -> None:
    table = at_a_table(game, 2)
    for seat in (REFEREE, *(one.seat for one in table.seats if one.role == "player")):
        for one in places(table, seat):
            assert one.asked
            assert 1 <= len(one.actions) <= 4
            assert all(action.said for action in one.actions)
            assert one.more >= len(one.rest)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_referee_alone_acts_for_everybody_whom_nobody_plays(game: str) -> None:
    table = at_a_table(game, 1)
    assert {one.seat for one in places(table)} == {"", *table.free_seats()}


def test_the_referee_is_told_who_has_still_to_act_and_then_what_comes_next() -> None:
    table = at_a_table()
    (own,) = places(table)
    assert (own.asked, own.filled) == ("Still to act: Saoirse, Bryn, Sparrow", False)
    table = replace(table, state=replace(table.state, phase="explore"))
    (own,) = places(table)
    assert (own.asked, own.filled) == ("What comes next?", True)


def test_whoever_has_declared_is_told_for_whom_the_table_waits() -> None:
    table = at_a_table()
    step = table.act("player1", Action("listen", "pc1"), answers=("stay",))
    (mine,) = places(step.table, "player1")
    assert (mine.asked, mine.filled) == ("Still to act: Bryn, Sparrow", False)
    assert [one.filled for one in places(step.table, "player2")] == [True]


def unlit(party: tuple[Creature, ...]) -> tuple[Creature, ...]:
    """The same people with their lights out."""
    return tuple(
        replace(one, items=tuple(replace(item, lit=False) if item.lit else item for item in one.items)) for one in party
    )


def test_light_comes_first_in_the_dark() -> None:
    table = at_a_table()
    lit = places(table, "player2")[0].actions[0].name
    dark = replace(table.state, dungeon=replace(table.state.dungeon, lit=False))
    dark = replace(table, state=replace(dark, party=unlit(dark.party)))
    assert lit == "search"
    assert places(dark, "player2")[0].actions[0].name == "dungeon_light"


def test_in_a_dark_room_the_first_button_makes_light_for_the_party_and_leads_on() -> None:
    table = in_the_yard()
    game = replace(table.state.game, party=unlit(table.state.game.party))
    game = replace(game, dungeon=replace(game.dungeon, lit=False))
    state = replace(table.state, game=game, place=replace(table.state.place, room="floor"))
    table = replace(table, state=state)
    names = [one.name for one in shown(table).actions]
    assert names[0] == "place.light"
    assert all(name.startswith("place.") for name in names)
    lit = table.act(ANN, Action("place.light", ANN)).table
    assert not lit.pending
    assert shown(lit).actions[0].name != "place.light"
