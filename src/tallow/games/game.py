"""What the rest of the program knows of a game: one record, and the few kinds of value in it.

Play at the table and in the simulator is the same loop: who is waiting, what they do, `perform`.
"""

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, field

from tallow.games.characters import Characters
from tallow.games.expedition import Expedition
from tallow.games.rulebook import Rulebook
from tallow.games.view import Block, View
from tallow.games.words import Words
from tallow.mechanics.memory import Recent
from tallow.play import Choice, Fact, Play, RuleId, Seat

S = TypeVar("S")

KNOWN = 2_000
"""So many lists of what somebody can do are kept."""


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


class Action(Struct, frozen=True, gc=False):
    """Something done by somebody; whatever else must be known is asked by its rule."""

    name: str
    who: str = ""


class Offer(Struct, frozen=True, gc=False, cache_hash=True):
    """An action that a seat has, with its cost, or with the reason why not now."""

    action: Action
    why: RuleId
    cost: str = ""
    refusal: Refusal | None = None


class Deed(Struct, Generic[S], frozen=True):
    """One line of a chapter's list of actions: who may do it, when, at what cost, and the rule that does it.

    `shown` says whether the deed belongs on the list at all just now; `refuse` why it cannot be done though it does.
    """

    name: str
    do: Callable[[Play, S, str], S]
    why: RuleId
    by: Literal["player", "referee"] = "player"
    cost: str = ""
    shown: Callable[[S, str], bool] | None = None
    refuse: Callable[[S, str], Refusal | None] | None = None


