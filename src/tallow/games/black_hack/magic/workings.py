"""Effects that spells and prayers share: damage, healing, mail, duration, areas, questions to the GM."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import edged, net
from tallow.games.black_hack.checks.omens import omens
from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.entries import armour, wonders
from tallow.games.black_hack.harm.damage import damage, heal, out_of_action, rolled
from tallow.games.black_hack.harm.hindrances import AILING, hinder, lifted
from tallow.games.black_hack.magic.aiming import Cast, hit_dice, proof
from tallow.games.black_hack.magic.effects import begin, end, enter
from tallow.games.black_hack.magic.lasting import ARCANE, dropped, lay_spell
from tallow.games.black_hack.magic.resistance import overcomes, withstands
from tallow.games.black_hack.monsters.kin import spared
from tallow.games.black_hack.monsters.passives import toughness
from tallow.games.black_hack.state import (
    Attribute,
    Being,
    Character,
    Creature,
    Die,
    Effect,
    State,
    alive,
    everyone,
    find,
    put,
)
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, Seat, rule

Working: TypeAlias = Callable[[Play, State, Cast], State]

BLESS: RuleId = "black_hack.prayer.bless"
CURSES = ("cursed", "lycanthropy")
DISEASES = ("diseased", "rotting", "plague")
AILMENTS: dict[str, tuple[str, ...]] = {"curse": CURSES, "disease": DISEASES}
"""The conditions that a prayer for relief takes away."""


def seat_of(state: State, cast: Cast) -> Seat:
    """The seat that decides and rolls for a caster."""
    return find(state, cast.by).seat


def caster_of(state: State, cast: Cast) -> str:
    """The caster's name."""
    return find(state, cast.by).name


def roll_dice(play: Play, state: State, cast: Cast) -> int:
    """The sum of the dice of a spell or prayer, rolled by the caster: fixed dice, or one for each Level."""
    if sides := cast.spell.level_die:
        return sum(play.roll(cast.level, sides, by=seat_of(state, cast), why=cast.spell.id))
    return rolled(play, cast.spell.dice, seat_of(state, cast), cast.spell.id)


def unwilling(play: Play, state: State, cast: Cast) -> tuple[State, tuple[str, ...]]:
    """The targets who do not resist; if it can help or harm, a character says whether they are willing."""
    caught: list[str] = []
    for who in cast.on:
        one = find(state, who)
        mine = not cast.astray and (who == cast.by or one.seat == seat_of(state, cast) != REFEREE)
        if cast.spell.nature == "help" or (cast.spell.nature == "either" and mine):
            caught.append(who)
            continue
        if cast.spell.nature == "either" and isinstance(one, Character) and cast.spell.resist:
            facts = (one.name, caster_of(state, cast), cast.spell.id)
            if (
                play.choose(one.seat, "willing", ("yes", "no"), *facts, why="black_hack.magic.character_resists")
                == "yes"
            ):
                caught.append(who)
                continue
        state, left_alone = withstands(play, state, cast.spell, cast.by, who)
        caught += [] if left_alone else [who]
    return state, tuple(caught)


def mortal(play: Play, state: State, cast: Cast) -> Cast:
    """The cast without the targets who are immune to it; it is told that nothing happens to them."""
    spared = [who for who in cast.on if proof(find(state, who), cast)]
    for who in spared:
        play.tell("magic.proof", find(state, who).name, cast.spell.id, why=cast.spell.id)
    return replace(cast, on=tuple([who for who in cast.on if who not in spared]))


@rule("black_hack.table.encounter", "black_hack.adv.any_roll")
def roll_under_stress(play: Play, state: State, cast: Cast) -> tuple[State, int]:
    """The sum of the dice of a spell or prayer; a caster under stress rolls them twice, and the GM picks one sum."""
    state, good, bad = omens(state, cast.by, "magic")
    edge = net(len(good), len(bad), state.settings)
    ask = state.settings.gm_choice == "ask"

    def once(_: int | None) -> int:
        return roll_dice(play, state, cast)

    amount: int = edged(play, once, edge, seat_of(state, cast), lambda sum_: sum_, lambda sum_: sum_, ask_gm=ask)
    return state, amount


