"""A casting: the Saves before it, its effect, side-effects, and the Strain that it costs."""

from typing import Any

from msgspec.structs import replace

from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.combat.attacks import Strike
from tallow.games.modified_cairn.combat.bands import fight, step
from tallow.games.modified_cairn.combat.gambits import YIELDING, impair, repel, take_effect
from tallow.games.modified_cairn.combat.pool import Gambit
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.inventory import item_of, with_item, without
from tallow.games.modified_cairn.gear.slots import armor
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.harm.conditions import strain
from tallow.games.modified_cairn.harm.damage import hurt, suffer
from tallow.games.modified_cairn.magic.concentration import hold
from tallow.games.modified_cairn.magic.effects import EXPOSED, bring
from tallow.games.modified_cairn.magic.places import DAMPENED, in_place
from tallow.games.modified_cairn.magic.wishes import EFFECT
from tallow.games.modified_cairn.magic.workings import work
from tallow.games.modified_cairn.monsters.encounters import stirred
from tallow.games.modified_cairn.monsters.traits import withstands_magic
from tallow.games.modified_cairn.state import (
    ENHANCED,
    ROUND,
    Attack,
    Casting,
    Item,
    Mark,
    Quality,
    State,
    has,
    side_of,
    up,
)
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, Pool, RuleId, Seat, Stake, rule

BACKFIRE: RuleId = "modified_cairn.table.backfire"
CLASH: RuleId = "modified_cairn.table.clash"
DRAINS: dict[str, Quality] = {"Drain": "VIG", "Fog of mind": "CLA", "Chill of heart": "SPI"}


@rule(
    "modified_cairn.action.channel",
    "modified_cairn.channel.backfire",
    "modified_cairn.channel.backfire_still_works",
    "modified_cairn.effort.share_save",
    "modified_cairn.effort.share_risk",
)
def cast(play: Play, state: State, who: str, made: Casting) -> State:
    """Resolve one casting: the Saves and their side-effects, the effect in any case, then the dice for Strain."""
    caster = find(state, who)
    item = item_of(caster, made.item)
    said = made.intent or (runeskelfs()[made.of].effect if made.of else "")
    play.tell("magic.cast", caster.name, item.name, said, why="modified_cairn.action.channel")
    if item.kind == "scroll":
        state = put(state, without(caster, item.id))
        play.tell("scroll.dust", caster.name, item.name, why="modified_cairn.action.use_scroll")
    if made.save and not save(play, caster, made.save, "modified_cairn.channel.backfire"):
        state = backfire(play, state, who, made)
    if made.lent and not save(play, find(state, made.partner), "SPI", "modified_cairn.effort.share_save"):
        state = clash(play, state, who, made)
    state = works(play, state, who, made)
    return state if item.kind == "scroll" else pay(play, state, who, made)


UNSCATHED = Stake(4, above=True, means="strain")
"""The stake of a die that may bring Strain."""


@rule("modified_cairn.table.channel")
def strains(face: int) -> bool:
    """Whether a die of this face brings Strain."""
    return tables()["modified_cairn.table.channel"].row(face).name == "Strained"


@rule("modified_cairn.effort.dice", "modified_cairn.table.effort", "modified_cairn.effort.tapped_out")
def effort_dice(play: Play, effort: int, by: Seat) -> tuple[int, bool]:
    """Roll a die for each Effort; gives how many bring Strain, and whether one taps the Runeskelf out."""
    stake = Stake(2, above=True, compared="lowest")
    rolled: Pool = play.roll(effort, 6, by=by, why="modified_cairn.effort.dice", stake=stake)
    return sum([strains(face) for face in rolled]), 1 in rolled


@rule("modified_cairn.table.channel", "modified_cairn.effort.dice")
def toll(play: Play, effort: int, base: bool, by: Seat) -> tuple[int, bool]:
    """Roll for a casting; gives the Strain that the caster takes, and whether the Runeskelf is tapped out."""
    own = 0
    if base:
        (face,) = play.roll(1, 6, by=by, why="modified_cairn.table.channel", stake=UNSCATHED)
        own = strains(face)
    more, tapped = effort_dice(play, effort, by)
    return own + more, tapped


@rule(
    "modified_cairn.table.channel",
    "modified_cairn.effort.dice",
    "modified_cairn.effort.tapped_out",
    "modified_cairn.effort.share",
    "modified_cairn.magic.later_version",
)
def pay(play: Play, state: State, who: str, made: Casting) -> State:
    """Roll the dice of caster and partner, each taking their own Strain; a 1 among Effort dice taps out."""
    later = state.settings.magic_version == "later"
    own, tapped = toll(play, made.effort - made.lent, not later, find(state, who).seat)
    state = strain(play, state, who, own)
    if made.lent:
        theirs, also = effort_dice(play, made.lent, find(state, made.partner).seat)
        state, tapped = strain(play, state, made.partner, theirs), tapped or also
    return tap(play, state, who, made.item) if tapped and not later else state


