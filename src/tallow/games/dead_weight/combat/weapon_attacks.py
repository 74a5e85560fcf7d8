"""The manners in which an adventurer can attack now, and the special rules of each weapon."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.checks.rerolls import Reading
from tallow.games.dead_weight.combat.attack import ATTACK, can_backstab, land, roll_to_hit
from tallow.games.dead_weight.combat.chart import REACH, apart, distance, on_chart, ways
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import Weapon, things, weapons
from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.gear.inventory import AWAY, carries, find_item, roles, weapons_in_hand, with_item
from tallow.games.dead_weight.gear.trappings import added_wounds, break_item, use_up
from tallow.games.dead_weight.harm.conditions import become, sees, stun
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Attribute,
    Enemy,
    Item,
    State,
    adventurer,
    alive,
    enemy,
    put,
)
from tallow.play import Play, RuleId, Seat, Stake, rule

How: TypeAlias = Literal["strike", "throw", "shoot", "backstab", "spell", "item"]

HOLY_WATER: RuleId = "dead_weight.item.holy_water"
SLEEPING_DARTS: RuleId = "dead_weight.item.sleeping_darts"
SLEEPS_UP_TO = 3


class Manner(Struct, frozen=True, gc=False, cache_hash=True):
    """One manner of attack: how, with what, by which attribute, and with how many dice more or fewer."""

    how: How
    ref: RuleId
    attribute: Attribute
    profile: Attack
    item: str = ""
    more: int = 0

    @property
    def option(self) -> tuple[Any, ...]:
        """The manner as an option of a question to the player."""
        return (self.how, self.ref, self.attribute)


@rule(
    "dead_weight.weapon.special_text",
    "dead_weight.weapon.spear",
    "dead_weight.weapon.short_sword",
    "dead_weight.weapon.throwing_hatchet",
    "dead_weight.weapon.short_bow",
    "dead_weight.weapon.crossbow",
    "dead_weight.spell.telekinesis",
    "dead_weight.spell.magic_missile",
)
def manners(state: State, one: Adventurer) -> tuple[Manner, ...]:
    """Every manner of attack that somebody has, regardless of targets."""
    if not state.effects or not _under_any(state, one.id):
        return _armed(one.items)
    return _armed_by_magic(one.items, effects.telekinetic(state, one.id), effects.shots(state, one))


def _under_any(state: State, who: str) -> bool:
    """Whether somebody is under any effect."""
    for effect in state.effects:  # noqa: SIM110  (asked often; a generator takes twice as long)
        if who in effect.on:
            return True
    return False


@lru_cache(maxsize=4096)
def _armed_by_magic(items: tuple[Item, ...], telekinetic: bool, shots: tuple[RuleId, ...]) -> tuple[Manner, ...]:
    """The manners of attack that these things and spells give; the telekinetic may use INT in place of STR."""
    armed = _armed(items)
    found = {manner.option: manner for manner in armed}
    if telekinetic:
        for manner in armed:
            if manner.attribute == "STR":
                moved = replace(manner, attribute="INT")
                found.setdefault(moved.option, moved)
    for spell in shots:
        if (profile := spells()[spell].attack) is not None:
            shot = Manner("spell", spell, profile.attribute, profile)
            found.setdefault(shot.option, shot)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _armed(items: tuple[Item, ...]) -> tuple[Manner, ...]:
    """The manners of attack that these things give, regardless of who has them."""
    bearer = Adventurer("", "", items=items)
    found: dict[tuple[Any, ...], Manner] = {}
    held = weapons_in_hand(bearer)
    for item in sorted(held, key=lambda item: "ashes" not in item.marks):
        for manner in _with_weapon(bearer, item, held):
            found.setdefault(manner.option, manner)
    for item in items:
        thing = things().get(item.ref)
        if thing is not None and thing.attack is not None and not item.broken and item.place not in AWAY:
            flask = Manner("item", item.ref, thing.attack.attribute, thing.attack, item.id)
            found.setdefault(flask.option, flask)
    return tuple(found.values())


def _with_weapon(one: Adventurer, item: Item, held: tuple[Item, ...]) -> Iterator[Manner]:
    """The manners of attack of one weapon."""
    weapon = weapons()[item.ref]
    if weapon.dual and sum([other.ref == item.ref for other in held]) > 1:
        yield Manner("strike", item.ref, weapon.attribute, weapon.dual_attack, item.id)
    elif weapon.one_hand is not None and item.place != "both":
        yield Manner("strike", item.ref, weapon.attribute, weapon.attack, item.id, weapon.one_hand)
    elif weapon.special == "thrown_by_strength":
        melee = replace(weapon.attack, range="close")
        yield Manner("strike", item.ref, "STR", melee, item.id)
        yield Manner("strike", item.ref, "DEX", melee, item.id)
        yield Manner("throw", item.ref, "DEX", weapon.attack, item.id)
        yield Manner("throw", item.ref, "STR", weapon.attack, item.id)
    elif weapon.ammunition:
        if carries(one, weapon.ammunition) is not None and (item.loaded or not weapon.reload):
            yield Manner("shoot", item.ref, weapon.attribute, weapon.attack, item.id)
    else:
        yield Manner("strike", item.ref, weapon.attribute, weapon.attack, item.id)


@rule("dead_weight.combat.attack_range", "dead_weight.condition.blind", "dead_weight.item.holy_water")
def reaching(state: State, one: Adventurer, foe: Enemy, ways: tuple[Manner, ...]) -> tuple[Manner, ...]:
    """Those of `ways` with which somebody can attack this enemy from here."""
    if OFF_CHART in (one.at, foe.at) or (foe.conditions and (not on_chart(foe) or "imprisoned" in foe.conditions)):
        return ()
    far = distance(one.at, foe.at, state.settings.diagonals)
    if far > 1 and one.conditions and not sees(one):
        return ()
    return _as_far(ways, far, "undead" in foe.tags or "ghost" in foe.tags)


@lru_cache(maxsize=4096)
def _as_far(ways: tuple[Manner, ...], far: int, unholy: bool) -> tuple[Manner, ...]:
    """Those of `ways` that reach this many squares; holy water only counts against the undead and ghosts."""
    near = [manner for manner in ways if far <= REACH[manner.profile.range]]
    return tuple([manner for manner in near if unholy or manner.ref != HOLY_WATER])


@rule("dead_weight.trait.cold_blood", "dead_weight.combat.attack_range", "dead_weight.prayer.ignorance")
def manners_against(
    state: State, one: Adventurer, foe: Enemy, ways: tuple[Manner, ...] | None = None
) -> tuple[Manner, ...]:
    """Every manner, of `ways`, in which somebody can attack this enemy from here; back-stabs come first."""
    found = reaching(state, one, foe, manners(state, one) if ways is None else ways)
    if not found:
        return ()
    if state.effects and _under_any(state, one.id):
        if effects.ignorant(state, one.id):
            found = tuple([manner for manner in found if manner.attribute != "INT"])
        if effects.dreads(state, one.id, foe.id) and not cornered(state, one, foe):
            return ()
    if "cold_blood" in one.life.traits and can_backstab(state, one, foe):
        return _stabbing(found)
    return found


@rule("dead_weight.trait.cold_blood")
@lru_cache(maxsize=4096)
def _stabbing(ways: tuple[Manner, ...]) -> tuple[Manner, ...]:
    """The manners with each strike made a back-stab; a weapon tested with STR may then be tested with DEX too."""
    stabs: dict[tuple[Any, ...], Manner] = {}
    for manner in ways:
        if manner.how == "strike":
            for attribute in ("DEX", manner.attribute) if manner.profile.attribute == "STR" else (manner.attribute,):
                stab = replace(manner, how="backstab", attribute=attribute)
                stabs.setdefault(stab.option, stab)
    return (*stabs.values(), *[manner for manner in ways if manner.how != "strike"])


@rule("dead_weight.spell.phobia")
def cornered(state: State, one: Adventurer, foe: Enemy) -> bool:
    """Whether somebody cannot get away from an enemy whom they dread."""
    if apart(state, one, foe) > 1:
        return False
    return all(distance(square, foe.at, state.settings.diagonals) <= 1 for square in ways(state, one, 1))


def targets(state: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of the enemies whom somebody can attack from here."""
    if state.effects and _under_any(state, one.id):
        return tuple([foe.id for foe in state.enemies if manners_against(state, one, foe)])
    ways = manners(state, one)
    return tuple([foe.id for foe in state.enemies if reaching(state, one, foe, ways)])