@rule(
    "black_hack.spell.magic_missile",
    "black_hack.spell.fireball",
    "black_hack.spell.meteor_swarm",
    "black_hack.magic.targets",
    "black_hack.setting.area_damage",
)
def deal(play: Play, state: State, cast: Cast) -> State:
    """Damage to all who do not escape it: one roll for all of them, or one each."""
    each = state.settings.area_damage == "per_target"
    amount = 0
    if not each and cast.on:
        state, amount = roll_under_stress(play, state, cast)
    state, caught = unwilling(play, state, cast)
    for who in caught:
        state, dealt = roll_under_stress(play, state, cast) if each else (state, amount)
        one = find(state, who)
        if isinstance(one, Creature) and toughness(one, ("spell", cast.spell.what))[0]:
            dealt = max(dealt, roll_dice(play, state, cast))
        state, _ = damage(play, state, who, dealt, cast.spell.id, by=cast.by, kind=cast.spell.what)
    return state


@rule("black_hack.prayer.cure_light_wounds", "black_hack.prayer.cure_serious_wounds", "black_hack.heal.sources")
def cure(play: Play, state: State, cast: Cast) -> State:
    """One target regains HP, or is cured of mummy rot instead."""
    for who in cast.on:
        if has(find(state, who), "rotting"):
            play.tell("magic.relieved", find(state, who).name, ("rotting",), why="black_hack.monster.mummy")
            state = put(state, shed(find(state, who), "rotting"))
            continue
        state, hp = roll_under_stress(play, state, cast)
        state = heal(play, state, who, hp, cast.spell.id)
    return state


@rule(
    "black_hack.spell.shield",
    "black_hack.prayer.protect",
    "black_hack.armour.arcane_mail",
    "black_hack.armour.aura",
)
def mail(play: Play, state: State, cast: Cast) -> State:
    """Armour Dice of magic for each target; they replace those of an earlier casting."""
    for who in cast.on:
        for old in state.effects:
            if old.of == cast.spell.id and who in old.on:
                state = dropped(state, old.id)
        whole: tuple[Die, ...] = ("whole",)
        dice = whole * armour()[cast.spell.what].dice
        state, _ = lay_spell(state, cast.spell, cast.by, (who,), dice=dice)
        play.tell("magic.mail", find(state, who).name, cast.spell.what, len(dice), why=cast.spell.id)
    return state


@rule(
    "black_hack.spell.death_spell",
    "black_hack.prayer.finger_of_death",
    "black_hack.prayer.earthquake",
    "black_hack.foe.powerful",
)
def fell(play: Play, state: State, cast: Cast) -> State:
    """Put Out of Action each who does not resist, or against whom the caster passes the required test."""
    for who in mortal(play, state, cast).on:
        one = find(state, who)
        if cast.spell.test_by == "caster" and isinstance(one, Creature):
            state, taken = _overcome(play, state, cast, one)
        else:
            state, left_alone = withstands(play, state, cast.spell, cast.by, who)
            taken = not left_alone
        state = out_of_action(play, state, who, by=cast.by) if taken else state
    return state


def _overcome(play: Play, state: State, cast: Cast, foe: Creature) -> tuple[State, bool]:
    """The test of a character who casts; for other casters the GM judges. Gives whether it succeeds."""
    if any(one.id == cast.by for one in state.party):
        return overcomes(play, state, cast.spell, cast.by, foe, cast.spell.id)
    names = (caster_of(state, cast), foe.name)
    hit = play.choose(REFEREE, "judge_hit", ("hit", "miss"), *names, why="black_hack.test.gm_judgement")
    return state, hit == "hit"


