"""Questions of odds: a test, an attack, a defence, an ambush, how long a usage die lasts, prices.

Each calls the rules themselves. The dice of a test are those rolled; extra effort and help count as more dice.
"""

from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from tallow.games.dead_weight.camp.ambush import ambushed
from tallow.games.dead_weight.checks.attribute_tests import net
from tallow.games.dead_weight.checks.rerolls import Reading, Rerolls, rolled
from tallow.games.dead_weight.combat.attack import ATTACK, land, tokens
from tallow.games.dead_weight.combat.weapon_attacks import own_stuns
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import Weapon, weapons
from tallow.games.dead_weight.entries.monsters import enemy_actions
from tallow.games.dead_weight.gear.market import RARITIES, worth
from tallow.games.dead_weight.gear.trappings import STEPS, stepped
from tallow.games.dead_weight.harm.wounds import armour
from tallow.games.dead_weight.monsters.bestiary import described
from tallow.games.dead_weight.monsters.enemy_sheet import profile as sheet_profile
from tallow.games.dead_weight.monsters.monster_traits import to_hit
from tallow.games.dead_weight.notation import read
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Adventurer, Combat, State, alive
from tallow.games.game import Inquiry, Parameter
from tallow.mechanics.suggestions import Unknown, nearest
from tallow.play import Play, distribution, rule

ME = "player"
MOST_WOUNDS = 12
LONG = {4: 8, 6: 18, 8: 30, 10: 45, 12: 60, 20: 90}
"""By die, the uses that are counted one by one; what lasts longer is one outcome."""


@rule("dead_weight.test.odds", "dead_weight.test.fatigue")
def one_test(
    play: Play, dice: int, proficiency: int, advantage: int, disadvantage: int, settings: Settings
) -> tuple[str, ...]:
    """The result of one test of this many dice, as names."""
    advantage, disadvantage = net(advantage, disadvantage, settings.advantage_cancel)
    rerolls = Rerolls(proficiency, advantage, disadvantage=disadvantage)
    return _names(play.call(rolled, dice, 0, rerolls, ME, ""))


def _names(reading: Reading) -> tuple[str, ...]:
    """A reading as names: its outcome, and whether it tires the tester or not."""
    if reading.tired:
        return (reading.outcome, "fatigue")
    return (reading.outcome, "clean") if reading.success else (reading.outcome,)


@rule("dead_weight.combat.attack_test", "dead_weight.enemy.armour", "dead_weight.monster_trait.hard_to_hit")
def attack(
    play: Play,
    weapon: str,
    dice: int,
    proficiency: int,
    advantage: int,
    disadvantage: int,
    foe: str,
    shields: int,
    dodges: int,
    settings: Settings,
) -> tuple[str, ...]:
    """The result of one attack with a weapon on an enemy who may spend tokens: its wounds, and whether it dies.

    Disadvantages from the weapon's notation and the enemy's traits are added to `disadvantage`.
    """
    known, profile = _weapon(weapon)
    state = _before(foe, settings)
    before = state.enemies[0]
    hindered = disadvantage + profile.disadvantage + to_hit(before)
    advantage, disadvantage = net(advantage, hindered, settings.advantage_cancel)
    left = _alike(tokens(state, profile, shields, dodges))
    left = replace(left, proficiency=proficiency, advantage=advantage, disadvantage=disadvantage)
    reading = play.call(rolled, dice, 0, left, ME, "")
    tired = ("fatigue",) if reading.tired else ()
    if not reading.success:
        return ("miss", *tired)
    stuns = own_stuns(play, known, before, ME) if known else 0
    state, taken = land(play, state, ME, foe, profile, ATTACK, great=reading.great, stuns=stuns)
    after = state.enemies[0]
    named = ["hit", _wounds(taken), *tired]
    named += ["dead"] if not alive(after) else ["stunned"] * (after.stun > 0) + ["bleeding"] * after.bleeding
    return tuple(named)


def _alike(left: Rerolls) -> Rerolls:
    """The rerolls with all tokens turned into one kind, if it does not matter which is spent: fewer cases to count."""
    if left.proof:
        return left
    own, foes = left.shields + left.dodges, left.foe_shields + left.foe_dodges
    return replace(left, shields=own, dodges=0, foe_shields=foes, foe_dodges=0)


