"""Skills: which of them help with a test, and by how much."""

from tallow.games.dead_weight.state import Adventurer, Enemy
from tallow.play import rule

HELPS: dict[str, tuple[str, ...]] = {
    "animals": ("animal_affinity", "beastmaster"),
    "crafting": ("crafting",),
    "religion": ("holy_rites",),
    "prayer": ("holy_rites",),
    "sneaking": ("infiltration",),
    "lore": ("loremaster",),
    "occult": ("occult_studies",),
    "spell": ("occult_studies",),
    "fighting_animals": ("beastmaster",),
}
"""What a test can be about, and the skills that give advantage on it."""

TOPICS = ("animals", "crafting", "religion", "sneaking", "lore", "occult", "wilderness")
"""What the GM may say that a test is about."""


@rule(
    "dead_weight.skill.animal_affinity",
    "dead_weight.skill.beastmaster",
    "dead_weight.skill.crafting",
    "dead_weight.skill.holy_rites",
    "dead_weight.skill.infiltration",
    "dead_weight.skill.loremaster",
    "dead_weight.skill.occult_studies",
)
def advantages_for(one: Adventurer, about: str) -> int:
    """How many advantages somebody's skills give on a test about this."""
    return sum([skill in one.life.skills for skill in HELPS[about]]) if about in HELPS else 0


@rule("dead_weight.skill.beastmaster")
def animal(foe: Enemy) -> bool:
    """Whether an enemy is an animal: living, and neither goblin nor human."""
    return "living" in foe.tags and "goblin" not in foe.tags and "human" not in foe.tags


@rule("dead_weight.skill.survivalist")
def extra_rerolls(one: Adventurer, about: str) -> int:
    """How many rerolls somebody's skills add to proficiency on a test about this."""
    return int(about == "wilderness" and "survivalist" in one.life.skills)
