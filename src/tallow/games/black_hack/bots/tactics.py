"""The bots: what they do with characters and monsters in a fight, and their answers to questions."""

from typing import Any

from tallow.games.black_hack.checks.attribute_tests import roll_below
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.acting import unable
from tallow.games.black_hack.combat.banishing import undead
from tallow.games.black_hack.combat.flight import running
from tallow.games.black_hack.combat.moving import fallen, heading, held_fast
from tallow.games.black_hack.combat.ranges import band, within
from tallow.games.black_hack.combat.rounds import can_move
from tallow.games.black_hack.gear.items import lights, throws
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.magic_items import heals
from tallow.games.black_hack.gear.weapons import targets
from tallow.games.black_hack.magic.counsel import wise
from tallow.games.black_hack.magic.memorising import in_mind, mute
from tallow.games.black_hack.monsters.powers import usable
from tallow.games.black_hack.state import Character, State, able, creature, find
from tallow.games.deeds import Action
from tallow.games.shared.deadly import GO_ON
from tallow.play import REFEREE, Bot, Choice, Seat

ONE_DIE = 3
"""HP that one Damage Die of a Warrior's is likely to take."""

SAMPLED = (roll_below,)
"""The rules that the simulator draws from their exact distribution."""

ENOUGH = 100
"""Moments after which a fight that nobody can win is called off."""


def act(state: State, seat: Seat) -> Action:
    """A bot's next action in a fight."""
    combat = state.combat
    if combat is None:
        return Action("start_combat")
    if combat.moment > ENOUGH:
        return Action("end_combat")
    waiting = [other for other in combat.due if able(find(state, other))]
    own = {one.id for one in state.party if one.seat == seat}
    who = combat.turn or next((other for other in waiting if other in own), "") or "".join(waiting[:1])
    if not who:
        return Action("end_combat")
    if combat.step == "opponents" and seat == REFEREE:
        return _opponents(state, who)
    one = find(state, who)
    return _hero(state, one) if isinstance(one, Character) else Action("foe_acts", who)


def _opponents(state: State, who: str) -> Action:
    """The next action of the opponents: all act by themselves; in odd Moments one with a power uses it."""
    combat = state.combat
    one = find(state, who)
    odd = combat is not None and combat.moment % 2 == 1
    if isinstance(one, Character) or not odd or unable(state, who, "action") is not None:
        return Action("foes_act")
    powers = [name for name, special in usable(state, who).items() if special.test]
    return Action("power", who) if powers else Action("foes_act")


def _hero(state: State, one: Character) -> Action:
    """Light, healing, a throw, magic where it helps; else attack, aid the fallen if no foe is near, or approach."""
    combat = state.combat
    mine = combat is not None and combat.turn == one.id
    if unable(state, one.id, "action") is not None:
        return Action("end_turn", one.id)
    if one.items and (deed := _thing(state, one)):
        return Action(deed, one.id)
    if one.magic.memorised and mute(state, one) is None and wise(state, one, in_mind(one)):
        return Action("cast", one.id)
    if calling(one) == "cleric" and any(not foe.banished for foe in undead(state, one.id)):
        return Action("banish", one.id)
    if held_fast(state, one.id):
        return Action("break_free", one.id)
    reach = targets(state, one)
    if reach and (not mine or one.pool or calling(one) != "warrior"):
        return Action("dealer_of_death" if _splits(state, one, reach) else "attack", one.id)
    if fallen(state, one.id) and not _near_foes(state, one):
        return Action("aid", one.id)
    if not reach and _goes(state, one):
        if unable(state, one.id, "move") is None:
            return Action("move", one.id)
        if mine and can_move(one):
            return Action("extra_move", one.id)
    return Action("end_turn", one.id)


def _thing(state: State, one: Character) -> str:
    """What somebody does with their things before all else, "" for nothing: light in the dark, healing, a throw."""
    if state.dark and in_the_dark(state, one) and any(how == "on" for how, _ in lights(state, one.id)):
        return "light"
    if heals(state, one.id):
        return "use_magic_item"
    return "throw_item" if _worth_throwing(state, one) else ""


def _worth_throwing(state: State, one: Character) -> bool:
    """Whether there is something to throw at a foe who fights on, is no weakling, and does not burn or stand rigid."""
    there = [creature(state, foe) for _, _, foe in throws(state, one.id)]
    return any(foe.hd > 1 and not foe.ongoing and not foe.hindrances and not running(state, foe) for foe in there[:1])


def _splits(state: State, one: Character, reach: tuple[str, ...]) -> bool:
    """Whether a Warrior has more than one target Nearby that a single Damage Die would probably fell."""
    if calling(one) != "warrior" or one.level < 2 or len(reach) < 2:
        return False
    weak = [foe for foe in reach if creature(state, foe).hp <= ONE_DIE and within(state, one.id, foe, "nearby")]
    return len(weak) > 1


def _goes(state: State, one: Character) -> bool:
    """Whether somebody goes nearer: while any foe fights on, and a Wizard only if no other character can act."""
    if not any(able(foe) and not running(state, foe) for foe in state.foes) or not heading(state, one):
        return False
    return calling(one) != "wizard" or not any(able(other) for other in state.party if other.id != one.id)


def _near_foes(state: State, one: Character) -> bool:
    return any(able(foe) and band(state, one.id, foe.id) == "close" for foe in state.foes)


def _whither(choice: Choice) -> Any:
    """Where to move: towards whoever is listed first, the nearest of the other side."""
    return next((option for option in choice.options if option[0] == "towards"), choice.options[0])  # type: ignore[index]


def _on(choice: Choice) -> Any:
    """A light is lit, not put out."""
    return next((option for option in choice.options if option[0] == "on"), choice.options[0])  # type: ignore[index]


def _charm(choice: Choice) -> Any:
    """What a charmed creature does: it attacks its own side, if there is anybody."""
    return "attack" if "attack" in choice.options else choice.options[0]


decide = Bot({"move_whither": _whither, "charm_command": _charm, "light": _on, "deadly_time": lambda _: GO_ON})
"""A bot's answer inside a rule: the obvious one, which stands first, unless there is better."""
