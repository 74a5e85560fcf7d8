"""Expeditions through a series of rooms and home again, and the tally of a chunk of them."""

from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tallow.games.expedition import Expedition
from tallow.games.game import Game, Outcome
from tallow.games.optional import expedition_of, needed_bots
from tallow.play import Play, Settled, Simulated, Tables
from tallow.simulate.fights import Tally, fought, no_collecting, tallied

S = TypeVar("S")

HOME, TURNED_BACK, LOST = "home", "turned_back", "lost"
"""How an expedition ends: home after all rooms, home before that, or nobody able to go on."""


class Nobody(Exception):
    """Nobody in the party is able to set out."""


class Plan(Struct, frozen=True):
    """Where an expedition goes: the rooms in order, each with the foes in it ("" for none).

    It takes `turns` from one room to the next, and as many back. `wandering` are the foes of random encounters, "" for
    none; `rests`: whether the party rests where it has won.
    """

    rooms: tuple[str, ...]
    turns: int = 2
    wandering: str = ""
    rests: bool = True


def expeditions(game: Game[S], state: S, plan: Plan, n: int, seed: str, tables: Tables) -> Tally:
    """Run `n` expeditions from `state`. The tally depends on the seed only, not on what is in the tables."""
    bots = needed_bots(game)
    play = Simulated(Random(seed), bots.answer, bots.sampled, tables)
    with no_collecting():
        return tallied(lambda: Party(game, play, state, plan).outcome(), n)


class Party(Generic[S]):
    """A party on one expedition."""

    def __init__(self, game: Game[S], play: Play, state: S, plan: Plan) -> None:
        self._game, self._plan = game, plan
        self._play: Play = play
        self._way = way(game)
        self.state = state
        self.rooms = self.fights = 0
        self._rounds = 0.0

    def outcome(self) -> Outcome:
        """Run the expedition and return its outcome."""
        self._ready()
        self._home(self._in())
        whole = self.rooms == len(self._plan.rooms)
        able = self._way.able(self.state)
        if not able:
            self.state = self._way.left(self._play, self.state)
        counts = {"rooms": self.rooms, "fights": self.fights, "rounds": self._rounds, **self._way.counts(self.state)}
        return Outcome(whole and able, LOST if not able else HOME if whole else TURNED_BACK, counts)

    def _in(self) -> int:
        """Go from room to room while they win and are fit to go on; returns how many they have entered."""
        for entered, foes in enumerate(self._plan.rooms, 1):
            if not self._walk(self._plan.turns) or self._way.worn(self.state):
                return entered - 1
            if not self._face(foes):
                return entered
            self.rooms += 1
            if (self._plan.rests and not self._rest()) or self._way.worn(self.state):
                return entered
        return len(self._plan.rooms)

    def _home(self, entered: int) -> None:
        """Go back the same way, with the answers that are settled on known ground."""
        if self._way.known:
            self._play = Settled(self._play, self._way.known)
        for _ in range(entered * self._plan.turns):
            if not self._way.able(self.state):
                return
            self._walk(1)

    def _ready(self) -> None:
        if self._way.ready is not None and self._way.able(self.state):
            self.state = self._way.ready(self._play, self.state)

    def _walk(self, turns: int) -> bool:
        """Travel for this many turns; returns whether they can go on as planned."""
        for _ in range(turns):
            self.state = self._way.turn(self._play, self.state)
            if not self._undisturbed():
                return False
        return True

    def _rest(self) -> bool:
        self.state = self._way.rest(self._play, self.state)
        return self._undisturbed()

    def _undisturbed(self) -> bool:
        """Whether there was no random encounter, or one that they have won."""
        won = not self._way.met(self.state) or self._face(self._plan.wandering)
        return won and self._way.able(self.state)

    def _face(self, foes: str) -> bool:
        """Meet these foes and fight them; returns whether the party has won."""
        self.state = self._way.meet(self.state, foes)
        if not foes:
            return True
        self.fights += 1
        self.state, ended = fought(self._game, self._play, self.state)
        if ended is not None:
            self._rounds += ended.counts.get("rounds", 0)
        self.state = self._way.meet(self.state, "")
        self._ready()
        return ended is not None and ended.won


def way(game: Game[S]) -> Expedition[S]:
    """The expedition of a game; ValueError if it has none."""
    found = expedition_of(game)
    if found is None:
        raise ValueError(f"{game.title} has no expeditions")
    return found


def packed(game: Game[Any], party: Any, pack: str | None) -> str:
    """What a party takes along: by default what the game says, and nothing more for the party of a table."""
    if pack is not None:
        return pack
    return way(game).pack if isinstance(party, str) else ""


def set_out(game: Game[S], party: Any, pack: str | None = None, settings: Any = None) -> S:
    """The state in which a party sets out: one of names or stat lines, or that of a table's state."""
    out, taken = way(game), packed(game, party, pack)
    if isinstance(party, str):
        state = out.begin(party, taken, game.settings() if settings is None else settings)
    else:
        state = out.of(party, taken)
    if not out.able(state):
        raise Nobody
    return state


def checked(game: Game[Any], state: Any, plan: Plan) -> None:
    """Raise what is wrong with the foes that a plan names."""
    for foes in (*plan.rooms, plan.wandering):
        if foes:
            way(game).meet(state, foes)
