"""The attack action: melee with all of a creature's attacks, two after a feint, or one shot."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks import sways
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.combat.attacks import attack, drawn, shootable
from tallow.games.vanilla.combat.places import inside, reachable
from tallow.games.vanilla.entries import Special, monsters, weapons
from tallow.games.vanilla.gear.light import blind
from tallow.games.vanilla.gear.weapons import Way, brands, held, is_ranged, melee_ways, ranged_ways
from tallow.games.vanilla.state import MARKS, Creature, State, able, alive
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, rule

MELEE: RuleId = "vanilla.action.melee_attack"
SHOOT: RuleId = "vanilla.action.ranged_attack"


@rule("vanilla.monster.swallow", "vanilla.weapon.unarmed")
def strikes(one: Creature) -> tuple[Way, ...]:
    """The ways to attack in melee; if swallowed only with a small weapon."""
    ways = melee_ways(one)
    if one.marks and inside(one):
        return tuple([way for way in ways if way.weapon in weapons() and weapons()[way.weapon].size == "small"])
    return ways


@rule("vanilla.special.feint_details", "vanilla.setting.feint_target")
def feinted(state: State, who: str) -> str:
    """The id of the enemy whom a creature feinted in the last Round; "" for none."""
    combat = state.combat
    if combat is None or not combat.feints:
        return ""
    return next((target for one, target in combat.feints if one == who), "")


@rule(
    "vanilla.action.melee_attack",
    "vanilla.monster.attacks",
    "vanilla.special.feint_details",
    "vanilla.trick.feint",
    "vanilla.setting.feint_target",
)
def melee(play: Play, state: State, who: str) -> State:
    """Make all melee attacks of one action, each on a target in reach; one more after a feint."""
    for _ in range(sways.attack_actions(state, find(state, who))):
        state = _attacks(play, state, who)
    return state


def _attacks(play: Play, state: State, who: str) -> State:
    one = find(state, who)
    marked = feinted(state, who)
    if marked:
        state = _used(state, who)
        if state.settings.feint_target == "same" and not _reaches(state, who, marked):
            marked = ""
    monster = monsters().get(one.of) if one.kind == "enemy" else None
    names = monster.special("attack_names") if monster is not None else None
    combo = monster.special("combo") if monster is not None else None
    landed: list[tuple[str, str]] = []
    edges = 2 if marked else 0
    for at in range(one.attacks + (1 if marked else 0)):
        one = find(state, who) if at else one
        same = bool(edges) and state.settings.feint_target == "same"
        options = [foe.id for foe in reachable(state, who) if not same or foe.id == marked]
        if not able(one) or not options:
            if same and able(one):
                edges = 0
                continue
            break
        target, way = aim(play, state, who, tuple(options), strikes(one))
        name = names.names[at % len(names.names)] if names is not None and names.names else ""
        state, struck = attack(
            play, state, who, target, way, advantage=edges > 0, name=name, bonus=_combined(combo, name, landed, target)
        )
        edges = max(0, edges - 1)
        if struck in ("hit", "critical"):
            landed.append((name, target))
    return state


def _used(state: State, who: str) -> State:
    combat = state.combat
    if combat is None:
        return state
    left = tuple([pair for pair in combat.feints if pair[0] != who])
    return replace(state, combat=replace(combat, feints=left))


def _reaches(state: State, who: str, target: str) -> bool:
    return any(foe.id == target for foe in reachable(state, who))


@rule("vanilla.monster.giant_scorpion")
def _combined(combo: Special | None, name: str, landed: list[tuple[str, str]], target: str) -> int:
    """The AV bonus of a monster's attack if its attacks before have hit the same target."""
    if combo is None or name != combo.attack:
        return 0
    return combo.av if len([one for one in landed if one[1] == target]) >= 2 else 0


@rule("vanilla.melee.procedure", "vanilla.weapon.dual")
def aim(play: Play, state: State, who: str, targets: tuple[str, ...], ways: tuple[Way, ...]) -> tuple[str, Way]:
    """Ask for target and weapon before the roll, in one question if weapons differ."""
    one = find(state, who)
    alike = list({replace(way, option=""): way for way in reversed(ways)}.values())[::-1]
    fit = {target: fitting(state, one, find(state, target), alike) for target in targets}
    if all(ways == alike for ways in fit.values()) and len(alike) == 1:
        return play.choose(one.seat, "attack_whom", targets, one.name, why="vanilla.melee.procedure"), alike[0]
    options: tuple[Any, ...] = tuple([("with", target, way.option) for target in targets for way in fit[target]])
    _, target, option = play.choose(one.seat, "attack_whom", options, one.name, why="vanilla.melee.procedure")
    return target, next(way for way in fit[target] if way.option == option)


