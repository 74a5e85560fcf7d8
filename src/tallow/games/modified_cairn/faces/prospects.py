"""What the options of a decision lead to, what they cost, and how likely that is."""

from typing import Any, cast

from tallow.games.deeds import Action
from tallow.games.game import Prospect, Prospects
from tallow.games.modified_cairn.checks.saves import passes
from tallow.games.modified_cairn.combat.pool import UNRESISTED
from tallow.games.modified_cairn.gear.market import worth
from tallow.games.modified_cairn.gear.slots import empty_slots, slots
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.goods import armours, transports, weapons
from tallow.games.modified_cairn.harm.damage import Blow, Lies, blow
from tallow.games.modified_cairn.state import QUALITIES, Creature, Item, State, quality
from tallow.games.shared.likelihood import Likelihood, beside, certain
from tallow.play import Choice, rule

DOWN = ("critically_wounded", "dead")


@rule("modified_cairn.setting.show_odds")
def wants_odds(state: State) -> bool:
    """Whether the table wants to see odds."""
    return state.settings.show_odds


@beside(wants_odds)
def prospects(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """What Fending off each die, each Gambit and each purchase leads to, and the chance of one's own Saves."""
    if choice.what == "fend":
        return _fend(choice, likelihood)
    if choice.what == "gambit":
        return _gambits(choice)
    if choice.what == "buy_what":
        buyer = next((one for one in state.party if one.name == choice.facts[0]), None)
        return {ref: _goods(str(ref), buyer) for ref in choice.options if ref not in transports()}
    if choice.what == "sell_what":
        seller = next((one for one in state.party if one.name == choice.facts[0]), None)
        return {item.id: _brings(item) for item in seller.items} if seller else {}
    if choice.what == "frenzy":
        one = next((one for one in state.party if one.name == choice.facts[0]), None)
        tired = 1 - likelihood.of(bool, passes, quality(one, "VIG"), choice.by) if one else 0
        return {way: (Prospect("fatigued", tired),) for way in choice.options} if tired else {}
    if choice.what == "idea_quality":
        one = next((one for one in state.party if one.name == choice.facts[0]), None)
        scores = [(which, quality(one, which)) for which in QUALITIES] if one else []
        return {which: (Prospect("passed", likelihood.of(bool, passes, of, choice.by)),) for which, of in scores}
    return {}


@rule("modified_cairn.action.flee")
def outlook(state: State, action: Action) -> tuple[Prospect, ...]:
    """The chance of the Save by which somebody who flees and is pursued gets away the whole distance."""
    one = next((one for one in state.party if one.id == action.who), None)
    if action.name != "flee" or one is None or not wants_odds(state):
        return ()
    return (Prospect("away", Likelihood().of(bool, passes, quality(one, "CLA"), one.seat)),)


@rule("modified_cairn.action.buy", "modified_cairn.price.list")
def _goods(ref: str, buyer: Creature | None) -> tuple[Prospect, ...]:
    """The use of a thing for sale, the slots that it fills, and whether the buyer can carry it."""
    fills = slots(made(ref, ""))
    deals = (certain("deals", weapons()[ref].dice),) if ref in weapons() else ()
    guards = (certain("guards", armours()[ref].armour),) if ref in armours() else ()
    heavy = (certain("no_room"),) if buyer is not None and fills > empty_slots(buyer) else ()
    return (*deals, *guards, certain("slots", fills), *heavy)


@rule("modified_cairn.wealth.sell")
def _brings(item: Item) -> tuple[Prospect, ...]:
    """What a town pays for a thing, where that is known."""
    return (certain("brings", worth(item)),) if worth(item) else ()


@rule("modified_cairn.feat.fend", "modified_cairn.feat.save_after", "modified_cairn.hurt.see_dice")
def _fend(choice: Choice, likelihood: Likelihood) -> Prospects:
    """For each die to Fend off: the damage left, the chance to go down, and that of Fatigue from Fending."""
    if len(choice.facts) < 6:  # asked before this was known
        return {}
    blows, spirit = cast("tuple[tuple[Lies, ...], int]", choice.facts[4:6])
    tired = 1 - likelihood.of(bool, passes, spirit, choice.by)
    found: dict[Any, tuple[Prospect, ...]] = {}
    for option, lies in zip(choice.options, blows, strict=True):
        down = likelihood.of(_down, blow, *lies, choice.by)
        price = () if option == "no" else (Prospect("fatigued", tired),)
        falls = (Prospect("down", down),) if down else ()
        found[option] = (certain("damage_left", lies[0]), *falls, *price)
    return found


def _down(done: Blow) -> bool:
    return done.outcome in DOWN


@rule("modified_cairn.gambit.cost", "modified_cairn.gambit.save", "modified_cairn.feat.focus")
def _gambits(choice: Choice) -> Prospects:
    """For each Gambit: its effect, whether a Save resists it, and the highest die left. Foes' scores are hidden."""
    lie = sorted([face for faces in cast("tuple[tuple[int, ...], ...]", choice.facts[1]) for face in faces])
    found: dict[Any, tuple[Prospect, ...]] = {"done": (certain("die_left", lie[-1]),)} if lie else {}
    for way in choice.options:
        if not isinstance(way, tuple | list):
            continue
        name, face = (way[1], 0) if way[0] == "focus" else (way[-2], way[-1])
        sure = way[0] == "no_save" or name in UNRESISTED
        left = sorted(lie)
        if face:
            left.remove(face)
        rest = certain("die_left", left[-1]) if left else certain("no_die_left")
        price = certain("costs_focus") if way[0] == "focus" else rest
        effect = f"gambit.{name}.greater" if way[0] == "greater" else f"gambit.{name}"
        found[tuple(way)] = (certain(effect), *(() if sure else (certain("resisted"),)), price)
    return found
