"""A game tried out: random people, its characters, its bots and its questions of odds. What fails is told in words."""

import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from tallow.games import Game
from tallow.games.deeds import Deeds
from tallow.play import Simulated
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing.broken import Broken
from tallow.testing.codes import Source
from tallow.testing.conformance import NEWCOMERS, check_json, draw, offers, random_game

GAMES, ACTIONS = 40, 40
FIGHTS = 5
MOST_ACTIONS = 1000
"""A fight of bots that goes on for longer does not end."""

Fault: TypeAlias = tuple[str, str]
"""A file of the game, "" where it is not known, and what is wrong."""


def fault(game: Game[Any], error: Exception, doing: str) -> Fault:
    """An error in words, with the line of the game that it comes from."""
    if isinstance(error, Broken):
        return "", f"{error} ({doing})"
    place = Source(game).place
    lines = [one for one in traceback.extract_tb(error.__traceback__) if Path(one.filename).is_relative_to(place)]
    file = str(Path(lines[-1].filename).relative_to(place)) if lines else ""
    line = f"line {lines[-1].lineno}: " if lines else ""
    return file, f"{line}{type(error).__name__}: {error} ({doing})"


class Trial(Struct, frozen=True):
    """What random people found: what they broke, and the deeds that nobody was ever offered."""

    faults: tuple[Fault, ...]
    never_offered: tuple[str, ...]


def play_at_random(game: Game[Any], games: int = GAMES, actions: int = ACTIONS) -> Trial:
    """Random people play, every other game from the example if there is one; each fault is told once."""
    found: dict[Fault, None] = {}
    never = set(game.deeds.deeds) if isinstance(game.deeds, Deeds) else set()
    done = 0
    for seed in range(games):
        try:
            for state, _, _ in random_game(game, seed, actions, begin=game.example if seed % 2 else None):
                done += 1
                for seat in (*game.seats(state), *NEWCOMERS) if never else ():
                    never -= {offer.action.name for offer in offers(game, state, seat)}
        except Exception as error:  # noqa: BLE001  (whatever a game does wrong is told)
            found[fault(game, error, "in random play")] = None
    if not done and not found:
        found["", "nobody can do anything, neither at a new table nor whoever sits down there (in random play)"] = None
    return Trial(tuple(found), () if found else tuple(sorted(never)))


def try_characters(game: Game[Any]) -> Iterator[Fault]:
    """Characters are made and drawn, if the game has them."""
    if game.characters is None:
        return
    try:
        for seed in range(FIGHTS):
            made = game.characters.create(RandomAnswers(Random(seed)), game.settings())
            msgspec.json.encode(game.characters.sheet(made))
    except Exception as error:  # noqa: BLE001
        yield fault(game, error, "while a character was made")


def try_bots(game: Game[Any]) -> Iterator[Fault]:
    """The bots fight to the end, if the game has bots and says who its usual people are."""
    bots = game.bots
    if bots is None or bots.archetypes is None:
        return
    try:
        for seed in range(FIGHTS):
            state = bots.fight(bots.archetypes.party(1), f"{bots.archetypes.foe} x3", game.settings())
            play, done = Simulated(Random(seed), bots.answer), 0
            while bots.over(state) is None:
                action = bots.action(state, game.waiting(state)[0])
                state = game.perform(play, state, action)
                check_json(game, state)
                done += 1
                if done > MOST_ACTIONS:
                    raise Broken(f"a fight does not end within {MOST_ACTIONS} actions")  # noqa: TRY301
            draw(game, state)
    except Exception as error:  # noqa: BLE001
        yield fault(game, error, "in a fight of bots")


def try_inquiries(game: Game[Any]) -> Iterator[Fault]:
    """Each question of odds has an outcome that it names, for the least that it takes."""
    for inquiry in game.odds.inquiries:
        plain = all(one.kind == "number" or one.words for one in inquiry.parameters)
        if inquiry.turn is not None or not plain:
            continue
        given: list[Any] = [one.words[0] if one.words else one.low for one in inquiry.parameters]
        given += [game.settings()] if inquiry.settings else []
        try:
            for seed in range(FIGHTS):
                result = inquiry.rule(RandomAnswers(Random(seed)), *given)
                if isinstance(result, str) and result not in inquiry.outcomes:
                    raise Broken(f"{result} is none of its outcomes")  # noqa: TRY301
        except Exception as error:  # noqa: BLE001
            yield fault(game, error, f"in the odds of {inquiry.name}")
