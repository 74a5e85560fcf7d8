"""Aiming magic: the possible targets of a spell or prayer, and the choice among them."""

from msgspec import Struct

from tallow.games.black_hack.combat.ranges import bands_from
from tallow.games.black_hack.entries import Spell
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.harm.damage import rolled
from tallow.games.black_hack.monsters.meeting import before_party
from tallow.games.black_hack.state import (
    BANDS,
    MARKS,
    SEEMS,
    Band,
    Being,
    Character,
    Creature,
    State,
    able,
    alive,
    everyone,
    find,
    looks,
)
from tallow.mechanics.conditions import has
from tallow.play import Play, rule

MISSILE = "black_hack.spell.magic_missile"
MISSILE_BANDS: dict[str, tuple[Band, ...]] = {
    "literal": ("faraway", "distant"),
    "beyond_close": ("nearby", "faraway", "distant"),
    "any": BANDS,
}
TARGETS = "black_hack.magic.targets"
RAISED_WITHIN = 7
"""Days after a death within which the dead can be raised."""


class Cast(Struct, frozen=True):
    """A spell or prayer being cast: by whom, which, with how many Levels or Hit Dice, and its targets.

    `astray`: the targets were set by chance, not by the caster.
    """

    by: str
    spell: Spell
    level: int
    on: tuple[str, ...] = ()
    astray: bool = False


def hit_dice(one: Being) -> int:
    """The Level of a character, the Hit Dice of anybody else."""
    return one.level if isinstance(one, Character) else one.hd


@rule(
    "black_hack.spell.magic_missile", "black_hack.setting.magic_missile_range", "black_hack.range.nearby_includes_close"
)
def reach(state: State, spell: Spell) -> tuple[Band, ...]:
    """The bands in which the targets of a spell or prayer may be."""
    if spell.id == MISSILE:
        return MISSILE_BANDS[state.settings.magic_missile_range]
    return ("close",) if spell.range == "close" else ("close", "nearby")


@rule("black_hack.light.darkness", "black_hack.range.action_requirement")
def in_reach(state: State, by: str, spell: Spell) -> tuple[Being, ...]:
    """Everybody in reach of a spell or prayer; outside a fight there is time to go there.

    A caster in the dark can aim only at those who are Close.
    """
    if state.combat is None:
        return tuple([one for one in everyone(state) if before_party(state, by, one.id)])
    bands = reach(state, spell)
    if state.dark and spell.whom in ("one", "some") and _blind(state, by):
        bands = tuple([band for band in bands if band == "close"])
    far = {**bands_from(state, by), by: "close"}
    return tuple([one for one in everyone(state) if far.get(one.id, "nearby") in bands])


def _blind(state: State, by: str) -> bool:
    return any(one.id == by and in_the_dark(state, one) for one in state.party)


def friends(state: State, by: str) -> tuple[Being, ...]:
    """Those on the side of a caster, who is one of them."""
    return state.foes if any(foe.id == by for foe in state.foes) else state.party + state.allies


@rule("black_hack.prayer.raise_dead")
def fits(state: State, one: Being, cast: Cast, foe: bool = False) -> bool:
    """Whether somebody is a valid target; magic on creatures or characters takes both if a `foe` casts it."""
    kind = cast.spell.only
    if kind == "dead":
        died = MARKS.number(one.marks, "died", state.day)
        return has(one, "dead") and not has(one, "beyond_raising") and state.day - died <= RAISED_WITHIN
    if not alive(one) or (cast.spell.nature != "help" and _beyond_harm(one, cast.spell)):
        return False
    if kind == "evil":
        return isinstance(one, Creature)
    if kind == "creature":
        return foe or isinstance(one, Creature)
    if kind == "character":
        return isinstance(one, Character) or foe
    return True


@rule(
    "black_hack.spell.death_spell",
    "black_hack.spell.disintegrate",
    "black_hack.spell.power_word_kill",
    "black_hack.prayer.finger_of_death",
)
def proof(one: Being, cast: Cast) -> bool:
    """Whether somebody has too many HP or Hit Dice for a spell, or is not evil; casters do not know this beforehand."""
    spell = cast.spell
    if spell.only == "evil":
        return not (isinstance(one, Creature) and "evil" in one.tags)
    if spell.most_hp:
        return one.hp > spell.most_hp
    if spell.most_hd:
        return hit_dice(one) > spell.most_hd
    return spell.lower_hd and hit_dice(one) >= cast.level