@rule("modified_cairn.effort.tapped_out")
def tap(play: Play, state: State, who: str, which: str) -> State:
    """The state with this Runeskelf tapped out until it is recharged."""
    caster = find(state, who)
    item: Item | None = next((one for one in caster.items if one.id == which), None)
    if item is None or item.tapped or item.kind != "rune":
        return state
    play.tell("magic.tapped", caster.name, item.name, why="modified_cairn.effort.tapped_out")
    return put(state, with_item(caster, replace(item, tapped=True)))


@rule(
    "modified_cairn.magic_effect.damage",
    "modified_cairn.magic_effect.damage_blast",
    "modified_cairn.armour.physical_only",
)
def strikes(state: State, who: str, made: Casting) -> tuple[Strike, ...]:
    """The strikes of magic that does damage in a fight, one for each target that is up; none of other magic."""
    if made.kind not in ("damage", "damage_blast"):
        return ()
    dice = (made.sides, made.bonus) if made.bonus else (made.sides,)
    blast = made.kind == "damage_blast"
    attack = Attack("magic", tuple(sorted(dice)), blast=blast, physical=made.physical, qualities=("magic",))
    return tuple([Strike(who, attack, one) for one in made.targets if up(find(state, one))])


@rule("modified_cairn.enemy.immunity")
def taking_hold(play: Play, state: State, who: str, made: Casting) -> Casting:
    """The casting without targets that magic does not affect: some monsters are immune or may resist it."""
    caster, why = find(state, who), made.of or EFFECT + made.kind
    side = side_of(state, who)
    left = [
        one
        for one in made.targets
        if side_of(state, one) == side or not withstands_magic(play, caster, find(state, one), why=why)
    ]
    return made if len(left) == len(made.targets) else replace(made, targets=tuple(left))


@rule("modified_cairn.magic.extent", "modified_cairn.magic.broad")
def works(play: Play, state: State, who: str, made: Casting) -> State:
    """Apply the effect of a casting, except damage in a fight, which is dealt by `strikes`."""
    caster, why = find(state, who), EFFECT + made.kind
    if made.kind in ("damage", "damage_blast") and state.combat:
        return state
    aimed, made = made, taking_hold(play, state, who, made)
    if aimed.targets and not made.targets:
        return state
    if made.kind in ("damage", "damage_blast"):
        return _struck(play, state, who, made)
    if made.kind == "quality_loss":
        return _drained(play, state, who, made)
    if made.kind == "gambit":
        return _gambit(play, state, who, made)
    if made.kind == "known":
        return _known_for(play, state, who, made)
    if made.kind == "hinder_or_aid" and state.combat:
        return _hinder_or_aid(play, state, who, made.targets[0])
    play.tell("magic.works", caster.name, made.kind, made.intent, why=why)
    return hold(play, state, who) if state.settings.magic_version == "later" else state


@rule("modified_cairn.magic_effect.damage", "modified_cairn.magic_effect.damage_blast")
def _struck(play: Play, state: State, who: str, made: Casting) -> State:
    """Deal damage outside a fight: for each target the highest of the dice, less Armor if the magic is physical.

    It goes to Guard and VIG as usual, but no Scar comes of it; where magic is dampened it is halved.
    """
    for one in made.targets:
        target = find(state, one)
        dice = (made.sides, made.bonus) if made.bonus else (made.sides,)
        rolled = [play.roll(1, die, by=find(state, who).seat, why=EFFECT + made.kind)[0] for die in dice]
        stopped = armor(target, state.settings) if made.physical else 0
        dealt = max(rolled) // 2 if in_place(state, DAMPENED) else max(rolled)
        state = hurt(play, state, one, max(0, dealt - stopped), EFFECT + made.kind, scars=False)
    return state


@rule("modified_cairn.magic_effect.quality_loss", "modified_cairn.quality.loss_by_cause")
def _drained(play: Play, state: State, who: str, made: Casting) -> State:
    """Each target that fails a Save with a Quality loses a roll of one die of it, halved where magic is dampened."""
    why = EFFECT + made.kind
    for one in made.targets:
        if not save(play, find(state, one), made.quality, why):
            lost = total(play, f"1d{made.sides}", find(state, who).seat, why)
            lost = lost // 2 if in_place(state, DAMPENED) else lost
            state = suffer(play, state, one, made.quality, lost, why)
    return state