class Deeds(Generic[S]):
    """All deeds of a game: lists what a seat can do, and does it.

    `subjects` gives those for whom a seat acts, "" for the referee's own deeds. `only` names the few deeds that are
    left to somebody, such as one who is dead; None for all of them. `bearing` is all that the deeds of somebody depend
    on: while that stays the same, so does what they can do, and it is not looked for again; None where it cannot be
    said.
    """

    def __init__(
        self,
        deeds: Sequence[Deed[S]],
        subjects: Callable[[S, Seat], tuple[str, ...]],
        only: Callable[[S, str], Container[str] | None] | None = None,
        bearing: Callable[[S, str], Hashable] | None = None,
    ) -> None:
        self.deeds = {deed.name: deed for deed in deeds}
        if len(self.deeds) != len(deeds):
            raise ValueError("two deeds have the same name")
        self._subjects = subjects
        self._only = only
        self._bearing = bearing
        self._known: Recent[tuple[Offer, ...]] = Recent(KNOWN)
        self._referees = tuple(deed for deed in deeds if deed.by == "referee")
        self._players = tuple(deed for deed in deeds if deed.by == "player")

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat could do now."""
        return tuple([offer for who in self._subjects(state, seat) for offer in self._for(state, who)])

    def _for(self, state: S, who: str) -> tuple[Offer, ...]:
        bearing = self._bearing(state, who) if self._bearing else None
        if bearing is None:
            return self._listed(state, who)
        known = self._known.get((who, bearing))
        return known if known is not None else self._known.put((who, bearing), self._listed(state, who))

    def _listed(self, state: S, who: str) -> tuple[Offer, ...]:
        left = self._only(state, who) if self._only else None
        found = []
        for deed in self._players if who else self._referees:
            if (left is None or deed.name in left) and (deed.shown is None or deed.shown(state, who)):
                refusal = deed.refuse(state, who) if deed.refuse else None
                found.append(Offer(Action(deed.name, who), deed.why, deed.cost, refusal))
        return tuple(found)

    def _shows(self, deed: Deed[S], state: S, who: str) -> bool:
        left = self._only(state, who) if self._only else None
        return (left is None or deed.name in left) and (deed.shown is None or deed.shown(state, who))

    def offer(self, state: S, seat: Seat, action: Action) -> Offer | None:
        """What `offers` says of one action, without listing the others."""
        deed, who = self.deeds.get(action.name), action.who
        if deed is None or who not in self._subjects(state, seat) or (deed.by == "referee") != (who == ""):
            return None
        if not self._shows(deed, state, who):
            return None
        return Offer(action, deed.why, deed.cost, deed.refuse(state, who) if deed.refuse else None)

    def perform(self, play: Play, state: S, action: Action) -> S:
        """Do one action, whole, or raise `Refused` before any die is rolled."""
        deed = self.deeds.get(action.name)
        if deed is None or (deed.by == "referee") != (action.who == ""):
            raise Refused(Refusal("no_such_action", (action.name,)))
        if not self._shows(deed, state, action.who):
            raise Refused(Refusal("not_now", (action.name,), deed.why))
        if deed.refuse is not None and (refusal := deed.refuse(state, action.who)):
            raise Refused(refusal)
        return deed.do(play, state, action.who)


class Outcome(Struct, frozen=True):
    """How it ended: `how` is a code; `counts` are the numbers that a simulation averages."""

    won: bool
    how: str
    counts: Mapping[str, float] = field(default_factory=dict)


def spent(left: int, whole: int) -> float:
    """The share of all that a party had which a fight has cost it: a measure that every game counts."""
    return round(max(0, 1 - left / whole), 3) if whole else 0.0


class Archetypes(Struct, frozen=True):
    """The same four people as this game has them, to set games side by side.

    `party(level)` is what `fight` reads for a fighter, a thief, a healer and a wizard, or for those whom the game has
    in their stead; `foe` is the weakest common foe; `levels` the highest level, 1 for a game without levels. An
    `Outcome` of the game then counts `rounds`, `deaths`, `maimed` (how many) and `spent` (a share), and its words have
    a `measure` for each.
    """

    party: Callable[[int], str]
    foe: str
    levels: int = 1


class Parameter(Struct, frozen=True):
    """One thing that must be known to answer a question of odds."""

    name: str
    kind: Literal["number", "dice", "word", "text"]
    default: int | str | None = None
    low: int = 0
    high: int = 100
    words: tuple[str, ...] = ()


class Inquiry(Struct, frozen=True):
    """A question of odds: a rule whose result is the name of an outcome, and what it wants to know.

    `rule(play, *given)` is asked with the parameters in their order, and the table's settings last where it has
    `settings`. It may also give a tuple of names that hold together, of which those in `outcomes` are shown. Where it
    leaves decisions, `goals` name sets of outcomes that `player` may strive for; without a goal the game's bots decide,
    or `decide` in their place. A question that goes on in turns has
    `turn(play, state)` as well: then `rule` sets up a state, and `ends(state)` names the outcome, "" while it goes on.
    `figures(*given)` are exact numbers to show besides, by name.
    """

    name: str
    parameters: tuple[Parameter, ...]
    rule: Callable[..., Any]
    outcomes: tuple[str, ...]
    why: RuleId
    goals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    player: Seat = "player"
    settings: bool = False
    turn: Callable[[Play, Any], Any] | None = None
    ends: Callable[[Any], str] | None = None
    figures: Callable[..., Mapping[str, Any]] | None = None
    decide: Callable[[Choice], Any] | None = None


class Theme(Struct, frozen=True):
    """The one colour and the small crest that a game brings; `crest` is the path of a 24 by 24 SVG."""

    accent: str
    accent_dark: str
    crest: str


class Handles(Struct, frozen=True):
    """What a face can take hold of without knowing the game.

    `groups` puts actions in groups, by label. `moves` says which action carries a thing from one place to another, and
    which of its questions asks for the thing. `edits` is the referee's action that sets a number, with its questions
    for whom, which and how much, and `fields` the answers to "which" by the label of a number and of its maximum.
    `harm` are beginnings of the codes that tell of harm. On a chart, `squares` are the questions whose options are
    squares `(x, y)`, `pawns` those whose options are ids of tokens, `facings` those whose options are directions 0-7.
    `dice` are questions whose options spend a die that lies there: its face, or a tuple that ends with it.
    """

    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moves: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    edits: tuple[str, str, str, str] | None = None
    fields: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    harm: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    pawns: tuple[str, ...] = ()
    facings: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()


class Game(Struct, Generic[S], frozen=True):
    """A game, as every face, the simulator and the solver see it.

    `fight` sets up a fight of stat lines or names for the simulator; `skirmish` begins one of a character against foes
    by name, or against somebody that suits it. `offer` says of one action what `actions` says of all, where that can be
    had for less. `reminders` are the rules that a player forgets, by the label that they stand under; sheets on paper
    print them. `example` is a table ready to play: a party, and a small adventure in the referee's notes. `prospects`
    gives the chance of success to which each option of a choice leads, where the table wants to know it; `prices` what
    each option costs, to be said by the label `price_of`. `lies` is what lies open on the table while a choice is
    taken, for everybody to see. `turn` is whose turn it is, where others in `waiting` may act besides. `sampled` are
    the sub-rules that the simulator may draw from their exact distribution. `archetypes` are those who fight when games
    are set side by side. `expedition` is how a party fares from room to room. `characters` says how a character is read
    that was made elsewhere.
    """

    id: str
    title: str
    referee: str
    theme: Theme
    book: Rulebook
    words: Words
    settings: type[Struct]
    state: type[S]
    dice: Literal["sum", "under", "highest"]
    new: Callable[[Any], S]
    seats: Callable[[S], tuple[Seat, ...]]
    waiting: Callable[[S], tuple[Seat, ...]]
    actions: Callable[[S, Seat], tuple[Offer, ...]]
    perform: Callable[[Play, S, Action], S]
    over: Callable[[S], Outcome | None]
    view: Callable[[S, Seat], View]
    act: Callable[[S, Seat], Action]
    decide: Callable[[Choice], Any]
    name: Callable[[S, str], str]
    create: Callable[[Play, Any], Any]
    sheet: Callable[[Any], View]
    inquiries: tuple[Inquiry, ...]
    fight: Callable[[str, str, Any], S]
    skirmish: Callable[[Play, Any, str, Any], S]
    sampled: tuple[Callable[..., Any], ...] = ()
    reminders: Mapping[str, tuple[RuleId, ...]] = field(default_factory=dict)
    handles: Handles = Handles()
    offer: Callable[[S, Seat, Action], Offer | None] | None = None
    example: Callable[[Any], S] | None = None
    prospects: Callable[[S, Choice], Mapping[Any, float]] | None = None
    prices: Callable[[S, Choice], Mapping[Any, int]] | None = None
    lies: Callable[[Choice], tuple[Block, ...]] | None = None
    turn: Callable[[S], tuple[Seat, ...]] | None = None
    archetypes: Archetypes | None = None
    expedition: Expedition[S] | None = None
    characters: Characters[Any] | None = None
