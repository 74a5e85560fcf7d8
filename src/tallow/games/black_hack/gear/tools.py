"""What carried things do to tests on their own: tools, climbing gear, ear wax, salve."""

from tallow.games.black_hack.entries import Line
from tallow.games.black_hack.state import Character, Creature, State
from tallow.play import RuleId, rule

GEAR: RuleId = "black_hack.item.climbing_gear"
TOOLKIT: RuleId = "black_hack.item.thieves_toolkit"
WAX: RuleId = "black_hack.item.wax"
SALVE: RuleId = "black_hack.magic_item.salve_of_resistance"
FINE_WORK = ("lock", "disarm")
"""What a test is about that wants tools."""

ELEMENTS = ("air", "earth", "fire", "water")
WORDS = {"fire": "fire", "burning": "fire", "whirlwind": "air", "wave": "water"}
"""By which words of an attack its element is known."""


@rule("black_hack.item.climbing_gear", "black_hack.item.thieves_toolkit", "black_hack.item.wax", "black_hack.item.lock")
def tooled(state: State, one: Character, about: str) -> tuple[list[str], list[str]]:
    """The reasons for Advantage and Disadvantage on a test about this, from things that somebody has or lacks."""
    if about in FINE_WORK:
        return [], [] if any(item.ref == TOOLKIT for item in one.items) else ["no_tools"]
    if about == "climbing" and any(item.ref == GEAR for item in one.items):
        return [GEAR], []
    if about == "song" and any(effect.of == WAX and one.id in effect.on for effect in state.effects):
        return [WAX], []
    return [], []


@rule("black_hack.magic_item.salve_of_resistance")
def salved(state: State, one: Character, foe: Creature, line: Line) -> tuple[str, ...]:
    """Why a Defend has Advantage against this attack: a salve against its element."""
    mine = [effect.detail for effect in state.effects if effect.of == SALVE and one.id in effect.on]
    if not mine:
        return ()
    elements = [tag for tag in foe.tags if tag in ELEMENTS]
    elements += [element for word, element in WORDS.items() if word in line.name]
    return (SALVE,) if any(element in mine for element in elements) else ()