@rule(
    "dead_weight.action.combat_attack",
    "dead_weight.trait.cold_blood",
    "dead_weight.weapon.special_text",
    "dead_weight.weapon.example_club",
    "dead_weight.weapon.example_hatchet",
    "dead_weight.weapon_effect.special",
    "dead_weight.weapon.throwing_hatchet",
    "dead_weight.item.living_ashes",
    "dead_weight.item.scroll_of_flaming_weapon",
)
def attack(play: Play, state: State, who: str, target: str, manner: Manner) -> State:
    """One attack in this manner: the test, the weapon's special text, and the hit."""
    weapon = weapons().get(manner.ref)
    why = manner.ref if manner.how in {"spell", "item"} else ATTACK
    dread = int(bool(state.effects) and effects.dreads(state, who, target))
    state, reading = roll_to_hit(
        play,
        state,
        who,
        target,
        manner.profile,
        why,
        attribute=manner.attribute,
        more=manner.more,
        disadvantages=dread,
    )
    if reading.success:
        state = _hit(play, state, who, target, manner, weapon, great=reading.great)
    elif weapon is not None:
        state = _missed(play, state, who, manner, weapon, reading)
    return _used(play, state, who, manner, weapon)


@rule("dead_weight.skill.stalker", "dead_weight.action.combat_stalker", "dead_weight.weapon.special_text")
def stalkers_strike(play: Play, state: State, who: str, target: str, manner: Manner) -> State:
    """A stalker's attack with a weapon: no test and a critical hit, on somebody unaware."""
    weapon = weapons()[manner.ref]
    return _used(play, _hit(play, state, who, target, manner, weapon, great=True), who, manner, weapon)


