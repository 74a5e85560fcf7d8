"""The tools of the server. Whoever calls them chooses among what is legal; the engine alone changes a table."""

import secrets
from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Annotated, Any, ParamSpec

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from tallow.adventures import names as adventures
from tallow.adventures import ready
from tallow.games import game, names
from tallow.games.deeds import Action, Refused
from tallow.games.rulebook import Entry
from tallow.games.settings import chosen_settings, setting_values
from tallow.mcp import shown
from tallow.mcp.tables import SeatAt, Tables
from tallow.mechanics.notation import parse
from tallow.mechanics.rolling import history
from tallow.mechanics.rolling import roll as rolled
from tallow.mechanics.suggestions import Malformed, Unknown, nearest
from tallow.odds import ask, roll_odds
from tallow.play import Choice, Simulated, Undecidable
from tallow.simulate import sample_roll, simulate
from tallow.table import Step, Table, TableRefusal
from tallow.wording.phrases import phrases
from tallow.wording.refusals import refusal_in, refusal_said

P = ParamSpec("P")
Plain = dict[str, Any]

INSTRUCTIONS = """\
Tallow runs old-school dungeon games. Its engine rolls all dice and applies all rules: never invent a result, read it.
To play, open a table (open_table) or join one by its invitation (join_table), and keep the key of your seat. Then: look
and read_log for what you may see, questions for what you are asked, answer for one of its options; when nothing is
asked of you, actions lists what you can do, and act begins it. A referee narrates what the log tells, and chooses among
legal answers for creatures; a player chooses for their own character. Nobody sees what their seat may not.
"""

MOST_FIGHTS = 2_000
MOST_SAMPLED = 20_000
"""A simulation has no more fights than this."""

FOUND = 20
"""A search gives no more entries than this."""

Text = Annotated[str, Field(max_length=200)]
Long = Annotated[str, Field(max_length=4_000)]


def make_server() -> MCPServer:
    """A server with tables of its own."""
    server, tables = MCPServer("tallow", instructions=INSTRUCTIONS), Tables()
    for tool in (games, search_rules, read_rule, list_odds, ask_odds, odds_of_roll, roll, simulate_fights):
        server.tool(structured_output=False)(_faults_said(tool))
    for tool in Seats(tables).tools():
        server.tool(structured_output=False)(_faults_said(tool))
    return server


def _faults_said(tool: Callable[P, Any]) -> Callable[P, str]:
    """The tool with its answer as JSON, and wrong input told as a sentence."""

    @wraps(tool)
    def told(*given: P.args, **named: P.kwargs) -> str:
        try:
            return msgspec.json.encode(tool(*given, **named)).decode()
        except (Unknown, Malformed, Undecidable, msgspec.ValidationError) as fault:
            raise ToolError(str(fault)) from fault

    told.__annotations__ = {**tool.__annotations__, "return": str}
    return told


def games() -> list[Plain]:
    """The games: id, title, what the referee is called, ready adventures, settings with their values."""
    listed = [game(name) for name in names()]
    return [
        {
            "id": one.id,
            "title": one.title,
            "referee": one.referee,
            "adventures": adventures(one.id),
            "ready_to_play": one.example is not None,
            "settings": {name: [str(each) for each in legal] for name, legal in setting_values(one).items()},
        }
        for one in listed
    ]


def search_rules(game_id: Text, words: Text) -> list[Plain]:
    """Search a game's rulebook: ids, titles and texts of the best entries."""
    found = list(game(game_id).book.search(words))[:FOUND]
    return [{"id": one.id, "title": one.title, "text": one.text} for one in found]


def read_rule(rule_id: Text) -> Entry:
    """One entry of a rulebook in full, by its id such as cairn.attack.roll."""
    book = game(rule_id.split(".", 1)[0]).book
    entries = book.entries()
    if rule_id not in entries:
        raise Unknown("rule", rule_id, nearest(rule_id, entries))
    return entries[rule_id]


def list_odds(game_id: Text) -> list[Plain]:
    """The questions of exact odds that a game answers, with their parameters and goals."""
    return [
        {
            "question": one.name,
            "parameters": [each.name for each in one.parameters],
            "outcomes": one.outcomes,
            "goals": list(one.goals),
            "rule": one.why,
        }
        for one in game(game_id).odds.inquiries
    ]


def ask_odds(game_id: Text, question: Text, given: dict[str, str | int] | None = None, goal: Text = "") -> Plain:
    """Exact odds of something in a game, such as question attack with given {"dice": "d6", "hp": 4}."""
    return ask(game_id, question, given or {}, goal=goal).to_json()


