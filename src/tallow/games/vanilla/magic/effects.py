"""Continuing spells and powers: when they expire, and what they do during a fight."""

from msgspec.structs import replace

from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import having, nature, special
from tallow.games.vanilla.entries import Special, monsters, spells
from tallow.games.vanilla.gear.light import blind
from tallow.games.vanilla.harm.damage import damage, dies
from tallow.games.vanilla.magic.lasting import CONDITIONS, GRIPS, begin, finish, leave, lose_concentration, on
from tallow.games.vanilla.monsters.bestiary import spawn
from tallow.games.vanilla.state import TURN, Creature, Effect, State, able, alive, opponents, up
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

CLOUD: RuleId = "vanilla.spell.cloudkill"
PLAGUE: RuleId = "vanilla.spell.insect_plague"
ACROSS = 10
"""How far a cloud or a swarm reaches from its middle, in feet."""

LOOK_AWAY = -4
ONE_FIGHT = (*GRIPS, "gaze", "looks_away", "awed", "seen", "turned", "coming")
"""What ends with a fight at the latest."""

MOVES = ("move", "run", "flee", "stand", "leap")


@rule("vanilla.spell.durations", "vanilla.phase.round_end", "vanilla.monster.on_hit")
def expire(play: Play, state: State) -> State:
    """End the effects whose time is up."""
    for effect in state.effects:
        if effect.ends and effect.ends <= state.clock and effect in state.effects:
            state = over(play, state, effect)
    return state


@rule("vanilla.monster.ghoul", "vanilla.monster.green_slime", "vanilla.monster.giant_rattler_snake")
def over(play: Play, state: State, effect: Effect) -> State:
    """An effect's time is up: a poison or slime kills, a body rises, others just end."""
    state = finish(play, state, effect.id)
    there = [one.id for one in everyone(state)]
    for who in [who for who in effect.on if who in there]:
        one = find(state, who)
        if effect.mode in ("dying", "digested") and alive(one):
            state = dies(play, state, who)
            if effect.mode == "dying":
                state = poisoned(play, state, who, effect.of)
        elif effect.mode == "slimed" and alive(one):
            state = _eaten_away(play, state, effect, who)
        elif effect.mode == "rising" and has(one, "dead"):
            state = rises(play, state, effect, who)
    return state


@rule("vanilla.spell.water_breathing")
def breathless(play: Play, state: State, effect: Effect) -> State:
    """A Round out of water for those who can breathe only there: 1d6 damage."""
    for who in effect.on:
        state = damage(play, state, who, rolled(play, "1d6", REFEREE, effect.of), effect.of)
    return state


@rule("vanilla.spell.neutralize_poison")
def poisoned(play: Play, state: State, who: str, of: RuleId) -> State:
    """A creature dies of poison; for a Turn it can still be saved by magic."""
    return begin(play, state, of, "poison_dead", "", (who,), ends=state.clock + TURN)


@rule("vanilla.monster.green_slime")
def _eaten_away(play: Play, state: State, effect: Effect, who: str) -> State:
    """Slime has eaten clothes and armour, and now affects the wearer."""
    one = find(state, who)
    play.tell("slime.gear", one.name, why=effect.of)
    state = put(state, replace(one, items=tuple([item for item in one.items if item.place != "worn"])))
    slime = monsters()[effect.of].special("digest") if effect.of in monsters() else None
    rounds = rolled(play, slime.victim if slime is not None else "1d4", REFEREE, effect.of)
    return begin(play, state, effect.of, "digested", effect.by, (who,), ends=state.clock + rounds)


@rule("vanilla.monster.ghoul")
def rises(play: Play, state: State, effect: Effect, who: str) -> State:
    """A dead body rises as what killed it."""
    one = find(state, who)
    monster = monsters()[effect.of]
    play.tell("rises", one.name, monster.name, why=effect.of)
    state, id_ = serial(state, "f")
    risen = replace(spawn(monster, id_, f"{monster.name} ({one.name})"), at=one.at)
    return replace(put(state, gain(one, "gone")), foes=(*state.foes, risen))


@rule("vanilla.combat.end", "vanilla.monster.latch", "vanilla.monster.mummy")
def fight_ends(play: Play, state: State) -> State:
    """End grips and gazes with the fight, and set the conditions of effects that go on again."""
    for effect in state.effects:
        if effect.mode in ONE_FIGHT and effect in state.effects:
            state = finish(play, state, effect.id)
    for effect in state.effects:
        for who in effect.on if effect.mode in CONDITIONS and effect.mode != "terror" else ():
            state = put(state, gain(find(state, who), *CONDITIONS[effect.mode]))
    return state


def pruned(state: State) -> State:
    """The state without effects on creatures that are no longer there."""
    there = [one.id for one in everyone(state)]
    kept = []
    for effect in state.effects:
        left = tuple([who for who in effect.on if who in there or effect.mode == "lasting"])
        if left or not effect.on:
            kept.append(effect if left == effect.on else replace(effect, on=left))
    return replace(state, effects=tuple(kept))


