"""Effects that go on: how they begin, what those under them suffer each turn, and what ends them."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import falls_unhurt
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.manoeuvre import Manoeuvre, simply
from tallow.games.cairn.gear.inventory import put_away, tire
from tallow.games.cairn.harm.damage import die, suffer
from tallow.games.cairn.state import ROUND, Cause, Creature, Effect, Item, Side, State, World, able, alive, up
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, members, put
from tallow.play import EVERYONE, REFEREE, Audience, Play, RuleId, rule

BREAKABLE = ("foamed", "netted")
"""Conditions that an action spent on it ends."""

STILL = ("wait", "cast", "use_relic", "use_item")
"""What can be done in a fight without a step."""

OVER: RuleId = "cairn.spell.duration"
USE: RuleId = "cairn.action.use_item"
FEATHER: RuleId = "cairn.relic.roc_feather"
PIT: RuleId = "cairn.spell.pit"
LOST = ("cairn.scar.sundered", "cairn.table.lost_part")
"""Scars by which a part of the body is lost."""


def called(effect: Effect) -> str:
    """What an effect is called in words: its entry, or the name of a thing that has none of its own."""
    return effect.name if effect.of == USE else effect.of


def in_world(state: State, what: World) -> bool:
    """Whether an effect in force changes the world in this way."""
    return any(what in effect.world for effect in state.effects)


@rule("cairn.spell.duration")
def begin(state: State, effect: Effect) -> State:
    """Begin an effect; it replaces the same one on the same creatures, or the same change of the weather.

    Those under it get its conditions; who gets no use of their hands puts away what they hold.
    """
    for old in state.effects:
        if (old.of, old.name) != (effect.of, effect.name):
            continue
        again = tuple(who for who in old.on if who in effect.on)
        if again:
            state = _without(state, old, again)
        elif effect.was:
            effect = replace(effect, was=old.was)
            state = _without(state, old, ())
    state, id_ = serial(state, "e")
    state = replace(state, effects=(*state.effects, replace(effect, id=id_)))
    kept = effect.conditions
    changed = []
    for who in effect.on:
        creature = gain(find(state, who), *kept)
        changed.append(empty_hands(creature) if "handless" in kept else creature)
    return put(state, *changed)


def empty_hands(creature: Creature) -> Creature:
    """The creature with all that it holds put away."""
    items = tuple(put_away(item) if item.place == "hands" else item for item in creature.items)
    return replace(creature, items=items)


def _without(state: State, effect: Effect, freed: tuple[str, ...]) -> State:
    """The state with these freed of an effect; if nobody is left under it, it is removed."""
    left = tuple(who for who in effect.on if who not in freed)
    if left:
        effects = tuple(replace(one, on=left) if one.id == effect.id else one for one in state.effects)
    else:
        effects = tuple(one for one in state.effects if one.id != effect.id)
    state = replace(state, effects=effects)
    there = {creature.id: creature for creature in everyone(state)}
    changed = []
    for who in freed:
        if who in there:
            others = [condition for one in effects if who in one.on for condition in one.conditions]
            lost = [c for c in effect.conditions if c not in others and not _scarred(there[who], c)]
            changed.append(shed(there[who], *lost))
    return put(state, *changed)


def _scarred(creature: Creature, condition: str) -> bool:
    """Whether a scar causes this condition too, so that it stays."""
    return condition == "deaf" and any(s.part == "deaf" for s in creature.scars)


def known(state: State, effect: Effect) -> bool:
    """Whether the party knows of an effect: one of theirs made it or is under it."""
    ours = [one.id for one in state.party]
    return effect.by in ours or any(who in ours for who in effect.on)


def _to_whom(state: State, effect: Effect) -> Audience:
    return EVERYONE if known(state, effect) else (REFEREE,)


@rule("cairn.spell.duration")
def finish(play: Play, state: State, which: str) -> State:
    """End an effect, with its conditions, its weather and the creatures it summoned; then apply what its end brings."""
    effect = next(one for one in state.effects if one.id == which)
    whose = tuple(one.name for one in everyone(state) if one.id in effect.on)
    code = "effect.ends" if whose else "effect.over"
    play.tell(code, called(effect), whose, why=OVER, seen_by=_to_whom(state, effect))
    state = _without(state, effect, effect.on)
    if effect.was:
        play.tell("weather.returns", effect.was, why=OVER)
        state = replace(state, weather=effect.was)
    if effect.of.startswith("cairn.monster."):
        state = put(state, *(_relieved(one, effect.of) for one in everyone(state) if one.id in effect.on))
    if "summoned" in effect.world:
        state = put(state, *(gain(find(state, who), "gone") for who in effect.on))
    state = _afterwards(play, state, effect)
    if "craving" in effect.world:
        state = put(state, *(_craves(play, state, effect, who) for who in effect.on))
    return state


WEARIES = {"Gale seed extract": 2}
"""The Fatigue at the end of a thing's effect, where it is not 1."""


