"""Using things: potions, minor magic, and things whose effect only the GM knows."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.sways import CHALK_LINE, nature
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.entries import MINOR_ITEM, POTION, Row, enchantments, potions, spells
from tallow.games.vanilla.gear.inventory import item_of, with_item, without
from tallow.games.vanilla.gear.weapons import REACH
from tallow.games.vanilla.magic.lasting import begin, under
from tallow.games.vanilla.magic.spells import Cast
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.state import ROUND, Creature, Item, State, able, alive, opponents
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

USE: RuleId = "vanilla.action.use"
SOMETHING, ANOTHER = "something", "another"
NEAR_FOOT = 3
"""How far in front of a creature, towards the foe, a line is drawn, in feet."""


@rule("vanilla.action.use", "vanilla.item.potion", "vanilla.table.minor_item")
def use(play: Play, state: State, who: str) -> State:
    """Drink a potion, use a magic thing, or ask the GM what something else does."""
    one = find(state, who)
    which = play.choose(one.seat, "use_what", (*_usable(state, one), SOMETHING), one.name, why=USE)
    if which == SOMETHING:
        named = play.write(one.seat, "use_what", one.name, why=USE).strip()[:60]
        play.tell("uses", one.name, named or "something", why=USE)
        return _told_by_gm(play, state, one.name, named or "something")
    item = item_of(one, which)
    return drink(play, state, who, item) if item.ref == POTION else use_magic(play, state, who, item)


def _told_by_gm(play: Play, state: State, name: str, what: str) -> State:
    happens = play.write(REFEREE, "use_does", name, what, why=USE).strip()
    if happens:
        play.tell("described", happens, why=USE)
    return state


def _usable(state: State, one: Creature) -> tuple[Any, ...]:
    """The options of potions and minor magic that are not used up, what would heal first.

    Things with deeds of their own are left out.
    """
    able_to = [item for item in one.items if item.ref == POTION or (item.ref == MINOR_ITEM and _left(one, item))]
    return tuple([item.id for item in sorted(able_to, key=lambda item: not _remedy(state, one, item))])


@rule("vanilla.item.potion")
def _remedy(state: State, one: Creature, item: Item) -> bool:
    """Whether a potion heals what its owner, or somebody out beside them, suffers from."""
    if item.ref != POTION or not item.spell:
        return False
    spell = spells()[item.spell]
    those = [other for other in state.party if other.id == one.id or _helpless_beside(one, other)]
    wounds = spell.first == "wounded" and any(other.flesh < other.flesh_max for other in those)
    return wounds or any(under(state, other.id, *spell.ends) for other in those if spell.ends)


@rule("vanilla.item.potion", "vanilla.table.potion", "vanilla.free.trigger")
def drink(play: Play, state: State, who: str, item: Item) -> State:
    """Drink a potion, or give it to a companion nearby who is out; it has the effect of its spell.

    For an unknown potion the GM says which it is, or what it does.
    """
    one = find(state, who)
    out = [other.id for other in state.party if other.id != who and _helpless_beside(one, other)]
    heals = bool(item.spell) and spells()[item.spell].first == "wounded"
    drinkers = (*out, who) if heals else (who, *out)
    whom = play.choose(one.seat, "drink_who", drinkers, one.name, item.name, why=POTION)
    play.tell("drinks", find(state, whom).name, item.name, why=POTION)
    state = put(state, without(find(state, who), item.id))
    ref = item.spell or play.choose(REFEREE, "potion_is", (*potions(), ANOTHER), one.name, item.name, why=POTION)
    if ref == ANOTHER:
        return _told_by_gm(play, state, find(state, whom).name, item.name)
    spell = spells()[ref]
    on = () if spell.aim == "nobody" else (whom,)
    return work(play, state, Cast(spell, whom, 2 * spell.level, one.seat, potions()[ref].mode, on))


def _helpless_beside(one: Creature, other: Creature) -> bool:
    return has(other, "out") and alive(other) and abs(other.at - one.at) <= REACH


def _row(item: Item) -> Row | None:
    return enchantments().get(item.power) if item.power else None


@rule("vanilla.table.minor_item")
def _left(one: Creature, item: Item) -> bool:
    """Whether a magic thing can be used now, by its uses left today; salve has its own deed."""
    row = _row(item)
    if row is None or row.heals:
        return False
    return not row.per_day or one.spent.count(item.power) < row.per_day


@rule("vanilla.table.minor_item", "vanilla.action.use")
def use_magic(play: Play, state: State, who: str, item: Item) -> State:
    """Apply a magic thing's row: chalk bars the way, a whistle drives dogs off, the rest is told in words."""
    one, row = find(state, who), _row(item)
    if row is None:
        return state
    play.tell("uses.does", one.name, item.name, row.effect, why=MINOR_ITEM)
    state = put(state, _used(one, item, row))
    if row.bars_way and state.combat is not None:
        foes = opponents(state, who)
        nearest = min(foes, key=lambda foe: abs(foe.at - one.at), default=None)
        side = 1 if nearest is None or nearest.at >= one.at else -1
        at, ends = one.at + side * NEAR_FOOT, state.clock + ROUND
        return begin(play, state, MINOR_ITEM, CHALK_LINE, who, (), ends=ends, at=at)
    if row.sends_dogs:
        for foe in state.foes:
            kind = nature(foe)
            if kind is not None and kind.family == "dog" and able(foe):
                play.tell("slinks_off", foe.name, why=MINOR_ITEM)
                state = put(state, gain(find(state, foe.id), "fleeing"))
    return state


