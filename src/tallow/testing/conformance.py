"""What any game must keep, whatever its rules: random people play it and every step is checked.

Every answer that the rules offer is legal; every state round-trips through JSON; a refused action draws no dice and
changes nothing; replaying the answers gives the same state and the same events; undoing to the start and redoing is
identical; what a player sees can be drawn, and secrets are kept (`tallow.testing.secrets`). What is not kept raises
`Broken`, an `AssertionError` that says it in words.
"""

import re
from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import fields

from tallow.games import Game
from tallow.games.deeds import Action, Deeds, Offer, Refused
from tallow.games.optional import documents_of, needed_characters
from tallow.play import (
    REFEREE,
    Answer,
    Choice,
    Chosen,
    Done,
    Event,
    Live,
    Question,
    Roll,
    Scripted,
    Seat,
    Span,
    Writing,
    advance,
)
from tallow.play.pools import random_pool
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing.broken import Broken, hold
from tallow.testing.secrets import SECRET, check_secrets, check_told, written

STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')

NEWCOMERS: tuple[Seat, ...] = ("player1", "player2", "player3")

Step: TypeAlias = tuple[Action, tuple[Answer, ...]]


class Randomly(Live):
    """Answers every question at random, as a person might, and keeps the answers; `wanted` options come first.

    Characters of `game` that it is asked for are made by the rules.
    """

    def __init__(self, random: Random, wanted: Collection[object] = (), game: Game[Any] | None = None) -> None:
        super().__init__()
        self._random = random
        self._wanted = wanted
        self._game = game
        self.asked: list[Question] = []

    def _answer(self, question: Question) -> Any:
        self.asked.append(question)
        if len(self.answers) == self._at:
            given = documents_of(self._game) if self._game else None
            if self._game and given and isinstance(question, Writing) and question.what == given.asks:
                made = needed_characters(self._game).create(
                    RandomAnswers(self._random), random_settings(self._game, self._random)
                )
                self.answers.append(given.write(made))
            else:
                self.answers.append(answer_at_random(question, self._random, self._wanted))
        return super()._answer(question)


def answer_at_random(question: Question, random: Random, wanted: Collection[object] = ()) -> Answer:
    """A legal answer to a question, one of the `wanted` where there is one."""
    if isinstance(question, Roll):
        return random_pool(random, question.n, question.sides)
    if isinstance(question, Choice):
        named = () if isinstance(question.options, Span) or not wanted else question.options
        return random.choice([option for option in named if wished(option, wanted)] or question.options)
    text = random.choice(("Mossbeard", "", "<b>Ünïcode & 'quotes'</b>", "6 HP, 14 STR, club (d8)"))
    return written(question, text)


def wished(option: Any, wanted: Collection[object]) -> bool:
    """Whether an option, or a part of it, is wanted; a number never is."""
    if type(option) is int:
        return False
    return option in wanted or (isinstance(option, tuple) and any(part in wanted for part in option))


def offers(game: Game[Any], state: Any, seat: Seat) -> list[Offer]:
    """All that a seat could do now, also what is refused."""
    return list(game.actions(state, seat))


def can_act(game: Game[Any], state: Any, seat: Seat) -> bool:
    """Whether there is anything that a seat can do now."""
    return any(not offer.refusal for offer in offers(game, state, seat))


def newcomers(game: Game[Any], state: Any, random: Random) -> list[Seat]:
    """Some people who sit down at a table where nobody else can act, as far as there is anything that they can do."""
    there = game.seats(state)
    free = [seat for seat in NEWCOMERS[: random.randint(1, len(NEWCOMERS))] if seat not in there]
    return [seat for seat in free if can_act(game, state, seat)]


def random_settings(game: Game[Any], random: Random) -> Any:
    """Half the time the rules as they come, else every ruling switched at random."""
    if random.random() < 0.5:
        return game.settings()
    return game.settings(**{field.name: random.choice(field.type.__args__) for field in fields(game.settings)})


