"""Powers: what monsters do in place of an attack, and how those with Runeskelfs channel them."""

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.attacks import held_back
from tallow.games.modified_cairn.combat.bands import apart, beside, fight
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre
from tallow.games.modified_cairn.folk import Power, Step, monsters
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.magic.casting import UNSCATHED, strains
from tallow.games.modified_cairn.magic.effects import release
from tallow.games.modified_cairn.magic.places import MAGICLESS, hears, in_place
from tallow.games.modified_cairn.magic.workings import harmful, work
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.monsters.traits import entry
from tallow.games.modified_cairn.state import (
    BANDS,
    Creature,
    Declaration,
    State,
    has,
    members,
    opponents,
    side_of,
    up,
)
from tallow.games.modified_cairn.uses import SPENT, Use
from tallow.mechanics.marks import Mark
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

STRAINED = 3
"""With this much Strain an opponent can no longer channel."""

HELD = (Step("hold", state="held", save="SPI"), Step("hold", state="asleep", lasts="1h"), Step("hold", state="away"))
CAST_EFFECTS = {"as_read": None, **{step.state: step for step in HELD}}


@rule("modified_cairn.enemy.open_details")
def within(state: State, creature: Creature, power: Power) -> tuple[str, ...]:
    """The ids of enemies in the band of a power, without those who are stone."""
    combat = fight(state)
    most = BANDS.index(power.band)
    near = [one for one in opponents(state, side_of(state, creature.id)) if not one.states or "stone" not in one.states]
    return tuple([one.id for one in near if BANDS.index(apart(combat, creature.id, one.id)) <= most])


def _spent(per: Use, power: Power) -> Mark[Use]:
    return SPENT.mark(per, power.name)


@rule("modified_cairn.enemy.open_details")
def usable(state: State, creature: Creature) -> tuple[Power, ...]:
    """The powers that a creature could use as its Action now."""
    monster = entry(creature.of)
    if monster is None or not monster.powers or state.combat is None or has(creature, "peaceful"):
        return ()
    return tuple(
        power
        for power in monster.powers
        if (not power.per or _spent(power.per, power) not in creature.spent)
        and (power.target == "self" or power.moves_first or within(state, creature, power))
    )


def has_powers(_state: State, creature: Creature) -> bool:
    """Whether a creature has powers at all."""
    monster = entry(creature.of)
    return monster is not None and bool(monster.powers)


