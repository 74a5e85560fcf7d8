"""Hirelings: hiring, their scores and gear, daily wages paid in advance, nerve, and leaving."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import total
from tallow.games.modified_cairn.folk import Hireling
from tallow.games.modified_cairn.folk import hirelings as roles
from tallow.games.modified_cairn.gear.inventory import at_ease, equipped, laid_down, person
from tallow.games.modified_cairn.gear.things import from_gear, sides
from tallow.games.modified_cairn.gear.wealth import affords, pay_price
from tallow.games.modified_cairn.harm.conditions import provided
from tallow.games.modified_cairn.state import DAY, Attack, Creature, Life, Pay, State, alive, gain
from tallow.mechanics.ids import serial, with_ids
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

TERMS: RuleId = "modified_cairn.hireling.terms"
HIRE: RuleId = "modified_cairn.action.hire"
LONGEST = 30
"""How many days can be paid at once."""


def hired(state: State, employer: str = "") -> tuple[Creature, ...]:
    """The living hirelings of one employer, or of the whole party."""
    return tuple(
        [
            one
            for one in state.party
            if one.kind == "hireling" and one.pay and person(one) and alive(one) and employer in ("", one.pay.employer)
        ]
    )


@rule("modified_cairn.hireling.terms", "modified_cairn.action.hire")
def affordable(state: State, who: str) -> tuple[RuleId, ...]:
    """The hirelings whose first day's wage the character can pay."""
    purse, settings = find(state, who).wealth, state.settings
    return tuple([role.id for role in roles().values() if affords(purse, role.price_day, settings)])


@rule("modified_cairn.action.hire", "modified_cairn.hireling.terms")
def hire(play: Play, state: State, who: str) -> State:
    """Hire somebody for a number of days, paid in advance."""
    employer = find(state, who)
    role = roles()[play.choose(employer.seat, "hire_whom", affordable(state, who), employer.name, why=HIRE)]
    state, days = _paid_days(play, state, who, role.price_day, role.id)
    hireling = made(play, role)
    state, items = with_ids(state, hireling.items)
    state, id_ = serial(state, "h")
    alike = sum([one.of == role.id for one in state.party])
    name = f"{role.name} {alike + 1}" if alike else role.name
    pay = Pay(who, role.price_day, state.clock + days * DAY)
    arrived = replace(hireling, id=id_, name=name, items=items, seat=employer.seat, pay=pay)
    play.tell("hired", employer.name, name, days, days * role.price_day, why=HIRE)
    return replace(state, party=(*state.party, provided(arrived, state.clock)))


def _paid_days(play: Play, state: State, who: str, price: int, what: str) -> tuple[State, int]:
    """Ask the employer for how many days they pay, and take the coins; gives the state and the days."""
    employer = find(state, who)
    most = max([days for days in range(1, LONGEST + 1) if affords(employer.wealth, days * price, state.settings)])
    days = play.choose(employer.seat, "days", range(1, most + 1), what, price, why=TERMS)
    return put(state, replace(employer, wealth=pay_price(employer.wealth, days * price, state.settings))), days


@rule("modified_cairn.hireling.terms", "modified_cairn.quality.everyone")
def made(play: Play, role: Hireling) -> Creature:
    """Make a hireling: the GM rolls scores and Guard, and the gear of the trade is equipped."""
    vigour, clarity, spirit = (total(play, dice, REFEREE, TERMS) for dice in (role.vig, role.cla, role.spi))
    guard = total(play, role.gd, REFEREE, TERMS)
    items = tuple([from_gear(line, f"i{at}") for at, line in enumerate(role.gear)])
    bare = () if any(item.dice for item in items) else (Attack("unarmed", sides(role.dice)),)
    scores = (vigour, vigour, clarity, clarity, spirit, spirit, guard, guard)
    life = Life(skills=(role.effect,))
    return equipped(
        Creature("", role.name, "hireling", *scores, attacks=bare, of=role.id, items=items, feats=role.feats, life=life)
    )


@rule("modified_cairn.hireling.terms")
def pay_day(play: Play, state: State) -> State:
    """Ask employers to pay hirelings whose paid days are over; the unpaid leave. Called whenever time has passed."""
    for one in hired(state):
        if one.pay is None or not one.pay.price_day or one.pay.paid_until > state.clock:
            continue
        employer = next((other for other in state.party if other.id == one.pay.employer and alive(other)), None)
        if employer is None or not affords(employer.wealth, one.pay.price_day, state.settings):
            state = leave(play, state, one.id, "hireling.unpaid")
            continue
        facts = (employer.name, one.name, one.pay.price_day)
        if play.choose(employer.seat, "pay_hireling", ("pay", "let_go"), *facts, why=TERMS) == "let_go":
            state = leave(play, state, one.id, "hireling.unpaid")
            continue
        state, days = _paid_days(play, state, employer.id, one.pay.price_day, one.name)
        since = max(one.pay.paid_until, state.clock - state.clock % DAY)
        play.tell("hireling.paid", employer.name, one.name, days, days * one.pay.price_day, why=TERMS)
        state = put(state, replace(one, pay=replace(one.pay, paid_until=since + days * DAY)))
    return state


@rule("modified_cairn.hireling.terms")
def leave(play: Play, state: State, who: str, code: str) -> State:
    """A hireling leaves the party; things that were not part of the trade stay behind."""
    one = find(state, who)
    own = [line.of for line in roles()[one.of].gear] if one.of in roles() else []
    kept = tuple([item for item in one.items if item.ref in own])
    left = tuple([item for item in one.items if item.ref not in own])
    play.tell(code, one.name, why=TERMS)
    return laid_down(put(state, gain(replace(one, items=kept), "gone")), *left)


def dismiss(play: Play, state: State, who: str) -> State:
    """Send a hireling home."""
    employer = find(state, who)
    options = tuple([one.id for one in hired(state, who)])
    which = play.choose(employer.seat, "dismiss_whom", options, employer.name, why=TERMS)
    return leave(play, state, which, "hireling.dismissed")


@rule("modified_cairn.hireling.terms")
def nerve(play: Play, state: State, _: str) -> State:
    """In great danger the GM may ask a hireling for a SPI Save; whoever fails takes no further part."""
    options = tuple([one.id for one in hired(state)])
    one = find(state, play.choose(REFEREE, "nerve_of", options, why=TERMS))
    if save(play, one, "SPI", TERMS):
        return state
    play.tell("hireling.nerve", one.name, why=TERMS)
    return put(state, gain(one, "fled"))


def _in_town(state: State, who: str) -> bool:
    return state.phase == "town" and at_ease(state, who) and find(state, who).kind == "pc"


def _too_dear(state: State, who: str) -> Refusal | None:
    return None if affordable(state, who) else Refusal("cannot_hire", (find(state, who).name,), TERMS)


DEEDS: tuple[Deed[State], ...] = (
    Deed("hire", hire, HIRE, cost="wage", shown=_in_town, refuse=_too_dear, group="market"),
    Deed(
        "dismiss",
        dismiss,
        TERMS,
        shown=lambda state, who: at_ease(state, who) and bool(hired(state, who)),
        group="market",
    ),
    Deed("nerve", nerve, TERMS, "referee", shown=lambda state, _: bool(hired(state)), group="market"),
)
