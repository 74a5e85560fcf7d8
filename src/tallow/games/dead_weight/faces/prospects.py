"""Rerolls as shown to players: the dice, what each side has left, what each option leads to, and the odds."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from tallow.games.dead_weight.checks.rerolls import Exchange, reroll, settle
from tallow.games.dead_weight.combat.chart import LEAVE
from tallow.games.dead_weight.combat.moving import MOVE, actions_to, goals
from tallow.games.dead_weight.entries.gear import armours, prices, shields, things, weapons
from tallow.games.dead_weight.gear.market import chance, goods
from tallow.games.dead_weight.gear.trappings import risk
from tallow.games.dead_weight.harm.wounds import armour
from tallow.games.dead_weight.state import ATTRIBUTES, OFF_CHART, Adventurer, Square, State
from tallow.games.game import Prospect, Prospects
from tallow.games.shared.likelihood import Likelihood, TooManyCases, beside, certain
from tallow.games.view import Block, Dice, Stat
from tallow.play import REFEREE, Choice, Play, rule


@rule("dead_weight.setting.show_odds")
def wants_odds(state: State) -> bool:
    """Whether the table wants to see odds."""
    return state.settings.show_odds


@beside(wants_odds)
@rule("dead_weight.test.odds")
def prospects(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """What each option leads to and how likely that is: of a reroll, a purchase, a number of armour dice, a wound."""
    if choice.what == "reroll":
        return _rerolls(choice, likelihood)
    if choice.what == "buy_what":
        return _goods(state, choice, likelihood)
    if choice.what == "move_to":
        return _moves(state, choice)
    if choice.what == "place":
        return _placed(choice)
    if choice.what == "toughen_up":
        return {"yes": (certain("toughens"),)}
    if choice.what == "sleep_where":
        return _beds(choice)
    return _armour_dice(choice, likelihood) if choice.what == "armour_dice" else {}


@rule("dead_weight.table.sleep_inn", "dead_weight.table.sleep_camp")
def _beds(choice: Choice) -> Prospects:
    """The price of each place to sleep."""
    price = {"inn": certain("silver", choice.facts[1]), "camp": certain("a_supply")}
    return {where: (price.get(str(where), certain("for_nothing")),) for where in choice.options}


@rule("dead_weight.wound.place_same", "dead_weight.fatigue.placed")
def _placed(choice: Choice) -> Prospects:
    """For each attribute that wounds may be put on: the dice left on it then. A wound replaces a fatigue first."""
    wounds: Any = choice.facts[1]
    sketch: Any = choice.facts[2]
    left = dict(zip(ATTRIBUTES, sketch, strict=True))
    return {
        attribute: (certain("dice_left", max(0, dice - max(0, wounds - fatigue))),)
        for attribute, (dice, fatigue) in left.items()
        if attribute in choice.options
    }


@rule("dead_weight.action.combat_move", "dead_weight.combat.move_leave")
def _moves(state: State, choice: Choice) -> Prospects:
    """For each goal: the actions that it takes, and the tests to leave the reach of enemies on the way."""
    found: dict[Any, tuple[Prospect, ...]] = {}
    one = _mover(state, choice)
    if one is None:
        return {}
    for to, way in goals(state, one).items():
        tests = (certain("leaves_reach", way.risks),) if way.risks else ()
        found[LEAVE if to == OFF_CHART else to] = (certain("actions", actions_to(state, one, way)), *tests)
    return found


def paths(state: State, choice: Choice) -> Mapping[Any, tuple[Square, ...]]:
    """The squares on the way to each goal of a Move, to be drawn on the chart."""
    one = _mover(state, choice) if choice.what == "move_to" else None
    if one is None:
        return {}
    return {to: (one.at, *way.steps) for to, way in goals(state, one).items() if to != OFF_CHART}


def _mover(state: State, choice: Choice) -> Adventurer | None:
    """Whose Move a choice of a square is; None if it is somebody else's, who moves otherwise."""
    who = choice.facts[1] if choice.why == MOVE and len(choice.facts) > 1 and state.combat is not None else ""
    return next((one for one in state.party if one.id == who), None)


