"""The settings of a table; the rulebook explains each under `modified_cairn.setting`."""

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """Which of its possible readings this table uses for each rule."""

    swap_two: Literal[False, True] = False
    raised_quality: Literal["keep_loss", "refill"] = "keep_loss"
    head_wound_compare: Literal["current", "max"] = "current"
    armour_cap: Literal[0, 3] = 0
    light_armour_layers: Literal[False, True] = False
    shield_bash_armour: Literal["next_turn", "round_end"] = "next_turn"
    blast_friends: Literal["ask", "caught"] = "ask"
    free_swaps: Literal["one", "unlimited"] = "one"
    round_effects: Literal["round_end", "own_next_turn"] = "round_end"
    detachment_gambits: Literal[True, False] = True
    detachment_rout: Literal["first_drop", "each_loss"] = "first_drop"
    focus_ranged: Literal[False, True] = False
    npc_feats: Literal["stat_block", "none", "all"] = "stat_block"
    npc_critical: Literal["dying", "dead", "ask"] = "dying"
    strain_while_deprived: Literal[True, False] = True
    magic_armour: Literal["by_flag", "always", "never"] = "by_flag"
    runeskelf_location: Literal["hand", "hand_or_body"] = "hand"
    magic_version: Literal["source", "later"] = "source"
    coin_rate: Literal[10, 12, 20, 100] = 10
    price_coin: Literal["Golden Mark", "Silver Guilder"] = "Golden Mark"
    dungeon_module: Literal[True, False] = True
    event_roll: Literal["secret", "open"] = "secret"
    wilderness_module: Literal[False, True] = False
    life_details: Literal[False, True] = False
    show_odds: Literal[True, False] = True
