"""The bots: what characters and enemies do when no person decides for them."""

from typing import Any

from tallow.games.deeds import Action
from tallow.games.shared.deadly import without_help
from tallow.games.vanilla.bots.tending import CURES, in_a_fight
from tallow.games.vanilla.characters.seats import due
from tallow.games.vanilla.checks.sways import harmed_by
from tallow.games.vanilla.combat.assault import no_melee, no_shot
from tallow.games.vanilla.combat.moving import stuck
from tallow.games.vanilla.combat.places import in_melee_with, reachable
from tallow.games.vanilla.entries import MAGIC_USER, monsters, spells
from tallow.games.vanilla.gear.light import blind
from tallow.games.vanilla.gear.weapons import Way, brands, melee_ways, ranged_ways
from tallow.games.vanilla.harm.freeing import bound_fast, grips
from tallow.games.vanilla.magic.casting import cannot_cast, control_numbers, sources
from tallow.games.vanilla.magic.spells import has_intended_target
from tallow.games.vanilla.magic.spells_kept import has_phantom
from tallow.games.vanilla.monsters.innate import own_spells, powers_of
from tallow.games.vanilla.referee.rulings import ENOUGH
from tallow.games.vanilla.state import Creature, State, able, opponents, up
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import Bot, Choice, RuleId, Seat

SURE = 6
"""A bot casts quickly if at least this many faces of the d20 control the spell."""

BATTLE: tuple[RuleId, ...] = tuple(
    f"vanilla.spell.{name}"
    for name in (
        "fireball", "lightning_bolt", "cloudkill", "alter_time", "hold_creature", "sleep", "sticks_to_snakes",
        "hold_person", "confusion", "web", "turn_undead", "charm", "bless_curse",
    )
)  # fmt: skip
"""The spells that bots cast in a fight, the best first."""

POWERS = ("breath", "ambush", "summon")
"""The powers that bots use."""

LOOSE = ("lodged", "acid", "slimed", "digested")
"""The modes of effects that bots remove from each other at once."""


def act(state: State, seat: Seat) -> Action:
    """A bot's next action in a fight: a side of one seat attacks together, unless a member has something better."""
    combat = state.combat
    if combat is None:
        return Action("start_combat")
    if combat.round > ENOUGH:
        return Action("end_combat")
    waiting = due(state)
    if combat.side == "party" and combat.round > 1 and hopeless(state):
        runner = next((who for who in waiting if stuck(state, who) is None), "")
        if runner and combat.turn != runner:
            return Action("flee", runner)
    mine = [who for who in waiting if find(state, who).seat == seat] or list(waiting)
    for who in mine:
        if deed := _special(state, find(state, who)):
            return Action(deed, who)
    if all(find(state, who).seat == seat for who in waiting):
        return Action("all_attack", combat.side)
    return Action(_deed(state, mine[0]), mine[0])


def hopeless(state: State) -> bool:
    """Whether no weapon of the party can harm any of its foes, and nobody has a spell for them."""
    foes = [foe for foe in state.foes if up(foe)]
    if not all(foe.of in monsters() and monsters()[foe.of].specials for foe in foes):
        return False
    party = [one for one in state.party if able(one)]
    ways = [(one, way) for one in party for way in (*melee_ways(one), *brands(one), *ranged_ways(one))]
    return not any(_harms(state, foe, way) for foe in foes for _, way in ways) and not any(one.book for one in party)


def _harms(state: State, foe: Creature, way: Way) -> bool:
    kind = "natural" if way.natural else "weapon"
    return harmed_by(state, foe, 6, magic=way.magic, element=way.element, kind=kind) > 0


