"""Scenes: a table is set for a part of the rules, people do this and that there, and what comes of it is written down.

A scene is a text to be read with the book beside it: each deed, what it asked and was answered, the dice with the face
that was needed, what was told, and what is another in the state afterwards. Whatever a rule does otherwise than before
shows as a difference in these texts. `TALLOW_TRANSCRIPTS=write` writes them anew, and the difference is read.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tallow.games import Game
from tallow.games.deeds import Action, Offer
from tallow.play import REFEREE, Choice, Chosen, Event, Roll, Rolled, Span, Told, Written
from tallow.testing import Randomly

OWN = 0.85
"""How often somebody does something, and not the referee."""

MANY = 8
"""Of more options than these the first and the last are named."""

DULL = frozenset(
    (
        "add_foes", "bring_character", "bring_player", "call_save", "charge", "contest", "describe", "dismiss_foes",
        "end_combat", "give", "go_on", "let_know", "make_character", "make_relic", "make_runeskelf", "new_player",
        "note", "reveal", "roll_encounter", "roll_treasure", "set_size", "set_state", "set_value", "switch_setting",
        "take_over", "take_side", "write_foe",
    )
)  # fmt: skip
"""Deeds that are about the table, or bring something to it: they are done elsewhere."""


class Scribe:
    """Plays a scene and writes it down."""

    def __init__(self, game: Game[Any], state: Any, seed: int, dull: frozenset[str] = DULL) -> None:
        self.game = game
        self.state = state
        self.random = Random(seed)
        self.dull = dull
        self.listed: dict[str, list[str]] = {}
        self.given: Iterator[Choice] = iter(())
        self.lines: list[str] = []

    def play(self, deeds: int) -> str:
        """Do so many deeds; gives the text."""
        self._offers()
        for _ in range(deeds):
            legal = [offer.action for offer in self._all() if not offer.refusal and offer.action.name not in self.dull]
            if not legal:
                break
            self._do(self._picked(legal))
            self._offers()
        return "\n".join(self.lines) + "\n"

    def _picked(self, legal: list[Action]) -> Action:
        """One of these: seldom the referee's; first a kind of deed, then for whom, so that all come to be done."""
        own = [one for one in legal if one.who]
        legal = own if own and self.random.random() < OWN else legal
        name = self.random.choice(list(dict.fromkeys(one.name for one in legal)))
        return self.random.choice([one for one in legal if one.name == name])

    def _all(self) -> Iterator[Offer]:
        for seat in dict.fromkeys((*self.game.waiting(self.state), REFEREE)):
            yield from self.game.actions(self.state, seat)

    def _offers(self) -> None:
        """Note what can be done now and could not before, and the other way round; what is refused with its reason."""
        now: dict[str, list[str]] = {}
        for offer in self._all():
            said = f"{offer.action.name} ({offer.refusal.code})" if offer.refusal else offer.action.name
            now.setdefault(offer.action.who, []).append(said)
        for who in dict.fromkeys((*self.listed, *now)):
            was, listed = self.listed.get(who, []), now.get(who, [])
            new = [f"+{one}" for one in listed if one not in was]
            gone = [f"-{one}" for one in was if one not in listed]
            if new or gone:
                self.lines.append(f"  {who or 'table'}: {' '.join((*new, *gone))}")
        self.listed = now

    def _do(self, action: Action) -> None:
        self.lines.append(f"> {action.name} {action.who}".rstrip())
        play = Randomly(self.random, (), self.game)
        before = self.state
        self.state = self.game.perform(play, before, action)
        self.given = iter([question for question in play.asked if isinstance(question, Choice)])
        self.lines += [f"  {self._line(event)}" for event in play.events]
        was, now = msgspec.to_builtins(before), msgspec.to_builtins(self.state)
        self.lines += [f"  {line}" for line in changes(was, now, "")]

    def _line(self, event: Event) -> str:
        match event:
            case Told(code=code, facts=facts):
                return f"{code}: {_said(facts)}"
            case Rolled(roll=roll, pool=pool):
                return f"{roll.by} {roll.n}d{roll.sides}{_needed(roll)}: {_said(pool)}"
            case Written(writing=writing, text=text):
                return f"{writing.by} {writing.what} {_said(writing.facts)}: {text!r}"
            case Chosen(option=option):
                choice = next(self.given)
                return f"{choice.by} {choice.what} [{_options(choice.options)}] {_said(choice.facts)}: {_said(option)}"


def _needed(roll: Roll) -> str:
    stake = roll.stake
    if stake is None:
        return ""
    fields = [f"{stake.need}{'+' if stake.above else '-'}", stake.score, stake.compared, stake.means]
    return f" ({' '.join(part for part in fields if part)}{' secret' if stake.secret else ''})"


def _options(options: Any) -> str:
    if isinstance(options, Span):
        return f"{options[0]} to {options[-1]}"
    if len(options) > MANY:
        return f"{_said(options[0])}, {len(options) - 2} more, {_said(options[-1])}"
    return ", ".join(_said(option) for option in options)


def _said(fact: Any) -> str:
    if isinstance(fact, (tuple, list)):
        return " ".join(_said(part) for part in fact) if fact else "-"
    return str(fact)


def changes(before: Any, after: Any, path: str) -> Iterator[str]:
    """What is another in a state, by its path; in lists of things with ids each by its id."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from changes(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
        return
    if _with_ids(before) and _with_ids(after):
        mine, theirs = ({one["id"]: one for one in some} for some in (before, after))
        for key in dict.fromkeys((*mine, *theirs)):
            if key not in mine or key not in theirs:
                name = (theirs.get(key) or mine[key]).get("name", "")
                yield f"{path} {'gains' if key in theirs else 'loses'} {key} {name}"
            else:
                yield from changes(mine[key], theirs[key], f"{path}.{key}")
        return
    yield f"{path} = {_short(after)}"


def _with_ids(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(one, dict) and "id" in one for one in value)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{key} {_short(one)}" for key, one in value.items() if one not in ("", 0, (), [], False, None))
            + "}"
        )
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_short(one) for one in value) + "]"
    return str(value)


def compare(folder: Path, name: str, text: str) -> None:
    """Hold a scene against what is kept of it."""
    kept = folder / f"{name}.txt"
    if os.environ.get("TALLOW_TRANSCRIPTS") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, "utf-8")
    assert text.splitlines() == kept.read_text("utf-8").splitlines()