@rule("vanilla.item.torch", "vanilla.monster.only_harmed")
def fitting(state: State, one: Creature, foe: Creature, ways: list[Way]) -> list[Way]:
    """The ways with which to attack a foe: a burning torch too if little but fire harms it.

    It comes first if none of the other ways can harm the foe at all.
    """
    fire = brands(one) if one.items and sways.needs(foe, "fire") and not inside(one) else ()
    if not fire:
        return ways
    harmless = not any(sways.harmed_by(state, foe, 6, magic=way.magic, element=way.element) for way in ways)
    return [*fire[:1], *ways] if harmless else [*ways, *fire[:1]]


def no_melee(state: State, who: str) -> Refusal | None:
    """Why a creature cannot attack in melee: nobody in reach, latched on already, or nothing to attack with."""
    one = find(state, who)
    if refusal := no_blow(state, one):
        return refusal
    return None if reachable(state, who) else Refusal("no_foe_near", (one.name,), MELEE)


def no_blow(state: State, one: Creature) -> Refusal | None:
    """Why a creature cannot attack in melee, regardless of who is in reach."""
    if one.marks and MARKS.any(one.marks, "latched"):
        return Refusal("latched", (one.name,), "vanilla.monster.latch")
    if state.effects and not sways.attack_actions(state, one):
        return Refusal("slow", (one.name,), "vanilla.spell.alter_time")
    if not one.attacks or not strikes(one):
        return Refusal("no_weapon", (one.name,), MELEE)
    return None


@rule("vanilla.action.ranged_attack", "vanilla.ranged.into_melee", "vanilla.ranged.in_melee", "vanilla.ranged.same")
def shoot(play: Play, state: State, who: str) -> State:
    """Make one shot; if the target is in melee, it goes at a random creature of that melee."""
    for _ in range(sways.attack_actions(state, find(state, who))):
        one = find(state, who)
        options: list[Any] = []
        ways = {way.option: way for way in ranged_ways(one)}
        for way in ways.values():
            options += [("with", target, way.option) for target in shootable(state, who, way)]
        if not able(one) or not options:
            break
        if len(ways) == 1:
            target = play.choose(one.seat, "shoot_whom", tuple([option[1] for option in options]), one.name, why=SHOOT)
            way = next(iter(ways.values()))
        else:
            _, target, used = play.choose(one.seat, "shoot_whom", tuple(options), one.name, why=SHOOT)
            way = ways[used]
        hit = drawn(play, state, who, target, way)
        if alive(find(state, hit)):
            state, _ = attack(play, state, who, hit, way, name=way.option if way.natural else "")
    return state


def _armed(state: State, who: str) -> bool:
    one = find(state, who)
    return bool(ranged_ways(one)) or any(is_ranged(item) for item in held(one))


def no_shot(state: State, who: str) -> Refusal | None:
    """Why a creature cannot shoot: not loaded, out of ammunition, or nobody in range."""
    one = find(state, who)
    if MARKS.any(one.marks, "latched"):
        return Refusal("latched", (one.name,), "vanilla.monster.latch")
    if state.effects and not sways.attack_actions(state, one):
        return Refusal("slow", (one.name,), "vanilla.spell.alter_time")
    ways = ranged_ways(one)
    if not ways:
        empty = any(item.empty for item in held(one))
        return Refusal("no_ammunition" if empty else "not_loaded", (one.name,), SHOOT)
    if blind(state, one):
        return Refusal("too_dark", (one.name,), "vanilla.light.dark")
    if not any(shootable(state, who, way) for way in ways):
        return Refusal("no_foe_in_range", (one.name,), "vanilla.ranged.max")
    return None


DEEDS: tuple[Deed[State], ...] = (
    go_deed("attack", "action", melee, MELEE, provokes=False, refuse=no_melee, rank=-1),
    go_deed("shoot", "action", shoot, SHOOT, provokes=False, refuse=no_shot, shown=_armed, rank=-1),
)
