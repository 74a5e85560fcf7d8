"""What odds and prices beside decisions cost: for each game, the time for one question, in fights of its bots.

Questions that would take too many cases have none, and cost the bound; those that cost nothing are left out.
"""

from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

from forms import parser

from tallow.games import BUILT_IN, game
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import Choice, Fact, RuleId, Seat, Simulated


class Asked(Simulated):
    """Random dice and a game's bots; keeps every decision."""

    def __init__(self, seed: int, name: str) -> None:
        super().__init__(Random(seed), needed_bots(game(name)).answer)
        self.choices: list[Choice] = []

    def choose(self, by: Seat, what: str, options: Sequence[Any], *facts: Fact, why: RuleId) -> Any:
        """Keep what is asked, and have the bots answer it."""
        if len(options) > 1:
            self.choices.append(Choice(by, what, tuple(options), facts, why))
        return super().choose(by, what, options, *facts, why=why)


def asked(name: str, fights: int) -> list[tuple[Any, Choice]]:
    """The decisions of so many fights, each with the state in which its action began."""
    played, found = game(name), []
    bots, four = needed_bots(played), archetypes_of(played)
    if four is None:
        return []
    for seed in range(fights):
        play = Asked(seed, name)
        state = bots.fight(four.party(1 + seed % four.levels), f"{four.foe} x6", played.settings())
        while bots.over(state) is None:
            before, play.choices = state, []
            state = played.perform(play, state, bots.action(state, played.waiting(state)[0]))
            found += [(before, choice) for choice in play.choices]
    return found


def main() -> None:
    """Time the questions of every game."""
    asks = parser(__doc__)
    asks.add_argument("--fights", type=int, default=40)
    given = asks.parse_args()
    print(f"{'':16}{'questions':>10}{'with odds':>10}{'median ms':>11}{'worst ms':>10}")
    for name in BUILT_IN:
        told, times, some = game(name).ui.prospects, [], 0
        questions = asked(name, 1 if given.smallest else given.fights)
        for state, choice in questions:
            began = process_time()
            found = told(state, choice) if told else {}
            if found or process_time() - began > 0.001:
                times.append((process_time() - began) * 1_000)
                some += bool(found)
        shown = f"{median(times):11.2f}{max(times):10.2f}" if times else ""
        print(f"{name:16}{len(questions):10}{some:10}{shown}")


if __name__ == "__main__":
    main()
