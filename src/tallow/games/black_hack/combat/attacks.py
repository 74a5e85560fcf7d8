"""Attacks by characters: a test, then damage by class; a Warrior's split dice, a Thief's sneak attack."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import Addition, attempt
from tallow.games.black_hack.checks.edges import Edge, edged, net
from tallow.games.black_hack.checks.omens import omens
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.acting import is_character, turn_deed
from tallow.games.black_hack.combat.ranges import band, within
from tallow.games.black_hack.gear.weapons import (
    Way,
    damage_dice,
    fightable,
    in_reach,
    knife,
    targets,
    ways,
    wielded_tags,
    wild,
)
from tallow.games.black_hack.gear.wear import venom
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.monsters import specials
from tallow.games.black_hack.monsters.passives import capped, toughness
from tallow.games.black_hack.state import Character, State, able, alive, character, creature, find, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has, shed
from tallow.play import Play, RuleId, Seat, rule

MELEE: RuleId = "black_hack.action.attack_melee"
RANGED: RuleId = "black_hack.action.attack_ranged"
DEALER: RuleId = "black_hack.action.dealer_of_death"
SNEAK: RuleId = "black_hack.action.sneak_attack"
LARGE = Addition("large_weapon", sides=4)


@rule(
    "black_hack.attack.damage",
    "black_hack.large.damage",
    "black_hack.adv.any_roll",
    "black_hack.setting.large_weapon_die",
)
def dealt(
    play: Play,
    many: int,
    sides: int,
    points: int,
    large: bool,
    edge: Edge,
    by: Seat,
    why: RuleId,
    ask_gm: bool,
    enough: int = 0,
) -> int:
    """Attack Damage: the dice of the class, 1d4 more with a large weapon, rolled twice with an edge.

    If both rolls reach `enough` to fell the target, nobody is asked to choose.
    """

    def once(_: int | None) -> int:
        sum_ = points + (sum(play.roll(many, sides, by=by, why=why)) if many else 0)
        return sum_ + (play.roll(1, 4, by=by, why="black_hack.large.damage")[0] if large else 0)

    def matter(sum_: int) -> int:
        return min(sum_, enough) if enough else sum_

    amount: int = edged(play, once, edge, by, lambda sum_: sum_, lambda sum_: sum_, matter, ask_gm=ask_gm)
    return amount


@rule(
    "black_hack.attack.test",
    "black_hack.attack.damage",
    "black_hack.large.test",
    "black_hack.large.damage",
    "black_hack.critical.attack",
    "black_hack.ability.warrior_damage_test",
    "black_hack.attack.melee_str",
    "black_hack.attack.ranged_dex",
    "black_hack.action.attack_melee",
    "black_hack.action.attack_ranged",
)
def strike(play: Play, state: State, who: str, target: str, way: Way, dice: int = 1) -> State:
    """One Attack on one target: a STR or DEX test, and on a success its damage, doubled by a natural 1."""
    one, foe = character(state, who), creature(state, target)
    why = MELEE if way.melee else RANGED
    additions = (LARGE,) if way.large else ()
    play.tell("attacks", one.name, foe.name, way.name, why=why)
    state = _shot(state, who, way)
    state, result = attempt(
        play, state, who, way.attribute, why, additions=additions, disadvantages=way.hard, purpose="attack", against=foe
    )
    state = noticed(state, who, target)
    if not result.success:
        play.tell("misses", one.name, foe.name, why=why)
        return specials.missed(play, state, who, target, way.melee)
    state, undone = specials.stopped(play, state, target)
    if undone:
        return state
    many, sides, points = damage_dice(one, way.armed, dice)
    shared = way.large and state.settings.large_weapon_die == "shared"
    rolls = (many, sides, points + (result.added if shared else 0), way.large and not shared)
    times = 2 if result.nat == 1 else 1
    state, amount = _dealt_to(play, state, who, target, way, rolls, "black_hack.attack.damage", times)
    play.tell("hits", one.name, foe.name, amount, why="black_hack.attack.damage")
    kind = "critical" if result.nat == 1 else ""
    return _landed(play, state, who, target, way, amount, "black_hack.damage.subtract", kind)


@rule(
    "black_hack.attack.damage",
    "black_hack.critical.attack",
    "black_hack.adv.any_roll",
    "black_hack.bestiary.resist_weapons",
)
def _dealt_to(
    play: Play,
    state: State,
    who: str,
    target: str,
    way: Way,
    rolls: tuple[int, int, int, bool],
    why: RuleId,
    times: int = 1,
) -> tuple[State, int]:
    """The damage of an Attack that hits this foe, multiplied by `times`, with everything that gives an edge."""
    one, foe = character(state, who), creature(state, target)
    tags = wielded_tags(state, one, way)
    good, bad = toughness(foe, tags)
    state, lucky, unlucky = omens(state, who, "damage")
    reasons = (*good, *lucky, *(("wild",) if wild(one) else ()))
    against = (*bad, *unlucky)
    edge = net(len(reasons), len(against), state.settings)
    if reasons or against:
        play.tell("edge.damage", one.name, edge or "plain", (*reasons, *against), why="black_hack.adv.any_roll")
    ask = state.settings.gm_choice == "ask"
    enough = -(-foe.hp // times) if edge else 0
    amount = times * play.call(dealt, *rolls, edge, one.seat, why, ask, enough)
    if times > 1:
        play.tell("critical", one.name, amount, why="black_hack.critical.attack")
    return state, capped(foe, tags, amount)


def _landed(
    play: Play, state: State, who: str, target: str, way: Way, amount: int, why: RuleId, kind: str = ""
) -> State:
    """Apply an Attack that hit: damage, venom, and what some foes do in return."""
    state, _ = damage(play, state, target, amount, why, by=who, kind=kind)
    state = venom(play, state, who, target, way.option)
    return specials.struck(play, state, who, target, way.tags, way.option)


@rule("black_hack.usage.ammunition")
def _shot(state: State, who: str, way: Way) -> State:
    """Note whose ammunition was used, to roll its Usage Die after the fight."""
    combat = state.combat
    use = (who, way.ammo)
    if combat is None or not way.ammo or use in combat.shot:
        return state
    return replace(state, combat=replace(combat, shot=(*combat.shot, use)))


def noticed(state: State, who: str, foe: str) -> State:
    """The state after an attack on a foe: it is no longer unaware, and the attacker no longer hidden from it."""
    if has(one := character(state, who), "hidden"):
        state = put(state, shed(one, "hidden"))
    combat = state.combat
    if combat is None or foe not in combat.unaware:
        return state
    return replace(state, combat=replace(combat, unaware=tuple([other for other in combat.unaware if other != foe])))


@rule("black_hack.attack.test", "black_hack.action.attack_melee", "black_hack.action.attack_ranged")
def attack(play: Play, state: State, who: str) -> State:
    """An Attack on one target in reach with what is in hand; a Warrior uses all dice of the pool on it."""
    one = character(state, who)
    target = play.choose(one.seat, "attack_whom", targets(state, one), one.name, why="black_hack.attack.test")
    open_ = {way.option: way for way in ways(state, one, target)}
    name = creature(state, target).name
    how = play.choose(one.seat, "attack_with", tuple(open_), one.name, name, why="black_hack.attack.test")
    dice = pool(state, one)
    state = strike(play, _dealt_out(state, who, dice), who, target, open_[how], dice)
    return effects.attacked(play, state, who) if state.effects else state


@rule("black_hack.ability.warrior_damage_pool")
def pool(state: State, one: Character) -> int:
    """The Damage Dice that a Warrior has left in this Turn; 1 for anybody else."""
    if calling(one) != "warrior":
        return 1
    return one.pool if state.combat is not None else one.level


def _dealt_out(state: State, who: str, dice: int) -> State:
    one = character(state, who)
    return put(state, replace(one, pool=one.pool - dice)) if one.pool else state


def _no_target(state: State, who: str) -> Refusal | None:
    """Why there is no Attack: nobody in reach, or no Damage Dice left; before the Turn begins the pool is full."""
    one, combat = character(state, who), state.combat
    full = combat is not None and combat.turn != who
    if in_reach(state, one) and (full or pool(state, one)):
        return None
    return Refusal("no_target", (one.name,), "black_hack.range.action_requirement")


def _among(state: State, one: Character) -> dict[str, tuple[str, ...]]:
    """The weapons with which a Warrior reaches several Nearby targets, each with their ids as `targets` sorts them."""
    found: dict[str, list[str]] = {}
    for foe in targets(state, one):
        if within(state, one.id, foe, "nearby"):
            for way in ways(state, one, foe):
                found.setdefault(way.option, []).append(foe)
    return {option: tuple(foes) for option, foes in found.items() if len(foes) > 1}


@rule(
    "black_hack.action.dealer_of_death",
    "black_hack.ability.warrior_damage_distribute",
    "black_hack.ability.warrior_damage_test",
    "black_hack.ability.warrior_damage_narrate",
)
def dealer_of_death(play: Play, state: State, who: str) -> State:
    """A Warrior divides the Damage Dice among Nearby targets, then makes a test for each of them."""
    one = character(state, who)
    among = _among(state, one)
    how = play.choose(one.seat, "attack_with", tuple(among), one.name, "several", why=DEALER)
    left = pool(state, one)
    dealt_out: list[tuple[str, int]] = []
    for at, target in enumerate(among[how]):
        if left:
            fair = -(-left // (len(among[how]) - at))
            options = (fair, *[dice for dice in range(left, -1, -1) if dice != fair])
            dice = play.choose(one.seat, "deal_dice", options, one.name, creature(state, target).name, left, why=DEALER)
            left -= dice
            dealt_out += [(target, dice)] if dice else []
    state = _dealt_out(state, who, sum([dice for _, dice in dealt_out]))
    for target, dice in dealt_out:
        one = character(state, who)
        way = next((way for way in ways(state, one, target) if way.option == how), None)
        if way is not None and able(one) and alive(find(state, target)):
            state = strike(play, state, who, target, way, dice)
    return effects.attacked(play, state, who) if state.effects else state


def _deals(state: State, who: str) -> bool:
    one = next((one for one in state.party if one.id == who), None)
    return one is not None and calling(one) == "warrior" and one.level > 1 and bool(_among(state, one))


def _no_dice(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    combat = state.combat
    fresh = combat is not None and combat.turn != who
    return None if fresh or pool(state, one) > 1 else Refusal("no_dice", (one.name,), DEALER)


def _unaware(state: State, who: str) -> tuple[str, ...]:
    """The ids of unaware foes whom a Thief is Close to."""
    combat = state.combat
    if combat is None:
        return ()
    there = [foe for foe in state.foes if foe.id in combat.unaware and fightable(foe)]
    return tuple([foe.id for foe in there if band(state, who, foe.id) == "close"])


@rule(
    "black_hack.action.sneak_attack",
    "black_hack.ability.thief_sneak_attack",
    "black_hack.ability.thief_talent_sneaking",
)
def sneak_attack(play: Play, state: State, who: str) -> State:
    """A Thief's sneak attack on somebody unaware: after a DEX test to sneak, a certain melee hit for 2d6 + Level."""
    one = character(state, who)
    why: RuleId = "black_hack.ability.thief_sneak_attack"
    target = play.choose(one.seat, "attack_whom", _unaware(state, who), one.name, why=why)
    foe = creature(state, target)
    if not has(one, "hidden"):
        state, result = attempt(play, state, who, "DEX", why, about="sneaking")
        if not result.success:
            play.tell("noticed", one.name, foe.name, why=why)
            return noticed(state, who, target)
    arms = {way.option: way for way in ways(state, one, target) if way.melee} or {"knife": knife("close")}
    way = arms[play.choose(one.seat, "attack_with", tuple(arms), one.name, foe.name, why=why)]
    state, undone = specials.stopped(play, noticed(state, who, target), target)
    if not undone:
        state, amount = _dealt_to(play, state, who, target, way, (2, 6, one.level, False), why)
        play.tell("sneaks", one.name, foe.name, amount, why=why)
        state = _landed(play, state, who, target, way, amount, why)
    return effects.attacked(play, state, who) if state.effects else state


def _sneaks(state: State, who: str) -> bool:
    one = next((one for one in state.party if one.id == who), None)
    return one is not None and calling(one) == "thief" and state.combat is not None and bool(state.combat.unaware)


def _not_behind(state: State, who: str) -> Refusal | None:
    return None if _unaware(state, who) else Refusal("not_behind", (character(state, who).name,), SNEAK)


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("attack", "action", attack, MELEE, shown=is_character, refuse=_no_target),
    turn_deed("dealer_of_death", "action", dealer_of_death, DEALER, shown=_deals, refuse=_no_dice),
    turn_deed("sneak_attack", "action", sneak_attack, SNEAK, shown=_sneaks, refuse=_not_behind),
)
