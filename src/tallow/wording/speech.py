"""A game's codes in words: what was told, what is asked, what may be answered."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from tallow.games import Game
from tallow.games.deeds import Offer, Refusal
from tallow.games.game import Prospect
from tallow.games.view import Handle
from tallow.games.words import Fact, Words
from tallow.odds.words import percent
from tallow.play import EVERYONE, REFEREE, Choice, Event, Matter, Roll, Rolled, Seat, Told, Writing
from tallow.table import Sealed
from tallow.wording.phrases import phrases

_CODE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")


class Speech:
    """Says what a game's codes mean.

    `mine` tells which seats are the reader's. `state`, if there is one, gives ids their names.
    """

    def __init__(self, game: Game[Any], mine: Callable[[Seat], bool] | None = None) -> None:
        self.game = game
        self.state: Any = None
        self.mine = mine or (lambda _: False)

    def say(self, code: str, **facts: object) -> str:
        """One of the phrases that all faces share, in the language that the game speaks."""
        return phrases(self.game.words.language).say(code, **facts)

    def names(self, facts: Any) -> dict[str, str]:
        """Names for the ids among these facts."""
        if self.state is None:
            return {}
        named = {id_: self.game.name(self.state, id_) for id_ in texts(facts)}
        return {id_: name for id_, name in named.items() if name != id_}

    def name(self, id_: str) -> str | None:
        """The name for an id, None if it has none."""
        return self.names((id_,)).get(id_)

    def _say(self, table: str, code: str, facts: tuple[object, ...]) -> str:
        said = self.game.words.say(table, code, *facts, names=self.names(facts))
        return upper(said)

    def label(self, code: str) -> str:
        """A label of a view, or a name in it."""
        words = self.game.words
        if words.has("label", code):
            return words.say("label", code)
        said = words.fact(code, self.names(code))
        return code.replace("_", " ") if said == code and _CODE.fullmatch(code) else said

    def setting(self, name: str) -> str:
        """What a setting is called: by a term of its own where the game has one, else like anything of that name."""
        own = f"setting.{name}"
        return self.label(own if self.game.words.has("term", own) else name)

    def setting_value(self, name: str, value: object) -> str:
        """What a value of a setting is called: by a term for this setting where the game has one."""
        plain = str(value).removeprefix(f"{name}.")
        own = f"{name}.{plain}"
        return self.label(own if self.game.words.has("term", own) else plain)

    def bot_policy(self, question: str) -> str:
        """How the bots decide in a question of odds, if the game has words for it."""
        words, code = self.game.words, f"bots.{question}"
        return words.say("label", code) if words.has("label", code) else ""

    def told(self, told: Told) -> str:
        """What happened."""
        facts = told.facts
        if told.code == "setting":
            name = str(facts[0]).removeprefix("setting.")
            facts = (Fact(self.setting(name)), Fact(self.setting_value(name, facts[1])))
        return self._say("told", told.code, facts)

    def may_know(self, event: Event) -> bool:
        """Whether the reader may know of an event."""
        if isinstance(event, Told):
            return event.seen_by == EVERYONE or any(map(self.mine, event.seen_by))
        return True

    def asked(self, question: Choice | Writing | Matter) -> str:
        """What is asked. For a roll each face has a phrase of its own."""
        return self._say("ask", question.what, question.facts)

    def option(self, choice: Choice | Matter, option: Any) -> str:
        """One of the options of a choice."""
        words = self.game.words
        if choice.what == "setting_value" and choice.facts and not words.has("option", f"setting_value.{option}"):
            return upper(self.setting_value(str(choice.facts[0]).removeprefix("setting."), option))
        if isinstance(option, str):
            for table, code in (("option", f"{choice.what}.{option}"), ("option", option), ("action", option)):
                if words.has(table, code):
                    return self._say(table, code, choice.facts)
        if type(option) is int and choice.what in self.game.ui.facings:
            return upper(self.say(f"facing.{option}"))
        if type(option) is int and words.has("option", code := f"{choice.what}.n"):
            return self._say("option", code, (option,))
        if isinstance(option, tuple):
            if choice.what in self.game.ui.squares and all(type(part) is int for part in option):
                return self.say("square", x=option[0] + 1, y=option[1] + 1)
            if option and words.has("option", code := f"{choice.what}.{option[0]}"):
                return self._say("option", code, option[1:])
            return words.between.join(self.option(choice, part) for part in option)
        return words.fact(option, self.names(option))

    def prospect(self, prospect: Prospect) -> str:
        """What an option leads to or costs, and how likely that is: "Fatigued: 40.0 %"."""
        said = self.game.words.say("prospect", prospect.says, *prospect.facts, names=self.names(prospect.facts))
        return said if prospect.chance is None else self.say("prospect", what=said, chance=percent(prospect.chance))

    def deed(self, offer: Offer) -> str:
        """An action."""
        who = offer.action.who
        named = self.name(who)
        return _deed(self.game.words, offer.action.name, self.label(who) if named is None else named, named is not None)

    def action(self, offer: Offer) -> str:
        """An action, with what it costs."""
        said = self.deed(offer)
        return f"{said} ({self.label(offer.cost)})" if offer.cost not in {"", "none"} else said

    def handle(self, handle: Handle, offer: Offer) -> str:
        """An action whose first answers are given, such as "Look at the sacks"; else as it is offered."""
        if handle.answers and self.game.words.has("handle", handle.action):
            what, option = handle.answers[-1]
            return self.upon(handle.action, Matter(handle.who, what, (), ""), option)
        return self.deed(offer)

    def upon(self, action: str, what: Choice | Matter, option: Any) -> str:
        """An action with what was chosen for it first; some say it by what was asked, such as whom one speaks with."""
        words = self.game.words
        said = words.say("handle", what.what if words.has("handle", what.what) else action, self.option(what, option))
        return upper(said)

    def subject(self, offer: Offer) -> str:
        """For whom an action is done."""
        who = offer.action.who
        named = self.name(who)
        return self.label(who) if named is None else self.game.words.fact(named)

    def refusal(self, refusal: Refusal) -> str:
        """Why something cannot be done."""
        return self._say("refusal", refusal.code, refusal.facts)

    def who(self, seat: Seat) -> str:
        """A seat in words."""
        if seat == REFEREE:
            return self.say("the", title=self.game.referee)
        return self.game.book.called(self.names((seat,)).get(seat, seat))

    def rolled(self, event: Rolled | Sealed) -> str:
        """Dice and their faces, or that somebody rolls in secret."""
        if isinstance(event, Sealed):
            return self.say("sealed", who=self.who(event.by))
        if event.roll.hidden and not self.mine(event.roll.by):
            return self.say("sealed", who=self.who(event.roll.by))
        return self.say("rolls", dice=dice(event.roll), faces=" ".join(map(str, event.pool)))

    def plays_several(self, _: Seat) -> bool:
        """Whether a seat plays more than one character, as far as is known here."""
        return False

    def rule(self, why: str) -> str:
        """The name of a rule."""
        entry = self.game.book.entries().get(why)
        return upper(entry.title) if entry else why


@lru_cache(10_000)
def _deed(words: Words, name: str, subject: str, is_name: bool) -> str:
    """An action in words; cached, since all that a seat may do is said again whenever the state changes."""
    if not is_name:
        return upper(words.say("action", name, subject))
    said = words.fact(subject)
    return upper(words.say("action", name, said, names={said: subject}))


def upper(text: str) -> str:
    """The text with its first letter capital."""
    return text[:1].upper() + text[1:]


def dice(roll: Roll) -> str:
    """`2d6`, or `d20` for one."""
    return f"{roll.n if roll.n > 1 else ''}d{roll.sides}"


def texts(facts: Any) -> Iterator[str]:
    """The texts among facts, however deep."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, tuple | list):
        for part in facts:
            yield from texts(part)