def no_power(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot use a power."""
    return (
        None if usable(state, creature) else Refusal("no_power", (creature.name,), "modified_cairn.enemy.open_details")
    )


@rule("modified_cairn.enemy.open_details", "modified_cairn.monster.elephant")
def declare_power(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which power, and on whom if it has one target; a charge includes a Move."""
    ready = usable(state, creature)
    names = tuple(power.name for power in ready)
    name = play.choose(creature.seat, "which_power", names, creature.name, why=creature.of)
    power = ready[names.index(name)]
    target = ""
    if power.target == "one":
        reach = within(state, creature, power)
        if power.moves_first:
            reach = tuple(one.id for one in opponents(state, side_of(state, creature.id)))
        target = play.choose(creature.seat, "power_whom", reach, creature.name, name, why=creature.of)
    made = Declaration(creature.id, "power", target=target, detail=name)
    return replace(made, move="before", towards=target) if power.moves_first else made


@rule("modified_cairn.enemy.open_details")
def resolve_power(play: Play, state: State, made: Declaration) -> State:
    """Use a declared power: each target makes the Save that it allows, or suffers its effects."""
    creature = find(state, made.who)
    monster = entry(creature.of)
    power = next((one for one in monster.powers if one.name == made.detail), None) if monster else None
    if power is None:
        return state
    if power.per:
        state = put(state, replace(creature, spent=(*creature.spent, _spent(power.per, power))))
    if held_back(play, creature, power.name):
        play.tell("power.held_back", creature.name, power.name, why="modified_cairn.gambit.impair")
        return state
    reach = within(state, creature, power)
    targets = (creature.id,) if power.target == "self" else reach if power.target == "all" else (made.target,)
    targets = tuple(who for who in targets if power.target == "self" or who in reach)
    names = tuple(find(state, who).name for who in targets)
    play.tell("power", creature.name, power.name, names, why=creature.of)
    if power.rune and (works := runeskelfs()[power.rune].works) is not None:
        return work(play, state, creature.id, power.rune, works, targets if targets != (creature.id,) else ())
    for who in targets:
        if power.sound and not hears(state, find(state, who)):
            play.tell("working.unheard", find(state, who).name, creature.of, why="modified_cairn.state.deafened")
        elif not power.save or not save(play, find(state, who), power.save, creature.of):
            state = afflict(play, state, who, creature.id, power.does, creature.of)
    return state


POWER = Manoeuvre(
    no_power, declare_power, resolve_power, "modified_cairn.enemy.open_details", first=True, shown=has_powers
)


@rule("modified_cairn.enemy.casting")
def castable(creature: Creature) -> tuple[RuleId, ...]:
    """The ids of Runeskelfs that an opponent can channel now: none with three Strain; some choose only a few."""
    monster = entry(creature.of)
    if monster is None or len(creature.strain) >= STRAINED or not (monster.runeskelfs or monster.picks):
        return ()
    used = tuple(dict.fromkeys(SPENT.about(creature.spent, "rune")))
    if monster.picks and len(used) >= monster.picks:
        return used
    return monster.runeskelfs or tuple(runeskelfs())


def is_caster(_state: State, creature: Creature) -> bool:
    """Whether an opponent has Runeskelfs at all."""
    monster = entry(creature.of)
    return creature.kind == "monster" and monster is not None and bool(monster.runeskelfs or monster.picks)


def no_cast(_state: State, creature: Creature) -> Refusal | None:
    """Why an opponent cannot channel."""
    return None if castable(creature) else Refusal("no_cast", (creature.name,), "modified_cairn.enemy.casting")


@rule("modified_cairn.enemy.casting")
def declare_cast(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which Runeskelf, and on whom if it is aimed: an ally for what helps, else an enemy, or nobody."""
    why = "modified_cairn.enemy.casting"
    rune = play.choose(creature.seat, "which_rune", castable(creature), creature.name, why=why)
    works, side = runeskelfs()[rune].works, side_of(state, creature.id)
    if works is not None and works.acts and works.aims != "one":
        return Declaration(creature.id, "cast", detail=rune)
    foes = tuple([one.id for one in opponents(state, side)])
    if works is not None and works.acts and not harmful(works):
        foes = (creature.id, *[one.id for one in members(state, side) if one.id != creature.id and up(one)])
    whom = play.choose(creature.seat, "cast_whom", (*foes, "nobody"), creature.name, rune, why=why)
    return Declaration(creature.id, "cast", target="" if whom == "nobody" else whom, detail=rune)


@rule("modified_cairn.enemy.casting")
def resolve_cast(play: Play, state: State, made: Declaration) -> State:
    """An opponent channels: the runes take effect, then a die is rolled for Strain. Neither happens without magic."""
    why = "modified_cairn.enemy.casting"
    creature = find(state, made.who)
    if held_back(play, creature, made.detail):
        play.tell("power.held_back", creature.name, made.detail, why="modified_cairn.gambit.impair")
        return state
    spent = tuple(dict.fromkeys((*creature.spent, SPENT.mark("rune", made.detail))))
    play.tell("power.casts", creature.name, made.detail, why=made.detail)
    if in_place(state, MAGICLESS):
        play.tell("magic.stifled", creature.name, why="modified_cairn.relic.staff_of_silence")
        return state
    state = _takes_effect(play, state, creature, made)
    (face,) = play.roll(1, 6, by=creature.seat, why=why, stake=UNSCATHED)
    strain = (*creature.strain, "pack") if strains(face) else creature.strain
    return put(state, replace(find(state, creature.id), spent=spent, strain=strain))


@rule("modified_cairn.enemy.casting", "modified_cairn.magic.known")
def _takes_effect(play: Play, state: State, creature: Creature, made: Declaration) -> State:
    """What an opponent's runes do: what they are known for, or what the GM says of a target that fails a SPI Save.

    Runes known to work upon whoever channels them, upon all around or upon the place need no target.
    """
    works, why = runeskelfs()[made.detail].works, "modified_cairn.enemy.casting"
    if works is not None and works.acts and works.aims != "one":
        return work(play, state, creature.id, made.detail, works, ())
    target = find(state, made.target) if made.target else None
    if target is None and works is not None and not harmful(works):
        return work(play, state, creature.id, made.detail, works, (creature.id,))
    if target is None or not up(target):
        return state
    if works is not None and (works.save or side_of(state, target.id) == side_of(state, creature.id)):
        return work(play, state, creature.id, made.detail, works, (target.id,))
    if save(play, target, "SPI", why):
        return state
    effect = play.choose(REFEREE, "cast_effect", tuple(CAST_EFFECTS), target.name, made.detail, why=made.detail)
    if (step := CAST_EFFECTS[effect]) is not None:
        return afflict(play, state, target.id, creature.id, (step,), made.detail)
    return work(play, state, creature.id, made.detail, works, (target.id,)) if works is not None else state


CAST = Manoeuvre(no_cast, declare_cast, resolve_cast, "modified_cairn.enemy.casting", first=True, shown=is_caster)


@rule("modified_cairn.enemy.open_details", "modified_cairn.monster.killer_bees")
def bonds(state: State, creature: Creature) -> tuple[str, ...]:
    """The ids of effects that an Action could end, on the creature itself or on an ally at arm's length."""
    mine = [one.id for one in members(state, side_of(state, creature.id))]
    near = (creature.id, *(who for who in beside(state, creature.id) if who in mine))
    listed = [effect for effect in state.effects if effect.on and effect.on[0] in near and effect.of in monsters()]
    return tuple([effect.id for effect in listed if effect.does in ("each", "hold", "stone")])


def no_bonds(state: State, creature: Creature) -> Refusal | None:
    """Why there is nobody to free."""
    return (
        None if bonds(state, creature) else Refusal("no_bonds", (creature.name,), "modified_cairn.enemy.open_details")
    )


@rule("modified_cairn.enemy.open_details")
def declare_free(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which effect to end, and on whom."""
    found = [effect for effect in state.effects if effect.id in bonds(state, creature)]
    options = tuple([(effect.id, effect.of, find(state, effect.on[0]).name) for effect in found])
    which = play.choose(creature.seat, "free", options, creature.name, why="modified_cairn.enemy.open_details")
    return Declaration(creature.id, "free", detail=which[0])


@rule("modified_cairn.enemy.open_details", "modified_cairn.monster.killer_bees")
def resolve_free(play: Play, state: State, made: Declaration) -> State:
    """Try to end an effect: stings are pulled with an Action; for others the GM says whether that is enough."""
    effect = next((one for one in state.effects if one.id == made.detail), None)
    if effect is None:
        return state
    monster = entry(effect.of)
    if monster is None or not monster.stings:
        name = find(state, made.who).name
        if play.choose(REFEREE, "freed", ("yes", "no"), name, effect.of, why=effect.of) == "no":
            return state
    return release(play, state, effect.id)


FREE = Manoeuvre(
    no_bonds,
    declare_free,
    resolve_free,
    "modified_cairn.enemy.open_details",
    first=True,
    shown=lambda state, creature: bool(state.effects) and bool(bonds(state, creature)),
)
