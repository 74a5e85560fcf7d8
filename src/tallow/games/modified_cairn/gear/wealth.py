"""Coins: three kinds, their values in each other, and paying with change."""

from msgspec.structs import replace

from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Wealth
from tallow.play import rule


@rule(
    "modified_cairn.price.change",
    "modified_cairn.setting.coin_rate",
    "modified_cairn.coin.copper",
    "modified_cairn.coin.silver",
    "modified_cairn.coin.gold",
)
def in_copper(wealth: Wealth, settings: Settings) -> int:
    """The value of coins in Copper Shavings."""
    rate = settings.coin_rate
    return wealth.copper + rate * wealth.silver + rate * rate * wealth.gold


@rule("modified_cairn.wealth.coins", "modified_cairn.setting.price_coin")
def price_coin(settings: Settings) -> int:
    """The value in copper of the coin in which prices are given."""
    return settings.coin_rate**2 if settings.price_coin == "Golden Mark" else settings.coin_rate


@rule("modified_cairn.wealth.coins", "modified_cairn.setting.price_coin", "modified_cairn.wealth.coins_no_slots")
def earn(wealth: Wealth, coins: int, settings: Settings) -> Wealth:
    """The wealth with this many more price coins; coins fill no slots."""
    if settings.price_coin == "Golden Mark":
        return replace(wealth, gold=wealth.gold + coins)
    return replace(wealth, silver=wealth.silver + coins)


def affords(wealth: Wealth, price: int, settings: Settings) -> bool:
    """Whether a price, in the price coin, can be paid."""
    return in_copper(wealth, settings) >= price * price_coin(settings)


@rule("modified_cairn.price.change", "modified_cairn.wealth.coins")
def pay(wealth: Wealth, copper: int, settings: Settings) -> Wealth:
    """The wealth after paying this much copper: large coins first, with change where small coins are missing."""
    silver_worth, gold_worth = settings.coin_rate, settings.coin_rate**2
    gold = min(wealth.gold, copper // gold_worth)
    copper -= gold * gold_worth
    silver = min(wealth.silver, copper // silver_worth)
    copper -= silver * silver_worth
    coins = min(wealth.copper, copper)
    copper -= coins
    left = Wealth(wealth.copper - coins, wealth.silver - silver, wealth.gold - gold)
    if not copper:
        return left
    if left.silver:
        return replace(left, silver=left.silver - 1, copper=left.copper + silver_worth - copper)
    change, small = divmod(gold_worth - copper, silver_worth)
    return Wealth(left.copper + small, left.silver + change, left.gold - 1)


def pay_price(wealth: Wealth, price: int, settings: Settings) -> Wealth:
    """The wealth after paying a price in the price coin."""
    return pay(wealth, price * price_coin(settings), settings)
