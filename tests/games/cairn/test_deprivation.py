from msgspec.structs import replace

from tallow.games.cairn.harm.deprivation import FED, deprive, feed_beasts, relieve
from tallow.games.cairn.state import HOUR, Cause, Life
from tallow.games.cairn.uses import SPENT
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.travellers import act, of, on_road, person, rations, refused, table, thing


@covers("cairn.deprived.state", "cairn.condition.deprived", "cairn.action.warden_deprive")
def test_causes_are_kept_each_with_its_beginning_and_end_one_by_one() -> None:
    play = Scripted()
    ada = deprive(play, person("ada"), "food", 8 * HOUR)
    ada = deprive(play, deprive(play, ada, "sleep", 9 * HOUR), "food", 10 * HOUR)
    assert ada.deprived == (Cause("food", 8 * HOUR), Cause("sleep", 9 * HOUR))
    ada = relieve(play, ada, "food")
    assert ada.deprived == (Cause("sleep", 9 * HOUR),)
    assert relieve(play, ada, "sleep").deprived == ()
    assert play.codes() == ["deprived", "deprived", "deprived.still", "deprived.ends"]


@covers("cairn.action.eat", "cairn.item.rations", "cairn.item.simple_meal", "cairn.item.fine_meal")
def test_a_use_of_rations_or_a_meal_feeds_for_a_day_and_ends_hunger() -> None:
    hungry = person("ada", deprived=(Cause("food", 0), Cause("sleep", 0)))
    for food in (rations(), thing("simple_meal"), thing("fine_meal")):
        state = act(table(hungry, person("bo", items=(food,))), "eat", "ada")
        assert [cause.name for cause in of(state, "ada").deprived] == ["sleep"]
        assert FED in of(state, "ada").spent
        left = of(state, "bo").items
        assert (left[0].uses if left else 0) == food.uses - 1


@covers("cairn.item.animal_feed", "cairn.item.horse", "cairn.item.mule")
def test_each_mount_eats_a_use_of_feed() -> None:
    play = Scripted()
    carried = (thing("mule"), thing("horse"), thing("animal_feed"))
    state = feed_beasts(play, on_road(person("ada", items=carried)))
    assert of(state, "ada").items[2].uses == 1
    state = feed_beasts(play, state)
    assert play.codes() == ["feed", "feed.none"]
    assert len(of(state, "ada").items) == 2


@covers("cairn.item.animal_feed")
def test_the_feed_may_be_with_anybody_who_is_alive() -> None:
    rider, groom = person("ada", items=(thing("mule"),)), person("bo", items=(thing("animal_feed"),))
    play = Scripted()
    assert of(feed_beasts(play, on_road(rider, groom)), "bo").items[0].uses == groom.items[0].uses - 1
    state = on_road(rider, replace(groom, conditions=("dead",)))
    assert feed_beasts(play, state) == state
    assert play.codes() == ["feed", "feed.none"]


@covers("cairn.table.greenwise_1", "cairn.table.bonekeeper_1")
def test_whoever_needs_no_food_is_never_asked_about() -> None:
    green = person("ada", life=Life(boons=("cairn.table.greenwise_1:green_skin",)), spent=(SPENT.mark("day", "slept"),))
    state = act(table(green), "let_time_pass", "", "days", 1)
    assert not of(state, "ada").deprived


@covers("cairn.action.eat")
def test_nobody_eats_twice_a_day_or_without_food() -> None:
    assert refused(table(person("ada")), "eat", "ada") == "no_food"
    assert refused(table(person("ada", spent=(FED,), items=(rations(),))), "eat", "ada") == "fed"
