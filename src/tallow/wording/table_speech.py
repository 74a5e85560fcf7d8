"""A table's codes in words, for one seat: names as that seat knows them, and remarks of the table itself."""

from functools import lru_cache
from string import Formatter
from typing import Any, TypeAlias

from tallow.games.deeds import Refusal
from tallow.games.view import Lines, Panel, Slots, Stat, Tags, View
from tallow.games.words import form_for
from tallow.mechanics.memory import cached_by_identity
from tallow.play import REFEREE, Choice, Matter, Option, Question, Roll, Seat, Told
from tallow.table import Table
from tallow.table.motion import IN_MOTION
from tallow.table.pending import HELD
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, dice, texts, upper
from tallow.wording.stakes import stake_shown

DECLARED = "declare"
"""What is asked where somebody says what they do; the options are actions."""

DOES = "powers"
"""The label under which a sheet says what things do."""

NOTE = 120
"""The most letters of a note on an option."""

Part: TypeAlias = tuple[str, bool]
"""A part of a sentence, and whether it is the name of a person or creature."""


class TableSpeech(Speech):
    """Says what the codes of a table mean to one seat. `people` are the names of persons and creatures it knows of."""

    def __init__(
        self, table: Table, seat: Seat, view: View, phrases: Phrases, known: dict[str, str] | None = None
    ) -> None:
        """`known` are names by id that were found already, in the same state."""
        super().__init__(table.speaking(phrases.language), lambda one: one == seat)
        self._known = {} if known is None else known
        self.state = table.state
        self.table = table
        self.phrases = phrases
        self.view = view
        shown = (panel.title for panel in view.panels if panel.kind in {"card", "sheet"})
        self.people = frozenset((*shown, *(one.name for one in table.seats)))

    def update(self, table: Table, view: View, known: dict[str, str]) -> None:
        """Go on with another state that shows the same people to this seat."""
        self.table, self.state, self.view, self._known = table, table.state, view, known

    def names(self, facts: Any) -> dict[str, str]:
        """Names for the ids among these facts. Each is looked up once for as long as the state is the same."""
        known, named = self._known, {}
        # Most facts are a tuple of texts: to go through that by itself is much quicker than `texts`.
        flat = type(facts) is tuple and set(map(type, facts)) == {str}
        for id_ in facts if flat else texts(facts):
            name = known.get(id_)
            if name is None:
                name = known[id_] = self.game.name(self.state, id_)
            if name != id_:
                named[id_] = name
        return named

    def plays_several(self, seat: Seat) -> bool:
        """Whether a seat plays more than one character."""
        return len([panel for panel in self.view.panels if panel.kind == "card" and panel.seat == seat]) > 1

    def name(self, id_: str) -> str | None:
        """The name for an id, None if it has none."""
        name = self._known.get(id_)
        if name is None:
            name = self._known[id_] = self.game.name(self.state, id_)
        return name if name != id_ else None

    def told_parts(self, told: Told) -> tuple[Part, ...]:
        """What happened, with names set apart. Remarks of the table have the face's words, all else the game's."""
        words = self.game.words
        template = self.phrases.template("told", told.code) or words.catalogue()["told"].get(told.code)
        if template is None:
            template = told.code.replace("_", " ").replace(".", " ")
        names, facts = self.names(told.facts), []
        for fact in told.facts:
            said = words.fact(fact, names)
            facts.append((said, said in self.people or (isinstance(fact, str) and fact in self.people)))
        if template.startswith("{0}") and facts and not facts[0][1]:
            facts[0] = (upper(facts[0][0]), False)
        parts: list[Part] = []
        for literal, field, forms in _parsed(template):
            parts += [(literal, False)] if literal else []
            if field is not None:
                parts.append((form_for(facts[field][0], forms), False) if forms else facts[field])
        return tuple(parts)

    def asked(self, question: Question | Matter) -> str:
        """What is asked."""
        if isinstance(question, Roll):
            if stake := stake_shown(question, self):
                return stake.needed
            return self.phrases.say("question.roll", dice=dice(question), rule=self.rule(question.why))
        if question.what == HELD:
            return self.phrases.say("question.held", name=str(question.facts[0]))
        return super().asked(question)

    def option(self, choice: Choice | Matter, option: Any) -> str:
        """One of the options of a choice."""
        return self.phrases.say("question.go_on") if choice.what == HELD else super().option(choice, option)

    def refusal(self, refusal: Refusal) -> str:
        """Why something cannot be done. Any game may refuse what would disturb an action in motion."""
        if refusal.code == IN_MOTION:
            return (self.phrases.template("refusal", IN_MOTION) or "").format(self.who(str(refusal.facts[0])))
        return super().refusal(refusal)

    def who(self, seat: Seat) -> str:
        """A seat in words: the name of whoever sits there, of an empty one the name of its character."""
        named = self.table.name_of(seat)
        if named == seat:
            named = next((panel.title for panel in self.view.panels if seat and panel.seat == seat), seat)
        if named == REFEREE:
            return self.game.referee
        return self.game.words.fact(self.names((seat,)).get(seat, named))

    def note(self, choice: Choice, option: Option) -> str:
        """A line on what an option means: its rulebook entry, its numbers, or somebody's condition."""
        if isinstance(option, tuple):
            return next((said for part in option if (said := self.note(choice, part))), "")
        if not isinstance(option, str):
            return ""
        if known := self.phrases.template("say", f"option.{option}"):
            return known
        if choice.what == DECLARED and self.game.words.has("does", option):
            return self.game.words.say("does", option)
        if entry := self.game.book.entries().get(option):
            return shortened(entry.text) if self.game.book.language_of(option) == self.phrases.language else ""
        found = _known_of(self.view).get(option, "")
        return self._summary(found) if isinstance(found, Panel) else self.label(found) if found else ""

    def _summary(self, panel: Panel) -> str:
        said = []
        for block in panel.blocks:
            if isinstance(block, Tags):
                said += [" ".join(map(self.label, filter(None, (tag.name, tag.detail)))) for tag in block.tags]
            elif isinstance(block, Stat):
                most = f"/{block.most}" if block.most is not None else ""
                said.append(f"{self.label(block.label)} {block.value}{most}")
        return self.phrases.between.join(said[:4])


