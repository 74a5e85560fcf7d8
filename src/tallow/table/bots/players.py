"""Who can play a seat at a table: the game's own bot, and bots of one's own by their name.

A bot is a `tallow.simulate.Player`: it is told a `Position`, which has nothing in it that its seat may not see. To have
one of one's own at a table of this process, put it into `PLAYERS`; a package offers one to every table of a server with
an entry point of the group `tallow.players`.
"""

from functools import cache
from random import Random
from typing import Any

from tallow.games import Game
from tallow.games.deeds import Action
from tallow.play import REFEREE, Answer, Choice, Seat
from tallow.simulate import MakePlayer, Player, Position
from tallow.simulate.players.player import imagined
from tallow.table.pending import Pending
from tallow.table.step import TableRefusal
from tallow.table.table import Table

GROUP = "tallow.players"


class GameBot:
    """The game's own bot, with what the game says comes first where that has nothing in mind that is offered."""

    def __init__(self, rules: Game[Any], random: Random) -> None:  # noqa: ARG002  (as every player is made)
        if rules.bots is None:
            raise TableRefusal("no_bots", rules.title)
        self._rules, self._bots = rules, rules.bots
        self._rulings = rules.rulings.of() if rules.rulings else {}

    def action(self, at: Position) -> Action | None:
        """What its tactics say, else what presses, else one of the deeds that lead in this phase."""
        proposed = self._bots.action(at.state, at.seat)
        if proposed in at.offers:
            return proposed
        ui = self._rules.ui
        due = ui.due(at.state) if ui.due else None
        if due is None:
            return None
        leads = ui.leads.get(ui.phase(at.state) if ui.phase else "", ())
        pressing = ui.pressing(at.state) if ui.pressing else ()
        wanted = (*(ui.concludes if at.seat == REFEREE else ()), *pressing, *leads, *self._bots.caution.passes)
        able = [one for one in at.offers if one.who in due or one.name in ui.concludes]
        return next((one for name in wanted for one in able if one.name == name), None)

    def answer(self, at: Position, choice: Choice) -> Answer:
        """What its tactics say; for the referee a ruling of the game, where there is one with an answer of its own."""
        ruling = self._rulings.get(choice.what) if at.seat == REFEREE else None
        if ruling is not None and ruling.answer is not None and choice.fault(ruling.answer) is None:
            return ruling.answer
        decided: Answer = self._bots.answer(choice)
        return choice.options[0] if choice.fault(decided) else decided


GAME_BOT = "bot"
PLAYERS: dict[str, MakePlayer] = {GAME_BOT: GameBot}
"""Who can play a seat, by the name that is kept of them."""


def players() -> tuple[str, ...]:
    """Every player by its name, the game's own bot first."""
    return tuple(dict.fromkeys((*PLAYERS, *_offered())))


@cache
def _offered() -> tuple[str, ...]:
    """The players that packages offer here."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, seldom needed)

    return tuple(sorted(entry_points(group=GROUP).names))


def player_named(name: str) -> MakePlayer | None:
    """How the player of this name is made; None if there is none."""
    if name not in PLAYERS:
        from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, seldom needed)

        for point in entry_points(group=GROUP, name=name):
            PLAYERS[name] = point.load()
    return PLAYERS.get(name)


def made(table: Table, name: str) -> Player:
    """The player of this name for a table as it stands; it has the same random numbers each time that it is asked."""
    make = player_named(name)
    if make is None:
        raise TableRefusal("no_such_bot", name)
    return make(table.rules, Random(f"{table.begun} {table.done}"))


def to_act(table: Table, seat: Seat) -> Position:
    """What a player of this seat is told who is to act."""
    offers = tuple([one.action for one in table.offers(seat) if one.refusal is None])
    return Position(imagined(table.rules, table.state, seat), seat, offers)


def to_answer(table: Table, seat: Seat, pending: Pending) -> Position:
    """What a player of this seat is told who is to answer."""
    return Position(imagined(table.rules, table.state, seat), seat, (), pending.action, pending.answers)
