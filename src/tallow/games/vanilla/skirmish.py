"""Fights made ready: for the simulator, and a short one for somebody who tries the game."""

from functools import cache

from msgspec.structs import replace

from tallow.games.game import Archetypes
from tallow.games.vanilla.bestiary import APART, rolled_up, several
from tallow.games.vanilla.combat import begin
from tallow.games.vanilla.content import monsters
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, State
from tallow.play import REFEREE, Play, RuleId, rule

ANYBODY = "anybody"

ARCHETYPES = Archetypes(
    party=lambda level: f"fighter {level} x2, magic-user {level} x2",
    foe="Goblin",
    levels=10,
)
"""Two of each class: there is no thief and no healer here, whose trades are anybody's."""


@cache
def fitting() -> tuple[RuleId, ...]:
    """Enemies that one new character can fight and hope: one Hit Die, a plain attack, nothing that bends the rules."""
    return tuple(
        monster.id
        for monster in monsters().values()
        if monster.hd == 1
        and monster.hd_dice == "1"
        and monster.ac <= 3
        and not monster.flies
        and all(special.type == "leader" for special in monster.specials)
    )


def skirmish(play: Play, character: Creature, foes: str, settings: Settings) -> State:
    """A fight of one character against those named, or against somebody fitting of their choice, begun."""
    if foes:
        against = several(foes, "foe")
    else:
        why = "vanilla.phase.round_start"
        met = play.choose(character.seat, "skirmish_foe", (ANYBODY, *fitting()), character.name, why=why)
        if met == ANYBODY:
            (face,) = play.roll(1, len(fitting()), by=REFEREE, why=why, hidden=True)
            met = fitting()[face - 1]
        against = (rolled_up(play, monsters()[met], "foe1"),)
    state = State(settings=settings, phase="explore", place="dungeon", party=(character,), foes=against)
    return begin(play, state)


def fight(spec: str, foes: str, settings: object) -> State:
    """A party and its foes, for the simulator: `fighter 1, magic-user 1` against `Orc x3`."""
    heroes = tuple(replace(one, seat="party", at=0) for one in several(spec, "hero"))
    against = tuple(replace(_foe(one), at=APART) for one in several(foes, "foe"))
    chosen = settings if isinstance(settings, Settings) else Settings()
    return State(settings=chosen, phase="encounter", place="dungeon", party=heroes, foes=against)


@rule("vanilla.free.npc")
def _foe(one: Creature) -> Creature:
    """Somebody on the other side: 2 Free Attacks each Round, whatever the class."""
    return one if one.kind == "enemy" else replace(one, kind="enemy", free_attacks=2)
