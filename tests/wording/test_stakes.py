"""What hangs on a roll, in words."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.deeds import Action
from tallow.play import REFEREE, Roll, Rolled, Stake
from tallow.table import Pending, open_table
from tallow.table.seats import Seated
from tallow.table.seen import seen
from tallow.wording.phrases import phrases
from tallow.wording.question_card import question_card
from tallow.wording.speech import Speech
from tallow.wording.stakes import StakeShown, stake_shown, was_needed
from tallow.wording.table_speech import TableSpeech

SAVE = Roll(1, 20, "p1", "cairn.critical.save", stake=Stake(7, score="STR"))


def test_a_save_says_what_is_needed_what_comes_of_it_and_how_likely_it_is():
    shown = stake_shown(SAVE, Speech(game("cairn")))
    assert shown is not None
    assert shown.needed == "Roll 7 or under on a d20 (STR)"
    assert shown.passing == "hurt, but still standing"
    assert shown.failing == "down: dying, and dead within the hour without help"
    assert (shown.chance, shown.chance_said) == (Fraction(7, 20), "7 in 20 (35.0 %)")


def test_whom_it_is_against_is_named_and_damage_has_nothing_to_pass():
    shown = stake_shown(Roll(1, 6, "p1", "", stake=Stake(score="damage", against="Goblin")), Speech(game("cairn")))
    assert shown is not None
    assert (shown.against, shown.chance, shown.passing) == ("Goblin", None, "")
    assert stake_shown(Roll(1, 6, "p1", ""), Speech(game("cairn"))) is None


def test_without_words_of_its_own_the_rule_is_named():
    roll = replace(SAVE, why="cairn.spell.charm")
    shown = stake_shown(roll, Speech(game("cairn")))
    assert shown is not None
    assert (shown.passing, shown.failing) == ("Charm is withstood", "Charm takes hold")


def test_several_dice_say_which_of_them_counts():
    speech = Speech(game("cairn"))

    def needed(stake: Stake) -> str:
        shown = stake_shown(Roll(2, 20, "p1", "", stake=stake), speech)
        assert shown
        return shown.needed

    assert needed(Stake(9, compared="lowest")) == "Roll 2d20: one die of 9 or under is enough"
    assert needed(Stake(9, above=True, compared="lowest")) == "Roll 2d20: every die 9 or over"
    assert needed(Stake(9)) == "Roll 9 or under in total on 2d20"


def test_the_card_of_a_roll_leads_with_what_is_needed():
    table = open_table("cairn", "Mill", {}, bytes(32)).table.sit(Seated("p1", "Bo", "player")).table
    pending = Pending("p1", Action("rest"), (), (), SAVE, (), number=1)
    speech = TableSpeech(replace(table, pending=(pending,)), "p1", table.view("p1"), phrases("en", "tallow.web"))
    card = question_card(pending, "p1", speech)
    assert card.asked == "Roll 7 or under on a d20 (your STR)"
    assert card.stake is not None
    assert card.stake.chance == Fraction(7, 20)


def test_what_the_referees_dice_needed_is_for_the_referee():
    foe = Rolled(replace(SAVE, by=REFEREE), (9,))
    own = Rolled(SAVE, (9,))
    assert seen((foe, own), REFEREE) == (foe, own)
    assert seen((foe, own), "p1") == (Rolled(replace(foe.roll, stake=None), (9,)), own)


def test_the_log_says_what_an_attack_needs_where_the_number_is_hidden():
    table = open_table("vanilla", "Mill", {}, bytes(32)).table.sit(Seated("p1", "Bo", "player")).table
    speech = TableSpeech(table, "p1", table.view("p1"), phrases("en", "tallow.web"))
    foe = Roll(1, 20, REFEREE, "vanilla.melee.roll", stake=Stake(11, least=4, compared="each", means="attack"))
    (seen_by_player,) = seen((Rolled(foe, (15,)),), "p1")
    assert isinstance(seen_by_player, Rolled)
    assert was_needed(seen_by_player.roll, speech) == "over AC, up to AV"
    assert was_needed(replace(foe, why="vanilla.monster.morale"), speech) == ""


def test_what_is_needed_against_hidden_numbers_is_for_the_referee_alone():
    band = Stake(11, least=5, compared="each", means="attack", facts=(11,), secret=True)
    roll = Roll(1, 20, "p1", "vanilla.melee.roll", stake=band)
    table = open_table("vanilla", "Mill", {}, bytes(32)).table.sit(Seated("p1", "Bo", "player")).table
    pending = Pending("p1", Action("attack"), (), (), roll, (), number=1)

    def shown(seat: str) -> StakeShown:
        speech = TableSpeech(table, seat, table.view(seat), phrases("en", "tallow.web"))
        card = question_card(pending, seat, speech)
        assert card.stake
        return card.stake

    assert shown(REFEREE).needed == "Roll 5 to 11 on a d20"
    assert shown(REFEREE).chance == Fraction(7, 20)
    assert shown("p1").needed == "Roll a d20: 11 or under (your AV), and over their AC"
    assert (shown("p1").chance, shown("p1").passing) == (None, "a hit; exactly on AV a critical one")
    (own,) = seen((Rolled(roll, (9,)),), "p1")
    assert own == Rolled(replace(roll, stake=band.for_players()), (9,))
    assert next(shown("p1").lines(phrases("en").say)) == "Roll a d20: 11 or under (your AV), and over their AC."


def test_an_amount_says_from_where_on_more_comes_of_it():
    stake = Stake(5, above=True, compared="highest", means="blow", amount=True)
    shown = stake_shown(Roll(1, 6, "p1", "cairn.combat.auto_hit", stake=stake), Speech(game("cairn")))
    assert shown is not None
    assert (shown.needed, shown.passing, shown.failing) == ("Roll d6", "5 or over: through all HP, into STR", "")


@pytest.mark.parametrize(
    ("roll", "needed"),
    [
        (Roll(1, 6, "p1", "", stake=Stake(1)), "Roll 1 on a d6"),
        (Roll(3, 6, "p1", "", stake=Stake(1, compared="lowest")), "Roll 3d6: one 1 is enough"),
        (Roll(1, 20, "p1", "", stake=Stake(0)), "Nothing on d20 is enough"),
        (Roll(1, 20, "p1", "", stake=Stake(20)), "Anything on d20 is enough"),
        (Roll(1, 20, "p1", "", stake=Stake(9, twice="better")), "Roll 9 or under on a d20, twice: the better counts"),
        (Roll(1, 20, "p1", "", stake=Stake(9, more=(4,))), "Roll 9 or under in total on d20 + d4"),
        (Roll(1, 4, "p1", "", stake=Stake(9, lie=(6,))), "Roll 3 or under on a d4"),
        (Roll(2, 20, "p1", "", stake=Stake(9, least=4, compared="each")), "Roll 2d20: every die 4 to 9"),
    ],
)
def test_each_kind_of_need_has_its_words(roll, needed):
    shown = stake_shown(roll, Speech(game("cairn")))
    assert shown is not None
    assert shown.needed == needed
