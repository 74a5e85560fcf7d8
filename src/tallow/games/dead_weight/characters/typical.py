"""Typical adventurers for the simulator: a class and a kit, with a fixed life path that suits the class."""

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.characters import Kit, callings, kits, paths
from tallow.games.dead_weight.entries.gear import armours, shields, weapons
from tallow.games.dead_weight.gear.inventory import hands_for, roles, sides, thing, with_container
from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Item, Life, Magic, Score, with_score
from tallow.games.game import Archetypes
from tallow.mechanics.roster import everybody, roster
from tallow.mechanics.suggestions import Unknown, nearest

MOST = 20
"""So many adventurers at most."""


class Typical(Struct, frozen=True):
    """The life of a typical adventurer: the rows of its life path, and the spells or prayers that it has memorized."""

    infancy: int
    career: int
    tragedy: int
    school: str = ""
    god: str = ""
    spells: tuple[str, ...] = ()
    prayers: tuple[str, ...] = ()


LIVES = {
    "warrior": Typical(6, 3, 7),
    "thief": Typical(7, 7, 4),
    "wizard": Typical(11, 4, 12, school="thaumaturgists", spells=("magic_missile", "magic_shield", "pain")),
    "cleric": Typical(9, 8, 6, god="kaal_rafir", prayers=("cure_light_wounds", "hold", "light")),
}
"""By class; every one ends with 7 points of score and 2 of proficiency, as most life paths do."""

ARCHETYPES = Archetypes(party=lambda _: "warrior:A; thief:B; cleric:B; wizard:A", foe="Freshly Risen Corpse")
"""New adventurers: what they gain later is their own choice, not a level's."""


def party(spec: str) -> tuple[Adventurer, ...]:
    """The adventurers of a text such as `warrior:A, thief:B, cleric x2`; without a letter the first kit."""
    parts = roster(spec, "somebody: a class and its kit, such as warrior:A", between=",;", most=MOST)
    return everybody(parts, lambda part, id_: typical(part.text, id_), "hero")


def typical(text: str, id: str) -> Adventurer:  # noqa: A002
    """One typical adventurer of a class with one of its kits, such as `warrior:A`."""
    name, _, letter = text.partition(":")
    key = name.strip().casefold()
    if key not in LIVES:
        raise Unknown("class", name.strip(), nearest(name.strip(), LIVES) or tuple(LIVES), "Dead Weight")
    calling = callings()[f"dead_weight.class.{key}"]
    letters = {kits()[kit].letter: kits()[kit] for kit in calling.kits}
    kit = letters.get(letter.strip().upper() or "A")
    if kit is None:
        raise Unknown(
            "kit", f"{name.strip()}:{letter.strip()}", tuple(f"{key}:{each}" for each in letters), "Dead Weight"
        )
    life = LIVES[key]
    rows = (paths("infancy")[life.infancy], paths("career")[life.career], paths("tragedy")[life.tragedy])
    one = Adventurer(id=id, name=calling.name, seat="party")
    for container in kit.containers:
        one = with_container(one, container)
    for attribute in ATTRIBUTES:
        score = min(3, 1 + sum([row.score.get(attribute, 0) for row in rows]))
        trained = min(2, calling.prof.get(attribute, 0) + sum([row.prof.get(attribute, 0) for row in rows]))
        one = with_score(one, attribute, Score(score, trained))
    skills = [skill for row in (*rows, calling) for skill in row.skills]
    traits = [trait for row in (*rows, calling) for trait in row.traits]
    spells = tuple(f"dead_weight.spell.{spell}" for spell in life.spells[: one.intelligence.score])
    prayers = tuple(f"dead_weight.prayer.{prayer}" for prayer in life.prayers[: one.presence.score])
    return replace(
        one,
        life=Life(
            infancy=rows[0].id,
            career=rows[1].id,
            tragedy=rows[2].id,
            calling=calling.id,
            kit=kit.id,
            school=f"dead_weight.school.{life.school}" if life.school else "",
            god=f"dead_weight.god.{life.god}" if life.god else "",
            skills=tuple(short(skill) for skill in skills),
            traits=tuple(short(trait) for trait in traits),
        ),
        magic=Magic(spells=spells, memorized=spells, prayers=prayers, ready=prayers),
        items=_equipped(kit),
    )


def _equipped(kit: Kit) -> tuple[Item, ...]:
    """The things of a kit as worn and held in a fight: weapons, shields and what magic needs take hands while free."""
    items: list[Item] = []
    hands = ["right", "left"]
    for line in kit.items:
        for _ in range(line.count if line.ref in weapons() else 1):
            item = thing(line.ref, f"i{len(items) + 1}", count=1 if line.ref in weapons() else line.count)
            if line.usage:
                item = replace(item, usage=sides(line.usage))
            if line.ref in armours():
                item = replace(item, place="worn")
            elif line.ref in weapons() or line.ref in shields() or HELD.intersection(roles(item)):
                item = replace(item, place=_hand(item, hands, shielded=any(one.ref in shields() for one in kit.items)))
            items.append(item)
    return tuple(items)


HELD = frozenset(("conductor", "holy_symbol"))


def _hand(item: Item, hands: list[str], *, shielded: bool) -> str:
    """The free hand for a thing; beside a shield a spear is held in one hand."""
    if hands_for(item) == 2 and not (shielded and weapons()[item.ref].one_hand is not None):
        if len(hands) < 2:
            return "back"
        hands.clear()
        return "both"
    return hands.pop(0) if hands else "back"
