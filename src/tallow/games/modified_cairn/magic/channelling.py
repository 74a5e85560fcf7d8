"""Channeling: who can, from which things, in a fight and outside; lending Effort, scrolls, recharging."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.combat.attacks import Strike, held_back
from tallow.games.modified_cairn.combat.bands import comrades, fight
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre, nothing
from tallow.games.modified_cairn.gear.inventory import at_ease, item_of, with_item
from tallow.games.modified_cairn.gear.slots import empty, empty_slots
from tallow.games.modified_cairn.magic.casting import cast, taking_hold
from tallow.games.modified_cairn.magic.casting import strikes as strikes_of
from tallow.games.modified_cairn.magic.places import MAGICLESS, in_place
from tallow.games.modified_cairn.magic.wishes import MOST, agreed, lenders, own_effort, priced, wish
from tallow.games.modified_cairn.state import ROUND, Casting, Creature, Declaration, Item, State, members, side_of
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

CHANNEL: RuleId = "modified_cairn.action.channel"
SCROLL: RuleId = "modified_cairn.action.use_scroll"
LEND: RuleId = "modified_cairn.action.lend_effort"


@rule("modified_cairn.channel.freedom", "modified_cairn.setting.runeskelf_location", "modified_cairn.effort.tapped_out")
def runes(state: State, creature: Creature) -> tuple[Item, ...]:
    """The Runeskelfs that a creature can channel: At Hand, and by a setting on the Body too."""
    places = ("hands",) if state.settings.runeskelf_location == "hand" else ("hands", "body")
    return tuple([item for item in creature.items if item.kind == "rune" and item.place in places])


def scrolls(creature: Creature) -> tuple[Item, ...]:
    """The scrolls that a creature has At Hand."""
    return tuple([item for item in creature.items if item.kind == "scroll" and item.place == "hands"])


@rule(
    "modified_cairn.channel.freedom",
    "modified_cairn.magic.two_runes",
    "modified_cairn.effort.tapped_out",
    "modified_cairn.effort.slots",
    "modified_cairn.magic.later_version",
)
def cannot_channel(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot channel: no magic works here, no Runeskelf in hand, only tapped ones, no empty slot."""
    held = runes(state, creature)
    if in_place(state, MAGICLESS):
        return Refusal("magicless", (), "modified_cairn.relic.staff_of_silence")
    if not held:
        return Refusal("no_runeskelf", (creature.name,), "modified_cairn.channel.freedom")
    if all(item.tapped for item in held):
        return Refusal("tapped_out", (creature.name, held[0].name), "modified_cairn.effort.tapped_out")
    if empty_slots(creature) < 1 and not (state.settings.magic_version == "later" and lenders(state, creature)):
        return Refusal("no_empty_slot", (creature.name,), "modified_cairn.channel.freedom")
    return None


