"""Hazards: harm outside a fight, traps, and panic."""

from tallow.games.cairn.characters.boons import no_panic, sees_in_the_dark
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.moving import master
from tallow.games.cairn.gear.inventory import armor
from tallow.games.cairn.harm.damage import suffer
from tallow.games.cairn.harm.deprivation import at_leisure
from tallow.games.cairn.state import ABILITIES, Ability, Creature, State, able, alive, up
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, Stake, rule

DICE = ("1d6", "1d4", "1d8", "1d10", "1d12", "2d6", "1", "2", "3", "4")
"""What a hazard may take; the referee can set any number besides."""


def whom(play: Play, state: State, what: str, why: RuleId) -> Creature:
    """The referee names somebody who lives."""
    listed = tuple(one.id for one in everyone(state) if alive(one))
    return find(state, play.choose(REFEREE, what, listed, why=why))


def somebody(state: State, _: str) -> bool:
    """Whether there is anybody at all."""
    return any(alive(one) for one in everyone(state))


@rule("cairn.action.warden_harm", "cairn.loss.outside", "cairn.armor.direct", "cairn.dungeon.trap_damage")
def hazard(play: Play, state: State, who: str, ability: Ability, dice: str, armour: bool, why: RuleId) -> State:
    """Dice come off an ability and not off HP; Armor counts only where it would help."""
    creature = find(state, who)
    amount = rolled(play, dice, creature.seat, why) - (armor(creature) if armour else 0)
    if amount <= 0:
        play.tell("hazard.stopped", creature.name, why=why)
        return state
    return suffer(play, state, who, ability, amount)


def _described(play: Play, state: State, who: str, why: RuleId) -> State:
    """The referee says what the hazard takes."""
    ability: Ability = play.choose(REFEREE, "hazard_ability", ABILITIES, why=why)
    dice = play.choose(REFEREE, "hazard_dice", DICE, why=why)
    helps = play.choose(REFEREE, "armor_helps", ("no", "yes"), why="cairn.armor.direct")
    return hazard(play, state, who, ability, dice, helps == "yes", why)


def harm(play: Play, state: State, _: str) -> State:
    """The referee says whom a hazard harms, and how."""
    creature = whom(play, state, "hazard_whom", "cairn.action.warden_harm")
    return _described(play, state, creature.id, "cairn.action.warden_harm")


@rule("cairn.dungeon.traps")
def springs(play: Play, *, hidden: bool = False) -> bool:
    """Whether an unwary passer sets a trap off: 1 or 2 on a die; `hidden` where nobody has noticed it yet."""
    (face,) = play.roll(1, 6, by=REFEREE, why="cairn.dungeon.traps", hidden=hidden, stake=Stake(3, above=True))
    return face <= 2


@rule("cairn.dungeon.traps", "cairn.dungeon.trap_damage")
def trap(play: Play, state: State, _: str) -> State:
    """Somebody comes to a trap: the careful avoid it, the unwary may set it off."""
    creature = whom(play, state, "trap_whom", "cairn.dungeon.traps")
    how = play.choose(REFEREE, "trap_how", ("unwary", "sprung", "careful"), creature.name, why="cairn.dungeon.traps")
    if how == "careful" or (how == "unwary" and not springs(play)):
        play.tell(f"trap.{how}", creature.name, why="cairn.dungeon.traps")
        return state
    play.tell("trap.sprung", creature.name, why="cairn.dungeon.traps")
    return _described(play, state, creature.id, "cairn.dungeon.trap_damage")


@rule("cairn.panic.save", "cairn.dungeon.dark", "cairn.condition.panicked")
def panic(play: Play, creature: Creature, *, alone: bool = False) -> Creature:
    """A WIL save, or panic."""
    if no_panic(creature, alone=alone):
        play.tell("panic.never", creature.name, why="cairn.table.bond")
        return creature
    if save(play, creature, "WIL", "cairn.panic.save"):
        return creature
    play.tell("panic", creature.name, why="cairn.panic.effect")
    return gain(creature, "panicked")


@rule("cairn.action.warden_panic", "cairn.panic.save")
def call_panic(play: Play, state: State, _: str) -> State:
    """The referee calls for it: one of them, or the whole party."""
    listed = tuple(one.id for one in everyone(state) if up(one) and not has(one, "panicked"))
    cause = play.choose(REFEREE, "panic_cause", ("dark", "surrounded", "fear"), why="cairn.panic.save")
    who = play.choose(REFEREE, "panic_whom", ("party", *listed), cause, why="cairn.panic.save")
    chosen = [one.id for one in state.party if one.id in listed] if who == "party" else [who]
    for one in chosen:
        if cause == "dark" and sees_in_the_dark(find(state, one)):
            play.tell("panic.sees", find(state, one).name, why="cairn.dungeon.dark")
            continue
        state = put(state, panic(play, find(state, one), alone=sum(up(member) for member in state.party) == 1))
    return state


def _panics(state: State, who: str) -> bool:
    return at_leisure(state, who) and has(find(state, who), "panicked")


def _cannot(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    return None if able(creature) else Refusal("cannot_act", (creature.name,), "cairn.action.calm")


def anybody_calm(state: State, _: str) -> bool:
    """Whether there is anybody left to panic."""
    return any(up(one) and not has(one, "panicked") for one in everyone(state))


DEEDS: tuple[Deed[State], ...] = (
    Deed("master_panic", master, "cairn.action.calm", cost="action", shown=_panics, refuse=_cannot, group="rest"),
)
