"""One attack: the roll between AC and AV, critical hits, damage or a trick, wear, ammunition."""

from msgspec.structs import replace

from tallow.games.vanilla.checks import sways
from tallow.games.vanilla.checks.rolls import Struck, rolled, strike
from tallow.games.vanilla.checks.saves import extra_of
from tallow.games.vanilla.combat.armour import ac_of, own_part, wear
from tallow.games.vanilla.combat.places import distance, flanked, inside, melee_of, reachable
from tallow.games.vanilla.combat.tricks import possible, trick
from tallow.games.vanilla.entries import FIGHTER, MAGIC_WEAPON, MINOR_ITEM, enchantments, monsters, weapons
from tallow.games.vanilla.gear.inventory import item_of, with_item
from tallow.games.vanilla.gear.light import blind
from tallow.games.vanilla.gear.weapons import THROWN, Way, class_damage, dual, melee_ways
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.monsters import powers
from tallow.games.vanilla.state import MARKS, Creature, State, able, alive
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import find, put, side_of
from tallow.play import Play, RuleId, rule

MELEE: RuleId = "vanilla.melee.roll"
RANGED: RuleId = "vanilla.ranged.same"
KILL: RuleId = "vanilla.class.fighter_kill"
EDGE = 2
"""What an advantage adds to AV and to damage."""

GIVES_EDGE = ("prone", "held", "held_fast", "out", "asleep", "paralysed")
"""Conditions of a target that give attacks on it an advantage."""


@rule(
    "vanilla.special.advantage",
    "vanilla.special.advantage_when",
    "vanilla.special.advantage_stack",
    "vanilla.special.held",
    "vanilla.damage.out_state",
    "vanilla.monster.latch",
)
def has_advantage(state: State, one: Creature, target: Creature, way: Way) -> bool:
    """Whether an attack has an advantage: the target is prone, held, latched on or flanked, or the GM says so."""
    if target.conditions and any(condition in target.conditions for condition in GIVES_EDGE):
        return True
    if target.marks and MARKS.any(target.marks, "latched"):
        return True
    if state.combat is not None and one.id in state.combat.advantage:
        return True
    if state.effects and sways.exposed(state, target, way.mode):
        return True
    return way.mode == "melee" and flanked(state, one, target)


@rule("vanilla.melee.modifiers", "vanilla.weapon.dual", "vanilla.table.extra", "vanilla.ranged.same")
def av_of(state: State, one: Creature, target: Creature, way: Way, advantage: bool) -> int:
    """AV for one attack: different modifiers add up, an advantage counts once."""
    av = one.av + way.av + (EDGE if advantage else 0) + sways.av(state, one, target, way.mode)
    if way.mode == "melee":
        return av + 1 if one.items and dual(one) else av
    row = extra_of(one)
    return av + row.av if row is not None and row.mode == "ranged" else av


@rule("vanilla.weapon.small_ac", "vanilla.monster.swallow")
def ac_against(state: State, one: Creature, target: Creature, way: Way) -> int:
    """The AC against an attack: 1 lower against a small melee weapon, at least 0, and 0 from inside a belly."""
    return 0 if one.marks and inside(one) == target.id else max(0, ac_of(state, target) + way.enemy_ac)


@rule("vanilla.special.unaware", "vanilla.damage.out_state")
def unaware(state: State, target: Creature, by: Creature) -> bool:
    """Whether a creature does not expect an attack: surprised, out, asleep, or the attacker is unseen."""
    if target.conditions and any(condition in target.conditions for condition in ("unaware", "out", "asleep")):
        return True
    return sways.unseen(state, by, target)


