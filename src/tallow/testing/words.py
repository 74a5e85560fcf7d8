"""Whether a game has words for all that it says: every code that its source can say, and none that nobody says."""

import ast
import re
import string
from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, get_args, get_type_hints

from tallow.games import Game
from tallow.games.deeds import Deeds
from tallow.games.optional import archetypes_of, documents_of
from tallow.games.words import Catalogue, catalogue
from tallow.simulate import MEASURES
from tallow.testing.codes import BLOCKS, Code, Source, argument, said

TABLES = ("told", "ask", "option", "action", "refusal", "label", "measure", "term")
"""The tables that every catalogue has, in their order."""

STAKES = ("passing", "failing")
"""What comes of a roll with a stake, by its code."""

LATER = (*STAKES, "needed", "was_needed", "prospect", "does")
"""The tables that a catalogue may have after those."""

AS_IT_IS = re.compile(r"(\d+|\d*d\d+|[A-Z]{3})$")
"""Options that need no words: numbers, dice, abilities."""

ELSEWHERE = {"about", "credit", "stalemate", "name", "notes", "party", "petty"}
"""Labels that the start page, sheets on paper and the simulator say."""

BOXES = {"boxes.slashed", "boxes.crossed", "boxes.circle", "boxes.marks"}
"""What faces call the parts of a row of boxes."""

LONGEST = 64
"""The most letters of what an action leads to: it stands on a button."""

COUNTED = (
    "coins", "days", "Days", "hours", "Hours", "Moments", "Minutes", "orders", "points", "Rounds", "Turns", "weeks",
    "miles", "enemies", "bodies", "Experiences", "Armour Dice", "Damage Dice", "Hit Dice", "gems", "Helpers",
)  # fmt: skip
"""Nouns that go with a number."""


