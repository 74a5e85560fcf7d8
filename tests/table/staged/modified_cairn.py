"""What people of Modified Cairn seldom come to by chance, and how they do."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import CHARITY, POVERTY, PULSE
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.things import from_gear, made, shard
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.monsters.bestiary import opposed
from tallow.games.modified_cairn.state import HOUR, Effect, Item, Journey, gain
from tallow.games.modified_cairn.uses import MARKS
from tests.table.staging import Stage, first, two_asleep


def _foes_act(guard: int = 0) -> Callable[[Any], Any]:
    """It is the turn of the foes, beside the first of the party, who has so much Guard left and no Armor."""

    def ready(state: Any) -> Any:
        one, foes = state.party[0], tuple([foe.id for foe in state.foes])
        bands = tuple([(*sorted((one.id, foe)), "engaged") for foe in foes])
        combat = replace(state.combat, side="foes", sides=("foes", "party"), acting=foes, bands=bands)
        return first(replace(state, combat=combat), guard=guard, items=())

    return ready


def _in_metal(state: Any) -> Any:
    armour = replace(made("modified_cairn.armour.plate_mail", "plate"), place="body")
    sword = replace(made("modified_cairn.weapon_class.great", "sword"), place="hands")
    return first(_foes_act()(state), items=(armour, sword))


def _hampered(state: Any) -> Any:
    foe = state.foes[0]
    return replace(_foes_act()(state), foes=(MARKS.add(foe, "impaired", "Antennae"), *state.foes[1:]))


def _riding(state: Any) -> Any:
    rider, mount = state.foes
    foes = (replace(rider, mounted=mount.id), gain(mount, "mount"))
    one = state.party[0]
    bands = tuple([(*sorted((one.id, foe.id)), "engaged") for foe in foes])
    return replace(state, foes=foes, combat=replace(state.combat, bands=bands, acting=(one.id,)))


def _hand_in_hand(state: Any) -> Any:
    runes = list(runeskelfs())
    party = [
        replace(one, items=(replace(shard(runes[at], f"rune{at}"), place="hands"),))
        for at, one in enumerate(state.party)
    ]
    ids = [one.id for one in party]
    bands = tuple([(*sorted((ids[0], other)), "engaged") for other in ids[1:]])
    return replace(state, party=tuple(party), combat=replace(state.combat, bands=bands))


def _sworn(state: Any) -> Any:
    vows = (CHARITY, POVERTY)
    party = [replace(one, life=replace(one.life, history=(vow,))) for one, vow in zip(state.party, vows, strict=False)]
    return replace(state, party=(*party, *state.party[2:]))


def _quiet(state: Any) -> Any:
    return replace(state, dungeon=replace(state.dungeon, quiet=9, die=6, step="event"))


def _gifted(state: Any) -> Any:
    gifts = ("modified_cairn.table.beast_handler_2:borrowed_feature", "modified_cairn.table.aurifex_1:vanished_pet")
    return first(state, life=replace(state.party[0].life, history=gifts))


def _clawed(state: Any) -> Any:
    rune = replace(shard("modified_cairn.runeskelf.filch", "rune"), place="hands")
    return first(state, items=(rune,))


def _thing(table: str, name: str) -> Item:
    """A thing as a row of a Background's table gives it, in hand."""
    rows = tables()[f"modified_cairn.table.{table}"].rows
    line = next(line for row in rows for line in row.gives if line.name == name)
    return replace(from_gear(line, "thing"), place="hands")


def _with(table: str, name: str, *others: Item) -> Callable[[Any], Any]:
    """The first of the party has one thing of a Background, and these."""
    return lambda state: first(state, items=(_thing(table, name), *others))


def _weapon(id_: str, place: Any) -> Item:
    return replace(made("modified_cairn.weapon_class.balanced", id_), place=place)


def _enchanted(state: Any) -> Any:
    """Two magics are at work where there is a Hex Stone."""
    haste, who = "modified_cairn.runeskelf.haste", state.party[0].id
    magics = [Effect(f"magic{at}", haste, who, (who,), state.clock + at * HOUR) for at in (1, 2)]
    return replace(_with("half_witch_2", "Hex Stone")(state), effects=tuple(magics))


def _just_dead(state: Any) -> Any:
    dead = [replace(one, vigour=0, states=("dead",)) for one in state.party[1:]]
    return _with("half_witch_2", "Rebirth Ash")(replace(state, party=(state.party[0], *dead)))


def _dented(state: Any) -> Any:
    """Two suits of armour have lost Armor, and somebody has the rune that repairs."""
    rune = replace(shard("modified_cairn.runeskelf.skillful_repair", "rune"), place="hands")
    suits = [
        replace(made("modified_cairn.armour.plate_mail", f"plate{at}"), place=place, armor=0)
        for at, place in enumerate(("body", "pack"))
    ]
    return first(state, items=(rune, *suits))


def _watchful(state: Any) -> Any:
    """Foes come upon a party of which the first feels what hunts it."""
    one = state.party[0]
    ready = first(state, life=replace(one.life, history=(PULSE,)))
    return replace(ready, phase="free", dungeon=None, foes=opposed("Wolf"))


def _fishing(state: Any) -> Any:
    rod = replace(made("modified_cairn.item.fishing_rod", "rod"), place="hands")
    return replace(first(state, items=(rod,)), phase="journey", dungeon=None, journey=Journey())


STAGES = {
    "place.wake_whom": Stage(("place.set_out", "place.wake_group"), two_asleep("Goblin"), place=True),
    "absorb": Stage(("use",), _enchanted),
    "catch": Stage(("use",), _with("rill_runner_1", "River Twine")),
    "deprives": Stage(("use",), _with("hexenbane_1", "Voidglass Shard")),
    "dissolve": Stage(("use",), _with("aurifex_1", "Universal Solvent")),
    "does: stone": Stage(("power foe1",), _foes_act(), foe="Basilisk"),
    "does: crave": Stage(("use",), _with("barber_surgeon_2", "Quicksilver")),
    "hone": Stage(
        ("use",), _with("outrider_1", "Wyrmbone Whetstone", _weapon("sword", "hands"), _weapon("spare", "pack"))
    ),
    "just_dead": Stage(("use",), _just_dead),
    "repair": Stage(("channel_calmly",), _dented),
    "sensed": Stage(("start_combat",), _watchful),
    "water_to_fish": Stage(("wild_watch",), _fishing),
    "wearies": Stage(("use",), _with("fieldwarden_1", "Gale Seed Extract")),
    "work_fits": Stage(("use",), _with("barber_surgeon_2", "Woundwax")),
    "call_upon": Stage(("call_upon",), _gifted),
    "calmer": Stage(("end_cycle",), _quiet),
    "dismount_greater": Stage(("attack hero1", "resolve"), _riding, foe="Goblin; Wolf"),
    "filch": Stage(("channel_calmly",), _clawed),
    "hampered_power": Stage(("power foe1",), _hampered, foe="Rust Monster"),
    "lend_whom": Stage(("lend_effort hero1",), _hand_in_hand, foe="Goblin"),
    "limb": Stage(("attack foe1",), _foes_act(), foe="Gorilla"),
    "rusts": Stage(("power foe1",), _in_metal, foe="Rust Monster"),
    "sundered": Stage(("attack foe1",), _foes_act(guard=10), foe="Ogre"),
    "vow_broken": Stage(("break_vow",), _sworn),
    "whose_wound": Stage(("attack foe1", "attack foe2"), _foes_act(), foe="Gorilla; Goblin"),
}
"""By what is asked, and by the words of effects."""
