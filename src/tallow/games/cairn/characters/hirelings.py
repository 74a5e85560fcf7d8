"""Hirelings: who can be hired and for what, shares of treasure, parting, and who they are. Their pay is in wages.py."""

from msgspec.structs import replace

from tallow.games.cairn.characters.allies import accompany
from tallow.games.cairn.characters.creation import equipped, named, rolled_age, rolled_traits
from tallow.games.cairn.characters.wages import leave
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.entries import Gear, weapons
from tallow.games.cairn.folk import Role, backgrounds, roles
from tallow.games.cairn.gear.coins import GOLD, receive_coins, with_coins, worth
from tallow.games.cairn.gear.handling import at_ease, settled
from tallow.games.cairn.gear.inventory import fits
from tallow.games.cairn.gear.things import from_gear
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, Creature, Pay, State, alive, unhurt
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial, with_ids
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

LIGHT: RuleId = "cairn.weapon.light"
DAILY, SHARE = "daily", "share"
TREASURE = range(1, 100_001)
WAGES = {"1": 1, "2": 2, "3": 3}


def hired(state: State) -> tuple[Creature, ...]:
    """The hirelings who live."""
    return tuple(one for one in state.party if one.kind == "hireling" and alive(one))


def employed_by(state: State, employer: str) -> tuple[Creature, ...]:
    """The hirelings of one employer."""
    return tuple(one for one in hired(state) if one.pay and one.pay.employer == employer)


@rule("cairn.hireling.cost", "cairn.hireling.roles", "cairn.setting.hireling_pay", "cairn.setting.price_list")
def fee(role: Role, settings: Settings) -> int:
    """The price of a role for a day in gold pieces; 0: between 1 and 3, to be rolled or named."""
    if settings.hireling_pay == "flat" or isinstance(role.cost_gp_day, str):
        return 0
    draft = settings.price_list == "with_draft" and role.cost_gp_day_draft
    return role.cost_gp_day_draft if draft else role.cost_gp_day


@rule("cairn.hireling.cost")
def wage(play: Play, role: Role, settings: Settings) -> int:
    """What a hireling asks for a day: the price of the role, or 1d3 gp unless the referee names it by the work."""
    if fixed := fee(role, settings):
        return fixed
    said = play.choose(REFEREE, "wage", ("roll", *WAGES), role.id, why="cairn.hireling.cost")
    return play.roll(1, 3, by=REFEREE, why="cairn.hireling.cost")[0] if said == "roll" else WAGES[said]


@rule("cairn.hireling.roles", "cairn.hireling.cost")
def payable(state: State, creature: Creature) -> tuple[RuleId, ...]:
    """The roles that somebody can hire for pay: those whose first day they can pay."""
    purse = worth(creature)
    return tuple(id_ for id_, role in roles().items() if max(1, fee(role, state.settings)) * GOLD <= purse)


@rule("cairn.action.hire", "cairn.hireling.purpose", "cairn.hireling.share", "cairn.hireling.cost")
def hire(play: Play, state: State, who: str) -> State:
    """Hire somebody: by the day, the first paid at once, or for a share; the terms do not change afterwards."""
    employer = find(state, who)
    why = "cairn.action.hire"
    role = roles()[play.choose(employer.seat, "hire_whom", tuple(roles()), employer.name, why=why)]
    ways = (DAILY, SHARE) if role.id in payable(state, employer) else (SHARE,)
    terms = play.choose(employer.seat, "hire_terms", ways, role.id, fee(role, state.settings) or "rolled_wage", why=why)
    if play.choose(REFEREE, "willing", ("yes", "no"), role.id, terms, why=why) == "no":
        play.tell("hire.unwilling", role.id, why=why)
        return state
    gp = wage(play, role, state.settings) if terms == DAILY else 0
    if gp * GOLD > worth(employer):
        play.tell("hire.too_dear", employer.name, role.id, gp, why="cairn.hireling.cost")
        return state
    hireling = made(play, role)
    employer = with_coins(employer, -gp * GOLD)
    state = _arrives(put(state, employer), hireling, Pay(who, gp, terms == SHARE, state.clock + DAY), role)
    play.tell("hire.share" if terms == SHARE else "hire.daily", employer.name, role.id, gp, why=why)
    return state


@rule("cairn.hireling.abilities", "cairn.hireling.hp", "cairn.hireling.weapon", "cairn.hireling.roles")
def made(play: Play, role: Role) -> Creature:
    """A hireling: the published sample of a role, or 3d6 in order and 1d6 HP; the plain kind has a simple weapon."""
    sample = isinstance(role.strength, int)
    if sample:
        how = play.choose(REFEREE, "sample_or_roll", ("sample", "roll"), role.id, why="cairn.hireling.roles")
        sample = how == "sample"
    numbers = [role.strength, role.dexterity, role.willpower, role.hp]
    if not sample:
        numbers = [rolled(play, "3d6", REFEREE, "cairn.hireling.abilities") for _ in range(3)]
        numbers.append(rolled(play, "1d6", REFEREE, "cairn.hireling.hp"))
    strength, dexterity, willpower, hp = (int(number) for number in numbers)
    lines = role.gear
    if not lines:
        kinds = weapons()[LIGHT].kinds
        looks = play.choose(REFEREE, "which_weapon", kinds, LIGHT, why="cairn.hireling.weapon")
        lines = (Gear(looks, damage=role.weapon, ref=LIGHT),)
    items = tuple(from_gear(gear, f"i{at}") for at, gear in enumerate(lines))
    hireling = unhurt("", role.name, "hireling", hp, strength, dexterity, willpower)
    return equipped(replace(hireling, of=role.id, items=items))


