from fractions import Fraction

from msgspec.structs import replace

from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.state import State
from tallow.play import distribution
from tallow.testing import covers
from tests.games.cairn.travellers import act, of, person, refused, table, thing, told


def idle(*, gp: int = 100) -> State:
    return table(person("ada", gp=gp, willpower=12, items=(thing("book"),)), person("bo"), phase="downtime")


@covers("cairn.downtime.action", "cairn.downtime.milestones", "cairn.action.ties", "cairn.phase.downtime")
def test_three_milestones_are_three_actions_in_three_breaks() -> None:
    state = idle()
    state = act(state, "ties", "ada", "the order", 3, "gold", 10, "pay")
    assert (state.milestones, of(state, "ada").gp) == ((("ada", "the order", 1, 3),), 90)
    assert refused(state, "research", "ada") == "downtime_taken"
    for done in (2, 3):
        state = act(act(state, "to_town"), "to_downtime")
        state, codes = told(state, "ties", "ada", "the order", "gold", 10, "pay")
        assert codes[-1] == ("downtime.reached" if done == 3 else "downtime.milestone")
    assert (state.milestones, of(state, "ada").gp) == ((), 70)


@covers("cairn.action.research", "cairn.action.train", "cairn.downtime.research", "cairn.downtime.training")
def test_research_and_training_name_their_aim() -> None:
    state, codes = told(idle(), "research", "ada", "where is the gate", 1, "none")
    assert codes == ["downtime.reached"]
    state, codes = told(idle(), "train", "ada", "the longbow, with Hawk", 2, "none")
    assert state.milestones == (("ada", "the longbow, with Hawk", 1, 2),)
    state, codes = told(idle(), "research", "ada", "the name of the wind", 0)
    assert (codes, state.downtime_taken) == (["downtime.no_way"], ())


@covers("cairn.downtime.costs")
def test_costs_are_gold_things_or_standing_and_who_cannot_pay_looks_for_another_way() -> None:
    state, codes = told(idle(gp=9), "train", "ada", "swimming", 1, "gold", 10, "pay")
    assert (of(state, "ada").gp, state.downtime_taken) == (9, ())
    assert codes == ["downtime.unpaid"]
    assert of(act(idle(), "train", "ada", "swimming", 1, "resource", "pay", "book"), "ada").items == ()
    assert len(of(act(idle(), "train", "ada", "swimming", 1, "unique", "pay", "other"), "ada").items) == 1
    assert "downtime.reputation" in told(idle(), "train", "ada", "swimming", 1, "reputation", "pay")[1]
    assert told(idle(), "train", "ada", "swimming", 1, "gold", 10, "leave")[1] == ["downtime.unpaid"]


@covers("cairn.downtime.wil")
def test_a_wil_save_cuts_the_cost_or_brings_the_risk_about() -> None:
    script = ("the gate", 1, "gold", 31, "cut", "a spirit takes notice")
    assert of(act(idle(), "research", "ada", *script, "waived", 12), "ada").gp == 100
    assert of(act(idle(), "research", "ada", *script, "halved", 12), "ada").gp == 84
    state, codes = told(idle(), "research", "ada", *script, "waived", 13)
    assert (of(state, "ada").gp, state.downtime_taken) == (69, ("ada",))
    assert "downtime.risk" in codes
    assert distribution(passes, 12, "ada")[True] == Fraction(3, 5)


@covers("cairn.downtime.milestones", "cairn.downtime.action")
def test_the_warden_adds_or_drops_milestones_and_grants_more_actions() -> None:
    state = act(idle(), "ties", "ada", "the order", 3, "none")
    assert act(state, "set_milestones", "", 5).milestones == (("ada", "the order", 1, 5),)
    assert act(state, "set_milestones", "", 1).milestones == ()
    state = act(act(state, "grant_downtime"), "research", "ada", "the order", "none")
    assert state.milestones == (("ada", "the order", 2, 3),)


@covers("cairn.downtime.milestones")
def test_an_aim_is_chosen_by_its_text_and_by_whose_it_is_where_two_have_the_same() -> None:
    same = (("ada", "the order", 1, 3), ("bo", "the gate", 0, 2), ("bo", "the order", 0, 4))
    state = replace(idle(), milestones=same)
    dropped = act(state, "set_milestones", "", ("aim_of", "the order", "ada"), 1)
    assert dropped.milestones == same[1:]
    raised = act(dropped, "set_milestones", "", ("aim", "the order"), 5)
    assert raised.milestones == (same[1], ("bo", "the order", 0, 5))


@covers("cairn.downtime.milestones")
def test_an_aim_that_is_written_once_more_is_the_one_there_is() -> None:
    state = act(idle(), "ties", "ada", "the order", 3, "none")
    state = replace(state, downtime_taken=())
    assert act(state, "ties", "ada", "new_aim", "the order", "none").milestones == (("ada", "the order", 2, 3),)