@cached_by_identity(64)
def _known_of(view: View) -> dict[str, Panel | str]:
    """What a view has first of each creature and thing, by its id: a card, or the details of the thing."""
    found: dict[str, Panel | str] = {}
    for panel in reversed(view.panels):
        found |= _details(panel)
        if panel.kind == "card":
            found |= {panel.id: panel, panel.id.removesuffix(".card"): panel}
    return found


@cached_by_identity(2_000)
def _details(panel: Panel) -> dict[str, str]:
    """The details of each thing on a panel that has some, by its id; of one without, what it does."""
    slots = (block for block in panel.blocks if isinstance(block, Slots))
    does = {
        line.name: shortened(line.text)
        for block in panel.blocks
        if isinstance(block, Lines) and block.label == DOES
        for line in block.lines
    }
    things = [(one.id, one.detail or does.get(one.name, "")) for block in slots for one in block.things]
    return {id_: detail for id_, detail in things if detail}


@lru_cache(10_000)
def _parsed(template: str) -> tuple[tuple[str, int | None, str], ...]:
    """A template as literals, each with the number of the fact after it, or None, and the forms that go with that."""
    found = Formatter().parse(template)
    return tuple([(literal, int(field) if field else None, forms or "") for literal, field, forms, _ in found])


def shortened(text: str) -> str:
    """The beginning of a text, in whole words."""
    first = text.split("\n", 1)[0]
    return first if len(first) <= NOTE else first[:NOTE].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"
