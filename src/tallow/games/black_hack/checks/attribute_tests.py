"""Attribute tests: a d20 plus everything added to it must be strictly below the attribute."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge, doubled, edged, net
from tallow.games.black_hack.checks.luck import LUCK
from tallow.games.black_hack.checks.sways import BLESS, NEXT, sway
from tallow.games.black_hack.combat.armour import foreign
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    FIELD,
    MARKS,
    Attribute,
    Character,
    Creature,
    State,
    character,
    put,
    score,
    without_marks,
)
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule

Purpose: TypeAlias = Literal["", "attack", "defend"]
Heeded: TypeAlias = Literal["low", "odd", "high"]
"""What a face can be besides a success: 1 to 5, odd with a failure, 16 and above."""

LIMB_USED = MARKS.mark("session", "phantom_limb")
EXERTED = MARKS.mark("day", "exerted")
SAID = tuple([MARKS.mark("by", attribute) for attribute in ATTRIBUTES])
"""What is used up, with what brings it back, and the attributes that a GM names for the next Attack or Defend."""


class Addition(Struct, frozen=True, gc=False, cache_hash=True):
    """Something added to the d20: what it is, and how much, or a die of so many `sides` that is rolled with it."""

    name: str
    value: int = 0
    sides: int = 0


class Result(Struct, frozen=True, gc=False, cache_hash=True):
    """The result of a test: the natural face, the total, whether it succeeded, and the dice `added`."""

    nat: int
    total: int
    success: bool
    added: int = 0


@rule(
    "black_hack.test.roll_below",
    "black_hack.test.fail",
    "black_hack.test.additions",
    "black_hack.critical.attack",
    "black_hack.critical.defend",
    "black_hack.setting.natural_one",
)
def read(score: int, nat: int, added: int, fixed: int, purpose: Purpose, literal: bool) -> Result:
    """The result of a roll: a natural 1 to Attack hits, unless `literal`, and a 20 to Defend fails."""
    total = nat + added + fixed
    success = total < score
    if purpose == "attack" and nat == 1 and not literal:
        success = True
    if purpose == "defend" and nat == 20:
        success = False
    return Result(nat, total, success, added)


@rule("black_hack.test.roll_below", "black_hack.test.additions", "black_hack.adv.roll_twice", "black_hack.large.test")
def roll_below(
    play: Play,
    score: int,
    fixed: int,
    dice: tuple[int, ...],
    edge: Edge,
    by: Seat,
    why: RuleId,
    purpose: Purpose = "",
    literal: bool = False,
    ask_gm: bool = True,
    heed: tuple[Heeded, ...] = (),
    means: str = "",
    who: str = "",
) -> Result:
    """One test of a score: the d20, plus points and dice added to it; rolled twice with an edge.

    `heed` says which faces matter to a Defend besides success, so that a player may prefer one of them. `means` is the
    rule that says what the test leads to, and `who` the tester, for its stake.
    """
    stake = replace(_stake(score - fixed - 1, dice, purpose, literal, means, why), who=who)

    def once(before: Result | None) -> Result:
        passed = None if before is None else before.success
        (nat,) = play.roll(1, 20, by=by, why=why, stake=doubled(stake, edge, passed))
        added = _added_dice(play, nat, dice, by, "black_hack.large.test", stake)
        return read(score, nat, added, fixed, purpose, literal)

    def worth(result: Result) -> tuple[bool, bool, int, int]:
        striking = purpose == "attack" and result.nat == 1
        ruinous = purpose == "defend" and result.nat == 20
        return result.success and striking, not ruinous, -result.total, -result.nat

    def matter(result: Result) -> tuple[bool, ...]:
        if not purpose:
            return (result.success,)
        if purpose == "attack":
            return result.success, result.nat == 1
        fine = {"low": result.nat <= 5, "odd": not result.success and result.nat % 2 == 1, "high": result.nat >= 16}
        return (result.success, result.nat == 20, *[fine[what] for what in heed])

    return edged(play, once, edge, by, worth, _named, matter, ask_gm=ask_gm)


def _stake(need: int, dice: tuple[int, ...], purpose: Purpose, literal: bool, means: str, score: RuleId) -> Stake:
    """What a d20 must show with everything added; `means` is the rule of a test that is no Attack or Defend."""
    sure = 1 if purpose == "attack" and not literal else 0
    lost = 20 if purpose == "defend" else 0
    if not dice:
        need = min(max(need, sure), 19 if lost else 20)
        return Stake(max(need, 0), score=score, means=purpose or means)
    return Stake(need, score=score, more=dice, sure=sure, lost=lost, means=purpose or means)


def _added_dice(play: Play, nat: int, dice: tuple[int, ...], by: Seat, why: RuleId, stake: Stake) -> int:
    """Roll the dice that are added to a d20, one after another; gives their sum."""
    lie: tuple[int, ...] = (nat,)
    settled = nat <= stake.sure or nat >= stake.lost > 0
    for at, sides in enumerate(dice):
        left = (stake.need or 0) - sum(lie)
        open_ = not settled and len(dice) - at <= left < sum(dice[at:])
        needs = Stake(stake.need if open_ else None, lie=lie, more=dice[at + 1 :], means=stake.means)
        lie += play.roll(1, sides, by=by, why=why, stake=needs)
    return sum(lie) - nat


def _named(result: Result) -> tuple[str | int, ...]:
    """A result as an option of a question: success or failure, the face, and the total if anything was added."""
    how = "success" if result.success else "failure"
    return (how, result.nat) if result.total == result.nat else (f"{how}_added", result.nat, result.total)


FOE = "powerful_foe"
ARMOUR = "foreign_armour"
LIMB: RuleId = "black_hack.magic_item.phantom_limb"
BACKGROUND: RuleId = "black_hack.background.once"
CAUSES: dict[str, RuleId] = {
    FOE: "black_hack.foe.powerful",
    ARMOUR: "black_hack.armour.proficiency",
    "large_weapon": "black_hack.large.test",
    "spell_level": "black_hack.magic.retain_test",
    "undead_hd": "black_hack.banish.test",
}
"""The rules by which something is added, for the lines that tell of it."""

Resisted: TypeAlias = Literal["", "foe", "trap"]
"""What a test holds out against that is no deed of the tester's."""

