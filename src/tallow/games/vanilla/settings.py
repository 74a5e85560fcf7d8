"""The settings of a table; the rulebook explains each under `vanilla.setting`."""

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """Which of its possible readings this table uses for each rule."""

    grit_overflow: Literal["absorb", "carry"] = "absorb"
    death_save_when: Literal["at_zero", "next_damage"] = "at_zero"
    enemy_death_save: Literal["none", "named", "all"] = "none"
    enemy_wear: Literal["none", "worn", "all"] = "worn"
    shield_wear: Literal["armour_first", "by_roll", "never"] = "armour_first"
    ranged_hands: Literal["bows_two", "by_size"] = "bows_two"
    feint_target: Literal["same", "any"] = "same"
    free_attack_spoils_spell: Literal[False, True] = False
    scroll_copy: Literal["kept", "consumed"] = "kept"
    purify_again: Literal["each_sleep", "daily"] = "each_sleep"
    fighter_scrolls: Literal[False, True] = False
    miscast_different: Literal["list", "book"] = "list"
    random_six: Literal["once", "explode"] = "once"
    unwilling_save: Literal[False, True] = False
    creation_reroll: Literal["one", "each"] = "one"
    breath_damage: Literal["hd", "half_hd", "1d6"] = "hd"
    fighter_feats: Literal[False, True] = True
    morale: Literal["auto", "gm", "off"] = "auto"
    speed_ft: Literal[20, 30, 40, 60] = 40
    range_close_ft: Literal[10, 20, 30] = 20
    range_nearby_ft: Literal[30, 60, 90] = 60
    area_nearby_ft: Literal[10, 20, 30] = 20
    show_odds: Literal[True, False] = True
