"""Characters to draw: an ordinary one, one with nothing, one with too much, and one with a troublesome name."""

from msgspec.structs import replace

from tallow.games.cairn.entries import relics, scars, spells
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.gear.things import from_gear, from_ref, scroll, spellbook, worn
from tallow.games.cairn.state import DAY, Cause, Creature, Item, Life, Scar

EMPTY = Creature("hero0", "", "pc", 0, 0, 0, 0, 0, 0, 0, 0)

TRAITS = ("physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice")
LOOKS = ("Towering", "Tanned", "Curly", "Sharp", "Booming", "Foreign", "Honest", "Aggressive")

HESTIA = Creature(
    "hero1",
    "Hestia",
    "pc",
    hp=3,
    hp_max=5,
    strength=7,
    strength_max=12,
    dexterity=13,
    dexterity_max=13,
    willpower=9,
    willpower_max=9,
    seat="ann",
    gp=37,
    fatigue=1,
    conditions=("hamstrung",),
    items=(
        replace(from_gear(backgrounds()["cairn.background.aurifex"].gear[3], "i1"), place="hands"),
        worn(from_ref("cairn.armour.brigandine", "i2")),
        worn(from_ref("cairn.armour.shield", "i3")),
        replace(from_ref("cairn.item.rations", "i4"), uses=2),
        replace(from_ref("cairn.item.torch", "i5"), uses=3, lit=True),
        spellbook("cairn.spell.sleep", "i8"),
        scroll("cairn.spell.cure_wounds", "i9"),
        Item("i10", "Tin of snuff", slots=0, uses=4),
        Item("i11", "Protective gloves", slots=0),
    ),
    scars=(Scar("cairn.scar.lasting_scar", "Eye"), Scar("cairn.scar.hamstrung", open=True, since=DAY)),
    life=Life(
        background="cairn.background.aurifex",
        boons=("cairn.table.aurifex_1:gold_nose", "cairn.table.aurifex_1:unseen_pet"),
        traits=tuple(zip(TRAITS, LOOKS, strict=True)),
        bonds=("cairn.table.bond:single_gem",),
        omen="cairn.table.omen:fog",
        private_omen="A second moon.",
        age=34,
        notes="Owes Arlo 12 gp.\nThe key fits the lower gate.",
    ),
)

LADEN = replace(
    HESTIA,
    id="hero2",
    name="Wilmot of the Long and Winding Road beyond the Seven Barrows",
    hp=0,
    hp_max=18,
    gp=412,
    fatigue=3,
    burden=1,
    conditions=("hamstrung", "deaf", "doomed", "critical", "panicked"),
    deprived=(Cause("food", 0), Cause("cairn.scar.walloped", 0)),
    items=(
        *HESTIA.items,
        *(from_ref(ref, f"r{at}") for at, ref in enumerate(tuple(relics())[:5])),
        *(spellbook(ref, f"s{at}") for at, ref in enumerate(tuple(spells())[:4])),
        from_ref("cairn.item.mule", "m1"),
        replace(from_ref("cairn.armour.plate", "p1"), place="m1"),
    ),
    scars=tuple(
        Scar(entry.id, "Leg", open=entry.when not in {"now", "next_critical_save"}) for entry in scars().values()
    ),
    life=replace(HESTIA.life, notes="The bridge at Onderford is watched by day and by night. " * 35),
)

TROUBLE = replace(
    HESTIA,
    id="hero3",
    name='#let *Bold* [x] $y$ "Q" \\ <a> @b // /* `raw`\nsecond line 🐉 ' + "W" * 300,
    items=(
        Item("i1", "#pagebreak() [Sword] $x^2$ *of* _doom_", damage="d8", effect='= Not a heading "quoted" #sym.arrow'),
    ),
    life=Life(notes="#set page(width: 1cm)\n- a\n- b\n\x00\x07\u202eturned", background="cairn.background.cutpurse"),
)
