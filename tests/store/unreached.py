"""What waits in no golden table, by the game, each with what it would take: explorers have not come to it by chance."""

from collections.abc import Mapping

ALONE = "asked before a practice fight of one person in the terminal, which is no table"

UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {
        "skirmish_foe": ALONE,
        "carried_off": "a beast that carries its prey off must win",
        "full_moon": "the nightmare of a half-witch must have fallen",
        "limb": "one monster breaks limbs, by a critical hit",
        "meet_what": "two hazards must lie in the same place",
        "place.spring_what": "its ready adventure has one trap",
        "sundered": "exactly ten hit points must be lost at once",
        "which_armour": "two armours must be worn through",
        "which_power": "a monster with two powers must be at hand",
    },
    "dead_weight": {
        "skirmish_foe": ALONE,
        "captive": "a sacrifice to one god, with an undead that obeys",
        "channel": "shackles must be held to the next own turn",
        "cook": "a camp with rations of two kinds",
        "disarm_what": "one special of a few enemies",
        "eat_carcass": "a camp with a dead beast and more hungry than portions",
        "eye": "two floating eyes at once",
        "feed": "a camp with fewer portions than hungry people",
        "goods": "a sacrifice in camp of something worth ten silver",
        "goods_enough": "follows a sacrifice of goods",
        "move_point": "creation with insight left over",
        "mugged": "one row of a night in town",
        "no_room": "a prayer makes something for which nobody has room",
        "raise_what": "three lessons learned of one attribute",
        "reveal_way": "a room with two hidden ways",
        "shove_where": "one special of a few enemies",
        "which_trap": "a room with two traps of the GM's",
    },
    "modified_cairn": {
        "skirmish_foe": ALONE,
        "calmer": "a Cycle with two calmer events",
        "dismount_greater": "a mounted foe and a strong die",
        "hampered_power": "an Impair Gambit upon a power",
        "lend_whom": "two casters hand in hand in a fight",
        "limb": "one monster breaks limbs, by a Critical Wound",
        "rusts": "one power of one monster",
        "sundered": "one row of the Scars",
        "vow_broken": "two who are sworn",
        "whose_wound": "dice of two monsters with wounds of their own",
    },
    "black_hack": {
        "skirmish_foe": ALONE,
        "called": "somebody must call for reinforcements",
        "carry_whom": "two who are Out of Action beside one another",
        "command_whom": "two groups of servants at once",
        "knock_which": "a lock made by magic",
        "object_held": "telekinesis in a fight",
        "person": "a foe described by the GM in words",
        "place.spring_what": "its ready adventure has one trap",
        "raised": "one who is dead, and a prayer of a high level",
        "speak_name": "two true names known",
        "which_curse": "two curses upon one",
        "who_arrives": "reinforcements of two kinds",
    },
    "vanilla": {
        "skirmish_foe": ALONE,
        "place.spring_what": "its ready adventure has one trap",
        "deadly_time": "somebody must be about to die of time",
        "leave_behind": "more gear at creation than slots",
        "power": "a monster with two powers",
        "rider": "a unicorn with somebody on its back",
        "salve": "two who are hurt, and salve",
    },
}
"""Kinds of questions."""

EFFECTS_UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {
        "each: DEX": "few monsters take something each round, most of them STR",
        "each: HP": "bees that have stung somebody",
        "each: WIL": "few monsters take something each round, most of them STR",
        "steps": "a basilisk at whom somebody has looked",
    },
    "dead_weight": {},
    "modified_cairn": {
        "does: ": "every effect that explorers came to does something",
        "does: stone": "a basilisk at whom somebody has looked",
        "save: CLA": "a few powers alone",
        "steps": "a basilisk at whom somebody has looked",
    },
    "black_hack": {
        "attribute: CHA": "tonics and fear mostly change STR and CON",
        "attribute: DEX": "tonics and fear mostly change STR and CON",
        "attribute: INT": "tonics and fear mostly change STR and CON",
        "attribute: WIS": "tonics and fear mostly change STR and CON",
    },
    "vanilla": {"until: dawn": "one spell that ends at dawn"},
}
"""Fields of effects that are never set, and words that they never have."""
