"""The settings of a table; each is explained in the rulebook under `black_hack.setting`."""

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """How this table reads the rules where the book leaves a choice."""

    natural_one: Literal["always", "literal"] = "always"
    advantage_net: Literal["cancel", "count"] = "cancel"
    gm_choice: Literal["ask", "worst"] = "ask"
    damage_mode: Literal["roll", "average", "ask"] = "roll"
    armour_die_timing: Literal["after", "before"] = "after"
    ongoing_armour: Literal[True, False] = True
    bonus_die_repair: Literal["worn_av", "av_1"] = "worn_av"
    magic_mail: Literal["instead", "adds"] = "instead"
    unlisted_weapon: Literal["disadvantage", "unarmed_damage", "refuse", "none"] = "disadvantage"
    ranged_close: Literal["disadvantage", "plain", "forbidden"] = "disadvantage"
    ranged_distant: Literal["disadvantage", "plain", "forbidden"] = "disadvantage"
    large_weapon_die: Literal["separate", "shared"] = "separate"
    dealer_reach: Literal["nearby", "close"] = "nearby"
    shield_bash: Literal["natural", "natural_success", "total"] = "natural"
    paralysed_defend: Literal["disadvantage", "plain", "fails"] = "disadvantage"
    hindrance_timing: Literal["end", "start"] = "end"
    oofa_healed: Literal["no_roll", "roll"] = "no_roll"
    oofa_specials: Literal["test", "spared"] = "test"
    powerful_reach: Literal["all", "opponents", "deeds"] = "all"
    maimed_loss: Literal["1", "2", "1d4"] = "2"
    cleric_a_coins: Literal["2d4", "2d6", "2d8"] = "2d8"
    rest_hour: Literal["unlimited", "once_per_day"] = "unlimited"
    level_hp: Literal["max_only", "max_and_current"] = "max_only"
    background_uses: Literal["character", "background"] = "character"
    magic_missile_range: Literal["literal", "beyond_close", "any"] = "literal"
    area_damage: Literal["one_roll", "per_target"] = "one_roll"
    spell_resistance: Literal["none", "higher_hd", "all"] = "none"
    servant_attacks: Literal["player_tests", "fixed_damage"] = "player_tests"
    new_spells: Literal["found", "one_per_level"] = "found"
    misfire: Literal["table", "gm", "none"] = "table"
    encounter_clock: Literal["real_minutes", "turns"] = "real_minutes"
    encounter_turns: Literal[1, 2, 3, 4, 6] = 3
    encounter_die: Literal["d6_table", "d4"] = "d6_table"
    morale_mode: Literal["d12", "charisma", "off"] = "d12"
    rations_mode: Literal["encounter", "session_start"] = "encounter"
    panic: Literal[False, True] = False
    luck: Literal[0, 1, 2, 3] = 0
    blocking: Literal[False, True] = False
    item_keywords: Literal[False, True] = False
    reach_weapons: Literal[False, True] = False
    fail_forward: Literal[False, True] = False
    show_odds: Literal[True, False] = True