@rule("modified_cairn.magic.extent", "modified_cairn.magic.known")
def _known_for(play: Play, state: State, who: str, made: Casting) -> State:
    """Carry out what a Runeskelf is known for."""
    works = runeskelfs()[made.of].works
    if works is None:
        play.tell("working.judged", made.of, why=made.of)
        return state
    return work(play, state, who, made.of, works, made.targets)


@rule("modified_cairn.magic.later_version")
def _gambit(play: Play, state: State, who: str, made: Casting) -> State:
    """Apply a Gambit, unless a VIG Save prevents it; the casting may deny that Save."""
    why: RuleId = "modified_cairn.magic.later_version"
    (target,) = made.targets
    victim = find(state, target)
    saves = not made.denied and not has(victim, YIELDING)
    if not up(victim) or (saves and save(play, victim, "VIG", why)):
        return state
    done = Gambit(who, made.gambit)
    return repel(play, state, target, done) if made.gambit == "repel" else take_effect(play, state, target, (done,))


@rule("modified_cairn.magic_effect.hinder_or_aid")
def _hinder_or_aid(play: Play, state: State, who: str, target: str) -> State:
    """In a fight: an ally's attack is Enhanced this turn, or an enemy's weapon is Impaired on its next turn."""
    if side_of(state, who) != side_of(state, target):
        return impair(play, state, target, who, 1)
    combat = fight(state)
    play.tell("magic.aids", find(state, target).name, why="modified_cairn.magic_effect.hinder_or_aid")
    return replace(state, combat=replace(combat, marks=(*combat.marks, Mark(target, "enhanced", ENHANCED))))


@rule("modified_cairn.channel.backfire", "modified_cairn.table.backfire", "modified_cairn.action.ref_side_effect")
def backfire(play: Play, state: State, who: str, made: Casting) -> State:
    """A side-effect: the GM rolls it, picks a row, or invents one; effects with numbers are applied at once."""
    why: RuleId = "modified_cairn.action.ref_side_effect"
    victim = find(state, who).name
    name = _side_effect(play, BACKFIRE, victim, play.choose(REFEREE, "backfire", _rows(BACKFIRE), victim, why=why))
    caster = find(state, who)
    if name == "Heavy toll":
        return strain(play, state, who)
    if name in DRAINS:
        lost = total(play, "1d4", caster.seat, BACKFIRE)
        return suffer(play, state, who, DRAINS[name], lost, BACKFIRE)
    if name == "Open guard":
        return bring(play, state, BACKFIRE, (who,), EXPOSED, 2 * ROUND, by=who)
    if name == "Tapped":
        return tap(play, state, who, made.item)
    if name == "Snuffed":
        return shade(put(state, *(replace(one, items=_doused(one.items)) for one in state.party)))
    if name == "Beacon" and state.dungeon is not None:
        return stirred(state)
    return state


def _doused(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple([replace(item, lit=False) if item.lit else item for item in items])


@rule("modified_cairn.effort.share_risk", "modified_cairn.table.clash", "modified_cairn.effort.share_save")
def clash(play: Play, state: State, who: str, made: Casting) -> State:
    """Apply the side-effect of a failed Save for shared Effort."""
    partner = find(state, made.partner)
    why: RuleId = "modified_cairn.action.ref_side_effect"
    how = play.choose(REFEREE, "clash", _rows(CLASH), partner.name, why=why)
    name = _side_effect(play, CLASH, partner.name, how)
    if name == "Shared pain":
        return suffer(play, state, partner.id, "SPI", total(play, "1d4", partner.seat, CLASH), CLASH)
    if name == "Doubled toll":
        return strain(play, state, partner.id)
    if name == "Thrown apart" and state.combat:
        return step(play, state, partner.id, who, closer=False)
    return backfire(play, state, who, made) if name == "Spill" else state


def _rows(table: RuleId) -> tuple[Any, ...]:
    """The GM's options for a table of side-effects: roll on it, pick a row, or invent something."""
    return ("roll", *[("row", row.name) for row in tables()[table].rows], "invent")


def _side_effect(play: Play, table: RuleId, name: str, how: Any) -> str:
    """The name of the row that is rolled or picked; "" for the GM's own words, which the table is told."""
    rows = {row.name: row.effect for row in tables()[table].rows}
    if how == "invent":
        text = play.write(REFEREE, "side_effect", name, why="modified_cairn.action.ref_side_effect")
        play.tell("side_effect", name, text, why=table)
        return ""
    row = look(play, table, REFEREE).name if how == "roll" else how[1]
    play.tell("side_effect", name, rows[row], why=table)
    return str(row)
