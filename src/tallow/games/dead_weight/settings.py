"""The settings of a table; each is explained in the rulebook under `dead_weight.setting`."""

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """How this table reads the rules where the book leaves a choice."""

    effort_after_roll: Literal[False, True] = False
    enemy_dies_at: Literal["more", "equal"] = "more"
    enemy_one_sheet_action_per_turn: Literal[False, True] = False
    dodge_cleanup_strict: Literal[True, False] = True
    long_rest_doom_total: Literal[3, 2] = 3
    gold_in_silver: Literal[1, 10, 20, 50, 100] = 10
    interlude_mode: Literal["days", "simple"] = "days"
    safe_min_dice: Literal[1, 0] = 1
    advantage_cancel: Literal["one_for_one", "all"] = "one_for_one"
    lessons_from_checks: Literal[True, False] = True
    lesson_price: Literal[3, 4, 5] = 5
    insight_use: Literal["full", "move_only", "none"] = "full"
    final_score_min: Literal[0, 1] = 0
    wound_placement: Literal["same", "split"] = "same"
    mortal_overflow: Literal["spread", "one_attribute"] = "spread"
    mortal_wounds_table: Literal[True, False] = True
    mortal_wounds_add: Literal[False, True] = False
    stabilize_needs: Literal["nothing", "supplies"] = "nothing"
    effect_needs_wound: Literal[False, True] = False
    decay_wound_reducible: Literal[True, False] = True
    decay_equipment: Literal["random", "player"] = "random"
    encumbered_drop: Literal["random", "player"] = "random"
    diagonals: Literal[True, False] = True
    backstab_when: Literal["any", "unaware", "flanked", "facing"] = "any"
    critical_token_letters: Literal["while_great", "whole_attack"] = "while_great"  # noqa: S105
    doomed_stacks: Literal[True, False] = True
    school_spell_level: Literal[1, 2] = 1
    enemy_bleeding_reducible: Literal[False, True] = False
    only_living_bleed: Literal[False, True] = False
    undead_immune_to_presence: Literal[False, True] = False
    miracle_dread: Literal["all", "minding"] = "all"
    miracle_wound: Literal["sure", "reducible"] = "sure"
    sleepy_cure: Literal["any_camp", "sleep_action"] = "any_camp"
    decay_repeat: Literal["either", "reroll"] = "either"
    inn_meals: Literal[True, False] = True
    darkness: Literal[True, False] = True
    show_odds: Literal[True, False] = True
