"""Coins: counted in copper, kept as gold pieces and what is below one."""

from msgspec.structs import replace

from tallow.games.cairn.state import Creature
from tallow.play import rule

GOLD, SILVER = 100, 10
"""A gold and a silver piece in copper."""


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


def change(copper: int) -> tuple[str, ...]:
    """So much copper in gold, silver and copper pieces, as one would count it out."""
    gp, rest = divmod(copper, GOLD)
    coins = {"gp": gp, "sp": rest // SILVER, "cp": rest % SILVER}
    return tuple([f"{many} {kind}" for kind, many in coins.items() if many]) or ("0 cp",)