@rule(
    "vanilla.melee.procedure",
    "vanilla.melee.roll",
    "vanilla.ranged.same",
    "vanilla.ranged.long",
    "vanilla.light.dark",
    "vanilla.combat.information",
)
def attack(
    play: Play,
    state: State,
    who: str,
    target: str,
    way: Way,
    *,
    advantage: bool = False,
    name: str = "",
    bonus: int = 0,
    plain: bool = False,
) -> tuple[State, Struck]:
    """Resolve one attack; gives the state and the result of the roll.

    `name` is that of a natural attack, `bonus` is added to AV; a `plain` one deals damage without offering tricks.
    """
    one, foe = find(state, who), find(state, target)
    edge = advantage or has_advantage(state, one, foe, way)
    direct = unaware(state, foe, one)
    why = MELEE if way.mode == "melee" else RANGED
    av = av_of(state, one, foe, way, edge) + bonus
    ac = ac_against(state, one, foe, way)
    far = way.mode == "ranged" and distance(one, foe) > way.far
    twice = far or sways.unseen(state, foe, one) or blind(state, one)
    if way.mode == "ranged" and not way.magic and sways.missiles_fail(state, foe):
        play.tell("attack.turned", one.name, foe.name, why=why)
        return _shot(play, _aware(state, who, foe), who, way, False), "wide"
    struck, last = play.call(strike, av, ac, twice, one.seat, why, own_part(state, foe, ac))
    if edge:
        play.tell(f"attack.edge.{struck}", one.name, foe.name, why=why)
    else:
        play.tell(f"attack.{struck}", one.name, foe.name, why=why)
    state = _aware(state, who, foe)
    if struck in ("hit", "critical") and (glove := _catches_with(foe, way)):
        play.tell("attack.caught", one.name, foe.name, why=MINOR_ITEM)
        state = put(state, replace(find(state, target), spent=(*foe.spent, glove)))
    elif struck in ("hit", "critical"):
        plain = plain or _plainly(state, who)
        state = _lands(play, state, who, target, way, struck, edge, direct or struck == "critical", name, plain)
    elif struck != "wide":
        state = wear(play, state, target, struck == "shield")
    state = effects.attacked(play, state, who, target) if state.effects else state
    if way.mode == "ranged":
        state = _shot(play, state, who, way, last)
    elif struck in ("hit", "critical") and alive(foe) and has(find(state, target), "dead"):
        state = again(play, state, who)
    return state, struck


@rule("vanilla.table.minor_item")
def _catches_with(foe: Creature, way: Way) -> str:
    """The power of a magic thing with which the target catches missiles, a number of times a day; "" for none."""
    if way.mode != "ranged" or way.natural or not able(foe):
        return ""
    for item in foe.items:
        magic = enchantments().get(item.power) if item.power else None
        if magic is not None and foe.spent.count(item.power) < magic.missiles:
            return item.power
    return ""


def _aware(state: State, who: str, foe: Creature) -> State:
    """The state after an attack: the target is aware, unless out, and an advantage that the GM granted is used up."""
    if foe.conditions and has(foe, "unaware") and not has(foe, "out"):
        state = put(state, shed(foe, "unaware"))
    combat = state.combat
    if combat is not None and who in combat.advantage:
        left = tuple([other for other in combat.advantage if other != who])
        state = replace(state, combat=replace(combat, advantage=left))
    return state


@rule(
    "vanilla.melee.damage",
    "vanilla.melee.critical",
    "vanilla.special.unaware",
    "vanilla.special.trick",
    "vanilla.monster.on_hit",
    "vanilla.monster.only_harmed",
)
def _lands(
    play: Play,
    state: State,
    who: str,
    target: str,
    way: Way,
    struck: Struck,
    edge: bool,
    direct: bool,
    name: str,
    plain: bool,
) -> State:
    """Resolve a hit: a trick, or damage, which goes to Flesh directly if critical or the target is unaware."""
    one, foe = find(state, who), find(state, target)
    tricks = () if plain else possible(state, one, foe, way)
    options = ("damage", *tricks)
    how = play.choose(one.seat, "hit", options, one.name, foe.name, struck, why="vanilla.special.trick")
    if how != "damage":
        return trick(play, state, who, target, way, how)
    bonus = way.bonus + class_damage(state, one, way) + (EDGE if edge else 0)
    amount = rolled(play, way.damage, one.seat, way.weapon or "vanilla.melee.damage", bonus) if way.damage != "0" else 0
    if way.dice and way.against == "undead" and sways.undead(foe):
        amount += rolled(play, way.dice, one.seat, MAGIC_WEAPON)
    kind = "natural" if way.natural else "missile" if way.mode == "ranged" else "weapon"
    dealt = sways.harmed_by(state, foe, amount, magic=way.magic, element=way.element, kind=kind)
    if way.element and not dealt:
        dealt = sways.harmed_by(state, foe, max(0, amount - way.bonus), magic=way.magic, kind=kind)
    amount = dealt
    if amount == 0:
        play.tell("damage.none", foe.name, why="vanilla.damage.minimum")
    state = damage(play, state, target, amount, "vanilla.melee.damage", direct=direct)
    return powers.hit(play, state, who, target, name, struck, way)


