"""The pages of the site that are made from the games: what each can be told, asked and refused, and what it has."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from tallow.adventures import names as adventures
from tallow.adventures import ready, with_adventure
from tallow.adventures.with_adventure import AdventureDeeds
from tallow.games import BUILT_IN, Game, game
from tallow.games.deeds import Deed, Deeds
from tallow.games.game import Inquiry, Parameter
from tallow.games.optional import documents_of
from tallow.games.rulebook import RULES, Entry
from tallow.games.settings import setting_values
from tallow.mechanics.statline import Form
from tallow.odds.ask import example
from tallow.testing.codes import Bindings, Code, Source, argument, called, offered, said

MOST_OPTIONS = 12
"""Of the options of a question no more are listed than this."""


PLACE = "place."
"""How the codes of adventures begin, in every game."""

EXACT = 1_000
"""A code that stands in the source as it is; of a pattern it is how long the pattern is."""


@cache
def sources(name: str) -> tuple[Source, ...]:
    """What speaks in a game, read for its codes: the game itself, and adventures."""
    return Source(game(name)), Source(game(name), "tallow.adventures")


def pages(names: Sequence[str] = BUILT_IN) -> dict[str, str]:
    """The pages of these games by their path, without the suffix."""
    made = {"games/index": _index(names)}
    for name in names:
        one = game(name)
        made[f"games/{name}/index"] = _overview(one)
        made[f"games/{name}/actions"] = _actions(one)
        made[f"games/{name}/questions"] = _questions(one)
        made[f"games/{name}/told"] = _told(one)
        made[f"games/{name}/refusals"] = _refusals(one)
        made[f"games/{name}/content"] = _content(one)
    return made


def _index(names: Sequence[str]) -> str:
    listed = "\n".join(f"{name}/index" for name in names)
    return f"""# The games, for programs

What a program can do in each game, be asked, be told and be refused, under the names that it uses: in `Action.name`,
`Choice.what`, `Told.code`, `Refusal.code`, in settings, in stat lines, in `tallow odds` and in content. These pages
are made from the games when the site is built, so they are what this version does.

