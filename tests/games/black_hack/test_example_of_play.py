"""The example of play of the source, from the sewer grate to the ghoul, die for die where it gives them."""

from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.record import DEEDS
from tallow.games.black_hack.state import Magic, character, creature, hindered
from tallow.games.deeds import Action
from tallow.testing import covers
from tests.games.black_hack.fighters import held, somebody, table
from tests.games.playing import done

LIGHT = "black_hack.spell.light"
GHOUL = "black_hack.monster.ghoul"


class Telling:
    """A table, the story so far, and what each test came to."""

    def __init__(self, state):
        self.state = state
        self.tests = []
        self.added = []

    def plays(self, action, who="", *script):
        self.state, play = done(DEEDS.perform, self.state, Action(action, who), script=script)
        for told in play.told:
            if told.code in ("test", "test.added"):
                name, attribute, _, nat, total, how = told.facts
                self.tests.append((name, attribute, nat, total, how))
            elif told.code == "adds":
                self.added.append(told.facts)
        return play


def party():
    """The Warrior, the Thief and the Wizard at Level 1; nobody has a Background that would help, or armour."""
    warrior = somebody("warrior", strength=12, dexterity=11, items=(held("broad_sword"),), seat="one")
    thief = somebody("thief", "thief", strength=10, dexterity=13, constitution=11, wisdom=12, seat="two")
    light = Magic(memorised=(LIGHT,))
    wizard = somebody("wizard", "black_hack.class.wizard", intelligence=12, magic=light, seat="three")
    return warrior, thief, wizard


@covers(
    "black_hack.turn.move_and_action",
    "black_hack.test.roll_below",
    "black_hack.magic.retain_test",
    "black_hack.magic.forget",
    "black_hack.ability.thief_talent_sneaking",
    "black_hack.init.success_before",
    "black_hack.init.fail_after",
    "black_hack.init.surprise",
    "black_hack.attack.melee_str",
    "black_hack.foe.powerful",
    "black_hack.defend.test",
    "black_hack.hindrance.paralysed",
    "black_hack.move.nearby_to_close",
)
def test_from_the_sewer_grate_to_the_ghoul():
    told = Telling(table(*party(), dark=True, dangerous=True))

    told.plays("narrate", "", "I hope that the cultists do not find you!")
    told.plays("improvise", "thief", "check the cover for traps", "WIS", "nothing", 9)
    told.plays("improvise", "warrior", "bend the bars", "STR", "nothing", 4)
    assert [test[-1] for test in told.tests] == ["success", "success"]

    told.plays("cast", "wizard", 11)
    assert told.state.effects[0].of == LIGHT
    assert told.tests[-1] == ("Wizard", "INT", 11, 12, "failure"), "equal is not below"
    assert told.added == [("Wizard", "spell_level", 1)]
    assert character(told.state, "wizard").magic.memorised == ()
    assert told.state.acted == ("thief", "warrior", "wizard")

    told.plays("next_turn", "", 5)
    play = told.plays("improvise", "thief", "sneak ahead", "DEX", "sneaking", 17, 19)
    assert [fact.facts[1] for fact in play.told if fact.code == "edge"] == ["advantage"]
    assert told.tests[-1][-1] == "failure"

    told.plays("add_foes", "", ("of_hd", GHOUL, 2), 1, (6, 8))
    ghoul = told.state.foes[0].id
    play = told.plays("start_combat", "", "surprise", "thief", "nearby", 3, 15, 16, 19)
    assert [fact.facts[1] for fact in play.told if fact.code == "edge"] == ["disadvantage"]
    assert told.state.combat.early == ("warrior",)
    told.plays("set_distance", "", "thief", ghoul, "close")

    assert told.state.combat.turn == "warrior"
    told.plays("move", "warrior", ("towards", ghoul))
    assert band(told.state, "warrior", ghoul) == "close"
    told.plays("attack", "warrior", 7, 6)
    assert told.tests[-1] == ("Warrior", "STR", 7, 8, "success")
    assert told.added[-1] == ("Warrior", "powerful_foe", 1)
    assert creature(told.state, ghoul).hp == 14 - 6, "by this edition one d6, not the 8 of the story"

    assert told.state.combat.step == "opponents"
    play = told.plays("foe_attack", ghoul, "thief", 18, 3, 20)
    assert told.tests[-2:] == [("Thief", "STR", 18, 19, "failure"), ("Thief", "CON", 20, 21, "failure")]
    assert told.added[-2:] == [("Thief", "powerful_foe", 1)] * 2
    assert hindered(character(told.state, "thief"), "paralysed")
    assert character(told.state, "thief").hp == 7
    told.plays("end_turn", ghoul)

    assert set(told.state.combat.due) == {"wizard", "thief"}
    told.plays("move", "wizard", ("away", ghoul))
    assert band(told.state, "wizard", ghoul) == "faraway"