def _plainly(state: State, who: str) -> bool:
    """Whether a creature attacks together with its whole side, for damage only."""
    combat = state.combat
    return combat is not None and combat.plain and combat.side == side_of(state, who)


@rule("vanilla.class.fighter_kill", "vanilla.action.kill_attack", "vanilla.setting.fighter_feats")
def again(play: Play, state: State, who: str) -> State:
    """A Fighter who has just killed in melee may at once attack another enemy in reach."""
    one = find(state, who)
    if one.of != FIGHTER or not state.settings.fighter_feats or not able(one):
        return state
    others = tuple([foe.id for foe in reachable(state, who)])
    if not others:
        return state
    target = play.choose(one.seat, "attack_again", (*others, "nobody"), one.name, why=KILL)
    if target == "nobody":
        return state
    return attack(play, state, who, target, pick(play, state, who, melee_ways(one)))[0]


@rule("vanilla.weapon.dual")
def pick(play: Play, state: State, who: str, ways: tuple[Way, ...]) -> Way:
    """Ask for the weapon to attack with, before the roll; not asked if all are alike."""
    alike = {way.option: way for way in {replace(way, option=""): way for way in reversed(ways)}.values()}
    one = find(state, who)
    option = play.choose(one.seat, "attack_with", tuple(reversed(alike)), one.name, why="vanilla.weapon.dual")
    return alike[option]


@rule("vanilla.ranged.ammo", "vanilla.weapon.reload_medium", "vanilla.weapon.reload_large", "vanilla.item.ammunition")
def _shot(play: Play, state: State, who: str, way: Way, last: bool) -> State:
    """After a shot: larger weapons are unloaded, and a 20 used up the last ammunition (`last`)."""
    one = find(state, who)
    if way.natural:
        kind = monsters().get(one.of)
        limited = kind is not None and any(power.name == way.option and power.ammo for power in kind.specials)
        return put(state, replace(one, spent=(*one.spent, way.option))) if limited else state
    if way.option == THROWN:
        return state
    item = item_of(one, way.option)
    loaded = item.loaded and weapons()[item.ref].size == "small"
    if last:
        play.tell("ammo.out", one.name, item.name, why="vanilla.ranged.ammo")
    return put(state, with_item(one, replace(item, loaded=loaded, empty=item.empty or last)))


@rule("vanilla.ranged.into_melee", "vanilla.ranged.in_melee", "vanilla.ranged.max")
def drawn(play: Play, state: State, who: str, target: str, way: Way) -> str:
    """Draw whom a shot at somebody in melee goes at: any of that melee in range except the shooter."""
    one = find(state, who)
    group = [other for other in melee_of(state, target) if other != who]
    near = [other for other in group if distance(one, find(state, other)) <= way.most]
    if len(near) < 2:
        return target
    (face,) = play.roll(1, len(near), by=one.seat, why="vanilla.ranged.into_melee")
    hit = near[face - 1]
    play.tell("shot.drawn", one.name, find(state, hit).name, why="vanilla.ranged.into_melee")
    return hit


@rule("vanilla.ranged.max", "vanilla.action.ranged_attack", "vanilla.ranged.same", "vanilla.light.dark")
def shootable(state: State, who: str, way: Way) -> tuple[str, ...]:
    """The ids of opponents who can be shot at: seen, and within twice the listed range."""
    one = find(state, who)
    if blind(state, one):
        return ()
    others = state.foes if any(other.id == who for other in state.party) else state.party
    there = [
        foe.id for foe in others if alive(foe) and distance(one, foe) <= way.most and not hidden_from(state, one, foe)
    ]
    first = [who for who in there if who in sways.loathed(state, one)] if state.effects else []
    return tuple(first or there)


def hidden_from(state: State, one: Creature, foe: Creature) -> bool:
    """Whether a creature cannot be shot at, because it is unseen or something is in the way."""
    return sways.unseen(state, foe, one) or sways.out_of_reach(state, one, foe, "ranged")
