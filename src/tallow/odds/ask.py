"""The questions of odds that a game offers, asked by name with parameters as text."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from tallow.games import game as game_by_name
from tallow.games.game import Game, Inquiry, Parameter
from tallow.games.settings import chosen_settings
from tallow.mechanics.dice import Dice, walk
from tallow.mechanics.notation import parse, parse_pool, write_pool
from tallow.mechanics.suggestions import Malformed, Unknown, nearest
from tallow.odds.chain import absorb
from tallow.odds.effort import Effort, Progress, check_ways
from tallow.odds.words import chance
from tallow.play import Best, Choice, Policy, Undecidable, Watch, best, distribution

Number: TypeAlias = Fraction | float
Given: TypeAlias = tuple[Any, str | int]
"""A parameter as the rule takes it, and as it is displayed."""


Played: TypeAlias = Literal["", "bots", "best"]
"""Who decides: nobody, because there is nothing to decide; the game's bots; best play for a goal."""


class Answer(Struct, frozen=True):
    """The chance of each possible outcome, in the order of the question; `played` says who decides.

    With a `goal` these are the chances under best play for it, and `best` is the chance of reaching it. `figures` are
    further numbers, such as a mean.
    """

    game: str
    question: str
    given: Mapping[str, str | int]
    goal: str
    outcomes: Mapping[str, Number]
    best: Number | None = None
    figures: Mapping[str, Number] = field(default_factory=dict)
    played: Played = ""

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        plain: dict[str, Any] = {
            "game": self.game,
            "question": self.question,
            "given": dict(self.given),
            "goal": self.goal,
            "played": self.played,
            "outcomes": {name: chance(p) for name, p in self.outcomes.items()},
            "best": None if self.best is None else chance(self.best),
        }
        if self.figures:
            plain["figures"] = {name: {"value": float(n), "exact": str(n)} for name, n in self.figures.items()}
        return plain