```{{toctree}}
:maxdepth: 1

{listed}
```
"""


def _overview(one: Game[Any]) -> str:
    parts = [f"# {one.title}\n\n`{one.id}`. Whoever runs the game is called the {one.referee}.\n"]
    parts.append("\n```{toctree}\n:maxdepth: 1\n\nactions\nquestions\ntold\nrefusals\ncontent\n```\n")
    parts.append(_settings(one))
    parts.append(_stat_lines(one))
    parts.append("\n## Odds\n\nWhat `tallow odds` and `tallow.odds.ask` answer.\n")
    parts += [_inquiry(one, inquiry) for inquiry in one.odds.inquiries]
    return "".join(parts)


def _settings(one: Game[Any]) -> str:
    entries = one.book.entries()
    rows = []
    for name, values in setting_values(one).items():
        entry = entries.get(f"{one.id}.setting.{name}")
        rows.append((code(name), ", ".join(map(code, values)), text(entry.text) if entry else ""))
    head = "\n## Settings\n\nThe first value is the default. `--set NAME=VALUE`, or `settings` of a table.\n\n"
    return head + table(("setting", "values", "what it decides"), rows)


def _stat_lines(one: Game[Any]) -> str:
    bots = one.bots
    if bots is None:
        return ""
    parts = ["\n## Stat lines\n\nWhat `--party` and `--foes` take, and `party` and `foes` of `tallow.simulate`.\n\n"]
    bestiary = import_module(f"{one.book.package}.monsters.bestiary")
    readers = (bots.fight, getattr(bestiary, "several", None), _party(one))
    parts += [f"{paragraph(reader.__doc__)}\n\n" for reader in readers if reader is not None and reader.__doc__]
    if bots.archetypes:
        parts.append(f"For example `{bots.archetypes.party(1)}` against `{bots.archetypes.foe} x3`.\n\n")
    form = getattr(bestiary, "FORM", None)
    if isinstance(form, Form):
        rows = [(code(name), str(n.usual), f"{n.low} to {n.high}") for name, n in form.numbers.items()]
        parts.append(table(("number", "if left out", "from, to"), rows))
        parts.append(f"\nFlags: {', '.join(map(code, form.flags))}. ")
        parts.append(f"Notes after the dice of an attack: {', '.join(map(code, form.notes))}.\n")
    return "".join(parts)


def _party(one: Game[Any]) -> Any:
    """What reads a party, where it is not read as foes are."""
    try:
        return getattr(import_module(f"{one.book.package}.characters.typical"), "party", None)
    except ModuleNotFoundError:
        return None


def _inquiry(one: Game[Any], inquiry: Inquiry) -> str:
    rows = [(code(given.name), _kind(given), "" if given.default is None else code(given.default) if given.default != ""
             else "none") for given in inquiry.parameters]  # fmt: skip
    parts = [f"\n### {inquiry.name}\n\n    tallow odds {one.id} {example(inquiry)}\n\n{_rule(one, inquiry.why)}\n\n"]
    parts.append(table(("parameter", "takes", "if left out"), rows) if rows else "It takes no parameters.\n")
    parts.append(f"\nOutcomes: {', '.join(map(code, inquiry.outcomes))}.\n")
    if inquiry.goals:
        goals = [f"{code(goal)} ({', '.join(map(code, reached))})" for goal, reached in inquiry.goals.items()]
        parts.append(f"\nGoals of the {inquiry.player}: {'; '.join(goals)}.\n")
    return "".join(parts)


def _kind(given: Parameter) -> str:
    if given.kind == "number":
        return f"a number from {given.low} to {given.high}"
    if given.kind == "word":
        return "one of " + ", ".join(map(code, given.words))
    return {"dice": "dice, such as `d6+d8`", "text": "text"}[given.kind]


def _actions(one: Game[Any]) -> str:
    parts = [
        f"# {one.title}: actions\n\nFor `Action.name`. A player's action names in `who` the character that does it; "
    ]
    parts.append(f"an action of the {one.referee} has none. What else must be known, its rule asks.\n")
    entries = one.book.entries()
    added = _in_adventures(one)
    for by, whose in (("player", "Players"), ("referee", f"The {one.referee}")):
        for where, deeds in (("", _deeds(one)), (" in an adventure", added)):
            rows = [
                (code(d.name), text(one.words.say("action", d.name)), _cost(one, d), _rule(one, d.why, entries))
                for d in deeds
                if d.by == by
            ]
            if rows:
                parts.append(f"\n## {whose}{where}\n\n" + table(("name", "title", "cost", "rule"), rows))
    return "".join(parts)


def _in_adventures(one: Game[Any]) -> tuple[Deed[Any], ...]:
    """What can be done besides in a place, with a referee and without one."""
    if one.exploring is None or not adventures(one.id):
        return ()
    document = ready(one.id, adventures(one.id)[0])
    kinds = [with_adventure(one, document, refereed=refereed).deeds for refereed in (True, False)]
    found = [deed for kind in kinds if isinstance(kind, AdventureDeeds) for deed in kind.own.deeds.values()]
    return tuple({deed.name: deed for deed in found}.values())


def _deeds(one: Game[Any]) -> Iterable[Deed[Any]]:
    assert isinstance(one.deeds, Deeds)  # noqa: S101  (the games here are made of them)
    return one.deeds.deeds.values()


def _cost(one: Game[Any], deed: Deed[Any]) -> str:
    return text(one.words.say("label", deed.cost)) if deed.cost else ""


def _rule(one: Game[Any], id_: str, entries: Any = None) -> str:
    known: Entry | None = (entries or one.book.entries()).get(id_)
    return f"{code(id_)} {text(known.title)}" if known else code(id_) if id_ else ""


def _questions(one: Game[Any]) -> str:
    head = f"""# {one.title}: questions

For `Choice.what` and `Writing.what`. `{{0}}`, `{{1}}` … in the words are the facts of the question in their order, by
what the rule calls them; where several rules ask the same, the facts of each. Options are words as listed here (`…`
stands for more), numbers, ids of people or entries, or tuples that begin with a word; "as found" names the list that
the rule makes of them.

"""
    called = _calls(one.id)
    rows = [
        (code(what), text(words), _facts(called.get(("ask", what), ())), _options(one, what))
        for what, words in sorted(one.words.catalogue()["ask"].items())
    ]
    return head + table(("what", "words", "facts", "options"), rows)


def _options(one: Game[Any], what: str) -> str:
    listed = sorted({option for asked, option in _offered(one.id) if asked == what})
    shown = ", ".join(map(code, listed[:MOST_OPTIONS])) + (" …" if len(listed) > MOST_OPTIONS else "")
    kind = _kinds(one.id).get(what, "")
    if kind == "text":
        return "free text"
    return shown or kind or "ids of the situation"


def _told(one: Game[Any]) -> str:
    head = f"""# {one.title}: what is told

For `Told.code`. `{{0}}`, `{{1}}` … in the words are the facts in their order, by what the rule calls them; where
several rules tell the same, the facts of each.

"""
    called = _calls(one.id)
    rows = [
        (code(name), text(words), _facts(called.get(("told", name), ())))
        for name, words in sorted(one.words.catalogue()["told"].items())
    ]
    return head + table(("code", "words", "facts"), rows)


def _refusals(one: Game[Any]) -> str:
    head = f"""# {one.title}: refusals

For `Refusal.code`: why something cannot be done now. What is refused has changed nothing, and no die has been rolled.

