"""Casters for tests of Dead Weight: a wizard and a cleric with what they need, a friend, and enemies on a chart."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.magic import prayers
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.magic.aiming import aim
from tallow.games.dead_weight.magic.prayer_workings import PRAYER_EFFECTS
from tallow.games.dead_weight.magic.spells import unleash
from tallow.games.dead_weight.magic.workings import Cast, work
from tallow.games.dead_weight.state import Magic
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.playing import done

SPELL, PRAYER, GOD = "dead_weight.spell.", "dead_weight.prayer.", "dead_weight.god."


def thing_of(ref, id_, **changes):
    return replace(thing(f"dead_weight.{ref}", id_), **changes)


WAND = thing_of("item.wand", "wand", place="right")
TOME = thing_of("item.old_tome", "tome", place="back")
SYMBOL = thing_of("item.holy_symbol", "symbol", place="left")


def wizard(*known, scores=(2, 2, 3, 2), items=(WAND, TOME), **more):
    """Mira, a wizard who has these spells in mind."""
    ids = tuple(f"{SPELL}{name}" for name in known)
    magic = Magic(spells=ids, memorized=ids, **more.pop("magic", {}))
    return somebody("mira", *scores, seat="mira", traits=("magic_user",), magic=magic, items=items, at=(2, 2), **more)


def cleric(*known, scores=(2, 2, 2, 3), items=(SYMBOL,), **more):
    """Odo, a cleric who has these prayers in mind."""
    ids = tuple(f"{PRAYER}{name}" for name in known)
    magic = Magic(prayers=ids, ready=ids, **more.pop("magic", {}))
    return somebody("odo", *scores, seat="odo", traits=("divine_mandate",), magic=magic, items=items, at=(2, 2), **more)


def friend(*scores, **more):
    """Tam, who stands next to the caster."""
    return somebody("tam", *(scores or (3, 3, 2, 2)), seat="tam", **{"at": (3, 2), **more})


def foe(id_="ghoul", **more):
    """A risen corpse Nearby."""
    return corpse(id_, **{"at": (6, 2), "tags": ("undead",), "traits": ("mindless",), **more})


def afar(**more):
    """An enemy beyond Nearby."""
    return foe("crone", at=(11, 7), **more)


def fray(*party, enemies=None, turn="", **more):
    """A combat on the caster's turn."""
    there = (foe(), afar()) if enemies is None else enemies
    combat = fighting(turn=turn or party[0].id, actions=2, fast=tuple(one.id for one in party))
    return table(*party, combat=combat, enemies=there, **more)


def calm(*party, **more):
    """The same people while they explore."""
    return table(*[replace(one, at=(-1, -1)) for one in party], **more)


def worked(state, spell, script=()):
    """The state after a spell of the wizard, without the test, and the play."""
    return done(unleash, state, "mira", f"{SPELL}{spell}", script=script)


def answered(state, prayer, script=()):
    """The state after a prayer of the cleric that was answered, and the play."""

    def rule(play, state):
        entry = prayers()[f"{PRAYER}{prayer}"]
        return work(play, state, Cast("odo", entry, aim(play, state, "odo", entry)), PRAYER_EFFECTS)

    return done(rule, state, script=script)


def running(state, of):
    """The effects of a spell or prayer that go on."""
    return [effect for effect in state.effects if effect.of.rpartition(".")[2] == of]


def options(play, what):
    """The options of the question of that name."""
    return next(question.options for question in play.asked if getattr(question, "what", "") == what)
