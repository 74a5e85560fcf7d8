"""The bestiary: enemies and allies by name, each with an id and a name of its own."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.monsters import Monster, monsters
from tallow.games.dead_weight.monsters.enemy_sheet import IS_SHEET, sheet
from tallow.games.dead_weight.state import OFF_CHART, Enemy, Square, State, adventurer
from tallow.mechanics.ids import serial
from tallow.mechanics.names import with_one_more
from tallow.mechanics.roster import everybody, roster
from tallow.mechanics.suggestions import find_by_name
from tallow.play import REFEREE, RuleId, Seat, rule

MOST = 40
"""How many of a kind can be met at once, at most."""


@rule("dead_weight.enemy.bestiary")
def lookup(name: str) -> Monster:
    """The monster of that name; raises `Unknown` with the nearest name."""
    return find_by_name(name, monsters().values(), "monster", "Dead Weight")


@rule("dead_weight.enemy.sheet", "dead_weight.enemy.numbers_origin", "dead_weight.enemy.wounds_stat")
def spawn(
    monster: Monster | RuleId,
    id: str,  # noqa: A002
    name: str = "",
    *,
    seat: Seat = REFEREE,
    owner: str = "",
    at: Square = OFF_CHART,
) -> Enemy:
    """A new enemy of this monster, unhurt."""
    sheet = monsters()[monster] if isinstance(monster, str) else monster
    return Enemy(
        id=id,
        name=name or sheet.name,
        of=sheet.id,
        level=sheet.level,
        wounds=sheet.wounds,
        armour=sheet.armour,
        resistance=sheet.resistance,
        movement=sheet.movement,
        actions=sheet.actions_per_turn,
        sheet=sheet.actions,
        traits=tuple([short(trait) for trait in sheet.traits]),
        tags=sheet.tags,
        at=at,
        seat=seat,
        owner=owner,
    )


@rule("dead_weight.enemy.bestiary", "dead_weight.enemy.tracking")
def arrive(state: State, monster: Monster | RuleId, number: int = 1, *, at: Square = OFF_CHART) -> State:
    """The state with this many of a monster added to the enemies, each with an id and a name of its own."""
    sheet = monsters()[monster] if isinstance(monster, str) else monster
    for _ in range(number):
        state, id_ = serial(state, "foe")
        state = enlist(state, spawn(sheet, id_, at=at))
    return state


def enlist(state: State, one: Enemy) -> State:
    """The state with an enemy added; if others have the same name, all are numbered."""
    return replace(state, enemies=with_one_more(state.enemies, one))


@rule("dead_weight.ally.turn")
def befriend(state: State, monster: RuleId, owner: str, *, name: str = "") -> State:
    """The state with an ally without attributes, who acts in the turn of its owner and belongs to the same player."""
    one = adventurer(state, owner)
    state, id_ = serial(state, "ally")
    ally = spawn(monster, id_, name, seat=one.seat, owner=owner, at=one.at)
    return replace(state, allies=(*state.allies, ally))


def described(text: str, id: str) -> Enemy:  # noqa: A002
    """One enemy, from a written sheet or from the bestiary."""
    return sheet(text, id) if IS_SHEET.search(text) else spawn(lookup(text), id)


def several(spec: str, prefix: str = "foe") -> tuple[Enemy, ...]:
    """The enemies of a text such as `Goblin Scrapper x3; Bandit: wounds 4, club STR 2+1`."""
    parts = roster(spec, "somebody: a monster's name, or a sheet", most=MOST)
    return everybody(parts, lambda part, id_: described(part.text, id_), prefix)