@rule("cairn.table.fieldwarden_1", "cairn.table.jongleur_2", "cairn.table.hexenbane_1", "cairn.table.barber_surgeon_2")
def _afterwards(play: Play, state: State, effect: Effect) -> State:
    """What the end of an effect brings: Fatigue, sight in an eye again, a lost part of the body, a thing set free."""
    there = [one for one in everyone(state) if one.id in effect.on]
    if "wearies" in effect.world:
        for one in there:
            state = tire(play, state, one.id, WEARIES.get(effect.name, 1), effect.of)
    if "deprives" in effect.world:
        state = put(state, *(_relieved(one, effect.name) for one in there))
    if "regrows" in effect.world:
        state = put(state, *(_whole(play, one, effect) for one in there))
    if "sealed" in effect.world:
        state = _unsealed(state, effect.id)
    return state


def _whole(play: Play, creature: Creature, effect: Effect) -> Creature:
    """The creature with the parts of its body back that it had lost."""
    kept = tuple([scar for scar in creature.scars if scar.of not in LOST])
    if kept != creature.scars:
        play.tell("regrown", creature.name, why=effect.of)
    return replace(creature, scars=kept)


def _unsealed(state: State, effect: str) -> State:
    """The state with everything usable again that this effect sealed."""

    def freed(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple([replace(i, sealed="") if i.sealed == effect else i for i in items])

    state = replace(state, ground=freed(state.ground))
    return put(state, *(replace(one, items=freed(one.items)) for one in everyone(state) if one.items))


def _relieved(creature: Creature, need: RuleId) -> Creature:
    return replace(creature, deprived=tuple(cause for cause in creature.deprived if cause.name != need))


@rule("cairn.table.barber_surgeon_2")
def _craves(play: Play, state: State, effect: Effect, who: str) -> Creature:
    """A day after the last dose of quicksilver: a STR save or deprived."""
    creature = find(state, who)
    if not alive(creature) or save(play, creature, "STR", "cairn.table.barber_surgeon_2"):
        return creature
    play.tell("deprived.craving", creature.name, effect.name, why="cairn.deprived.state")
    return replace(creature, deprived=(*creature.deprived, Cause(effect.name, state.clock)))


@rule("cairn.spell.duration")
def lapse(play: Play, state: State) -> State:
    """End effects whose time is up or whose maker is dead; free those who are dead or no longer in the condition."""
    if not state.effects:
        return state
    there = {creature.id: creature for creature in everyone(state)}
    for effect in state.effects:
        maker = there.get(effect.by)
        if "swapped" in effect.world:
            state = _both_die(play, state, effect)
        if (effect.ends and effect.ends <= state.clock) or (maker and not effect.lasting and not alive(maker)):
            state = finish(play, state, effect.id)
            continue
        kept = effect.conditions
        freed = tuple(who for who in effect.on if not _under(there.get(who), kept))
        if freed:
            state = _without(state, effect, freed)
    return state


def _under(creature: Creature | None, kept: tuple[str, ...]) -> bool:
    """Whether somebody is still there and still in one of these conditions."""
    if creature is None or not alive(creature):
        return False
    return not kept or any(condition in creature.conditions for condition in kept)


@rule("cairn.spell.body_swap")
def _both_die(play: Play, state: State, effect: Effect) -> State:
    """Of two who have traded bodies neither outlives the other."""
    pair = [one for one in everyone(state) if one.id in effect.on]
    if all(alive(one) for one in pair):
        return state
    return put(state, *(die(play, one) for one in pair if alive(one)))


@rule("cairn.spell.shroud")
def moved(play: Play, state: State, who: str) -> State:
    """End for somebody who has moved all that lasts until they move."""
    for effect in state.effects:
        if "moves" in effect.until and who in effect.on:
            state = _without(state, effect, (who,))
            seen_by = _to_whom(state, effect)
            play.tell("effect.ends", called(effect), (find(state, who).name,), why=effect.of, seen_by=seen_by)
    return state


@rule("cairn.spell.web", "cairn.spell.slick", "cairn.monster.powers")
def turn_begins(play: Play, state: State, side: Side) -> tuple[State, tuple[str, ...]]:
    """Before a side acts: the saves against effects; gives the state, and who slips and loses the turn."""
    lost = []
    for effect in state.effects:
        if not effect.save:
            continue
        for who in effect.on:
            creature = next((one for one in members(state, side) if one.id == who), None)
            if creature is None or not up(creature):
                continue
            if "slick" in effect.conditions:
                if able(creature) and not falls_unhurt(creature) and not save(play, creature, effect.save, effect.of):
                    play.tell("effect.falls", creature.name, called(effect), why=effect.of)
                    lost.append(who)
            elif save(play, creature, effect.save, effect.of):
                play.tell("effect.free", creature.name, called(effect), why=effect.of)
                state = _without(state, effect, (who,))
    return state, tuple(lost)


def breakable(state: State, creature: Creature) -> tuple[str, ...]:
    """What somebody could free themselves from: conditions, and outside a fight the ids of effects."""
    if not state.effects and not creature.conditions:
        return ()
    upon = [effect for effect in state.effects if creature.id in effect.on and not state.fight]
    held = [effect.id for effect in upon if effect.save and "held" in effect.conditions]
    return tuple([c for c in BREAKABLE if has(creature, c)] + held)


@rule("cairn.spell.cone_of_foam", "cairn.item.net", "cairn.spell.web")
def break_free(play: Play, state: State, who: str) -> State:
    """An action spent on getting free: of foam or a net at once, of what holds with its save."""
    creature = find(state, who)
    for effect in state.effects:
        if who not in effect.on:
            continue
        if not any(c in BREAKABLE for c in effect.conditions):
            holds = "held" in effect.conditions and effect.save
            if not holds or not save(play, creature, holds, effect.of):
                continue
        play.tell("effect.free", creature.name, called(effect), why=effect.of)
        state = _without(state, effect, (who,))
    return put(state, shed(find(state, who), *BREAKABLE))


def freed(play: Play, state: State, which: str, who: str) -> State:
    """Somebody is out of an effect that held them."""
    effect = next(one for one in state.effects if one.id == which)
    play.tell("effect.free", find(state, who).name, called(effect), why=effect.of)
    return _without(state, effect, (who,))


def forbids(creature: Creature, move: str) -> bool:
    """Whether a condition of somebody forbids this move."""
    if has(creature, "netted"):
        return move not in {"break_free", "wait"}
    if has(creature, "frenzied"):
        return move not in {"attack", "wait"}
    return has(creature, "phobic") and move not in {"retreat", "flee", "move_again", "wait"}


def not_caught(state: State, creature: Creature) -> Refusal | None:
    """Why there is nothing to get free of."""
    return None if breakable(state, creature) else Refusal("not_caught", (creature.name,), "cairn.item.net")


BREAK_FREE = Manoeuvre(
    not_caught,
    simply("break_free"),
    lambda play, state, made: break_free(play, state, made.who),
    "cairn.item.net",
)


def hazards(state: State) -> tuple[str, ...]:
    """The effects that do something to whoever meets them."""
    return tuple(effect.id for effect in state.effects if effect.hazards)


@rule("cairn.spell.adhere", "cairn.spell.marble_craze", "cairn.spell.elemental_wall", "cairn.item.trap")
def meet(play: Play, state: State, which: str, who: str) -> State:
    """Apply the hazards of an effect, such as a wall of fire, a pit or a trap, to somebody who meets it."""
    effect = next(one for one in state.effects if one.id == which)
    creature = find(state, who)
    for hazard in effect.hazards:
        if effect.of == PIT and falls_unhurt(creature):
            play.tell("effect.keeps_feet", creature.name, called(effect), why=effect.of)
            continue
        if hazard.save and hazard.what != "held" and save(play, creature, hazard.save, effect.of):
            continue
        if hazard.what == "harm":
            amount = rolled(play, effect.dice, creature.seat, effect.of)
            state = suffer(play, state, who, "STR", amount)
        elif hazard.what == "held":
            caught = Effect("", effect.of, effect.name, effect.by, (who,), effect.ends, ("held",), hazard.save)
            state = begin(state, caught)
            play.tell("effect.caught", creature.name, called(effect), why=effect.of)
        else:
            state = fall(play, state, effect.of, effect.by, (who,))
    if "sprung" in effect.until:
        state = _without(state, effect, effect.on)
    return state


@rule("cairn.relic.roc_feather")
def floats(creature: Creature) -> bool:
    """Whether somebody who falls comes down unhurt: a roc's feather in hand."""
    return any(item.ref == FEATHER and item.place == "hands" for item in creature.items)


def _without_feather(creature: Creature) -> Creature:
    held = next(item.id for item in creature.items if item.ref == FEATHER and item.place == "hands")
    return replace(creature, items=tuple([item for item in creature.items if item.id != held]))


def fall(play: Play, state: State, of: RuleId, by: str, who: tuple[str, ...]) -> State:
    """Creatures fall, and in a fight lose their next turn; some keep their feet, and a roc's feather is used up."""
    unhurt = [one for one in who if falls_unhurt(find(state, one))]
    for one in unhurt:
        play.tell("effect.keeps_feet", find(state, one).name, of, why=of)
    who = tuple([one for one in who if one not in unhurt])
    floating = [one for one in who if floats(find(state, one))]
    for one in floating:
        play.tell("effect.floats", find(state, one).name, FEATHER, why=FEATHER)
        state = put(state, _without_feather(find(state, one)))
    who = tuple([one for one in who if one not in floating])
    for one in who:
        play.tell("effect.falls", find(state, one).name, of, why=of)
    if state.fight is None or not who:
        return state
    return begin(state, Effect("", of, "fallen", by, who, ends_in(state, ROUND), ("stunned",), lasting=True))


def ends_in(state: State, seconds: int) -> int:
    """The moment when something of that length ends; a round that begins in the foes' turn is one longer."""
    late = ROUND if state.fight and state.fight.side == "foes" and seconds == ROUND else 0
    return state.clock + seconds + late


def _mine(state: State, who: str) -> tuple[str, ...]:
    return tuple(e.id for e in state.effects if e.by == who and e.of.startswith(("cairn.spell.", "cairn.relic.")))


@rule("cairn.spell.duration")
def _end_mine(play: Play, state: State, who: str) -> State:
    """A caster ends a spell of their own."""
    seat = find(state, who).seat
    which = play.choose(seat, "end_which", _mine(state, who), why=OVER)
    return finish(play, state, which)


def _end_any(play: Play, state: State, _: str) -> State:
    which = play.choose(REFEREE, "end_which", tuple(effect.id for effect in state.effects), why=OVER)
    return finish(play, state, which)


def _meet(play: Play, state: State, _: str) -> State:
    which = play.choose(REFEREE, "meet_what", hazards(state), why=OVER)
    who = play.choose(REFEREE, "meet_who", tuple(one.id for one in everyone(state) if up(one)), why=OVER)
    return lapse(play, meet(play, state, which, who))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "end_spell",
        _end_mine,
        OVER,
        cost="none",
        shown=lambda state, who: bool(_mine(state, who)),
        group="magic",
        rank=-1,
    ),
    Deed("end_effect", _end_any, OVER, by="referee", shown=lambda state, _: bool(state.effects), group="magic", rank=1),
    Deed(
        "meet_effect",
        _meet,
        "cairn.dungeon.traps",
        by="referee",
        shown=lambda state, _: bool(hazards(state)) and any(up(one) for one in everyone(state)),
        group="magic",
    ),
    Deed(
        "get_free",
        break_free,
        "cairn.spell.web",
        shown=lambda state, who: state.fight is None and bool(breakable(state, find(state, who))),
        group="rest",
        rank=1,
    ),
)
