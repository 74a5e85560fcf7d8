"""The Warden's last word on every number, and on every condition that somebody is in."""

from msgspec.structs import replace

from tallow.games.cairn.gear.coins import room_for_coins
from tallow.games.cairn.gear.inventory import SLOTS, free_slots, load
from tallow.games.cairn.harm.damage import die, to_whom
from tallow.games.cairn.harm.hazards import somebody, whom
from tallow.games.cairn.referee.controls import WORD, by_word
from tallow.games.cairn.state import HOUR, Creature, State
from tallow.games.deeds import Deed
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import EVERYONE, REFEREE, Play, rule

FIELDS = (
    "hp",
    "hp_max",
    "strength",
    "strength_max",
    "dexterity",
    "dexterity_max",
    "willpower",
    "willpower_max",
    "fatigue",
    "armor",
    "gp",
    "at",
)
MOST = {"hp_max": 100, "strength_max": 30, "dexterity_max": 30, "willpower_max": 30, "armor": 3, "at": 300}

CONDITIONS = (
    "panicked",
    "impaired",
    "asleep",
    "unconscious",
    "held",
    "stunned",
    "paralysed",
    "delirious",
    "petrified",
    "hamstrung",
    "deaf",
    "blind",
    "doomed",
    "critical",
    "stable",
    "fled",
    "routed",
    "dead",
)

MOST_GP = 10_000


@rule("cairn.fatigue.all_slots")
def _set_value(play: Play, state: State, _: str) -> State:
    """Any number of anybody; what comes of a zero or a full pack comes of it."""
    creature = whom(play, state, "set_whom", WORD)
    field = play.choose(REFEREE, "set_what", FIELDS, creature.name, why=WORD)
    most = MOST.get(field, 0)
    if field == "fatigue":
        most = min(SLOTS, creature.fatigue + max(0, free_slots(creature, state.settings)))
    elif field == "gp":
        most = min(MOST_GP, creature.gp + room_for_coins(creature, state.settings))
    elif not most:
        most = getattr(creature, f"{field}_max")
    number = play.choose(REFEREE, "set_number", range(most + 1), creature.name, field, why=WORD)
    play.tell("word.sets", creature.name, field, number, why=WORD, seen_by=to_whom(creature))
    changed = replace(creature, **{field: number})
    if field == "fatigue" and number < SLOTS:
        changed = shed(changed, "collapsed")
    if field.endswith("_max"):
        now = field.removesuffix("_max")
        changed = replace(changed, **{now: min(getattr(changed, now), number)})
    return put(state, load(play, _at_zero(play, changed), state.settings, state.clock))


@rule("cairn.loss.str_zero", "cairn.loss.dex_zero", "cairn.loss.wil_zero")
def _at_zero(play: Play, creature: Creature) -> Creature:
    """What an ability at zero brings, or no longer brings."""
    for value, most, condition in (
        (creature.dexterity, creature.dexterity_max, "paralysed"),
        (creature.willpower, creature.willpower_max, "delirious"),
    ):
        creature = gain(creature, condition) if most and not value else shed(creature, condition)
    return die(play, creature) if not creature.strength and not has(creature, "dead") else creature


def _set_condition(play: Play, state: State, _: str) -> State:
    """A condition begins or ends by the referee's word; the dying have their hour, and death can be undone."""
    listed = tuple(one.id for one in everyone(state))
    creature = find(state, play.choose(REFEREE, "set_whom", listed, why=WORD))
    condition = play.choose(REFEREE, "condition", CONDITIONS, creature.name, why=WORD)
    seen_by = (REFEREE,) if has(creature, "gone") else EVERYONE
    if has(creature, condition):
        play.tell("word.condition_ends", creature.name, condition, why=WORD, seen_by=seen_by)
        changed = shed(creature, condition)
        if condition in {"critical", "dead"}:
            changed = replace(changed, dies_at=0, strength=max(1, changed.strength))
    else:
        play.tell("word.condition", creature.name, condition, why=WORD, seen_by=seen_by)
        changed = gain(creature, condition)
        if condition == "critical":
            changed = replace(changed, dies_at=state.clock + HOUR)
        elif condition == "stable":
            changed = replace(shed(changed, "critical"), dies_at=0)
        elif condition == "dead":
            changed = replace(shed(changed, "critical", "mortal"), dies_at=0)
    return put(state, changed)


DEEDS: tuple[Deed[State], ...] = (
    Deed("set_value", by_word(_set_value), WORD, by="referee", shown=somebody, group="giving", rank=1),
    Deed(
        "set_condition",
        by_word(_set_condition),
        WORD,
        by="referee",
        shown=lambda state, _: bool(state.party or state.foes),
        group="giving",
        rank=1,
    ),
)
