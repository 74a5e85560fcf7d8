"""Send parties through every adventure without a referee, many times, to an end; a fault or a dead end stops it.

Run it from a checkout: `.venv/bin/python scripts/explore.py -n 1000`. Half of them are played by the game's bots, half
by people who do anything at random. It says how each adventure has ended, and how many actions that took.
"""

import argparse
from collections import Counter
from random import Random
from typing import Any

from tallow.adventures import Document, alone, names, ready
from tallow.games import BUILT_IN, Game, game
from tallow.play import Play, Simulated
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
        state = of.perform(play, state, action)
    raise RuntimeError(f"seed {seed}: no end after {MOST} actions")


def main() -> None:
    """All of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1_000, help="parties for each adventure, half of them bots")
    parser.add_argument("--game", action="append", choices=BUILT_IN)
    given = parser.parse_args()
    for name in given.game or BUILT_IN:
        for adventure in names(name):
            of = played(ready(name, adventure))
            for bots in (True, False):
                runs = [run(of, seed, bots=bots) for seed in range((given.n + 1) // 2)]
                ends = ", ".join(f"{how} {many}" for how, many in Counter(how for how, _ in runs).most_common())
                mean = sum(actions for _, actions in runs) / len(runs)
                who = "bots" if bots else "anybody"
                print(f"{name} {adventure}, {who}: {ends}; {mean:.1f} actions")  # noqa: T201


if __name__ == "__main__":
    main()
