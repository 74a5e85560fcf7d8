"""A game's codes as HTML: what was told with names in bold, what is asked, what may be answered."""

from collections.abc import Collection
from typing import Any

from markupsafe import Markup, escape

from tallow.games import Game, game
from tallow.games.deeds import Refusal
from tallow.games.view import Panel, Slots, Stat, Tags, View
from tallow.mechanics.memory import cached_by_identity
from tallow.play import REFEREE, Choice, Matter, Option, Question, Roll, Seat, Told
from tallow.table import Table
from tallow.table.motion import IN_MOTION
from tallow.table.pending import HELD
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, dice, texts, upper

NOTE = 120
"""A word on an option is no longer than this."""


class TableSpeech(Speech):
    """Says what the codes of a table mean to one seat."""

    def __init__(
        self, table: Table, seat: Seat, view: View, phrases: Phrases, known: dict[str, str] | None = None
    ) -> None:
        """`known` are names found already, of the same state."""
        super().__init__(game(table.game, phrases.language), lambda one: one == seat)
        self._known = {} if known is None else known
        self.state = table.state
        self.table = table
        self.phrases = phrases
        self.view = view
        self.bold = bold(table, view)

    def turn_to(self, table: Table, view: View, known: dict[str, str]) -> None:
        """Go on with another state that looks the same from this seat."""
        self.table, self.state, self.view, self._known = table, table.state, view, known

    def names(self, facts: Any) -> dict[str, str]:
        """Names for the ids among these facts, each looked for once."""
        known, named = self._known, {}
        for id_ in texts(facts):
            name = known.get(id_)
            if name is None:
                name = known[id_] = self.game.name(self.state, id_)
            if name != id_:
                named[id_] = name
        return named

    def told_in(self, told: Told) -> Markup:
        """What happened, with the names of people in bold."""
        return tell(self.game, self.phrases, told, self.names(told.facts), self.bold)

    def asked(self, question: Question | Matter) -> str:
        """What is asked."""
        if isinstance(question, Roll):
            return self.phrases.say("question.roll", dice=dice(question), rule=self.rule(question.why))
        if question.what == HELD:
            return self.phrases.say("question.held", name=str(question.facts[0]))
        return super().asked(question)

    def option(self, choice: Choice | Matter, option: Any) -> str:
        """One of the options of a choice."""
        return self.phrases.say("question.go_on") if choice.what == HELD else super().option(choice, option)

    def refusal(self, refusal: Refusal) -> str:
        """Why not; what is in motion bars people from things in any game."""
        if refusal.code == IN_MOTION:
            return (self.phrases.template("refusal", IN_MOTION) or "").format(self.who(str(refusal.facts[0])))
        return super().refusal(refusal)

    def who(self, seat: Seat) -> str:
        """A seat in words: the name of whoever sits there, of an empty one the name of whom it plays."""
        named = self.table.name_of(seat)
        if named == seat:
            named = next((panel.title for panel in self.view.panels if seat and panel.seat == seat), seat)
        if named == REFEREE:
            return self.game.referee
        return self.game.book.called(self.names((seat,)).get(seat, named))

    def note(self, choice: Choice, option: Option) -> str:
        """A line on what an option means: its entry, its numbers, or how somebody looks."""
        if isinstance(option, tuple):
            return next((said for part in option if (said := self.note(choice, part))), "")
        if not isinstance(option, str):
            return ""
        if known := self.phrases.template("say", f"option.{option}"):
            return known
        if entry := self.game.book.entries().get(option):
            return short(entry.text) if self.game.book.language_of(option) == self.phrases.language else ""
        card = f"{option}.card"
        for panel in self.view.panels:
            if panel.kind == "card" and panel.id in {option, card}:
                return self._glance(panel)
            if (detail := _details(panel).get(option)) is not None:
                return self.label(detail) if detail else ""
        return ""

    def _glance(self, panel: Panel) -> str:
        said = []
        for block in panel.blocks:
            if isinstance(block, Tags):
                said += [" ".join(map(self.label, filter(None, (tag.name, tag.detail)))) for tag in block.tags]
            elif isinstance(block, Stat):
                most = f"/{block.most}" if block.most is not None else ""
                said.append(f"{self.label(block.label)} {block.value}{most}")
        return self.phrases.between.join(said[:4])


@cached_by_identity(2_000)
def _details(panel: Panel) -> dict[str, str]:
    """The numbers of each thing on a panel."""
    slots = (block for block in panel.blocks if isinstance(block, Slots))
    return {thing.id: thing.detail for block in slots for thing in block.things}


def bold(table: Table, view: View) -> frozenset[str]:
    """The names of people and creatures that a seat knows of."""
    shown = (panel.title for panel in view.panels if panel.kind in {"card", "sheet"})
    return frozenset((*shown, *(one.name for one in table.seats)))


def tell(played: Game[Any], phrases: Phrases, told: Told, names: dict[str, str], people: Collection[str]) -> Markup:
    """What was told; the table's own remarks are the face's words, all else the game's."""
    words = played.words
    template = phrases.template("told", told.code) or words.catalogue()["told"].get(told.code)
    if template is None:
        template = told.code.replace("_", " ").replace(".", " ")
    parts = []
    for fact in told.facts:
        said = words.fact(fact, names)
        parts.append(Markup("<b>{}</b>").format(said) if said in people or fact in people else escape(said))
    if template.startswith("{0}") and parts and not parts[0].startswith("<"):
        parts[0] = Markup(upper(parts[0]))  # noqa: S704  (escaped above)
    return Markup(template.replace("<", "&lt;")).format(*parts)  # noqa: S704  (a catalogue's own words)


def short(text: str) -> str:
    """The beginning of a text, whole words."""
    first = text.split("\n", 1)[0]
    return first if len(first) <= NOTE else first[:NOTE].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"
