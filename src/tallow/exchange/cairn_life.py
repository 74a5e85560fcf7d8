"""The life of a character of Cairn as texts for other tools, and how it is read back line by line.

Lines that are rows of the game's tables become those rows again. All other text is kept as notes.
"""

import re
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import METAL_FOOT, STONE_HEART
from tallow.games.cairn.characters.creation import BOND, OMEN, TRAITS
from tallow.games.cairn.entries import scars, tables
from tallow.games.cairn.faces.sheet import row_text
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.state import Attack, Creature, Life, Scar
from tallow.mechanics.tables import row_id

PRIVATE = "Private: "
OPEN = ", open"
_AGE = re.compile(r"\b(?:age:?\s*(\d{1,3})|(\d{1,3})\s+years)\b", re.IGNORECASE)


class Texts(Struct, frozen=True):
    """A life as texts, one for each part."""

    background: str = ""
    gifts: str = ""
    traits: str = ""
    bonds: str = ""
    omens: str = ""
    scars: str = ""
    notes: str = ""


def told(creature: Creature) -> Texts:
    """The life of a character as texts."""
    life = creature.life
    origin = backgrounds().get(life.background)
    private = [PRIVATE + row_text(life.private_omen)] if life.private_omen else []
    return Texts(
        background=origin.name if origin else "",
        gifts="\n".join(row_text(boon, dict(life.chosen).get(boon, "")) for boon in life.boons),
        traits=_traits(life),
        bonds="\n".join(row_text(bond) for bond in life.bonds),
        omens="\n".join([*([row_text(life.omen)] if life.omen else []), *private]),
        scars="\n".join(_scar(scar) for scar in creature.scars),
        notes=life.notes,
    )


def _traits(life: Life) -> str:
    parts = [f"{kind.capitalize()}: {value}." for kind, value in life.traits]
    return " ".join([*parts, *([f"Age: {life.age}."] if life.age else [])])


def _scar(scar: Scar) -> str:
    name = next((one.name for one in scars().values() if one.id == scar.of), scar.of)
    part = f" ({scar.part})" if scar.part else ""
    return f"{name}{part}{OPEN if scar.open else ''}"


def lived(creature: Creature, texts: Texts) -> Creature:
    """The character with the life that is read from these texts."""
    background = _background(texts.background)
    own = backgrounds()[background].tables if background else ()
    boons, chosen, gifts = _rows(texts.gifts, own)
    bonds, _, ties = _rows(texts.bonds, (BOND,))
    traits, age, looks = _looks(texts.traits)
    marks, wounds = _scars(texts.scars)
    public, private = _omens(texts.omens)
    strange = texts.background if texts.background and not background else ""
    kept = (("Background", strange), ("Gifts", gifts), ("Traits", looks), ("Bonds", ties), ("Scars", wounds))
    notes = [texts.notes, *(f"{label}: {text}" for label, text in kept if text)]
    life = Life(
        background, boons, traits, bonds, public, private, age, "\n".join(note for note in notes if note), chosen
    )
    creature = replace(creature, life=life, scars=marks)
    if METAL_FOOT in boons and not creature.attacks:
        creature = replace(creature, attacks=(Attack("kick", (6,)),))
    if STONE_HEART in bonds and "stone_heart" not in creature.conditions:
        creature = replace(creature, conditions=(*creature.conditions, "stone_heart"))
    return creature


def _background(name: str) -> str:
    wanted = " ".join(name.split()).casefold()
    return next((id_ for id_, one in backgrounds().items() if one.name.casefold() == wanted), "")


def _rows(text: str, listed: Iterable[str]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...], str]:
    """The rows of these tables that are lines of a text, what was chosen with them, and the remaining lines."""
    ids = [row_id(table, row) for table in listed for row in tables()[table].rows]
    said = {row_text(id_): id_ for id_ in ids}
    found, chosen, other = [], [], []
    for line in (line.strip() for line in text.split("\n")):
        id_, choice = said.get(line, ""), re.fullmatch(r"(.*?)(?::? )\((\w+)\)", line)
        if not id_ and choice:
            id_ = said.get(choice[1], "")
            chosen += [(id_, choice[2])] if id_ and id_ not in found else []
        if id_ and id_ not in found:
            found.append(id_)
        elif line:
            other.append(line)
    return tuple(found), tuple(chosen), "\n".join(other)


def _looks(text: str) -> tuple[tuple[tuple[str, str], ...], int, str]:
    """Traits and age: as we write them, or the words of the tables anywhere in the text."""
    age = _AGE.search(text)
    years = int(age[1] or age[2]) if age else 0
    ours = {kind: re.search(rf"\b{kind}: ([^.\n]+)\.", text, re.IGNORECASE) for kind in TRAITS}
    said = {kind: found[1].strip() for kind, found in ours.items() if found}
    if said:
        rest = re.sub(rf"\b(?:{'|'.join(TRAITS)}|age): [^.\n]+\.", "", text, flags=re.IGNORECASE).strip()
        return tuple((kind, said[kind]) for kind in TRAITS if kind in said), years, rest
    folded = text.casefold()
    traits = []
    for kind in TRAITS:
        names = [row.name for row in tables()[f"cairn.table.trait_{kind}"].rows]
        near = [
            name for name in names if re.search(rf"\b{re.escape(name.casefold())}\b[\w\s,]{{0,20}}\b{kind}", folded)
        ]
        there = near or [name for name in names if re.search(rf"\b{re.escape(name.casefold())}\b", folded)]
        traits += [(kind, name) for name in there[:1]]
    return tuple(traits), years, "" if text.startswith("Age: ") else text


def _scars(text: str) -> tuple[tuple[Scar, ...], str]:
    known = {one.name.casefold(): one.id for one in scars().values()}
    found, other = [], []
    for line in (line.strip() for line in text.split("\n")):
        split = re.fullmatch(r"([^(),]+?)(?: \(([^()]*)\))?(, open)?", line)
        if split and (of := known.get(split[1].casefold())):
            found.append(Scar(of, split[2] or "", bool(split[3])))
        elif line:
            other.append(line)
    return tuple(found), "\n".join(other)


def _omens(text: str) -> tuple[str, str]:
    """The public omen and the private one: a row each, or free text."""
    rows = {row_text(code): code for code in (row_id(OMEN, row) for row in tables()[OMEN].rows)}
    public: list[str] = []
    private: list[str] = []
    for line in (line.strip() for line in text.split("\n")):
        own = line.removeprefix(PRIVATE)
        (private if own != line else public).append(rows.get(own, own))
    return "\n".join(line for line in public if line), "\n".join(private)
