"""Choosing an attack: its target, its weapons, and the Move that it takes first."""

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.modified_cairn.combat.attacks import UNARMED, Strike, certain, dice, mean, reaches, ways
from tallow.games.modified_cairn.combat.bands import apart, distances, fight, paces, stepped
from tallow.games.modified_cairn.combat.feats import FRENZIES, Frenzy, can_use_feats
from tallow.games.modified_cairn.harm.scars import lame
from tallow.games.modified_cairn.state import (
    BANDS,
    Attack,
    Creature,
    Declaration,
    Side,
    State,
    alive,
    has,
    opponents,
    side_of,
    up,
)
from tallow.mechanics.names import distinct
from tallow.mechanics.two_sides import everyone, find
from tallow.play import REFEREE, Play, rule

ROOTED = frozenset(("stopped", "immobile", "prone"))
"""States in which nobody can move by their own will."""


def planned(state: State, who: str) -> Declaration | None:
    """The Move that a creature has planned, apart from its Action; None if it has planned none."""
    return next((made for made in fight(state).planned if made.who == who), None)


def with_move(state: State, made: Declaration) -> Declaration:
    """The declaration with the planned Move added, if it has no Move of its own."""
    move = planned(state, made.who)
    if move is None or made.move:
        return made
    where = {name: getattr(move, name) for name in ("move", "towards", "closer", "bands", "alone", "led")}
    return replace(made, **where)


@rule("modified_cairn.gambit.stop", "modified_cairn.action.move")
def rooted(creature: Creature) -> bool:
    """Whether a creature cannot move by its own will this turn."""
    return bool(creature.states) and not ROOTED.isdisjoint(creature.states)


@rule("modified_cairn.state.hamstrung")
def can_walk(creature: Creature) -> bool:
    """Whether a creature has a Move in addition to its Action."""
    return not rooted(creature) and not lame(creature)


@rule("modified_cairn.attack.melee_range", "modified_cairn.turn.move_and_action", "modified_cairn.distance.move_step")
def aim(state: State, who: str, attack: Attack, target: str) -> Declaration | None:
    """The declaration of an attack on a target, with the Move that it needs; None if it is impossible."""
    move = planned(state, who)
    if move is not None:
        there = (
            stepped(state, who, move.towards, move.closer, move.bands, move.alone) if move.move == "before" else state
        )
        running = move.move == "before" or "charge" not in attack.qualities
        if running and reaches(there, who, attack, target, still=False) is None:
            return with_move(state, Declaration(who, "attack", target=target))
        return None
    if "charge" not in attack.qualities and reaches(state, who, attack, target) is None:
        return Declaration(who, "attack", target=target)
    creature, order = find(state, who), BANDS.index(apart(fight(state), who, target))
    if attack.ranged or not can_walk(creature) or order == 0:
        return None
    for bands, _ in reversed(paces(state, creature)):
        nearer = BANDS[max(0, order - bands)]
        if reaches(state, who, attack, target, still=False, band=nearer) is None:
            return Declaration(who, "attack", move="before", towards=target, bands=bands, target=target)
    return None


@rule("modified_cairn.turn.declare_first")
def targets(state: State, who: str, enemies: tuple[Creature, ...]) -> tuple[str, ...]:
    """All enemies, the nearest first; equally near ones by how few have already aimed at them, as far as it is known.

    What has been declared for a creature is known to whoever plays it, and to the GM.
    """
    if len(enemies) == 1:
        return (enemies[0].id,)
    combat, seat = fight(state), find(state, who).seat
    aimed = [made.target for made in combat.declared if seat in {REFEREE, find(state, made.who).seat}]
    far = distances(combat, who)
    ranked = [(BANDS.index(far.get(one.id, "nearby")), aimed.count(one.id), at) for at, one in enumerate(enemies)]
    return tuple([enemies[at].id for _, _, at in sorted(ranked)])


@rule("modified_cairn.hurt.critical", "modified_cairn.state.critically_wounded")
def fallen(state: State, side: Side) -> tuple[str, ...]:
    """The ids of enemies who are down and dying; they come last among the possible targets."""
    return tuple([one.id for one in everyone(state) if side_of(state, one.id) != side and down(one)])


def down(creature: Creature) -> bool:
    """Whether a creature is alive but down."""
    return not up(creature) and alive(creature) and has(creature, "critically_wounded") and not has(creature, "fled")


