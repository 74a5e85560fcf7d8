"""Powers of foes: what they can do on their Turn instead of an attack."""

from msgspec.structs import replace

from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.ranges import band, order, within
from tallow.games.black_hack.entries import Special, monsters, spells
from tallow.games.black_hack.magic.casting import can_work, work
from tallow.games.black_hack.magic.lasting import hushed
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.monsters.specials import afflict, specials_of, under_charm
from tallow.games.black_hack.state import (
    MARKS,
    Creature,
    Effect,
    MarkKind,
    State,
    able,
    alive,
    character,
    creature,
    hindered,
    put,
)
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.marks import Mark
from tallow.play import REFEREE, Play, RuleId, rule

POWER: RuleId = "black_hack.bestiary.when"
INVISIBILITY: RuleId = "black_hack.spell.invisibility"
FEEBLE = "feebleminded"


@rule("black_hack.prayer.silence", "black_hack.monster.harpy", "black_hack.monster.banshee")
def victims(state: State, foe: str, special: Special) -> tuple[str, ...]:
    """The ids of those whom a power can affect from where a foe stands; what is heard, nobody hears in a silence."""
    there = [one for one in state.party if able(one) and within(state, foe, one.id, special.reach)]
    if "heard" in special.does:
        there = [] if hushed(state, foe) else [one for one in there if not hushed(state, one.id)]
    if "charmed_only" in special.does:
        there = [one for one in there if under_charm(state, one.id)]
    return tuple([one.id for one in there if not any(hindered(one, fail) for fail in special.fail)])


@rule("black_hack.spell.feebleminded")
def usable(state: State, foe: str) -> dict[str, Special]:
    """The powers that a foe can use now, by name; the feebleminded cast nothing."""
    one = creature(state, foe)
    found = {}
    for special in specials_of(one, "action"):
        if special.breath or MARKS.mark("power", special.name) in one.spent:
            continue
        if special.test and not victims(state, foe, special):
            continue
        if special.spell_level and (has(one, FEEBLE) or not castable(state, one)):
            continue
        found[special.name] = special
    return found


@rule("black_hack.monster.dragon", "black_hack.monster.lich")
def castable(state: State, one: Creature) -> tuple[RuleId, ...]:
    """The wizard spells that a foe knows, has not cast in this fight, and has a target for."""
    most = max([special.spell_level for special in specials_of(one, "action")], default=0)
    known = [ref for ref, spell in spells().items() if spell.level <= most and _knows(one, spell.level)]
    return tuple([ref for ref in known if MARKS.mark("spell", ref) not in one.spent and can_work(state, one.id, ref)])


def _knows(one: Creature, level: int) -> bool:
    """Whether a foe has another spell of this level: those of a dragon are counted once it has cast the first."""
    counted = {int(of): int(number) for of, number in MARKS.parts(one.spent, "knows")}
    cast = [ref for ref in MARKS.about(one.spent, "spell") if spells()[ref].level == level]
    return level not in counted or len(cast) < counted[level]


@rule("black_hack.bestiary.when", "black_hack.bestiary.test", "black_hack.action.gm_npc_turn")
def power(play: Play, state: State, who: str) -> State:
    """A foe uses a power instead of an attack."""
    one = creature(state, who)
    open_ = usable(state, who)
    special = open_[play.choose(one.seat, "power", tuple(open_), one.name, why=POWER)]
    if special.once:
        one = replace(one, spent=(*one.spent, MARKS.mark("power", special.name)))
        state = put(state, one)
    if special.test:
        return _befalls(play, state, who, special)
    if special.spell_level:
        return casts(play, state, who)
    play.tell("power", one.name, special.name, special.effect, why=one.of)
    if "turns_to_mist" in special.does:
        return put(state, shed(one, "mist") if has(one, "mist") else gain(one, "mist"))
    if special.spell:
        return work(play, state, who, special.spell)
    if "makes_things" in special.does:
        made = play.choose(REFEREE, "makes", ("invisible", "object", "illusion"), one.name, why=one.of)
        return _lasting(state, INVISIBILITY, who, (who,), 0) if made == "invisible" else state
    return state


