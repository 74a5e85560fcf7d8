"""What the prayers of Clerics do, besides what they share with spells."""

from msgspec.structs import replace

from tallow.games.black_hack.characters.levels import restored
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.flight import gone
from tallow.games.black_hack.harm.damage import CLINGING, POISONED, lose
from tallow.games.black_hack.harm.hindrances import freed, ongoing
from tallow.games.black_hack.magic.aiming import Cast, hit_dice
from tallow.games.black_hack.magic.effects import MIST, WIND_WALK, begin, hold
from tallow.games.black_hack.magic.lasting import dropped, lay, lay_spell, running
from tallow.games.black_hack.magic.resistance import overcomes
from tallow.games.black_hack.magic.spells import slain
from tallow.games.black_hack.magic.workings import Working, afflict, caster_of, roll_dice, seat_of, unwilling
from tallow.games.black_hack.monsters.kin import spared
from tallow.games.black_hack.state import MARKS, Character, Creature, State, alive, find, put
from tallow.games.deeds import Deed
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import Play, RuleId, rule

RECALL: RuleId = "black_hack.prayer.word_of_recall"
DIE, PARALYSED, STUNNED = 5, 8, 10
"""Hit Dice up to which a Holy Word kills, paralyses, or leaves without Actions."""


@rule("black_hack.prayer.hold_person", "black_hack.action.keep_spell", "black_hack.hindrance.until_test")
def hold_person(play: Play, state: State, cast: Cast) -> State:
    """Paralysed, for as long as the caster passes a test at the end of each Turn; a character tests CON instead."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        state = afflict(play, state, cast, who, "paralysed", "CON")
    return state


@rule("black_hack.prayer.plague", "black_hack.foe.powerful")
def plague(play: Play, state: State, cast: Cast) -> State:
    """One test against the most powerful: all lose HP by one roll, which no armour stops, and continue to lose HP."""
    foes = [one for one in (find(state, who) for who in cast.on) if isinstance(one, Creature)]
    if foes and any(one.id == cast.by for one in state.party):
        mightiest = max(foes, key=lambda foe: foe.hd)
        state, passed = overcomes(play, state, cast.spell, cast.by, mightiest, cast.spell.id)
        if not passed:
            return state
    state, caught = unwilling(play, state, cast)
    amount = roll_dice(play, state, cast) if caught else 0
    for who in caught:
        state, _ = lose(play, state, who, amount, cast.spell.id, by=cast.by)
        keeps = isinstance(find(state, who), Creature)
        ends = cast.spell.attribute if keeps else "CON"
        if alive(find(state, who)) and not has(find(state, who), "out_of_action"):
            state = ongoing(play, state, who, cast.spell.id, ends=ends, by=cast.by if keeps else "")
    return state


@rule("black_hack.prayer.holy_word")
def holy_word(play: Play, state: State, cast: Cast) -> State:
    """By Hit Dice: up to 5 die, up to 8 are Paralysed, 9 and 10 cannot act for 1d6 Minutes, above that nothing."""
    reached = tuple([who for who in cast.on if hit_dice(find(state, who)) <= STUNNED])
    state, caught = unwilling(play, state, replace(cast, on=reached))
    minutes = 0
    for who in caught:
        hd = hit_dice(find(state, who))
        if hd <= DIE:
            state = slain(play, state, who, cast)
        elif hd <= PARALYSED:
            state = afflict(play, state, cast, who, "paralysed", "CON")
        else:
            minutes = minutes or roll_dice(play, state, cast)
            state, effect = lay(state, cast.spell.id, "minutes", by=cast.by, on=(who,), left=minutes)
            state = hold(begin(play, state, effect), who, "distracted", effect.id)
    return state


@rule("black_hack.prayer.quest")
def quest(play: Play, state: State, cast: Cast) -> State:
    """One is bound to a series of orders, at most as many as are rolled, until all are carried out."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        seat, steps = seat_of(state, cast), roll_dice(play, state, cast)
        orders = []
        for left in range(steps, 0, -1):
            text = play.write(seat, "quest_step", find(state, who).name, left, why=cast.spell.id).strip()
            if not text:
                break
            orders.append(text[:100])
        play.tell("quest", find(state, who).name, steps, tuple(orders), why=cast.spell.id)
        state, effect = lay_spell(state, cast.spell, cast.by, (who,), detail="; ".join(orders))
        state = begin(play, state, effect, cast.on)
    return state


