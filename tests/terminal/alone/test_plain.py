"""An adventure in lines of text: what is shown, what can be typed, what comes of it."""

import pytest

from tallow.adventures import names, ready
from tallow.games import BUILT_IN, game
from tallow.table import TableRefusal
from tallow.terminal.alone.plain import Plain
from tallow.terminal.pen import Pen
from tests.terminal.alone.exploring import IN, begun, explore

ALL = [(name, adventure) for name in BUILT_IN if game(name).rulings for adventure in names(name)]


def test_from_town_into_the_first_room() -> None:
    shown = explore(IN)
    assert "── Town" in shown
    assert "Saoirse   HP 5/5" in shown
    assert "The party: What do you do?\n  1  Set out (the first room)\n" in shown
    assert "  2  Ask around (what people say about the place)\n" in shown
    assert "A crust of bread falls from the loft" in " ".join(shown.split())
    assert "── Yard and step" in shown


def test_what_was_told_or_shown_and_has_not_changed_is_not_said_again() -> None:
    playing = begun()
    shown = explore([*IN, "look: the cart", "take", "dice yours"], playing)
    assert shown.count("Ruts, nettles") == 1
    assert shown.count("── Yard and step") == 1
    assert shown.count("Saoirse   HP 5/5") == 1
    assert shown.count("  The cart\n") == 1


@pytest.mark.parametrize("typed", ["2", "take: crust of bread", "Take: C", "bread", "crust take"])
def test_an_action_by_number_by_name_or_by_words_of_it(typed: str) -> None:
    assert "Saoirse takes: Crust of bread." in explore([*IN, typed])


def test_the_rest_is_listed_by_more_and_found_by_a_word() -> None:
    shown = explore([*IN, "m"])
    assert " more; ? help" in shown
    assert "An idea of your own" in shown
    assert "Hand over" in shown
    assert "Hand over: who?\n  1  Saoirse\n  2  Bryn\n  3  Sparrow" in explore([*IN, "hand over"])
    picked = explore([*IN, "hand over", "2"])
    assert "What does Bryn hand over?" in picked


def test_several_that_could_be_meant_are_listed() -> None:
    shown = explore([*IN, "t"])
    assert "Which of these?\n  1  Take: Crust of bread (one of you carries it)\n" in shown
    assert "\n  2  The mill door (" in shown
    assert "On by: The mill door" in explore([*IN, "t", "2"])


def test_what_cannot_be_done_says_why_and_what_is_unknown_says_what_would_be_right() -> None:
    shown = explore([*IN, "put on", "xyzzy"])
    assert "Put on: not now. Saoirse has nothing to put on." in shown
    assert '"xyzzy" is nothing that can be done now. m shows all that can be.' in shown


def test_the_map_has_the_rooms_that_are_known_and_no_others() -> None:
    document = ready("cairn", "mill")
    shown = explore(["map", *IN, "map"])
    assert "There is no map yet" in shown
    assert "1 Yard and step" in shown
    assert "│ 1●" in shown
    unseen = [room.name for room in document.room if room.id != document.adventure.begins]
    assert [name for name in unseen if name in shown] == []


def test_sheets_by_name() -> None:
    shown = explore(["sheet bryn"])
    assert "Half-Witch" in shown
    assert "Cutpurse" not in shown
    assert "Cutpurse" in explore(["sheet"])
    assert 'There is no sheet of "odo". There are Saoirse, Bryn, Sparrow.' in explore(["sheet odo"])


def test_the_rule_behind_what_happened_and_behind_a_pick() -> None:
    shown = explore([*IN, "search", "why"])
    assert "── The dungeon cycle" in shown
    assert "── Search " in explore([*IN, "? 3"])
    assert "No rule was behind it." in explore(["why"])
    assert "── Scar" in explore(["? scars"])


def test_taking_back_an_action_and_one_that_waits() -> None:
    playing = begun()
    shown = explore([*IN, "take bread", "u", "hand over", "1", "undo"], playing)
    assert shown.count("Taken back.") == 2
    assert playing.pending is None
    assert playing.table.done == 1
    assert "2  Take: Crust of bread" in shown.rsplit("What do you do?", 1)[1]
    assert "Nothing to take back." in explore(["u"])


def test_dice_are_thrown_or_typed() -> None:
    playing = begun()
    shown = explore([*IN, "dice mine", "idea", "1", "Climb the cart", "1", "21", "14"], playing)
    assert "You throw your own dice from now on" in shown
    assert "Roll d20 and type the faces" in shown
    assert "Roll 14 or under on a d20 (Saoirse: STR)" in shown
    assert "21 is not on a d20." in shown
    assert "Saoirse passes the STR save against 14.  [d20: 14, needed 14 or under]" in shown
    assert "Tallow throws the dice" in explore(["dice"], playing)


def test_an_idea_of_ones_own_is_written_and_the_dice_decide() -> None:
    shown = explore([*IN, "idea", "1", "Climb the cart", *[""] * 8])
    assert "What do you try?" in shown
    assert "Saoirse tries: Climb the cart" in shown
    assert "It comes off." in shown or "It does not come off." in shown


def test_the_log_and_all_that_can_be_seen() -> None:
    shown = explore([*IN, "take bread", "log 1", "look"])
    assert shown.count("Saoirse takes: Crust of bread.") == 2
    assert "Weather:  fair" in shown


def test_help_lists_what_can_be_typed_and_what_cannot_be_done() -> None:
    shown = explore(["?", "? xyzzy"])
    for word in ("map", "sheet NAME", "log 20", "why", "dice", "m  ", "q  "):
        assert f"  {word}" in shown
    assert "Take up: not now." in shown
    assert 'The rulebook has nothing on "xyzzy".' in shown


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(("name", "adventure"), ALL)
def test_no_line_is_wider_than_the_terminal_and_the_first_is_always_an_answer(name, adventure, width) -> None:
    playing = begun(ready(name, adventure))
    shown = explore([""] * 60, playing, Pen(width=width))
    assert [line for line in shown.splitlines() if len(line) > width] == []
    assert playing.table.done > 5


def test_without_a_store_only_so_much_can_be_taken_back() -> None:
    playing = begun()
    with pytest.raises(TableRefusal):
        playing.undo()


def test_whoever_interrupts_is_told_that_all_is_kept() -> None:
    shown: list[str] = []

    def interrupted(_: str) -> str | None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Plain(begun(), Pen(width=80), interrupted, shown.append).run()
    said = " ".join("\n".join(shown).split())
    assert "You leave the table. All of it is kept as you go. `tallow play --resume` goes on from here." in said


def test_a_single_letter_is_a_command_or_the_start_of_a_name_and_never_a_word_inside_one() -> None:
    shown = explore([*IN, "look: the cart", "w"])
    assert "Follow the cart wheel down to the race." not in shown.rpartition("› w")[2]
    assert "Wait" not in shown.rpartition("› w")[2]
