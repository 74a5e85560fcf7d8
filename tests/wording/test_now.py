"""What matters now: the few actions that come first, each with what it costs and where it leads."""

from tallow.adventures import ready
from tallow.games.deeds import Action
from tallow.table import Table, open_table
from tallow.table.seats import Seated
from tallow.web.phrases import web_phrases
from tallow.wording.now import Now, now
from tallow.wording.table_speech import TableSpeech

SEED = bytes(32)
ANN = "player1"


def in_the_yard() -> Table:
    """Ann has the whole party before the mill."""
    opened = open_table(
        "cairn", "The mill", {}, SEED[:32], example=True, adventure=ready("cairn", "mill"), referee=False
    )
    seated = opened.table.sit(Seated(ANN, "Ann", "player")).table
    return seated.act(ANN, Action("place.set_out", ANN)).table


def shown(table: Table) -> Now:
    speech = TableSpeech(table, ANN, table.view(ANN), web_phrases("en"))
    found = now(table, ANN, table.offers(ANN), None, speech)
    assert found is not None
    return found


def test_buttons_say_what_they_cost_and_that_they_lead_somewhere_new() -> None:
    notes = {one.said: one.note for one in shown(in_the_yard()).actions}
    assert notes["Look: The cart"] == "no time passes"
    assert notes["Search the room"] == "a cycle"
    assert notes["The mill door, shut and not locked"] == "somewhere new · a cycle"


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
