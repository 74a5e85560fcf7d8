"""Characters who do not act freely: charmed, lured, in dread, or hitting a friend by mistake."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.flight import draw_off
from tallow.games.black_hack.combat.ranges import band, nearer, shift, within
from tallow.games.black_hack.gear.weapons import damage_dice, held
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.state import MARKS, Character, Effect, State, able, character, creature, find
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

CHARM: RuleId = "black_hack.spell.charm"
DREAD: RuleId = "black_hack.monster.hezrou"
HARPY: RuleId = "black_hack.monster.harpy"
FLEES = "flee"


def _goes_on(state: State, of: RuleId, by: str, who: str, left: int, detail: str) -> State:
    state, id_ = serial(state, "e")
    new = Effect(id_, of, by=by, on=(who,), left=left, unit="moments" if left else "", detail=detail)
    return replace(state, effects=(*state.effects, new))


@rule("black_hack.spell.charm", "black_hack.monster.vampire", "black_hack.monster.succubus")
def charmed(play: Play, state: State, by: str, who: str) -> State:
    """A character obeys one simple command of a foe, or of a friend whose spell went astray; the GM names it."""
    one, master = character(state, who), find(state, by)
    friends = tuple([other.id for other in state.party if _near(state, who, other)])
    options = ("stands_still", "attacks_friend", "obeys") if friends else ("stands_still", "obeys")
    order = play.choose(REFEREE, "charm_order", options, one.name, master.name, why=CHARM)
    play.tell("charmed", one.name, master.name, order, why=CHARM)
    state = _goes_on(state, CHARM, by, who, 0, order)
    if order == "attacks_friend":
        whom = play.choose(REFEREE, "charm_whom", friends, one.name, why=CHARM)
        return turned(play, state, who, whom, CHARM)
    return state


def _near(state: State, who: str, other: Character) -> bool:
    return other.id != who and able(other) and within(state, who, other.id, "nearby")


@rule("black_hack.defend.trigger", "black_hack.monster.daemon_mirror_face")
def turned(play: Play, state: State, who: str, whom: str, why: RuleId) -> State:
    """A character hits a friend, who Defends; a failure means the damage of the attacker's class."""
    one, friend = character(state, who), character(state, whom)
    play.tell("turned", one.name, friend.name, why=why)
    state, result = attempt(play, state, whom, "STR", why, purpose="defend", against=one.level)
    if result.success:
        return state
    many, sides, points = damage_dice(one, bool(held(one)), one.level)
    amount = points + (sum(play.roll(many, sides, by=one.seat, why=why)) if many else 0)
    amount *= 2 if result.nat == 20 else 1
    return damage(play, state, whom, amount, why, by=who)[0]


@rule("black_hack.monster.hezrou")
def dread(play: Play, state: State, foe: str, who: str) -> State:
    """A character flees with every Move and Action for 1d4 Moments."""
    (moments,) = play.roll(1, 4, by=REFEREE, why=DREAD)
    play.tell("dread", character(state, who).name, moments, why=DREAD)
    return _goes_on(state, creature(state, foe).of, foe, who, moments, FLEES)


def in_dread(state: State, who: str) -> bool:
    """Whether somebody does nothing but flee."""
    return any(effect.detail == FLEES and who in effect.on for effect in state.effects)


@rule("black_hack.monster.harpy")
def siren_of(state: State, one: Character) -> str:
    """The foe whose song somebody follows, "" for none."""
    heard = MARKS.about(one.marks, "lured")
    return next((foe.id for foe in state.foes if foe.id in heard and able(foe)), "")


@rule("black_hack.monster.harpy")
def drawn_on(play: Play, state: State, who: str, siren: str) -> State:
    """Whoever follows a song spends the Move on coming nearer to it."""
    if band(state, who, siren) == "close":
        return state
    state = shift(state, who, siren, nearer)
    play.tell("moves", character(state, who).name, creature(state, siren).name, band(state, who, siren), why=HARPY)
    return state


def bolts(play: Play, state: State, who: str) -> State:
    """A whole Turn of flight: two bands from every foe."""
    one = character(state, who)
    play.tell("bolts", one.name, why=DREAD)
    return draw_off(state, who, state.foes, 2)
