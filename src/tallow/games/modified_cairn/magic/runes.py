"""Runes: the random pair of a found Runeskelf, its ritual, and Runeskelfs that the GM makes."""

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.tables import look
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.inventory import laid_down, person, receive, weighed
from tallow.games.modified_cairn.gear.things import shard
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.state import Item, State, alive
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

FORMULA: RuleId = "modified_cairn.table.rune_formula"
MAKE: RuleId = "modified_cairn.action.ref_make_runeskelf"


@rule("modified_cairn.magic.random_runes", "modified_cairn.table.rune_formula")
def formula(play: Play, by: Seat) -> tuple[RuleId, RuleId]:
    """Roll the two lists of words for a pair of runes: a die for the row, another for the column."""
    (row,) = play.roll(1, 6, by=by, why=FORMULA)
    (column,) = play.roll(1, 6, by=by, why=FORMULA)
    lists = tables()[FORMULA].row(f"{row} / {'1-3' if column <= 3 else '4-6'}")
    return lists.first, lists.second


@rule(
    "modified_cairn.magic.random_runes",
    "modified_cairn.magic.two_runes",
    "modified_cairn.table.words_physical_effect",
    "modified_cairn.table.words_physical_element",
    "modified_cairn.table.words_physical_form",
    "modified_cairn.table.words_ethereal_effect",
    "modified_cairn.table.words_ethereal_element",
    "modified_cairn.table.words_ethereal_form",
)
def random_runes(play: Play, by: Seat) -> tuple[tuple[str, str], RuleId]:
    """Roll a pair of runes in formula order; gives the pair, and the list of the second."""
    first, second = formula(play, by)
    return (look(play, first, by).name, look(play, second, by).name), second


@rule(
    "modified_cairn.effort.recharge",
    "modified_cairn.table.recharge_physical_element",
    "modified_cairn.table.recharge_ethereal_element",
    "modified_cairn.table.recharge_physical_form",
    "modified_cairn.table.recharge_ethereal_form",
)
def ritual(play: Play, rune: str, words: RuleId, by: Seat) -> str:
    """Roll the recharge ritual of a Runeskelf, by the list of its second rune."""
    return look(play, tables()[words].ritual, by, "modified_cairn.effort.recharge", hidden=True).effect.replace(
        "{x}", rune.lower()
    )


@rule("modified_cairn.magic.random_runes", "modified_cairn.item.random_runeskelf", "modified_cairn.item.scroll")
def random_shard(play: Play, by: Seat, id: str, *, scroll: bool = False) -> Item:  # noqa: A002
    """Roll a random Runeskelf, or a scroll of such runes."""
    runes, words = random_runes(play, by)
    name = " ".join(runes)
    if scroll:
        return Item(id, name, "modified_cairn.item.scroll", "petty", kind="scroll", uses=1, runes=runes)
    rite = ritual(play, runes[1], words, REFEREE)
    return Item(id, name, "modified_cairn.item.random_runeskelf", kind="rune", runes=runes, recharge=rite)


@rule("modified_cairn.action.ref_make_runeskelf", "modified_cairn.magic.two_runes", "modified_cairn.effort.recharge")
def make_runeskelf(play: Play, state: State, _: str) -> State:
    """The GM makes a Runeskelf (runes rolled, listed or written), for a character or to lie on the ground."""
    how = play.choose(REFEREE, "make_rune", ("roll", "listed", "write", "scroll"), why=MAKE)
    state, id_ = serial(state, "i")
    if how == "listed":
        item = shard(play.choose(REFEREE, "which_rune", tuple(runeskelfs()), why=MAKE), id_)
    elif how == "write":
        first, second = (play.write(REFEREE, what, why=MAKE) for what in ("first_rune", "second_rune"))
        rite = play.write(REFEREE, "rune_ritual", why="modified_cairn.effort.recharge")
        item = Item(id_, f"{first} {second}".strip() or "Runeskelf", kind="rune", runes=(first, second), recharge=rite)
    else:
        item = random_shard(play, REFEREE, id_, scroll=how == "scroll")
    return bestow(play, state, item, MAKE)


def bestow(play: Play, state: State, item: Item, why: RuleId) -> State:
    """Give a thing to whom the GM says, or put it on the ground."""
    people = tuple([one.id for one in state.party if alive(one) and person(one)])
    whom = play.choose(REFEREE, "bestow", ("ground", *people), item.name, why=why)
    if whom == "ground":
        return laid_down(state, item)
    before = find(state, whom)
    play.tell("bestowed", before.name, item.name, why=why)
    return put(state, weighed(play, before, receive(before, item)))


DEEDS: tuple[Deed[State], ...] = (Deed("make_runeskelf", make_runeskelf, MAKE, by="referee", group="magic", rank=-1),)
