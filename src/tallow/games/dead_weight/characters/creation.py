"""Creation: an adventurer in five steps, infancy, career, tragedy, burden and class; then the insight that is left.

Each step is rolled, rolled again if insight or the free reroll allows and the player wants it, and applied before the
next.
"""

from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import MOST_PROFICIENCY
from tallow.games.dead_weight.characters.names import PATTERN, rolled_name
from tallow.games.dead_weight.entries import BOOK, short
from tallow.games.dead_weight.entries.characters import (
    Burden,
    Calling,
    Given,
    Path,
    burdens,
    callings,
    kits,
    paths,
    skills,
)
from tallow.games.dead_weight.entries.gear import armours, shields, things, weapons
from tallow.games.dead_weight.entries.magic import gods, prayers, schools, spells
from tallow.games.dead_weight.gear.inventory import (
    fits,
    hands_for,
    roles,
    sides,
    stow,
    thing,
    with_container,
    with_item,
)
from tallow.games.dead_weight.gear.trappings import total
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    Item,
    Life,
    Magic,
    Purse,
    score,
    with_score,
)
from tallow.play import Play, Pool, RuleId, Seat, rule

PLAYER: Seat = "player"
ROLL, ANOTHER, KEEP, FREE, BOTH = "roll", "another", "keep", "free_reroll", "reroll_both"
MOST_SCORE = 3
Step: TypeAlias = Literal["infancy", "career", "tragedy", "burden"]
STEPS: tuple[Literal["infancy", "career", "tragedy"], ...] = ("infancy", "career", "tragedy")
PENNILESS = "dead_weight.burden.lost_everything_and_everyone"
FALSE_COINS = "dead_weight.item.counterfeit_coins"
WIZARD, CLERIC = "dead_weight.class.wizard", "dead_weight.class.cleric"


@rule(
    "dead_weight.creation.order",
    "dead_weight.creation.insight_start",
    "dead_weight.creation.aids",
    "dead_weight.attribute.start",
    "dead_weight.inventory.start",
    "dead_weight.phase.creation",
)
def create(play: Play, settings: Settings, seat: Seat = PLAYER, others: tuple[Adventurer, ...] = ()) -> Adventurer:
    """A new adventurer of this seat; `others` are those of the party who are made already."""
    one = Adventurer("pc", "", seat=seat, life=Life(insight=1))
    for step in STEPS:
        one, on = life_path(play, one, step, others)
        one = apply(play, one, paths(step)[on], step)
    one, on = life_path(play, one, "burden", others)
    one = shoulder(play, one, burdens()[on])
    one = take_up_class(play, one)
    one = move_points(play, one)
    one = ended(one, settings)
    one = taught(play, one)
    one = replace(one, name=named(play, seat))
    play.tell("creation.done", one.name, one.life.calling, why="dead_weight.creation.order")
    return ready(one)


@rule("dead_weight.name.pattern", "dead_weight.creation.aids")
def named(play: Play, seat: Seat) -> str:
    """A name, rolled or of the player's own."""
    if play.choose(seat, "name", (ROLL, ANOTHER), why=PATTERN) == ANOTHER:
        written = play.write(seat, "name", why=PATTERN).strip()[:60]
        if written:
            return written
    return rolled_name(play, seat)


@rule(
    "dead_weight.creation.insight_reroll",
    "dead_weight.creation.duplicate_path",
    "dead_weight.creation.infancy",
    "dead_weight.creation.career",
    "dead_weight.creation.tragedy",
    "dead_weight.creation.burden",
)
def life_path(play: Play, one: Adventurer, step: Step, others: tuple[Adventurer, ...] = ()) -> tuple[Adventurer, int]:
    """Roll 2d6 for one step of the life path; give the adventurer and the result.

    Insight rerolls one die or both; whoever has rolled the path of another adventurer may reroll once for free.
    """
    why = f"dead_weight.creation.{step}"
    dice = play.roll(2, by=one.seat, why=why)
    while True:
        row = _row(step, sum(dice))
        options = _again(one, dice, repeats=any(getattr(other.life, step) == row for other in others))
        facts = (step, row, dice, one.life.insight, BOOK.entries()[row].text)
        how = play.choose(one.seat, "life_path", options, *facts, why=why)
        if how == KEEP:
            return one, sum(dice)
        if how == FREE:
            one = replace(one, life=replace(one.life, free_reroll=False))
            dice = play.roll(2, by=one.seat, why="dead_weight.creation.duplicate_path")
            continue
        one = replace(one, life=replace(one.life, insight=one.life.insight - 1))
        dice = _rolled_again(play, one.seat, dice, how)


