"""Rolling an expression: a rule like any other, so people can throw real dice for it and the solver can solve it.

The result keeps every die and whether it was kept, dropped or rerolled.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.mechanics.dice import (
    Chart,
    Dialect,
    Dice,
    Expression,
    Group,
    Keep,
    Node,
    Number,
    Product,
    Quotient,
    Reroll,
    Risk,
    Sum,
    Usage,
    pooled,
    step_down,
)
from tallow.play import Play, RuleId, Seat

MOST_EXPLOSIONS = 20
"""How many times in a row one die may explode."""

MOST_REROLLS = 20
"""How many times dice are rerolled until a condition; after that they are rolled as dice without those faces."""

Fate: TypeAlias = Literal["kept", "dropped", "rerolled"]


class Die(Struct, frozen=True):
    """One rolled die: its value, and whether it counts."""

    value: int
    fate: Fate = "kept"
    exploded: bool = False


class Result(Struct, frozen=True):
    """The result of a part of an expression. `kept`: whether it counts in the total.

    `marks`: "steps_down" or "used_up" of a usage die, "bad" of risk dice. `next`: the usage die after the roll.
    """

    of: str
    total: int
    dice: tuple[Die, ...] = ()
    parts: tuple["Result", ...] = ()
    kept: bool = True
    marks: tuple[str, ...] = ()
    next: int | None = None

    def every_mark(self) -> tuple[str, ...]:
        """The marks of this part and of all parts inside it."""
        return (*self.marks, *(mark for part in self.parts for mark in part.every_mark()))


def roll(play: Play, expression: Expression, by: Seat, why: RuleId = "") -> Result:
    """Roll a whole expression."""
    return replace(_roll(play, expression.root, expression.dialect, by, why), of=str(expression.root))


def total(play: Play, expression: Expression, by: Seat, why: RuleId = "") -> int:
    """Roll a whole expression and return its total."""
    return roll(play, expression, by, why).total


def _roll(play: Play, node: Node, dialect: Dialect, by: Seat, why: RuleId) -> Result:
    match node:
        case Number():
            return Result(str(node), node.value)
        case Dice():
            return _dice(play, node, dialect, by, why)
        case Chart():
            (tens,), (units,) = (play.roll(1, node.sides, by=by, why=why) for _ in range(2))
            return Result(str(node), 10 * tens + units, (Die(tens), Die(units)))
        case Usage():
            (face,) = play.roll(1, node.sides, by=by, why=why)
            after = step_down(node.sides) if face <= 2 else node.sides
            marks = () if after == node.sides else ("steps_down",) if after else ("used_up",)
            return Result(str(node), face, (Die(face),), marks=marks, next=after)
        case Risk():
            pool = play.roll(node.number, 6, by=by, why=why)
            ones = pool.count(1)
            return Result(str(node), ones, tuple(Die(face) for face in pool), marks=("bad",) if ones else ())
        case Group():
            parts = tuple(_roll(play, part, dialect, by, why) for part in node.parts)
            return _grouped(node, parts)
        case Sum():
            parts = tuple(_roll(play, part, dialect, by, why) for part in node.terms)
            return _summed(node, parts, dialect)
        case Product():
            parts = tuple(_roll(play, part, dialect, by, why) for part in node.factors)
            product = 1
            for part in parts:
                product *= part.total
            return Result(str(node), product, parts=parts)
        case Quotient():
            part = _roll(play, node.part, dialect, by, why)
            return Result(str(node), part.total // node.by, parts=(part,))


def history(result: Result) -> str:
    """Every die of a result: `4d6kh3 (6 4 3 ~1~)`; `~` around what does not count, `!` exploded, `r` rerolled."""
    if result.parts:
        leaves = [(history(part), part.kept or _all_dropped(part)) for part in result.parts]
        return ", ".join(leaf if plain else f"~{leaf}~" for leaf, plain in leaves if leaf)
    if not result.dice:
        return ""
    return f"{result.of} ({' '.join(map(_shown, result.dice))})"


def _all_dropped(part: Result) -> bool:
    return bool(part.dice) and all(die.fate != "kept" for die in part.dice)


def _shown(die: Die) -> str:
    face = f"{die.value}{'!' if die.exploded else ''}"
    return face if die.fate == "kept" else f"~{face}~" if die.fate == "dropped" else f"~{face}r~"


def _dice(play: Play, dice: Dice, dialect: Dialect, by: Seat, why: RuleId) -> Result:
    """Roll like dice and apply their modifiers."""
    number, keep = dice.pick(dialect)
    if dice.explode is not None and dice.explode.how == "!!":
        fallen = tuple(die for _ in range(number) for die in _compound(play, dice, by, why))
    else:
        fallen = _explode(play, dice, number, by, why)
    kept = _keep(fallen, keep)
    counted = [die.value for die in kept if die.fate == "kept"]
    whole = sum(counted) if dice.count is None else sum(1 for value in counted if dice.count.meets(value))
    return Result(str(dice), whole, kept)


def _throw(play: Play, dice: Dice, number: int, by: Seat, why: RuleId) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Roll and reroll: the final faces, and the faces that were rerolled."""
    faces = _faces(play, dice, number, by, why)
    if dice.reroll is None:
        return tuple(faces), ()
    return _again(play, dice, dice.reroll, faces, by, why)