@rule(
    "black_hack.spell.light",
    "black_hack.spell.read_languages_magic",
    "black_hack.spell.invisibility",
    "black_hack.spell.darkvision",
    "black_hack.spell.telekinesis",
    "black_hack.spell.anti_magic_shell",
    "black_hack.prayer.light",
    "black_hack.prayer.protection_from_evil",
    "black_hack.prayer.bless",
    "black_hack.prayer.find_traps",
    "black_hack.prayer.speak_with_animals",
    "black_hack.prayer.daylight",
    "black_hack.prayer.prayer",
    "black_hack.prayer.create_food_water",
    "black_hack.prayer.wind_walk",
    "black_hack.usage.duration",
)
def last(play: Play, state: State, cast: Cast, detail: str = "") -> State:
    """A lasting effect on the targets; on the same targets it is not doubled, but begins anew.

    A Bless keeps the dead from rising as spectres, too.
    """
    state, caught = unwilling(play, state, cast)
    if cast.on and not caught:
        return state
    state = spared(state) if cast.spell.id == BLESS else state
    for old in state.effects:
        if old.of == cast.spell.id and old.by == cast.by and old.on == caught and caught:
            state = dropped(state, old.id)
    state, effect = lay_spell(state, cast.spell, cast.by, caught, detail=detail)
    return begin(play, state, effect, cast.on)


@rule(
    "black_hack.spell.web",
    "black_hack.spell.darkness",
    "black_hack.spell.cloudkill",
    "black_hack.prayer.silence",
    "black_hack.magic.no_duration",
)
def cover(play: Play, state: State, cast: Cast, detail: str = "") -> State:
    """A lasting effect on an area, which affects those inside at once."""
    state, effect = lay_spell(state, cast.spell, cast.by, detail=detail, otherwise="session")
    state = begin(play, state, effect)
    for who in cast.on:
        if alive(find(state, who)):
            state = enter(play, state, effect.id, who)
    return state


def afflict(play: Play, state: State, cast: Cast, who: str, name: str, ends: Attribute) -> State:
    """Inflict a hindrance by magic: a character ends it by their own test; on others the caster's tests keep it up."""
    one = find(state, who)
    keeps = isinstance(one, Creature) and any(other.id == cast.by for other in state.party)
    attribute = cast.spell.attribute if keeps else ends
    hd = hit_dice(find(state, cast.by)) if not keeps and any(foe.id == cast.by for foe in state.foes) else 0
    return hinder(play, state, who, name, cast.spell.id, ends=attribute, by=cast.by if keeps else "", hd=hd)


@rule("black_hack.spell.detect_magic", "black_hack.prayer.detect_evil")
def detect(play: Play, state: State, cast: Cast) -> State:
    """What is magical, or evil, and Nearby glows for as long as it goes on; the GM adds what only the GM knows."""
    state = last(play, state, cast)
    glows = _evil(state, cast.by) if cast.spell.what == "evil" else _magical(state, cast.by)
    play.tell("magic.glows", cast.spell.id, glows, why=cast.spell.id)
    return state


def _near(state: State, by: str) -> list[Being]:
    """All Nearby a caster, who is one of them."""
    return [one for one in everyone(state) if alive(one) and within(state, by, one.id, "nearby")]


def _evil(state: State, by: str) -> tuple[str, ...]:
    return tuple([one.name for one in _near(state, by) if isinstance(one, Creature) and "evil" in one.tags])


def _magical(state: State, by: str) -> tuple[str, ...]:
    near = _near(state, by)
    things = [item.name for one in near if isinstance(one, Character) for item in one.items if item.ref in wonders()]
    things += [item.name for item in state.ground if item.ref in wonders()]
    under = [who for effect in state.effects for who in effect.on]
    return (*things, *[one.name for one in near if one.id in under])


