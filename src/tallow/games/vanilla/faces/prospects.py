"""What the options of a decision lead to, what they cost, and how likely that is."""

from typing import Any

from tallow.games.game import Prospect, Prospects
from tallow.games.shared.likelihood import Likelihood, beside, certain
from tallow.games.vanilla.characters.creation import roll_score
from tallow.games.vanilla.checks.rolls import controls
from tallow.games.vanilla.checks.saves import rolled_save
from tallow.games.vanilla.entries import armour, spells, weapons
from tallow.games.vanilla.gear.market import price, worth
from tallow.games.vanilla.magic.casting import QUICK, control_numbers, corrupted
from tallow.games.vanilla.state import ATTRIBUTES, State
from tallow.play import Choice, rule


@rule("vanilla.setting.show_odds")
def wants_odds(state: State) -> bool:
    """Whether the table wants to see odds."""
    return state.settings.show_odds


@beside(wants_odds)
def prospects(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """The consequences of a Save, a quick spell, a purchase or a reroll; an enemy's numbers stay hidden."""
    if choice.what == "resist":
        return _resist(choice, likelihood)
    if choice.what == "cast_what" and choice.why == QUICK:
        return _quick_cast(state, choice, likelihood)
    if choice.what == "buy_what":
        return {ref: _goods(str(ref)) for ref in choice.options if ref in weapons() or ref in armour()}
    if choice.what == "sell_what":
        seller = next((one for one in state.party if one.name == choice.facts[0]), None)
        return {item.id: (certain("brings", worth(item)),) for item in seller.items if worth(item)} if seller else {}
    return _reroll(choice, likelihood) if choice.what == "reroll" else {}


@rule("vanilla.action.buy", "vanilla.item.prices")
def _goods(ref: str) -> tuple[Prospect, ...]:
    """The price, use and slots of a thing for sale."""
    costs = certain("costs", price(ref))
    if ref in weapons():
        weapon = weapons()[ref]
        return costs, certain("deals", weapon.damage), certain("hands", weapon.hands), certain("slots", weapon.slots)
    suit = armour()[ref]
    return costs, certain("guards", suit.ac), certain("slots", suit.slots)


@rule("vanilla.save.who", "vanilla.save.roll")
def _resist(choice: Choice, likelihood: Likelihood) -> Prospects:
    """The chance of a Save that one may also forgo."""
    if len(choice.facts) < 3:  # asked before this was known
        return {}
    _, st, twice = choice.facts[:3]
    return {"resist": (Prospect("saved", likelihood.of(bool, rolled_save, st, twice, choice.by, choice.why)),)}


@rule("vanilla.creation.reroll")
def _reroll(choice: Choice, likelihood: Likelihood) -> Prospects:
    """Each attribute's value, and the chances that another roll is higher or lower."""
    found: dict[Any, tuple[Prospect, ...]] = {}
    for attribute, score in zip(ATTRIBUTES, choice.facts, strict=False):
        if attribute in choice.options and isinstance(score, int):
            higher = likelihood.of(score.__lt__, roll_score, choice.by)
            lower = likelihood.of(score.__gt__, roll_score, choice.by)
            found[attribute] = (certain("score_now", score), Prospect("higher", higher), Prospect("lower", lower))
    return found


@rule("vanilla.cast.control", "vanilla.cast.book_fail_damage", "vanilla.cast.scroll_fail")
def _quick_cast(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """The chance to control each spell, and the cost of failure."""
    one = next((one for one in (*state.party, *state.foes) if one.name == choice.facts[0]), None)
    if one is None:
        return {}
    control = likelihood.of(bool, controls, *control_numbers(state, one), choice.by)
    found: dict[Any, tuple[Prospect, ...]] = {}
    for option in choice.options:
        if not isinstance(option, tuple):
            continue
        odds = certain("miscast_surely") if corrupted(one, option) else Prospect("miscast", 1 - control)
        level = spells()[option[1]].level
        price = certain("scroll_lost") if option[0] == "scroll" else certain("corrupts", level)
        found[option] = (odds, price)
    return found
