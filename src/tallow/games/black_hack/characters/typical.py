"""Typical characters for the simulator: a class, a Level and a kit, made by the rules with average dice."""

import re
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import create
from tallow.games.black_hack.characters.levels import book, texts
from tallow.games.black_hack.entries import callings, kits, prayers, spell, spells
from tallow.games.black_hack.gear.things import with_thing
from tallow.games.black_hack.magic.counsel import WORTH
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import ATTRIBUTES, FIELD, Character
from tallow.games.game import Archetypes
from tallow.mechanics.roster import Part, everybody, roster
from tallow.mechanics.suggestions import Malformed, Unknown, nearest
from tallow.play import Typical, rule

MOST, MOST_LEVEL = 20, 10
"""So many characters at most, and so high a Level."""

SCORES: dict[str, tuple[int, ...]] = {
    "warrior": (13, 11, 12, 8, 10, 9),
    "thief": (11, 13, 10, 10, 9, 10),
    "cleric": (11, 9, 11, 9, 13, 10),
    "wizard": (8, 11, 10, 13, 11, 10),
}
"""STR, DEX, CON, INT, WIS, CHA of a class: the mean of 3d6 in all, the best where it counts."""

WANTED = (
    "black_hack.spell.shield", "black_hack.spell.sleep", "black_hack.spell.charm", "black_hack.spell.web",
    "black_hack.spell.magic_missile", "black_hack.prayer.cure_light_wounds", "black_hack.prayer.hold_person",
    "black_hack.prayer.bless", "black_hack.weapon.broad_sword", "black_hack.weapon.mace",
)  # fmt: skip
"""What a typical character takes first where there is a choice."""

WISHED = "somebody: a class and its Level, such as warrior 2"

FOUND = 3
"""From this level on texts are not in the first book, but found."""


ARCHETYPES = Archetypes(
    party=lambda level: f"warrior {level}; thief {level}; cleric {level}; wizard {level}",
    foe="Goblin",
    levels=MOST_LEVEL,
)


def typical(class_: str, level: int, letter: str, settings: Settings, id: str) -> Character:  # noqa: A002
    """One typical character of a class and Level with one of its kits, unhurt, with suitable magic if a caster."""
    known = [ref for ref in WANTED if ref in spells() or ref in prayers()]
    written: tuple[Any, ...] = tuple([("of_level", ref, spell(ref).level) for ref in known])
    wanted: tuple[Any, ...] = (callings()[class_].id, f"black_hack.kit.{class_}_{letter}", *WANTED, *written)
    rolled = zip(ATTRIBUTES, SCORES[class_], strict=True)
    life = Typical(wanted, {f"black_hack.attribute.{FIELD[attribute]}": (score,) for attribute, score in rolled})
    one = _read_up(create(life, settings, "party", level))
    items = tuple([replace(item, id=f"{id}.{item.id}") for item in one.items])
    return replace(one, id=id, name=callings()[class_].name, seat="party", items=items)


@rule("black_hack.wizard.spellbook", "black_hack.magic.memorise", "black_hack.magic.memorise_level")
def _read_up(one: Character) -> Character:
    """A caster with the best combat text of each level above 2 in the book, and the best of all memorised."""
    own, mine = book(one), texts(one)
    if own is None or one.level < FOUND:
        return one
    best = {level: ref for ref in reversed(WORTH) if FOUND <= (level := mine.get(ref, 0)) <= one.level}
    written = (*own.spells, *[best[level] for level in sorted(best)])
    known = [ref for ref in (*WORTH, *written) if ref in written and mine[ref] <= one.level]
    memorised = tuple(dict.fromkeys(known))[: one.level]
    items = with_thing(one.items, replace(own, spells=written))
    return replace(one, items=items, magic=replace(one.magic, memorised=memorised))


_WISH = re.compile(r"([^\d:]+?)\s*(\d+)?\s*(?::\s*(\w+))?")


def party(spec: str, settings: Settings) -> tuple[Character, ...]:
    """The characters of a text such as `warrior 2, thief 1:b, cleric 3 x2`: class, Level, letter of the kit."""
    parts = roster(spec, WISHED, between=",;", most=MOST)
    return everybody(parts, lambda part, id_: typical(*_read(spec, part), settings, id_), "hero")


def _read(spec: str, part: Part) -> tuple[str, int, str]:
    found = _WISH.fullmatch(part.text)
    if found is None:
        raise Malformed(spec, part.at, WISHED)
    class_, level, letter = found[1].casefold(), int((found[2] or "1")[:4]), (found[3] or "a").casefold()
    if class_ not in SCORES:
        raise Unknown("class", found[1], nearest(found[1], SCORES), "The Black Hack")
    if not 1 <= level <= MOST_LEVEL:
        raise Malformed(spec, part.at + found.start(2), f"a Level from 1 to {MOST_LEVEL}")
    if f"black_hack.kit.{class_}_{letter}" not in kits():
        raise Unknown("kit", f"{class_}:{letter}", (f"{class_}:a", f"{class_}:b"), "The Black Hack")
    return class_, level, letter
