"""Spells that call up something: servants, walls, clouds, swarms, and telekinesis."""

from collections.abc import Mapping

from msgspec.structs import replace

from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import undead
from tallow.games.vanilla.combat.attacks import attack
from tallow.games.vanilla.entries import Monster, monsters, spells
from tallow.games.vanilla.gear.weapons import Way
from tallow.games.vanilla.harm.damage import dies
from tallow.games.vanilla.magic.effects import ACROSS, smothered, swarmed
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.magic.spells import Cast, Working, amount, halved, in_reach, reach
from tallow.games.vanilla.magic.spells_binding import lay
from tallow.games.vanilla.magic.spells_harming import nothing
from tallow.games.vanilla.monsters.bestiary import ELEMENTS, of_element, rolled_up
from tallow.games.vanilla.state import Creature, State, alive
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, Seat, rule

TELEKINESIS: RuleId = "vanilla.spell.telekinesis"
SNAKE = "vanilla.monster.conjured_snake"
ELEMENTAL = "vanilla.monster.elemental"
UNDEAD = ("vanilla.monster.skeleton", "vanilla.monster.zombie")
HURLED = Way("hurled", "ranged", "1d6", far=60, most=120, magic=True, natural=True)


def called(
    play: Play, state: State, cast: Cast, monster: Monster, number: int, *, against: bool = False, hd: int = 0
) -> tuple[State, tuple[str, ...]]:
    """Add called creatures, on the caster's side or against it, without a go this Round; gives the state and ids."""
    caster = find(state, cast.by)
    ids: list[str] = []
    for n in range(number):
        state, id_ = serial(state, "s")
        name = f"{monster.name} {n + 1}" if number > 1 else monster.name
        one = rolled_up(play, monster, id_, name, at=caster.at, hd=hd)
        mine = (side_of(state, caster.id) == "party") != against
        one = replace(one, seat=caster.seat if not against else REFEREE, traits=(*one.traits, "no_xp"))
        state = replace(state, party=(*state.party, one)) if mine else replace(state, foes=(*state.foes, one))
        ids.append(id_)
    play.tell("called", number, monster.name, why=cast.spell.id)
    return state, tuple(ids)


@rule("vanilla.spell.sticks_to_snakes", "vanilla.monster.conjured_snake")
def sticks_to_snakes(play: Play, state: State, cast: Cast) -> State:
    """The rolled number of sticks become snakes that obey the caster; reversed, snakes become sticks."""
    number = amount(play, cast)
    if cast.opposite:
        snakes = [one.id for one in in_reach(state, cast.by, cast.spell) if _is_snake(one)][:number]
        for who in snakes:
            state = put(state, gain(find(state, who), "gone"))
        return state if snakes else nothing(play, state, cast)
    state, ids = called(play, state, cast, monsters()[SNAKE], number)
    return lay(play, state, cast, "called", ids)


def _is_snake(one: Creature) -> bool:
    entry = monsters().get(one.of)
    return entry is not None and entry.family == "snake"


@rule("vanilla.spell.animate_dead")
def animate_dead(play: Play, state: State, cast: Cast) -> State:
    """The rolled number of dead bodies, as far as there are any, obey until dawn; reversed, undead fall dead.

    After a fight the slain are not counted, so the GM says how many more bodies there are.
    """
    number = amount(play, cast)
    if cast.opposite:
        fallen = [one.id for one in in_reach(state, cast.by, cast.spell) if undead(one)][:number]
        for who in fallen:
            state = dies(play, state, who)
        return state if fallen else nothing(play, state, cast)
    bodies = _bodies(state, cast)[:number]
    others = 0
    if len(bodies) < number and state.combat is None:
        others = play.choose(REFEREE, "bodies", range(number - len(bodies) + 1), why=cast.spell.id)
    if not bodies and not others:
        return nothing(play, state, cast)
    by = REFEREE if cast.wild else cast.seat
    kind = monsters()[play.choose(by, "animate", UNDEAD, len(bodies) + others, why=cast.spell.id)]
    for body in bodies:
        state = put(state, gain(find(state, body.id), "gone"))
    state, ids = called(play, state, cast, kind, len(bodies) + others)
    return lay(play, state, cast, "called", ids)


def _bodies(state: State, cast: Cast) -> list[Creature]:
    """The dead creatures in range."""
    at, feet = find(state, cast.by).at, reach(cast.spell, state.settings)
    dead = [one for one in everyone(state) if has(one, "dead") and not has(one, "gone")]
    return [one for one in dead if abs(one.at - at) <= feet]


@rule("vanilla.spell.conjure_elemental", "vanilla.monster.elemental", "vanilla.action.concentrate")
def conjure_elemental(play: Play, state: State, cast: Cast) -> State:
    """An elemental obeys while the caster concentrates, then turns against them; reversed, it does so at once."""
    hd = 5 if cast.half else 0
    state, ids = called(play, state, cast, monsters()[ELEMENTAL], 1, against=cast.opposite, hd=hd)
    by = REFEREE if cast.wild else cast.seat
    element = play.choose(by, "element", ELEMENTS, why=cast.spell.id)
    state = put(state, of_element(find(state, ids[0]), element))
    if cast.opposite:
        return begin(play, state, cast.spell.id, "loose", cast.by, ids, until="dispelled", level=5)
    return begin(play, state, cast.spell.id, "bound", cast.by, ids, until="concentration", level=5)