def ask(
    game: Game[Any] | str,
    name: str,
    given: Mapping[str, str | int],
    *,
    goal: str = "",
    settings: Struct | Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Answer one of a game's questions. Raises `Unknown` or `Malformed` if a name or a parameter is wrong.

    With a `goal` the question's player plays the best for it and everybody else the worst; without one the game's bots
    decide. Raises `TooLarge` if it would take too long. `progress(runs)` is called after every thousand runs of a rule.
    """
    if isinstance(game, str):
        game = game_by_name(game)
    inquiry = question(game, name)
    taken = _parameters(game, inquiry, given)
    arguments = [value for value, _ in taken.values()]
    chosen = _settings(game, settings)
    if inquiry.settings:
        arguments.append(chosen)
    goal = _goal(inquiry, goal)
    watch = Effort(progress)
    bots = _Recorded(inquiry.decide or (game.bots.answer if game.bots else _nobody))
    value: Number | None = None
    chances: Mapping[Any, Number]
    if goal:
        found = _best(inquiry, arguments, goal, watch)
        chances, value = found.distribution(), found.value
    else:
        chances = distribution(inquiry.rule, *arguments, policy=bots, watch=watch)
        if inquiry.turn is not None and inquiry.ends is not None:
            chances = absorb(chances, inquiry.turn, inquiry.ends, bots, watch)
    named = _named(chances)
    return Answer(
        game.id,
        inquiry.name,
        {parameter: shown for parameter, (_, shown) in taken.items()},
        goal,
        {outcome: named[outcome] for outcome in inquiry.outcomes if named.get(outcome)},
        value,
        inquiry.figures(*arguments) if inquiry.figures else {},
        "best" if goal else "bots" if bots.asked else "",
    )


def _nobody(choice: Choice) -> Any:
    raise Undecidable(f"{choice.what}: {choice.by} has to decide, and this game has no bots; name a goal")


class _Recorded:
    """A policy that records whether it was ever asked."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.asked = False

    def __call__(self, choice: Choice) -> Any:
        self.asked = True
        return self._policy(choice)


def question(game: Game[Any], name: str) -> Inquiry:
    """The question of that name, or `Unknown` with the nearest."""
    known = {inquiry.name: inquiry for inquiry in game.odds.inquiries}
    if name not in known:
        raise Unknown("question", name, nearest(name, known) or tuple(known), game.title)
    return known[name]


def example(inquiry: Inquiry) -> str:
    """An example of how to ask it: `attack dice=d6 hp=4`."""
    texts = {parameter.name for parameter in inquiry.parameters if parameter.kind == "text"}
    wanted = [f'{name}="{value}"' if name in texts else f"{name}={value}" for name, value in sample(inquiry).items()]
    return " ".join((inquiry.name, *wanted))


def sample(inquiry: Inquiry) -> dict[str, str]:
    """A value for each parameter that has no default."""
    return {parameter.name: _sample(parameter) for parameter in inquiry.parameters if parameter.default is None}


def _sample(parameter: Parameter) -> str:
    match parameter.kind:
        case "number":
            return str(max(parameter.low, min(parameter.high, 11 if 15 <= parameter.high <= 30 else 4)))
        case "dice":
            return "d6"
        case "word":
            return parameter.words[0]
        case "text":
            return parameter.words[0] if parameter.words else "…"


def _goal(inquiry: Inquiry, goal: str) -> str:
    """The goal to play for, if one is named."""
    if goal and not inquiry.goals:
        raise Malformed(f"goal={goal}", 0, f"no goal: in {inquiry.name} there is nothing to decide")
    if goal and goal not in inquiry.goals:
        raise Unknown("goal", goal, nearest(goal, inquiry.goals) or tuple(inquiry.goals), inquiry.name)
    return goal


def _best(inquiry: Inquiry, arguments: list[Any], goal: str, watch: Watch) -> Best[Any]:
    wanted = frozenset(inquiry.goals[goal])

    def reached(result: Any) -> bool:
        return not wanted.isdisjoint(result) if isinstance(result, tuple) else result in wanted

    return best(inquiry.rule, *arguments, goal=reached, maximise=(inquiry.player,), bounds=(0, 1), watch=watch)


def _named(chances: Mapping[Any, Number]) -> dict[str, Number]:
    """The chance of each name; a result may be a tuple of names that hold together."""
    named: dict[str, Number] = {}
    for result, p in chances.items():
        for name in result if isinstance(result, tuple) else (result,):
            named[name] = named.get(name, 0) + p
    return named


def _settings(game: Game[Any], settings: Struct | Mapping[str, str] | None) -> Struct:
    if isinstance(settings, Struct):
        return settings
    return game.settings(**chosen_settings(game, settings or {}))


def _parameters(game: Game[Any], inquiry: Inquiry, given: Mapping[str, str | int]) -> dict[str, Given]:
    """Each parameter as the rule takes it and as it is displayed, in the order of the question."""
    known = [parameter.name for parameter in inquiry.parameters]
    for name in given:
        if name not in known:
            raise Unknown("parameter", name, nearest(name, known) or tuple(known), f"{game.title}'s {inquiry.name}")
    return {parameter.name: _parameter(game, inquiry, parameter, given) for parameter in inquiry.parameters}


def _parameter(game: Game[Any], inquiry: Inquiry, parameter: Parameter, given: Mapping[str, str | int]) -> Given:
    if parameter.name not in given:
        if parameter.default is None:
            said = " ".join((inquiry.name, *(f"{name}={value}" for name, value in given.items())))
            wanted = f"{parameter.name}={_wanted(parameter)}, as in: {example(inquiry)}"
            raise Malformed(said, len(said), wanted)
        text = str(parameter.default)
    else:
        text = str(given[parameter.name]).strip()
    try:
        return _read(game, parameter, text)
    except Malformed as fault:
        before = f"{parameter.name}="
        raise Malformed(before + fault.text, len(before) + fault.at, fault.expected) from None


def _wanted(parameter: Parameter) -> str:
    match parameter.kind:
        case "number":
            return f"a whole number from {parameter.low} to {parameter.high}"
        case "dice":
            return "dice"
        case "word":
            return " or ".join(parameter.words)
        case "text":
            return "text"


def _read(game: Game[Any], parameter: Parameter, text: str) -> Given:
    match parameter.kind:
        case "number":
            digits = text[1:] if text[:1] in {"-", "+"} else text
            if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
                raise Malformed(text, 0, _wanted(parameter))
            if not parameter.low <= int(text) <= parameter.high:
                raise Malformed(text, 0, _wanted(parameter))
            return int(text), int(text)
        case "dice" if game.odds.dice_notation == "highest":
            pool = parse_pool(text, game.odds.dice_notation)
            check_ways(Counter(pool).items())
            return pool, write_pool(pool)
        case "dice":
            expression = parse(text, game.odds.dice_notation)
            thrown = [(node.sides, node.number) for node in walk(expression.root) if isinstance(node, Dice)]
            check_ways(thrown)
            return expression, str(expression)
        case "word":
            if text not in parameter.words:
                raise Malformed(text, 0, _wanted(parameter))
            return text, text
        case "text":
            if not text:
                raise Malformed(text, 0, _wanted(parameter))
            return text, text