def _faces(play: Play, dice: Dice, number: int, by: Seat, why: RuleId) -> list[int]:
    """Roll dice with the faces that they have."""
    known = dice.faces()
    return [known[face - 1] for face in play.roll(number, dice.sides, by=by, why=why)]


def _again(
    play: Play, dice: Dice, reroll: Reroll, faces: list[int], by: Seat, why: RuleId
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Reroll the faces that meet the condition, once or until none does."""
    lie = [face for face in faces if not reroll.on.meets(face)]
    picked = [face for face in faces if reroll.on.meets(face)]
    gone = list(picked)
    if reroll.once:
        lie += _faces(play, dice, len(picked), by, why)
        return tuple(lie), tuple(gone)
    for _ in range(MOST_REROLLS):
        if not picked:
            break
        thrown = _faces(play, dice, len(picked), by, why)
        lie += [face for face in thrown if not reroll.on.meets(face)]
        picked = [face for face in thrown if reroll.on.meets(face)]
        gone += picked
    left = [face for face in dice.faces() if not reroll.on.meets(face)]
    lie += [left[at - 1] for at in play.roll(len(picked), len(left), by=by, why=why)]
    return tuple(lie), tuple(gone)


def _explode(play: Play, dice: Dice, number: int, by: Seat, why: RuleId) -> tuple[Die, ...]:
    """Roll `number` dice, then one more for each that explodes, and so on."""
    fallen: list[Die] = []
    for depth in range(MOST_EXPLOSIONS + 1):
        lie, gone = _throw(play, dice, number, by, why)
        fallen += [Die(face, "rerolled") for face in gone]
        more = 0
        for face in lie:
            again = dice.explode is not None and depth < MOST_EXPLOSIONS and dice.explode.on.meets(face)
            more += again
            less = 1 if depth and dice.explode is not None and dice.explode.how == "!p" else 0
            fallen.append(Die(_bound(dice, face - less), exploded=again))
        number = more
        if not number:
            break
    return tuple(fallen)


def _compound(play: Play, dice: Dice, by: Seat, why: RuleId) -> tuple[Die, ...]:
    """Roll one die; explosions are added to it."""
    worth = 0
    rerolled: list[int] = []
    for depth in range(MOST_EXPLOSIONS + 1):
        (face,), gone = _throw(play, dice, 1, by, why)
        rerolled += gone
        worth += face
        if dice.explode is None or not dice.explode.on.meets(face):
            return (*(Die(face, "rerolled") for face in rerolled), Die(_bound(dice, worth), exploded=depth > 0))
    return (*(Die(face, "rerolled") for face in rerolled), Die(_bound(dice, worth), exploded=True))


def _bound(dice: Dice, value: int) -> int:
    if dice.low is not None and value < dice.low:
        return dice.low
    return dice.high if dice.high is not None and value > dice.high else value


def _keep(fallen: tuple[Die, ...], keep: Keep | None) -> tuple[Die, ...]:
    """The dice from high to low, with dropped ones marked; rerolled ones last."""
    lie = sorted((die for die in fallen if die.fate == "kept"), key=lambda die: -die.value)
    gone = tuple(die for die in fallen if die.fate == "rerolled")
    if keep is None:
        return (*lie, *gone)
    counts = keep.places(len(lie))
    return (*(die if at in counts else replace(die, fate="dropped") for at, die in enumerate(lie)), *gone)


def _grouped(group: Group, parts: tuple[Result, ...]) -> Result:
    """The result of a group: which parts are kept, and their total."""
    if group.keep is not None:
        order = sorted(range(len(parts)), key=lambda at: (-parts[at].total, at))
        kept = {order[place] for place in group.keep.places(len(parts))}
        parts = tuple(part if at in kept else replace(part, kept=False) for at, part in enumerate(parts))
    totals = [part.total for part in parts if part.kept]
    whole = sum(totals) if group.count is None else sum(1 for value in totals if group.count.meets(value))
    return Result(str(group), whole, parts=parts)


def _summed(node: Sum, parts: tuple[Result, ...], dialect: Dialect) -> Result:
    """The result of a sum; of a pool only the highest die or part counts."""
    pool = pooled(node, dialect)
    whole = sum(-part.total if minus else part.total for part, minus in zip(parts, node.minus, strict=True))
    if not pool:
        return Result(str(node), whole, parts=parts)
    best, where = max((_highest(node.terms[at], parts[at]), -at) for at in pool)
    shown = tuple(
        part if at not in pool else _only_highest(node.terms[at], part, best, counts=at == -where)
        for at, part in enumerate(parts)
    )
    return Result(str(node), whole - sum(parts[at].total for at in pool) + best, parts=shown)


def _highest(node: Node, part: Result) -> int:
    """What a part contributes to a pool: of plain dice the highest, of anything else its total."""
    if isinstance(node, Dice) and node.plain:
        return part.dice[0].value
    return part.total


def _only_highest(node: Node, part: Result, best: int, *, counts: bool) -> Result:
    """A part of a pool, with every die dropped but the one that counts."""
    if not (isinstance(node, Dice) and node.plain):
        return replace(part, kept=counts)
    dice = tuple(die if counts and at == 0 else replace(die, fate="dropped") for at, die in enumerate(part.dice))
    return replace(part, total=best if counts else part.dice[0].value, dice=dice, kept=counts)
