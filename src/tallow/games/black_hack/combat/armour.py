"""Armour: the pool of Armour Dice, breaking one to ignore damage, mending, and armour that a class does not list."""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.checks.luck import tempted
from tallow.games.black_hack.checks.omens import omens
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.entries import callings
from tallow.games.black_hack.gear.things import SHIELDS, called
from tallow.games.black_hack.magic.lasting import suppressed
from tallow.games.black_hack.state import Character, Effect, Item, State, character, put
from tallow.mechanics.memory import cached_by_identity
from tallow.play import Play, RuleId, Stake, rule

HELMET = "helmet"
MAIL_AV = 2
"""The Armour Value of Arcane Mail and Aura."""

IGNORE: RuleId = "black_hack.armour.break_to_ignore"
SELF_RELIANT: RuleId = "black_hack.ability.warrior_self_reliant"


def body(one: Character) -> tuple[Item, ...]:
    """All body armour that somebody wears."""
    return tuple([item for item in one.items if item.av and item.place == "worn"])


@rule("black_hack.armour.no_stack", "black_hack.table.armour_value")
def worn(one: Character) -> Item | None:
    """The body armour that counts: the one with the highest AV, then with the most dice left."""
    pieces = body(one)
    return max(pieces, key=lambda item: (item.av, item.dice.count("whole"))) if pieces else None


@rule("black_hack.armour.shield_helmet")
def shield(one: Character) -> Item | None:
    """The shield that is held; one counts, and none beside a weapon that needs both hands."""
    held = [item for item in one.items if item.place == "hands"]
    if any(item.hands > 1 for item in held):
        return None
    return next((item for item in held if item.kind in SHIELDS), None)


@rule("black_hack.armour.shield_helmet")
def helmet(one: Character) -> Item | None:
    """The helmet that is worn; one counts."""
    return next((item for item in one.items if item.kind == HELMET and item.place == "worn"), None)


def pieces_of(one: Character) -> tuple[Item, ...]:
    """The body armour that counts, the shield and the helmet, as far as there are any."""
    return tuple([piece for piece in (worn(one), shield(one), helmet(one)) if piece is not None])


def mails(state: State, who: str) -> tuple[Effect, ...]:
    """Somebody's effects of magic mail that have dice left and are not suppressed."""
    mine = [effect for effect in state.effects if "whole" in effect.dice and who in effect.on]
    return tuple([effect for effect in mine if not suppressed(state, effect)])


@rule("black_hack.armour.proficiency")
def foreign(one: Character) -> int:
    """What armour that the class does not list adds to every test: its AV, and 1 for a shield or helmet."""
    return _foreign(one.items, calling(one)) if one.items else 0


@cached_by_identity(2_000)
def _foreign(items: tuple[Item, ...], class_: str) -> int:
    known = callings().get(class_)
    if known is None or "any" in known.armour:
        return 0
    worn_or_held = pieces_of(Character("", "", items=items))
    return sum([item.av or 1 for item in worn_or_held if item.kind not in known.armour])


@rule(
    "black_hack.armour.pool",
    "black_hack.armour.no_stack",
    "black_hack.armour.shield_helmet",
    "black_hack.setting.magic_mail",
    "black_hack.armour.broken_unusable",
)
def pool(state: State, one: Character) -> tuple[str, ...]:
    """The ids of pieces whose dice can be Broken now, each as often as it has dice: magic mail, body, shield, helmet.

    Magic mail with the higher AV replaces the body armour; if equal, either can be used.
    """
    if "wild" in one.conditions:
        return ()
    mine = worn(one)
    found: list[str] = []
    own = mine is not None
    if state.effects:
        mail = mails(state, one.id)
        if mail and state.settings.magic_mail == "adds":
            found += [effect.id for effect in mail for die in effect.dice if die == "whole"]
        elif mail and (mine is None or mine.av <= MAIL_AV):
            found += [mail[0].id] * mail[0].dice.count("whole")
            own = mine is not None and mine.av == MAIL_AV
    pieces = [mine] if own and mine is not None else []
    pieces += [piece for piece in (shield(one), helmet(one)) if piece is not None]
    for piece in pieces:
        found += [piece.id] * piece.dice.count("whole")
    return tuple(found)


@rule("black_hack.action.break_armour_die", "black_hack.armour.break_to_ignore", "black_hack.setting.armour_die_timing")
def offered(play: Play, state: State, who: str, damage: int, by: str = "") -> tuple[State, bool]:
    """Whether the player breaks an Armour Die to ignore damage (-1: not known yet), and the state afterwards.

    Dice that are harder to mend come last.
    """
    one = character(state, who)
    options = tuple(dict.fromkeys(pool(state, one)))
    if not options:
        return state, False
    if len(options) > 1:
        bonus = [piece.id for piece in (shield(one), helmet(one)) if piece is not None]
        options = tuple(sorted(options, key=lambda piece: (not _magical(state, piece), piece not in bonus)))
    what = "armour_die_blind" if damage < 0 else "armour_die" if by else "armour_die_loss"
    picked = play.choose(one.seat, what, (*options, "no"), one.name, damage, by, one.hp, why=IGNORE)
    if picked == "no":
        return state, False
    return broken(play, state, who, picked), True