def _hit(
    play: Play, state: State, who: str, target: str, manner: Manner, weapon: Weapon | None, *, great: bool
) -> State:
    """A hit: the profile, and what the weapon's own text and the marks on it add."""
    one, foe = adventurer(state, who), enemy(state, target)
    if manner.how == "throw" and manner.attribute == "STR" and _handle(play, one, manner.ref):
        return state
    if manner.ref == SLEEPING_DARTS:
        return put_to_sleep(play, state, foe)
    item = find_item(one, manner.item) if manner.item else None
    stab = manner.how == "backstab"
    stuns = own_stuns(play, weapon, foe, one.seat) if weapon is not None else 0
    added = added_wounds(state, item) if item is not None and (item.marks or state.effects) else 0
    magic = manner.how == "spell" or (item is not None and _magical(item.ref))
    state, taken = land(
        play,
        state,
        who,
        target,
        manner.profile,
        why=ATTACK if manner.how != "item" else manner.ref,
        great=great,
        more=added + stab,
        irresistible=stab,
        stuns=stuns,
        melee=manner.profile.range == "close" and manner.how != "spell",
        magic=magic,
    )
    if item is not None and item.marks and "poison" in item.marks and taken and "living" in foe.tags:
        return _poisoned(play, state, who, item.id, target)
    return state


@rule("dead_weight.weapon.war_hammer", "dead_weight.weapon.notched_whip", "dead_weight.weapon.example_hammer")
def own_stuns(play: Play, weapon: Weapon, foe: Enemy, by: Seat) -> int:
    """The number of stun tokens that a hit places by the weapon's own text."""
    if weapon.special == "stun_on_die":
        return int(_comes_true(play, weapon, by))
    return int(weapon.special == "stun_if_no_armour" and foe.armour == 0)


