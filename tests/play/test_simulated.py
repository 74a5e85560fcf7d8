"""Random dice and bots."""

from random import Random
from typing import Any

import pytest

from tallow.play import Bot, Choice, Play, Simulated, Tables, Undecidable, distribution
from tallow.play.simulated import WORTH_IT
from tests.play.reroll import nerve, settle


def first(choice: Choice) -> Any:
    return choice.options[0]


def last(choice: Choice) -> Any:
    return choice.options[-1]


def test_the_bot_answers_and_only_with_what_is_legal() -> None:
    def ask(play: Play) -> str:
        return play.choose("ann", "door", ("left", "right"), why="a.b")

    assert ask(Simulated(Random(1), last)) == "right"
    with pytest.raises(ValueError, match="door: the bot answered 'up'"):
        ask(Simulated(Random(1), lambda _: "up"))
    with pytest.raises(Undecidable, match="name: a bot writes nothing"):
        Simulated(Random(1), last).write("ann", "name", why="a.b")


def test_a_bot_thinks_about_what_it_has_an_answer_to_and_else_takes_the_first() -> None:
    def ask(play: Play) -> tuple[str, str]:
        door = play.choose("ann", "door", ("left", "right"), why="a.b")
        return door, play.choose("ann", "hat", ("none", "red"), why="a.b")

    bot = Bot({"door": last})
    assert ask(Simulated(Random(1), bot)) == ("right", "none")
    assert distribution(ask, policy=bot) == {("right", "none"): 1}


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 100])
def test_every_face_and_nothing_else_comes_up(sides: int) -> None:
    play = Simulated(Random(3), last)
    assert {play.roll(1, sides, by="ann", why="a.b") for _ in range(60 * sides)} == {
        (face,) for face in range(1, sides + 1)
    }
    pool = play.roll(40, sides, by="ann", why="a.b")
    assert len(pool) == 40
    assert list(pool) == sorted(pool)
    assert play.roll(0, sides, by="ann", why="a.b") == ()


def test_the_seed_alone_decides_whatever_tables_were_solved_before() -> None:
    def runs(tables: Tables | None) -> list[bool]:
        play = Simulated(Random(8), last, (settle,), tables)
        return [nerve(play, 1, 1, 0) for _ in range(8 * WORTH_IT)]

    shared = Tables(last)
    assert runs(shared) == runs(shared) == runs(None)
    run = Simulated(Random(8), last)
    assert runs(None) != [nerve(run, 1, 1, 0) for _ in range(8 * WORTH_IT)]


def test_a_rule_is_drawn_from_its_table_if_few_runs_find_it() -> None:
    def coin(play: Play) -> bool:
        return play.roll(1, 4, by="ann", why="a.b") == (1,)

    def large(play: Play, dice: int) -> int:
        return sum(play.roll(1, 20, by="ann", why="a.b")[0] for _ in range(dice))

    tables, play = Tables(last), Simulated(Random(5), last)
    found = tables.small(coin, ())
    assert found is not None
    assert 160 < sum(play.draw(found) for _ in range(800)) < 240
    assert tables.small(large, (1,)) is not None
    assert tables.small(large, (4,)) is None
    assert tables.small(large, (2,), 10) is None
    assert tables.small(large, (2,)) is not None


def test_bots_of_other_minds_play_otherwise() -> None:
    wins = [sum(nerve(Simulated(Random(n), bot), 3, 3, 0) for n in range(400)) for bot in (first, last)]
    assert abs(wins[0] - wins[1]) > 20