def _beyond_harm(one: Being, spell: Spell) -> bool:
    """Whether somebody cannot be harmed any further: Out of Action, frozen or stone."""
    if not one.conditions:
        return False
    return has(one, "out_of_action") or has(one, "frozen") or (has(one, "stone") and spell.does != "stone")


@rule("black_hack.magic.targets")
def eligible(state: State, cast: Cast) -> tuple[str, ...]:
    """The ids of the valid targets, the likely ones first; harmful magic is never aimed at its caster."""
    foe = any(other.id == cast.by for other in state.foes)
    there = [one for one in in_reach(state, cast.by, cast.spell) if fits(state, one, cast, foe)]
    mine = [one.id for one in friends(state, cast.by)]
    if cast.spell.whom == "friends":
        return tuple([one.id for one in there if one.id in mine])
    harm = cast.spell.nature == "harm"
    if harm:
        there = [one for one in there if one.id != cast.by]
    helps = cast.spell.nature == "help"

    def last(one: Being) -> tuple[bool, bool, int]:
        seems = SEEMS[looks(one)] if isinstance(one, Creature) else one.hp - one.hp_max if helps else one.hp
        return (one.id in mine) != helps, harm and not able(one), seems

    return tuple([one.id for one in sorted(there, key=last)])


def possible(state: State, cast: Cast) -> bool:
    """Whether a spell or prayer that needs targets has any."""
    return cast.spell.whom not in ("one", "some") or bool(eligible(state, cast))


@rule("black_hack.magic.targets")
def aimed(play: Play, state: State, cast: Cast) -> tuple[str, ...]:
    """The ids of the targets: one, as many as the dice say, everybody in reach, the caster's side, or an area."""
    whom = cast.spell.whom
    if whom in ("", "self"):
        return (cast.by,) if whom else ()
    there = eligible(state, cast)
    if whom in ("all", "friends"):
        return there
    seat, name = find(state, cast.by).seat, find(state, cast.by).name
    if whom == "one":
        return (play.choose(seat, "magic_target", there, name, cast.spell.id, why=cast.spell.id),)
    mine = [one.id for one in friends(state, cast.by)]
    foes = tuple([who for who in there if who not in mine])
    if whom == "area":
        return _area(play, cast, there, foes, seat, name)
    number = rolled(play, cast.spell.targets_dice, seat, cast.spell.id)
    play.tell("magic.targets", name, cast.spell.id, number, why=TARGETS)
    return _picked(play, cast, there, foes, number, seat, name)


def _area(
    play: Play, cast: Cast, there: tuple[str, ...], foes: tuple[str, ...], seat: str, name: str
) -> tuple[str, ...]:
    """The ids of those in an area, by one answer: all foes in reach, everybody but the caster, one, or nobody."""
    others = tuple([who for who in there if who != cast.by])
    options: list[str] = ["foes"] if len(foes) > 1 else []
    options += others
    options += ["everyone"] if len(others) > max(1, len(foes)) else []
    picked = play.choose(seat, "magic_area", (*options, "nobody"), name, cast.spell.id, why=TARGETS)
    if picked == "nobody":
        return ()
    return foes if picked == "foes" else others if picked == "everyone" else (picked,)


def _picked(
    play: Play, cast: Cast, there: tuple[str, ...], foes: tuple[str, ...], number: int, seat: str, name: str
) -> tuple[str, ...]:
    """The ids of up to `number` of those in reach; if all foes are few enough, one answer takes all of them."""
    left = list(there)
    taken: list[str] = []
    if 1 < len(foes) <= number:
        how = play.choose(seat, "magic_several", ("foes", "pick"), name, cast.spell.id, number, why=TARGETS)
        if how == "foes":
            return foes
    while left and len(taken) < number:
        ends = ("enough",) if taken or not foes else ()
        options = (*left, *ends) if any(who in foes for who in left) else (*ends, *left)
        picked = play.choose(seat, "magic_next", options, name, cast.spell.id, number - len(taken), why=TARGETS)
        if picked == "enough":
            break
        left.remove(picked)
        taken.append(picked)
    return tuple(taken)