def _magical(state: State, piece: str) -> bool:
    return any(effect.id == piece for effect in state.effects)


def broken(play: Play, state: State, who: str, piece: str) -> State:
    """The state with one die of a piece Broken; magic mail loses the die for good, and ends with the last one."""
    one = character(state, who)
    for effect in state.effects:
        if effect.id == piece:
            left = effect.dice.count("whole") - 1
            play.tell("armour.breaks", one.name, effect.of, left, why=IGNORE)
            kept = tuple([other for other in state.effects if other.id != piece])
            dice = (*("whole",) * left, *("gone",) * (len(effect.dice) - left))
            return replace(state, effects=(*kept, replace(effect, dice=dice)) if left else kept)
    for item in one.items:
        if item.id == piece:
            play.tell("armour.breaks", one.name, called(item), item.dice.count("whole") - 1, why=IGNORE)
            return put(state, with_item(one, replace(item, dice=_turned(item.dice, "whole", "broken"))))
    return state


def _turned(dice: tuple[Any, ...], from_: str, to: str) -> tuple[Any, ...]:
    """The dice with the first of one state changed to another."""
    at = dice.index(from_)
    return (*dice[:at], to, *dice[at + 1 :])


def with_item(one: Character, item: Item) -> Character:
    """The character with this item in place of the one of the same id."""
    return replace(one, items=tuple([item if old.id == item.id else old for old in one.items]))


@rule("black_hack.armour.shield_helmet", "black_hack.setting.bonus_die_repair")
def mending_value(state: State, one: Character, item: Item) -> int:
    """The AV that a die of this piece must roll above to mend: that of the worn armour, or of improvised armour."""
    if item.av:
        return item.av
    mine = worn(one)
    return 1 if mine is None or state.settings.bonus_die_repair == "av_1" else mine.av


@rule(
    "black_hack.armour.repair_fixed",
    "black_hack.armour.repair_permanent",
    "black_hack.ability.warrior_self_reliant",
    "black_hack.action.self_reliant",
)
def mends(play: Play, av: int, again: bool, by: str) -> bool:
    """Whether a Broken die is fixed: 1d6 above the AV; a Warrior rolls a 1 once more."""
    stake = Stake(av + 1, above=True, means="mends")
    first = replace(stake, odds=((6 - av) * 7, 36)) if again else stake
    (face,) = play.roll(1, 6, by=by, why="black_hack.armour.repair_roll", stake=first)
    if face == 1 and again:
        (face,) = play.roll(1, 6, by=by, why=SELF_RELIANT, stake=stake)
    return face > av


@rule(
    "black_hack.armour.repair_roll",
    "black_hack.rest.hour_armour",
    "black_hack.action.roll_broken_die",
    "black_hack.armour.destroyed",
)
def mend(play: Play, state: State, who: str) -> State:
    """After a Rest roll as many Broken dice as the player wants; armour that can never mend again is destroyed.

    Somebody under stress rolls the first twice, and both have to mend it.
    """
    one = character(state, who)
    for item in one.items:
        many = item.dice.count("broken")
        if not many:
            continue
        options = tuple(range(many, -1, -1))
        why = "black_hack.armour.repair_roll"
        rolled = play.choose(
            one.seat, "mend_dice", options, one.name, called(item), mending_value(state, one, item), why=why
        )
        for _ in range(rolled):
            now = next(kept for kept in character(state, who).items if kept.id == item.id)
            roll = (mending_value(state, one, item), calling(one) == "warrior", one.seat)
            state, _, bad = omens(state, who, "mending")
            fixed = play.call(mends, *roll) and (not bad or play.call(mends, *roll))
            if not fixed:
                state, again = tempted(play, state, who, called(item))
                fixed = again and play.call(mends, *roll)
            dice = _turned(now.dice, "broken", "whole" if fixed else "gone")
            play.tell("armour.mended" if fixed else "armour.ruined", one.name, called(item), why=why)
            state = put(state, with_item(character(state, who), replace(now, dice=dice)))
    return destroyed(play, state, who)


@rule("black_hack.armour.destroyed")
def destroyed(play: Play, state: State, who: str) -> State:
    """Armour is destroyed once every die of the whole pool is permanently Broken: body, shield and helmet."""
    one = character(state, who)
    pieces = [piece for piece in pieces_of(one) if piece.dice]
    if not pieces or any(die != "gone" for piece in pieces for die in piece.dice):
        return state
    gone = [piece.id for piece in pieces]
    play.tell(
        "armour.destroyed", one.name, tuple([called(piece) for piece in pieces]), why="black_hack.armour.destroyed"
    )
    return put(state, replace(one, items=tuple([item for item in one.items if item.id not in gone])))


@rule("black_hack.price.repair")
def repaired(state: State, who: str, piece: str) -> State:
    """The state with one die of a piece repaired by an armourer: one permanently Broken, else one Broken."""
    one = character(state, who)
    item = next(kept for kept in one.items if kept.id == piece)
    worst = "gone" if "gone" in item.dice else "broken"
    return put(state, with_item(one, replace(item, dice=_turned(item.dice, worst, "whole"))))
