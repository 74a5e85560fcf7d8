"""Set the games side by side: the same fighter, thief, healer and wizard, as each game has them, against so many of
its weakest common foe.

Each number stands with the bounds between which the true one lies 95 times in 100, and each game says what it counts.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from tallow.cli.options import number, pen, show, show_json, takes_json
from tallow.cli.progress import INTERRUPTED, nothing_yet, progress, worker_deaths_reported
from tallow.games import game
from tallow.odds.words import bar
from tallow.simulate import Interrupted
from tallow.simulate.compare import MEASURES, SHARES, Measured, comparable, measure, measured
from tallow.terminal.pen import Pen
from tallow.wording.measures import bounds, figure, meaning, meanings

EXAMPLES = """\
  tallow compare --foes 3 --level 1
  tallow compare --foes 4 --level 2 -n 400 --seed 7 --json
  tallow compare --foes 2 --game cairn --game modified_cairn
"""

MOST_FOES, MOST_LEVEL, MOST = 20, 10, 1_000_000

HEADS = {"wins": "Wins", "deaths": "Deaths", "rounds": "Rounds", "maimed": "Maimed", "spent": "Spent"}


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("--foes", type=number(1, MOST_FOES), default=3, metavar="N", help="how many foes (3)")
    parser.add_argument(
        "--level",
        type=number(1, MOST_LEVEL),
        default=1,
        metavar="N",
        help="the level of the four, in games that have levels (1)",
    )
    parser.add_argument("-n", type=number(1, MOST), default=1_000, metavar="N", help="how many fights each (1000)")
    parser.add_argument("--seed", type=number(0), default=0, metavar="N", help="the same seed, the same answer (0)")
    parser.add_argument("--cores", type=number(1), metavar="N", help="how many cores; all, where that is worth it")
    parser.add_argument(
        "--game", action="append", default=[], metavar="GAME", help="only this game; may be given again"
    )
    takes_json(parser)


def run(given: Namespace) -> int:
    """Measure every game, print the table."""
    games = [game(name) for name in given.game or comparable()]
    drawn = pen()
    found: list[Measured] = []
    code = 0
    for at, one in enumerate(games, 1):
        with progress(drawn, "compare.progress", title=one.title, at=at, games=len(games)) as tell:
            asked = {"n": given.n, "seed": given.seed, "cores": given.cores, "progress": tell}
            try:
                with worker_deaths_reported():
                    found.append(measure(one, given.foes, given.level, **asked))
            except Interrupted as stopped:
                code = INTERRUPTED
                if stopped.report is not None and stopped.report.counts:
                    found.append(measured(one, given.level, stopped.report))
                break
    if not found:
        return nothing_yet(drawn)
    if given.json:
        unmeasured = {"n": 0, "asked": given.n, "seed": given.seed, "partial": True}
        missing = [{"game": one.id, "title": one.title, **unmeasured} for one in games[len(found) :]]
        show_json([*[{**to_json(one), "seed": given.seed} for one in found], *missing])
    else:
        show(told(found, given.foes, given.level, drawn, len(games)))
    return code


def to_json(one: Measured) -> dict[str, Any]:
    """The measures of one game, each with its meaning."""
    measures = {name: getattr(one, name) for name in MEASURES}
    return {
        "game": one.game,
        "title": one.title,
        "party": one.party,
        "foes": one.foes,
        "level": one.level,
        "n": one.n,
        "asked": one.asked,
        "partial": one.partial,
        **{
            name: {"value": each.p, "low": each.low, "high": each.high, "means": meaning(game(one.game), name)}
            for name, each in measures.items()
        },
        "stalemates": one.stalemates,
        "seconds": one.seconds,
    }


def told(found: Sequence[Measured], foes: int, level: int, drawn: Pen, games: int) -> Iterator[str]:
    """The whole comparison, for a terminal: a table, then a small chart and the meanings for each measure."""
    yield drawn.rule("Side by side", f"{foes} foes, level {level}")
    if found[-1].partial or len(found) < games:
        yield from map(drawn.strong, drawn.wrap(_stopped(found, games)))
    what = "A fighter, a thief, a healer and a wizard, as each game has them, against its weakest common foe."
    yield from drawn.wrap(what)
    yield ""
    wide = max(len(one.title) for one in found)
    yield drawn.faint(f"{'':<{wide}}" + "".join(f"  {head:>8}" for head in HEADS.values()))
    for one in found:
        yield f"{one.title:<{wide}}" + "".join(f"  {figure(code, getattr(one, code).p):>8}" for code in MEASURES)
    yield ""
    for one in found:
        yield from drawn.wrap(f"{one.title}: {one.party}  against  {one.foes}", hang=2)
    for code in MEASURES:
        yield ""
        yield drawn.strong(HEADS[code])
        yield from _chart(found, code, wide, drawn)
        for (meant, _), titles in meanings([game(one.game) for one in found], code).items():
            yield from map(drawn.faint, drawn.wrap(f"{', '.join(titles)}: {meant}", hang=2))
    yield ""
    seconds = sum(one.seconds for one in found)
    told_n = f"{found[0].n:,} fights each in {seconds:.1f} s. The bounds hold the true number 95 times in 100."
    yield from map(drawn.faint, drawn.wrap(told_n))


def _stopped(found: Sequence[Measured], games: int) -> str:
    """How far a comparison got that was interrupted."""
    last = found[-1]
    said = f"Stopped: {len(found)} of {games} games"
    return f"{said}, of {last.title} {last.n:,} of {last.asked:,} fights." if last.partial else f"{said}."


def _chart(found: Sequence[Measured], code: str, wide: int, drawn: Pen) -> Iterator[str]:
    """A bar for each game, with the number and its interval."""
    numbers = [getattr(one, code) for one in found]
    most = 1.0 if code in SHARES else max(each.p for each in numbers) or 1.0
    for one, each in zip(found, numbers, strict=True):
        line = drawn.accent(f"{bar(each.p / most, 20, ascii_only=not drawn.shapes):<20}")
        yield f"{one.title:<{wide}}  {line}  {figure(code, each.p):>7}  {drawn.faint(bounds(code, each))}"