def no_scroll(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot read a scroll."""
    if in_place(state, MAGICLESS):
        return Refusal("magicless", (), "modified_cairn.relic.staff_of_silence")
    return None if scrolls(creature) else Refusal("no_scroll", (creature.name,), SCROLL)


@rule("modified_cairn.action.channel", "modified_cairn.magic.extent", "modified_cairn.magic.intent")
def agree(play: Play, state: State, creature: Creature, listed: tuple[Item, ...]) -> Casting | None:
    """Agree on a casting before anything is paid: what, at what price, and who pays; None if it is called off."""
    options = tuple([item.id for item in listed if not item.tapped])
    item = item_of(creature, play.choose(creature.seat, "cast_what", options, creature.name, why=CHANNEL))
    lent = max([spare for _, spare in lenders(state, creature)], default=0)
    most = 0 if item.kind == "scroll" else min(MOST, max(0, own_effort(state, creature)) + lent)
    made = priced(play, state, creature, item, wish(play, state, creature, item, most))
    return agreed(play, state, creature, made) if made is not None else None


@rule("modified_cairn.action.channel", "modified_cairn.turn.declare_first")
def _declare(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare a casting in a fight, agreed in full; if it is called off, another action may be declared."""
    made = agree(play, state, creature, runes(state, creature))
    return Declaration(creature.id, "channel" if made else "", item=made.item if made else "", casting=made)


@rule("modified_cairn.action.use_scroll", "modified_cairn.convert.spellbooks")
def _declare_scroll(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare in a fight which scroll to read, and for what effect."""
    made = agree(play, state, creature, scrolls(creature))
    return Declaration(creature.id, "use_scroll" if made else "", item=made.item if made else "", casting=made)


@rule("modified_cairn.gambit.impair", "modified_cairn.effort.tapped_out")
def still_held(play: Play, state: State, made: Declaration) -> bool:
    """Whether the thing of a declared casting is still held, not tapped out, and not Impaired."""
    caster = find(state, made.who)
    there = any(item.id == made.item and not item.tapped for item in caster.items)
    return there and not held_back(play, caster, made.item)


def _resolve(play: Play, state: State, made: Declaration) -> State:
    return cast(play, state, made.who, made.casting) if made.casting is not None else state


@rule("modified_cairn.channel.backfire_still_works", "modified_cairn.magic_effect.damage")
def _strikes(play: Play, state: State, made: Declaration) -> tuple[Strike, ...]:
    """The strikes of a casting, even if a backfire has since affected the caster."""
    if made.casting is None or not strikes_of(state, made.who, made.casting):
        return ()
    return strikes_of(state, made.who, taking_hold(play, state, made.who, made.casting))


def _hand_in_hand(state: State, creature: Creature) -> tuple[str, ...]:
    """The ids of casters on its side, at arm's length, with a free hand, who have not declared yet."""
    combat = fight(state)
    own = [one for one in members(state, side_of(state, creature.id)) if one.id in combat.acting]
    close = comrades(state, creature.id)
    near = [one for one in own if one.id in close]
    said = [made.who for made in combat.declared]
    return tuple([one.id for one in near if runes(state, one) and empty(one, "hands") and one.id not in said])


@rule("modified_cairn.action.lend_effort", "modified_cairn.effort.share")
def cannot_lend(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot lend Effort: no empty slot, no free hand, or no caster beside it."""
    if not empty_slots(creature):
        return Refusal("no_empty_slot", (creature.name,), LEND)
    if not empty(creature, "hands"):
        return Refusal("no_free_hand", (creature.name,), LEND)
    return None if _hand_in_hand(state, creature) else Refusal("no_caster", (creature.name,), LEND)


@rule("modified_cairn.action.lend_effort", "modified_cairn.effort.share")
def _lend(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare whose hand to hold: the caster declares afterwards and says how much Effort is shared."""
    whom = play.choose(creature.seat, "lend_whom", _hand_in_hand(state, creature), creature.name, why=LEND)
    return Declaration(creature.id, "lend_effort", target=whom)


def _caster_near(state: State, creature: Creature) -> bool:
    others = members(state, side_of(state, creature.id))
    return creature.kind != "monster" and any(runes(state, one) for one in others if one.id != creature.id)


MAGIC: dict[str, Manoeuvre] = {
    "channel": Manoeuvre(
        cannot_channel,
        _declare,
        _resolve,
        CHANNEL,
        first=True,
        strikes=_strikes,
        shown=lambda _, one: any(item.kind == "rune" for item in one.items),
        rank=-1,
    ),
    "use_scroll": Manoeuvre(
        no_scroll,
        _declare_scroll,
        _resolve,
        SCROLL,
        first=True,
        strikes=_strikes,
        shown=lambda _, one: any(item.kind == "scroll" for item in one.items),
        rank=-1,
    ),
    "lend_effort": Manoeuvre(cannot_lend, _lend, nothing, LEND, shown=_caster_near, rank=-1),
}
"""What magic can be done with the Action of a turn."""


@rule("modified_cairn.action.channel")
def channel(play: Play, state: State, who: str) -> State:
    """Cast outside of a fight."""
    return _cast(play, state, who, runes(state, find(state, who)))


@rule("modified_cairn.action.use_scroll", "modified_cairn.convert.spellbooks", "modified_cairn.item.scroll")
def use_scroll(play: Play, state: State, who: str) -> State:
    """Cast once from a scroll, without slot, Strain or Effort; the scroll is used up."""
    return _cast(play, state, who, scrolls(find(state, who)))


def _cast(play: Play, state: State, who: str, listed: tuple[Item, ...]) -> State:
    made = agree(play, state, find(state, who), listed)
    return state if made is None else pass_time(play, cast(play, state, who, made), ROUND)


def drained(creature: Creature) -> tuple[str, ...]:
    """The ids of what can be recharged: tapped Runeskelfs, and things with marked dots that something renews."""
    return tuple([item.id for item in creature.items if item.tapped or (item.recharge and item.dots)])


@rule("modified_cairn.action.recharge", "modified_cairn.effort.recharge", "modified_cairn.convert.charges")
def recharge(play: Play, state: State, who: str) -> State:
    """Recharge a Runeskelf by its ritual or a relic by its condition, if the GM finds it fulfilled."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.action.recharge"
    item = item_of(creature, play.choose(creature.seat, "recharge_what", drained(creature), creature.name, why=why))
    facts = (creature.name, item.name, item.recharge)
    if play.choose(REFEREE, "ritual", ("done", "not_yet"), *facts, why=why) == "not_yet":
        play.tell("recharge.not_yet", creature.name, item.name, why=why)
        return state
    play.tell("recharged", item.name, why=why)
    return put(state, with_item(creature, replace(item, tapped=False, dots=0)))


def _bears(kind: str, state: State, who: str) -> bool:
    return at_ease(state, who) and any(item.kind == kind for item in find(state, who).items)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "channel_calmly",
        channel,
        CHANNEL,
        shown=lambda state, who: _bears("rune", state, who),
        refuse=lambda state, who: cannot_channel(state, find(state, who)),
        group="magic",
    ),
    Deed(
        "use_scroll_calmly",
        use_scroll,
        SCROLL,
        shown=lambda state, who: _bears("scroll", state, who),
        refuse=lambda state, who: no_scroll(state, find(state, who)),
        group="magic",
    ),
    Deed(
        "recharge",
        recharge,
        "modified_cairn.action.recharge",
        cost="its_ritual",
        shown=lambda state, who: at_ease(state, who) and bool(drained(find(state, who))),
        group="magic",
        rank=1,
    ),
)
