"""What a caster wants of magic (kind, extent and targets of the effect), and the GM's price for it."""

from typing import Any

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import HEDGE_CURSE
from tallow.games.modified_cairn.combat.bands import apart, comrades
from tallow.games.modified_cairn.entries import magic_effects
from tallow.games.modified_cairn.gear.slots import armor, empty, empty_slots
from tallow.games.modified_cairn.gear.things import sides
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.magic.workings import aim
from tallow.games.modified_cairn.monsters.meeting import before_party
from tallow.games.modified_cairn.state import (
    BANDS,
    QUALITIES,
    Casting,
    Creature,
    Item,
    State,
    able,
    alive,
    members,
    side_of,
    up,
)
from tallow.mechanics.two_sides import everyone, find
from tallow.play import REFEREE, Play, RuleId, rule

EFFECT = "modified_cairn.magic_effect."
HARMS = ("damage", "damage_blast", "quality_loss")
"""Effects that have numbers."""
OPEN = ("circumstance", "skip_save", "skip_need", "hinder_or_aid")
"""Effects that the GM judges."""
MOST = 3
"""The most Effort of one casting."""
STEPS = (4, 6, 8, 10, 12)
GAMBITS = ("stop", "impair", "expose", "repel")


@rule(
    "modified_cairn.magic.intent",
    "modified_cairn.magic.broad",
    "modified_cairn.magic_effect.circumstance",
    "modified_cairn.magic_effect.skip_save",
    "modified_cairn.magic_effect.skip_need",
    "modified_cairn.magic_effect.hinder_or_aid",
    "modified_cairn.magic_effect.damage",
    "modified_cairn.magic_effect.damage_blast",
    "modified_cairn.magic_effect.quality_loss",
)
def wish(play: Play, state: State, creature: Creature, item: Item, most: int) -> Casting:
    """Ask the caster for a kind of effect, its targets and extent; effects without numbers are described in words."""
    why: RuleId = "modified_cairn.magic.intent"
    aimed = HARMS if within(state, creature, most) else ()
    later = ("gambit",) if aimed and state.combat and state.settings.magic_version == "later" else ()
    listed = runeskelfs().get(item.ref)
    known = ("known",) if listed else ()
    kinds = (*aimed, *later, *known, *OPEN) if state.combat else (*known, *OPEN, *aimed)
    kind = play.choose(creature.seat, "magic_kind", kinds, creature.name, " ".join(item.runes), item.effect, why=why)
    made = Casting(item.id, kind)
    if kind in HARMS:
        return _harm(play, state, creature, made, most)
    if kind == "known" and listed:
        upon = aim(play, state, creature.id, item.ref, listed.works) if listed.works else ()
        return replace(made, of=item.ref, targets=upon)
    if kind == "gambit":
        return _gambit(play, state, creature, made, most)
    if kind == "hinder_or_aid" and state.combat:
        there = [one for one in everyone(state) if up(one) and before_party(state, creature.id, one.id)]
        near = tuple([one.id for one in there if one.id != creature.id])
        return replace(
            made, targets=(play.choose(creature.seat, "magic_whom", near, creature.name, why=EFFECT + kind),)
        )
    return replace(made, intent=play.write(creature.seat, "intent", creature.name, " ".join(item.runes), why=why))


@rule("modified_cairn.magic_effect.damage", "modified_cairn.effort.when")
def within(state: State, creature: Creature, most: int) -> tuple[str, ...]:
    """The ids in range of magic, enemies first: Engaged or Nearby, and one band farther for each Effort.

    Whom the party has not met is none of them.
    """
    there = [one for one in everyone(state) if one.id != creature.id and before_party(state, creature.id, one.id)]
    others = [one for one in there if (up(one) if state.combat else alive(one))]
    side = side_of(state, creature.id)
    ranked = sorted(others, key=lambda one: (side_of(state, one.id) == side, _far(state, creature.id, one.id)))
    return tuple([one.id for one in ranked if _far(state, creature.id, one.id) <= most])


def _far(state: State, who: str, other: str) -> int:
    """How many bands beyond Nearby a creature is."""
    return max(0, BANDS.index(apart(state.combat, who, other)) - 1) if state.combat else 0