@rule("vanilla.spell.wall_of_fire_or_ice", "vanilla.spell.wall_of_stone_or_iron")
def wall(play: Play, state: State, cast: Cast) -> State:
    """Make a wall just before the target; reversed, the wall's material gives way."""
    if cast.opposite:
        return lay(play, state, cast, "fiction", ())
    caster, target = find(state, cast.by), find(state, cast.on[0])
    ahead = 1 if target.at > caster.at or (target.at == caster.at and side_of(state, caster.id) == "party") else -1
    at = target.at - ahead * 2 if target.at != caster.at else caster.at + ahead * 2
    mode = {"fire": "wall_fire", "ice": "wall_ice"}.get(cast.mode, "wall_stone")
    play.tell(mode, find(state, cast.by).name, why=cast.spell.id)
    if cast.mode == "stone":
        return begin(play, state, cast.spell.id, mode, cast.by, (), at=at, level=5, amount=halved(cast, 1000))
    return lay(play, state, cast, mode, (), at=at, amount_=halved(cast, 500 if cast.mode == "iron" else 60))


@rule("vanilla.spell.cloudkill")
def cloudkill(play: Play, state: State, cast: Cast) -> State:
    """A cloud that moves away from the caster: those of 5 HD or less in it Save or die; reversed, clean air."""
    caster, target = find(state, cast.by), find(state, cast.on[0])
    if cast.opposite:
        return lay(play, state, cast, "fiction", (), at=target.at)
    ahead = 1 if target.at > caster.at or (target.at == caster.at and side_of(state, caster.id) == "party") else -1
    state = lay(play, state, cast, "cloud", (), amount_=ahead, at=target.at)
    cloud = state.effects[-1]
    for one in everyone(state):
        if alive(one) and abs(one.at - cloud.at) <= ACROSS:
            state = smothered(play, state, cloud, one.id)
    return state


@rule("vanilla.spell.insect_plague")
def insect_plague(play: Play, state: State, cast: Cast) -> State:
    """A swarm that the caster directs: those of 2 HD or less in it flee; reversed, every insect leaves."""
    at = find(state, cast.on[0]).at
    if cast.opposite or state.place == "dungeon":
        return lay(play, state, cast, "fiction", ()) if cast.opposite else nothing(play, state, cast)
    state = lay(play, state, cast, "plague", (), at=at)
    for one in everyone(state):
        if alive(one) and abs(one.at - at) <= ACROSS:
            state = swarmed(play, state, one.id)
    return state


@rule("vanilla.spell.telekinesis")
def telekinesis(play: Play, state: State, cast: Cast) -> State:
    """Move things by thought: hurling one is an attack for 1d6, taking one that is held allows a Save."""
    mode = "fixed_things" if cast.opposite else "telekinesis"
    state = lay(play, state, cast, mode, (), amount_=halved(cast, 20 * cast.level), at=find(state, cast.by).at)
    if cast.opposite:
        return state
    how, whom = thought_of(play, state, cast.by, REFEREE if cast.wild else cast.seat)
    return by_thought(play, state, cast.by, how, whom)


@rule("vanilla.spell.telekinesis")
def thought_of(play: Play, state: State, who: str, by: Seat) -> tuple[str, str]:
    """Ask what to move by thought: something hurled at a foe, what a foe holds, or another thing."""
    mine = side_of(state, who)
    foes = [one for one in in_reach(state, who, spells()[TELEKINESIS]) if side_of(state, one.id) != mine]
    armed = [one for one in foes if any(item.place == "hands" for item in one.items)]
    options = (*[("hurl", one.id) for one in foes], *[("take", one.id) for one in armed], ("move", ""))
    return play.choose(by, "telekinesis", options, why=TELEKINESIS)


@rule("vanilla.spell.telekinesis")
def by_thought(play: Play, state: State, who: str, how: str, whom: str) -> State:
    """Hurl a thing, an attack at the caster's AV for 1d6; or take what somebody holds, if a Save fails."""
    if how == "hurl":
        return attack(play, state, who, whom, HURLED)[0]
    if how == "take" and not save(play, state, whom, "magic", TELEKINESIS):
        one = find(state, whom)
        thing = next(item for item in one.items if item.place == "hands")
        play.tell("torn_away", one.name, thing.name, why=TELEKINESIS)
        state = put(state, replace(one, items=tuple([item for item in one.items if item.id != thing.id])))
        return replace(state, ground=(*state.ground, replace(thing, place="ground", at=find(state, who).at)))
    if how == "move":
        play.tell("moves_things", find(state, who).name, why=TELEKINESIS)
    return state


WORKS: Mapping[RuleId, Working] = {
    "vanilla.spell.sticks_to_snakes": sticks_to_snakes,
    "vanilla.spell.animate_dead": animate_dead,
    "vanilla.spell.conjure_elemental": conjure_elemental,
    "vanilla.spell.wall_of_fire_or_ice": wall,
    "vanilla.spell.wall_of_stone_or_iron": wall,
    "vanilla.spell.cloudkill": cloudkill,
    "vanilla.spell.insect_plague": insect_plague,
    "vanilla.spell.telekinesis": telekinesis,
}
