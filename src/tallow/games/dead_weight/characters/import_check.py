"""Whether an adventurer of Dead Weight from a file or another table is one that the rules can work with."""

from msgspec.structs import replace

from tallow.games.characters import (
    MOST_COINS,
    Bounds,
    CharacterDocuments,
    check_bounds,
    check_distinct_ids,
    entry_ids,
    one_of,
)
from tallow.games.dead_weight.characters.creation import PLAYER
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.state import ATTRIBUTES, FIELD, Adventurer, Score
from tallow.mechanics.documents import MOST_TEXT, BadDocument

PLACES = (
    "right", "left", "both", "worn", "right_carried", "left_carried", "torso", "belt", "liquid", "back", "small_1",
    "small_2", "mule", "pocket", "notes",
)  # fmt: skip

_STEPS = ("infancy", "career", "tragedy", "burden", "kit", "school", "god")
BOUNDS = Bounds(
    numbers={
        **{f"{FIELD[attribute]}.score": (0, 12) for attribute in ATTRIBUTES},
        **{
            f"{FIELD[attribute]}.{part}": (0, 12)
            for attribute in ATTRIBUTES
            for part in ("proficiency", "fatigue", "wounds")
        },
        "at": (-1, -1),
        "items.slots": (0, 20),
        "items.count": (1, 1_000),
        "items.usage": (0, 20),
        "items.ap": (0, 20),
        "items.value": (0, 1_000_000),
        "life.level": (1, 20),
        "life.insight": (0, 1_000),
        "life.earned": (0, 1_000),
        "magic.fate": (1, 6),
        **{f"purse.{coin}": (0, MOST_COINS) for coin in ("silver", "gold", "counterfeit")},
    },
    known={
        "items.ref": entry_ids(BOOK, "item", "weapon", "armour", "shield"),
        "items.place": one_of(*PLACES),
        "containers": entry_ids(BOOK, "container", short=True),
        "afflictions": entry_ids(BOOK, "affliction", short=True),
        **{f"life.{step}": entry_ids(BOOK, step) for step in _STEPS},
        "life.calling": entry_ids(BOOK, "class"),
        "life.skills": entry_ids(BOOK, "skill", short=True),
        "life.traits": entry_ids(BOOK, "trait", short=True),
        "life.traumas": entry_ids(BOOK, "trauma", short=True),
        **{f"magic.{kept}": entry_ids(BOOK, "spell") for kept in ("spells", "memorized")},
        **{f"magic.{kept}": entry_ids(BOOK, "prayer") for kept in ("prayers", "ready")},
        "magic.exhausted": entry_ids(BOOK, "spell", "prayer"),
    },
    texts={"items.marks": 200, "life.notes": MOST_TEXT},
)


def settled(one: Adventurer) -> Adventurer:
    """The adventurer as stored away from any table: a standard id and seat, things renumbered, no temporary state."""
    plain = Adventurer("pc", one.name)
    kept = (*(FIELD[attribute] for attribute in ATTRIBUTES), "afflictions", "containers", "life", "magic", "purse")
    lasting = {name: getattr(one, name) for name in kept}
    items = tuple([replace(item, id=f"i{at}", lit=False) for at, item in enumerate(one.items, 1)])
    return replace(plain, **lasting, seat=PLAYER, items=items)


def sound(one: Adventurer) -> Adventurer:
    """The adventurer after `settled`, if every value is known and within its bounds; else raises `BadDocument`."""
    check_distinct_ids(tuple([item.id for item in one.items]))
    one = settled(one)
    check_bounds(BOUNDS, one)
    for step in ("infancy", "career", "tragedy", "burden", "calling", "kit"):
        if not getattr(one.life, step):
            raise BadDocument(f"life.{step}", "it is missing")
    for attribute in ATTRIBUTES:
        score: Score = getattr(one, FIELD[attribute])
        if score.fatigue + score.wounds > score.score + score.proficiency:
            raise BadDocument(FIELD[attribute], "more lies on it than it has room for")
    return one


DOCUMENTS = CharacterDocuments(
    "dead_weight",
    Adventurer,
    settled,
    sound,
    of=lambda state, seat: tuple([one for one in state.party if one.seat == seat]),
)
