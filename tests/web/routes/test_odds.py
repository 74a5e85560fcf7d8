"""The page of odds."""

from tests.web.people import Server


def test_odds_are_asked_in_words(server: Server) -> None:
    for played in ("cairn", "modified_cairn"):
        page = server.client.get(f"/odds/{played}").text
        assert "A player&#39;s character</option>" in page
        assert ">Pc<" not in page
        assert ">Npc<" not in page
    assert ">d20</option>" in server.client.get("/odds/dead_weight").text


def test_odds_say_who_decides(server: Server) -> None:
    asked = "/odds/dead_weight/test?dice=2&proficiency=1"
    bots, best = (server.client.get(f"{asked}{goal}").text for goal in ("", "&goal=success"))
    assert "As the bots of Dead Weight decide for all." in bots
    assert "With the best play for success" in best
    assert "Played best for success" in best
    assert "Played best" not in bots
