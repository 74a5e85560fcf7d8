"""What the Warden gives and takes: things, coins and healing, recorded as their word."""

from msgspec.structs import replace

from tallow.games.cairn.entries import armours, relics, spells, things, weapons
from tallow.games.cairn.gear.coins import GOLD, receive_coins, room_for_coins
from tallow.games.cairn.gear.inventory import fits, full, load, with_item, without
from tallow.games.cairn.gear.market import NOT_SOLD
from tallow.games.cairn.gear.things import give, scroll
from tallow.games.cairn.harm.damage import restore
from tallow.games.cairn.harm.hazards import somebody, whom
from tallow.games.cairn.harm.healing import saved
from tallow.games.cairn.referee.controls import WORD, by_word
from tallow.games.cairn.state import ABILITIES, Creature, Item, State, alive, score_max
from tallow.games.deeds import Deed
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule


def everything() -> tuple[RuleId, ...]:
    """Every thing that there is: weapons, armour, gear, relics and spells."""
    goods = (*weapons(), *armours(), *things())
    return (*(ref for ref in goods if ref not in NOT_SOLD), *relics(), *spells())


def _give_thing(play: Play, state: State, _: str) -> State:
    """Any thing of the book, to somebody or on the ground; a spell as its book or as a scroll."""
    ref = play.choose(REFEREE, "thing", everything(), why=WORD)
    if ref in spells() and play.choose(REFEREE, "book_or_scroll", ("book", "scroll"), ref, why=WORD) == "scroll":
        state, id_ = serial(state, "i")
        thing = scroll(ref, id_)
    else:
        state, thing = give(state, ref)
    who = play.choose(REFEREE, "give_whom", ("ground", *_holders(state)), thing.name, why=WORD)
    return _received(play, state, who, thing)


def _holders(state: State) -> tuple[str, ...]:
    return tuple(one.id for one in everyone(state) if alive(one))


@rule("cairn.inventory.ten")
def _received(play: Play, state: State, who: str, thing: Item) -> State:
    """The thing is theirs; what does not fit stays behind."""
    if who == "ground" or not fits(find(state, who), thing, state.settings):
        play.tell("word.lies", thing.name, why="cairn.inventory.ten")
        return replace(state, ground=(*state.ground, thing))
    bearer = find(state, who)
    play.tell("word.gives", bearer.name, thing.name, why=WORD)
    return put(state, load(play, with_item(bearer, thing), state.settings, state.clock))


def _take_thing(play: Play, state: State, _: str) -> State:
    bearers = tuple(one.id for one in everyone(state) if one.items)
    bearer = find(state, play.choose(REFEREE, "take_whom", bearers, why=WORD))
    item = play.choose(REFEREE, "take_what", tuple(item.id for item in bearer.items), bearer.name, why=WORD)
    name = next(thing.name for thing in bearer.items if thing.id == item)
    play.tell("word.takes", bearer.name, name, why=WORD)
    return put(state, load(play, without(bearer, item), state.settings, state.clock))


def _give_coins(play: Play, state: State, _: str) -> State:
    bearer = whom(play, state, "give_whom_coins", WORD)
    room = room_for_coins(bearer, state.settings)
    many = play.choose(REFEREE, "coins", range(1, max(1, room) + 1), bearer.name, why=WORD)
    play.tell("word.coins", bearer.name, many, why=WORD)
    return receive_coins(play, state, bearer.id, many * GOLD)


def _take_coins(play: Play, state: State, _: str) -> State:
    rich = tuple(one.id for one in everyone(state) if one.gp)
    bearer = find(state, play.choose(REFEREE, "take_whom", rich, why=WORD))
    many = play.choose(REFEREE, "coins", range(1, bearer.gp + 1), bearer.name, why=WORD)
    play.tell("word.coins_taken", bearer.name, many, why=WORD)
    return put(state, load(play, replace(bearer, gp=bearer.gp - many), state.settings, state.clock))


@rule("cairn.heal.free", "cairn.heal.paid")
def _heal(play: Play, state: State, _: str) -> State:
    """Healing out of the ordinary, for nothing or at a price that the healed can refuse."""
    creature = whom(play, state, "heal_whom", "cairn.heal.free")
    what = play.choose(REFEREE, "heal_what", ("hp", *ABILITIES, "dying"), creature.name, why="cairn.heal.free")
    price = play.choose(REFEREE, "heal_price", range(min(creature.gp, 1000) + 1), creature.name, why="cairn.heal.paid")
    options = ("pay", "decline")
    if (
        price
        and play.choose(creature.seat, "pay_healer", options, creature.name, price, why="cairn.heal.paid") != "pay"
    ):
        return state
    healed = load(play, replace(creature, gp=creature.gp - price), state.settings, state.clock)
    play.tell("word.heals", creature.name, what, price, why="cairn.heal.paid" if price else "cairn.heal.free")
    return put(state, _healed(play, healed, what, state))


def _healed(play: Play, creature: Creature, what: str, state: State) -> Creature:
    if what == "hp":
        none = full(creature, state.settings) and state.settings.full_inventory == "hp_0"
        return creature if none else replace(creature, hp=creature.hp_max)
    for ability in ABILITIES:
        if what == ability:
            return restore(creature, ability, score_max(creature, ability))
    return saved(play, creature)


DEEDS: tuple[Deed[State], ...] = (
    Deed("give_thing", _give_thing, WORD, by="referee", group="giving", rank=-1),
    Deed(
        "take_thing",
        _take_thing,
        WORD,
        by="referee",
        shown=lambda state, _: any(one.items for one in everyone(state)),
        group="giving",
    ),
    Deed("give_coins", _give_coins, WORD, by="referee", shown=somebody, group="giving", rank=-1),
    Deed(
        "take_coins",
        _take_coins,
        WORD,
        by="referee",
        shown=lambda state, _: any(one.gp for one in everyone(state)),
        group="giving",
    ),
    Deed("heal", by_word(_heal), "cairn.heal.paid", by="referee", shown=somebody, group="giving"),
)