@rule("modified_cairn.effort.when", "modified_cairn.magic_effect.quality_loss", "modified_cairn.magic_effect.damage")
def _harm(play: Play, state: State, creature: Creature, made: Casting, most: int) -> Casting:
    """Ask for the targets and die of harm, and how much more than the plain effect is wanted."""
    why: RuleId = EFFECT + made.kind
    (die,) = sides(magic_effects()[why].dice)
    near = within(state, creature, 0)
    greater = bool(most) and (
        not near or play.choose(creature.seat, "magic_greater", ("plain", "greater"), why=why) == "greater"
    )
    if greater:
        near = within(state, creature, most)
    first = play.choose(creature.seat, "magic_whom", near, creature.name, why=why)
    made = replace(made, targets=(first,), sides=die)
    if greater:
        dice = tuple([step for step in STEPS if die <= step][: most + 1])
        made = replace(made, sides=play.choose(creature.seat, "magic_die", dice, creature.name, why=why))
        made = _more(play, creature, made, near, why)
    elif made.kind == "damage_blast" and not state.combat:
        made = _more(play, creature, made, near, why)
    if made.kind == "quality_loss":
        lowers = play.choose(creature.seat, "magic_quality", QUALITIES, creature.name, why=why)
        return replace(made, quality=lowers)
    return made


def _more(play: Play, creature: Creature, made: Casting, near: tuple[str, ...], why: RuleId) -> Casting:
    """Ask for more targets, one after another."""
    while others := tuple([one for one in near if one not in made.targets]):
        one = play.choose(creature.seat, "magic_more", ("done", *others), creature.name, why=why)
        if one == "done":
            break
        made = replace(made, targets=(*made.targets, one))
    return made


@rule("modified_cairn.magic.later_version")
def _gambit(play: Play, state: State, creature: Creature, made: Casting, most: int) -> Casting:
    """Ask for a Gambit, which the later version of magic can do; one more Effort allows no Save against it."""
    why: RuleId = "modified_cairn.magic.later_version"
    whom = play.choose(creature.seat, "magic_whom", within(state, creature, 0), creature.name, why=why)
    which = play.choose(creature.seat, "magic_gambit", GAMBITS, creature.name, why=why)
    denied = (
        most > 1 and play.choose(creature.seat, "magic_deny", ("save", "no_save"), creature.name, why=why) == "no_save"
    )
    return replace(made, targets=(whom,), gambit=which, denied=denied)


@rule("modified_cairn.effort.when")
def suggested(state: State, creature: Creature, made: Casting) -> int:
    """The Effort that a casting should cost: one for each step of die, target and band beyond the plain effect."""
    floor = 1 if state.settings.magic_version == "later" else 0
    if made.kind == "gambit":
        return floor + made.denied
    if made.kind not in HARMS:
        return floor
    (die,) = sides(magic_effects()[EFFECT + made.kind].dice)
    more = STEPS.index(made.sides) - STEPS.index(die)
    if made.kind != "damage_blast":
        more += len(made.targets) - 1
    more += max([_far(state, creature.id, one) for one in made.targets], default=0)
    return min(MOST, max(floor, more))


@rule(
    "modified_cairn.magic.extent",
    "modified_cairn.action.ref_price_magic",
    "modified_cairn.channel.backfire",
    "modified_cairn.effort.max",
    "modified_cairn.effort.when",
    "modified_cairn.magic.later_version",
    "modified_cairn.table.mountebank_1",
)
def priced(play: Play, state: State, creature: Creature, item: Item, made: Casting) -> Casting | None:
    """The GM sets the Effort, and whether a Save against a backfire is due; None if the effect is refused.

    It always is for whoever is under a hedge curse, and in the later version in a fight or while Deprived.
    """
    later = state.settings.magic_version == "later"
    efforts = [0] if item.kind == "scroll" else list(range(1 if later else 0, MOST + 1))
    asked = suggested(state, creature, made)
    efforts.sort(key=lambda effort: (effort != asked, effort))
    due = HEDGE_CURSE in creature.life.history or (later and bool(creature.deprived or state.combat))
    risky = ("SPI", "CLA") if later else ("SPI",)
    risks = risky if due else (*risky, "calm") if state.combat else ("calm", *risky)
    options: list[Any] = [(risk, effort) for risk in risks for effort in efforts]
    targets = tuple([find(state, one).name for one in made.targets])
    kind = made.gambit or made.of or EFFECT + made.kind
    facts = (creature.name, " ".join(item.runes), kind)
    more = (targets, made.sides) if made.sides else (made.intent or targets,)
    why: RuleId = "modified_cairn.action.ref_price_magic"
    said: Any
    if made.sides:
        said = play.choose(REFEREE, "price_harm", (*options, "not_so"), *facts, *more, why=why)
    else:
        said = play.choose(REFEREE, "price_magic", (*options, "not_so"), *facts, *more, why=why)
    if said == "not_so":
        play.tell("magic.not_so", creature.name, item.name, why="modified_cairn.magic.extent")
        return None
    risk, effort = said
    made = replace(made, effort=effort, save="" if risk == "calm" else risk)
    return _flagged(play, state, made)


