"""What adventures cost, in every game that has them: an answer, a place by chance, an expedition through a place.

In processor time. An answer while exploring is set beside one at the same table without an adventure, expeditions
through the adventure that comes with the game beside those through a row of rooms.
"""

from functools import partial
from random import Random
from statistics import mean
from time import process_time
from typing import Any

from forms import parser

from tallow.adventures import Document, names, ready
from tallow.games import BUILT_IN, Game, game
from tallow.games.deeds import Refused
from tallow.games.optional import archetypes_of
from tallow.play import REFEREE, Choice, Roll, Seat
from tallow.simulate import Plan, Report, explore, journey
from tallow.simulate.places import generate
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table.seats import referee

AT_A_TABLE = 100
"""So many things are done at a table before the next is opened."""


def answers(name: str, adventure: Document | None, steps: int) -> float:
    """Seconds for each thing that a player does or answers, at random, at tables that are ready to play.

    What a referee does is not counted: there is none while exploring. Neither is the first time through: what is read
    and made only once is read and made then.
    """
    _spent(name, adventure, steps)
    return mean(_spent(name, adventure, steps))


def _spent(name: str, adventure: Document | None, steps: int) -> list[float]:
    random, spent = Random(1), list[float]()
    while len(spent) < steps:
        table = _opened(name, adventure)
        for _ in range(AT_A_TABLE):
            seat, do = _next(table, random, "place." if adventure else "")
            started = process_time()
            try:
                after = do()
            except (TableRefusal, Refused):
                if table.pending:
                    table = table.take_back(table.pending[0].question.by, table.pending[0].starter).table
                continue
            if seat != REFEREE:
                spent.append(process_time() - started)
            table = after.table
            if adventure and table.state.place.ended:
                break
    return spent


def _opened(name: str, adventure: Document | None) -> Table:
    """A table that is ready to play: in a place, alone and without a referee; or without one, all seats taken."""
    alone = adventure is not None
    table = open_table(name, "The table", {}, bytes(32), example=True, adventure=adventure, referee=not alone).table
    table = table if alone else table.sit(referee("Ann")).table
    for seat in table.free_seats():
        table = table.join(f"Whoever plays {seat}", seat=seat).table
    return table


def _next(table: Table, random: Random, first: str) -> "tuple[Seat, partial[Step]]":
    """Something that can be done now, and by which seat; what begins with `first` where there is any."""
    if table.pending:
        waits = random.choice(table.pending)
        asked = waits.question
        answer: Any = (
            random.choice(asked.options) if isinstance(asked, Choice) else () if isinstance(asked, Roll) else "x"
        )
        return asked.by, partial(table.answer, asked.by, waits.starter, answer, number=waits.number)
    able = [(one.seat, offer.action) for one in table.seats for offer in table.offers(one.seat) if not offer.refusal]
    seat, action = random.choice([one for one in able if one[1].name.startswith(first)] or able)
    return seat, partial(table.act, seat, action)


def generated(played: Game[Any], places: int) -> list[float]:
    """Seconds for each of so many places of 12 rooms, the simulator's check included."""
    spent = []
    for seed in range(places):
        started = process_time()
        generate(played, 12, seed)
        spent.append(process_time() - started)
    return spent


def rate(run: "partial[Report]", n: int) -> float:
    """Expeditions a second."""
    started = process_time()
    run(n=n, cores=1)
    return n / (process_time() - started)


def main() -> None:
    """Measure and report."""
    takes = parser(__doc__)
    takes.add_argument("-n", type=int, default=200, help="expeditions and answers of each kind (200)")
    takes.add_argument("--places", type=int, default=20, help="places by chance in each game (20)")
    takes.add_argument("--game", action="append", choices=BUILT_IN)
    options = takes.parse_args()
    n, places = (2, 1) if options.smallest else (options.n, options.places)
    for name in options.game or BUILT_IN:
        played = game(name)
        four = archetypes_of(played)
        if played.exploring is None or played.rulings is None or four is None:
            continue
        own = ready(name, names(name)[0])
        plain, exploring = answers(name, None, n), answers(name, own, n)
        print(f"{played.title}: an answer {plain * 1e3:.2f} ms, while exploring {exploring * 1e3:.2f} ms", end="")
        print(f" ({exploring / plain:.1f} times)")
        rooms = Plan((f"{four.foe} x2", "", f"{four.foe} x3"), wandering=four.foe)
        row = rate(partial(explore, played, four.party(1), rooms), n)
        through = rate(partial(journey, played, four.party(1), own), n)
        print(f"  expeditions a second: a row of rooms {row:.0f}, {own.adventure.title} {through:.0f}", end="")
        print(f" ({through / row:.2f} times)")
        if played.stocking is not None:
            spent = generated(played, places)
            print(f"  a place of 12 rooms: {mean(spent):.2f} s, at most {max(spent):.2f} s")


if __name__ == "__main__":
    main()