def _special(state: State, one: Creature) -> str:
    """What a creature does instead of attacking: get rid of a grip, cast, direct a phantom, use a power; or ""."""
    combat = state.combat
    if combat is not None and combat.turn == one.id and not combat.action:
        return ""
    if state.effects and _loose(state, one.id):
        return "pull_off"
    if has(one, "held") and not reachable(state, one.id) and bound_fast(state, one.id) is None:
        return "break_free"
    if has_phantom(state, one.id):
        return "send_phantom"
    if aid := in_a_fight(state, one):
        return aid
    if one.of == MAGIC_USER:
        return "quick_cast" if _casts(state, one) else ""
    if one.kind == "enemy" and one.of in monsters() and monsters()[one.of].specials:
        if combat is not None and combat.round % 2 == 0 and no_melee(state, one.id) is None:
            return ""
        if any(power in POWERS for power in powers_of(state, one)):
            return "power"
        if cannot_cast(state, one.id) is None and any(
            has_intended_target(state, one.id, spells()[spell]) for spell in own_spells(state, one)
        ):
            return "own_spell"
    return ""


def _loose(state: State, who: str) -> bool:
    modes = {effect.id: effect.mode for effect in state.effects}
    return any(modes[effect] in LOOSE for _, effect in grips(state, who))


def _casts(state: State, one: Creature) -> bool:
    """Whether a caster has a battle spell that is likely to be controlled and whose failure cannot kill it.

    Bots do not cast in melee with several enemies, who would all have a Free Attack.
    """
    known = _sound(sources(state, one))
    if not known or cannot_cast(state, one.id) is not None or blind(state, one):
        return False
    near = in_melee_with(state, one.id)
    if len(near) > 1 or (near and not one.grit) or not any(able(foe) for foe in opponents(state, one.id)):
        return False
    st, ac = control_numbers(state, one)
    if min(20, st) - ac < SURE:
        return False
    best = _best([source for source in known if _wanted(state, one, source[1])])
    return best is not None and spells()[best[1]].level <= one.grit


def _wanted(state: State, one: Creature, ref: RuleId) -> bool:
    """Whether a spell has an intended target here, and nothing that the caster made with it goes on already."""
    goes_on = any(effect.of == ref and effect.by == one.id for effect in state.effects)
    return not goes_on and has_intended_target(state, one.id, spells()[ref])


def _sound(known: tuple[Any, ...]) -> list[Any]:
    return [source for source in known if source[0] in ("book", "scroll") and source[1] in BATTLE]


def _best(known: list[Any]) -> Any:
    """The best battle spell among these, with its source; None without any."""
    return min(known, key=lambda source: BATTLE.index(source[1]), default=None)


def _deed(state: State, who: str) -> str:
    """The next deed of a creature's go: stand up, attack, shoot, move closer, or end the go."""
    one, combat = find(state, who), state.combat
    move = combat is None or combat.turn != who or combat.move
    action = combat is None or combat.turn != who or combat.action
    if move and has(one, "prone") and not has(one, "held"):
        return "stand"
    if action and no_melee(state, who) is None:
        return "attack"
    if action and ranged_ways(one) and no_shot(state, who) is None and not reachable(state, who):
        return "shoot"
    return "move" if move and stuck(state, who) is None and not reachable(state, who) else "wait"


def _meant(choice: Choice) -> tuple[Any, ...]:
    """The spells that have an intended target; these are the first options."""
    return choice.options[: int(str(choice.facts[1]))]


def _what(choice: Choice) -> Any:
    return _best(_sound(_meant(choice))) or choice.options[0]


def _own(choice: Choice) -> Any:
    known = [spell for spell in _meant(choice) if spell in BATTLE]
    return min(known, key=BATTLE.index) if known else choice.options[0]


def _power(choice: Choice) -> Any:
    return next((power for power in POWERS if power in choice.options), choice.options[0])


def _ritual(choice: Choice) -> Any:
    """A spell that heals, not Corrupted; else the first."""
    options: tuple[Any, ...] = tuple(choice.options)
    healing = [source for source in options if source[0] != "corrupted" and source[1] in CURES]
    return (*healing, *options)[0]


def _gear(choice: Choice) -> Any:
    """Fill a Gear Bubble with ammunition where it has run out, else with torches."""
    return choice.options[0] if isinstance(choice.options[0], tuple) else "torch"


decide = Bot(
    {
        "cast_what": _what,
        "deadly_time": without_help,
        "gear": _gear,
        "own_spell": _own,
        "power": _power,
        "ritual_what": _ritual,
        "stow_what": lambda choice: choice.options[-1],
    }
)
"""A bot's answer inside a rule: the first option, unless a function here names a better one."""
