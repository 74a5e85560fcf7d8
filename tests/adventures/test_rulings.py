"""Rulings: every question that a game's rules put to a referee has one, and the log leads to it."""

import ast
import runpy
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.adventures import names, ready, with_adventure, without_referee
from tallow.games import BUILT_IN, Game, game
from tallow.games.deeds import Action, Refused
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import (
    REFEREE,
    Choice,
    Live,
    Question,
    Roll,
    Scripted,
    Simulated,
    Told,
    Waiting,
    advance,
    as_options,
    scripted,
)
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import random_game
from tests.adventures.playing import ONE, together

RULED = [name for name in BUILT_IN if game(name).rulings is not None]
ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "tallow" / "games"


def rulings_of(name: str):
    found = game(name).rulings
    assert found is not None
    return found


def asked_of_a_referee(name: str) -> set[str]:
    """What the code of a game asks of the referee by that name, whoever's turn it is."""
    found = set()
    for path in (SOURCES / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or len(node.args) < 2:
                continue
            by, what = node.args[:2]
            asks = node.func.attr in {"choose", "write"} and isinstance(by, ast.Name) and by.id == "REFEREE"
            if asks and isinstance(what, ast.Constant):
                found.add(str(what.value))
    return found


@pytest.mark.parametrize("name", RULED)
def test_every_question_to_a_referee_has_a_ruling(name: str):
    known = rulings_of(name)
    asked = asked_of_a_referee(name)
    assert asked - set(known.of()) - set(known.own_deeds) == set(), "no ruling"
    assert set(known.of()) - asked == set(), "nothing asks this"
    assert set(known.of()) & set(known.own_deeds) == set(), "said to be asked in deeds of the referee alone"


@pytest.mark.parametrize("name", RULED)
def test_rulings_are_whole(name: str):
    for ruling in rulings_of(name).of().values():
        assert ruling.text.endswith("."), ruling.id
        assert not ruling.name.endswith("."), ruling.id
        if ruling.by == "dice":
            assert ruling.rows or ruling.pick == "any" or ruling.answer is not None, ruling.id
        if ruling.rows:
            assert [row.upto for row in ruling.rows] == sorted({row.upto for row in ruling.rows}), ruling.id
            assert ruling.rows[-1].upto == ruling.sides, ruling.id
        if ruling.by == "player":
            assert ruling.answer is None, ruling.id


def alone(name: str, answer: Callable[[Choice], Any] | None = None) -> list[Game[Any]]:
    """The game without a referee, in each of its adventures, whose tables begin with one person in town.

    `answer` answers for its bots.
    """
    found = []
    for adventure in names(name):
        played = with_adventure(game(name), ready(name, adventure))
        assert played.bots is not None
        assert played.example is not None
        bots = replace(played.bots, answer=answer or played.bots.answer)

        def begun(settings, example=played.example, played=played):
            return together(played, example(settings))

        found.append(replace(without_referee(replace(played, bots=bots)), new_state=begun))
    return found


@pytest.mark.parametrize("name", RULED)
@pytest.mark.parametrize("seed", range(4))
def test_random_people_play_without_a_referee(name: str, seed: int):
    """Nobody asks a referee, what bots answer is a creature's to decide, and nothing of a referee's deeds is asked."""
    decided: set[str] = set()

    def watched(choice: Choice) -> Any:
        decided.add(choice.what)
        return choice.options[0]

    for played in alone(name, watched):
        asked: list[Question] = []
        for state, _, _ in random_game(played, seed, 60, whole=seed == 0, asked=asked):
            assert REFEREE not in played.seats(state)
            assert not [one for one in asked if one.by == REFEREE and not isinstance(one, Roll)]
    assert decided & (asked_of_a_referee(name) | set(rulings_of(name).own_deeds)) == set()


def test_a_ruling_is_told_with_its_id():
    """Loss: what burns goes out, by a die where there are several, and nothing is left to make up."""
    (played,) = alone("cairn")
    state = scripted(played.perform, played.new_state(played.settings()), Action("place.set_out", ONE))
    ran = advance(played.perform, state, Action("place.go", ONE), answers=[(4,)])
    ruled = [event for event in ran.events if isinstance(event, Told) and event.code == "ruled"]
    assert [event.why for event in ruled] == ["cairn.ruling.loss"]
    assert not any(isinstance(event, Told) and event.code == "loss.other" for event in ran.events)
    assert played.book.entries()["cairn.ruling.loss"].text


def test_what_only_a_person_can_judge_is_asked_of_who_acts():
    (played,) = alone("cairn")
    state = played.new_state(played.settings())
    ran = advance(played.perform, state, Action("dare", "pc1"))
    assert isinstance(ran, Waiting)
    assert isinstance(ran.question, Choice)
    assert (ran.question.by, ran.question.what, ran.question.why) == (ONE, "dare", "cairn.ruling.dare")
    ran = advance(played.perform, state, Action("dare", "pc1"), answers=["DEX"])
    assert isinstance(ran, Waiting)
    assert ran.question.by == ONE


def test_the_foes_act_by_themselves():
    (played,) = alone("cairn")
    state = scripted(played.perform, played.new_state(played.settings()), Action("place.set_out", ONE))
    state = scripted(played.perform, state, Action("place.go", ONE), script=[(6,)])
    state = scripted(played.perform, state, Action("place.take", ONE), script=[(1,)] * 3 + [(20,)] * 3 + [(1,)] * 2)
    assert state.game.fight is not None
    assert state.game.fight.side == "party", "all failed the save, so the foes have had their turn"
    assert played.waiting(state) == (ONE,)


def test_the_same_answers_give_the_same_story_with_a_referee_and_without():
    """A referee who rules as the rulings do: the party through the door, flour in the air, and the beetles beaten."""
    (played,) = alone("cairn")
    refereed = with_adventure(game("cairn"), ready("cairn", names("cairn")[0]))
    state = played.new_state(played.settings())
    story: list[tuple[Action, list[Any], list[Any]]] = [
        (Action("place.set_out", ONE), [], []),
        (Action("place.go", ONE), [(6,)], []),
        (Action("place.take", ONE), [(1,), (2,), (3,), (9,), (9,), (9,)], ["save"] * 3),
        (Action("all_attack", "party"), [(10,), (6, 6), (6,), (20,)], []),
    ]
    one = other = state
    for action, dice, words in story:
        script = [part for pair in zip(words, dice[3:], strict=True) for part in pair] if words else dice[3:]
        one = scripted(played.perform, one, action, script=dice)
        other = scripted(refereed.perform, other, action, script=[*dice[:3], *script])
    assert one.game.ended is not None
    assert one == other


class Noted(Live):
    """Random people; what they answered and what was told is kept."""

    def __init__(self, seed: int) -> None:
        super().__init__(())
        self._people = RandomAnswers(Random(seed))
        self.noted: list[Any] = []
        self.told: list[Any] = []

    def roll(self, *args: Any, **more: Any) -> Any:
        self.noted.append(self._people.roll(*args, **more))
        return self.noted[-1]

    def choose(self, by: str, what: str, options: Any, *facts: Any, why: str) -> Any:
        if len(options) == 1:
            return options[0]
        self.noted.append(self._people.choose(by, what, options, *facts, why=why))
        return self.noted[-1]

    def write(self, *args: Any, **more: Any) -> str:
        self.noted.append(self._people.write(*args, **more))
        return str(self.noted[-1])

    def tell(self, code: str, *facts: Any, **_: Any) -> None:
        self.told += [(code, facts)] if code != "ruled" else []


class Referee(Noted):
    """Players answer as they did; a referee answers by what the rulings say, or decides for creatures as bots do."""

    def __init__(self, played: Game[Any], answers: list[Any]) -> None:
        super().__init__(0)
        self.noted, self._rulings, self._bots = list(answers), needed(played.rulings).of(), needed(played.bots)

    def roll(self, *_: Any, **__: Any) -> Any:
        return self.noted.pop(0)

    def choose(self, by: str, what: str, options: Any, *facts: Any, why: str) -> Any:
        if len(options) == 1:
            return options[0]
        ruling = self._rulings.get(what)
        if by != REFEREE or (ruling is not None and ruling.by == "player"):
            return self.noted.pop(0)
        if ruling is not None:
            return ruling.decide(self, as_options(options))[0]
        decided = self._bots.answer(Choice(by, what, as_options(options), facts, why))
        return decided if decided in options else options[0]

    def write(self, by: str, what: str, *_: Any, **__: Any) -> str:
        ruling = self._rulings.get(what)
        if by != REFEREE or (ruling is not None and ruling.by == "player"):
            return str(self.noted.pop(0))
        return str(ruling.answer) if ruling is not None and ruling.answer is not None else ""


def needed(part: Any) -> Any:
    assert part is not None
    return part


@pytest.mark.parametrize("name", RULED)
def test_random_players_have_the_same_story_with_a_referee_who_rules_as_the_rulings_do(name: str):
    """The referee does what is the referee's turn, one deed after another, until a player may act."""
    played = alone(name)[0]
    refereed = with_adventure(game(name), ready(name, names(name)[0]))
    random, state = Random(3), played.new_state(played.settings())
    for _ in range(60):
        offers = [one.action for one in played.actions(state, ONE) if one.refusal is None]
        both = [one for one in offers if one.who and refereed.deeds.offer(state, ONE, one) is not None]
        first = [one for one in both if one.name.startswith("place.")]
        action = random.choice(first if first and random.random() < 0.7 else both)
        one: Any = Noted(random.randrange(10_000))
        with suppress(Refused):  # a character's document that random people write is none
            after = played.perform(one, state, action)
            other: Any = Referee(refereed, one.noted)
            told = refereed.perform(other, state, action)
            while not any(seat != REFEREE for seat in (refereed.ui.turn or refereed.waiting)(told)):
                try:
                    told = refereed.perform(other, told, needed(refereed.bots).action(told, REFEREE))
                except Refused:
                    break
            assert told == after
            assert other.told == one.told
            assert other.noted == []
            state = after
        if needed(played.bots).over(state):
            break
    assert state.place.seen, "that was no story"


def test_there_is_no_referees_seat():
    (played,) = alone("cairn")
    state = played.new_state(played.settings())
    assert played.actions(state, REFEREE) == ()
    with pytest.raises(Refused):
        played.perform(Scripted([]), state, Action("give_thing"))


def test_bots_come_to_an_end():
    (played,) = alone("cairn")
    assert played.bots is not None
    ends = set()
    for seed in range(12):
        state = played.new_state(played.settings())
        play = Simulated(Random(seed), played.bots.answer, played.bots.sampled)
        for _ in range(500):
            if played.bots.over(state) is not None:
                break
            state = played.perform(play, state, played.bots.action(state, ONE))
        outcome = played.bots.over(state)
        assert outcome is not None
        ends.add(outcome.how)
    assert "bread" in ends


def test_the_page_is_current():
    made = runpy.run_path(str(ROOT / "scripts" / "rulings.py"))
    assert made["PAGE"].read_text("utf-8") == made["page"](), "run scripts/rulings.py"


def test_the_script_comes_to_an_end_with_every_party():
    made = runpy.run_path(str(ROOT / "scripts" / "explore.py"))
    for name in RULED:
        for adventure in names(name):
            of = made["played"](ready(name, adventure))
            for seed in range(6):
                how, actions = made["run"](of, seed, bots=seed % 2 == 0)
                assert how
                assert actions > 2


def test_a_fight_whose_foes_all_sleep_can_be_ended_by_whoever_cannot_reach_them():
    inner = game("dead_weight")
    played, bots = without_referee(inner), needed_bots(inner)
    four = archetypes_of(inner)
    assert four is not None
    state = bots.fight(four.party(1), "Goblin Scrapper x2", inner.settings())
    seat = state.party[0].seat
    awake = replace(state, combat=replace(state.combat, step="fast", due=tuple([one.id for one in state.party])))
    asleep = replace(awake, enemies=tuple([replace(one, conditions=("asleep",)) for one in awake.enemies]))
    off = Action("combat_call_off")
    assert off not in [one.action for one in played.actions(awake, seat)]
    assert off in [one.action for one in played.actions(asleep, seat)]
    late = replace(asleep, combat=replace(asleep.combat, round=61))
    assert bots.action(late, "player1") == off
    ended = scripted(played.perform, late, off)
    assert ended.ended.how == "called_off"