def _row(step: Step, on: int) -> RuleId:
    """The row of a table of the life path."""
    return burdens()[on].id if step == "burden" else paths(step)[on].id


def _again(one: Adventurer, dice: Pool, *, repeats: bool) -> tuple[Any, ...]:
    """The options after a roll of the life path: keep it, or what can be rerolled."""
    options: list[Any] = [KEEP]
    if repeats and one.life.free_reroll:
        options.append(FREE)
    if one.life.insight:
        options += [("reroll", face) for face in dict.fromkeys(dice)]
        options.append(BOTH)
    return tuple(options)


def _rolled_again(play: Play, seat: Seat, dice: Pool, how: Any) -> Pool:
    why = "dead_weight.creation.insight_reroll"
    if how == BOTH:
        return play.roll(2, by=seat, why=why)
    kept = dice[1] if how[1] == dice[0] else dice[0]
    return tuple(sorted((kept, *play.roll(1, by=seat, why=why))))


@rule(
    "dead_weight.creation.steps_apply",
    "dead_weight.creation.infancy",
    "dead_weight.creation.career",
    "dead_weight.creation.tragedy",
)
def apply(play: Play, one: Adventurer, row: Path, step: str) -> Adventurer:
    """Apply a row of infancy, career or tragedy: points, skills and traits, insight, silver."""
    play.tell("creation.row", step, row.id, why=row.id)
    one = trained(one, row)
    for skill in row.skills:
        one = learn(play, one, skill)
    for _choice in range(row.choose_prof):
        attribute = play.choose(one.seat, "choose_proficiency", ATTRIBUTES, why=row.id)
        one = gain_proficiency(one, attribute, 1)
    life = one.life
    traits = tuple(short(trait) for trait in row.traits)
    life = replace(life, traits=life.traits + traits, insight=life.insight + row.insight)
    life = replace(life, **{step: row.id})
    return replace(one, life=life, purse=paid(play, one, row.silver, row.id))


def trained(one: Adventurer, row: Path | Calling) -> Adventurer:
    """The adventurer with the points of a row, score before proficiency."""
    if isinstance(row, Path):
        for attribute, points in row.score.items():
            one = gain_score(one, attribute, points)
    for attribute, points in row.prof.items():
        one = gain_proficiency(one, attribute, points)
    return one


@rule(
    "dead_weight.attribute.score_limits",
    "dead_weight.attribute.strength",
    "dead_weight.attribute.dexterity",
    "dead_weight.attribute.intelligence",
    "dead_weight.attribute.presence",
)
def gain_score(one: Adventurer, attribute: Attribute, points: int) -> Adventurer:
    """A score changes, never below 0 or above 3; points beyond are lost."""
    on = score(one, attribute)
    return with_score(one, attribute, replace(on, score=min(MOST_SCORE, max(0, on.score + points))))


@rule("dead_weight.attribute.prof_limits")
def gain_proficiency(one: Adventurer, attribute: Attribute, points: int) -> Adventurer:
    """A proficiency changes, never below 0 or above 2; points beyond are lost."""
    on = score(one, attribute)
    return with_score(one, attribute, replace(on, proficiency=min(MOST_PROFICIENCY, max(0, on.proficiency + points))))


@rule("dead_weight.creation.skill_twice", "dead_weight.skill.upgrade")
def learn(play: Play, one: Adventurer, skill: RuleId) -> Adventurer:
    """The adventurer with a skill more; one already known becomes its advanced form, if it has one."""
    known = one.life.skills
    advanced = skills()[skill].upgrades_to
    if short(skill) in known:
        if not advanced:
            play.tell("skill.again", skill, why="dead_weight.creation.skill_twice")
            return one
        known = tuple(short(advanced) if name == short(skill) else name for name in known)
        play.tell("skill.advanced", skill, advanced, why="dead_weight.creation.skill_twice")
    elif not advanced or short(advanced) not in known:
        known = (*known, short(skill))
    return replace(one, life=replace(one.life, skills=known))