def _wounds(wounds: int) -> str:
    return f"{min(wounds, MOST_WOUNDS)}_wounds"


@cache
def _before(foe: str, settings: Settings) -> State:
    """A state with one adventurer and this enemy, given by name or sheet, before an attack."""
    foes = (described(foe, foe),)
    return State(
        settings=settings, phase="combat", party=(Adventurer(ME, ME),), enemies=foes, combat=Combat(enemy_morale=6)
    )


def _weapon(text: str) -> tuple[Weapon | None, Attack]:
    """A weapon by name with its profile, or None with the profile of a notation."""
    known = {weapon.name.casefold(): weapon for weapon in weapons().values()}
    if found := known.get(text.strip().casefold()):
        return found, found.attack
    if any(mark.isdigit() for mark in text):
        return None, read(text.strip())
    names = [weapon.name for weapon in known.values()]
    raise Unknown("weapon", text.strip(), nearest(text.strip(), names), "Dead Weight")


@rule("dead_weight.enemy.defence_check", "dead_weight.enemy.critical", "dead_weight.wound.order")
def defend(
    play: Play,
    action: str,
    dice: int,
    proficiency: int,
    shields: int,
    dodges: int,
    points: int,
    strength: int,
    strength_proficiency: int,
    room: int,
) -> tuple[str, ...]:
    """The result of an enemy's action on an adventurer: the check, armour, toughening up, and placing the wounds."""
    profile = _action(action)
    left = _alike(
        Rerolls(
            proficiency,
            shields=0 if "X" in profile.effects else shields,
            dodges=0 if "D" in profile.effects else dodges,
            disadvantage=profile.disadvantage,
        )
    )
    reading = play.call(rolled, dice, 0, left, ME, "")
    if reading.success:
        return ("avoided", "unhurt", "standing")
    letters = profile.effects + (profile.critical_effects if reading.critical else ())
    wounds = profile.wounds + (profile.critical if reading.critical else 0)
    if wounds and points and "P" not in letters:
        wounds = max(0, wounds - play.call(armour, points, ME)[0])
    tired: tuple[str, ...] = ()
    if wounds and "R" not in letters and _toughens(play, wounds, strength):
        tough = play.call(rolled, strength, 0, Rerolls(strength_proficiency), ME, "")
        wounds = max(0, wounds - (2 if tough.great else int(tough.success)))
        tired = ("fatigue",) if tough.tired else ()
    if wounds > room and "N" not in letters:
        return (_wounds(wounds), "mortally_wounded", *tired)
    return (_wounds(wounds), "standing", *(() if wounds else ("unhurt",)), *tired)


@rule("dead_weight.wound.toughen_up")
def _toughens(play: Play, wounds: int, strength: int) -> bool:
    return (
        play.choose(ME, "toughen_up", ("yes", "no"), ME, wounds, strength, why="dead_weight.wound.toughen_up") == "yes"
    )


def _action(text: str) -> Attack:
    """The profile of an enemy's action, by its name or notation."""
    known = {action.name.casefold(): action for action in enemy_actions().values() if action.defence}
    if found := known.get(text.strip().casefold()):
        return sheet_profile(found)
    if any(mark.isdigit() for mark in text):
        return read(text.strip())
    names = [action.name for action in known.values()]
    raise Unknown("enemy action", text.strip(), nearest(text.strip(), names), "Dead Weight")


@rule("dead_weight.camp.ambush_roll")
def ambush(play: Play, dice: int) -> str:
    """The result of the ambush roll of a camp."""
    return play.call(ambushed, dice)


@rule("dead_weight.dice.usage", "dead_weight.dice.usage_end")
def usage(play: Play, die: str) -> str:
    """The number of uses that something has until it is used up."""
    sides = int(die[1:])
    return play.call(_lasts, sides, 1, LONG[sides])


def _lasts(play: Play, sides: int, uses: int, most: int) -> str:
    after = play.call(stepped, sides, ME)
    if after == 0:
        return _uses(uses)
    return "more_uses" if uses == most else play.call(_lasts, after, uses + 1, most)


def _uses(uses: int) -> str:
    return "1_use" if uses == 1 else f"{uses}_uses"