def odds_of_roll(
    dice: Text,
    sample: Annotated[int, Field(ge=0, le=MOST_SAMPLED)] = 0,
    seed: Annotated[int, Field(ge=0)] = 0,
) -> Plain:
    """Exact odds of dice in the usual notation, such as 4d6kh3; where that is too large, `sample` so many rolls."""
    return sample_roll(parse(dice, "sum"), sample, seed).to_json() if sample else roll_odds(dice).to_json()


def roll(dice: Text, seed: int | None = None) -> Plain:
    """Roll dice in the usual notation, such as 4d6kh3. The seed is named: the same one gives the same dice."""
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    result = rolled(Simulated(Random(chosen), _nobody), parse(dice, "sum"), "player")
    return {"dice": dice, "total": result.total, "history": history(result), "seed": chosen}


def _nobody(choice: Choice) -> str:
    raise Undecidable(f"{choice.what}: nobody is there to decide")


def simulate_fights(
    game_id: Text,
    party: Long,
    foes: Long,
    n: Annotated[int, Field(ge=1, le=MOST_FIGHTS)] = 500,
    seed: Annotated[int, Field(ge=0)] = 0,
) -> Plain:
    """Run a fight many times by the game's bots: chances to win with their bounds, rounds, losses."""
    return simulate(game_id, party, foes, n=n, seed=seed, cores=1).to_json()


class Seats:
    """The tools of seats: each takes the key of a seat and shows what that seat may see."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def tools(self) -> tuple[Callable[..., Any], ...]:
        """All of them."""
        return (
            self.open_table, self.join_table, self.look, self.actions, self.questions, self.act, self.answer,
            self.read_log,
        )  # fmt: skip

    def open_table(
        self,
        game_id: Text,
        title: Text,
        referee: Text = "",
        adventure: Text = "",
        settings: dict[str, str] | None = None,
        example: bool = False,
    ) -> Plain:
        """Open a table. With a referee's name you get the key of that seat; without, rulings answer for one.

        Players join by the invitation. With example, the game sets a party ready to play; an adventure goes by name.
        The free seats have a character already, and wait for whoever names one of them to join_table.
        """
        played = game(game_id)
        place = ready(game_id, adventure) if adventure else None
        if not referee and (place is None or played.rulings is None):
            raise ToolError("Without a referee a table needs an adventure, of a game that has rulings for it.")
        chosen = chosen_settings(played, settings or {})
        try:
            key, invitation, free = self._tables.open(game_id, title, chosen, place, referee, example=example)
        except TableRefusal as refused:
            raise ToolError(refusal_in(phrases("en"), refused.code, *refused.facts)) from refused
        return {"key": key, "invitation": invitation, "free_seats": free}

    def join_table(self, invitation: Text, name: Text, seat: Text = "") -> Plain:
        """Sit down as a player. Keep the key.

        The seat is a free one that has a character, as open_table and look list them; without it you get a new seat,
        where you make a character of your own.
        """
        try:
            taken, key = self._tables.join(invitation, name, seat)
        except TableRefusal as refused:
            raise ToolError(refusal_in(phrases("en"), refused.code, *refused.facts)) from refused
        return {"seat": taken, "key": key}

    def look(self, key: Text) -> Plain:
        """How the table stands, and the sheets, scene and trackers that your seat may see."""
        one = self._tables.seat(key)
        return {"table": shown.status(one), "view": shown.view(one)}

    def actions(self, key: Text) -> list[Plain]:
        """What your seat can do now, the likeliest first; what is refused last, with the reason."""
        return shown.actions(self._tables.seat(key))

    def questions(self, key: Text) -> list[Plain]:
        """The questions that you may answer now, with their options; as referee, those of all seats."""
        return shown.questions(self._tables.seat(key))

    def act(self, key: Text, name: Text, who: Text = "") -> Plain:
        """Begin one of your actions, by its name and for whom it is done. Gives what came of it and what is asked."""
        return self._did(key, lambda table, seat: table.act(seat, Action(name, who)))

    def answer(self, key: Text, starter: Text, number: int, given: int, answer: Any) -> Plain:
        """Answer a question: starter, number and given as it has them, and the answer of one of its options."""
        return self._did(key, lambda table, seat: table.answer(seat, starter, answer, given=given, number=number))

    def read_log(self, key: Text, after: int = 0, most: Annotated[int, Field(ge=1, le=200)] = 30) -> list[Plain]:
        """What has happened, as far as your seat may know: the last lines after a number, oldest first."""
        return shown.log(self._tables.seat(key), after, most)

    def _did(self, key: str, do: Callable[[Table, str], Step]) -> Plain:
        one: SeatAt = self._tables.seat(key)
        before = one.at.lines
        try:
            self._tables.do(key, do)
        except (TableRefusal, Refused) as refused:
            raise ToolError(refusal_said(refused, one.at.table)) from refused
        return {
            "table": shown.status(one),
            "happened": shown.log(one, before, 30),
            "questions": shown.questions(one),
        }
