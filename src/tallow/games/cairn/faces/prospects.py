"""What options of a decision lead to, and how likely it is."""

from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.combat.attacks import attacks
from tallow.games.cairn.gear.coins import change
from tallow.games.cairn.gear.inventory import fits, free_slots
from tallow.games.cairn.gear.market import listed
from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.referee.controls import fate
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import ABILITIES, Creature, Item, State, score
from tallow.games.deeds import Action
from tallow.games.game import Prospect, Prospects
from tallow.games.shared.likelihood import Likelihood, beside, certain
from tallow.mechanics.conditions import has
from tallow.mechanics.names import distinct
from tallow.mechanics.notation import write_pool
from tallow.play import Choice, rule

SAVES = {"save_or_hold": "save", "save_or_yield": "save", "stunt_dare": "dare"}
"""The option of each question that leads to a save; the question has who saves, and on what, as facts."""


@rule("cairn.setting.show_odds")
def wants_odds(state: State) -> bool:
    """Whether the table wants to see odds."""
    return state.settings.show_odds


@beside(wants_odds)
def prospects(state: State, choice: Choice, likelihood: Likelihood) -> Prospects:
    """The chance of a save, the use of goods and weapons, the cost of Fatigue; a foe's scores stay hidden."""
    if choice.what == "idea_how":
        tried = {how: _save(state, choice.facts[0], how, likelihood) for how in ABILITIES}
        return {**tried, "fate": (Prospect("passed", likelihood.of(bool, fate)),)}
    if choice.what == "buy_what":
        buyer = next((one for one in state.party if one.name == choice.facts[0]), None)
        return {ref: _goods(state, buyer, from_ref(str(ref), "")) for ref in choice.options}
    if choice.what == "sell_what":
        seller = next((one for one in state.party if one.name == choice.facts[0]), None)
        return {item.id: _brings(item, state.settings) for item in seller.items} if seller else {}
    if choice.what in {"dare", "stunt_ability"}:
        return {which: _save(state, choice.facts[0], which, likelihood) for which in ABILITIES}
    if choice.what == "attack_with":
        return _weapons(state, choice)
    if choice.what == "weary":
        return _wearied(state, choice)
    if choice.what not in SAVES:
        return {}
    name, ability = choice.facts[:2] if choice.what != "stunt_dare" else (choice.facts[-1], choice.facts[0])
    return {SAVES[choice.what]: _save(state, name, ability, likelihood)}


@rule("cairn.combat.retreat")
def outlook(state: State, action: Action) -> tuple[Prospect, ...]:
    """The chance to get away by a retreat, which is rolled once all have declared."""
    one = next((one for one in state.party if one.id == action.who), None)
    if action.name != "retreat" or one is None or not wants_odds(state):
        return ()
    return (Prospect("away", Likelihood().of(bool, passes, score(one, "DEX"), one.seat)),)


@rule("cairn.dungeon.exhaustion", "cairn.inventory.ten")
def _wearied(state: State, choice: Choice) -> Prospects:
    """What a Fatigue does to whoever is weary: it takes a slot, and with the last one all HP."""
    who = next((one for one in state.party if one.name == choice.facts[0]), None)
    if who is None:
        return {}
    left = free_slots(who, state.settings)
    return {"fatigue": (certain("last_slot") if left <= 1 else certain("slots_left", left - 1),)}


@rule("cairn.action.buy", "cairn.inventory.ten")
def _goods(state: State, buyer: Creature | None, thing: Item) -> tuple[Prospect, ...]:
    """What a thing for sale is good for, the slots that it takes, and whether the buyer can carry it."""
    deals = (certain("deals", thing.damage),) if thing.damage else ()
    guards = (certain("guards", thing.armor),) if thing.armor else ()
    heavy = () if buyer is None or fits(buyer, thing, state.settings) else (certain("no_room"),)
    return (*deals, *guards, certain("slots", thing.slots), *heavy)


@rule("cairn.market.prices", "cairn.market.treasure")
def _brings(item: Item, settings: Settings) -> tuple[Prospect, ...]:
    """What a thing sells for, where that is on the list."""
    copper = listed(item, settings)
    return (certain("brings", change(copper)),) if copper else ()


def _weapons(state: State, choice: Choice) -> Prospects:
    """The damage dice of each attack that can be chosen."""
    one = next((one for one in _people(state) if one.name == choice.facts[0]), None)
    ways = attacks(one) if one else ()
    dice = dict(zip(distinct([attack.name for attack in ways]), [attack.dice for attack in ways], strict=True))
    return {name: (certain("deals", write_pool(dice[name])),) for name in choice.options if name in dice}


def _save(state: State, name: object, ability: object, likelihood: Likelihood) -> tuple[Prospect, ...]:
    one = next((one for one in _people(state) if one.name == name), None)
    which = next((known for known in ABILITIES if known == ability), None)
    if one is None or which is None:
        return ()
    if which == "WIL" and has(one, "quick"):
        return (Prospect("passed", 1.0),)
    return (Prospect("passed", likelihood.of(bool, passes, score(one, which), one.seat)),)


def _people(state: State) -> tuple[Creature, ...]:
    return (*state.party, *state.foes)
