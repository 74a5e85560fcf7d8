"""Tables that are set for one question or effect to which people seldom come by chance.

A `Stage` says how the table is set and what is begun there; the answers that lead on are found by trying: dice as low
and as high as they can be, and one option after another.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.adventures import checked
from tallow.adventures.generating.draft import draft
from tallow.adventures.standing import Band
from tallow.games import Game, game
from tallow.games.deeds import Action, Refused
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import Answer, Choice, Question, Roll, Span, Waiting, advance
from tallow.table import Table, TableRefusal, open_table
from tallow.table.motion import tried
from tallow.table.seats import referee
from tests.table.evenings import example
from tests.table.explorer import seen

TRIES = 4_000
"""So many ways are tried before it is given up."""

ROOMS = 16
"""So many rooms has a place, so that there is more than one trap."""

WAY_IN = "room1"
"""The room to which the way into a place by chance leads."""

MANY = 40
"""Of more options than these only the first and the last are tried."""


def _as_it_is(state: Any) -> Any:
    return state


class Stage(Struct, frozen=True):
    """How somebody comes to be asked something: what the table is like, and what is done there.

    `foe` are those whom the party fights, if it does. `ready` makes the state. `does` are actions, one after the other:
    a name, and after a space for whom. `given` are answers by what is asked, and for dice by the rule that asks; all
    else is tried. With a `place` there are many rooms, made by chance.
    """

    does: tuple[str, ...]
    ready: Callable[[Any], Any] = _as_it_is
    foe: str = ""
    given: Mapping[str, Answer] = {}
    place: bool = False


class Search:
    """What is wanted, the answers that are given, whether long ways come before short ones, how many are left."""

    def __init__(self, wanted: str, given: Mapping[str, Answer], deep: bool, left: int) -> None:
        self.wanted = wanted
        self.given = given
        self.deep = deep
        self.left = left


class NotReached(Exception):
    """No answers were found that lead to what a table was set for."""


def staged(name: str, stage: Stage, wanted: str) -> Table:
    """The table at which a question waits, or an effect is in force; or `NotReached`."""
    table = _set(name, stage)
    for deep in (False, True):
        for found in _ways(table, stage.does, Search(wanted, stage.given, deep, TRIES)):
            if wanted in {*seen(found)}:
                return found
    raise NotReached(f"{name}: {wanted}")


def _set(name: str, stage: Stage) -> Table:
    table = _at_a_place(name) if stage.place else example(name)
    typing = tuple([replace(one, dice="typed") for one in table.seats])
    state = _in_a_fight(table.rules, stage) if stage.foe else table.state
    return replace(table, seats=typing, state=stage.ready(state))


def _at_a_place(name: str) -> Table:
    played = game(name)
    place = checked(draft(played, ROOMS, "many traps", 0), played)
    table = open_table(name, "The Mill", {}, bytes(32), example=True, adventure=place).table.sit(referee("Ann")).table
    return table.join("Bo", seat=table.free_seats()[0]).table


def _in_a_fight(rules: Game[Any], stage: Stage) -> Any:
    archetypes, bots = archetypes_of(rules), needed_bots(rules)
    assert archetypes is not None
    state = bots.fight(archetypes.party(1), stage.foe, None)
    state = next(tried(rules, state, bots.action(state, rules.waiting(state)[0]), ()))
    return replace(state, party=tuple([replace(one, seat=f"player{at}") for at, one in enumerate(state.party, 1)]))


def _ways(table: Table, does: Sequence[str], search: Search) -> Iterator[Table]:
    """The tables that actions lead to, with each of their questions, as far as they are tried."""
    yield table
    if not does:
        return
    name, _, who = does[0].partition(" ")
    for seat, action in _offered(table, name, who):
        for answers, done in _answered(table, action, search):
            try:
                after = _answer_all(table.act(seat, action).table, answers)
            except (TableRefusal, Refused):
                continue
            if done:
                yield from _ways(after, does[1:], search)
            else:
                yield after


def _answer_all(table: Table, answers: Sequence[Answer]) -> Table:
    """The table after these answers; some of them it has given itself, for seats that nobody plays."""
    while table.pending and len(table.pending[-1].answers) < len(answers):
        pending = table.pending[-1]
        answer = answers[len(pending.answers)]
        table = table.answer(pending.question.by, pending.starter, answer, number=pending.number).table
    return table


def _offered(table: Table, name: str, who: str) -> Iterator[tuple[str, Action]]:
    found = set()
    for one in table.seats:
        for offer in table.offers(one.seat):
            action = offer.action
            if action.name == name and who in {"", action.who} and not offer.refusal and action not in found:
                found.add(action)
                yield one.seat, action


def _answered(table: Table, action: Action, search: Search) -> Iterator[tuple[tuple[Answer, ...], bool]]:
    """Answers with which an action is done, or comes to what is wanted; and whether it is done."""
    ways: list[tuple[Answer, ...]] = [()]
    while ways and search.left > 0:
        answers = ways.pop(-1 if search.deep else 0)
        search.left -= 1
        try:
            ran = advance(table.rules.perform, table.state, action, answers=answers)
        except Refused:
            continue
        if not isinstance(ran, Waiting):
            yield answers, True
        elif getattr(ran.question, "what", "") == search.wanted:
            yield answers, False
        else:
            options = _options(ran.question, search.given)
            ways += [(*answers, one) for one in (reversed(options) if search.deep else options)]


def _options(question: Question, given: Mapping[str, Answer]) -> list[Answer]:
    what = getattr(question, "what", "roll")
    if isinstance(question, Roll):
        if question.why in given and not question.fault(given[question.why]):
            return [given[question.why]]
        faces = (question.sides, 1, (question.sides + 1) // 2)
        return [(face,) * question.n for face in dict.fromkeys(faces)]
    if what in given and not question.fault(given[what]):
        return [given[what]]
    if not isinstance(question, Choice):
        return ["Something"]
    options = question.options
    return [options[0], options[-1]] if isinstance(options, Span) or len(options) > MANY else list(options)


def two_asleep(who: str) -> Callable[[Any], Any]:
    """Two groups of a place, of so many of a kind each, sleep where its way in leads to."""
    bands = tuple([Band(id_, WAY_IN, "asleep", who) for id_ in ("group1", "sleeper")])
    return lambda state: replace(state, place=replace(state.place, bands=bands))


def first(state: Any, **fields: Any) -> Any:
    """The state with the first of the party otherwise."""
    return replace(state, party=(replace(state.party[0], **fields), *state.party[1:]))
