"""An adventure on the whole screen: what stands where, what keys and clicks do, in every size."""

import re

import pytest

from tallow.adventures import names, ready
from tallow.games import BUILT_IN, game
from tallow.store import Store
from tallow.terminal.alone import saves
from tallow.terminal.alone.screen.app import KEYS
from tallow.terminal.alone.screen.now_pane import Act
from tests.terminal.alone.exploring import SEED, begun
from tests.terminal.alone.screening import screens, seen, sit, words

ALL = [(name, adventure) for name in BUILT_IN if game(name).rulings for adventure in names(name)]


def test_from_town_into_the_first_room() -> None:
    town, room = screens(["1"])
    assert "── Town" in town
    assert "1  Set out" in town
    assert "the first room" in town
    assert "── Yard and step" in room
    assert "Saoirse  HP 5 ●●●●●" in room
    assert "The party · What do you do?" in room
    assert "│ 1●" in room
    assert "The village pays 20 gp to each who finds out why" in words(room)
    assert room.count("Ruts, nettles") == 1


def test_what_an_action_costs_stands_below_its_name() -> None:
    shown = screens(["1"])[-1].splitlines()
    at = next(at for at, line in enumerate(shown) if "1  Look: The cart" in line)
    assert "no time passes" in shown[at + 1]


@pytest.mark.parametrize(
    "keys",
    [
        ["2"],
        ["right", "enter"],
        ["right", "down", "up", "left", "right", "space"],
        ["/", "=bread"],
        ["ctrl+k", "=2"],
        ["/", "down", "enter"],
    ],
)
def test_an_action_by_number_by_arrows_or_by_words(keys) -> None:
    playing = begun()
    assert "Saoirse takes: Crust of bread." in screens(["1", *keys], playing)[-1]
    assert playing.table.done == 2


def test_all_that_can_be_done_is_found_and_what_cannot_be_says_why() -> None:
    whole, none = screens(["1", "/", "=put on"])[-2:]
    assert "An idea of your own" in whole
    assert "Put on Saoirse has nothing to put on." in words(none)
    assert '"xyzzy" is nothing that can be done now.' in screens(["1", "/", "=xyzzy"])[-1]


def test_a_number_that_could_begin_another_is_looked_for() -> None:
    found, taken = screens(["1", "/", "=9"])[-2:]
    assert "An idea of your own · Who does it?" in taken
    looked = screens(["1", "/", "1"])[-1]
    assert "1  Look: The cart" in looked
    assert "Who does it?" not in found


def test_whoever_does_it_is_asked_next_and_can_be_left_again() -> None:
    asked, chosen, left = screens(["1", "/", "=hand over", "2", "u"])[-3:]
    assert "Hand over: who?" in asked
    assert "What does Bryn hand over?" in chosen
    assert "Taken back." in left
    assert "Hand over: who?" in screens(["1", "/", "=hand over", "5"])[-1], "not the fifth of all that can be done"
    back = screens(["1", "/", "=hand over", "escape"])[-1]
    assert "What do you do?" in back
    assert "Hand over: who?" not in back


def test_typed_dice_say_what_hangs_on_them_and_what_is_wrong() -> None:
    keys = ["1", "d", "/", "=an idea", "1", "=Climb the cart", "1", "=21", "=", "u"]
    shown = screens(keys[:8])
    assert "Roll 14 or under on a d20 (Saoirse: STR): 7 in 10 (70.0 %)." in words(shown[-2])
    assert "Pass: it works" in shown[-2]
    assert "21 is not on a d20." in shown[-1]
    assert "Saoirse passes the STR save against 14. [d20: 14, needed 14 or under]" in words(
        screens([*keys[:7], "=14"])[-1]
    )
    assert "It comes off." in screens([*keys[:7], "="])[-1] or "It does not come off." in screens([*keys[:7], "="])[-1]
    assert "roll d20" not in screens([*keys[:7], "u"])[-1], "keys that are no faces do what they always do"


def test_a_fight_with_whom_the_party_has_before_it() -> None:
    playing = begun()
    shown = screens(["1"] * 9, playing, (100, 40))
    fight = next(one for one in shown if "── Fight" in one)
    assert "▌Zombie 1" in fight
    assert fight.index("Zombie 1") < fight.index("── Fight") < fight.index("── Grinding floor")
    assert "All attack" in fight
    after = screens(["1"], playing, (100, 40))[-1]
    assert re.search(r"\[(\w.*, )?\d*d\d+: \d", after), "dice, with what they were for"


def test_a_battle_chart_stands_where_the_map_was() -> None:
    playing = begun(ready("dead_weight", "mausoleum"))
    shown = screens(["1"] * 17, playing, (80, 24))[-1]
    assert "── Combat" in shown
    assert " 8 · · · ·" in shown
    narrow = screens([], playing, (60, 40))[-1]
    assert " 2 · · · ·" in narrow


def test_what_is_taken_back_has_not_happened() -> None:
    playing = begun()
    taken, undone, town = screens(["1", "2", "u", "u"], playing)[-3:]
    assert "Saoirse takes: Crust of bread." in taken
    assert "Saoirse takes: Crust of bread." not in undone
    assert "Taken back." in undone
    assert "A water mill stands on the weir" in words(undone)
    assert "── Town" in town
    assert "A water mill" not in town
    assert "Nothing to take back." in screens(["u"])[-1]