def _arrives(state: State, hireling: Creature, pay: Pay, role: Role) -> State:
    """A hireling joins under ids of this table, numbered among those of the same name, with any beast of the trade."""
    seat = find(state, pay.employer).seat
    state, id_ = serial(state, "h")
    state, items = with_ids(state, hireling.items)
    alike = sum(1 for one in state.party if one.of == role.id)
    name = f"{hireling.name} {alike + 1}" if alike else hireling.name
    pay = replace(pay, brought=tuple(item.id for item in items))
    hireling = replace(hireling, id=id_, name=name, items=items, seat=seat, pay=pay)
    state = replace(state, party=(*state.party, hireling))
    return accompany(state, id_, role.creature) if role.creature else state


@rule("cairn.action.dismiss")
def dismiss(play: Play, state: State, who: str) -> State:
    """Send a hireling home."""
    employer = find(state, who)
    options = tuple(one.id for one in employed_by(state, who))
    which = play.choose(employer.seat, "dismiss_whom", options, employer.name, why="cairn.action.dismiss")
    return leave(play, state, which, "dismissed")


@rule("cairn.hireling.share", "cairn.market.coins")
def divide_treasure(play: Play, state: State, _: str) -> State:
    """Coins won are divided in equal parts among the characters and the hirelings who are in for a share."""
    gp = play.choose(REFEREE, "treasure_gp", TREASURE, why="cairn.hireling.share")
    sharers = [one for one in state.party if alive(one) and (one.kind == "pc" or (one.pay and one.pay.share))]
    part, odd = divmod(gp * GOLD, len(sharers))
    why = "cairn.hireling.share"
    if part % GOLD:
        play.tell("treasure.divided", gp, len(sharers), part // GOLD, part % GOLD, why=why)
    else:
        play.tell("treasure.divided_evenly", gp, len(sharers), part // GOLD, why=why)
    for at, one in enumerate(sharers):
        state = receive_coins(play, state, one.id, part + (odd if at == 0 else 0))
    return state


@rule("cairn.hireling.flesh_out")
def flesh_out(play: Play, state: State, _: str) -> State:
    """A hireling gets a name from a background, traits and an age, and its things too if the referee wants."""
    why = "cairn.hireling.flesh_out"
    options = tuple(one.id for one in hired(state))
    hireling = find(state, play.choose(REFEREE, "flesh_out_whom", options, why=why))
    origin = backgrounds()[play.choose(REFEREE, "hireling_background", tuple(backgrounds()), hireling.name, why=why)]
    name = named(play, REFEREE, origin)
    life = replace(
        hireling.life, background=origin.id, traits=rolled_traits(play, REFEREE), age=rolled_age(play, REFEREE)
    )
    play.tell("hireling.fleshed_out", hireling.name, name, origin.id, life.age, why=why)
    hireling = replace(hireling, name=name, life=life)
    if play.choose(REFEREE, "background_gear", ("no", "yes"), name, why=why) == "yes":
        state, hireling = _outfit(state, hireling, origin.gear)
    return settled(play, state, hireling)


def _outfit(state: State, hireling: Creature, gear: tuple[Gear, ...]) -> tuple[State, Creature]:
    """Gear on top of what a hireling has, as far as it fits."""
    for line in gear:
        state, id_ = serial(state, "i")
        item = from_gear(line, id_)
        if hireling.pay is not None and fits(hireling, item, state.settings):
            pay = replace(hireling.pay, brought=(*hireling.pay.brought, id_))
            hireling = replace(hireling, items=(*hireling.items, item), pay=pay)
    return state, hireling


def _employs(state: State, who: str) -> bool:
    return at_ease(state, who) and find(state, who).kind == "pc"


def _nobody_to_dismiss(state: State, who: str) -> Refusal | None:
    return None if employed_by(state, who) else Refusal("no_hireling", (), "cairn.action.dismiss")


def _anybody(state: State, _: str) -> bool:
    return state.fight is None and any(one.kind == "pc" and alive(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "hire",
        hire,
        "cairn.action.hire",
        cost="wage",
        shown=lambda state, who: state.phase in {"town", "downtime"} and _employs(state, who),
        group="encounter",
    ),
    Deed(
        "dismiss",
        dismiss,
        "cairn.action.dismiss",
        shown=lambda state, who: _employs(state, who) and any(one.pay for one in state.party),
        refuse=_nobody_to_dismiss,
        group="encounter",
    ),
    Deed("divide_treasure", divide_treasure, "cairn.hireling.share", "referee", shown=_anybody, group="giving"),
    Deed(
        "flesh_out",
        flesh_out,
        "cairn.hireling.flesh_out",
        "referee",
        shown=lambda state, _: bool(hired(state)),
        group="encounter",
    ),
)
