"""Generated places, of which the simulator has been asked: a fitting party comes home more often than not."""

from random import Random
from typing import Any

from tallow.adventures import Document, checked, game_of, in_town
from tallow.adventures.generating.draft import draft
from tallow.adventures.standing import LOST
from tallow.games.game import Game
from tallow.games.optional import needed_bots
from tallow.play import Simulated, Tables
from tallow.simulate.fights import no_collecting
from tallow.simulate.journeys import Journey

DRAFTS = 16
"""So many drafts are made at most."""

PATIENT = 4
"""Every second draft is softer than those before; after so many twice as much."""

PARTIES = 40
"""So many parties are sent through a draft at most."""

FEW = 12
"""After so many parties a draft is given up if it is far from fit."""

HOME, DONE = 0.65, 0.4
"""The least share of them that comes home, and that has done what it was asked for."""

LONG = 400
"""A party that is still there after so many actions has not come home."""

LEAST_HOME, LEAST_DONE = 6, 2
"""So many of the first `FEW` at least: of a draft that is just fit, fewer are home in 8 of 100 cases, done in 2."""


class NoPlace(Exception):
    """No draft was fit for the party; the message says how many were tried."""


def generate(game: Game[Any], rooms: int, seed: int) -> Document:
    """A place of so many rooms for the party of the game's example: the same seed gives the same place.

    ValueError for a game without stocking and for a number of rooms that is out of bounds, `NoPlace` if no draft fits.
    """
    for attempt in range(DRAFTS):
        softer = attempt // 2 + max(0, attempt - PATIENT) // 2
        drawn = checked(draft(game, rooms, f"{seed}:{attempt}", softer), game)
        if fits(game, drawn):
            return drawn
    raise NoPlace(f"of {DRAFTS} places of {rooms} rooms none was fit for the party; try another seed")


def fits(game: Game[Any], place: Document) -> bool:
    """Whether the party of the game's example comes home from a place often enough, and has done what it came for.

    Parties are sent until both are certain, one way or the other, of all `PARTIES`.
    """
    if game.example is None:
        raise ValueError(f"{game.title} has no party that could set out")
    begun = in_town(game, game.example(game.settings()))
    bots = needed_bots(game_of(game.id, place, referee=False))
    play = Simulated(Random(0), bots.answer, bots.sampled, Tables(bots.answer))
    home = done = 0
    with no_collecting():
        for sent in range(1, PARTIES + 1):
            ended = Journey(game, place, play, begun).outcome(LONG)
            home += ended is not None and ended.how != LOST
            done += ended is not None and ended.won
            if home >= HOME * PARTIES and done >= DONE * PARTIES:
                return True
            if home + PARTIES - sent < HOME * PARTIES or done + PARTIES - sent < DONE * PARTIES:
                return False
            if sent == FEW and (home < LEAST_HOME or done < LEAST_DONE):
                return False
    return False
