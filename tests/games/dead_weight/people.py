"""People for tests of Dead Weight: adventurers of given scores, a table with them, a combat."""

from msgspec.structs import replace

from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import FIELD, Adventurer, Combat, Enemy, Item, Life, Location, Score, State


def somebody(id_="zael", strength=3, dexterity=3, intelligence=2, presence=2, *, seat="player", **more):
    """An adventurer; a score is a number, or a tuple of score, proficiency, fatigue, wounds, lessons."""
    scores = {
        name: Score(*given) if isinstance(given, tuple) else Score(given)
        for name, given in zip(FIELD.values(), (strength, dexterity, intelligence, presence), strict=True)
    }
    kept = ("skills", "traits", "traumas", "tragedy", "insight", "god", "school")
    life = Life(**{key: more.pop(key) for key in kept if key in more})
    return replace(Adventurer(id_, id_.capitalize(), seat=seat, life=life), **scores, **more)


def worn(ap, name="Reinforced leather armor", id_="armour"):
    return Item(id_, name, place="worn", ap=ap)


def corpse(id_="foe", **more):
    """A freshly risen corpse, as the source prints it."""
    sheet = {"level": 2, "wounds": 4, "armour": 1, "sheet": ("dead_weight.enemy_action.infectious_bite",)}
    return Enemy(id_, id_.capitalize(), "dead_weight.monster.freshly_risen_corpse", **{**sheet, **more})


def table(*party, settings=None, combat=None, enemies=(), **more):
    """A table in exploration, or in a combat."""
    chosen = Settings(**settings) if settings else Settings()
    place = Location("crypt", "Crypt", size=10)
    base = State(settings=chosen, phase="combat" if combat else "exploration", party=party, enemies=tuple(enemies))
    return replace(base, combat=combat, locations=(place,), here="crypt", **more)


def fighting(**more):
    """A combat in its first round, with morale to spare."""
    return Combat(**{"step": "fast", "morale": 4, "enemy_morale": 4, **more})


def lying(one, attribute):
    """What lies on an attribute: fatigue and wounds."""
    on = {"STR": one.strength, "DEX": one.dexterity, "INT": one.intelligence, "PRE": one.presence}[attribute]
    return on.fatigue, on.wounds


def code(refusal):
    """The code of a refusal that is expected."""
    assert refusal is not None
    return refusal.code
