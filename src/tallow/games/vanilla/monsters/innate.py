"""Powers that enemies use as their action: breath, innate spells, calling help, changing shape, teleporting."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.saves import Vs, save
from tallow.games.vanilla.checks.sways import harmed_by, nature, special
from tallow.games.vanilla.combat import assault
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.combat.places import reachable
from tallow.games.vanilla.entries import Special, monsters, spells
from tallow.games.vanilla.harm.damage import damage, departs
from tallow.games.vanilla.harm.freeing import SLIME
from tallow.games.vanilla.magic.casting import cannot_cast
from tallow.games.vanilla.magic.effects import petrified
from tallow.games.vanilla.magic.lasting import begin, on
from tallow.games.vanilla.magic.spells import (
    TOUCH,
    Cast,
    aim_options,
    caster_level,
    has_intended_target,
    mode_and_targets,
)
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.state import Creature, State, able, alive, opponents, up
from tallow.mechanics.two_sides import everyone, find, members, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

POWER: RuleId = "vanilla.action.power"
BREATH: RuleId = "vanilla.monster.breath"
INNATE: RuleId = "vanilla.monster.innate"
NOBODY = "nobody"
POWERS = ("breath", "summon", "ambush", "shapeshift", "teleport")


@rule("vanilla.monster.innate")
def left(one: Creature, power: Special, key: str) -> bool:
    """Whether a power can still be used today; uses of 0 or -1 are unlimited."""
    return power.uses < 0 or not power.uses or one.spent.count(key) < power.uses


def spent(state: State, who: str, key: str) -> State:
    """The state with one use of a power spent."""
    one = find(state, who)
    return put(state, replace(one, spent=(*one.spent, key)))


def powers_of(state: State, one: Creature) -> tuple[str, ...]:
    """The powers that a creature can use now, other than spells."""
    kind = nature(one)
    powers = kind.specials if kind is not None else ()
    ready = [power for power in powers if power.type in POWERS and left(one, power, power.type)]
    return tuple([power.type for power in ready if _useful(state, one, power)])


def _useful(state: State, one: Creature, power: Special) -> bool:
    if power.type == "breath":
        return bool(in_front(state, one))
    if power.type == "ambush":
        return bool([foe for foe in reachable(state, one.id) if not on(state, foe.id, *SLIME)])
    return True


@rule("vanilla.action.power", "vanilla.monster.innate")
def use_power(play: Play, state: State, who: str) -> State:
    """Use a power as the action of a go."""
    one = find(state, who)
    which = play.choose(one.seat, "power", powers_of(state, one), one.name, why=POWER)
    power = special(one, which)
    if power is None:
        return state
    state = spent(state, who, which) if power.uses > 0 else state
    if which == "breath":
        return breathe(play, state, who, power)
    if which == "summon":
        return summon(play, state, who, power)
    if which == "ambush":
        return ambush(play, state, who)
    return shift(play, state, who, power) if which == "shapeshift" else teleport(play, state, who, power)


def in_front(state: State, one: Creature) -> tuple[str, ...]:
    """The ids of all in front of a creature within the nearby distance; in front is where the nearest opponent is."""
    foes = opponents(state, one.id)
    if not foes:
        return ()
    nearest = min(foes, key=lambda foe: abs(foe.at - one.at))
    ahead = 1 if nearest.at > one.at or (nearest.at == one.at and side_of(state, one.id) == "party") else -1
    reach = state.settings.range_nearby_ft
    there = [other for other in everyone(state) if alive(other) and other.id != one.id]
    beside = side_of(state, one.id)
    return tuple(
        [
            other.id
            for other in there
            if 0 <= (other.at - one.at) * ahead <= reach and (other.at != one.at or side_of(state, other.id) != beside)
        ]
    )


@rule("vanilla.monster.breath", "vanilla.setting.breath_damage", "vanilla.monster.gorgon", "vanilla.monster.chimera")
def breathe(play: Play, state: State, who: str, power: Special) -> State:
    """Breathe on all in front: damage by HD, halved by a Save; or stone unless a Save avoids it."""
    one = find(state, who)
    there = in_front(state, one)
    play.tell("breathes", one.name, power.element, why=BREATH)
    vs: Vs = "poison" if power.element == "poison" else "magic"
    many = {"hd": one.level, "half_hd": max(1, one.level // 2), "1d6": 1}[state.settings.breath_damage]
    points = 0 if power.save == "negates" else sum(play.roll(many, 6, by=one.seat, why=BREATH))
    for target in there:
        saved = save(play, state, target, vs, BREATH, element=power.element)
        if power.save == "negates":
            state = state if saved else petrified(play, state, target, one.of)
            continue
        dealt = points // 2 if saved else points
        dealt = harmed_by(state, find(state, target), dealt, magic=True, element=power.element, kind="breath")
        state = damage(play, state, target, dealt, BREATH)
    return _other_heads(play, state, who) if power.head else state


@rule("vanilla.monster.chimera")
def _other_heads(play: Play, state: State, who: str) -> State:
    """The other heads of a creature attack, while the one that breathed does not."""
    one = find(state, who)
    if not reachable(state, who) or not able(one):
        return state
    state = put(state, replace(one, attacks=one.attacks - 1))
    state = assault.melee(play, state, who)
    return put(state, replace(find(state, who), attacks=one.attacks))


@rule("vanilla.monster.wererat")
def summon(play: Play, state: State, who: str, power: Special) -> State:
    """Call help, which comes at the start of the next Round."""
    one = find(state, who)
    number = rolled(play, power.number, one.seat, one.of)
    play.tell("calls", one.name, monsters()[power.monster].name, why=one.of)
    return begin(play, state, one.of, "coming", who, (), amount=number, monster=power.monster)


@rule("vanilla.monster.green_slime")
def ambush(play: Play, state: State, who: str) -> State:
    """A slime touches a creature unless it Saves; gear is gone after 1d6 Rounds, then the wearer dies."""
    one = find(state, who)
    options = tuple([foe.id for foe in reachable(state, who) if not on(state, foe.id, *SLIME)])
    target = play.choose(one.seat, "ambush", options, one.name, why=one.of)
    if save(play, state, target, "", one.of):
        return state
    slime = special(one, "digest")
    rounds = rolled(play, slime.gear if slime is not None else "1d6", REFEREE, one.of)
    play.tell("befalls.slimed", find(state, target).name, one.name, why=one.of)
    return begin(play, state, one.of, "slimed", who, (target,), ends=state.clock + rounds)


OWN = "own"
"""The option to be in one's own shape again."""


