"""Food and drink: rations and food made by magic, and going without."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import edged, net
from tallow.games.black_hack.checks.omens import omens
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.entries import callings
from tallow.games.black_hack.harm.damage import heal, lose
from tallow.games.black_hack.magic.lasting import fed as magic_feeds
from tallow.games.black_hack.state import MARKS, Item, State, able, character, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import Play, RuleId, rule

EAT: RuleId = "black_hack.action.eat"
RATIONS: RuleId = "black_hack.item.rations_dried"
HUNGER: RuleId = "black_hack.table.encounter"
MEAL: RuleId = "black_hack.option.rations"
EATEN = MARKS.mark("session", "eaten")


@rule("black_hack.item.rations_dried")
def rations(state: State, who: str) -> Item | None:
    """The rations that somebody would eat from, the stack with the smallest die; None for none."""
    mine = [item for item in character(state, who).items if item.ref == RATIONS]
    return min(mine, key=lambda item: item.usage) if mine else None


@rule("black_hack.action.eat", "black_hack.item.rations_dried", "black_hack.usage.roll")
def fed(play: Play, state: State, who: str, why: RuleId = EAT) -> tuple[State, bool]:
    """Somebody eats: one use of rations, or food made by magic; gives whether there was any."""
    one = character(state, who)
    own = rations(state, who)
    if not magic_feeds(state, who):
        if own is None:
            return state, False
        state = use_up(play, state, who, own.id, why)
    play.tell("eats", one.name, why=why)
    state = put(state, shed(character(state, who), "hungry"))
    if state.settings.rations_mode == "session_start" and EATEN not in one.spent:
        state = _first_meal(play, state, who)
    return state, True


@rule("black_hack.option.rations", "black_hack.setting.rations_mode")
def _first_meal(play: Play, state: State, who: str) -> State:
    """The first meal of a session heals a Hit Die."""
    one = character(state, who)
    state = put(state, replace(one, spent=(*one.spent, EATEN)))
    if one.hp == one.hp_max:
        return state
    state, hp = hit_dice(play, state, who, 1, MEAL)
    return heal(play, state, who, hp, MEAL)


@rule("black_hack.rest.hour_heal", "black_hack.rest.day_heal", "black_hack.table.encounter")
def hit_dice(play: Play, state: State, who: str, many: int, why: RuleId) -> tuple[State, int]:
    """The sum of this many Hit Dice of somebody's class; rolled twice by somebody under stress."""
    one = character(state, who)
    known = callings().get(calling(one))
    sides = known.hit_die if known is not None else 8
    state, good, bad = omens(state, who, "hit_dice")
    edge = net(len(good), len(bad), state.settings)

    def once(_: int | None) -> int:
        return sum(play.roll(many, sides, by=one.seat, why=why))

    ask = state.settings.gm_choice == "ask"
    hp: int = edged(play, once, edge, one.seat, lambda hp: hp, lambda hp: hp, ask_gm=ask)
    return state, hp


@rule("black_hack.table.encounter", "black_hack.setting.rations_mode")
def hunger(play: Play, state: State, who: str) -> State:
    """Everybody must eat now; going without costs as many HP as the Level, which is not damage."""
    if state.settings.rations_mode == "session_start":
        return state
    state, ate = fed(play, state, who, HUNGER)
    if not ate:
        state, ate = shared(play, state, who)
    if ate:
        return state
    one = character(state, who)
    play.tell("hungry", one.name, why=HUNGER)
    return lose(play, state, who, one.level, HUNGER)[0]


@rule("black_hack.table.encounter", "black_hack.item.rations_dried", "black_hack.usage.roll")
def shared(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Somebody without food eats one use of a companion's rations, if the companion agrees; gives whether they ate."""
    one = character(state, who)
    for other in state.party:
        food = rations(state, other.id) if other.id != who and able(other) else None
        if food is None:
            continue
        if play.choose(other.seat, "share_food", ("yes", "no"), other.name, one.name, why=HUNGER) == "yes":
            play.tell("eats.shared", one.name, other.name, why=HUNGER)
            return use_up(play, state, other.id, food.id, HUNGER), True
    return state, False


@rule("black_hack.option.rations", "black_hack.setting.rations_mode")
def session_meal(play: Play, state: State, who: str) -> State:
    """If the settings say so, everybody eats when a session begins; those who cannot are hungry until they eat."""
    if state.settings.rations_mode != "session_start":
        return state
    state, ate = fed(play, state, who, MEAL)
    if ate:
        return state
    one = character(state, who)
    play.tell("hungry", one.name, why=MEAL)
    return put(state, gain(one, "hungry"))


@rule("black_hack.action.eat")
def eat(play: Play, state: State, who: str) -> State:
    """Somebody eats and drinks by choice."""
    return fed(play, state, who)[0]


def _has_food(state: State, who: str) -> bool:
    return state.combat is None and (rations(state, who) is not None or has(character(state, who), "hungry"))


def _nothing_to_eat(state: State, who: str) -> Refusal | None:
    if magic_feeds(state, who) or rations(state, who) is not None:
        return None
    return Refusal("nothing_to_eat", (character(state, who).name,), EAT)


DEEDS: tuple[Deed[State], ...] = (Deed("eat", eat, EAT, shown=_has_food, refuse=_nothing_to_eat, group="items"),)