@rule(
    "vanilla.spell.invisibility",
    "vanilla.spell.invisibility_sphere",
    "vanilla.spell.mass_morph",
    "vanilla.spell.charm",
    "vanilla.monster.mummy",
)
def attacked(play: Play, state: State, who: str, target: str = "") -> State:
    """After an attack: effects that end by attacking end, and a charmed target gets a new Save."""
    for effect in state.effects:
        if effect not in state.effects:
            continue
        if who in effect.on and effect.mode in ("invisible", "tree"):
            state = leave(play, state, effect, who)
        elif who in effect.on and effect.mode == "sphere":
            middle = effect.on[0] == who
            state = finish(play, state, effect.id) if middle else leave(play, state, effect, who)
        elif effect.mode == "awed" and effect.of == find(state, who).of:
            state = finish(play, state, effect.id)
        elif effect.mode == "charmed" and target in effect.on and side_of(state, who) == side_of(state, effect.by):
            state = _disenchanted(play, state, effect, target)
    return state


@rule("vanilla.spell.charm")
def _disenchanted(play: Play, state: State, effect: Effect, who: str) -> State:
    """Each attack by the caster's side gives a charmed creature a new Save."""
    if alive(find(state, who)) and save(play, state, who, "magic", effect.of):
        return leave(play, state, effect, who)
    return state


@rule("vanilla.spell.durations", "vanilla.action.concentrate", "vanilla.spell.mass_morph")
def acted(play: Play, state: State, who: str, deed: str) -> State:
    """After a creature declared a deed on its go: any other deed ends its concentration."""
    if deed != "concentrate":
        state = lose_concentration(play, state, who)
    if deed in MOVES:
        for effect in on(state, who, "tree"):
            state = leave(play, state, effect, who)
    return state


@rule("vanilla.spell.wall_of_fire_or_ice")
def crossed(play: Play, state: State, who: str, start: int) -> State:
    """A creature has crossed a wall of fire or ice: 1d6 damage."""
    one = find(state, who)
    for effect in state.effects:
        if effect.mode in ("wall_fire", "wall_ice") and min(start, one.at) < effect.at < max(start, one.at):
            (face,) = play.roll(1, 6, by=REFEREE, why=effect.of)
            state = damage(play, state, who, face, effect.of)
    return state


@rule("vanilla.spell.hold_person", "vanilla.spell.hold_creature", "vanilla.phase.go")
def go_begins(play: Play, state: State, who: str) -> State:
    """At the start of a creature's go: Saves due each go, clouds and swarms that it is in, and gazes to meet."""
    for effect in on(state, who, "held_fast"):
        if save(play, state, who, "magic", effect.of):
            state = leave(play, state, effect, who)
    for effect in state.effects:
        one = find(state, who)
        if effect.mode == "cloud" and abs(effect.at - one.at) <= ACROSS:
            state = smothered(play, state, effect, who)
        elif effect.mode == "plague" and abs(effect.at - one.at) <= ACROSS:
            state = swarmed(play, state, who)
    if able(find(state, who)):
        state = meets_gaze(play, state, who)
    return state


def _too_many_hd(one: Creature, spell: RuleId) -> bool:
    """Whether a creature has more Hit Dice than a spell can affect."""
    most = spells()[spell].max_hd
    return isinstance(most, int) and one.level > most


@rule("vanilla.spell.cloudkill")
def smothered(play: Play, state: State, effect: Effect, who: str) -> State:
    """In a killing cloud breathing creatures of 5 HD or less Save or die, without a Save vs death."""
    one = find(state, who)
    kind = nature(one)
    breathes = kind is None or not (kind.undead or kind.mind == "mindless")
    if not alive(one) or _too_many_hd(one, CLOUD) or not breathes or save(play, state, who, "poison", CLOUD):
        return state
    return poisoned(play, dies(play, state, who), who, effect.of)


@rule("vanilla.spell.insect_plague")
def swarmed(play: Play, state: State, who: str) -> State:
    """Creatures of 2 HD or less flee from a swarm."""
    one = find(state, who)
    if _too_many_hd(one, PLAGUE) or not up(one) or on(state, who, "clear_mind"):
        return state
    play.tell("terror", one.name, why=PLAGUE)
    return put(state, gain(one, "fleeing"))


@rule("vanilla.monster.basilisk", "vanilla.monster.paralysed")
def meets_gaze(play: Play, state: State, who: str) -> State:
    """A creature in sight of stony gazes meets each with a Save, or looks away, at -4 AV against them this Round."""
    one = find(state, who)
    gazing = [foe for foe in opponents(state, who) if able(foe) and special(foe, "gaze") is not None]
    if not gazing or blind(state, one):
        return state
    names = tuple([foe.name for foe in gazing])
    away = play.choose(one.seat, "gaze", ("away", "look"), one.name, names, why=gazing[0].of) == "away"
    for foe in gazing:
        if away:
            state = begin(play, state, foe.of, "looks_away", foe.id, (who,), ends=state.clock + 1, amount=LOOK_AWAY)
        elif alive(find(state, who)) and not save(play, state, who, "magic", foe.of):
            state = petrified(play, state, who, foe.of)
    return state


@rule("vanilla.monster.paralysed")
def petrified(play: Play, state: State, who: str, of: RuleId) -> State:
    """A creature turns to stone: held permanently, until dispelled as level 6."""
    play.tell("stone", find(state, who).name, why="vanilla.monster.paralysed")
    return begin(play, state, of, "stone", "", (who,), until="dispelled", level=6)


def gazes(state: State) -> tuple[Special, ...]:
    """The gazes of all creatures here who are able."""
    gazers = having("gaze")
    found = [special(one, "gaze") for one in everyone(state) if (one.marks or one.of in gazers) and able(one)]
    return tuple([gaze for gaze in found if gaze is not None])
