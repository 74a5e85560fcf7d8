"""Questions of odds: a test, a Usage Die, an Attack, a Defend with its Armour Dice, a banishing, a casting.

Each calls the rules themselves. In a Defend the player decides when to break a die.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.black_hack.bots.tactics import decide
from tallow.games.black_hack.checks.attribute_tests import roll_below
from tallow.games.black_hack.checks.edges import Edge
from tallow.games.black_hack.checks.usage import worn
from tallow.games.black_hack.combat.armour import mends
from tallow.games.black_hack.combat.attacks import dealt
from tallow.games.black_hack.combat.banishing import banish_group
from tallow.games.black_hack.entries import spells
from tallow.games.black_hack.harm.damage import dice_by_hd, foe_damage
from tallow.games.black_hack.magic.memorising import read_test, retained
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Character, Creature, Item, Life, Magic, State
from tallow.games.game import Inquiry, Parameter
from tallow.mechanics import Expression
from tallow.mechanics import total as rolled
from tallow.mechanics.dice import USAGE_CHAIN
from tallow.play import Play, RuleId, distribution, rule

ME = "player"
EDGES = ("none", "advantage", "disadvantage")
TEST: RuleId = "black_hack.test.roll_below"
MOST_USES = 60
USES = (*(str(n) for n in range(1, MOST_USES + 1)), "more")
DICE = tuple(f"d{sides}" for sides in sorted(USAGE_CHAIN))


def _edge(word: str) -> Edge:
    return "advantage" if word == "advantage" else "disadvantage" if word == "disadvantage" else ""


def test(play: Play, score: int, add: int, large: str, edge: str) -> str:
    """The result of one test, with points added to the d20, and 1d4 more for a large weapon."""
    dice = (4,) if large == "yes" else ()
    result = roll_below(play, score, add, dice, _edge(edge), ME, TEST, ask_gm=False)
    return "success" if result.success else "failure"


Uses = tuple[int, int, str, int]
"""The die that is left, how often it was used, the edge, and the number of uses at which counting ends."""


def usage(play: Play, die: str, edge: str) -> Uses:
    """The start of counting: a full Usage Die."""
    most = min(MOST_USES, 2 + 2 * round(_mean_uses(die, edge)["mean_uses"]))
    return int(die[1:]), 0, edge, most


def use(play: Play, state: Uses) -> Uses:
    """The count after one use."""
    die, uses, edge, most = state
    return worn(play, die, _edge(edge), ME, ask_gm=False), uses + 1, edge, most


def used_up(state: Uses) -> str:
    """The number of uses, once the die is used up; "more" beyond a limit."""
    die, uses, _, most = state
    if die and uses < most:
        return ""
    return "more" if die else str(uses)


@rule("black_hack.table.usage_average")
def _mean_uses(die: str, edge: str) -> Mapping[str, Fraction]:
    """The exact mean number of uses, including the last: the means of all dice of the chain, added up."""
    return {"mean_uses": sum([_lasts(sides, edge) for sides in USAGE_CHAIN if sides <= int(die[1:])], Fraction(0))}


@cache
def _lasts(sides: int, edge: str) -> Fraction:
    """The mean number of uses of one die before it becomes smaller."""
    left = distribution(worn, sides, _edge(edge), ME, "black_hack.usage.roll", False, policy=decide)
    return 1 / (1 - Fraction(left[sides]))


@rule("black_hack.attack.test", "black_hack.critical.attack", "black_hack.large.damage")
def attack(
    play: Play, score: int, add: int, edge: str, large: str, dice: Expression, hp: int, settings: Settings
) -> tuple[str, ...]:
    """The result of an Attack on somebody with so many HP, and whether it was critical."""
    hit, critical, amount = play.call(_blow, score, add, edge, large == "yes", dice, settings)
    if not hit:
        return ("miss",)
    named = "down" if amount >= hp else "wounded"
    return (named, "critical") if critical else (named,)


def _blow(
    play: Play, score: int, add: int, edge: str, large: bool, dice: Expression, settings: Settings
) -> tuple[bool, bool, int]:
    """Whether an Attack hits, whether it is critical, and the damage, doubled by a natural 1."""
    hit, critical, added = play.call(_tested, score, add, edge, large, settings)
    if not hit:
        return False, False, 0
    amount = rolled(play, dice, ME, "black_hack.attack.damage") + added
    if large and settings.large_weapon_die == "separate":
        amount += dealt(play, 0, 0, 0, True, "", ME, "black_hack.large.damage", False)
    return True, critical, amount * 2 if critical else amount


def _tested(play: Play, score: int, add: int, edge: str, large: bool, settings: Settings) -> tuple[bool, bool, int]:
    """The test of an Attack: whether it hits, whether by a natural 1, and the die shared with the damage."""
    literal = settings.natural_one == "literal"
    dice = (4,) if large else ()
    result = roll_below(play, score, add, dice, _edge(edge), ME, TEST, "attack", literal, False)
    shared = result.success and settings.large_weapon_die == "shared"
    return result.success, result.success and result.nat == 1, result.added if shared else 0


def _mean_damage(
    score: int, add: int, edge: str, large: str, dice: Expression, hp: int, settings: Settings
) -> Mapping[str, Fraction]:
    """The mean damage of an Attack, counting misses."""
    blows = distribution(_blow, score, add, edge, large == "yes", dice, settings, policy=decide)
    return {"mean_damage": sum([Fraction(p) * amount for (_, _, amount), p in blows.items()], Fraction(0))}


@rule("black_hack.defend.test", "black_hack.critical.defend", "black_hack.armour.break_to_ignore")
def defend(
    play: Play,
    score: int,
    add: int,
    edge: str,
    large: str,
    hd: int,
    hp: int,
    armour_dice: int,
    attacks: int,
    settings: Settings,
) -> tuple[str, ...]:
    """The result of several attacks in a row by foes of these Hit Dice, on somebody with HP and Armour Dice."""
    test = (score, add, edge, large == "yes")
    return play.call(_assailed, _Stand(test, hd, hp, hp, armour_dice, attacks, settings))


Test = tuple[int, int, str, bool]
"""The score, what is added to the d20, the edge, and whether a large weapon is in hand."""


class _Stand(Struct, frozen=True, cache_hash=True):
    """Somebody under attack: their test, the foe, and the HP, Armour Dice and attacks left."""

    test: Test
    hd: int
    hp: int
    full: int
    armour_dice: int
    attacks: int
    settings: Settings


def _assailed(play: Play, stand: _Stand) -> tuple[str, ...]:
    """The result after the remaining attacks."""
    if not stand.hp or not stand.attacks:
        return _fate(stand)
    failed, doubled = _fails(play, stand.test)
    next_ = replace(stand, attacks=stand.attacks - 1)
    if failed:
        return play.call(_hit, next_, doubled)
    return play.call(_assailed, next_)


def _fails(play: Play, test: Test) -> tuple[bool, bool]:
    """Whether a Defend fails, and whether by a natural 20."""
    score, add, edge, large = test
    why: RuleId = "black_hack.action.defend"
    result = roll_below(play, score, add, (4,) if large else (), _edge(edge), ME, why, "defend", False, False)
    return not result.success, result.nat == 20


def _hit(play: Play, stand: _Stand, doubled: bool) -> tuple[str, ...]:
    """After a failed Defend: roll the damage; by a setting, breaking a die is decided before that."""
    before = stand.settings.armour_die_timing == "before"
    if before and _breaks(play, stand, -1):
        return play.call(_assailed, replace(stand, armour_dice=stand.armour_dice - 1))
    amount = foe_damage(play, stand.hd, stand.settings) * (2 if doubled else 1)
    lost = min(amount, stand.hp)
    return play.call(_assailed, replace(stand, hp=stand.hp - lost)) if before else play.call(_hurt, stand, lost)


def _hurt(play: Play, stand: _Stand, lost: int) -> tuple[str, ...]:
    """After the damage is known: break a die or lose HP, then go on with the next attack."""
    if _breaks(play, stand, lost):
        return play.call(_assailed, replace(stand, armour_dice=stand.armour_dice - 1))
    return play.call(_assailed, replace(stand, hp=stand.hp - lost))


@rule("black_hack.armour.break_to_ignore", "black_hack.setting.armour_die_timing")
def _breaks(play: Play, stand: _Stand, lost: int) -> bool:
    """Whether a die is broken to ignore damage; `lost` is -1 if the damage is not known yet."""
    why: RuleId = "black_hack.armour.break_to_ignore"
    if not stand.armour_dice:
        return False
    return play.choose(ME, "armour_die", ("yes", "no"), ME, lost, "", stand.hp, why=why) == "yes"


def _fate(stand: _Stand) -> tuple[str, ...]:
    how = "down" if not stand.hp else "unhurt" if stand.hp == stand.full else "wounded"
    return (how, "dice_left") if stand.armour_dice and stand.hp else (how,)


def _one_attack(play: Play, test: Test, hd: int, settings: Settings) -> int:
    """The damage of one attack, 0 if it is Defended."""
    failed, doubled = play.call(_fails, test)
    return foe_damage(play, hd, settings) * (2 if doubled else 1) if failed else 0


def _average(
    score: int,
    add: int,
    edge: str,
    large: str,
    hd: int,
    hp: int,
    armour_dice: int,
    attacks: int,
    settings: Settings,
) -> Mapping[str, Fraction]:
    """The mean damage of one attack, counting those Defended, and the fixed number of its Hit Dice."""
    blows = distribution(_one_attack, (score, add, edge, large == "yes"), hd, settings, policy=decide)
    mean = sum([Fraction(p) * amount for amount, p in blows.items()], Fraction(0))
    return {"mean_damage": mean, "fixed_damage": Fraction(dice_by_hd(hd)[1])}


def mend(play: Play, av: int, warrior: str) -> str:
    """The result of rolling a Broken Armour Die after a Rest."""
    return "fixed" if mends(play, av, warrior == "yes", ME) else "gone"


@rule("black_hack.banish.test", "black_hack.banish.damage", "black_hack.banish.duration")
def banish(play: Play, score: int, hd: int, level: int, hp: int, settings: Settings) -> tuple[str, ...]:
    """The result of banishing undead of these Hit Dice by a Cleric of this WIS and Level."""
    cleric = Character(ME, ME, seat=ME, wisdom=score, level=level, life=Life(calling="black_hack.class.cleric"))
    foe = Creature("foe", "foe", hd=hd, hp=hp, hp_max=hp, tags=("undead", "mindless"))
    after = banish_group(play, State(settings=settings, party=(cleric,), foes=(foe,)), ME, (foe.id,))
    (left,) = after.foes
    if left.banished:
        return ("banished", f"{left.banished}_moments")
    return ("destroyed",) if left.conditions else ("unmoved",)


@rule("black_hack.magic.retain_test", "black_hack.magic.retain_dis", "black_hack.magic.read_test")
def cast(play: Play, score: int, level: int, how: str, again: str, settings: Settings) -> str:
    """The result of casting a spell of this level, from memory or a page; `again`: it was already cast this session."""
    ref = next(spell.id for spell in spells().values() if spell.level == level)
    known = Magic(memorised=(ref,), cast=(ref,) if again == "yes" else ())
    book = Item("book", "book", spells=(ref,))
    life = Life(calling="black_hack.class.wizard")
    one = Character(ME, ME, seat=ME, intelligence=score, level=level, magic=known, items=(book,), life=life)
    state = State(settings=replace(settings, gm_choice="worst"), party=(one,))
    if how == "page":
        return "cast" if read_test(play, state, ME, ref)[1] else "misfire"
    return "kept" if retained(play, state, ME, ref).party[0].magic.memorised else "forgotten"


SCORE = Parameter("score", "number", low=1, high=30)
ADD = Parameter("add", "number", 0, high=30)
EDGE = Parameter("edge", "word", "none", words=EDGES)
LARGE = Parameter("large", "word", "no", words=("no", "yes"))

INQUIRIES = (
    Inquiry("test", (SCORE, ADD, LARGE, EDGE), test, ("success", "failure"), TEST),
    Inquiry(
        "usage",
        (Parameter("die", "word", words=DICE), EDGE),
        usage,
        USES,
        "black_hack.usage.roll",
        turn=use,
        ends=used_up,
        figures=_mean_uses,
    ),
    Inquiry(
        "attack",
        (
            SCORE,
            ADD,
            EDGE,
            LARGE,
            Parameter("dice", "dice", "1d6"),
            Parameter("hp", "number", 9, low=1, high=200),
        ),
        attack,
        ("miss", "wounded", "down", "critical"),
        "black_hack.attack.test",
        settings=True,
        figures=_mean_damage,
    ),
    Inquiry(
        "defend",
        (
            SCORE,
            ADD,
            EDGE,
            LARGE,
            Parameter("hd", "number", 1, low=1, high=20),
            Parameter("hp", "number", 6, low=1, high=40),
            Parameter("armour_dice", "number", 2, high=6),
            Parameter("attacks", "number", 1, low=1, high=6),
        ),
        defend,
        ("unhurt", "wounded", "down", "dice_left"),
        "black_hack.defend.test",
        goals={"stand": ("unhurt", "wounded"), "unhurt": ("unhurt",)},
        settings=True,
        figures=_average,
    ),
    Inquiry(
        "mend",
        (Parameter("av", "number", 2, low=1, high=4), Parameter("warrior", "word", "no", words=("no", "yes"))),
        mend,
        ("fixed", "gone"),
        "black_hack.armour.repair_roll",
    ),
    Inquiry(
        "banish",
        (
            SCORE,
            Parameter("hd", "number", 1, low=1, high=20),
            Parameter("level", "number", 1, low=1, high=10),
            Parameter("hp", "number", 9, low=1, high=200),
        ),
        banish,
        ("banished", "destroyed", "unmoved", *(f"{n}_moments" for n in range(2, 15))),
        "black_hack.banish.test",
        settings=True,
    ),
    Inquiry(
        "cast",
        (
            SCORE,
            Parameter("level", "number", 1, low=1, high=10),
            Parameter("how", "word", "memory", words=("memory", "page")),
            Parameter("again", "word", "no", words=("no", "yes")),
        ),
        cast,
        ("kept", "forgotten", "cast", "misfire"),
        "black_hack.magic.retain_test",
        settings=True,
    ),
)
