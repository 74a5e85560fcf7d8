"""The bots: their next action, and their answers to the questions that rules ask."""

from typing import Any

from tallow.games.dead_weight.bots.between_fights import onward
from tallow.games.dead_weight.checks.rerolls import GM, Exchange, rolled
from tallow.games.dead_weight.gear.trappings import stepped
from tallow.games.dead_weight.harm.wounds import armour
from tallow.games.dead_weight.state import ATTRIBUTES, Combat, State, able
from tallow.games.deeds import Action
from tallow.games.shared.deadly import GO_ON
from tallow.play import REFEREE, Bot, Choice, Seat

ENOUGH = 60
"""Rounds after which a fight that nobody can win is called off."""

PARTY: Seat = "party"
"""The seat of a party that one bot plays."""

SAMPLED = (rolled, armour, stepped)
"""The rules that the simulator draws from their exact distribution."""


def act(state: State, seat: Seat) -> Action:
    """A bot's next action; in a fight one for all enemies, for its own adventurer, or for the whole party."""
    combat = state.combat
    if combat is None:
        return Action("start_fight") if state.phase == "combat" else onward(state, seat)
    if combat.step == "setup":
        return Action("combat_setup")
    endless = combat.round > ENOUGH
    if endless and (seat in (REFEREE, PARTY) or combat.step == "enemies" or not any(map(able, state.enemies))):
        return Action("combat_call_off")
    if combat.step == "enemies":
        return Action("enemies_act")
    who = _mine(state, combat, seat)
    return Action("act_alone", who) if who else Action("party_acts")


def _mine(state: State, combat: Combat, seat: Seat) -> str:
    """The id of a player's adventurer who has still to act in this step; "" for a bot that plays the whole party."""
    due = (combat.turn,) if combat.turn else combat.due
    waiting = [one for one in state.party if one.id in due]
    mine = [one.id for one in waiting if one.seat == seat]
    return mine[0] if mine and (len(mine) < len(waiting) or seat != PARTY) else ""


FAILURES = ("failure", "critical_failure")


def _reroll(choice: Choice) -> Any:
    """The answer to a reroll: tester and helper try to succeed, then to avoid fatigue; the GM does the opposite."""
    now = Exchange.of(choice)
    return _spoil(now) if now.turn == GM else _save(now, choice.options)


def _save(now: Exchange, options: Any) -> Any:
    """How the tester or the helper changes the dice of a test: an option of the question, such as "pass"."""
    own, left = now.own, now.left
    free = left.proficiency or left.advantage
    if now.outcome in FAILURES:
        if left.low and own[0] >= left.hit:
            return "pass"
        if free:
            return ("reroll", own[0])
        if left.dodges:
            return ("dodge", own[0])
        if left.shields:
            return ("shield", own[0])
        own_aid = [option for option in options if option[0] == "reroll_own_aid"]
        return min(own_aid, key=lambda option: option[1]) if own_aid else "pass"
    if not free or left.low:
        return "pass"
    if own[0] == 1:
        return ("reroll", 1)
    if 4 in own and own[-1] > 4 and own[-1] >= left.hit and now.outcome == "success":
        return ("reroll", 4)
    return "pass"


def _spoil(now: Exchange) -> Any:
    """How the GM changes the dice of a test: an option of the question, such as "pass"."""
    left, great = now.left, now.outcome == "great_success"
    counted = now.own[:1] if left.low else now.own
    hits = [face for face in counted if face >= left.hit]
    aid_hits = [face for face in now.aid if face >= left.aid_hit]
    if now.outcome in FAILURES:
        if left.disadvantage and now.outcome == "failure" and counted:
            return ("disadvantage", counted[-1])
        return "pass"
    proof = left.proof if great else ""
    shields = 0 if "X" in proof else left.foe_shields
    dodges = 0 if "D" in proof else left.foe_dodges
    means = left.disadvantage + shields + dodges
    many = len(hits) + len(aid_hits)
    if not means or (many > means and not great):
        return "pass"
    way = "disadvantage" if left.disadvantage else "foe_dodge" if dodges else "foe_shield"
    if hits:
        return (way, hits[-1] if great and hits[-1] == 6 else hits[0])
    return (f"{way}_aid", aid_hits[-1])


def _toughen_up(choice: Choice) -> Any:
    """Whether to toughen up: only while there are dice for the test, since without any it would do harm."""
    return "yes" if choice.facts[2] else "no"


PLACES = ("INT", "PRE", "DEX", "STR")
"""The attributes in the order in which bots choose them for wounds, if nothing else decides."""


def _place(choice: Choice) -> Any:
    """Where to place wounds: on fatigue if there is any, else where they cost the fewest dice; best attribute last."""
    wounds: Any = choice.facts[1]
    sketch: Any = choice.facts[2]
    best = max([dice for dice, _ in sketch])

    def cost(attribute: Any) -> tuple[int, bool, int]:
        dice, fatigue = sketch[ATTRIBUTES.index(attribute)]
        lost = max(0, wounds - fatigue)
        return lost, bool(lost) and dice == best, PLACES.index(attribute)

    return min(choice.options, key=cost)


def _heal_where(choice: Choice) -> Any:
    """Where to heal: the attribute with the fewest dice left."""
    sketch: Any = choice.facts[1]
    return min(choice.options, key=lambda attribute: sketch[ATTRIBUTES.index(attribute)][0])


def _tire_where(choice: Choice) -> Any:
    return next(attribute for attribute in PLACES if attribute in choice.options)


def _insight_for(choice: Choice) -> Any:
    """What to buy for insight: healing a trauma first, else what costs most; moving a point last."""
    options: Any = choice.options
    return max(options, key=lambda option: (option[0] == "trauma", option[1], option[0] != "move"))


def _dark(choice: Choice) -> Any:
    """In the dark: fatigue on PRE while it has a die to lose, else terrified."""
    return choice.options[0] if choice.facts[1] else choice.options[-1]


def _which_hand(choice: Choice) -> Any:
    """The hand that holds no weapon."""
    return "left" if "left" in choice.options else choice.options[0]


# Bots help whom they can before they let time pass, so that nothing is left to wait for.
decide = Bot(
    {
        "camp_supplies": lambda choice: min(1, choice.options[-1]),
        "dark": _dark,
        "deadly_time": lambda _: GO_ON,
        "which_hand": _which_hand,
        "insight_for": _insight_for,
        "reroll": _reroll,
        "toughen_up": _toughen_up,
        "place": _place,
        "heal_where": _heal_where,
        "tire_where": _tire_where,
    }
)
"""A bot's answer inside a rule."""