def _befalls(play: Play, state: State, who: str, special: Special) -> State:
    """Apply a power to one victim of the GM's choice, or to all in reach."""
    there = victims(state, who, special)
    if not special.everyone:
        name = creature(state, who).name
        there = (play.choose(REFEREE, "power_whom", _nearest(state, who, there), name, special.name, why=POWER),)
    for victim in there:
        if able(character(state, victim)):
            state = afflict(play, state, who, victim, special)
    return state


def _nearest(state: State, who: str, there: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(there, key=lambda victim: order(band(state, who, victim))))


def _lasting(state: State, of: RuleId, by: str, on: tuple[str, ...], die: int) -> State:
    state, id_ = serial(state, "e")
    new = Effect(id_, of, by=by, on=on, die=die, unit="minutes" if die else "")
    return replace(state, effects=(*state.effects, new))


@rule("black_hack.monster.dragon", "black_hack.monster.lich", "black_hack.magic.character_resists")
def casts(play: Play, state: State, who: str) -> State:
    """A foe casts a wizard spell, none twice in a fight: its victims resist as the spell says."""
    one = creature(state, who)
    ref = play.choose(REFEREE, "foe_spell", castable(state, one), one.name, why=one.of)
    marks: tuple[Mark[MarkKind], ...] = (MARKS.mark("spell", ref),)
    counts = [dice for special in specials_of(one, "action") for dice in special.spell_counts]
    if counts and not MARKS.any(one.spent, "knows"):
        known = [roll_secretly(play, dice, one.of) for dice in counts]
        marks += tuple([MARKS.mark("knows", level, number) for level, number in enumerate(known, 1)])
    state = put(state, replace(one, spent=(*one.spent, *marks)))
    return work(play, state, who, ref)


def _has_powers(state: State, who: str) -> bool:
    one = next((one for one in (*state.foes, *state.allies) if one.id == who), None)
    known = monsters().get(one.of) if one is not None else None
    return (
        one is not None
        and known is not None
        and any(special.when == "action" and not special.breath for special in known.specials)
    )


def _no_power(state: State, who: str) -> Refusal | None:
    return None if usable(state, who) else Refusal("no_power", (creature(state, who).name,), POWER)


@rule("black_hack.monster.wyvern")
def take_wing(play: Play, state: State, who: str) -> State:
    """A flyer takes to the air, out of reach of melee, or comes down."""
    one = creature(state, who)
    flies = not has(one, "flying")
    play.tell("flies" if flies else "lands", one.name, why=one.of)
    return put(state, gain(one, "flying") if flies else shed(one, "flying"))


def _winged(state: State, who: str) -> bool:
    return any(one.id == who and has_trait(one, "flies") for one in state.foes)


def _rising(state: State, who: str) -> tuple[str, ...]:
    there = [foe for foe in state.foes if has(foe, "rising") or has(foe, "rising_later")]
    return tuple([foe.id for foe in there if within(state, who, foe.id, "nearby")])


@rule("black_hack.monster.troll", "black_hack.monster.zombie")
def burn_fallen(play: Play, state: State, who: str) -> State:
    """Somebody with a light that burns sets it to a fallen foe, which then stays down."""
    one = character(state, who)
    whom = play.choose(one.seat, "burn_whom", _rising(state, who), one.name, why="black_hack.monster.troll")
    foe = creature(state, whom)
    play.tell("burnt", one.name, foe.name, why=foe.of)
    return put(state, gain(shed(foe, "rising", "rising_later"), "burnt"))


def _can_burn(state: State, who: str) -> bool:
    return any(one.id == who and alive(one) for one in state.party) and bool(_rising(state, who))


def _no_fire(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if any(item.lit for item in one.items):
        return None
    return Refusal("no_fire", (one.name,), "black_hack.monster.troll")


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("power", "action", power, POWER, shown=_has_powers, refuse=_no_power, group="foes_turn"),
    turn_deed("take_wing", "", take_wing, "black_hack.monster.wyvern", shown=_winged, group="foes_turn"),
    turn_deed("burn_fallen", "action", burn_fallen, "black_hack.monster.troll", shown=_can_burn, refuse=_no_fire),
)
