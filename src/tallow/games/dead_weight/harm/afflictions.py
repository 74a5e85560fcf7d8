"""Afflictions: gaining them, curing them, and those that act on their own.

What hungry, parched, sleepy, angry, terrified, hopeless, plagued and doomed forbid or change is written in the modules
that it concerns: healing, fatigue, tests and trackers.
"""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.gear.inventory import RING
from tallow.games.dead_weight.harm.fatigue import tire_anywhere
from tallow.games.dead_weight.magic.effects import forgotten
from tallow.games.dead_weight.state import Adventurer, State, adventurer, alive, put
from tallow.play import REFEREE, Play, RuleId, rule

AFFLICTIONS = (
    "hungry", "parched", "bleeding", "sleepy", "angry", "shaken",
    "nauseated", "terrified", "hopeless", "cursed", "plagued", "doomed",
)  # fmt: skip

BRAVERY = "dead_weight.item.tonic_of_bravery"


@rule("dead_weight.affliction.general", "dead_weight.affliction.repeat")
def afflict(play: Play, state: State, who: str, name: str, why: RuleId = "") -> State:
    """Give an adventurer an affliction; it is ignored if they have it already or are protected from it."""
    one = adventurer(state, who)
    if not alive(one) or name in one.afflictions:
        return state
    if guarded(state, one, name):
        why = why or "dead_weight.affliction.general"
        play.tell("affliction.guarded", one.name, f"dead_weight.affliction.{name}", why=why)
        return state
    play.tell("affliction", one.name, f"dead_weight.affliction.{name}", why=why or f"dead_weight.affliction.{name}")
    return put(state, replace(one, afflictions=(*one.afflictions, name)))


@rule(
    "dead_weight.item.cursed_ring_of_plague_protection",
    "dead_weight.item.tonic_of_bravery",
    "dead_weight.prayer.bliss",
)
def guarded(state: State, one: Adventurer, name: str) -> bool:
    """Whether somebody is protected from this affliction: the plague by the ring, terror by the tonic, or forgotten."""
    if state.effects and name in forgotten(state, one.id):
        return True
    if name == "plagued":
        return any(item.ref == RING and item.place == "worn" for item in one.items)
    if name == "terrified":
        return any(effect.of == BRAVERY and one.id in effect.on for effect in state.effects)
    return False


@rule("dead_weight.affliction.general", "dead_weight.affliction.other_cures", "dead_weight.condition.leech_attached")
def cure(play: Play, state: State, who: str, *names: str, why: RuleId) -> State:
    """End these afflictions if the adventurer has them; bleeding does not end while a leech is attached."""
    one = adventurer(state, who)
    ended = tuple(name for name in one.afflictions if name in names and curable(one, name))
    if not ended:
        return state
    for name in ended:
        play.tell("affliction.cured", one.name, f"dead_weight.affliction.{name}", why=why)
    return put(state, replace(one, afflictions=tuple(name for name in one.afflictions if name not in ended)))


def curable(one: Adventurer, name: str) -> bool:
    """Whether this affliction can be cured: a leech or a worn cursed ring prevents it."""
    if name == "bleeding":
        return "leech_attached" not in one.conditions
    return name != "cursed" or not any(item.ref == RING and item.place == "worn" for item in one.items)


def lacking(state: State, one: Adventurer) -> tuple[str, ...]:
    """The afflictions that an adventurer does not have and could get."""
    return tuple(name for name in AFFLICTIONS if name not in one.afflictions and not guarded(state, one, name))


@rule("dead_weight.exploration.decay_repeat")
def afflict_other(play: Play, state: State, who: str, why: RuleId) -> State:
    """An affliction that the player chooses from those the adventurer does not have; nothing if they have all."""
    one = adventurer(state, who)
    left = lacking(state, one)
    if not left:
        return state
    return afflict(play, state, who, play.choose(one.seat, "affliction", left, one.name, why=why), why)


@rule("dead_weight.affliction.bleeding")
def bleed(play: Play, state: State, who: str) -> State:
    """The bleeding get one fatigue: each exploration turn, and in a fight at the start of each of their turns."""
    if "bleeding" not in adventurer(state, who).afflictions:
        return state
    return tire_anywhere(play, state, who, "dead_weight.affliction.bleeding")


@rule("dead_weight.affliction.nauseated")
def retches(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Whether a nauseated adventurer loses this turn of a fight, by failing a PRE check."""
    if "nauseated" not in adventurer(state, who).afflictions:
        return state, False
    state, reading = attempt(play, state, who, "PRE", "dead_weight.affliction.nauseated", check=True)
    if not reading.success:
        play.tell("retches", adventurer(state, who).name, why="dead_weight.affliction.nauseated")
    return state, not reading.success


@rule("dead_weight.affliction.terrified", "dead_weight.affliction.hopeless")
def after_fight(play: Play, state: State, *, won: bool) -> State:
    """If the GM finds the fight challenging, survivors are no longer hopeless, and winners no longer terrified."""
    names = ("hopeless", "terrified") if won else ("hopeless",)
    relieved = [one.id for one in state.party if alive(one) and any(name in one.afflictions for name in names)]
    why = "dead_weight.affliction.hopeless"
    if not relieved or play.choose(REFEREE, "challenging", ("yes", "no"), why=why) == "no":
        return state
    for who in relieved:
        state = cure(play, state, who, *names, why=why)
    return state