@rule("modified_cairn.setting.magic_armour", "modified_cairn.magic_effect.damage", "modified_cairn.magic.later_version")
def _flagged(play: Play, state: State, made: Casting) -> Casting:
    """Ask whether Armor counts against magical damage and, in the later version, what a fitting element adds."""
    if made.kind not in ("damage", "damage_blast"):
        return made
    how, why = state.settings.magic_armour, "modified_cairn.setting.magic_armour"
    physical = how == "always"
    if how == "by_flag":
        armoured = any(armor(find(state, one), state.settings) for one in made.targets)
        flags = ("physical", "not_physical")
        physical = not armoured or play.choose(REFEREE, "magic_physical", flags, why=why) == "physical"
    bonus = 0
    if state.settings.magic_version == "later":
        bonus = play.choose(REFEREE, "magic_element", (0, 8, 10, 12), why="modified_cairn.magic.later_version")
    return replace(made, physical=physical, bonus=bonus)


@rule(
    "modified_cairn.channel.freedom",
    "modified_cairn.effort.slots",
    "modified_cairn.effort.max",
    "modified_cairn.setting.magic_version",
)
def own_effort(state: State, creature: Creature) -> int:
    """How much Effort the caster's empty slots allow, beyond the one for channeling; -1: no casting at all."""
    base = 0 if state.settings.magic_version == "later" else 1
    return min(MOST, empty_slots(creature) - base)


@rule("modified_cairn.effort.share", "modified_cairn.action.lend_effort")
def lenders(state: State, creature: Creature) -> tuple[tuple[str, int], ...]:
    """Who could lend how much Effort: those with empty slots and a free hand, if the caster has a free hand too.

    In a fight it is only those who have declared it and are at arm's length.
    """
    if not empty(creature, "hands"):
        return ()
    found = []
    close = comrades(state, creature.id) if state.combat else ()
    declared = state.combat.declared if state.combat else ()
    said = [made.who for made in declared if made.action == "lend_effort" and made.target == creature.id]
    for one in members(state, side_of(state, creature.id)):
        if one.id == creature.id or one.kind == "monster" or not able(one) or not empty(one, "hands"):
            continue
        if state.combat and (one.id not in said or one.id not in close):
            continue
        if spare := min(MOST, empty_slots(one)):
            found.append((one.id, spare))
    return tuple(found)


@rule("modified_cairn.effort.share", "modified_cairn.effort.slots", "modified_cairn.magic.extent")
def agreed(play: Play, state: State, creature: Creature, made: Casting) -> Casting | None:
    """The caster pays alone, shares the Effort with a willing partner, or calls it off at no cost (None)."""
    if not made.effort and not made.save:
        return made
    own, why = own_effort(state, creature), "modified_cairn.effort.share"
    options: list[Any] = ["alone"] if made.effort <= own or not made.effort else []
    for who, spare in lenders(state, creature):
        shares = range(max(1, made.effort - own), min(spare, made.effort) + 1)
        options += [("share", who, lent) for lent in shares]
    if not options:
        play.tell("magic.too_dear", creature.name, made.effort, why="modified_cairn.effort.slots")
        return None
    how: Any = play.choose(
        creature.seat, "cast_how", (*options, "withdraw"), creature.name, made.effort, made.save, why=why
    )
    if how == "alone":
        return made
    if how == "withdraw":
        return None
    _, partner, lent = how
    other = find(state, partner)
    willing = state.combat is not None or other.seat == creature.seat
    if not willing and play.choose(other.seat, "lend", ("yes", "no"), creature.name, lent, why=why) == "no":
        play.tell("magic.alone", other.name, creature.name, why=why)
        return None
    return replace(made, partner=partner, lent=lent)