Why: TypeAlias = int | tuple[str, ...]
"""How often something gives an edge, or the reasons why."""


def _reasons(given: Why) -> tuple[str, ...]:
    return ("circumstances",) * given if isinstance(given, int) else given


@rule("black_hack.foe.powerful")
def powerful(level: int, hd: int) -> int:
    """What a foe with more Hit Dice adds to the d20: the difference, at least 0."""
    return max(0, hd - level)


@rule("black_hack.foe.powerful", "black_hack.setting.powerful_reach")
def counts_against(settings: Settings, resists: Resisted) -> bool:
    """Whether more Hit Dice are added: always for a deed or a Defend; for resisting, as the settings say."""
    return not resists or settings.powerful_reach == "all" or (resists == "foe" and settings.powerful_reach != "deeds")


@rule(
    "black_hack.test.when",
    "black_hack.test.roll_below",
    "black_hack.test.fail",
    "black_hack.test.additions",
    "black_hack.test.gm_never_rolls",
    "black_hack.test.who_tests",
    "black_hack.foe.powerful",
    "black_hack.armour.proficiency",
    "black_hack.adv.net",
    "black_hack.setting.gm_choice",
    "black_hack.setting.natural_one",
)
def attempt(
    play: Play,
    state: State,
    who: str,
    attribute: Attribute,
    why: RuleId,
    *,
    additions: tuple[Addition, ...] = (),
    advantages: Why = 0,
    disadvantages: Why = 0,
    purpose: Purpose = "",
    about: str = "",
    against: Creature | int | None = None,
    level: int = 0,
    offer: bool = False,
    heed: tuple[Heeded, ...] = (),
    resists: Resisted = "",
    evil: bool = False,
    means: str = "",
) -> tuple[State, Result]:
    """A character's whole test: what is added, each told as a line of its own, edges, the roll, and rerolls.

    `about` is what it concerns, for talents and magic that help with it. `against` is a foe, or the Hit Dice of
    something that has them; `level` is compared with these instead of the tester's, if given. With `offer` the player
    is asked whether a Background helps; else one that was declared before does. `resists`: the test is no deed against
    a foe, but resists what a foe or a trap has done. `evil`: the source of that is evil. `means` is the code of what
    the test leads to, if that is not the rule's.
    """
    one = character(state, who)
    foe = against if isinstance(against, Creature) else None
    if purpose and one.marks:
        attribute = _said(one, attribute)
    if offer:
        state = offer_background(play, state, who, attribute)
        one = character(state, who)
    opposed = against if counts_against(state.settings, resists) else None
    more = _added(one, additions, opposed, level)
    fixed = 0
    for addition in more:
        if not addition.sides:
            fixed += addition.value
            play.tell("adds", one.name, addition.name, addition.value, why=CAUSES.get(addition.name, why))
    swayed = sway(state, one, attribute, purpose, about, foe, evil=evil)
    good = (*_reasons(advantages), *swayed.advantages)
    bad = (*_reasons(disadvantages), *swayed.disadvantages)
    edge = net(len(good), len(bad), state.settings)
    if good or bad:
        play.tell(
            "edge", one.name, edge or "plain", (*dict.fromkeys(good), *dict.fromkeys(bad)), why="black_hack.adv.net"
        )
    if swayed.bonus:
        play.tell("counts_higher", one.name, attribute, swayed.bonus, BLESS, why=BLESS)
    dice = tuple([addition.sides for addition in more if addition.sides])
    aim = score(one, attribute) + swayed.bonus
    literal = state.settings.natural_one == "literal"
    ask = state.settings.gm_choice == "ask"
    of: RuleId = f"black_hack.attribute.{FIELD[attribute]}"
    means = "" if purpose else means or why
    result = play.call(roll_below, aim, fixed, dice, edge, one.seat, of, purpose, literal, ask, heed, means, who)
    state = _after(state, one, attribute)
    if not result.success and (one.luck or _limb(one)):
        state, result = _once_more(play, state, who, aim, fixed, result, purpose, dice, means, of)
    for addition in more:
        if addition.sides:
            play.tell("adds", one.name, addition.name, result.added, why=CAUSES.get(addition.name, why))
    how = "success" if result.success else "failure"
    code = "test" if result.total == result.nat else "test.added"
    play.tell(code, one.name, attribute, aim, result.nat, result.total, how, why=why)
    return state, result


