"""The Living Nightmare of a Half-Witch: it is there in each fight, until it falls and is gone to the next full moon."""

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import NIGHTMARE
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.magic.effects import begin
from tallow.games.modified_cairn.state import DAY, Attack, Creature, Effect, Pay, State, able, alive, gain, up
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

WHY: RuleId = "modified_cairn.table.half_witch_1"
NAME = "Living Nightmare"
CLAWS = Attack("claws", (8, 8))
MONTH = 28 * DAY
"""From one full moon to the next; the first is on the last day of the first month."""

LOSS = 4
"""The sides of the die of SPI that its fall costs."""


def nightmare(creature: Creature) -> bool:
    """Whether a creature is somebody's Living Nightmare."""
    return creature.of == NIGHTMARE


def _away(state: State, who: str) -> bool:
    """Whether somebody's nightmare has fallen since the last full moon."""
    return any(effect.of == NIGHTMARE and effect.by == who for effect in state.effects)


@rule("modified_cairn.table.half_witch_1")
def come(play: Play, state: State) -> State:
    """In danger the nightmares of those who can act are there, with their owners' own scores and Guard."""
    for one in state.party:
        if NIGHTMARE not in one.life.history or not able(one) or _away(state, one.id):
            continue
        state, id_ = serial(state, "n")
        shade = Creature(
            id_, NAME, "monster", one.vigour, one.vigour_max, one.clarity, one.clarity_max, one.spirit,
            one.spirit_max, one.guard, one.guard_max, attacks=(CLAWS,), seat=one.seat, of=NIGHTMARE,
            pay=Pay(one.id), revealed=True,
        )  # fmt: skip
        play.tell("nightmare.comes", one.name, why=WHY)
        state = replace(state, party=(*state.party, shade))
    return state


@rule("modified_cairn.table.half_witch_1")
def fade(play: Play, state: State) -> State:
    """A nightmare that has fallen is gone until the next full moon, and its owner loses 1d4 SPI."""
    for one in state.party:
        if not nightmare(one) or up(one) or not one.pay or "gone" in one.states:
            continue
        owner = find(state, one.pay.employer)
        play.tell("nightmare.goes", owner.name, why=WHY)
        state = put(state, gain(one, "gone"))
        ends = (state.clock // MONTH + 1) * MONTH
        state = begin(state, Effect("", NIGHTMARE, owner.id, (owner.id,), ends))
        if alive(owner):
            (face,) = play.roll(1, LOSS, by=owner.seat, why=WHY)
            state = suffer(play, state, owner.id, "SPI", face, WHY)
    return state


@rule("modified_cairn.table.half_witch_1")
def depart(play: Play, state: State) -> State:
    """When the danger is over the nightmares leave; what they have lost is healed by the next time."""
    state = fade(play, state)
    return replace(state, party=tuple([one for one in state.party if not nightmare(one)]))