@rule("black_hack.spell.dispel_magic", "black_hack.prayer.dispel_evil", "black_hack.daemon.common")
def dispel(play: Play, state: State, cast: Cast) -> State:
    """One effect that goes on ends, Arcane or evil; what the rules know nothing of is the GM's to undo.

    A daemon that was summoned is sent back by a prayer only if the caster passes a test against it.
    """
    evil = cast.spell.what == "evil"
    found = [effect for effect in state.effects if (_unholy(state, effect) if evil else effect.of.startswith(ARCANE))]
    daemons = [one for one in state.foes + state.allies if alive(one) and "daemon" in one.tags] if evil else []
    options = (*[effect.id for effect in found], *[one.id for one in daemons], "other")
    picked = play.choose(seat_of(state, cast), "dispel_what", options, caster_of(state, cast), why=cast.spell.id)
    daemon = next((one for one in daemons if one.id == picked), None)
    if daemon is not None:
        state, overcome = _overcome(play, state, cast, daemon)
        return sent_back(play, state, picked, cast.spell.id) if overcome else state
    return fiction(play, state, cast) if picked == "other" else end(play, state, picked, cast.spell.id)


def _unholy(state: State, effect: Effect) -> bool:
    """Whether something evil has brought an effect about."""
    creatures = [one for one in state.foes + state.allies if one.id == effect.by]
    return any("evil" in one.tags for one in creatures)


def sent_back(play: Play, state: State, who: str, why: RuleId) -> State:
    """Somebody who was summoned goes back where they came from, and what kept them here ends."""
    play.tell("servant.leaves", find(state, who).name, why=why)
    state = put(state, gain(find(state, who), "gone"))
    for effect in state.effects:
        if effect.on == (who,):
            state = dropped(state, effect.id)
    return state


@rule("black_hack.spell.remove_curse", "black_hack.prayer.remove_curse", "black_hack.prayer.cure_disease")
def relieve(play: Play, state: State, cast: Cast) -> State:
    """One curse, or every disease, is taken from somebody; one that only the GM knows of is asked for."""
    kinds = AILMENTS[cast.spell.what]
    for who in cast.on:
        one = find(state, who)
        found = tuple([code for code in one.conditions if code in kinds])
        ailing = AILING[cast.spell.what]
        if ailing not in found and any(old.by == cast.spell.what for old in one.hindrances):
            found = (*found, ailing)
        if not found:
            state = fiction(play, state, cast)
            continue
        if cast.spell.what == "curse":
            found = (play.choose(seat_of(state, cast), "which_curse", found, one.name, why=cast.spell.id),)
        play.tell("magic.relieved", one.name, found, why=cast.spell.id)
        state = put(state, shed(one, *found))
        state = lifted(play, state, who, cast.spell.what) if ailing in found else state
    return state


@rule(
    "black_hack.prayer.purify_food_and_drink",
    "black_hack.prayer.locate_object",
    "black_hack.prayer.find_path",
    "black_hack.prayer.control_weather",
)
def fiction(play: Play, state: State, cast: Cast) -> State:
    """For what no rule decides: give the GM the text; if it has a duration, it lasts."""
    facts = (caster_of(state, cast), cast.spell.id, cast.spell.effect)
    so = play.choose(REFEREE, "fiction", ("as_it_says", "nothing"), *facts, why=cast.spell.id)
    play.tell("magic.fiction" if so == "as_it_says" else "magic.nothing", *facts, why=cast.spell.id)
    return last(play, state, cast) if so == "as_it_says" and cast.spell.usage_die else state


@rule("black_hack.spell.contact_higher_plane", "black_hack.prayer.commune", "black_hack.prayer.speak_with_the_dead")
def question(play: Play, state: State, cast: Cast) -> State:
    """Ask the GM as many questions as are rolled, one after another; the last ones may be left unasked."""
    number = roll_dice(play, state, cast)
    for at in range(number):
        text = play.write(
            seat_of(state, cast), "magic_question", caster_of(state, cast), number - at, why=cast.spell.id
        )
        if not text.strip():
            break
        answer = play.write(REFEREE, "magic_answer", text.strip(), cast.spell.id, why=cast.spell.id)
        play.tell("magic.answered", text.strip(), answer.strip() or "…", why=cast.spell.id)
    return state


COMMON: dict[str, Working] = {
    "damage": deal,
    "heal": cure,
    "mail": mail,
    "fells": fell,
    "lasts": last,
    "area": cover,
    "detect": detect,
    "dispel": dispel,
    "remove": relieve,
    "fiction": fiction,
    "questions": question,
}
"""The workings that several have, by the code that an entry names."""
