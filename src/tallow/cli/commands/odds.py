"""Exact odds, worked out from the rules themselves: of a roll of dice, or of a question that a game answers.

`tallow odds GAME` lists its questions, with what each wants to know.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from tallow.cli.commands.roll import notes, several, takes_dialect
from tallow.cli.faults import Wrong
from tallow.cli.options import (
    language,
    number,
    pairs,
    pen,
    seed_or_random,
    settings,
    show,
    show_json,
    takes_house,
    takes_json,
    takes_language,
    takes_seed,
    takes_settings,
)
from tallow.cli.progress import odds_progress
from tallow.games import Game, game
from tallow.games.game import Inquiry, Parameter
from tallow.odds import Answer, Odds, ask, roll_odds
from tallow.odds.ask import example, question
from tallow.odds.words import bar, percent
from tallow.simulate import SampledRoll, sample_roll
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, padded
from tallow.wording.speech import Speech, upper

EXAMPLES = """\
  tallow odds roll "4d6kh3"
  tallow odds roll d6+d8 --game cairn
  tallow odds roll "60d100kh30!" --sample 20000
  tallow odds cairn
  tallow odds cairn save score=11
  tallow odds cairn attack dice=d6+d8 armor=1 hp=3 str=10 --json
"""

LONGEST = 18
"""Longer fractions are printed with --json only."""

FEW = 12
"""The most consecutive numbers that are listed one by one."""

MANY = 40
RARE = 0.01
"""If there are more than `MANY` totals, those rarer than this share of the commonest are counted, not drawn."""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("game", metavar="GAME", help='the game; or "roll", and dice notation after it')
    takes_house(parser)
    parser.add_argument("question", nargs="?", metavar="QUESTION", help="what to ask; else the list of questions")
    parser.add_argument(
        "given",
        nargs="*",
        default=[],
        metavar="name=value",
        help="what the question wants to know; goal=NAME plays for that goal",
    )
    takes_dialect(parser)
    parser.add_argument("--float", action="store_true", help="decimal numbers only, no fractions")
    parser.add_argument(
        "--sample",
        type=number(100, 1_000_000),
        metavar="N",
        help="with `roll`: roll N times instead, for dice that are too many to be solved exactly",
    )
    takes_seed(parser, help="with --sample: the same seed gives the same dice")
    takes_settings(parser)
    takes_language(parser)
    takes_json(parser)


def run(given: Namespace) -> int:
    """Print odds."""
    if given.game == "roll":
        return _roll(given)
    if given.sample or given.seed is not None:
        raise Wrong("--sample and --seed are for `tallow odds roll`; what a game is asked is solved exactly.")
    if given.game_of_dice:
        raise Wrong("--game is for `tallow odds roll`; the game stands first here.")
    asked = game(given.game, language(given))
    if given.question is None:
        return _questions(asked, given)
    known = pairs(given.given)
    goal = known.pop("goal", "")
    chosen = settings(asked, given.set)
    with odds_progress(pen(asked)) as tell:
        answer = ask(asked, given.question, known, goal=goal, settings=chosen, progress=tell)
    if given.json:
        plain = answer.to_json()
        show_json(_floats(plain) if given.float else plain)
    else:
        show(_told(asked, answer, pen(asked), fractions=not given.float))
    return 0


def _floats(plain: Any) -> Any:
    """Without the exact fractions."""
    if isinstance(plain, dict):
        return {name: None if name == "exact" else _floats(value) for name, value in plain.items()}
    return plain


def _told(asked: Game[Any], answer: Answer, drawn: Pen, *, fractions: bool) -> Iterator[str]:
    speech = Speech(asked)
    yield drawn.rule(f"{asked.title}: {speech.label(answer.question)}")
    yield from map(drawn.faint, drawn.wrap("  ".join(f"{name}={value}" for name, value in answer.given.items())))
    if answer.played:
        yield from drawn.wrap(
            drawn.say(f"odds.played.{answer.played}", game=asked.title, goal=speech.label(answer.goal))
        )
        if answer.played == "bots":
            yield from map(drawn.faint, drawn.wrap(speech.bot_policy(answer.question)))
    yield from _table({speech.label(name): p for name, p in answer.outcomes.items()}, drawn, fractions=fractions)
    for name, figure in answer.figures.items():
        yield drawn.say("odds.figure", name=upper(speech.label(name)), number=drawn.strong(f"{float(figure):g}"))
    if answer.best is not None:
        yield drawn.say("odds.best", goal=speech.label(answer.goal), chance=drawn.strong(drawn.chance(answer.best)))
    elif goals := question(asked, answer.question).goals:
        names = asked.words.between.join(f"goal={goal}" for goal in goals)
        yield from map(drawn.faint, drawn.wrap(drawn.say("odds.goals", goals=names)))


def _table(chances: Mapping[str, Fraction | float], drawn: Pen, *, fractions: bool) -> Iterator[str]:
    """A line for each outcome: its name, its chance in words, the fraction, a bar."""
    words = {name: drawn.chance(p) for name, p in chances.items()}
    exact = {name: str(p) if fractions and isinstance(p, Fraction) else "" for name, p in chances.items()}
    long = max(map(len, exact.values()), default=0) > LONGEST
    wide = [
        max(map(columns, column), default=0) for column in (chances, words.values(), () if long else exact.values())
    ]
    if sum(wide) + 6 > drawn.width:
        wide[2] = 0
    room = drawn.width - sum(wide) - 8
    for name, p in chances.items():
        line = f"  {padded(name, wide[0])}  {drawn.strong(padded(words[name], wide[1]))}"
        if wide[2]:
            line += f"  {drawn.faint(f'{exact[name]:>{wide[2]}}')}"
        if room >= 8:
            line += f"  {drawn.accent(bar(p, min(room, 30), ascii_only=not drawn.shapes))}"
        yield line.rstrip()
    if long:
        yield drawn.faint(f"  {drawn.say('odds.long')}")


def _questions(asked: Game[Any], given: Namespace) -> int:
    if given.json:
        show_json({"game": asked.id, "questions": [_plain(inquiry) for inquiry in asked.odds.inquiries]})
        return 0
    drawn = pen(asked)
    show([drawn.rule(drawn.say("odds.questions", game=asked.title))])
    for inquiry in asked.odds.inquiries:
        show(_question(asked, inquiry, drawn))
    return 0


def _plain(inquiry: Inquiry) -> dict[str, Any]:
    return {
        "name": inquiry.name,
        "why": inquiry.why,
        "parameters": inquiry.parameters,
        "outcomes": inquiry.outcomes,
        "goals": dict(inquiry.goals),
    }


def _question(asked: Game[Any], inquiry: Inquiry, drawn: Pen) -> Iterator[str]:
    speech = Speech(asked)
    yield ""
    head = drawn.wrap(f"{inquiry.name}  ({speech.rule(inquiry.why)}; {inquiry.why})", hang=2)
    yield drawn.strong(inquiry.name) + drawn.faint(head[0].removeprefix(inquiry.name))
    yield from map(drawn.faint, head[1:])
    wide = max((len(parameter.name) for parameter in inquiry.parameters), default=0)
    for parameter in inquiry.parameters:
        yield from drawn.wrap(f"  {parameter.name:<{wide}}  {_parameter(parameter, drawn)}", hang=wide + 4)
    yield from drawn.wrap(f"  {drawn.say('odds.outcomes', names=_listed(inquiry.outcomes, speech))}", hang=4)
    for goal, outcomes in inquiry.goals.items():
        yield from drawn.wrap(f"  goal={goal}: {_listed(outcomes, speech)}", hang=4)
    yield from map(drawn.faint, drawn.wrap(f"  tallow odds {asked.id} {example(inquiry)}", hang=4))


def _listed(codes: Iterable[str], speech: Speech) -> str:
    """Codes in words; many consecutive numbers as a range."""
    said: list[str] = []
    for numbers, run in groupby(codes, str.isdecimal):
        names = list(map(speech.label, run))
        said += [f"{names[0]}–{names[-1]}"] if numbers and len(names) > FEW else names
    return speech.game.words.between.join(said)


def _parameter(parameter: Parameter, drawn: Pen) -> str:
    said = drawn.say(
        f"odds.wants.{parameter.kind}", low=parameter.low, high=parameter.high, words=" / ".join(parameter.words)
    )
    return said if parameter.default is None else drawn.say("odds.unless", said=said, default=parameter.default)


def _roll(given: Namespace) -> int:
    if given.question is None:
        raise Wrong('Odds of which dice? For example: tallow odds roll "4d6kh3"')
    wanted = language(given)
    played = game(given.game_of_dice, wanted) if given.game_of_dice else None
    drawn = pen(played, wanted)
    expressions = several([given.question, *given.given], played.odds.dice_notation if played else "sum")
    different = list(dict.fromkeys(expressions))
    if given.sample:
        seed = seed_or_random(given.seed)
        sampled = [sample_roll(one, given.sample, seed) for one in different]
        plain: list[Any] = [one.to_json() for one in sampled]
        charts = [_sampled_chart(one, drawn) for one in sampled]
    else:
        solved = [roll_odds(one) for one in different]
        plain = [_floats(one.to_json()) if given.float else one.to_json() for one in solved]
        charts = [_chart(one, drawn, fractions=not given.float) for one in solved]
    if given.json:
        show_json(plain[0] if len(plain) == 1 else plain)
        return 0
    for chart in charts:
        show(chart)
    show(notes(different, drawn))
    return 0


def _sampled_chart(sampled: SampledRoll, drawn: Pen) -> Iterator[str]:
    yield drawn.rule(sampled.expression)
    mean = f"{sampled.mean:.2f}"
    yield from drawn.wrap(drawn.say("odds.sampled", mean=mean, n=f"{sampled.n:,}", seed=sampled.seed))
    yield ""
    most = max(share.p for share in sampled.shares.values())
    shown = {total: one for total, one in sampled.shares.items() if len(sampled.shares) <= MANY or one.p >= most * RARE}
    wide, room = max(len(str(total)) for total in shown), drawn.width - 34
    for total, one in shown.items():
        bounds = f"{percent(one.low)} – {percent(one.high)}"
        line = f"  {total:>{wide}}  {drawn.strong(f'{percent(one.p):>7}')}  {drawn.faint(f'{bounds:>17}')}"
        drawn_bar = bar(one.p / most, min(room - wide, 30), ascii_only=not drawn.shapes)
        yield f"{line}  {drawn.accent(drawn_bar)}".rstrip()
    if len(shown) < len(sampled.shares):
        yield drawn.faint(f"  {drawn.say('odds.rarer', n=len(sampled.shares) - len(shown))}")


def _chart(odds: Odds, drawn: Pen, *, fractions: bool) -> Iterator[str]:
    most = max(odds.chances.values())
    likely = [total for total, p in odds.chances.items() if p == most]
    totals = " / ".join(map(str, likely[:3]))
    named = drawn.say("odds.each") if len(likely) == len(odds.chances) else drawn.say("odds.often", totals=totals)
    yield drawn.rule(odds.expression)
    mean = f"{float(odds.mean):.2f}"
    said = drawn.wrap(drawn.say("odds.mean", mean=mean, named=named, chance=drawn.chance(most)))
    yield from [line.replace(mean, drawn.strong(mean), 1) if not at else line for at, line in enumerate(said)]
    for mark, p in odds.marks.items():
        yield drawn.say(f"odds.mark.{mark}", chance=drawn.chance(p))
    yield ""
    shown = {total: p for total, p in odds.chances.items() if len(odds.chances) <= MANY or p >= most * RARE}
    exact = {total: str(p) if fractions else "" for total, p in shown.items()}
    wide = max(len(str(total)) for total in shown)
    wider = max(map(len, exact.values()))
    wider = 0 if wider > LONGEST else max(wider, 5 if fractions else 0)
    more, fraction = drawn.say("odds.or_more"), drawn.say("odds.exact")
    head = f"{'':>{wide}}  {'':>7}  {' ' * (7 - columns(more))}{more}"
    yield drawn.faint(f"  {head}  {' ' * (wider - columns(fraction))}{fraction}" if wider else f"  {head}").rstrip()
    room = drawn.width - wide - wider - 24
    for total, p in shown.items():
        line = f"  {total:>{wide}}  {drawn.strong(f'{percent(p):>7}')}  {percent(odds.at_least(total)):>7}"
        if wider:
            line += f"  {drawn.faint(f'{exact[total]:>{wider}}')}"
        yield f"{line}  {drawn.accent(bar(p / most, min(room, 30), ascii_only=not drawn.shapes))}".rstrip()
    if len(shown) < len(odds.chances):
        yield drawn.faint(f"  {drawn.say('odds.rarer', n=len(odds.chances) - len(shown))}")
