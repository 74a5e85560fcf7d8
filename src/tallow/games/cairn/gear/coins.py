"""Coins: counted in copper, kept as gold pieces and what is below one."""

from msgspec.structs import replace

from tallow.games.cairn.gear.inventory import coin_slots, free_slots, leave_coins, load
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature, State
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

GOLD, SILVER = 100, 10
"""A gold and a silver piece in copper."""

UNLIMITED = 1_000_000
"""More gold pieces than anybody is given, for a bag that may hold any number."""


@rule("cairn.market.coins")
def worth(creature: Creature) -> int:
    """All coins of a creature, in copper."""
    return creature.gp * GOLD + creature.cp


@rule("cairn.market.coins")
def with_coins(creature: Creature, copper: int) -> Creature:
    """The creature with so much more, or less, copper, changed into gold as far as it goes."""
    gp, cp = divmod(worth(creature) + copper, GOLD)
    if gp < 0:
        raise ValueError(f"{creature.name} has {worth(creature)} copper and cannot pay {-copper}")
    return replace(creature, gp=gp, cp=cp)


@rule("cairn.inventory.coins", "cairn.item.coins", "cairn.setting.coin_slots")
def room_for_coins(creature: Creature, settings: Settings) -> int:
    """How many more gold pieces somebody can carry."""
    free, bags = max(0, free_slots(creature, settings)), coin_slots(creature.gp, settings)
    most = (free + bags) * 100 + 99 if settings.coin_slots == "per_100" else UNLIMITED if free or bags else 99
    return max(0, most - creature.gp)


@rule("cairn.inventory.ten", "cairn.inventory.coins")
def receive_coins(play: Play, state: State, who: str, copper: int) -> State:
    """Coins come to somebody; of the gold pieces those without a slot to lie in stay on the ground."""
    bearer = find(state, who)
    rich = with_coins(bearer, copper)
    left = 0 if bearer.kind == "monster" else max(0, rich.gp - bearer.gp - room_for_coins(bearer, state.settings))
    if left:
        play.tell("coins.left", bearer.name, left, why="cairn.inventory.ten")
        rich = replace(rich, gp=rich.gp - left)
    return leave_coins(put(state, load(play, rich, state.settings, state.clock)), left)


def change(copper: int) -> tuple[str, ...]:
    """So much copper in gold, silver and copper pieces, as one would count it out."""
    gp, rest = divmod(copper, GOLD)
    coins = {"gp": gp, "sp": rest // SILVER, "cp": rest % SILVER}
    return tuple([f"{many} {kind}" for kind, many in coins.items() if many]) or ("0 cp",)
