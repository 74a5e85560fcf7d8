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
"""So many drafts are made at most, each two softer than those before."""

PARTIES = 40
"""So many parties are sent through a draft."""

HOME, DONE = 0.65, 0.4
"""The least share of them that comes home, and that has done what it was asked for."""


class NoPlace(Exception):
    """No draft was fit for the party; the message says how many were tried."""


def generate(game: Game[Any], rooms: int, seed: int) -> Document:
    """A place of so many rooms for the party of the game's example: the same seed gives the same place.

    ValueError for a game without stocking and for a number of rooms that is out of bounds, `NoPlace` if no draft fits.
    """
    for attempt in range(DRAFTS):
        drawn = checked(draft(game, rooms, f"{seed}:{attempt}", attempt // 2), game)
        if fits(game, drawn):
            return drawn
    raise NoPlace(f"of {DRAFTS} places of {rooms} rooms none was fit for the party; try another seed")


def fits(game: Game[Any], place: Document) -> bool:
    """Whether the party of the game's example comes home from a place often enough, and has done what it came for."""
    if game.example is None:
        raise ValueError(f"{game.title} has no party that could set out")
    begun = in_town(game, game.example(game.settings()))
    bots = needed_bots(game_of(game.id, place, referee=False))
    play = Simulated(Random(0), bots.answer, bots.sampled, Tables(bots.answer))
    lost = failed = 0
    with no_collecting():
        for _ in range(PARTIES):
            ended = Journey(game, place, play, begun).outcome()
            lost += ended is None or ended.how == LOST
            failed += ended is None or not ended.won
            if lost > (1 - HOME) * PARTIES or failed > (1 - DONE) * PARTIES:
                return False
    return True
