"""What the options of a decision lead to, their cost, and their odds."""

from typing import Any, cast

from tallow.games.black_hack.checks.attribute_tests import Lies, Result, rerolled
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.armour import mending_value, mends
from tallow.games.black_hack.entries import armour, things, weapons
from tallow.games.black_hack.faces.sheet import damage_said
from tallow.games.black_hack.gear.burden import room
from tallow.games.black_hack.state import State
from tallow.games.game import Prospect, Prospects
from tallow.games.shared.likelihood import Likelihood, beside, certain
from tallow.play import Choice, rule
from tallow.play.questions import frozen

ARMOUR = ("armour_die", "armour_die_loss", "armour_die_blind")


@rule("black_hack.setting.show_odds")
def wants_odds(state: State) -> bool:
    """Whether the table wants to see odds."""
    return state.settings.show_odds


@beside(wants_odds)
def prospects(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """What breaking an Armour Die, buying a thing or a reroll leads to; a foe's numbers stay hidden."""
    if choice.what in ARMOUR:
        return _armour_dice(state, choice, likelihood)
    if choice.what == "buy_what":
        return _goods(state, choice)
    return _once_more(choice, likelihood) if choice.what == "once_more" else {}


@rule("black_hack.inventory.capacity", "black_hack.inventory.limit")
def _goods(state: State, choice: Choice) -> Prospects:
    """What each thing for sale is good for, and whether the buyer can carry one thing more."""
    buyer = next((one for one in state.party if one.name == choice.facts[0]), None)
    heavy = (certain("no_room"),) if buyer is not None and room(buyer) < 1 else ()
    found: dict[Any, tuple[Prospect, ...]] = {}
    for option in choice.options:
        ref = things()[str(option[1])].ref if isinstance(option, tuple) and option[1] in things() else ""
        use: tuple[Prospect, ...] = ()
        if ref in weapons():
            weapon = weapons()[ref]
            deals = damage_said(buyer, armed=True, large=weapon.large) if buyer is not None else ""
            use = (certain("hands", weapon.hands), certain("reaches", weapon.range[-1]))
            use = (certain("deals", deals), *use) if deals else use
        elif ref in armour():
            use = (certain("armour_dice", armour()[ref].dice),)
        if use or heavy:
            found[option] = (*use, *heavy)
    return found


@rule("black_hack.armour.break_to_ignore", "black_hack.armour.repair_roll")
def _armour_dice(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """The HP left without breaking a die, and the chance that each die mends at the next Rest."""
    name, damage, _, hp = cast("tuple[str, int, str, int]", choice.facts[:4])
    one = next((one for one in state.party if one.name == name), None)
    if one is None:
        return {}
    taken = (certain("hp_left", hp - damage) if damage < hp else certain("out"),) if damage >= 0 else ()
    found: dict[Any, tuple[Prospect, ...]] = {"no": taken}
    for item in one.items:
        if item.id in choice.options:
            value = mending_value(state, one, item)
            mended = likelihood.of(bool, mends, value, calling(one) == "warrior", one.seat)
            found[item.id] = (certain("unhurt"), Prospect("mends", mended))
    return found


@rule("black_hack.option.luck", "black_hack.magic_item.phantom_limb")
def _once_more(choice: Choice, likelihood: Likelihood) -> Prospects:
    """The chance that a reroll turns a failure into a success."""
    if len(choice.facts) < 5:  # asked before this was known
        return {}
    lies = cast("Lies", frozen(choice.facts[4]))
    ways = [way for way in choice.options if way != "keep"]
    return {way: (Prospect("success", likelihood.of(_success, rerolled, way, lies, choice.by)),) for way in ways}


def _success(result: Result) -> bool:
    return result.success
