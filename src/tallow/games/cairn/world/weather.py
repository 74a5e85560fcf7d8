"""Weather: rolled each morning for the season, and what it does to those who travel in it."""

from msgspec.structs import replace

from tallow.games.cairn.entries import Row, tables
from tallow.games.cairn.state import DAY, HOUR, State
from tallow.play import REFEREE, Play, rule

DAWN = 8 * HOUR
"""The hour at which a day begins."""

WORST = ("extreme", "catastrophic")


def day(clock: int) -> int:
    """The day that a moment belongs to, counted from dawn to dawn."""
    return (clock - DAWN) // DAY


@rule(
    "cairn.wild.weather",
    "cairn.table.weather_spring",
    "cairn.table.weather_summer",
    "cairn.table.weather_fall",
    "cairn.table.weather_winter",
)
def roll_weather(play: Play, season: str, before: str) -> str:
    """The weather of a day; `before` is that of the day before, if it is known."""
    table = tables()[f"cairn.table.weather_{season}"]
    (face,) = play.roll(1, 6, by=REFEREE, why=table.id)
    rolled = table.row(face).code
    return "catastrophic" if rolled == "extreme" and before in WORST else rolled


@rule("cairn.wild.weather", "cairn.action.warden_weather")
def weather(play: Play, state: State) -> State:
    """Roll the weather of today."""
    today = day(state.clock)
    before = state.weather if state.weather_day == today - 1 else ""
    rolled = roll_weather(play, state.season, before)
    play.tell("weather", rolled, why="cairn.wild.weather")
    return replace(state, weather=rolled, weather_day=today)


@rule("cairn.table.weather_effect")
def weather_effect(state: State) -> Row:
    """What today's weather does to travel."""
    return tables()["cairn.table.weather_effect"].row(state.weather)
