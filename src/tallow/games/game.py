"""What the rest of the program knows of a game: one record, and the few kinds of value in it.

Play at the table and in the simulator is the same loop: who is waiting, what they do, `perform`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from tallow.games.characters import Characters
from tallow.games.deeds import Action, Actions, Offer
from tallow.games.expedition import Expedition
from tallow.games.exploring import Exploring
from tallow.games.rulebook import Rulebook
from tallow.games.rulings import Rulings
from tallow.games.stocking import Stocking
from tallow.games.stored import Upgrade
from tallow.games.view import Block, Handle, View
from tallow.games.words import Words, words_of
from tallow.play import Choice, Fact, Play, RuleId, Seat

S = TypeVar("S")


def base_of(id_: str) -> str:
    """The id of a game without those of house rules: `cairn` of `cairn+grim`."""
    return id_.partition("+")[0]


class Outcome(Struct, frozen=True):
    """How it ended: `how` is a code; `counts` are the numbers that a simulation averages, `marks` what was so.

    A simulation says how often each mark was there.
    """

    won: bool
    how: str
    counts: Mapping[str, float] = field(default_factory=dict)
    marks: tuple[str, ...] = ()


def spent(left: int, whole: int) -> float:
    """The share of all that a party had which a fight has cost it: a measure that every game counts."""
    return round(max(0, 1 - left / whole), 3) if whole else 0.0


def edge(party: tuple[float, float], foes: tuple[float, float]) -> float:
    """How a fight stands for a party, between 0 and 1; of each side how much harm it can take, and how many act.

    A side's strength is the product of both: one with twice as many who each take as much is four times as strong.
    """
    ours, theirs = party[0] * party[1], foes[0] * foes[1]
    return ours / (ours + theirs) if ours + theirs else 0.5


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
    """The one colour, the small crest and the picture that a game brings.

    `crest` is the path of a 24 by 24 SVG, `picture` a whole SVG of 320 by 120, which `load_picture` reads. Its shapes
    have classes that the page colours: `ink` and `glow` are lines, `far`, `near` and `lit` are filled, `cut` is a line
    on what is lit.
    """

    accent: str
    accent_dark: str
    crest: str
    picture: str = ""


class GameOdds(Struct, frozen=True):
    """The questions of odds that a game answers, and how `d6+d8` is read in them and by `tallow roll --game`."""

    inquiries: tuple[Inquiry, ...] = ()
    dice_notation: Literal["sum", "under", "highest"] = "sum"


class Caution(Struct, Generic[S], frozen=True):
    """What a bot that plays at a table leaves to people, and how long it plays.

    `told` are codes after which it stops, since the fight has turned. `rolls` are rolls of a character's that may kill,
    by their rule or by what their stake `means`. `questions` are decisions that it does not take: what they spend does
    not come back. `fallen(state)` are the ids of the party who cannot act any more: it stops when there are more of
    them. `round(state)` names the round of a fight, or the turn outside one: another has begun when it changes.
    `passes` are deeds that end somebody's turn. `alone` are deeds that have somebody act without a person: where that
    is a whole party, what is asked of seats that nobody plays is answered by the bot.
    """

    told: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()
    questions: tuple[str, ...] = ("deadly_time",)
    fallen: Callable[[S], tuple[str, ...]] | None = None
    round: Callable[[S], str] | None = None
    passes: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


class Bots(Struct, Generic[S], frozen=True):
    """What plays a game without people: for the simulator, the table, the terminal and the exact solver.

    `action(state, seat)` is what a seat does next, `answer(choice)` how a decision is taken, `over(state)` how a fight
    has ended, None while it goes on. `fight(party, foes, settings)` sets up a fight of stat lines or names;
    `skirmish(play, character, foes, settings)` begins one of a character against foes by name, or against somebody that
    suits it. `sampled` are the sub-rules that the simulator may draw from their exact distribution. `archetypes` are
    those who fight when games are set side by side. `expedition` is how a party fares from room to room. `caution` is
    what they leave to people at a table. `imagined(play, state, seat)` is the state as this seat may imagine it: it
    looks the same to the seat, and whatever the seat may not see is taken from what is usual, or rolled. A game
    without it has no secrets. `standing(state)` is how a fight stands for the party, between 0 and 1, where a bot that
    looks ahead looks no further.
    """

    action: Callable[[S, Seat], Action]
    answer: Callable[[Choice], Any]
    over: Callable[[S], Outcome | None]
    fight: Callable[[str, str, Any], S]
    skirmish: Callable[[Play, Any, str, Any], S] | None = None
    sampled: tuple[Callable[..., Any], ...] = ()
    archetypes: Archetypes | None = None
    expedition: Expedition[S] | None = None
    caution: Caution[S] = Caution()
    imagined: Callable[[Play, S, Seat], S] | None = None
    standing: Callable[[S], float] | None = None


class Prospect(Struct, frozen=True, gc=False):
    """Something that an option of a choice leads to, or that it costs.

    `says` is its code in the catalogue's table `prospect`, with `facts`; `chance` is how likely it is, None where it is
    certain.
    """

    says: str
    chance: Fraction | float | None = None
    facts: tuple[Fact, ...] = ()


Prospects: TypeAlias = Mapping[Any, tuple[Prospect, ...]]
"""What each option of a choice leads to; options of which nothing is said may be left out."""


class UiHints(Struct, Generic[S], frozen=True):
    """What a face can show or offer besides the view, without knowing the game. All of it may be left out.

    `groups` are the groups of deeds in the order in which they are shown; the first is what cannot wait. `moves` says
    which action carries a thing from one place to another, and which of its questions asks for the thing. `edits` is
    the referee's action that sets a number, with its questions for whom, which and how much, and `fields` the answers
    to "which" by the label of a number and of its maximum. `folded` are the labels of those blocks of a foe that the
    referee opens to read. `harm` are beginnings of the codes that tell of harm. `marks` are codes that a log sets
    apart: "grave" (death, scars), "great" (deeds), "scene" (where a scene begins). `vitals` are the labels of those
    numbers of a card that say at a glance how somebody is, the weightiest first. On a chart, `squares` are the
    questions whose options are squares `(x, y)`, `pawns` those whose options are ids of tokens, `facings` those whose
    options are directions 0-7. `dice` are questions whose options spend a die that lies there: its face, or a tuple
    that ends with it.

    `turn(state)` is whose turn it is, where others in `waiting` may act besides. `first(state, seat)` are the actions
    that a seat most likely wants now, the likeliest first, some with answers. `urgent` are deeds that come before all
    others where they can be done, `aids` those of them that help the dying, and `pressing(state)` those that have
    become so, such as a light when it is dark. `phase(state)` says where in the game people are, and `leads` what comes
    first there, by phase, "" for any: what cannot be done is passed over. `due(state)` are the ids of those who have
    still to act before time goes on, None where nobody waits for anybody; `concludes` are the referee's deeds by which
    it goes on once all have. `follows` are deeds that come first for a seat right after it has done one by name, such
    as to put on what was bought.
    `prospects(state, choice)` says what each option leads to and costs, and how likely it is where the table wants to
    know that (`wants_odds`); it tells whoever decides nothing that they may not know. `outlook(state, action)` says the
    same of an action that is rolled for later. `rolled` are deeds and questions, some only with this first fact, after
    which, as everybody knows, whoever decides rolls: the chance of that roll is shown beside them, as far as they may
    know it.
    `prices(state, choice)` is what each option costs, to be said by the label `price_of`. `on_table(choice)` is what
    lies open on the table while a choice is taken, for everybody to see. `paths(state, choice)` are the squares on the
    way to each option that is a square.
    """

    groups: tuple[str, ...] = ()
    moves: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    edits: tuple[str, str, str, str] | None = None
    fields: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    folded: tuple[str, ...] = ()
    harm: tuple[str, ...] = ()
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vitals: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    pawns: tuple[str, ...] = ()
    facings: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    turn: Callable[[S], tuple[Seat, ...]] | None = None
    first: Callable[[S, Seat], tuple[Handle, ...]] | None = None
    urgent: tuple[str, ...] = ()
    aids: tuple[str, ...] = ()
    pressing: Callable[[S], tuple[str, ...]] | None = None
    phase: Callable[[S], str] | None = None
    leads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    due: Callable[[S], tuple[str, ...] | None] | None = None
    concludes: tuple[str, ...] = ()
    follows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prospects: Callable[[S, Choice], Prospects] | None = None
    prices: Callable[[S, Choice], Mapping[Any, int]] | None = None
    wants_odds: Callable[[S], bool] | None = None
    outlook: Callable[[S, Action], tuple[Prospect, ...]] | None = None
    rolled: tuple[str | tuple[str, str], ...] = ()
    on_table: Callable[[Choice], tuple[Block, ...]] | None = None
    paths: Callable[[S, Choice], Mapping[Any, tuple[tuple[int, int], ...]]] | None = None


class HouseRules(Struct, frozen=True):
    """House rules that are in force in a game: their name, what they are called, and what they say of themselves."""

    name: str
    title: str
    says: str = ""


How: TypeAlias = Literal["acts", "in_force", "text"]
"""What becomes of something when it is used: a rule acts; it goes on and is shown until it ends; its text is told."""


class AtWork(Struct, frozen=True):
    """Something of a game that says that it does something: a spell, a thing, a trait, a monster's power.

    `of` is the entry that it stands in, `kind` what such things are called, in the plural ("spells"), `text` what it
    says, and `why` the reason that no rule acts, where `how` alone does not say it.
    """

    of: RuleId
    kind: str
    name: str
    how: How
    text: str = ""
    why: str = ""


def nobody(state: object) -> tuple[str, ...]:
    """Of a game without fights: nobody is absent."""
    return ()


class Game(Struct, Generic[S], frozen=True):
    """A game, as every face, the simulator and the solver see it.

    The fields without a default are all that a table needs. `new_state(settings)` is a table at its beginning, `seats`
    who sits there, `waiting` who may act now, `deeds` what they can do, `view(state, seat)` what a seat sees and
    `name(state, id)` how somebody is called. `absent(state)` are the ids of those whom a state names to act without
    having them, by which a forged one is known. `example(settings)` is a table ready to play: a party, and a small
    adventure in the referee's notes. `exploring` is how the game does what adventures need of it, `rulings` answer for
    the referee where there is none, `stocking` is what a generator of places draws from the game. `upgrades` are the
    steps from each schema of what was stored to the next. `at_work` is all that says that it does something, with what
    becomes of it. `house` are the house rules that are in force; the game's id has their names, as in `cairn+grim`.
    """

    id: str
    title: str
    referee: str
    theme: Theme
    book: Rulebook
    settings: type[Struct]
    state: type[S]
    new_state: Callable[[Any], S]
    deeds: Actions[S]
    seats: Callable[[S], tuple[Seat, ...]]
    waiting: Callable[[S], tuple[Seat, ...]]
    view: Callable[[S, Seat], View]
    name: Callable[[S, str], str]
    absent: Callable[[S], tuple[str, ...]] = nobody
    example: Callable[[Any], S] | None = None
    characters: Characters[Any] | None = None
    bots: Bots[S] | None = None
    ui: UiHints[S] = UiHints()
    odds: GameOdds = GameOdds()
    exploring: Exploring[S] | None = None
    rulings: Rulings | None = None
    stocking: Stocking | None = None
    upgrades: tuple[Upgrade, ...] = ()
    at_work: Callable[[], tuple[AtWork, ...]] | None = None
    house: tuple[HouseRules, ...] = ()

    @property
    def base(self) -> str:
        """The id without house rules: ids of the rulebook begin with it, and adventures and characters are for it."""
        return base_of(self.id)

    @property
    def words(self) -> Words:
        """The words of the game in the language of its book."""
        return words_of(self.book)

    @property
    def actions(self) -> Callable[[S, Seat], tuple[Offer, ...]]:
        """`actions(state, seat)`: all that a seat could do now."""
        return self.deeds.offers

    @property
    def offer(self) -> Callable[[S, Seat, Action], Offer | None]:
        """`offer(state, seat, action)`: what `actions` says of one of them."""
        return self.deeds.offer

    @property
    def perform(self) -> Callable[[Play, S, Action], S]:
        """`perform(play, state, action)`: do it, or raise `Refused` before any die is rolled."""
        return self.deeds.perform
