"""The bots: what they do with characters and monsters in a fight, and their answers to questions."""

from typing import Any

from tallow.games.black_hack.checks.attribute_tests import roll_below
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.acting import unable
from tallow.games.black_hack.combat.banishing import undead
from tallow.games.black_hack.combat.flight import running
from tallow.games.black_hack.combat.moving import fallen, heading
from tallow.games.black_hack.combat.ranges import band, within
from tallow.games.black_hack.combat.rounds import can_move
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
    who = combat.turn or next((other for other in combat.due if able(find(state, other))), "")
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
    """Magic where it helps most; else attack whoever is in reach; aid the fallen if no foe is near; else go nearer."""
    combat = state.combat
    mine = combat is not None and combat.turn == one.id
    if unable(state, one.id, "action") is not None:
        return Action("end_turn", one.id)
    if one.magic.memorised and mute(state, one) is None and wise(state, one, in_mind(one)):
        return Action("cast", one.id)
    if calling(one) == "cleric" and any(not foe.banished for foe in undead(state, one.id)):
        return Action("banish", one.id)
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


def _charm(choice: Choice) -> Any:
    """What a charmed creature does: it attacks its own side, if there is anybody."""
    return "attack" if "attack" in choice.options else choice.options[0]


decide = Bot({"move_whither": _whither, "charm_command": _charm, "deadly_time": lambda _: GO_ON})
"""A bot's answer inside a rule: the obvious one, which stands first, unless there is better."""
