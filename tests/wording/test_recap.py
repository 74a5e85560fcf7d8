"""What a log sets apart, and the last evening in a few sentences."""

from tallow.play import Told
from tallow.table import open_table
from tallow.table.seats import referee
from tallow.web.phrases import web_phrases
from tallow.wording.log_marks import mark_of
from tallow.wording.story import RECAPPED, Sentence, recapped
from tallow.wording.table_speech import TableSpeech


def speech() -> TableSpeech:
    table = open_table("cairn", "The mill", {}, bytes(32), example=True).table.sit(referee("Ann")).table
    return TableSpeech(table, "referee", table.view("referee"), web_phrases("en"))


def sentence(said: str, mark: str = "") -> Sentence:
    return Sentence(((said, False),), mark=mark)  # type: ignore[arg-type]


def test_the_death_of_one_of_the_party_is_grave_and_that_of_a_foe_is_not():
    said = speech()
    assert mark_of(Told("harm.dead", ("Saoirse",), ""), said) == "grave"
    assert mark_of(Told("harm.dead", ("Zombie 2",), ""), said) == ""
    assert mark_of(Told("harm.dead", ("Somebody long gone",), ""), said) == "grave"
    assert mark_of(Told("fight.begins", (("Zombie 2",),), ""), said) == "scene"
    assert mark_of(Told("hands.drops", ("Saoirse",), ""), said) == ""


def test_an_evening_is_what_stands_out_and_how_it_ended():
    told = [sentence("a"), sentence("A fight begins.", "scene"), sentence("b"), sentence("Bryn is dead.", "grave")]
    shown = recapped([*told, sentence("They go home.")])
    assert [one.parts[0][0] for one in shown] == ["A fight begins.", "Bryn is dead.", "They go home."]
    assert recapped([]) == ()


def test_of_a_long_evening_the_deaths_stay():
    told = [sentence(f"scene {n}", "scene") for n in range(30)]
    told.insert(3, sentence("Bryn is dead.", "grave"))
    shown = [one.parts[0][0] for one in recapped(told)]
    assert len(shown) <= RECAPPED
    assert "Bryn is dead." in shown
    assert shown[-1] == "scene 29"


def test_what_not_everybody_may_know_is_marked_as_such():
    said = speech()
    assert mark_of(Told("table.whispered", ("Ann", "Bo", "Psst."), "", ("referee", "player1")), said) == "secret"
    assert mark_of(Told("harm.dead", ("Saoirse",), "", ("referee",)), said) == "secret"
    assert mark_of(Told("table.narrated", ("Rain.",), ""), said) == "narrated"