@rule("dead_weight.test.great_success")
def _rerolls(choice: Choice, likelihood: Likelihood) -> Prospects:
    """The chance of success after each option; of those who have one as the dice lie, that of a great success too."""
    now = Exchange.of(choice)
    success = {way: _chance(way, now, likelihood, "success") for way in choice.options}
    found = {way: (Prospect("success", chance),) for way, chance in success.items()}
    if success["pass"] < 1:
        return found
    try:
        great = {way: _chance(way, now, likelihood, "great") for way in choice.options}
    except TooManyCases:
        return found
    return {way: (*some, Prospect("great", great[way])) for way, some in found.items()}


def _chance(way: Any, now: Exchange, likelihood: Likelihood, wish: Literal["success", "great"]) -> float:
    """The chance of what tester and helper play for after this option, with the GM against it."""
    dice = (now.own, now.aid, now.left, now.left, now.seats)

    def after(play: Play) -> bool:
        if way == "pass":
            reading = play.call(settle, *dice, (now.turn + 1) % 3, now.passed + 1)
        else:
            reading = play.call(reroll, *dice, now.turn, way)
        return reading.success if wish == "success" else reading.great

    return likelihood.played(after, now.seats, (REFEREE,))


@rule("dead_weight.table.shop_availability", "dead_weight.price.rarity")
def _goods(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """For each thing for sale: the dice of its price, or the known price, and the chance that it is available today."""
    named, stock = dict(state.market.prices), dict(state.market.stock)
    finds: dict[int, Fraction] = {}
    found: dict[Any, tuple[Prospect, ...]] = {}
    for ref in choice.options:
        rarity, dice, use = goods()[str(ref)], chance(state, str(ref)), _use(str(ref))
        if rarity == "free":
            found[ref] = (certain("for_nothing"), *use)
            continue
        usual = prices()[f"dead_weight.price.{rarity}"].dice
        of = certain("silver", named.get(str(ref), usual))
        if dice > 0 and ref not in stock and dice not in finds:
            finds[dice] = likelihood.of(bool, risk, dice, choice.by, choice.why, "risk.shop")
        there = (Prospect("for_sale", finds[dice]),) if dice > 0 and ref not in stock else ()
        found[ref] = (of, *use, *there)
    return found


@rule("dead_weight.weapon.range", "dead_weight.wound.armour_roll")
def _use(ref: str) -> tuple[Prospect, ...]:
    """What a thing for sale is good for, and the slots that it fills."""
    if ref in weapons():
        weapon = weapons()[ref]
        return certain("wounds", weapon.attribute, weapon.wounds, weapon.critical), certain("hands", weapon.hands)
    if ref in armours():
        suit = armours()[ref]
        return certain("guards", suit.ap), certain("slots", suit.slots)
    if ref in shields():
        return (certain("shields", shields()[ref].tokens),)
    return (certain("slots", things()[ref].slots),) if ref in things() else ()


@rule("dead_weight.wound.armour_roll", "dead_weight.wound.armour_damage")
def _armour_dice(choice: Choice, likelihood: Likelihood) -> Prospects:
    """For each number of armour dice, the chance that they stop every wound, and that the armour is damaged."""
    wounds = choice.facts[1]
    found: dict[Any, tuple[Prospect, ...]] = {}
    for dice in choice.options:
        if dice:
            unhurt = likelihood.of(lambda result: result[0] >= wounds, armour, dice, choice.by)
            damaged = likelihood.of(lambda result: result[1], armour, dice, choice.by)
            some = likelihood.of(lambda result: result[0], armour, dice, choice.by)
            stopped = (Prospect("stops", some),) if wounds != 1 else ()
            spared = (Prospect("unhurt", unhurt),) if unhurt else ()
            found[dice] = (*spared, *stopped, Prospect("armour_damaged", damaged))
    return found


LEFT = ("proficiency", "advantage", "shields", "dodges", "aid", "disadvantage", "foe_shields", "foe_dodges")
"""The rerolls that either side may have left, in the order in which they are shown."""


@rule("dead_weight.test.reroll_exchange")
def on_table(choice: Choice) -> tuple[Block, ...]:
    """The dice of a test as rolled, and the rerolls that both sides still have; visible to all."""
    if choice.what != "reroll":
        return ()
    now = Exchange.of(choice)
    dice = (Dice("own_dice", now.own), *((Dice("aid_dice", now.aid),) if now.aid else ()))
    return (*dice, *(Stat(f"left_{name}", getattr(now.left, name)) for name in LEFT if getattr(now.left, name)))
