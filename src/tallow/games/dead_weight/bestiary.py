"""The bestiary: enemies and allies by name, each with an id and a name of its own."""

from functools import cache

from msgspec.structs import replace

from tallow.games.dead_weight.content import Monster, monsters
from tallow.games.dead_weight.sheets import IS_SHEET, sheet
from tallow.games.dead_weight.state import OFF_CHART, Enemy, Square, State, adventurer, serial
from tallow.mechanics.near import Unknown, nearest
from tallow.mechanics.roster import roster
from tallow.play import REFEREE, RuleId, Seat, rule

MOST = 40
"""So many of a kind can be met at once."""


@cache
def by_name() -> dict[str, RuleId]:
    """The bestiary by name, whatever the case."""
    return {monster.name.casefold(): monster.id for monster in monsters().values()}


@rule("dead_weight.enemy.bestiary")
def lookup(name: str) -> Monster:
    """The monster of that name, or `Unknown` with the nearest."""
    found = by_name().get(name.strip().casefold())
    if found is None:
        names = [monster.name for monster in monsters().values()]
        raise Unknown("monster", name.strip(), nearest(name.strip(), names), "Dead Weight")
    return monsters()[found]


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
    """One of the bestiary, unhurt."""
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


def short(id_: RuleId) -> str:
    """The last part of an id: `bash` of `dead_weight.skill.bash`."""
    return id_.rpartition(".")[2]


@rule("dead_weight.enemy.bestiary", "dead_weight.enemy.tracking")
def arrive(state: State, monster: Monster | RuleId, number: int = 1, *, at: Square = OFF_CHART) -> State:
    """So many of a monster join the enemies, each with an id and a name of its own."""
    sheet = monsters()[monster] if isinstance(monster, str) else monster
    for _ in range(number):
        state, id_ = serial(state, "foe")
        state = enlist(state, spawn(sheet, id_, at=at))
    return state


def enlist(state: State, one: Enemy) -> State:
    """An enemy joins; where others have its name, all are numbered."""
    same = [foe for foe in state.enemies if foe.name == one.name or foe.name.startswith(f"{one.name} ")]
    if not same:
        return replace(state, enemies=(*state.enemies, one))
    foes = state.enemies
    if len(same) == 1 and same[0].name == one.name:
        foes = tuple([replace(foe, name=f"{foe.name} 1") if foe is same[0] else foe for foe in foes])
    return replace(state, enemies=(*foes, replace(one, name=f"{one.name} {len(same) + 1}")))


@rule("dead_weight.ally.turn")
def befriend(state: State, monster: RuleId, owner: str, *, name: str = "") -> State:
    """An ally without attributes, who acts in the turn of its owner and is answered for by the same player."""
    one = adventurer(state, owner)
    state, id_ = serial(state, "ally")
    ally = spawn(monster, id_, name, seat=one.seat, owner=owner, at=one.at)
    return replace(state, allies=(*state.allies, ally))


# ---------------------------------------------------------------- by name and number


def several(spec: str, prefix: str = "foe") -> tuple[Enemy, ...]:
    """The enemies that `Goblin Scrapper x3; Bandit: wounds 4, club STR 2+1` says."""
    state = State()
    for part in roster(spec, "somebody: a monster's name, or a sheet", most=MOST):
        for _ in range(part.number):
            id_ = f"{prefix}{len(state.enemies) + 1}"
            made = sheet(part.text, id_) if IS_SHEET.search(part.text) else spawn(lookup(part.text), id_)
            state = enlist(state, made)
    return state.enemies