def test_what_changed_is_marked() -> None:
    playing = begun()
    shown = screens(["1"] * 11, playing)
    assert any("▌Saoirse" in one for one in shown) or any("▌Bryn" in one for one in shown)
    assert "▌Saoirse" not in shown[0]


def test_a_game_is_kept_after_each_answer_and_gone_on_with(tmp_path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'play.sqlite'}")
    playing = saves.begin("cairn", ready("cairn", "mill"), {}, SEED, "You", "server", store, "en")
    screens(["1", "2", "/", "=an idea"], playing)
    (found,) = saves.begun(store, "en")
    resumed = saves.resume(store, found.id, "en")
    first, undone = screens(["u"], resumed)
    assert "Saoirse takes: Crust of bread." in first
    assert "Who does it?" in first
    assert "What do you do?" in undone
    store.close()


@pytest.mark.parametrize("size", [(40, 16), (71, 24), (72, 24), (160, 50)])
def test_every_size_has_the_scene_the_story_and_the_actions(size) -> None:
    shown = screens(["1", "1"], size=size)[-1]
    assert "Yard and step" in shown
    assert "climb down there." in words(shown)
    assert "What do you do?" in shown
    assert "Search the room" in words(shown) or "Take: Crust" in words(shown)
    assert ("│ 1●" in shown) == (size[0] >= 72)


def test_it_follows_when_the_terminal_is_resized() -> None:
    async def play(app, pilot) -> None:
        await pilot.press("1")
        for size in ((50, 18), (140, 45), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = seen(app)
            assert "Yard and step" in shown
            assert "What do you do?" in shown
            assert ("│ 1●" in shown) == (size[0] >= 72)
        await pilot.press("2")
        await pilot.pause()
        assert "Saoirse takes: Crust of bread." in seen(app)

    sit(play, size=(120, 40))


def test_pages_are_read_turned_and_left() -> None:
    first, second, back = screens(["s", "right", "escape"])[-3:]
    assert "Marchguard" in first
    assert "Half-Witch" in second
    assert "Half-Witch" not in back
    assert "There is no map yet" in screens(["m"])[-1]
    assert "1 Yard and step" in screens(["1", "m"])[-1]
    assert "Saoirse takes: Crust of bread." in screens(["1", "2", "l"])[-1]
    assert "Weather:  fair" in screens(["1", "v", "end"])[-1]
    assert "── The dungeon cycle" in screens(["1", "3", "w"])[-1]
    assert "── Search " in screens(["1", "down", "w", "right"])[-1]
    assert "── Scar" in screens(["r", "=scars"])[-1]


def test_help_has_every_key() -> None:
    shown = screens(["?"], size=(100, 50))[-1]
    for key in KEYS:
        assert f"│  {key}   " in shown, key
    assert "Take up: not now." in shown


def test_light_and_dark() -> None:
    async def play(app, pilot) -> None:
        assert app.current_theme.dark is False
        await pilot.press("t")
        assert app.current_theme.dark is True

    sit(play, light=True)


def test_in_another_language(cairn_in_english_alone: None) -> None:
    playing = begun(ready("black_hack", "well"), language="ja")
    shown = screens(["1"], playing, (110, 40))[-1]
    assert "地図" in shown
    assert "What do you do?" not in shown
    english = screens(["1"], begun(language="ja"))[-1]
    assert "What do you do?" in english, "a game without the language is not half in another"


def test_the_mouse_does_what_keys_do() -> None:
    async def play(app, pilot) -> None:
        await pilot.click(Act)
        await pilot.pause()
        assert "── Yard and step" in seen(app)
        lines = seen(app).splitlines()
        at = next(at for at, line in enumerate(lines) if line.endswith("  The cart"))
        await pilot.click(offset=(lines[at].index("The cart"), at))
        await pilot.pause()
        assert "Look: The cart" in seen(app)
        assert "Search the room" not in seen(app).split("╭")[1].split("╰")[0]
        await pilot.press("escape")
        await pilot.click("#people", offset=(3, 4))
        await pilot.pause()
        assert "Half-Witch" in seen(app)
        await pilot.press("escape")
        await pilot.click("#keys", offset=(seen(app).splitlines()[-1].index("map"), 0))
        await pilot.pause()
        assert "1 Yard and step" in seen(app)

    sit(play)


def test_what_was_picked_of_the_last_question_answers_no_other() -> None:
    playing = begun()

    async def play(app, pilot) -> None:
        act = app.query(Act).first()
        app.post_message(Act.Picked(act.pick))
        app.post_message(Act.Picked(act.pick))
        await pilot.pause()
        assert playing.table.done == 1
        assert playing.pending is None

    sit(play, playing)


def test_after_an_end_the_party_goes_on_to_the_next_place() -> None:
    async def play(app, pilot) -> None:
        await pilot.press("n")
        assert app.is_running, "not before an end"
        for words_ in ("set out", "leave for home", "be done"):
            await pilot.press("slash", *["space" if letter == " " else letter for letter in words_], "enter")
            await pilot.pause()
        assert "n goes on to the next place" in words(seen(app))
        await pilot.press("n")
        await pilot.pause()
        assert app.return_value is True

    sit(play)


@pytest.mark.parametrize(("name", "adventure"), ALL)
def test_the_first_is_always_an_answer(name, adventure) -> None:
    playing = begun(ready(name, adventure))
    for shown in screens(["enter"] * 25, playing, (66, 22)):
        assert max(map(len, shown.splitlines())) <= 66
    assert playing.table.done > 5