def _comes_true(play: Play, weapon: Weapon, by: Seat) -> bool:
    """Whether the die for a weapon's own text shows one of its faces."""
    first, last = min(weapon.special_on), max(weapon.special_on)
    stake = Stake(last, means="stuns") if first == 1 else Stake(first, above=True, means="stuns")
    (face,) = play.roll(1, by=by, why=weapon.id, stake=stake)
    return face in weapon.special_on


@cache
def _magical(ref: RuleId) -> bool:
    """Whether a thing can hurt the ethereal."""
    return ref == HOLY_WATER or "magic" in roles(Item("", "", ref))


@rule("dead_weight.weapon.throwing_hatchet")
def _handle(play: Play, one: Adventurer, why: RuleId) -> bool:
    """Whether a hatchet thrown with STR hits with its handle, by a coin toss, and so does nothing."""
    handle = play.roll(1, 2, by=one.seat, why=why, stake=Stake(2, above=True, means="handle")) == (1,)
    if handle:
        play.tell("handle", one.name, why=why)
    return handle


@rule("dead_weight.item.poisonous_vials")
def _poisoned(play: Play, state: State, who: str, item: str, target: str) -> State:
    """Poison on a weapon stuns the next living enemy that it wounds, and is used up."""
    one = adventurer(state, who)
    coated = next((thing for thing in one.items if thing.id == item), None)
    if coated is not None:
        clean = replace(coated, marks=tuple(mark for mark in coated.marks if mark != "poison"))
        state = put(state, with_item(one, clean))
    return stun(play, state, target, 1, "dead_weight.item.poisonous_vials")


@rule("dead_weight.item.sleeping_darts")
def put_to_sleep(play: Play, state: State, foe: Enemy) -> State:
    """A sleeping dart puts the living to sleep, up to level 3."""
    if "living" not in foe.tags or foe.level > SLEEPS_UP_TO:
        play.tell("immune", foe.name, why=SLEEPING_DARTS)
        return state
    return become(play, state, foe.id, "asleep", SLEEPING_DARTS)


@rule("dead_weight.weapon.flail", "dead_weight.weapon.sacrificial_dagger")
def _missed(play: Play, state: State, who: str, manner: Manner, weapon: Weapon, reading: Reading) -> State:
    """A miss: a flail may hit its wielder, a sacrificial dagger may break on a shield."""
    seat = adventurer(state, who).seat
    if weapon.special == "self_hit_on_miss" and _comes_true(play, weapon, seat):
        return suffer(play, state, who, Hit(1), manner.ref)[0]
    if weapon.special == "break_if_blocked" and reading.foe_shields and _comes_true(play, weapon, seat):
        return break_item(play, state, who, manner.item, manner.ref)
    return state


@rule(
    "dead_weight.weapon.throwing_hatchet",
    "dead_weight.weapon.short_bow",
    "dead_weight.weapon.crossbow",
    "dead_weight.item.arrows",
    "dead_weight.item.bolts",
    "dead_weight.spell.silver_cannon",
)
def _used(play: Play, state: State, who: str, manner: Manner, weapon: Weapon | None) -> State:
    """Use up what an attack takes: the thing thrown or shot, and a crossbow's load."""
    if manner.how in {"strike", "backstab"}:
        return state
    one = adventurer(state, who)
    if not alive(one):
        return state
    if manner.how == "spell":
        return effects.pay_shot(state, who, manner.ref)
    if manner.how in {"throw", "item"}:
        return use_up(play, state, who, manner.item)
    if weapon is None:
        return state
    if weapon.reload:
        shot = replace(find_item(one, manner.item), loaded=False)
        one = with_item(one, shot)
        state = put(state, one)
    load = carries(one, weapon.ammunition)
    return use_up(play, state, who, load.id) if load is not None else state
