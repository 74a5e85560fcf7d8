"""What can be done on a turn in a fight: each a refusal, a declaration and what comes of it."""

from tallow.games.cairn.characters.boon_use import USE_BOON
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.attacks import attacks, mean, reaches
from tallow.games.cairn.combat.manoeuvre import Manoeuvre, never, nothing, simply
from tallow.games.cairn.combat.moving import CALM, DOUSE, FREE, MOVE_AGAIN, STUNT
from tallow.games.cairn.gear.light import LIGHT
from tallow.games.cairn.gear.uses import USE_ITEM
from tallow.games.cairn.gear.weapon_care import RELOAD
from tallow.games.cairn.harm.healing import AID
from tallow.games.cairn.harm.scars import lame
from tallow.games.cairn.magic.casting import CAST
from tallow.games.cairn.magic.effects import BREAK_FREE, forbids, in_world
from tallow.games.cairn.magic.relics import USE_RELIC
from tallow.games.cairn.monsters.powers import MONSTER_CAST, POWER
from tallow.games.cairn.state import Attack, Creature, Declaration, Mark, State, alive, enemies, up
from tallow.games.deeds import Refusal
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.names import distinct
from tallow.mechanics.two_sides import find, put, side_of
from tallow.play import Play, rule

LYING = frozenset(("critical", "stable", "mortal"))
"""Conditions of those who are down and live."""


@rule("cairn.action.attack", "cairn.combat.turn")
def no_target(state: State, creature: Creature) -> Refusal | None:
    """Why somebody cannot attack: nobody in reach of anything they have."""
    if state.fight and Mark(creature.id, "impossible") in state.fight.marks:
        return Refusal("impossible", (creature.name,), "cairn.combat.auto_hit")
    foes = within_attack(state, creature)
    for attack in attacks(creature):
        for foe in foes:
            if reaches(creature, attack, foe) is None:
                return None
    return Refusal("no_target", (creature.name,), "cairn.action.attack")


@rule("cairn.action.attack", "cairn.critical.again")
def within_attack(state: State, creature: Creature) -> tuple[Creature, ...]:
    """Whom somebody may choose to attack: those still in the fight, then those who lie there."""
    there = enemies(state, creature)
    other = state.foes if side_of(state, creature.id) == "party" else state.party
    lying = [one for one in other if one.conditions and not LYING.isdisjoint(one.conditions) and alive(one)]
    return (*there, *(one for one in lying if one not in there))


@rule("cairn.action.attack", "cairn.combat.simultaneous")
def aim(play: Play, state: State, creature: Creature) -> Declaration:
    """Whom to attack, and with what."""
    ways = attacks(creature)
    foes = within_attack(state, creature)
    attack = ways[0]
    if len(ways) > 1:
        names = distinct([attack.name for attack in ways])
        usable = [
            n for n, attack in zip(names, ways, strict=True) if any(not reaches(creature, attack, f) for f in foes)
        ]
        means = tuple(mean(ways[names.index(name)].dice) for name in usable)
        with_ = play.choose(
            creature.seat, "attack_with", tuple(usable), creature.name, means, why="cairn.action.attack"
        )
        attack = ways[names.index(with_)]
    if len(foes) == 1:
        return Declaration(creature.id, "attack", foes[0].id, attack.items, detail=attack.name)
    options = tuple([foe.id for foe in foes if reaches(creature, attack, foe) is None])
    declared = state.fight.declared if state.fight else ()
    aimed = [made.target for made in declared]
    counts = tuple([aimed.count(foe.id) if up(foe) else 99 for foe in foes if foe.id in options])
    target = play.choose(creature.seat, "attack_whom", options, creature.name, counts, why="cairn.action.attack")
    return Declaration(creature.id, "attack", target, attack.items, detail=attack.name)


def declared_attack(creature: Creature, made: Declaration) -> Attack:
    """The attack that was declared; without its weapons another of its name, or else the first there is."""
    ways = attacks(creature)
    named = [way for way in ways if way.name == made.detail]
    return next((way for way in named if way.items == made.weapons), (*named, ways[0])[0])


