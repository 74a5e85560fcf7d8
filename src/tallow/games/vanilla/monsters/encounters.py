"""Encounters: the encounter die, who is met, number, distance, surprise and mood."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.entries import Monster, Row, Special, monsters, tables
from tallow.games.vanilla.monsters.arms import endowed
from tallow.games.vanilla.monsters.bestiary import leader, lucky, rolled_up
from tallow.games.vanilla.state import Creature, State, able, alive
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.conditions import gain
from tallow.mechanics.ids import serial
from tallow.mechanics.names import newcomers
from tallow.play import EVERYONE, REFEREE, Play, RuleId, Stake, rule

TABLES: RuleId = "vanilla.encounter.tables"
NUMBER: RuleId = "vanilla.encounter.number"
DISTANCE: RuleId = "vanilla.encounter.distance"
CHECK: RuleId = "vanilla.action.gm_encounter"
MOOD: RuleId = "vanilla.action.gm_reaction"
REACTION: RuleId = "vanilla.encounter.reaction"
SURPRISE: RuleId = "vanilla.combat.surprise"
SURPRISING = "surprising"
"""The mark of those who have surprised the party."""

NOTICED = "noticed"
"""The mark of those who had a chance to surprise the party, and failed."""

SPOKEN_WITH, LOATHED = "beasts_hear", "beasts_loathe"
"""Modes of the effect by which animals understand somebody, or cannot bear them."""

YARD = 3


@rule("vanilla.time.encounter", "vanilla.time.watch", "vanilla.table.encounter_die")
def met(play: Play, state: State) -> bool:
    """Roll the encounter die in secret: on a 1 there is an encounter. After a noise it is that of a busy place."""
    die = tables()["vanilla.table.encounter_die"].row("busy" if state.loud else state.die).dice
    return roll_secretly(play, die, "vanilla.time.encounter", Stake(2, above=True)) == 1


@rule(
    "vanilla.encounter.tables",
    "vanilla.table.encounter_dungeon_1",
    "vanilla.table.encounter_dungeon_4_5",
    "vanilla.table.encounter_wild_villages",
)
def table_of(state: State) -> RuleId:
    """The encounter table of the dungeon level or terrain; a settlement uses that of villages."""
    if state.place == "dungeon":
        level = max(1, state.depth)
        name = str(level) if level <= 3 else "4_5" if level <= 5 else "6_7" if level <= 7 else "8"
        return f"vanilla.table.encounter_dungeon_{name}"
    return f"vanilla.table.encounter_wild_{'villages' if state.place == 'settlement' else state.terrain}"


@rule("vanilla.encounter.tables", "vanilla.encounter.number", "vanilla.encounter.distance", "vanilla.phase.encounter")
def meet(play: Play, state: State) -> State:
    """A random encounter, rolled on the table of the place, with number, distance and surprise.

    In an adventure's place its document says who comes, so nobody is added yet.
    """
    if state.peopled:
        play.tell("met.near", why=TABLES)
        return replace(state, phase="encounter", busy=())
    row = tables()[table_of(state)].row(roll_secretly(play, "1d12", TABLES))
    return come(play, state, monsters()[row.effect])


@rule("vanilla.encounter.number", "vanilla.monster.asleep", "vanilla.combat.surprise", "vanilla.phase.encounter")
def come(play: Play, state: State, monster: Monster) -> State:
    """A group of a kind is met, with leader, mounts and guards; number, distance, sleep and surprise are rolled."""
    number = roll_secretly(play, monster.number, NUMBER)
    feet = distance(play, state)
    state, group = band(play, state, monster, number, feet)
    if (asleep := monster.special("asleep")) is not None and lucky(play, asleep.chance, "vanilla.monster.asleep"):
        group = tuple([gain(one, "asleep", "unaware") for one in group])
        play.tell("met.asleep", monster.name, why="vanilla.monster.asleep", seen_by=(REFEREE,))
    elif monster.special("surprise") is not None:
        group = sudden(play, monster, group)
    if monster.special("stealthy") is not None:
        play.tell("met.quiet", monster.name, why=SURPRISE, seen_by=(REFEREE,))
    unseen = any("invisible" in one.conditions for one in group)
    play.tell("met", number, monster.name, feet, why=TABLES, seen_by=(REFEREE,) if unseen else EVERYONE)
    return replace(state, phase="encounter", foes=(*state.foes, *group), busy=())


@rule(
    "vanilla.combat.surprise",
    "vanilla.monster.gelatinous_cube",
    "vanilla.monster.pixie",
    "vanilla.monster.giant_toad",
    "vanilla.monster.giant_crab_spider",
)
def sudden(play: Play, monster: Monster, group: tuple[Creature, ...]) -> tuple[Creature, ...]:
    """The group, marked as surprising if their kind has such a chance and it came up, rolled once for all."""
    chance = monster.special("surprise")
    surprises = chance is not None and lucky(play, chance.chance, SURPRISE)
    if surprises:
        play.tell("met.surprise", monster.name, why=SURPRISE, seen_by=(REFEREE,))
    trait = SURPRISING if surprises else NOTICED
    return tuple([replace(one, traits=(*one.traits, trait)) for one in group])


@rule("vanilla.encounter.distance")
def distance(play: Play, state: State) -> int:
    """Roll the distance of an encounter in feet: 1d6 x 10 feet underground or indoors, as many yards outdoors."""
    (face,) = play.roll(1, 6, by=REFEREE, why=DISTANCE, hidden=True)
    return face * 10 * (1 if state.place == "dungeon" else YARD)


@rule("vanilla.encounter.number", "vanilla.class.leader", "vanilla.monster.goblin", "vanilla.monster.stone_giant")
def band(play: Play, state: State, monster: Monster, number: int, at: int) -> tuple[State, tuple[Creature, ...]]:
    """Make this many of a kind, and in addition their leader, guards or mounts; gives the state and the creatures."""
    made: list[Creature] = []
    for _ in range(number):
        state, id_ = serial(state, "f")
        made.append(rolled_up(play, monster, id_, at=at))
    for special in monster.specials:
        if special.type == "leader":
            state, id_ = serial(state, "f")
            made.append(_leader(play, monster, special, id_, at))
        elif special.type in ("with", "mount") and lucky(play, special.chance or "1", monster.id):
            other = monsters()[special.monster]
            for _ in range(roll_secretly(play, special.number, NUMBER)):
                state, id_ = serial(state, "f")
                made.append(rolled_up(play, other, id_, at=at))
    return state, newcomers(state.foes, made)


@rule("vanilla.class.leader")
def _leader(play: Play, monster: Monster, special: Special, id_: str, at: int) -> Creature:
    """Make a group's leader; level and gear are rolled."""
    one = leader(play, monster, id_, roll_secretly(play, special.level, monster.id), at=at)
    one = endowed(play, one, special)
    return replace(one, traits=(*one.traits, "leader"))


