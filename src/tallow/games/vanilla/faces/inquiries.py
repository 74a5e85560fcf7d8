"""Questions of odds: an attack between AC and AV, control over a quick spell, surviving hits, a Save.

Each runs the rules themselves.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from tallow.games.game import Inquiry, Parameter
from tallow.games.vanilla.checks.rolls import controls, rolled, strike, under
from tallow.games.vanilla.entries import UNARMED, tables, weapons
from tallow.games.vanilla.harm.damage import damage, soak
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.amounts import parse_amount
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, distribution, rule

ME = "player"
ADVANTAGE = 2
WEAPONS = ("medium", "small", "large", "unarmed")
MISCAST: RuleId = "vanilla.table.miscast"
AFTER = {
    "works": "works_besides",
    "lost": "nothing_of_it",
    "half": "half",
    "opposite": "opposite",
    "random target": "random_target",
}
"""What becomes of the spell meant, by the row of the Miscast Table."""


def save(play: Play, st: int) -> str:
    """Make one Save; gives the result as a word."""
    return "success" if under(play, st, ME, "vanilla.save.roll") else "failure"


@rule("vanilla.melee.procedure", "vanilla.special.advantage", "vanilla.ranged.long")
def attack(play: Play, av: int, ac: int, range_: str, advantage: str, weapon: str) -> tuple[str, ...]:
    """Make one attack: a critical hit, a hit or a miss, and whether armour stopped it and wears."""
    less = weapons()[_melee(weapon)].enemy_ac if range_ == "melee" else 0
    plus = ADVANTAGE if advantage == "yes" else 0
    what, last = strike(play, av + plus, max(0, ac + less), range_ == "long", ME, "vanilla.melee.roll")
    outcome = what if what in ("critical", "hit") else "miss"
    more = ("stopped",) if what == "stopped" else ()
    return (outcome, *more, *(("out_of_ammunition",) if last and range_ != "melee" else ()))


def _melee(size: str) -> RuleId:
    return UNARMED if size == "unarmed" else f"vanilla.weapon.{size}_melee"


@rule("vanilla.melee.damage")
def _mean(av: int, ac: int, range_: str, advantage: str, weapon: str) -> Mapping[str, Fraction]:
    """The mean damage of the attack, misses included."""
    chances = distribution(attack, av, ac, range_, advantage, weapon)
    hits = sum((Fraction(p) for named, p in chances.items() if named[0] != "miss"), Fraction(0))
    return {"mean_damage": hits * _mean_of(weapon, ADVANTAGE if advantage == "yes" else 0)}


def _mean_of(weapon: str, bonus: int) -> Fraction:
    text = weapons()[_melee(weapon)].damage
    _, sides, plus, _ = parse_amount(text)
    return Fraction(sum(max(0, face + plus + bonus) for face in range(1, sides + 1)), sides)


@rule(
    "vanilla.cast.control", "vanilla.cast.book_fail_damage", "vanilla.cast.book_fail_miscast", "vanilla.table.miscast"
)
def control(play: Play, st: int, ac: int, level: int, grit: int, flesh: int, settings: Settings) -> tuple[str, ...]:
    """Cast a spell quickly from the book: controlled, or Corrupted with a result of the Miscast Table."""
    if controls(play, st, ac, ME):
        return ("controlled",)
    grit, flesh = soak(grit, flesh, level, False, settings.grit_overflow)
    if not flesh:
        return ("corrupted", "no_flesh_left")
    (face,) = play.roll(1, 8, by=ME, why=MISCAST)
    row = tables()[MISCAST].row(face)
    if row.original in AFTER:
        return ("corrupted", AFTER[row.original])
    _, left = soak(grit, flesh, rolled(play, str(row.damage), ME, MISCAST), False, settings.grit_overflow)
    return ("corrupted", "works_besides" if left == flesh else "nothing_of_it")


@rule("vanilla.damage.each_hit", "vanilla.damage.death_save")
def survive(play: Play, st: int, grit: int, flesh: int, hits: int, weapon: str, settings: Settings) -> str:
    """Deal this many hits to somebody with these numbers: Flesh untouched, reduced, out, or dead."""
    one = Creature("one", "one", "pc", st=st, grit=grit, grit_max=grit, flesh=flesh, flesh_max=flesh, seat=ME)
    return play.call(_after, State(settings=settings, party=(one,)), hits, weapons()[_melee(weapon)].damage)


def _after(play: Play, state: State, hits: int, text: str) -> str:
    """Deal the remaining hits; a call for each, so that equal states are counted once."""
    one = find(state, "one")
    if has(one, "dead"):
        return "dead"
    if hits:
        return play.call(_after, play.call(_hit, state, text), hits - 1, text)
    if has(one, "out"):
        return "out"
    return "flesh_lost" if one.flesh < one.flesh_max else "flesh_whole"


def _hit(play: Play, state: State, text: str) -> State:
    """Deal one hit; the time that somebody is out is ignored here."""
    state = damage(play, state, "one", rolled(play, text, ME, "vanilla.melee.damage"), "vanilla.melee.damage")
    one = find(state, "one")
    return put(state, replace(one, wakes=0)) if one.wakes else state


WEAPON = Parameter("weapon", "word", "medium", words=WEAPONS)

INQUIRIES = (
    Inquiry(
        "save",
        (Parameter("st", "number", low=0, high=20),),
        save,
        ("success", "failure"),
        "vanilla.save.roll",
    ),
    Inquiry(
        "attack",
        (
            Parameter("av", "number", low=0, high=20),
            Parameter("ac", "number", 0, high=20),
            Parameter("range", "word", "melee", words=("melee", "normal", "long")),
            Parameter("advantage", "word", "no", words=("no", "yes")),
            WEAPON,
        ),
        attack,
        ("critical", "hit", "miss", "stopped", "out_of_ammunition"),
        "vanilla.melee.hit",
        figures=_mean,
    ),
    Inquiry(
        "control",
        (
            Parameter("st", "number", low=0, high=20),
            Parameter("ac", "number", 0, high=20),
            Parameter("level", "number", 1, low=1, high=5),
            Parameter("grit", "number", 4, high=40),
            Parameter("flesh", "number", 6, low=1, high=20),
        ),
        control,
        ("controlled", "corrupted", *dict.fromkeys(AFTER.values()), "no_flesh_left"),
        "vanilla.cast.control",
        settings=True,
    ),
    Inquiry(
        "survive",
        (
            Parameter("st", "number", 5, low=0, high=20),
            Parameter("grit", "number", 5, high=40),
            Parameter("flesh", "number", 6, low=1, high=20),
            Parameter("hits", "number", 3, low=1, high=12),
            WEAPON,
        ),
        survive,
        ("flesh_whole", "flesh_lost", "out", "dead"),
        "vanilla.damage.death_save",
        settings=True,
    ),
)
