"""Experience: events that change a character, awarded by the GM, and Levels gained by sharing them over drinks."""

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import past
from tallow.games.black_hack.characters.levels import borrowed, gained, rises
from tallow.games.black_hack.characters.seats import SEATING
from tallow.games.black_hack.entries import tables
from tallow.games.black_hack.state import Character, State, able, alive, character, put, with_score
from tallow.games.black_hack.world.sessions import rewritten
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain
from tallow.play import REFEREE, Play, RuleId, Seat, rule

AWARDS: tuple[RuleId, ...] = (
    "black_hack.xp.award_named_enemy",
    "black_hack.xp.award_dungeon_level",
    "black_hack.xp.award_artefact",
    "black_hack.xp.award_quest",
    "black_hack.xp.award_deadly_threat",
    "black_hack.xp.award_spectacular_failure",
)
FAILURE: RuleId = "black_hack.xp.award_spectacular_failure"
CAROUSE: RuleId = "black_hack.action.carouse"
TABLE: RuleId = "black_hack.table.carousing"
DEBT: RuleId = "black_hack.carouse.debt"
EVERYBODY = "everybody"


@rule(
    "black_hack.action.gm_award_experience",
    "black_hack.xp.awarded",
    "black_hack.xp.abstract",
    "black_hack.xp.award_named_enemy",
    "black_hack.xp.award_dungeon_level",
    "black_hack.xp.award_artefact",
    "black_hack.xp.award_quest",
    "black_hack.xp.award_deadly_threat",
    "black_hack.xp.award_spectacular_failure",
)
def award_experience(play: Play, state: State, _: str) -> State:
    """The GM awards one Experience for an event to those who took part; a failure needs everybody's consent."""
    why = play.choose(REFEREE, "award", AWARDS, why="black_hack.xp.awarded")
    there = [one for one in state.party if alive(one)]
    ids = tuple([one.id for one in there])
    options = (EVERYBODY, *ids) if len(ids) > 1 else ids
    whom = play.choose(REFEREE, "award_whom", options, why=why)
    chosen = [one for one in there if whom in (EVERYBODY, one.id)]
    if why == FAILURE and not agreed(play, state, tuple([one.name for one in chosen])):
        play.tell("experience.no", why=why)
        return state
    for one in chosen:
        play.tell("experience", one.name, why, len(one.life.experiences) + 1, why=why)
        state = put(state, replace(one, life=replace(one.life, experiences=(*one.life.experiences, why))))
    return state


@rule("black_hack.xp.award_spectacular_failure")
def agreed(play: Play, state: State, names: tuple[str, ...]) -> bool:
    """Whether everyone at the table agrees that a failure was worth an Experience; the GM who awards it does."""
    seats = SEATING.player_seats(state)
    return all(play.choose(seat, "worth_it", ("yes", "no"), names, why=FAILURE) == "yes" for seat in seats)


@rule(
    "black_hack.xp.to_level",
    "black_hack.ability.warrior_level_cost",
    "black_hack.ability.thief_level_cost",
    "black_hack.ability.cleric_level_cost",
    "black_hack.ability.wizard_level_cost",
)
def enough(one: Character) -> bool:
    """Whether somebody has as many Experiences as Levels."""
    return len(one.life.experiences) >= one.level


@rule(
    "black_hack.action.carouse",
    "black_hack.phase.carousing",
    "black_hack.phase.level_gain",
    "black_hack.carouse.how",
    "black_hack.carouse.story",
    "black_hack.xp.to_level",
    "black_hack.action.gain_level",
)
def carouse(play: Play, state: State, who: str) -> State:
    """Carousing: share as many Experiences as Levels, a tale and a d6 each; then the bill, the night, the Level."""
    one = character(state, who)
    shared, kept = one.life.experiences[: one.level], one.life.experiences[one.level :]
    why: RuleId = "black_hack.carouse.story"
    told = [play.write(one.seat, "tale", one.name, what, why=why).strip()[:400] for what in shared]
    tales = tuple([tale for tale in told if tale])
    for tale in tales:
        play.tell("tale", one.name, tale, why=why)
    life = replace(one.life, experiences=kept, tales=(*one.life.tales, *tales))
    state = put(state, replace(one, life=life))
    state, row = night(play, state, who, one.level)
    state = revelry(play, state, who, row)
    one = character(state, who)
    state = put(state, gained(play, one, state.settings, borrowed(state, one)))
    return replace(state, acted=(*state.acted, who))


