"""Counsel: which magic is worth casting in a fight now; for bots, and to sort lists of options."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from tallow.games.black_hack.combat.armour import mails
from tallow.games.black_hack.combat.flight import running
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.magic.aiming import MISSILE, Cast, eligible, proof
from tallow.games.black_hack.magic.casting import can_work, prepared
from tallow.games.black_hack.state import Being, Character, Creature, State, able, alive, hindered, looks
from tallow.play import RuleId

Worth = Callable[[State, Character, RuleId], bool]
"""Whether a spell or prayer that could be cast would do any good now."""

SEVERAL = 2
EARLY = 2
"""Blessings are for the first Moments of a fight."""


def _fighting(state: State, one: Character, ref: RuleId) -> list[Creature]:
    """The foes in reach of a spell or prayer who still fight."""
    there = eligible(state, prepared(state, one.id, ref))
    return [foe for foe in state.foes if foe.id in there and able(foe) and not running(state, foe)]


def _some_foe(state: State, one: Character, ref: RuleId) -> bool:
    return bool(_fighting(state, one, ref))


def _guessed(foe: Creature) -> Creature:
    """The foe with the HP that it probably has, since nobody sees them: 1d8 for each Hit Die, half if bloodied."""
    return replace(foe, hp=9 * foe.hd // (4 if looks(foe) == "bloodied" else 2))


def _mortal(cast: Cast, foe: Creature) -> bool:
    """Whether a foe is probably not too powerful for a spell."""
    return not proof(_guessed(foe), cast)


def _first_is_mortal(state: State, one: Character, ref: RuleId) -> bool:
    """Whether the first target would be a foe who still fights and is probably not too powerful for it."""
    cast = prepared(state, one.id, ref)
    first = next(iter(eligible(state, cast)), "")
    return any(foe.id == first and _mortal(cast, foe) for foe in _fighting(state, one, ref))


def _some_mortals(state: State, one: Character, ref: RuleId) -> bool:
    cast = prepared(state, one.id, ref)
    return sum([_mortal(cast, foe) for foe in _fighting(state, one, ref)]) >= SEVERAL


def _some_foes(state: State, one: Character, ref: RuleId) -> bool:
    return len(_fighting(state, one, ref)) >= SEVERAL


def _mends(state: State, one: Character, ref: RuleId) -> bool:
    """Whether somebody in reach has at most half of their HP left."""
    hurt = [other.id for other in state.party if 2 * other.hp <= other.hp_max and alive(other)]
    return bool(hurt) and any(who in hurt for who in eligible(state, prepared(state, one.id, ref)))


def _sends_to_sleep(state: State, one: Character, ref: RuleId) -> bool:
    """Whether the dice will probably reach more foes than friends: 1d4 for each Level, against the HP of each."""
    there = eligible(state, prepared(state, one.id, ref))

    def drowsy(others: Iterable[Being]) -> int:
        return sum([able(other) and 2 * other.hp < 5 * one.level for other in others if other.id in there])

    return drowsy(map(_guessed, state.foes)) > drowsy(state.party + state.allies)


def _spares_friends(state: State, one: Character, ref: RuleId) -> bool:
    """Whether an area spell would reach several foes and nobody else."""
    there = eligible(state, prepared(state, one.id, ref))
    return _some_foes(state, one, ref) and not any(other.id in there and able(other) for other in state.party)


def _free(state: State, one: Character, ref: RuleId) -> bool:
    """Whether somebody in reach is not Paralysed yet."""
    return any(not hindered(foe, "paralysed") for foe in _fighting(state, one, ref))


def _at_a_distance(state: State, one: Character, ref: RuleId) -> bool:
    """Whether it would hold back several foes who are not stuck and not Close to any character yet."""
    loose = [foe for foe in _fighting(state, one, ref) if not hindered(foe, "stuck")]
    far = [foe for foe in loose if all(band(state, foe.id, other.id) != "close" for other in state.party)]
    return len(far) >= SEVERAL


def _begins(state: State, one: Character, ref: RuleId) -> bool:
    """Whether a fight against several foes has just begun, and no such effect is active."""
    combat = state.combat
    fresh = combat is not None and combat.moment <= EARLY and not any(effect.of == ref for effect in state.effects)
    return fresh and sum([able(foe) and not running(state, foe) for foe in state.foes]) >= SEVERAL


def _bare(state: State, one: Character, ref: RuleId) -> bool:
    """Whether the caster has no magic mail, and there is still a foe to fear."""
    return not mails(state, one.id) and any(able(foe) and not running(state, foe) for foe in state.foes)


def _alone(state: State, one: Character, ref: RuleId) -> bool:
    """Whether the caster has no servant yet."""
    return not any(ally.commander == one.id and able(ally) for ally in state.allies) and _begins(state, one, ref)


WORTH: dict[RuleId, Worth] = {
    "black_hack.prayer.cure_serious_wounds": _mends,
    "black_hack.prayer.cure_light_wounds": _mends,
    "black_hack.spell.power_word_kill": _first_is_mortal,
    "black_hack.spell.disintegrate": _first_is_mortal,
    "black_hack.spell.meteor_swarm": _spares_friends,
    "black_hack.spell.death_spell": _some_mortals,
    "black_hack.spell.cloudkill": _some_foes,
    "black_hack.prayer.plague": _some_foes,
    "black_hack.spell.flesh_to_stone": _some_foe,
    "black_hack.prayer.finger_of_death": _first_is_mortal,
    "black_hack.spell.elemental": _alone,
    "black_hack.prayer.conjure_elemental": _alone,
    "black_hack.spell.fireball": _some_foe,
    "black_hack.spell.sleep": _sends_to_sleep,
    "black_hack.prayer.hold_person": _free,
    "black_hack.spell.web": _at_a_distance,
    "black_hack.prayer.protect": _bare,
    "black_hack.prayer.prayer": _begins,
    "black_hack.prayer.bless": _begins,
    MISSILE: _some_foe,
    "black_hack.spell.shield": _bare,
    "black_hack.spell.charm": _some_foe,
}
"""What is worth casting in a fight and when, the best first."""


def wise(state: State, one: Character, known: tuple[RuleId, ...]) -> tuple[RuleId, ...]:
    """The memorised spells that can be cast now and are worth it, the best first; only in a fight."""
    if state.combat is None:
        return ()
    worth = [ref for ref, helps in WORTH.items() if ref in known and helps(state, one, ref)]
    return tuple([ref for ref in worth if can_work(state, one.id, ref)])