"""
    called = _calls(one.id)
    rows = [
        (code(name), text(words), _facts(called.get(("refusal", name), ())))
        for name, words in sorted(one.words.catalogue()["refusal"].items())
    ]
    return head + table(("code", "words", "facts"), rows)


def _content(one: Game[Any]) -> str:
    kinds = [kind for kind in one.book.kinds() if kind not in RULES]
    parts = [f"# {one.title}: content\n\nEvery id by its kind. `tallow rules ID` prints one; `book.load` reads them.\n"]
    entries = one.book.entries()
    for kind in kinds:
        rows = [(code(raw["id"]), text(entries[raw["id"]].title)) for raw in one.book.raw(kind)]
        parts.append(f"\n## {kind.replace('_', ' ')}\n\n" + table(("id", "name"), rows))
    return "".join(parts)


@cache
def _calls(name: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The facts with which each code is said, by its table and the code, as the rules call them.

    Of calls that may say a code, those count that say it most exactly.
    """
    found: dict[tuple[str, str], dict[str, int]] = {}
    for of in sources(name):
        for call, known in of.calls("tell"):
            at, before = (0, "") if isinstance(call.func, ast.Attribute) else (1, PLACE)  # `tell` of adventures
            _note(found, "told", of, said(argument(call, at), known), call.args[at + 1 :], before)
        for which, names, at in (("told", ("tell",), 0), ("ask", ("choose", "write"), 1), ("refusal", ("Refusal",), 0)):
            own = [(call, said(argument(call, at), known)) for call, known in of.calls(*names) if which != "told"]
            through = [
                (inner, said(argument(call, place), known))
                for function, place, inner in of.handed_on(at, *names)
                for call, known in of.calls(function)
            ]
            for call, codes in (*own, *through):
                _note(found, which, of, codes, _facts_of(call))
    return {
        key: tuple([shown for shown, exact in facts.items() if shown and exact == max(facts.values())])
        for key, facts in found.items()
    }


def _facts_of(call: ast.Call) -> Sequence[ast.expr]:
    """What a call gives as facts."""
    if called(call) == "Refusal":
        facts = argument(call, 1, "facts")
        return facts.elts if isinstance(facts, ast.Tuple) else ()
    return call.args[{"tell": 1, "write": 2, "choose": 3}[called(call)] :]


def _note(
    found: dict[tuple[str, str], dict[str, int]],
    which: str,
    of: Source,
    codes: Iterable[Code],
    facts: Sequence[ast.expr],
    before: str = "",
) -> None:
    shown = ", ".join(ast.unparse(fact) for fact in facts)
    handed = any(isinstance(fact, ast.Starred) for fact in facts)  # they are those of whoever calls the function
    for each, exact in _codes(of, which, codes, before):
        known = found.setdefault((which, each), {})
        known[shown] = max(0 if handed else exact, known.get(shown, 0))


def _codes(of: Source, which: str, codes: Iterable[Code], before: str = "") -> Iterator[tuple[str, int]]:
    """The codes of a table that these are, and how exactly; a pattern stands for all that it fits."""
    for one in codes:
        if isinstance(one, str):
            yield before + one, EXACT
        elif one.pattern != ".+":
            fits = re.compile(re.escape(before) + one.pattern)
            yield from [(word, len(fits.pattern)) for word in of.game.words.catalogue()[which] if fits.fullmatch(word)]


@cache
def _offered(name: str) -> tuple[tuple[str, str], ...]:
    return tuple((what, option) for of in sources(name) for what, option, _ in of.options)


@cache
def _kinds(name: str) -> dict[str, str]:
    """The kind of answer that each question takes, where its options are no words."""
    found: dict[str, str] = {}
    brought = documents_of(game(name))
    if brought is not None:
        found[brought.asks] = "text"
    for of in sources(name):
        for call, known in of.calls("choose", "write"):
            kind = "text" if called(call) == "write" else _kind_of(argument(call, 2), known)
            for what, _ in _codes(of, "ask", said(argument(call, 1), known)):
                found.setdefault(what, kind)
    return found


def _kind_of(options: ast.expr | None, known: Bindings) -> str:
    match options:
        case ast.Call(func=ast.Name(id="range" | "Span")):
            return "a number"
        case ast.Call(func=ast.Name(id="tuple"), args=[ast.Call(func=ast.Name(id="range"))]):
            return "a number"
        case ast.Tuple(elts=[ast.Constant(value=bool()), *_]):
            return "`true` or `false`"
        case ast.Tuple(elts=[ast.Constant(value=int()), *_]):
            return "a number"
        case ast.expr() if not list(offered(options, known)):
            return f"as found: {code(ast.unparse(options))}"
    return ""


def _facts(shown: Iterable[str]) -> str:
    return "; ".join(code(one) for one in shown)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(_cell(cell) for cell in line)} |\n" for line in lines)


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def code(value: object) -> str:
    """Something as code."""
    shown = " ".join(str(value).split())
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def text(words: str) -> str:
    """Words as they are, without what Markdown would make of them."""
    return "".join(_escaped(" ".join(words.split())))


def _escaped(words: str) -> Iterator[str]:
    for character in words:
        yield f"\\{character}" if character in "\\`*_[]<>#$~^" else character


def paragraph(doc: str) -> str:
    """A docstring as a paragraph: its code stays code."""
    return " ".join(doc.split())