@rule("modified_cairn.turn.declare_first", "modified_cairn.action.attack_melee", "modified_cairn.action.attack_ranged")
def take_aim(play: Play, state: State, creature: Creature, frenzy: Frenzy = "") -> Declaration:
    """Ask for target and weapon, and give the declaration; bare hands are offered only if there is nothing else."""
    listed = ways(creature)
    combat, why = fight(state), "modified_cairn.turn.declare_first"
    side = side_of(state, creature.id)
    enemies = (*targets(state, creature.id, opponents(state, side)), *fallen(state, side))
    found = {one: [at for at, way in enumerate(listed) if aim(state, creature.id, way, one)] for one in enemies}
    options = tuple([one for one, some in found.items() if some])
    bands = tuple([apart(combat, creature.id, one) for one in options])
    target = play.choose(creature.seat, "attack_whom", options, creature.name, bands, why=why)
    armed = [at for at in found[target] if listed[at] != UNARMED] or found[target]
    usable = sorted(armed, key=lambda at: -mean(dice(state, Strike(creature.id, listed[at], target, frenzy))))
    called = distinct([way.name for way in listed])
    with_ = play.choose(creature.seat, "attack_with", tuple([called[at] for at in usable]), creature.name, why=why)
    at = called.index(with_)
    made = aim(state, creature.id, listed[at], target)
    if made is None:
        raise ValueError("an attack that was offered cannot be made")
    return replace(_naming(made, listed[at]), frenzy=frenzy)


def _naming(made: Declaration, way: Attack) -> Declaration:
    """The declaration with the attack that it is of."""
    return replace(made, weapons=way.items, ranged=way.ranged, detail=way.name)


@rule("modified_cairn.feat.frenzy", "modified_cairn.action.frenzy", "modified_cairn.turn.declare_first")
def take_frenzied_aim(play: Play, state: State, creature: Creature) -> Declaration:
    """Ask for an attack in Frenzy and what the Frenzy is for, and give the declaration."""
    frenzy = play.choose(creature.seat, "frenzy", FRENZIES, creature.name, why="modified_cairn.feat.frenzy")
    return replace(take_aim(play, state, creature, frenzy), action="frenzy")


@rule("modified_cairn.turn.action_list")
def no_target(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot attack: no enemy can be reached with anything in its hands."""
    listed, enemies = ways(creature), opponents(state, side_of(state, creature.id))
    for one in enemies:
        for way in listed:
            if aim(state, creature.id, way, one.id):
                return None
    found = [refusal for way in listed for one in enemies if (refusal := reaches(state, creature.id, way, one.id))]
    wanting = [one for one in found if one.code in ("out_of_ammunition", "not_loaded")]
    if wanting or (found and len(listed) == 1):
        return (wanting or found)[0]
    return Refusal("no_target", (creature.name,), "modified_cairn.attack.melee_range")


@rule("modified_cairn.action.frenzy", "modified_cairn.condition.fatigued_no_feats")
def no_frenzy(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot attack in Frenzy."""
    if not can_use_feats(creature, state.settings):
        return Refusal("no_feats", (creature.name,), "modified_cairn.condition.fatigued_no_feats")
    return no_target(state, creature)


def chosen(state: State, made: Declaration) -> Attack | None:
    """The attack of a declaration; without its weapons another of its name, and None if there is none."""
    named = [way for way in ways(find(state, made.who)) if way.name == made.detail]
    exact = [way for way in named if (way.items, way.ranged) == (made.weapons, made.ranged)]
    return next(iter((*exact, *named)), None)


@rule("modified_cairn.turn.simultaneous", "modified_cairn.turn.roll_together")
def strikes(play: Play, state: State, made: Declaration) -> tuple[Strike, ...]:
    """The strikes of a declared attack; none if its target can no longer be reached."""
    attack, target = chosen(state, made), find(state, made.target)
    if (
        attack
        and (up(target) or down(target))
        and reaches(state, made.who, attack, made.target, still=not made.move) is None
    ):
        return (Strike(made.who, attack, made.target, made.frenzy),)
    play.tell("attack.lost", find(state, made.who).name, target.name, why="modified_cairn.attack.melee_range")
    return ()


def _worth(state: State, strike: Strike) -> float:
    """The average damage of an attack, summed over all creatures that it certainly falls on."""
    return sum([mean(dice(state, replace(strike, target=one))) for one in certain(state, strike)])


@rule("modified_cairn.turn.simultaneous")
def best_aim(state: State, who: str, enemies: tuple[Creature, ...]) -> Declaration | None:
    """The strongest attack on the nearest enemy in reach; of equals the one at whom the fewest have aimed."""
    listed = ways(find(state, who))
    for target in targets(state, who, enemies):
        found: list[tuple[int, Declaration]] = []
        for at, way in enumerate(listed):
            if "bash" not in way.qualities and (made := aim(state, who, way, target)):
                found.append((at, made))
        if len(found) > 1:
            found.sort(key=lambda one: -_worth(state, Strike(who, listed[one[0]], target)))
        if found:
            at, made = found[0]
            return _naming(made, listed[at])
    return None
