"""Questions of odds that a game offers, asked by name with parameters as text."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct, field

from tallow.games import game as game_by_name
from tallow.games.game import Game, Inquiry, Parameter
from tallow.games.settings import chosen_settings
from tallow.mechanics.near import Malformed, Unknown, nearest
from tallow.mechanics.notation import parse, parse_pool, write_pool
from tallow.odds.chain import absorb
from tallow.odds.words import chance
from tallow.play import best, distribution

Number: TypeAlias = Fraction | float
Given: TypeAlias = tuple[Any, str | int]
"""A parameter as the rule takes it, and as it is shown."""


class Answer(Struct, frozen=True):
    """The chance of each possible outcome, in the question's order; `best`: of reaching `goal` by best play.

    `figures` are numbers that the question has besides, such as a mean.
    """

    game: str
    question: str
    given: Mapping[str, str | int]
    goal: str
    outcomes: Mapping[str, Number]
    best: Number | None = None
    figures: Mapping[str, Number] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        plain: dict[str, Any] = {
            "game": self.game,
            "question": self.question,
            "given": dict(self.given),
            "goal": self.goal,
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
) -> Answer:
    """Answer one of a game's questions. Anything wrong in what is given is said as `Unknown` or `Malformed`."""
    if isinstance(game, str):
        game = game_by_name(game)
    inquiry = question(game, name)
    taken = _parameters(game, inquiry, given)
    arguments = [value for value, _ in taken.values()]
    chosen = _settings(game, settings)
    if inquiry.settings:
        arguments.append(chosen)
    chances: Mapping[Any, Number] = distribution(inquiry.rule, *arguments, policy=game.decide)
    if inquiry.turn is not None and inquiry.ends is not None:
        chances = absorb(chances, inquiry.turn, inquiry.ends, game.decide)
    chances = _named(chances)
    goal = _goal(inquiry, goal)
    return Answer(
        game.id,
        inquiry.name,
        {parameter: shown for parameter, (_, shown) in taken.items()},
        goal,
        {outcome: chances[outcome] for outcome in inquiry.outcomes if chances.get(outcome)},
        _best(inquiry, arguments, goal) if goal else None,
        inquiry.figures(*arguments) if inquiry.figures else {},
    )


def question(game: Game[Any], name: str) -> Inquiry:
    """The question of that name, or `Unknown` with the nearest."""
    known = {inquiry.name: inquiry for inquiry in game.inquiries}
    if name not in known:
        raise Unknown("question", name, nearest(name, known) or tuple(known), game.title)
    return known[name]


def example(inquiry: Inquiry) -> str:
    """How one may ask it: `attack dice=d6 hp=4`."""
    wanted = [f"{parameter.name}={_sample(parameter)}" for parameter in inquiry.parameters if parameter.default is None]
    return " ".join((inquiry.name, *wanted))


def _sample(parameter: Parameter) -> str:
    match parameter.kind:
        case "number":
            return str(max(parameter.low, min(parameter.high, 4 if parameter.high > 30 else 11)))
        case "dice":
            return "d6"
        case "word":
            return parameter.words[0]
        case "text":
            return f'"{parameter.words[0]}"' if parameter.words else '"…"'


def _goal(inquiry: Inquiry, goal: str) -> str:
    """The goal to play for: the one named, or the first."""
    if goal and not inquiry.goals:
        raise Malformed(f"goal={goal}", 0, f"no goal: in {inquiry.name} there is nothing to decide")
    if goal and goal not in inquiry.goals:
        raise Unknown("goal", goal, nearest(goal, inquiry.goals) or tuple(inquiry.goals), inquiry.name)
    return goal or next(iter(inquiry.goals), "")


def _best(inquiry: Inquiry, arguments: list[Any], goal: str) -> Number:
    wanted = frozenset(inquiry.goals[goal])

    def reached(result: Any) -> bool:
        return not wanted.isdisjoint(result) if isinstance(result, tuple) else result in wanted

    return best(inquiry.rule, *arguments, goal=reached, maximise=(inquiry.player,), bounds=(0, 1)).value


def _named(chances: Mapping[Any, Number]) -> dict[str, Number]:
    """The chance of each name, where a result may have several that hold together."""
    named: dict[str, Number] = {}
    for result, p in chances.items():
        for name in result if isinstance(result, tuple) else (result,):
            named[name] = named.get(name, 0) + p
    return named


def _settings(game: Game[Any], settings: Struct | Mapping[str, str] | None) -> Struct:
    if isinstance(settings, Struct):
        return settings
    return game.settings(**chosen_settings(game, settings or {}))


# ---------------------------------------------------------------- parameters


def _parameters(game: Game[Any], inquiry: Inquiry, given: Mapping[str, str | int]) -> dict[str, Given]:
    """Each parameter as the rule takes it and as it is shown, in the question's order."""
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
        case "dice" if game.dice == "highest":
            pool = parse_pool(text, game.dice)
            return pool, write_pool(pool)
        case "dice":
            expression = parse(text, game.dice)
            return expression, str(expression)
        case "word":
            if text not in parameter.words:
                raise Malformed(text, 0, _wanted(parameter))
            return text, text
        case "text":
            if not text:
                raise Malformed(text, 0, _wanted(parameter))
            return text, text