class Vocabulary:
    """The codes that a game says, found in its source, beside the words in its catalogue.

    `literals` are places in the module of the game's state whose texts are shown (`Phase`, `Ended.how`), `more` are
    codes by table that are put together from data, where the source does not have them whole.
    """

    def __init__(
        self, game: Game[Any], literals: Collection[str] = (), more: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self.game = game
        self.source = Source(game)
        self._literals = literals
        self._more = more or {}

    @property
    def whole(self) -> Catalogue:
        """The words of the game, with those that all games say; each table is there."""
        return {**{table: {} for table in TABLES}, **self.game.words.catalogue()}

    @property
    def own(self) -> Catalogue:
        """The words of the game without those that all games say."""
        return catalogue(self.game.book.package, "en")

    @cached_property
    def used(self) -> dict[str, set[Code]]:
        """The codes that need words, by table."""
        of, played = self.source, self.game
        deeds = played.deeds.deeds if isinstance(played.deeds, Deeds) else {}
        costs = {deed.cost for deed in deeds.values()} - {""}
        brought = documents_of(played)
        reminders = played.characters.reminders if played.characters else {}
        drawn = BOXES if any(True for _ in of.calls("Boxes")) else set()
        priced = {"price_of"} if played.ui.prices else set()
        labels = of.codes(0, *BLOCKS) | set(reminders) | set(played.ui.groups) | of.literals("Phase")
        terms = of.codes(0, "Tag", "Cause") | of.literals(*self._literals) | self._settings()
        return {
            "told": of.codes(0, "tell"),
            "ask": of.codes(1, "choose", "write") | ({brought.asks} if brought else set()),
            "action": set(deeds),
            "does": set(deeds) if "does" in self.own else set(),
            "refusal": of.codes(0, "Refusal")
            | {"no_such_action", "not_now"}
            | ({"bad_document"} if brought else set()),
            "measure": set(MEASURES) if archetypes_of(played) else set(),
            "label": labels | costs | drawn | priced | set(self._more.get("label", ())),
            "term": terms | self._conditions() | set(self._more.get("term", ())),
        }

    def _settings(self) -> set[Code]:
        """The names of settings, and where a game has words for the values of a setting, all of them."""
        known = self.whole["term"]
        found: set[Code] = set()
        for setting, values in get_type_hints(self.game.settings).items():
            found.add(own if (own := f"setting.{setting}") in known else setting)
            named = {f"{setting}.{value}" for value in get_args(values) if isinstance(value, str | bool)}
            found |= named if any(value in known for value in named) else set()
        return found

    def _conditions(self) -> set[Code]:
        """What creatures come into."""
        return {
            code
            for call, known in self.source.calls("gain")
            for given in call.args[1:]
            for code in said(given, known)
            if ":" not in (code if isinstance(code, str) else code.pattern)
        }

    def missing(self, table: str) -> list[str]:
        """Codes of a table that have no words; those that are put together at play stand as patterns."""
        known = self.whole[table]
        also = self.whole["term"] if table == "label" else self.whole["label"] if table == "term" else {}
        id_ = self.game.base
        lacking = []
        for code in self.used[table]:
            if isinstance(code, str):
                if code and code not in known and code not in also and not code.startswith(f"{id_}."):
                    lacking.append(code)
            elif code.pattern == ".+" or code.pattern.startswith(id_):
                continue
            elif not any(code.fullmatch(word) for word in (*known, *also)):
                lacking.append(f"({code.pattern})")
        return sorted(lacking)

    def unworded(self) -> list[str]:
        """Options without words."""
        known, terms, actions = self.whole["option"], self.whole["term"], self.whole["action"]
        return [
            f"{what}.{option}"
            for what, option, begins in sorted(self.source.options)
            if f"{what}.{option}" not in known
            and not AS_IT_IS.match(option)
            and (begins or (option not in known and option not in terms and option not in actions))
        ]

    def in_use(self, table: str, code: str) -> bool:
        """Whether anything in the game can say this code."""
        of = self.source
        texts, patterns = of.written
        if code in texts or code in self.used.get(table, ()):
            return True
        if table == "option" and any(code == f"{what}.{option}" for what, option, _ in of.options):
            return True
        if table == "label" and code in {f"bots.{inquiry.name}" for inquiry in self.game.odds.inquiries}:
            return True
        if table == "label" and code in ELSEWHERE | {f"{label}.hint" for label in self.whole["label"]}:
            return True
        what, _, entry = code.partition(".")
        if table == "option" and what in self.used["ask"] and entry in self.game.book.entries():
            return True
        asked, _, last = code.rpartition(".")
        if table == "option" and (last == "n" or AS_IT_IS.match(last)) and asked in self.used["ask"]:
            return True
        short = last if table == "option" else code
        if table in {"option", "term", "label"} and (short in texts or code.casefold() in of.content):
            return True
        return any(
            pattern.fullmatch(code) or pattern.fullmatch(short)
            for pattern in patterns
            if len(pattern.pattern.replace(".+", "")) > 2
        )

    def unused(self, table: str) -> list[str]:
        """Words of a table that are for a code that nobody says."""
        return [code for code in self.own.get(table, {}) if not self.in_use(table, code)]

    def stakes(self) -> list[str]:
        """What is wrong with the words for what is at stake: said one way only, or at stake nowhere."""
        passing, failing = (self.own.get(table, {}) for table in STAKES)
        entries = self.game.book.entries()
        wrong = [f"{code}: only one of passing and failing has words" for code in sorted(set(passing) ^ set(failing))]
        if not wrong and list(passing) != list(failing):
            wrong.append("passing and failing are in different orders")
        wrong += [f"{code}: needed, and not in passing" for code in self.own.get("needed", {}) if code not in passing]
        nowhere = [code for code in passing if code not in entries and not self.in_use("passing", code)]
        return wrong + [f"{code}: at stake nowhere" for code in nowhere]

    def ill_made(self) -> list[str]:
        """What is wrong with the catalogue itself: its order, its templates, how its sentences begin and end."""
        own = self.own
        order = (*TABLES, *(table for table in LATER if table in own))
        wrong = [] if tuple(own) == order else [f"the tables should be {', '.join(order)}, in this order"]
        for table, known in own.items():
            wrong += [f"{table}: {after} stands after {before}" for before, after in pairwise(known) if before > after]
            wrong += [f"{table}.{code}: {fault}" for code, words in known.items() for fault in _faults(table, words)]
        return wrong

    def overasked(self) -> list[str]:
        """Templates that ask for more facts than the code is told with: a {2} where there are two."""
        wrong = []
        for table, at, names in (("told", 1, ("tell",)), ("ask", 3, ("choose",)), ("ask", 2, ("write",))):
            for call, known in self.source.calls(*names):
                if any(isinstance(given, ast.Starred) for given in call.args):
                    continue
                codes = said(argument(call, 0 if table == "told" else 1), known)
                wrong += self._beyond(table, codes, len(call.args) - at)
        for call, known in self.source.calls("Refusal"):
            given = argument(call, 1, "facts")
            listed = isinstance(given, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in given.elts)
            if given is None or listed:
                count = len(given.elts) if isinstance(given, ast.Tuple) else 0
                wrong += self._beyond("refusal", said(argument(call, 0), known), count)
        return wrong

    def _beyond(self, table: str, codes: Collection[Code] | Any, count: int) -> list[str]:
        words = [(code, self.whole[table].get(code, "")) for code in codes if isinstance(code, str)]
        return [f"{table}.{code}: {text}" for code, text in words if _asks_for(text) > count]

    def without_singular(self, nouns: Collection[str] = COUNTED) -> list[str]:
        """Words with a number and one of these nouns, where nothing is said for one of them: `{1} {1:coin|coins}`."""
        plural = re.compile(rf"\{{\d+\}} ({'|'.join(map(re.escape, nouns))})\b")
        return [
            f"{table}.{code}"
            for table, known in self.own.items()
            for code, words in known.items()
            if plural.search(words)
        ]


def _faults(table: str, words: str) -> list[str]:
    """What is wrong with one template."""
    if not words:
        return ["there are no words"]
    fields = [field for _, field, _, _ in string.Formatter().parse(words) if field is not None]
    found = [] if all(field.isdecimal() for field in fields) else ["facts are {0}, {1} and so on"]
    if table == "does" and len(words) > LONGEST:
        found.append(f"it is longer than {LONGEST} letters")
    if words != words.strip():
        found.append("space at an end")
    if table in {"told", "refusal"} and not words.endswith((".", "}", "!", "?")):
        found.append("a sentence ends with a full stop")
    if table == "ask" and not words.endswith(("?", ".", ":", "}")):
        found.append("a question ends with a question mark")
    if table in {"option", "action"} and words[0].upper() != words[0]:
        found.append("it begins with a capital")
    if table in {"option", "action", "does"} and words.endswith("."):
        found.append("it has no full stop")
    return found


def _asks_for(words: str) -> int:
    """How many facts a template needs."""
    return max((int(f) + 1 for _, f, _, _ in string.Formatter().parse(words) if f and f.isdecimal()), default=0)