def _added(
    one: Character, additions: tuple[Addition, ...], against: Creature | int | None, level: int
) -> tuple[Addition, ...]:
    """Everything that is added to the d20."""
    hd = against.hd if isinstance(against, Creature) else against or 0
    stronger = powerful(level or one.level, hd) if hd else 0
    strange = foreign(one)
    more = [Addition(FOE, stronger)] if stronger else []
    more += [Addition(ARMOUR, strange)] if strange else []
    return (*additions, *more)


@rule("black_hack.attack.gm_chooses_attribute")
def _said(one: Character, usual: Attribute) -> Attribute:
    """The attribute that the GM has named for this Attack or Defend, else the usual one."""
    return next((attribute for attribute in ATTRIBUTES if MARKS.mark("by", attribute) in one.marks), usual)


@rule("black_hack.rest.day_heal")
def _after(state: State, one: Character, attribute: Attribute) -> State:
    """The state after a test: edges for this test alone are removed; STR or DEX tests spoil a Day of rest."""
    tested = without_marks(shed(one, *NEXT), *SAID)
    if attribute in ("STR", "DEX") and EXERTED not in one.spent:
        tested = replace(tested, spent=(*tested.spent, EXERTED))
    return state if tested is one else put(state, tested)


def used_backgrounds(one: Character) -> list[str]:
    """The Backgrounds that have helped in this session."""
    return [str(of) for what, *about in MARKS.parts(one.spent, "session") if what == "background" for of in about]


@rule("black_hack.background.once", "black_hack.setting.background_uses", "black_hack.gm.background")
def backgrounds(state: State, one: Character) -> tuple[str, ...]:
    """The Backgrounds that could still help in this session: one in all, or each once."""
    if has(one, "background"):
        return ()
    used = used_backgrounds(one)
    if state.settings.background_uses == "character" and used:
        return ()
    return tuple([own for own in one.life.backgrounds if own not in used])


@rule("black_hack.background.once", "black_hack.background.explain")
def offer_background(play: Play, state: State, who: str, attribute: str = "") -> State:
    """The player is asked, before a test, whether a Background helps with it."""
    one = character(state, who)
    options = backgrounds(state, one)
    if not options:
        return state
    picked = play.choose(one.seat, "background_helps", ("no", *options), one.name, attribute, why=BACKGROUND)
    return state if picked == "no" else declared(play, state, who, picked)


