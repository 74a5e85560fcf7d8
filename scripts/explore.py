"""Send parties through every adventure without a referee, many times, to an end; a fault or a dead end stops it.

Run it from a checkout: `.venv/bin/python scripts/explore.py -n 1000`. Half of them are played by the game's bots, half
by people who do anything at random. It says how each adventure has ended, and how many actions that took. With
`--places 200` they go through so many places by chance instead, of 6 to 20 rooms, `-n` parties through each.
"""

import argparse
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

from tallow.adventures import Document, alone, names, ready
from tallow.adventures.generating.draft import FEWEST
from tallow.adventures.generating.draft import MOST as LARGEST
from tallow.games import BUILT_IN, Game, game
from tallow.games.deeds import Refused
from tallow.play import Play, Simulated
from tallow.simulate.places import generate
from tallow.simulate.random_answers import RandomAnswers

MOST = 5_000
"""So many actions an adventure may take."""

ONE = "player1"


def played(document: Document) -> Game[Any]:
    """The game of an adventure without a referee, whose example one person plays alone."""
    return alone(game(document.adventure.game), document)


def run(of: Game[Any], seed: int, *, bots: bool) -> tuple[str, int]:
    """One party: how it has ended, and after how many actions."""
    if of.bots is None or of.example is None:
        raise ValueError(f"{of.title} has nobody who could set out")
    random = Random(seed)
    play: Play = Simulated(random, of.bots.answer, of.bots.sampled) if bots else RandomAnswers(random)
    state = of.example(of.settings())
    for actions in range(MOST):
        outcome = of.bots.over(state)
        if outcome is not None:
            return outcome.how, actions
        if bots:
            action = of.bots.action(state, ONE)
        else:
            legal = [offer.action for offer in of.actions(state, ONE) if offer.refusal is None]
            if not legal:
                raise RuntimeError(f"seed {seed}: nobody can do anything after {actions} actions")
            first = [one for one in legal if one.name.startswith("place.")]
            action = random.choice(first if first and random.random() < 0.7 else legal)
        with suppress(Refused):  # a character's document that random people write is none
            state = of.perform(play, state, action)
    raise RuntimeError(f"seed {seed}: no end after {MOST} actions")


def told(what: str, of: Game[Any], n: int) -> None:
    """How `n` parties have fared, half of them bots."""
    for bots in (True, False):
        runs = [run(of, seed, bots=bots) for seed in range((n + 1) // 2)]
        ends = ", ".join(f"{how} {many}" for how, many in Counter(how for how, _ in runs).most_common())
        mean = sum(actions for _, actions in runs) / len(runs)
        print(f"{what}, {'bots' if bots else 'anybody'}: {ends}; {mean:.1f} actions")  # noqa: T201


def main() -> None:
    """All of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1_000, help="parties for each adventure, half of them bots")
    parser.add_argument("--places", type=int, default=0, help="so many places by chance instead")
    parser.add_argument("--game", action="append", choices=BUILT_IN)
    given = parser.parse_args()
    for name in given.game or BUILT_IN:
        for adventure in () if given.places else names(name):
            told(f"{name} {adventure}", played(ready(name, adventure)), given.n)
        for seed in range(given.places if game(name).stocking and game(name).exploring else 0):
            place = generate(game(name), FEWEST + seed % (LARGEST - FEWEST + 1), seed)
            told(f"{name}, {len(place.room)} rooms, seed {seed}", played(place), given.n)


if __name__ == "__main__":
    main()
