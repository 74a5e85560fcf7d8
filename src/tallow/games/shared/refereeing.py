"""What a referee does in every game: notes, messages to a player, secret dice and tables, time, settings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.shared.seating import Seated
from tallow.mechanics.tables import OnRow, Table, is_rolled, roll_on
from tallow.play import EVERYONE, REFEREE, Audience, Play, RuleId, Seat

S = TypeVar("S")
C = TypeVar("C", bound=Struct)
R = TypeVar("R", bound=OnRow)
Does: TypeAlias = Callable[[Play, S, str], S]

DICE = range(1, 11)
SIDES = (6, 4, 8, 10, 12, 20, 100)
SPAN = range(1, 61)


def deed(
    name: str,
    do: Does[S],
    why: RuleId,
    shown: Callable[[S, str], bool] | None = None,
    refuse: Callable[[S, str], Refusal | None] | None = None,
    group: str = "",
    rank: int = 0,
) -> Deed[S]:
    """A deed of the referee."""
    return Deed(name, do, why, by="referee", shown=shown, refuse=refuse, group=group, rank=rank)


def followed_by(do: Does[S], settled: Callable[[Play, S], S]) -> Does[S]:
    """An action followed by `settled`, which applies what follows from it by itself."""

    def done(play: Play, state: S, who: str) -> S:
        return settled(play, do(play, state, who))

    return done


def with_note(notes: str, text: str) -> str:
    """Notes with one more line."""
    return f"{notes}\n{text}".strip()


def note(play: Play, notes: str, by: Seat, why: RuleId) -> str:
    """Have a seat write one more line into private notes."""
    return with_note(notes, play.write(by, "note", why=why))


def describe(play: Play, why: RuleId) -> None:
    """Have the referee describe the scene to everybody."""
    text = play.write(REFEREE, "describe", why=why).strip()
    if text:
        play.tell("described", text, why=why)


def let_know(play: Play, party: Iterable[Seated], why: RuleId) -> None:
    """Have the referee tell one player what only their character knows."""
    seats = tuple(dict.fromkeys([one.seat for one in party if one.seat != REFEREE]))
    seat = play.choose(REFEREE, "let_know_whom", seats, why=why)
    text = play.write(REFEREE, "let_know", why=why).strip()
    if text:
        play.tell("known", text, why=why, seen_by=(REFEREE, seat))


def secret_roll(play: Play, why: RuleId) -> None:
    """Roll dice that only the referee sees."""
    number = play.choose(REFEREE, "how_many_dice", DICE, why=why)
    sides = play.choose(REFEREE, "how_many_sides", SIDES, why=why)
    pool = play.roll(number, sides, by=REFEREE, why=why, hidden=True)
    play.tell("secret_roll", number, sides, pool, sum(pool), why=why, seen_by=(REFEREE,))


def rollable(tables: Mapping[RuleId, Table[R]]) -> tuple[RuleId, ...]:
    """The ids of the tables that are rolled on."""
    return tuple([table.id for table in tables.values() if is_rolled(table)])


def any_table(play: Play, tables: Mapping[RuleId, Table[R]], why: RuleId) -> tuple[Table[R], int, Audience]:
    """Have the referee choose a table and roll on it: the table, the number rolled, and who may see it."""
    of = tables[play.choose(REFEREE, "table", rollable(tables), why=why)]
    secret = play.choose(REFEREE, "secret", ("open", "secret"), of.id, why=why) == "secret"
    return of, roll_on(play, of, REFEREE, hidden=secret), (REFEREE,) if secret else EVERYONE


def choose_time(play: Play, units: Mapping[str, int], why: RuleId, goes_on: Callable[[int], bool]) -> int:
    """Have the referee choose how much time passes; 0 if `goes_on` refuses it."""
    unit = play.choose(REFEREE, "time_unit", tuple(units), why=why)
    many = play.choose(REFEREE, "time_many", SPAN, unit, why=why)
    if not goes_on(many * units[unit]):
        return 0
    play.tell("time_passes", many, unit, why=why)
    return many * units[unit]


def value_itself(_: str, value: Any) -> Any:
    """The name of a setting's value: the value itself."""
    return value


def worded_by_setting(name: str, value: Any) -> Any:
    """The name of a setting's value: prefixed with that of the setting, but for numbers."""
    return f"{name}.{value}" if isinstance(value, str | bool) else value


def changed_settings(
    play: Play,
    settings: C,
    game: str,
    why: RuleId,
    said: Callable[[str, Any], Any] = value_itself,
    titles: str = "",
) -> C:
    """Have the referee change a setting. `said(name, value)` names a value as an option; `titles` prefixes names."""
    hints = get_type_hints(type(settings))
    names: Sequence[str] = tuple([f"{titles}{name}" for name in hints])
    title = play.choose(REFEREE, "setting", names, why=why)
    name = title.removeprefix(titles)
    values = {said(name, value): value for value in get_args(hints[name])}
    value = play.choose(REFEREE, "setting_value", tuple(values), title, why=f"{game}.setting.{name}")
    play.tell("setting", title, value, why=f"{game}.setting.{name}")
    return replace(settings, **{name: values[value]})