@rule("dead_weight.dice.usage")
def mean_uses(die: str) -> dict[str, Fraction]:
    """The mean number of uses: the rolls at each size of the die until it steps down, added up."""
    sides, mean = int(die[1:]), Fraction(0)
    while sides:
        stays = Fraction(distribution(stepped, sides, ME)[sides])
        mean += 1 / (1 - stays)
        sides = STEPS[sides]
    return {"mean_uses": mean}


@rule("dead_weight.price.odds")
def price(play: Play, rarity: str, silver: int) -> str:
    """Whether this much silver is enough for something of a rarity."""
    return "affordable" if worth(play, rarity, ME) <= silver else "too_dear"


@rule("dead_weight.price.odds")
def price_figures(rarity: str, _silver: int) -> dict[str, Fraction]:
    """The least, the most and the mean price of a rarity."""
    chances = {cost: Fraction(chance) for cost, chance in distribution(worth, rarity, ME).items()}
    mean = sum((cost * chance for cost, chance in chances.items()), Fraction(0))
    return {"least": Fraction(min(chances)), "most": Fraction(max(chances)), "mean": mean}


_DICE = Parameter("dice", "number", low=0, high=8)
_PROFICIENCY = Parameter("proficiency", "number", 0, high=4)
_ADVANTAGE = Parameter("advantage", "number", 0, high=4)
_DISADVANTAGE = Parameter("disadvantage", "number", 0, high=4)
_SHIELDS = Parameter("shields", "number", 0, high=5)
_DODGES = Parameter("dodges", "number", 0, high=5)
_COUNTS = tuple(_wounds(n) for n in range(MOST_WOUNDS + 1))
GOOD = ("success", "great_success")

INQUIRIES = (
    Inquiry(
        "test",
        (_DICE, _PROFICIENCY, _ADVANTAGE, _DISADVANTAGE),
        one_test,
        ("great_success", "success", "failure", "critical_failure", "fatigue"),
        "dead_weight.test.odds",
        goals={"success": GOOD, "great_success": ("great_success",), "clean": ("clean",)},
        settings=True,
    ),
    Inquiry(
        "attack",
        (
            Parameter("weapon", "text", words=("Falchion",)),
            _DICE,
            _PROFICIENCY,
            _ADVANTAGE,
            _DISADVANTAGE,
            Parameter("enemy", "text", "Freshly Risen Corpse", words=("Freshly Risen Corpse",)),
            _SHIELDS,
            _DODGES,
        ),
        attack,
        ("miss", *_COUNTS, "dead", "bleeding", "stunned", "fatigue"),
        "dead_weight.action.combat_attack",
        goals={"hit": ("hit",), "kill": ("dead",)},
        settings=True,
    ),
    Inquiry(
        "defend",
        (
            Parameter("action", "text", words=("Infectious bite",)),
            _DICE,
            _PROFICIENCY,
            _SHIELDS,
            _DODGES,
            Parameter("armour", "number", 0, high=8),
            Parameter("strength", "number", 2, low=0, high=6),
            Parameter("strength_proficiency", "number", 0, high=4),
            Parameter("room", "number", 2, high=6),
        ),
        defend,
        ("avoided", *_COUNTS, "mortally_wounded", "fatigue"),
        "dead_weight.enemy.defence_check",
        goals={"unhurt": ("unhurt",), "standing": ("standing",)},
    ),
    Inquiry(
        "ambush",
        (Parameter("dice", "number", low=0, high=12),),
        ambush,
        ("quiet", "ambush", "surprise"),
        "dead_weight.camp.ambush_roll",
    ),
    Inquiry(
        "usage",
        (Parameter("die", "word", "d8", words=tuple(f"d{sides}" for sides in STEPS)),),
        usage,
        (*(_uses(uses) for uses in range(1, max(LONG.values()) + 1)), "more_uses"),
        "dead_weight.dice.usage",
        figures=mean_uses,
    ),
    Inquiry(
        "price",
        (Parameter("rarity", "word", "common", words=RARITIES), Parameter("silver", "number", 10, high=250)),
        price,
        ("affordable", "too_dear"),
        "dead_weight.price.odds",
        figures=price_figures,
    ),
)
