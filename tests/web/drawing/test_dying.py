"""Those who are dying: how long they have, what would help, who could."""

from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.games.view import Panel, Tag, Tags
from tallow.play import REFEREE, Choice
from tallow.store import Kept
from tallow.table import Table, open_table
from tallow.table.seats import Seated, referee
from tallow.web.drawing.dying import dying
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.vitals import vitals
from tallow.web.live.room import Room
from tallow.web.phrases import web_phrases
from tallow.wording.now import now
from tallow.wording.table_speech import TableSpeech


def lying(*conditions: str) -> Table:
    """Bo's character lies there, in these conditions; Cy's stands beside."""
    table = open_table("cairn", "The mill", {}, bytes(32), example=True).table.sit(referee("Ann")).table
    for seat, name in (("player1", "Bo"), ("player2", "Cy")):
        table = table.sit(Seated(seat, name, "player")).table
    first, *others = table.state.party
    down = replace(first, hp=0, conditions=conditions, dies_at=table.state.clock + 3000)
    return replace(table, state=replace(table.state, party=(down, *others)))


def test_everybody_sees_how_long_somebody_has_what_helps_and_who_could():
    table = lying("critical")
    for seat in ("player1", "player2", REFEREE):
        view = table.view(seat)
        (one,) = dying(view.panels, table, seat, table.offers, TableSpeech(table, seat, view, web_phrases("en")))
        assert one.name == "Saoirse"
        assert one.left == "Minutes to live: 50"
        assert one.helps
        assert set(one.could) == {"Bryn", "Sparrow"}
        drawn = str(Room(Kept("t", table, 0, 0), []).page(seat, web_phrases("en"))["dying"])
        assert ("Saoirse, you are dying" if seat == "player1" else "Saoirse is dying") in drawn


def test_nobody_is_dying_in_good_health_and_the_dead_begin_anew():
    table = lying()
    table = replace(table, state=replace(table.state, party=tuple(replace(p, dies_at=0) for p in table.state.party)))
    view = table.view("player1")
    speech = TableSpeech(table, "player1", view, web_phrases("en"))
    assert dying(view.panels, table, "player1", table.offers, speech) == ()
    dead = lying("dead")
    speech = TableSpeech(dead, "player1", dead.view("player1"), web_phrases("en"))
    place = now(dead, "player1", dead.offers("player1"), speech)
    assert place is not None
    assert place.actions[0].name == "make_character"
    assert (place.asked, place.filled) == ("Who comes after Saoirse?", True)
    drawn = Room(Kept("t", dead, 0, 0), []).page("player1", web_phrases("en"))
    assert "Whom you play next is for you to say." in str(drawn["dying"])
    assert str(drawn["vitals"]).count('>Saoirse</b> <span class="wrong">dead</span></li>') == 1, "no number besides"


def test_in_an_adventure_the_dead_are_asked_who_comes_after_them():
    opened = open_table("cairn", "The mill", {}, bytes(32), example=True, adventure=ready("cairn", "mill"))
    table = opened.table.sit(referee("Ann")).table.sit(Seated("player1", "Bo", "player")).table
    first, *others = table.state.game.party
    party = (replace(first, hp=0, strength=0, conditions=("dead",)), *others)
    table = replace(table, state=replace(table.state, game=replace(table.state.game, party=party)))
    speech = TableSpeech(table, "player1", table.view("player1"), web_phrases("en"))
    place = now(table, "player1", table.offers("player1"), speech)
    assert place is not None
    assert place.asked == "Who comes after Saoirse?"
    assert [one.said for one in place.actions] == [
        "Play somebody of the party", "Make a character", "Bring a character",
    ]  # fmt: skip


def test_a_healer_in_town_comes_first_while_somebody_dies():
    table = open_table("modified_cairn", "Town", {}, bytes(32), example=True).table.sit(referee("Ann")).table
    for seat, name in (("player1", "Bo"), ("player2", "Cy")):
        table = table.sit(Seated(seat, name, "player")).table
    first, *others = table.state.party
    down = replace(first, vigour=1, states=("critically_wounded",), dies_at=table.state.clock + 3000)
    table = replace(table, state=replace(table.state, phase="town", party=(down, *others)))
    speech = TableSpeech(table, "player2", table.view("player2"), web_phrases("en"))
    place = now(table, "player2", table.offers("player2"), speech)
    assert place is not None
    assert place.actions[0].said == "Pay for a service"
    (one,) = dying(table.view("player2").panels, table, "player2", table.offers, speech)
    assert "Lyra" in one.could


def test_the_dead_have_a_card_of_their_own_until_somebody_new_can_be_made():
    dead = lying("dead")
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x1", None)
    fighting = replace(dead.state, foes=fight.foes)
    table = replace(dead, state=fighting).act(REFEREE, Action("start_fight", "")).table
    while table.pending:
        one = table.pending[0]
        assert isinstance(one.question, Choice)
        table = table.answer(REFEREE, one.starter, one.question.options[1], number=one.number).table
    pages = {seat: Room(Kept("t", table, 0, 0), []).page(seat, web_phrases("en")) for seat in ("player1", "player2")}
    assert "<h2>Saoirse is dead</h2>" in str(pages["player1"]["dying"])
    assert 'id="auto-own' not in str(pages["player1"]["question"]), "a bot has nobody to play for them"
    assert "Saoirse" not in str(pages["player2"]["dying"]), "the others read it in the log"
    assert 'id="auto-own' in str(pages["player2"]["question"])


def test_what_is_wrong_with_somebody_is_said_once_beside_their_name():
    tags = (Tags("peril", (Tag("dead", bad=True),)), Tags("conditions", (Tag("dead", bad=True),)))
    card = Panel("x.card", "Thora", "card", tags, seat="p1")
    drawn = str(vitals(html_words(web_phrases("en"), "cairn"), (card,), "p1"))
    assert drawn.count('class="wrong"') == 1


def test_ones_own_come_first_among_the_dying():
    table = lying("critical")
    first, second, *others = table.state.party
    also = replace(second, hp=0, conditions=("critical",), dies_at=table.state.clock + 600)
    table = replace(table, state=replace(table.state, party=(first, also, *others)))
    for seat, name in (("player1", "Saoirse"), ("player2", "Bryn")):
        view = table.view(seat)
        found = dying(view.panels, table, seat, table.offers, TableSpeech(table, seat, view, web_phrases("en")))
        assert [one.own for one in found] == [True, False]
        assert found[0].name == name