def paid(play: Play, one: Adventurer, silver: str, why: RuleId, gold: int = 0) -> Purse:
    """The purse with this many more coins."""
    return replace(one.purse, silver=one.purse.silver + total(play, silver, one.seat, why), gold=one.purse.gold + gold)


@rule("dead_weight.creation.burden", "dead_weight.creation.steps_apply")
def shoulder(play: Play, one: Adventurer, row: Burden) -> Adventurer:
    """Roll the burden: why the adventurer came to the island, and what they brought."""
    play.tell("creation.row", "burden", row.id, why=row.id)
    one = replace(one, life=replace(one.life, burden=row.id), purse=paid(play, one, row.silver, row.id))
    return equip(play, one, row.items, row.containers)


def equip(play: Play, one: Adventurer, given: tuple[Given, ...], containers: tuple[RuleId, ...]) -> Adventurer:
    """The adventurer with the things and containers of a burden or kit; false coins go into the purse as a count."""
    for container in containers:
        one = with_container(one, container)
    for line in given:
        if line.ref == FALSE_COINS:
            false = total(play, "3d6", one.seat, FALSE_COINS)
            one = replace(one, purse=replace(one.purse, counterfeit=one.purse.counterfeit + false))
            continue
        for item in made(line, len(one.items) + 1):
            one = stow(one, item) or one
    return one


def made(line: Given, first: int) -> tuple[Item, ...]:
    """The things of one line of a kit or burden, numbered from `first`; only packs make one stack."""
    of = things().get(line.ref)
    stack = of is not None and of.pack > 1
    number = 1 if stack else line.count
    count = line.count if stack else 1
    return tuple(thing(line.ref, f"i{first + n}", count=count, usage=sides(line.usage)) for n in range(number))


FOR: dict[str, Attribute] = {"warrior": "STR", "thief": "DEX", "wizard": "INT", "cleric": "PRE"}
"""The attribute of each class."""


@rule("dead_weight.creation.class")
def take_up_class(play: Play, one: Adventurer) -> Adventurer:
    """Choose one of four classes (the one that suits the scores best is listed first) and one of its three kits."""
    why = "dead_weight.creation.class"

    def suits(class_: RuleId) -> tuple[int, int]:
        on = score(one, FOR[short(class_)])
        return -on.score, -on.proficiency

    which = play.choose(one.seat, "class", tuple(sorted(callings(), key=suits)), why=why)
    calling = callings()[which]
    one = trained(one, calling)
    for skill in calling.skills:
        one = learn(play, one, skill)
    contents = [kits()[kit].effect for kit in calling.kits]
    kit = kits()[play.choose(one.seat, "kit", calling.kits, which, *contents, why=why)]
    play.tell("creation.class", which, kit.id, why=kit.id)
    traits = one.life.traits + tuple(short(trait) for trait in calling.traits)
    one = replace(one, life=replace(one.life, calling=which, kit=kit.id, traits=traits))
    one = replace(one, purse=paid(play, one, kit.silver, kit.id, kit.gold))
    return equip(play, one, kit.items, kit.containers)


@rule("dead_weight.creation.insight_move")
def move_points(play: Play, one: Adventurer) -> Adventurer:
    """Each point of insight left may move a point from the highest score to another; insight not used is kept."""
    why = "dead_weight.creation.insight_move"
    while one.life.insight and (moves := _moves(one)):
        now = tuple(score(one, attribute).score for attribute in ATTRIBUTES)
        how = play.choose(one.seat, "move_point", (KEEP, *moves), *now, one.life.insight, why=why)
        if how == KEEP:
            break
        _move, source, target = how
        one = gain_score(gain_score(one, source, -1), target, 1)
        one = replace(one, life=replace(one.life, insight=one.life.insight - 1))
    return one


def _moves(one: Adventurer) -> tuple[Any, ...]:
    """The options of `move_points`: every way to move a point of a highest score."""
    highest = max(score(one, attribute).score for attribute in ATTRIBUTES)
    return tuple(
        ("move", source, target)
        for source in ATTRIBUTES
        if score(one, source).score == highest
        for target in ATTRIBUTES
        if target != source and score(one, target).score < MOST_SCORE
    )


