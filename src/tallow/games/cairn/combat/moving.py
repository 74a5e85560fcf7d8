"""Moving in a fight, daring something, mastering panic, freeing somebody, throwing water."""

from msgspec.structs import replace

from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.attacks import MOVE, stride
from tallow.games.cairn.combat.manoeuvre import Manoeuvre, never, simply
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.harm.damage import let_fall, suffer
from tallow.games.cairn.harm.scars import lame
from tallow.games.cairn.magic.effects import begin, ends_in, in_world, moved
from tallow.games.cairn.monsters.afflictions import free, freeable
from tallow.games.cairn.state import ROUND, Ability, Creature, Declaration, Effect, State, enemies, up
from tallow.games.deeds import Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, rule

AWAY = "away"
STEP = 10


@rule("cairn.action.move")
def cannot_move(state: State, who: str) -> Refusal | None:
    """Why somebody cannot move just now."""
    creature = find(state, who)
    if stride(creature) and not has(creature, "held"):
        return None
    return Refusal("cannot_move", (creature.name,), "cairn.action.move")


def _where(play: Play, state: State, creature: Creature) -> str:
    """Towards whom, or away from all."""
    mine = side_of(state, creature.id)
    apart = [one.id for one in everyone(state) if one.at != creature.at and up(one)]
    others = sorted(apart, key=lambda one: side_of(state, one) == mine)
    return play.choose(creature.seat, "move_where", (*others, AWAY), creature.name, why="cairn.action.move")


def _step(creature: Creature, state: State, where: str, feet: int) -> Creature:
    """So many feet towards somebody, not past them; or away from where the other side stands."""
    if where != AWAY:
        gap = find(state, where).at - creature.at
        return replace(creature, at=creature.at + max(-feet, min(feet, gap)))
    others = [one.at for one in enemies(state, creature)]
    ahead = bool(others) and sum(others) / len(others) >= creature.at
    return replace(creature, at=creature.at - feet if ahead else creature.at + feet)


@rule("cairn.action.move", "cairn.combat.turn", "cairn.condition.hamstrung")
def move(play: Play, state: State, who: str) -> State:
    """The move of a turn, before the action: up to 40 feet, 10 for the hamstrung."""
    creature = find(state, who)
    where = _where(play, state, creature)
    far = stride(creature)
    feet = play.choose(creature.seat, "move_feet", range(far, 0, -STEP), creature.name, why="cairn.action.move")
    stepped = gain(_step(creature, state, where, feet), "moved")
    play.tell("move", creature.name, abs(stepped.at - creature.at), why="cairn.action.move")
    state = moved(play, put(state, stepped), who)
    if state.fight is None:
        return state
    return replace(state, fight=replace(state.fight, moved=(*state.fight.moved, who)))


@rule("cairn.action.move_again", "cairn.condition.hamstrung", "cairn.scar.broken_limb")
def no_second_move(state: State, creature: Creature) -> Refusal | None:
    """Why the action cannot go into moving: hamstrung, with a bad leg, or held in place."""
    if lame(creature) or any(has(creature, one) for one in ("hamstrung", "immobile", "held", "warded")):
        return Refusal("no_second_move", (creature.name,), "cairn.action.move_again")
    return None


def _declare_move(play: Play, state: State, creature: Creature) -> Declaration:
    return Declaration(creature.id, "move_again", _where(play, state, creature))


@rule("cairn.action.move_again", "cairn.combat.turn")
def _move_again(play: Play, state: State, made: Declaration) -> State:
    """What is left of the move, and another 40 feet."""
    creature = find(state, made.who)
    feet = stride(creature) + (MOVE if no_second_move(state, creature) is None else 0)
    stepped = _step(creature, state, made.target, feet)
    play.tell("move", creature.name, abs(stepped.at - creature.at), why="cairn.action.move_again")
    return moved(play, put(state, stepped), made.who)


MOVE_AGAIN = Manoeuvre(no_second_move, _declare_move, _move_again, "cairn.action.move_again", rank=-1)


@rule("cairn.action.stunt", "cairn.save.which", "cairn.combat.turn")
def _stunt(play: Play, state: State, made: Declaration) -> State:
    """Something risky: the referee names ability and stake, the player may hold back, and a save decides."""
    creature, why = find(state, made.who), "cairn.action.stunt"
    abilities: tuple[Ability, ...] = ("DEX", "STR", "WIL")
    ability = play.choose(REFEREE, "stunt_ability", abilities, creature.name, why=why)
    stake = play.choose(REFEREE, "stunt_stake", ("turn", "harm", "exposed"), creature.name, ability, why=why)
    if (
        play.choose(creature.seat, "stunt_dare", ("dare", "hold_back"), ability, stake, creature.name, why=why)
        == "hold_back"
    ):
        return state
    if save(play, creature, ability, why):
        gains: tuple[str, ...] = ("as_agreed", "advantage", "foe_hindered")
        if _holders(state, creature):
            gains = (*gains, "foe_disarmed")
        gained = play.choose(REFEREE, "stunt_gain", gains, creature.name, why=why)
        return _gained(play, state, creature, gained)
    play.tell("stunt.fails", creature.name, stake, why=why)
    if stake == "harm":
        return suffer(play, state, creature.id, "STR", rolled(play, "d6", REFEREE, why))
    return _for_a_round(play, state, creature.id, "exposed") if stake == "exposed" else state


