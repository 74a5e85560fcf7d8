"""Questions of odds: a Save, an attack with the best use of Gambits, a casting, the Event Die.

Each runs the rules themselves. In an attack the player spends the dice and the other side Fends.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.game import Inquiry, Parameter
from tallow.games.modified_cairn.bots.tactics import decide
from tallow.games.modified_cairn.checks.saves import passes
from tallow.games.modified_cairn.combat.pool import Gambit, Thrown, damage, fended, resisted, spend, throw
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.slots import ROOM
from tallow.games.modified_cairn.harm.damage import Blow, blow
from tallow.games.modified_cairn.magic.casting import toll
from tallow.games.modified_cairn.magic.wishes import own_effort
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Item, Region, State
from tallow.games.modified_cairn.world.dungeon import event as event_die
from tallow.play import Choice, Play, distribution, rule

ME, THEM = "player", "foe"

HARM = ("evaded", "guard_gone", "scar", "wounded", "critically_wounded", "dead")
WORKS = "gambit_works"
GAMBITS = ("expose", "stop", "bolster")
"""Gambits that affect damage, and one that stands for all others with a Save; asked for one by one."""


def save(play: Play, score: int) -> str:
    """Make one Save; gives "success" or "failure"."""
    return "success" if passes(play, score, ME) else "failure"


class Target(Struct, frozen=True, gc=False, cache_hash=True):
    """The target of an attack; `fends` is how many times somebody may Fend for it."""

    armor: int
    guard: int
    vigour: int
    scars: bool
    fends: int


@rule("modified_cairn.hurt.order", "modified_cairn.dice.pool")
def attack(
    play: Play, dice: tuple[int, ...], armor: int, guard: int, vigour: int, target: str, focus: str, fends: int
) -> tuple[str, ...]:
    """Attack a target with these numbers; gives the outcome of the blow, and whether a Gambit works."""
    thrown = (Thrown("attacker", ME, throw(play, dice, ME), focus=focus == "yes"),)
    return play.call(_spent, thrown, (), GAMBITS, Target(armor, guard, vigour, target == "pc", fends))


def _spent(
    play: Play, thrown: tuple[Thrown, ...], bought: tuple[Gambit, ...], names: tuple[str, ...], target: Target
) -> tuple[str, ...]:
    """Buy or decline one Gambit after another, then make the Save against them; gives the outcome."""
    if not names:
        works = resisted(play, bought, target.vigour, THEM)
        faces = (replace(thrown[0], focus=False),)
        return play.call(_fended, faces, _alike(works), target)
    thrown, bought = play.call(spend, thrown, bought, names[:1], 0)
    return play.call(_spent, thrown, _alike(bought), names[1:], target)


def _alike(gambits: tuple[Gambit, ...]) -> tuple[Gambit, ...]:
    """Gambits reduced to what still matters for the odds: not the die that paid, nor a greater effect."""
    plain = [Gambit(one.who, one.name, 0, "no_save" if one.extra == "no_save" else "") for one in gambits]
    return tuple(sorted(plain, key=lambda one: (one.name, one.extra)))


def _fended(play: Play, thrown: tuple[Thrown, ...], works: tuple[Gambit, ...], target: Target) -> tuple[str, ...]:
    """Fend off one die after another while the target wants to, then deal the damage; gives the outcome."""
    dealt = damage(thrown, works, 0) if target.fends and damage(thrown, works, target.armor) else 0
    if dealt and (left := fended(play, thrown, THEM, "", dealt=dealt)) is not None:
        return play.call(_fended, left, works, replace(target, fends=target.fends - 1))
    guard = target.guard
    done = play.call(blow, damage(thrown, works, target.armor), guard, target.vigour, "VIG", target.scars, True, THEM)
    return (_named(done, guard), WORKS) if any(gambit.name == "stop" for gambit in works) else (_named(done, guard),)


def _decide(choice: Choice) -> Any:
    """Decide as the bots do, except that a Focus is always spent, on a Bolster."""
    bolster = ("focus", "bolster")
    return bolster if choice.what == "gambit" and bolster in choice.options else decide(choice)


def _named(done: Blow, guard: int) -> str:
    if done.outcome == "guard_lost":
        return "guard_gone" if done.guard == guard else "evaded"
    return done.outcome


@rule("modified_cairn.dice.highest")
def _mean(
    dice: tuple[int, ...], armor: int, guard: int, vigour: int, target: str, focus: str, fends: int
) -> Mapping[str, Fraction]:
    """The mean damage of the dice after Armor if none is spent or Fended off."""

    def falls(play: Play) -> int:
        return damage((Thrown("attacker", ME, throw(play, dice, ME)),), (), armor)

    return {"mean_damage": sum((Fraction(p) * n for n, p in distribution(falls).items()), Fraction(0))}


@rule("modified_cairn.effort.slots", "modified_cairn.effort.max", "modified_cairn.channel.freedom")
def channel(play: Play, effort: int, free_slots: int, danger_spi: int, settings: Settings) -> tuple[str, ...]:
    """What a casting costs somebody with this many empty slots; in danger a SPI Save comes first."""
    pack = tuple([Item(str(at), "", place=region) for at, region in enumerate(_filled(free_slots))])
    caster = Creature("caster", "caster", "pc", items=pack)
    if effort > own_effort(State(settings=settings, party=(caster,)), caster):
        return ("no_slots",)
    later = settings.magic_version == "later"
    if later and not effort:
        return ("no_effort",)
    backfires = ("backfire",) if danger_spi and not passes(play, danger_spi, ME) else ()
    strain, tapped = toll(play, effort, not later, ME)
    return (f"{strain}_strain", *(("tapped_out",) if tapped and not later else ()), *backfires)


def _filled(free_slots: int) -> list[Region]:
    """The regions of the slots that are filled, if this many are empty."""
    slots = [region for region, room in ROOM.items() for _ in range(room)]
    return slots[: len(slots) - free_slots]


def _mean_strain(effort: int, free_slots: int, danger_spi: int, settings: Settings) -> Mapping[str, Fraction]:
    chances = distribution(channel, effort, free_slots, danger_spi, settings)
    means = [Fraction(p) * int(named[0][0]) for named, p in chances.items() if named[0].endswith("_strain")]
    return {"mean_strain": sum(means, Fraction(0))} if means else {}


@rule("modified_cairn.table.event", "modified_cairn.event.threshold")
def event(play: Play, die: str) -> str:
    """What an Event Die of this size brings."""
    row = tables()["modified_cairn.table.event"].row(event_die(play, int(die[1:])))
    return OUTCOMES[row.on]


OUTCOMES = {"1": "encounter", "2-3": "altered", "4-6": "sign", "7-12": "quiet"}

INQUIRIES = (
    Inquiry(
        "save",
        (Parameter("score", "number", low=0, high=30),),
        save,
        ("success", "failure"),
        "modified_cairn.save.roll",
    ),
    Inquiry(
        "attack",
        (
            Parameter("dice", "dice"),
            Parameter("armor", "number", 0, high=10),
            Parameter("guard", "number"),
            Parameter("vigour", "number", 10, low=1, high=30),
            Parameter("target", "word", "npc", words=("npc", "pc")),
            Parameter("focus", "word", "no", words=("no", "yes")),
            Parameter("fends", "number", 0, high=4),
        ),
        attack,
        (*HARM, WORKS),
        "modified_cairn.hurt.order",
        goals={
            "wound": ("wounded", "critically_wounded", "dead"),
            "down": ("critically_wounded", "dead"),
            "gambit": (WORKS,),
        },
        figures=_mean,
        decide=_decide,
    ),
    Inquiry(
        "channel",
        (
            Parameter("effort", "number", 0, high=3),
            Parameter("free_slots", "number", 4, high=10),
            Parameter("danger_spi", "number", 0, high=18),
        ),
        channel,
        (*(f"{strain}_strain" for strain in range(5)), "tapped_out", "backfire", "no_slots", "no_effort"),
        "modified_cairn.effort.dice",
        settings=True,
        figures=_mean_strain,
    ),
    Inquiry(
        "event",
        (Parameter("die", "word", words=("d12", "d10", "d8", "d6")),),
        event,
        tuple(OUTCOMES.values()),
        "modified_cairn.table.event",
    ),
)