@rule(
    "vanilla.encounter.reaction",
    "vanilla.table.reaction",
    "vanilla.monster.gorgon",
    "vanilla.spell.speak_with_animals",
)
def mood(play: Play, state: State, monster: Monster | None) -> Row:
    """Roll the enemies' mood by 2d6; some are always violent, and the passive are neutral instead of hostile.

    So are animals with whom somebody of the party can speak by a spell; reversed, they are hostile at best.
    """
    table = tables()["vanilla.table.reaction"]
    always = monster.special("reaction") if monster is not None else None
    if always is not None:
        return next(row for row in table.rows if row.mood == always.result)
    row = table.row(roll_secretly(play, table.dice, REACTION))
    tongue = _tongue(state) if monster is not None and monster.mind == "animal" else ""
    passive = monster is not None and monster.special("passive") is not None
    if tongue == LOATHED and row.mood != "violent":
        return next(row for row in table.rows if row.mood == "hostile")
    if (passive or tongue == SPOKEN_WITH) and row.mood in ("violent", "hostile"):
        return next(row for row in table.rows if row.mood == "neutral")
    return row


@rule("vanilla.spell.speak_with_animals")
def _tongue(state: State) -> str:
    """How a spell makes animals take somebody of the party: "beasts_hear", "beasts_loathe", or "" for no spell."""
    party = {one.id for one in state.party if able(one)}
    modes = {effect.mode for effect in state.effects if party.intersection(effect.on)}
    return LOATHED if LOATHED in modes else SPOKEN_WITH if SPOKEN_WITH in modes else ""


@rule("vanilla.action.gm_encounter", "vanilla.time.encounter")
def check_encounter(play: Play, state: State, _: str) -> State:
    """Roll the encounter die, and the encounter that it brings."""
    if met(play, state):
        return meet(play, state)
    play.tell("met.nobody", why=CHECK, seen_by=(REFEREE,))
    return state


@rule("vanilla.encounter.tables", "vanilla.encounter.number")
def bring(play: Play, state: State, _: str) -> State:
    """The GM says who is met; number, distance and surprise are rolled."""
    ref = play.choose(REFEREE, "which_monster", tuple(monsters()), why="vanilla.encounter.tables")
    return come(play, state, monsters()[ref])


@rule("vanilla.action.gm_reaction", "vanilla.encounter.reaction")
def roll_reaction(play: Play, state: State, _: str) -> State:
    """Roll one mood for all who are met."""
    foe = next(foe for foe in state.foes if alive(foe))
    row = mood(play, state, monsters().get(foe.of))
    play.tell("mood", foe.name, row.name, row.effect, why=REACTION, seen_by=(REFEREE,))
    return state


def _about(state: State, _: str) -> bool:
    return state.combat is None and state.phase in ("explore", "settlement", "encounter")


def _met(state: State, _: str) -> bool:
    return state.combat is None and any(alive(foe) for foe in state.foes)


DEEDS: tuple[Deed[State], ...] = (
    Deed("check_encounter", check_encounter, CHECK, by="referee", shown=_about, group="muster"),
    Deed("bring", bring, "vanilla.encounter.tables", by="referee", shown=_about, group="muster"),
    Deed("roll_reaction", roll_reaction, MOOD, by="referee", shown=_met, group="muster"),
)