def _for_a_round(play: Play, state: State, who: str, condition: str) -> State:
    """Somebody is open to attacks, or hindered in their own, until both sides have had their turn."""
    why = "cairn.action.stunt"
    return begin(state, Effect("", why, condition, "", (who,), ends_in(state, ROUND), (condition,), lasting=True))


def _holders(state: State, creature: Creature) -> tuple[str, ...]:
    """The enemies beside somebody who hold something."""
    near = [foe for foe in enemies(state, creature) if abs(foe.at - creature.at) <= MOVE]
    return tuple(foe.id for foe in near if any(item.place == "hands" for item in foe.items))


@rule("cairn.action.stunt", "cairn.monster.attacks")
def _gained(play: Play, state: State, creature: Creature, what: str) -> State:
    """What a stunt brings: an enhanced attack next, a foe who is hindered, or one who has let fall what it held."""
    play.tell("stunt.works", creature.name, what, why="cairn.action.stunt")
    if what == "advantage":
        return put(state, gain(creature, "next_enhanced"))
    if what == "foe_disarmed":
        holders = _holders(state, creature)
        foe = play.choose(creature.seat, "stunt_foe", holders, creature.name, why="cairn.action.stunt")
        return let_fall(play, state, foe)
    foes = tuple(foe.id for foe in enemies(state, creature))
    if what == "foe_hindered" and foes:
        foe = play.choose(creature.seat, "stunt_foe", foes, creature.name, why="cairn.action.stunt")
        return _for_a_round(play, state, foe, "hindered")
    return state


STUNT = Manoeuvre(never, simply("stunt"), _stunt, "cairn.action.stunt", rank=-1)


def not_panicked(state: State, creature: Creature) -> Refusal | None:
    """Why there is nothing to master."""
    if has(creature, "panicked") or has(creature, "agony"):
        return None
    return Refusal("not_panicked", (creature.name,), "cairn.action.calm")


@rule("cairn.panic.end", "cairn.action.calm", "cairn.condition.panicked", "cairn.monster.traitor_rats")
def master(play: Play, state: State, who: str) -> State:
    """A WIL save, as an action, ends panic, or what makes one writhe."""
    creature = find(state, who)
    if not save(play, creature, "WIL", "cairn.panic.end"):
        return state
    play.tell("panic.over", creature.name, why="cairn.panic.end")
    return put(state, shed(creature, "panicked", "agony"))


CALM = Manoeuvre(
    not_panicked, simply("calm"), lambda play, state, made: master(play, state, made.who), "cairn.action.calm"
)


def _nobody_held(state: State, creature: Creature) -> Refusal | None:
    if freeable(state, creature):
        return None
    return Refusal("nobody_held", (creature.name,), "cairn.critical.effects")


def _declare_free(play: Play, state: State, creature: Creature) -> Declaration:
    held = freeable(state, creature)
    whom = tuple(dict.fromkeys(effect.on[0] for effect in held))
    victim = play.choose(creature.seat, "free_whom", whom, creature.name, why="cairn.critical.effects")
    which = next(effect.id for effect in held if effect.on[0] == victim)
    return Declaration(creature.id, "free", victim, detail=which)


FREE = Manoeuvre(
    _nobody_held,
    _declare_free,
    lambda play, state, made: free(play, state, made.who, made.detail),
    "cairn.critical.effects",
)


def _burning(state: State, creature: Creature) -> tuple[str, ...]:
    foes = enemies(state, creature)
    return tuple(foe.id for foe in foes if foe.special and foe.of in monsters() and monsters()[foe.of].water_str)


def _nothing_burns(state: State, creature: Creature) -> Refusal | None:
    if _burning(state, creature):
        return None
    return Refusal("nothing_to_douse", (creature.name,), "cairn.monster.fire_elemental")


def _declare_douse(play: Play, state: State, creature: Creature) -> Declaration:
    why = "cairn.monster.fire_elemental"
    foe = play.choose(creature.seat, "douse_whom", _burning(state, creature), creature.name, why=why)
    return Declaration(creature.id, "douse", foe)


@rule("cairn.monster.fire_elemental", "cairn.spell.upwell")
def _douse(play: Play, state: State, made: Declaration) -> State:
    """Water costs such a creature STR, if the referee agrees that there is enough of it."""
    creature, foe, why = find(state, made.who), find(state, made.target), "cairn.monster.fire_elemental"
    spring = in_world(state, "water")
    if not spring and play.choose(REFEREE, "water", ("yes", "no"), creature.name, why=why) == "no":
        return state
    lost = rolled(play, monsters()[foe.of].water_str, creature.seat, why)
    play.tell("douse", creature.name, foe.name, lost, why=why)
    return suffer(play, state, foe.id, "STR", lost)


DOUSE = Manoeuvre(_nothing_burns, _declare_douse, _douse, "cairn.monster.fire_elemental")
