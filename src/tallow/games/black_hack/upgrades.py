"""Upgrades of what earlier versions of The Black Hack stored to the current schema."""

import re

from tallow.games.stored import Plain, Upgrade


def _poison_of_then(creature: Plain) -> Plain:
    """Schema 1 did not say what ails somebody, and Neutralise Poison ended all of it."""
    if creature.get("ongoing"):
        creature["conditions"] = [*creature.get("conditions", ()), "poisoned"]
    for hindrance in creature.get("hindrances", ()):
        hindrance["poison"] = hindrance["name"] in {"weakened", "paralysed"}
    return creature


def _poisoned(state: Plain) -> Plain:
    for creature in (*state.get("party", ()), *state.get("foes", ()), *state.get("allies", ())):
        _poison_of_then(creature)
    return state


_LENT_2 = re.compile(r"(STR|DEX|CON|INT|WIS|CHA):(-?\d+)")
"""Schema 2 had points that an effect lends in its detail: `STR:3`, `INT:-11`."""


def _typed(state: Plain) -> Plain:
    """Schema 2 had whose ammunition was used, and what an effect lends, as texts with a colon."""
    combat = state.get("combat")
    if combat is not None:
        combat["shot"] = [use.split(":", 1) for use in combat.get("shot", ())]
    return state | {"effects": [_lending(effect) for effect in state.get("effects", ())]}


def _lending(effect: Plain) -> Plain:
    found = _LENT_2.fullmatch(effect.get("detail", ""))
    return effect | {"detail": "", "attribute": found[1], "points": int(found[2])} if found else effect


OF_BEINGS_3 = ("carried", "clings", "last", "by", "copying", "hurt_by", "lured", "died")
"""The kinds of marks that schema 3 had among the conditions."""


def _marks_in_parts(state: Plain) -> Plain:
    """Schema 3 had marks as texts, `came:foe1:ann`, those of somebody among the conditions."""
    for one in (*state.get("party", ()), *state.get("foes", ()), *state.get("allies", ())):
        _marks_of(one)
    for item in state.get("ground", ()):
        _marks_of_thing(item)
    combat = state.get("combat")
    if combat is not None:
        combat["used"] = [_mark(text) for text in combat.get("used", ())]
    return state


def _marks_of(one: Plain) -> Plain:
    conditions = one.get("conditions", ())
    marks = [code for code in conditions if code.partition(":")[0] in OF_BEINGS_3]
    one["conditions"] = [code for code in conditions if code not in marks]
    one["marks"] = [_mark(code) for code in marks]
    one["spent"] = [_mark(text) for text in one.get("spent", ())]
    for item in one.get("items", ()):
        _marks_of_thing(item)
    return one


def _marks_of_thing(item: Plain) -> None:
    item["marks"] = [_mark(text) for text in item.get("marks", ())]


def _mark(text: str) -> Plain:
    kind, *rest = text.split(":", 1)
    if kind == "black_hack.item.garlic_herbs":
        return {"kind": "garlic", "about": []}
    match kind, *(rest[0].split(":") if rest else ()):
        case ["copying", spell, hours]:
            return {"kind": kind, "about": [spell, int(hours)]}
        case ["reading", name, turns, hd, *at]:
            return {"kind": kind, "about": [name, int(turns), int(hd), int(at[0]) if at else 0]}
        case ["knows" | "blood_up" | "died" | "breath", number, *more]:
            return {"kind": kind, "about": [int(number), *[int(one) if kind == "knows" else one for one in more]]}
        case ["session", "background", *_]:
            return {"kind": kind, "about": rest[0].split(":", 1)}
        case ["moment" | "came" | "fell" | "averted", *parts]:
            return {"kind": kind, "about": parts}
        case _:
            return {"kind": kind, "about": rest}


def _of_the_market(state: Plain) -> Plain:
    """Schema 4 had those at the market as `market:ann` among `acted`, and prices by texts such as `repair:rare`."""
    acted = state.get("acted", ())
    state["acted"] = [who for who in acted if not who.startswith("market:")]
    state["shopping"] = [who.removeprefix("market:") for who in acted if who.startswith("market:")]
    state["prices"] = [_price(key, coins) for key, coins in state.get("prices", ())]
    return state


def _price(key: str, coins: int) -> Plain:
    first, colon, rest = key.partition(":")
    if first == "repair" and colon:
        return {"coins": coins, "rarity": rest}
    if rest.startswith("black_hack."):
        return {"coins": coins, "of": first, "text": rest}
    return {"coins": coins, "of": key}


UPGRADES = (
    Upgrade(state=_poisoned, character=_poison_of_then),
    Upgrade(state=_typed),
    Upgrade(state=_marks_in_parts, character=_marks_of),
    Upgrade(state=_of_the_market),
)
