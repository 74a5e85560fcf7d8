"""What carried things do to tests on their own: tools, climbing gear, ear wax, salve, an earhorn, boots."""

from tallow.games.black_hack.entries import Line
from tallow.games.black_hack.state import Character, Creature, State
from tallow.play import RuleId, rule

GEAR: RuleId = "black_hack.item.climbing_gear"
HOOK: RuleId = "black_hack.item.grappling_hook"
ROPE: RuleId = "black_hack.item.rope_50_ft"
TOOLKIT: RuleId = "black_hack.item.thieves_toolkit"
WAX: RuleId = "black_hack.item.wax"
EARHORN: RuleId = "black_hack.magic_item.ernos_earhorn"
BOOTS: RuleId = "black_hack.magic_item.breadcrumb_boots"
SALVE: RuleId = "black_hack.magic_item.salve_of_resistance"
FINE_WORK = ("lock", "disarm")
"""What a test is about that wants tools."""

ELEMENTS = ("air", "earth", "fire", "water")
WORDS = {"fire": "fire", "burning": "fire", "whirlwind": "air", "wave": "water"}
"""By which words of an attack its element is known."""


@rule(
    "black_hack.item.climbing_gear",
    "black_hack.item.grappling_hook",
    "black_hack.item.thieves_toolkit",
    "black_hack.item.wax",
    "black_hack.item.lock",
    "black_hack.magic_item.ernos_earhorn",
    "black_hack.magic_item.breadcrumb_boots",
)
def tooled(state: State, one: Character, about: str) -> tuple[list[str], list[str]]:
    """The reasons for Advantage and Disadvantage on a test about this, from things that somebody has or lacks."""
    if about in FINE_WORK:
        return [], [] if any(item.ref == TOOLKIT for item in one.items) else ["no_tools"]
    if about == "climbing":
        return _climbs(one), []
    if about == "listening" and any(item.ref == EARHORN for item in one.items):
        return [EARHORN], []
    if about == "sneaking" and any(item.ref == BOOTS and item.place == "worn" for item in one.items):
        return [], [BOOTS]
    if about == "song" and any(effect.of == WAX and one.id in effect.on for effect in state.effects):
        return [WAX], []
    return [], []


def _climbs(one: Character) -> list[str]:
    """The reasons for Advantage on a climb: climbing gear, or a grappling hook on a rope."""
    mine = [item.ref for item in one.items]
    if GEAR in mine:
        return [GEAR]
    return [HOOK] if HOOK in mine and ROPE in mine else []


@rule("black_hack.magic_item.salve_of_resistance")
def salved(state: State, one: Character, foe: Creature, line: Line) -> tuple[str, ...]:
    """Why a Defend has Advantage against this attack: a salve against its element."""
    mine = [effect.detail for effect in state.effects if effect.of == SALVE and one.id in effect.on]
    if not mine:
        return ()
    elements = [tag for tag in foe.tags if tag in ELEMENTS]
    elements += [element for word, element in WORDS.items() if word in line.name]
    return (SALVE,) if any(element in mine for element in elements) else ()