@rule("black_hack.carouse.cost", "black_hack.carouse.highest")
def bill(play: Play, stories: int, by: Seat) -> tuple[int, int]:
    """The cost of a night and the row of the table: a d6 for each story, their sum and the highest.

    On a 1 all dice are rolled once more, and added to the cost.
    """
    dice = play.roll(stories, 6, by=by, why="black_hack.carouse.cost")
    cost, row = sum(dice), max(dice)
    if row == 1:
        cost += sum(play.roll(stories, 6, by=by, why=TABLE))
    return cost, row


@rule("black_hack.carouse.cost", "black_hack.carouse.debt", "black_hack.action.gm_set_debt", "black_hack.coin.unit")
def night(play: Play, state: State, who: str, stories: int) -> tuple[State, int]:
    """Pay the bill in coins; the rest is a debt, and the GM says how much and to whom. Gives the row of the table."""
    one = character(state, who)
    cost, row = play.call(bill, stories, one.seat)
    paid = min(one.coins, cost)
    play.tell("carouse.bill", one.name, cost, paid, why="black_hack.carouse.cost")
    one = replace(one, coins=one.coins - paid)
    if rest := cost - paid:
        usual = (rest, *[amount for amount in range(2 * rest + 1) if amount != rest])
        debt = play.choose(REFEREE, "debt", usual, one.name, rest, why=DEBT)
        creditor = play.write(REFEREE, "creditor", one.name, debt, why=DEBT).strip()[:60] if debt else ""
        told = ("carouse.debt_to", one.name, debt, creditor) if creditor else ("carouse.debt", one.name, debt)
        play.tell(*told, why=DEBT)
        life = replace(one.life, debt=one.life.debt + debt, creditor=creditor or one.life.creditor)
        one = replace(one, life=life)
    return put(state, one), row


@rule("black_hack.table.carousing")
def revelry(play: Play, state: State, who: str, row: int) -> State:
    """Apply the result of the night, by the highest die."""
    one = character(state, who)
    night = tables()[TABLE].row(row)
    play.tell("carouse", one.name, night.name, night.effect, why=TABLE)
    if row == 2:
        lost = min(one.level, one.hp_max - 1)
        life = replace(one.life, bruises=one.life.bruises + lost)
        return put(state, replace(one, hp_max=one.hp_max - lost, hp=min(one.hp, one.hp_max - lost), life=life))
    if row == 3:
        return put(state, gain(one, "famous"))
    if row == 4 and rises(play, one.charisma, one.seat, TABLE):
        play.tell("level.attribute", one.name, "CHA", one.charisma + 1, why=TABLE)
        return put(state, with_score(one, "CHA", one.charisma + 1))
    if row == 5:
        return rewritten(play, state, who, TABLE)
    if row == 6:
        new = past(play, one.seat, TABLE)
        play.tell("background.new", one.name, new, why=TABLE)
        return put(state, replace(one, life=replace(one.life, backgrounds=(*one.life.backgrounds, new))))
    return state


@rule("black_hack.carouse.debt")
def pay_debt(play: Play, state: State, who: str) -> State:
    """Pay as much of a debt as possible."""
    one = character(state, who)
    paid = min(one.coins, one.life.debt)
    play.tell("debt.paid", one.name, paid, one.life.debt - paid, why=DEBT)
    life = replace(one.life, debt=one.life.debt - paid)
    return put(state, replace(one, coins=one.coins - paid, life=life))


def _revels(state: State, who: str) -> bool:
    return state.phase == "downtime" and able(character(state, who)) and bool(character(state, who).life.experiences)


def _not_yet(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if who in state.acted:
        return Refusal("acted", (one.name,), "black_hack.turn.contents")
    if enough(one):
        return None
    return Refusal("too_few_experiences", (one.name, len(one.life.experiences), one.level), "black_hack.xp.to_level")


def _owes(state: State, who: str) -> bool:
    return state.combat is None and character(state, who).life.debt > 0


def _penniless(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    return None if one.coins else Refusal("no_coins", (one.name,), DEBT)


DEEDS: tuple[Deed[State], ...] = (
    Deed("carouse", carouse, CAROUSE, cost="hour", shown=_revels, refuse=_not_yet, group="market"),
    Deed("pay_debt", pay_debt, DEBT, shown=_owes, refuse=_penniless, group="market"),
    Deed(
        "award_experience",
        award_experience,
        "black_hack.action.gm_award_experience",
        "referee",
        shown=lambda state, _: any(alive(one) for one in state.party),
        group="giving",
        rank=-1,
    ),
)
