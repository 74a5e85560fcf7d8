"""What somebody can do in a game: actions, offers of them, refusals, and the deeds that a game is made of."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from tallow.mechanics.memory import Recent, cached_by_identity, cached_for_latest
from tallow.play import Fact, Play, RuleId, Seat

S = TypeVar("S")

KNOWN = 1_000
"""For how many states offers are kept."""


class Refusal(Struct, frozen=True, gc=False):
    """Why something cannot be done now: a code and facts, and the rule that forbids it."""

    code: str
    facts: tuple[Fact, ...] = ()
    why: RuleId = ""


class Refused(Exception):
    """An action was tried that is not allowed. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class Action(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something done by somebody; whatever else must be known is asked by its rule."""

    name: str
    who: str = ""


class Offer(Struct, frozen=True, gc=False, cache_hash=True):
    """An action that a seat has, with its cost, or with the reason why not now; `group` and `rank` as in its `Deed`."""

    action: Action
    why: RuleId
    cost: str = ""
    refusal: Refusal | None = None
    group: str = ""
    rank: int = 0


class Actions(Protocol[S]):
    """What can be done in a game, and doing it: what a `Game` needs of its `deeds`. `Deeds` is one."""

    def offers(self, state: S, seat: Seat, /) -> tuple[Offer, ...]:
        """All that this seat could do now."""

    def offer(self, state: S, seat: Seat, action: Action, /) -> Offer | None:
        """What `offers` says of one action, without listing the others."""

    def perform(self, play: Play, state: S, action: Action, /) -> S:
        """Do one action, whole, or raise `Refused` before any die is rolled."""


class Deed(Struct, Generic[S], frozen=True):
    """One line of a chapter's list of actions: who may do it, when, at what cost, and the rule that does it.

    `shown` says whether the deed belongs on the list at all just now; `refuse` why it cannot be done though it does.
    Faces show deeds of one `group`, a label, together: those of a lower `rank` first, others in the order of the deeds.
    """

    name: str
    do: Callable[[Play, S, str], S]
    why: RuleId
    by: Literal["player", "referee"] = "player"
    cost: str = ""
    shown: Callable[[S, str], bool] | None = None
    refuse: Callable[[S, str], Refusal | None] | None = None
    group: str = ""
    rank: int = 0


def first_possible(
    deeds: Actions[S], state: S, seat: Seat, names: Sequence[str], people: Sequence[str]
) -> Action | None:
    """The first of these actions that a seat could do now, for the first of these people of its own; None if none."""
    if isinstance(deeds, Deeds):
        return deeds.possible(state, names, people)
    offers = [deeds.offer(state, seat, Action(name, one)) for name in names for one in people]
    return next((one.action for one in offers if one is not None and one.refusal is None), None)


def _nobody_yet(_: object) -> dict[Seat, tuple[str, ...]]:
    """For whom each seat acts in a state, to be filled as it is asked."""
    return {}


class Deeds(Generic[S]):
    """All deeds of a game: lists what a seat can do, and does it.

    `subjects` gives those for whom a seat acts, "" for the referee's own deeds. `only` names the few deeds that are
    left to somebody, such as one who is dead; None for all of them.

    What `shown`, `refuse` and `only` say depends on the state alone, so offers are kept for as long as it is the very
    same. `strip` makes them last longer: it gives a state without what no deed of somebody reads, such as notes, and
    where that is equal so are the offers; None where this is not worth its while.
    """

    def __init__(
        self,
        deeds: Sequence[Deed[S]],
        subjects: Callable[[S, Seat], tuple[str, ...]],
        only: Callable[[S, str], Container[str] | None] | None = None,
        strip: Callable[[S, str], S | None] | None = None,
    ) -> None:
        self.deeds = {deed.name: deed for deed in deeds}
        if len(self.deeds) != len(deeds):
            raise ValueError("two deeds have the same name")
        self.subjects = subjects
        self._only = only
        self._strip = strip
        self._stripped: Recent[tuple[Offer, ...]] = Recent(KNOWN)
        self._kept = cached_by_identity(KNOWN)(self._for)
        self._acted_for = cached_for_latest(_nobody_yet)
        self._referees = tuple(deed for deed in deeds if deed.by == "referee")
        self._players = tuple(deed for deed in deeds if deed.by == "player")

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat could do now."""
        return tuple([offer for who in self._for_whom(state, seat) for offer in self._kept(state, who)])

    def _for_whom(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Those for whom a seat acts, found once for each state that is asked about."""
        known = self._acted_for(state)
        if seat not in known:
            known[seat] = self.subjects(state, seat)
        return known[seat]

    def _for(self, state: S, who: str) -> tuple[Offer, ...]:
        stripped = self._strip(state, who) if self._strip else None
        if stripped is None:
            return self._listed(state, who)
        known = self._stripped.get((who, stripped))
        return known if known is not None else self._stripped.put((who, stripped), self._listed(state, who))

    def _listed(self, state: S, who: str) -> tuple[Offer, ...]:
        left = self._only(state, who) if self._only else None
        found = []
        for deed in self._players if who else self._referees:
            if (left is None or deed.name in left) and (deed.shown is None or deed.shown(state, who)):
                refusal = deed.refuse(state, who) if deed.refuse else None
                found.append(Offer(Action(deed.name, who), deed.why, deed.cost, refusal, deed.group, deed.rank))
        return tuple(found)

    def _left(self, deed: Deed[S], state: S, who: str) -> bool:
        """Whether a deed is left to somebody, whoever they are."""
        left = self._only(state, who) if self._only else None
        return left is None or deed.name in left

    def offer(self, state: S, seat: Seat, action: Action) -> Offer | None:
        """What `offers` says of one action, without listing the others."""
        deed, who = self.deeds.get(action.name), action.who
        if deed is None or who not in self._for_whom(state, seat) or (deed.by == "referee") != (who == ""):
            return None
        if (deed.shown is not None and not deed.shown(state, who)) or not self._left(deed, state, who):
            return None
        refusal = deed.refuse(state, who) if deed.refuse else None
        return Offer(action, deed.why, deed.cost, refusal, deed.group, deed.rank)

    def possible(self, state: S, names: Iterable[str], people: Iterable[str]) -> Action | None:
        """The first of these deeds that can be done, for the first of these people, all of one seat; None if none."""
        for deed in [self.deeds[name] for name in names if name in self.deeds]:
            for who in people:
                if deed.shown is not None and not deed.shown(state, who):
                    continue
                if self._left(deed, state, who) and (deed.refuse is None or deed.refuse(state, who) is None):
                    return Action(deed.name, who)
        return None

    def perform(self, play: Play, state: S, action: Action) -> S:
        """Do one action, whole, or raise `Refused` before any die is rolled."""
        deed = self.deeds.get(action.name)
        if deed is None or (deed.by == "referee") != (action.who == ""):
            raise Refused(Refusal("no_such_action", (action.name,)))
        if not self._left(deed, state, action.who) or (deed.shown and not deed.shown(state, action.who)):
            raise Refused(Refusal("not_now", (action.name,), deed.why))
        if deed.refuse is not None and (refusal := deed.refuse(state, action.who)):
            raise Refused(refusal)
        return deed.do(play, state, action.who)