@rule(
    "dead_weight.setting.final_score_min",
    "dead_weight.burden.lost_everything_and_everyone",
    "dead_weight.attribute.score_limits",
)
def ended(one: Adventurer, settings: Settings) -> Adventurer:
    """The last adjustments: scores rise to the minimum, and the purse of those who have lost everything is set."""
    for attribute in ATTRIBUTES:
        on = score(one, attribute)
        if on.score < settings.final_score_min:
            one = with_score(one, attribute, replace(on, score=settings.final_score_min))
    if one.life.burden == PENNILESS:
        one = replace(one, purse=Purse(counterfeit=one.purse.counterfeit))
    return replace(one, life=replace(one.life, earned=one.life.insight))


@rule(
    "dead_weight.creation.wizard_school",
    "dead_weight.creation.wizard_spells",
    "dead_weight.creation.cleric_god",
    "dead_weight.creation.cleric_prayers",
)
def taught(play: Play, one: Adventurer) -> Adventurer:
    """Choose a wizard's school and spells (as many as the INT score), a cleric's god and prayers (the PRE score)."""
    if one.life.calling == WIZARD:
        school = _of(play, one.seat, "school", tuple(schools()), "dead_weight.creation.wizard_school")
        why = "dead_weight.creation.wizard_spells"
        known = _chosen(play, one.seat, "learn_spell", spells_of(school), one.intelligence.score, why)
        magic = Magic(spells=known, memorized=known)
        return replace(one, life=replace(one.life, school=school), magic=magic)
    if one.life.calling == CLERIC:
        god = _of(play, one.seat, "god", tuple(gods()), "dead_weight.creation.cleric_god")
        why = "dead_weight.creation.cleric_prayers"
        known = _chosen(play, one.seat, "learn_prayer", prayers_of(god), one.presence.score, why)
        return replace(one, life=replace(one.life, god=god), magic=Magic(prayers=known, ready=known))
    return one


@rule(
    "dead_weight.creation.wizard_spells",
    "dead_weight.spell.list",
    "dead_weight.school.necromancers",
    "dead_weight.school.alchemists",
    "dead_weight.school.thaumaturgists",
    "dead_weight.school.mystics",
    "dead_weight.school.awakened",
)
def spells_of(school: str) -> tuple[RuleId, ...]:
    """The spells that a wizard can learn: the basic list, and that of the school."""
    basic = [spell.id for spell in spells().values() if spell.basic]
    return tuple(dict.fromkeys((*basic, *(schools()[school].spells if school in schools() else ()))))


@rule("dead_weight.creation.cleric_prayers", "dead_weight.prayer.list")
def prayers_of(god: str) -> tuple[RuleId, ...]:
    """The prayers that a cleric can learn: the basic list, and that of the god."""
    basic = [prayer.id for prayer in prayers().values() if not prayer.god]
    return tuple(dict.fromkeys((*basic, *(gods()[god].prayers if god in gods() else ()))))


def _of(play: Play, seat: Seat, what: str, listed: tuple[str, ...], why: RuleId) -> str:
    """The player's choice of a school or god from the book, or of another by name."""
    which = play.choose(seat, what, (*listed, ANOTHER), why=why)
    return play.write(seat, what, why=why).strip()[:60] if which == ANOTHER else which


def _chosen(
    play: Play, seat: Seat, what: str, listed: tuple[RuleId, ...], number: int, why: RuleId
) -> tuple[RuleId, ...]:
    """The player's choice of `number` different entries from a list."""
    known: tuple[RuleId, ...] = ()
    for left in range(min(number, len(listed)), 0, -1):
        options = tuple(ref for ref in listed if ref not in known)
        known = (*known, play.choose(seat, what, options, left, why=why))
    return known


@rule("dead_weight.trappings.hand_equipped", "dead_weight.trappings.torso")
def ready(one: Adventurer) -> Adventurer:
    """The adventurer with armour on, a weapon in the right hand; a shield, second blade or conductor in the left."""
    for item in one.items:
        if item.ref in armours() and fits(one, item, "worn"):
            one = with_item(one, replace(item, place="worn"))
    arms = [item for item in one.items if item.ref in weapons()]
    guards = [item for item in one.items if item.ref in shields()]
    if arms:
        both = hands_for(arms[0]) == 2 and not guards
        one = with_item(one, replace(arms[0], place="both" if both else "right"))
        if both:
            return one
    conducting = any("conductor" in roles(item) for item in arms[:1])
    conductors = [item for item in one.items if "conductor" in roles(item) and item not in arms and not conducting]
    for item in (*guards, *arms[1:], *conductors)[:1]:
        one = with_item(one, replace(item, place="left"))
    return one
