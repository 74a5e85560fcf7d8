"""Actions in motion, whose dice lie on the table: what they bar others from, and what would disturb them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tallow.games import Game
from tallow.games.deeds import Action, Offer, Refusal, Refused
from tallow.play import Answer, Ask, Choice, Live, Mismatch, Policy, Question, Roll, Seat, Waiting, advance
from tallow.table.pending import Pending

IN_MOTION = "in_motion"

LONG = 400
"""What asks more than this is not followed to its end."""


class Bars:
    """What nobody may begin while actions are in motion, by the name of whom each of these waits for.

    Whoever is in the middle of an action begins no other. What the rules would not let anybody do any more, if what is
    in motion stood already as far as it has gone (`meanwhile`), cannot be begun either: it would be done twice.
    """

    def __init__(self, rules: Game[Any], state: Any, moving: Sequence[Pending], name_of: Callable[[Seat], str]) -> None:
        self._rules = rules
        self._moving = [(one, name_of(one.question.by)) for one in moving]
        self._masks = [(mask, name) for one, name in self._moving if (mask := _meanwhile(rules, state, one))]

    def whom(self, seat: Seat, action: Action) -> str | None:
        """Whom an action has to wait for, or None if it may begin."""
        for one, name in self._moving:
            if action.who == one.action.who and (action.who or action.name == one.action.name):
                return name
        return next((name for mask, name in self._masks if not self._open(mask, seat, action)), None)

    def _open(self, mask: Any, seat: Seat, action: Action) -> bool:
        offer = self._rules.offer(mask, seat, action)
        return offer is not None and offer.refusal is None

    def upon(self, seat: Seat, offer: Offer) -> Offer:
        """An offer with the reason why it has to wait, if it has to."""
        whom = None if offer.refusal else self.whom(seat, offer.action)
        return offer if whom is None else replace(offer, refusal=Refusal(IN_MOTION, (whom,)))


def _meanwhile(rules: Game[Any], state: Any, pending: Pending) -> Any:
    """The state that others act by while an action is in motion, if its rules name one."""
    try:
        ran = advance(rules.perform, state, pending.action, answers=pending.answers)
    except (Refused, Mismatch):
        return None
    return ran.meanwhile if isinstance(ran, Waiting) else None


class _Dry(Live):
    """Answers for itself what is not answered yet: dice as it is told, decisions as a bot does, or the first option."""

    def __init__(self, answers: Sequence[Answer], decide: Policy | None, face: Callable[[int], int]) -> None:
        super().__init__(answers)
        self._decide = decide
        self._face = face

    def _answer(self, question: Question) -> Any:
        if self.used == len(self.answers):
            if self.used > LONG:
                raise Ask(question)
            self.answers.append(self._guess(question))
        return super()._answer(question)

    def _guess(self, question: Question) -> Any:
        if isinstance(question, Roll):
            return (self._face(question.sides),) * question.n
        if not isinstance(question, Choice):
            return ""
        decided = self._decide(question) if self._decide else question.options[0]
        return question.options[0] if question.fault(decided) else decided


FACES: tuple[Callable[[int], int], ...] = (lambda sides: (sides + 1) // 2, lambda _: 1, lambda sides: sides)
"""Dice that an action is tried with, by the number of their sides: all in the middle, all low, all high."""


def tried(rules: Game[Any], state: Any, action: Action, answers: Sequence[Answer]) -> Iterator[Any]:
    """How an action might end, tried without any die of the table."""
    for face in FACES:
        play = _Dry(answers, rules.bots.answer if rules.bots else None, face)
        try:
            yield rules.perform(play, state, action)
        except (Ask, Exception):  # noqa: BLE001, S112  (a guess that leads nowhere says nothing)
            continue