@rule("black_hack.action.invoke_background", "black_hack.background.explain", "black_hack.gm.background")
def invoke_background(play: Play, state: State, who: str) -> State:
    """A player declares that a Background helps with the next test."""
    one = character(state, who)
    return declared(
        play, state, who, play.choose(one.seat, "background", backgrounds(state, one), one.name, why=BACKGROUND)
    )


@rule("black_hack.background.advantage", "black_hack.background.once")
def declared(play: Play, state: State, who: str, background: str) -> State:
    """If the GM agrees, the next test has Advantage and the Background is used for this session; else no change."""
    one = character(state, who)
    why = "black_hack.background.explain"
    if play.choose(REFEREE, "background_fits", ("yes", "no"), one.name, background, why=why) == "no":
        play.tell("background.no", one.name, background, why=why)
        return state
    play.tell("background", one.name, background, why="black_hack.background.advantage")
    return put(
        state, replace(gain(one, "background"), spent=(*one.spent, MARKS.mark("session", "background", background)))
    )


def _no_background(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if backgrounds(state, one):
        return None
    return Refusal("background_used", (one.name,), BACKGROUND)


def _has_background(state: State, who: str) -> bool:
    return any(one.id == who and bool(one.life.backgrounds) for one in state.party)


@rule("black_hack.magic_item.phantom_limb")
def _limb(one: Character) -> bool:
    """Whether a Phantom Limb can still help in this session."""
    return any(item.ref == LIMB and item.place == "worn" for item in one.items) and LIMB_USED not in one.spent


@rule(
    "black_hack.option.luck",
    "black_hack.setting.luck",
    "black_hack.action.spend_luck",
    "black_hack.action.phantom_limb_reroll",
)
def _once_more(
    play: Play,
    state: State,
    who: str,
    aim: int,
    fixed: int,
    result: Result,
    purpose: Purpose,
    dice: tuple[int, ...],
    means: str,
    of: RuleId,
) -> tuple[State, Result]:
    """Reroll a failure: one die for a point of Luck, or the whole test for a Phantom Limb; the new result stands."""
    one = character(state, who)
    options = ["keep"]
    options += ["luck"] if one.luck else []
    options += ["luck_added"] if one.luck and dice else []
    options += ["limb"] if _limb(one) else []
    literal = state.settings.natural_one == "literal"
    lies = (aim, fixed, result.nat, result.added, dice, purpose, literal)
    facts = (one.name, result.nat, result.total, aim, lies)
    picked = play.choose(one.seat, "once_more", tuple(options), *facts, why=LUCK)
    if picked == "keep":
        return state, result
    again = play.call(rerolled, picked, lies, one.seat, means, of)
    spent = replace(one, spent=(*one.spent, LIMB_USED)) if picked == "limb" else replace(one, luck=one.luck - 1)
    play.tell("once_more", one.name, picked, why=LIMB if picked == "limb" else LUCK)
    return put(state, spent), again


Lies: TypeAlias = tuple[int, int, int, int, tuple[int, ...], Purpose, bool]
"""A test as it lies there: score, points added, the face, what dice add and which those are, what for, how read."""


@rule("black_hack.option.luck", "black_hack.action.phantom_limb_reroll")
def rerolled(play: Play, picked: str, lies: Lies, by: Seat, means: str = "", of: RuleId = "") -> Result:
    """The result of a test with its d20 rolled again, or the dice added to it, or for a Phantom Limb both."""
    aim, fixed, nat, added, dice, purpose, literal = lies
    if picked != "luck_added":
        again = dice if picked == "limb" else ()
        stake = _stake(aim - fixed - 1 - (0 if again else added), again, purpose, literal, means, of)
        (nat,) = play.roll(1, 20, by=by, why=LIMB if picked == "limb" else LUCK, stake=stake)
    if picked != "luck":
        added = _added_dice(play, nat, dice, by, LUCK, _stake(aim - fixed - 1, dice, purpose, literal, means, of))
    return read(aim, nat, added, fixed, purpose, literal)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "invoke_background",
        invoke_background,
        "black_hack.action.invoke_background",
        shown=_has_background,
        refuse=_no_background,
        group="the_turn",
    ),
)