@rule("black_hack.prayer.neutralise_poison")
def poison(play: Play, state: State, cast: Cast) -> State:
    """A poison is gone at once, with the Ongoing Damage and weakness that it brought; or none works for a session."""
    for who in cast.on:
        one = find(state, who)
        by_poison = [old.name for old in one.hindrances if old.poison]
        sick = has(one, POISONED) or by_poison
        options = ("cure", "immune") if sick else ("immune", "cure")
        if play.choose(seat_of(state, cast), "poison", options, one.name, why=cast.spell.id) == "immune":
            state, effect = lay(state, cast.spell.id, "session", by=cast.by, on=(who,))
            state = begin(play, state, effect, cast.on)
            continue
        play.tell("magic.relieved", one.name, ("poison",), why=cast.spell.id)
        if has(one, POISONED):
            state = put(state, shed(replace(one, ongoing=""), POISONED, CLINGING))
        for name in by_poison:
            state = freed(play, state, who, name, cast.spell.id)
    return state


@rule("black_hack.prayer.raise_dead")
def raise_dead(play: Play, state: State, cast: Cast) -> State:
    """One who is dead for at most 7 Days, and willing, lives again with 1 HP; what was broken stays so."""
    for who in cast.on:
        one = find(state, who)
        if play.choose(one.seat, "raised", ("yes", "no"), one.name, caster_of(state, cast), why=cast.spell.id) == "no":
            play.tell("magic.nothing", caster_of(state, cast), cast.spell.id, cast.spell.effect, why=cast.spell.id)
            continue
        play.tell("raised", one.name, why=cast.spell.id)
        alive_again = replace(one, hp=1, marks=MARKS.without(one.marks, "died"))
        state = spared(put(state, shed(alive_again, "dead")), who)
    return state


@rule("black_hack.prayer.restoration")
def restore(play: Play, state: State, cast: Cast) -> State:
    """All Levels that were drained come back."""
    for who in cast.on:
        if isinstance(find(state, who), Character):
            state = restored(play, state, who, cast.spell.id)
    return state


@rule("black_hack.prayer.word_of_recall")
def mark_place(play: Play, state: State, cast: Cast) -> State:
    """Mark this place, to which the caster can return once; an earlier mark is forgotten."""
    for old in running(state, RECALL, cast.by):
        state = dropped(state, old.id)
    state, effect = lay_spell(state, cast.spell, cast.by, cast.on)
    return begin(play, state, effect, cast.on)


@rule("black_hack.prayer.word_of_recall")
def recall(play: Play, state: State, who: str) -> State:
    """The caster returns to the marked place, out of any fight, and the mark is used up."""
    for effect in running(state, RECALL, who):
        state = dropped(state, effect.id)
    play.tell("recalled", find(state, who).name, why=RECALL)
    return gone(state, who) if state.combat is not None else state


@rule("black_hack.prayer.astral_spell")
def astral(play: Play, state: State, cast: Cast) -> State:
    """An avatar is elsewhere, and can neither harm nor be harmed; the body is Paralysed until it returns."""
    state, effect = lay_spell(state, cast.spell, cast.by, cast.on)
    state = begin(play, state, effect, cast.on)
    return hold(state, cast.by, "paralysed", effect.id)


@rule("black_hack.prayer.wind_walk")
def change_form(play: Play, state: State, who: str) -> State:
    """The caster becomes mist, which can Move but not act and which no weapon hurts, or is solid again."""
    one = find(state, who)
    effect = running(state, WIND_WALK, who)[0]
    misty = has(one, MIST)
    play.tell("solid" if misty else "mist", one.name, why=WIND_WALK)
    if misty:
        kept = tuple([old for old in one.hindrances if old.by != effect.id])
        return put(state, shed(replace(one, hindrances=kept), MIST))
    return hold(put(state, gain(one, MIST)), who, "distracted", effect.id)


def _has_word(state: State, who: str) -> bool:
    return bool(running(state, RECALL, who))


def _walks(state: State, who: str) -> bool:
    return bool(running(state, WIND_WALK, who))


DIVINE: dict[str, Working] = {
    "hold": hold_person,
    "plague": plague,
    "holy_word": holy_word,
    "quest": quest,
    "poison": poison,
    "raise_dead": raise_dead,
    "restore": restore,
    "recall": mark_place,
    "astral": astral,
}
"""The workings of prayers, by the code that an entry names."""

DEEDS: tuple[Deed[State], ...] = (
    turn_deed("recall", "action", recall, RECALL, shown=_has_word, outside=True, group="magic"),
    turn_deed("change_form", "", change_form, WIND_WALK, shown=_walks, outside=True, group="magic"),
)
