"""Choosing on the whole screen what to play: by number, by arrows, by a click, in every size."""

import asyncio
from collections.abc import Sequence

import pytest
from textual.geometry import Offset

from tallow.games import BUILT_IN, game
from tallow.mechanics.documents import BadDocument
from tallow.terminal.alone.places import foes, single_fight
from tallow.terminal.alone.screen.chooser import Chooser

LISTED = (("The mill", "Flour, and what is the matter with it. " * 4), ("A new place", ""), ("A single fight", "Sand."))


def chosen(
    keys: Sequence[str], size: tuple[int, int] = (80, 24), *, click: int | None = None
) -> tuple[int | None, str]:
    """What is chosen by these keys or by a click on a line, and what stood on the screen before."""

    async def whole() -> tuple[int | None, str]:
        app = Chooser("What do you play?", LISTED, game("cairn"), "q leaves")
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shown = "\n".join([strip.text.rstrip() for strip in app.screen._compositor.render_strips()])
            if click is not None:
                await pilot.click("#choices", offset=Offset(6, click))
            await pilot.press(*keys)
            await pilot.pause()
        return app.return_value, shown

    return asyncio.run(whole())


@pytest.mark.parametrize(("keys", "at"), [(["2"], 1), (["enter"], 0), (["down", "down", "enter"], 2), (["3"], 2)])
def test_by_number_and_by_arrows(keys, at) -> None:
    assert chosen(keys)[0] == at


@pytest.mark.parametrize("keys", [["q"], ["escape"], ["9", "q"]])
def test_it_can_be_left_and_a_number_that_is_none_is_none(keys) -> None:
    assert chosen(keys)[0] is None


def test_by_a_click() -> None:
    assert chosen([], click=1)[0] == 0


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
def test_every_size_has_the_question_the_names_and_the_descriptions(size) -> None:
    shown = chosen(["q"], size)[1]
    assert "What do you play?" in shown
    assert all(f"{at}  {name}" in shown for at, (name, _) in enumerate(LISTED, 1))
    assert shown.count("matter") == 4
    assert "q leaves" in shown


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_single_fight_is_a_place_of_one_room_in_every_game(name) -> None:
    played = game(name)
    listed = foes(played)
    assert len(listed) == 4
    place = single_fight(played, listed[1])
    assert place.adventure.game == name
    assert [one.who for one in place.group] == [listed[1]]


def test_a_fight_against_nobody_that_the_game_knows_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(BadDocument, match="Goblin"):
        single_fight(game("cairn"), 'Gobling"')
