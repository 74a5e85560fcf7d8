"""Afflictions: lasting effects of monsters: what they cost each round, what ends them, and what follows.

They are effects like spells (effects.py); `until` names what ends them besides time: "fight", "night", "healer",
"pulled" (an action), "wrenched" (an action and a STR save), "woken", or what the referee must see done.
"""

from typing import Literal

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import cannot_drown
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.attacks import MOVE
from tallow.games.cairn.gear.inventory import armor
from tallow.games.cairn.harm.damage import blow, die, hurt, let_fall, saver, suffer
from tallow.games.cairn.harm.deprivation import deprive
from tallow.games.cairn.magic.effects import begin, finish
from tallow.games.cairn.state import DAY, HOUR, MINUTE, ROUND, Ability, Creature, Effect, State, alive, up
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import everyone, find, members, put, side_of
from tallow.play import REFEREE, Play, RuleId, Seat, rule

UNITS = {"rounds": ROUND, "minutes": MINUTE, "hours": HOUR, "days": DAY}
MONSTER = "cairn.monster."
RISEN = ("ghoul", "zombie")
FREEING = ("pulled", "wrenched", "woken")


def seconds(play: Play, lasts: str, by: Seat, why: RuleId) -> int:
    """Roll a duration such as `1d6 hours`; gives seconds."""
    number, _, unit = lasts.partition(" ")
    return rolled(play, number, by, why) * UNITS[unit]


def find_or_none(state: State, who: str) -> Creature | None:
    """The creature of this id; None if it has left."""
    return next((one for one in everyone(state) if one.id == who), None)


def of_monsters(state: State) -> tuple[Effect, ...]:
    """The effects that come of monsters; those of spells are not among them."""
    return tuple(effect for effect in state.effects if effect.of.startswith(MONSTER))


@rule("cairn.monster.powers", "cairn.critical.effects")
def afflict(
    play: Play,
    state: State,
    who: str,
    by: str,
    of: RuleId,
    name: str,
    condition: str = "",
    *,
    lasts: str = "",
    until: tuple[str, ...] = (),
    then: str = "",
    each: Ability | Literal["HP", ""] = "",
    dice: str = "",
    save: Ability | Literal[""] = "",
    deprived: bool = False,
) -> State:
    """Begin a lasting effect of a monster on somebody. With "maker" in `until` it ends when its maker dies."""
    creature = find(state, who)
    play.tell("affliction", creature.name, of, condition or "deprived", why=of)
    ends = state.clock + seconds(play, lasts, REFEREE, of) if lasts else 0
    made = Effect(
        "",
        of,
        name,
        by,
        (who,),
        ends,
        (condition,) if condition else (),
        save,
        tuple(word for word in until if word != "maker"),
        "maker" not in until,
        dice,
        each=each,
        then=then,
    )
    state = begin(state, made)
    return put(state, deprive(play, find(state, who), of, state.clock)) if deprived else state


@rule("cairn.critical.effects", "cairn.monster.powers")
def relieved_by(play: Play, state: State, what: str, *who: str) -> State:
    """End the afflictions of these creatures that `what` ends: a night, a healer, moonlight, being woken."""
    for effect in of_monsters(state):
        if what in effect.until and effect.on and effect.on[0] in who:
            state = finish(play, state, effect.id)
    return state


@rule("cairn.combat.end")
def fight_over(play: Play, state: State) -> State:
    """End the afflictions that last for a fight, and those that need their maker, if it is out of action or gone."""
    for effect in of_monsters(state):
        maker = find_or_none(state, effect.by)
        if "fight" in effect.until or not (effect.lasting or (maker is not None and up(maker))):
            state = finish(play, state, effect.id)
    return state


@rule("cairn.monster.powers", "cairn.monster.critical_dice", "cairn.phase.round_end")
def each_round(play: Play, state: State) -> State:
    """Deal what each affliction costs at the end of every round."""
    for effect in of_monsters(state):
        on = find_or_none(state, effect.on[0]) if effect.each and effect.on else None
        if on is None or not alive(on):
            continue
        lost = rolled(play, effect.dice, REFEREE, effect.of)
        if effect.each == "HP":
            state = batter(play, state, on.id, lost)
        elif effect.each:
            state = suffer(play, state, on.id, effect.each, lost)
        if not alive(find(state, on.id)):
            state = finish(play, state, effect.id)
    return state


@rule("cairn.combat.damage", "cairn.monster.powers", "cairn.scar.attack_only")
def batter(play: Play, state: State, who: str, damage: int) -> State:
    """Ordinary damage that is no attack: Armor, HP, then STR; no scar comes of it."""
    target = find(state, who)
    done = blow(
        play, damage - armor(target), target.hp, target.strength, scars=False, by=target.seat, who=saver(target)
    )
    after, outcome = hurt(play, target, done, damage, state.settings, state.clock)
    state = put(state, after)
    return let_fall(play, state, who) if outcome == "critical" else state


@rule("cairn.critical.effects", "cairn.monster.powers")
def come_due(play: Play, state: State) -> State:
    """End afflictions whose time is over, and apply what follows; some go on for a day if a STR save fails."""
    for effect in of_monsters(state):
        if not effect.ends or effect.ends > state.clock:
            continue
        on = find_or_none(state, effect.on[0]) if effect.on else None
        if effect.then == "again" and on is not None and alive(on) and not save(play, on, "STR", effect.of):
            again = replace(effect, ends=effect.ends + DAY)
            state = replace(state, effects=tuple(again if e.id == effect.id else e for e in state.effects))
            continue
        state = finish(play, state, effect.id)
        if effect.then == "returns":
            play.tell("monster.returns", effect.name, why=effect.of)
        elif on is not None and alive(on):
            state = _then(play, state, find(state, on.id), effect)
    return state


def _then(play: Play, state: State, creature: Creature, effect: Effect) -> State:
    """Apply what follows an affliction: death, rising again, or another condition."""
    if effect.then in {"", "again"}:
        return state
    if "enveloped" in effect.conditions and cannot_drown(creature):
        play.tell("affliction.breathes", creature.name, why=effect.of)
        return state
    creature = die(play, creature) if effect.then in {"dead", *RISEN} else gain(creature, effect.then)
    if effect.then != "dead":
        play.tell(f"affliction.{effect.then}", creature.name, why=effect.of)
    return put(state, creature)


def freeable(state: State, creature: Creature) -> tuple[Effect, ...]:
    """What somebody could free themselves or a friend in reach from."""
    mine = members(state, side_of(state, creature.id))
    near = [one.id for one in mine if alive(one) and abs(one.at - creature.at) <= MOVE]
    return tuple(
        effect
        for effect in of_monsters(state)
        if effect.on and effect.on[0] in near and any(word in FREEING for word in effect.until)
    )


@rule("cairn.action.stunt", "cairn.critical.effects")
def free(play: Play, state: State, who: str, which: str) -> State:
    """An action to free somebody: at once, or where something holds on only with a STR save."""
    effect = next((e for e in state.effects if e.id == which), None)
    if effect is None:
        return state
    creature, victim = find(state, who), find(state, effect.on[0])
    if "wrenched" in effect.until and not save(play, creature, "STR", effect.of):
        play.tell("free.fails", creature.name, victim.name, why=effect.of)
        return state
    play.tell("free", creature.name, victim.name, why=effect.of)
    return finish(play, state, which)


def held_fast(creature: Creature) -> bool:
    """Whether somebody is inside or in the grip of something, so that nobody can treat their wounds."""
    return any(has(creature, grip) for grip in ("engulfed", "swallowed", "enveloped", "strangled", "impaled"))