@rule(
    "cairn.combat.retreat",
    "cairn.action.retreat",
    "cairn.spell.passage",
    "cairn.spell.gate",
    "cairn.spell.mirrorwalk",
    "cairn.relic.gate_chalk",
)
def no_refuge(state: State, creature: Creature) -> Refusal | None:
    """Why somebody cannot retreat: there is nowhere to go, and no magic has opened a way."""
    if state.fight is not None and not state.fight.refuge and not in_world(state, "way_out"):
        return Refusal("no_refuge", (creature.name,), "cairn.combat.retreat")
    return None


@rule("cairn.combat.retreat", "cairn.action.retreat", "cairn.table.cutpurse_1")
def retreat(play: Play, state: State, made: Declaration) -> State:
    """A DEX save takes a character out of the fight; a broken leg fails it. In a cloud of smoke none is needed."""
    creature = find(state, made.who)
    unseen = has(creature, "swift_mount") or in_world(state, "cover")
    if not lame(creature) and (unseen or save(play, creature, "DEX", "cairn.combat.retreat")):
        play.tell("retreat", creature.name, why="cairn.combat.retreat")
        return put(state, gain(creature, "fled"))
    play.tell("retreat.fails", creature.name, why="cairn.combat.retreat")
    return state


def leave(play: Play, state: State, made: Declaration) -> State:
    """A foe gets away; nobody has an attack merely because it leaves."""
    creature = find(state, made.who)
    play.tell("morale.flees", creature.name, why="cairn.morale.flee")
    return put(state, gain(creature, "fled"))


PEOPLE = ("pc", "hireling")
WRITHING = ("calm", "wait")
"""All that those in agony can do."""

MANOEUVRES: dict[str, Manoeuvre] = {
    "attack": Manoeuvre(no_target, aim, nothing, "cairn.action.attack", rank=-1),
    "retreat": Manoeuvre(no_refuge, simply("retreat"), retreat, "cairn.action.retreat", who=PEOPLE, rank=1),
    "flee": Manoeuvre(never, simply("flee"), leave, "cairn.morale.flee", who=("monster",)),
    "aid": AID,
    "light": LIGHT,
    "cast": CAST,
    "use_relic": USE_RELIC,
    "use_item": USE_ITEM,
    "call_boon": USE_BOON,
    "reload": RELOAD,
    "break_free": BREAK_FREE,
    "power": POWER,
    "monster_cast": MONSTER_CAST,
    "calm": CALM,
    "free": FREE,
    "douse": DOUSE,
    "stunt": STUNT,
    "move_again": MOVE_AGAIN,
    "wait": Manoeuvre(never, simply("wait"), nothing, "cairn.combat.turn", cost="none"),
}


def refused(state: State, creature: Creature, move: str) -> Refusal | None:
    """Why somebody cannot do this: what they are in forbids it, or the thing itself."""
    if creature.conditions and has(creature, "agony") and move not in WRITHING:
        return Refusal("in_agony", (creature.name,), "cairn.monster.traitor_rats")
    if creature.conditions and forbids(creature, move):
        return Refusal("bound", (creature.name,), "cairn.spell.duration")
    return MANOEUVRES[move].refuse(state, creature)


def otherwise(state: State, creature: Creature) -> Declaration:
    """What somebody does who can attack nobody: get free, get away, or wait."""
    for move in ("break_free", "flee", "retreat") if creature.conditions else ():
        wanted = move == "break_free" or has(creature, "phobic")
        if wanted and creature.kind in MANOEUVRES[move].who and refused(state, creature, move) is None:
            return Declaration(creature.id, move)
    return Declaration(creature.id, "wait")


def manoeuvres(state: State, creature: Creature) -> tuple[str, ...]:
    """All that somebody can do on this turn, the obvious first."""
    return tuple(
        [
            name
            for name, manoeuvre in MANOEUVRES.items()
            if creature.kind in manoeuvre.who and refused(state, creature, name) is None
        ]
    )