def _used(one: Creature, item: Item, row: Row) -> Creature:
    """The creature after one use: a single-use thing is gone, others count their uses, in total or for the day."""
    if row.once or (row.uses and item.count <= 1):
        return without(one, item.id)
    if row.uses:
        return with_item(one, replace(item, count=item.count - 1))
    return replace(one, spent=(*one.spent, item.power)) if row.per_day else one


@rule("vanilla.table.minor_item", "vanilla.action.use")
def apply_salve(play: Play, state: State, who: str) -> State:
    """Use a flask of salve, which heals 1d6 Flesh once."""
    one = find(state, who)
    whom = play.choose(one.seat, "salve", _hurt(state, one), one.name, why=MINOR_ITEM)
    flask = next(item for item in one.items if _heals(item))
    state = put(state, without(one, flask.id))
    hurt = find(state, whom)
    points = rolled(play, _heals(flask), one.seat, MINOR_ITEM) if not has(hurt, "mummy_rot") else 0
    flesh = min(hurt.flesh_max, hurt.flesh + points)
    play.tell("heals", hurt.name, flesh - hurt.flesh, why=MINOR_ITEM)
    awake = replace(shed(hurt, "out", "unaware"), wakes=0) if has(hurt, "out") and points else hurt
    return put(state, replace(awake, flesh=flesh))


def _heals(item: Item) -> str:
    """The dice of Flesh that a magic thing heals; "" for none."""
    row = _row(item)
    return row.heals if row is not None else ""


def _hurt(state: State, one: Creature) -> tuple[str, ...]:
    near = [other for other in everyone(state) if alive(other) and abs(other.at - one.at) <= REACH]
    return tuple([other.id for other in near if other.flesh < other.flesh_max])


def _salve(state: State, who: str) -> bool:
    one = find(state, who)
    return any(_heals(item) for item in one.items) and bool(_hurt(state, one))


def _about(state: State, who: str) -> bool:
    return state.phase != "creation" and any(one.id == who for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    go_deed("use", "action", use, USE, shown=_about, outside=True, group="things", rank=-1),
    go_deed("salve", "action", apply_salve, MINOR_ITEM, shown=_salve, outside=True, group="things", rank=-1),
)