@rule("vanilla.monster.vampire", "vanilla.monster.doppelganger")
def shift(play: Play, state: State, who: str, power: Special) -> State:
    """Take or leave a shape: a gas cloud that neither attacks nor is hit by weapons, a bat, or another's face."""
    one = find(state, who)
    if power.likeness:
        likeness = play.choose(
            one.seat, "likeness", tuple([other.id for other in opponents(state, who)]), one.name, why=one.of
        )
        play.tell("takes_shape", one.name, find(state, likeness).name, why=one.of)
        return put(state, replace(one, name=find(state, likeness).name))
    now = next((trait for trait in one.traits if trait in power.shapes), OWN)
    others = tuple([shape for shape in (*power.shapes, OWN) if shape != now])
    into = play.choose(one.seat, "shape", others, one.name, why=one.of)
    play.tell(f"turns_to.{into}", one.name, why=one.of)
    traits = tuple([trait for trait in one.traits if trait not in power.shapes])
    return put(state, replace(one, traits=traits if into == OWN else (*traits, into)))


@rule("vanilla.monster.unicorn")
def teleport(play: Play, state: State, who: str, power: Special) -> State:
    """Teleport away, without a chance of failure; by the GM's ruling with a rider."""
    one = find(state, who)
    near = [other for other in members(state, side_of(state, who)) if abs(other.at - one.at) <= TOUCH]
    riders = [other.id for other in near if power.with_rider and other.of != one.of and up(other)]
    rider = play.choose(REFEREE, "rider", (NOBODY, *riders), one.name, why=one.of)
    for goes in (rider, who) if rider != NOBODY else (who,):
        play.tell("teleport", find(state, goes).name, why=one.of)
        state = departs(play, state, goes)
    return state


@rule("vanilla.monster.innate", "vanilla.monster.dragon_spells", "vanilla.spell.caster_level")
def own_spells(state: State, one: Creature) -> tuple[str, ...]:
    """The innate spells that a creature has a use left of and something to cast at."""
    kind = nature(one)
    found: list[str] = []
    for power in kind.specials if kind is not None else ():
        if power.type == "spell" and left(one, power, power.spell):
            found.append(power.spell)
        elif power.type == "spells":
            found += [known.spell for known in one.book if left(one, power, known.spell)]
    return tuple([spell for spell in found if aim_options(state, one.id, spells()[spell])])


@rule("vanilla.monster.innate", "vanilla.action.power", "vanilla.monster.dragon_spells")
def cast_own(play: Play, state: State, who: str) -> State:
    """Cast an innate spell: no roll to control it and no miscast, at the level of one's HD."""
    one = find(state, who)
    known = own_spells(state, one)
    first = [ref for ref in known if has_intended_target(state, who, spells()[ref])]
    options = (*first, *[ref for ref in known if ref not in first])
    ref = play.choose(one.seat, "own_spell", options, one.name, len(first), why=INNATE)
    spell = spells()[ref]
    option = play.choose(one.seat, "cast_at", aim_options(state, who, spell), spell.id, why=spell.id)
    state = spent(put(state, replace(one, cast=True)), who, ref)
    mode, targets = mode_and_targets(state, who, spell, option)
    return work(play, state, Cast(spell, who, caster_level(one), one.seat, mode, targets))


def _has_power(state: State, who: str) -> bool:
    kind = nature(find(state, who))
    return kind is not None and any(power.type in POWERS for power in kind.specials)


def _no_power(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if powers_of(state, one) else Refusal("no_power", (one.name,), POWER)


def _has_spells(state: State, who: str) -> bool:
    kind = nature(find(state, who))
    return kind is not None and any(power.type in ("spell", "spells") for power in kind.specials)


def _no_spells(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    refused = cannot_cast(state, who)
    return refused or (None if own_spells(state, one) else Refusal("no_power", (one.name,), INNATE))


@rule("vanilla.monster.giant_black_widow_spider")
def spring_web(play: Play, state: State, _: str) -> State:
    """A creature walks into a web, and is held until an action and a Save free it."""
    of: RuleId = "vanilla.monster.giant_black_widow_spider"
    who = play.choose(REFEREE, "web_whom", tuple([one.id for one in state.party if up(one)]), why=of)
    play.tell("webbed.one", find(state, who).name, why=of)
    return begin(play, state, of, "webbed", "", (who,))


def _weaver(state: State, _: str) -> bool:
    return any(special(foe, "web_trap") is not None for foe in state.foes) and any(up(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    go_deed("power", "action", use_power, POWER, provokes=False, refuse=_no_power, shown=_has_power),
    go_deed("own_spell", "action", cast_own, INNATE, refuse=_no_spells, shown=_has_spells),
    Deed(
        "spring_web",
        spring_web,
        "vanilla.monster.giant_black_widow_spider",
        by="referee",
        shown=_weaver,
        group="muster",
        rank=1,
    ),
)
