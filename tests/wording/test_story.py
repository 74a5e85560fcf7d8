"""The log in words: what happened, with its dice, and who did what."""

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.deeds import Action
from tallow.play import REFEREE, Roll, Rolled, Stake, Told
from tallow.table import Shown, ShownLine, open_table
from tallow.table.seats import Seated
from tallow.web.drawing.sentences import sentence as html
from tallow.wording.story import dice_said, log_line, sentences
from tallow.wording.table_speech import TableSpeech
from tests.web.english import ENGLISH


def seated(name: str):
    """A table with the game's own party, and Bo at the first seat."""
    played = game(name)
    table = open_table(name, "Tomb", {}, bytes(32)).table
    assert played.example
    state = played.example(played.settings())
    return replace(table, state=state).sit(Seated(state.party[0].seat, "Bo", "player")).table


def speech(table, seat: str) -> TableSpeech:
    return TableSpeech(table, seat, table.view(seat), ENGLISH)


def fell(why: str, *faces: int) -> Shown:
    return Shown(Rolled(Roll(len(faces), 20, "p1", why), faces))


def told(why: str) -> Shown:
    return Shown(Told("table.said", ("Bo", "Hm"), why))


HIT, SAVE, BLAST = "cairn.combat.auto_hit", "cairn.save.roll", "cairn.combat.blast"


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((fell(HIT, 3), told(BLAST)), [((3,),)]),
        ((fell(HIT, 3), fell(SAVE, 4), told(SAVE), told(BLAST)), [((4,),), ((3,),)]),
        ((fell(HIT, 3), fell(SAVE, 4), told(BLAST)), [((3,),), ((4,),)]),
        ((fell(HIT, 3), fell(SAVE, 4), told(SAVE)), [((4,),), ((3,),)]),
    ],
    ids=("the next", "each with its own", "the last with the next", "left over"),
)
def test_dice_stand_by_what_they_were_thrown_for(events, found):
    said = list(sentences(events, speech(seated("cairn"), REFEREE)))
    assert [tuple(one.faces for one in sentence.rolls) for sentence in said] == found
    assert [sentence.bare for sentence in said] == ["Hm" not in html(sentence) for sentence in said]


@pytest.mark.parametrize(
    ("events", "purposes"),
    [
        ((fell(HIT, 3), told(HIT)), [""]),
        ((fell(HIT, 3), told(BLAST)), ["Attacks always hit"]),
        ((fell(HIT, 3), fell(HIT, 4), told(BLAST)), ["Attacks always hit", ""]),
        ((fell(HIT, 3), Shown(Told("table.said", ("Bo", "Attacks always hit"), BLAST))), [""]),
    ],
    ids=("its own rule", "another rule", "said once", "said by the sentence"),
)
def test_dice_beside_a_sentence_of_another_rule_say_what_they_were_for(events, purposes):
    (said,) = sentences(events, speech(seated("cairn"), REFEREE))
    assert [one.purpose for one in said.rolls] == purposes
    text = "; ".join(dice_said(said.rolls, speech(seated("cairn"), REFEREE)))
    assert text.startswith("Attacks always hit, d20: 3" if purposes[0] else "d20: 3")


def test_an_action_of_which_nothing_is_told_goes_by_the_name_of_the_character():
    table = seated("cairn")
    hero = table.state.party[0]
    deed = ShownLine(3, False, 1, hero.seat, Action("dungeon_move", hero.id), ())
    assert html(log_line(deed, speech(table, hero.seat)).told[0]) == f"<b>{hero.name}</b>: Move on"
    own = replace(deed, seat=REFEREE, deed=Action("roll_weather"))
    assert html(log_line(own, speech(table, REFEREE)).told[0]) == "<b>Warden</b>: Roll the weather"


def test_the_log_says_what_dice_needed_where_all_may_know_it():
    table = seated("cairn")
    mine, theirs = table.state.party[0].seat, REFEREE
    save = Roll(1, 20, mine, SAVE, stake=Stake(7))

    def needed(roll: Roll) -> str:
        (one,) = sentences([Shown(Rolled(roll, (9,)))], speech(table, mine))
        return one.rolls[0].needed

    assert needed(save) == "7 or under"
    assert needed(replace(save, stake=Stake(4, above=True))) == "4 or over"
    assert needed(replace(save, stake=Stake(11, least=5))) == "5 to 11"
    assert needed(replace(save, by=theirs)) == ""
    assert needed(replace(save, stake=Stake(11, secret=True))) == ""
    assert needed(replace(save, stake=Stake(5, above=True, amount=True))) == ""
    assert needed(replace(save, stake=None)) == ""