def random_game(
    game: Game[Any],
    seed: int,
    actions: int,
    wanted: Collection[object] = (),
    *,
    whole: bool = True,
    secrets: bool | None = None,
    asked: list[Question] | None = None,
    begin: Callable[[Any], Any] | None = None,
) -> Iterator[tuple[Any, Action, tuple[Event, ...]]]:
    """One game of random actions, checked step by step; gives each state with the action and events that led to it.

    Where nobody can act, as at an empty table of a game whose players make their own characters, some sit down.

    `whole`: all that is seen is drawn at every step, and at the end everything is undone and done again. `secrets`:
    what players see, may do and are asked first does not depend on what their seat may not see, for every seat at each
    step; in a whole game it is seen for one seat after the other if nothing is said of it. `asked` is filled with the
    questions of each step. `begin(settings)` is where it begins, `new_state` if it is not given.
    """
    random = Random(seed)
    state = start = (begin or game.new_state)(random_settings(game, random))
    states: list[Any] = [start]
    tape: list[Step] = []
    joining: list[Seat] = []
    for _ in range(actions):
        seats = game.waiting(state)
        hold(seats, "nobody may act: `waiting` names no seat")
        seat = joining.pop() if joining else random.choice(seats)
        listed = offers(game, state, seat)
        if whole:
            check_offers(game, state, seat, listed)
        refused = [offer for offer in listed if offer.refusal]
        if refused:
            check_refusal(game, state, random.choice(refused))
        legal = [offer.action for offer in listed if not offer.refusal]
        if not legal:
            if not any(can_act(game, state, one) for one in seats):
                joining = newcomers(game, state, random)
            continue
        action = random.choice(legal)
        play = Randomly(random, wanted, game)
        after = game.perform(play, state, action)
        check_replay(game, state, action, play, after)
        check_json(game, after)
        if whole:
            draw(game, after)
            check_told(play, game.seats(after))
        if whole if secrets is None else secrets:
            seats = (*game.seats(after), "onlooker")
            for some in seats if secrets else seats[len(tape) % len(seats) :][:1]:
                check_secrets(game, after, some)
        tape.append((action, tuple(play.answers)))
        states.append(after)
        state = after
        if asked is not None:
            asked[:] = play.asked
        yield state, action, tuple(play.events)
    if whole:
        check_redo(game, start, states, tape)


def check_refusal(game: Game[Any], state: Any, offer: Offer) -> None:
    """What the list refuses is refused when tried, with the same reason, before any die."""
    try:
        game.perform(Scripted(), state, offer.action)
    except Refused as refused:
        said = refused.refusal
    except AssertionError as asked:
        raise Broken(f"{offer.action.name} is listed as refused, and asks for dice or decisions when tried") from asked
    else:
        raise Broken(f"{offer.action.name} is listed as refused, and can be done")
    hold(said == offer.refusal, f"{offer.action.name} is refused for another reason than the list says: {said}")
    hold(game.words.has("refusal", said.code), f"the refusal {said.code} has no words")


def check_replay(game: Game[Any], state: Any, action: Action, play: Live, after: Any) -> None:
    """The same answers give the same state and the same events."""
    again = advance(game.perform, state, action, answers=play.answers)
    if not isinstance(again, Done):
        raise Broken(f"{action.name} asks for more when its answers are given again")
    hold(again.result == after, f"{action.name} comes to another state when its answers are given again")
    hold(again.events == tuple(play.events), f"{action.name} tells something else when its answers are given again")


def check_json(game: Game[Any], state: Any) -> None:
    """A state is the same after it was written and read; it names nobody to act whom it does not have."""
    try:
        again = msgspec.json.decode(msgspec.json.encode(state), type=game.state)
    except (msgspec.MsgspecError, TypeError) as error:
        raise Broken(f"a state cannot be written as JSON and read again: {error}") from error
    hold(again == state, "a state is another one after it was written as JSON and read again")
    hold(game.absent(state) == (), f"a state names {game.absent(state)} to act and does not have them")


def check_offers(game: Game[Any], state: Any, seat: Seat, listed: list[Offer]) -> None:
    """What is offered, perhaps from a cache, is what each deed says of itself."""
    if isinstance(game.deeds, Deeds):
        actions = [Action(name, who) for who in game.deeds.subjects(state, seat) for name in game.deeds.deeds]
        alone = [offer for action in actions if (offer := game.offer(state, seat, action))]
        hold(alone == listed, f"what {seat} is offered is not what each deed says of itself")


def draw(game: Game[Any], state: Any) -> None:
    """What everybody sees can be sent, an onlooker's too."""
    for seat in (*game.seats(state), "onlooker"):
        try:
            shown = msgspec.json.encode(game.view(state, seat))
        except Exception as error:
            raise Broken(f"the view of {seat} fails: {type(error).__name__}: {error}") from error
        hold(seat == REFEREE or SECRET.encode() not in shown, f"{seat} can read the referee's notes")


def check_redo(game: Game[Any], start: Any, states: list[Any], tape: list[Step]) -> None:
    """Undo to the start and redo: each state is the one that stood there before."""
    state = start
    for (action, answers), stood in zip(tape, states[1:], strict=True):
        done = advance(game.perform, state, action, answers=answers)
        if not isinstance(done, Done):
            raise Broken(f"{action.name} asks for more when it is done again from the start")
        hold(done.result == stood, f"{action.name} comes to another state when it is done again from the start")
        state = done.result


def used(state: Any, events: tuple[Event, ...]) -> set[str]:
    """Every string that a state or its events have in them, but for options that were not chosen."""
    return strings((state, [_said(event) for event in events]))


def _said(event: Event) -> Any:
    return (event.option, event.choice.facts, event.choice.why) if isinstance(event, Chosen) else event


def strings(value: Any) -> set[str]:
    """Every string anywhere in a value, as it stands in JSON."""
    return set(STRING.findall(msgspec.json.encode(value).decode()))
