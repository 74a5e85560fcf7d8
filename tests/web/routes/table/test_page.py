"""The page of a table: what each role is shown."""

from tests.web.people import Server, Tokens, ready_table


def test_the_referee_of_a_ready_table_is_told_so_until_play_begins(server: Server, table: Tokens):
    referee, (player, _) = ready_table(server)
    shown = ["The party is ready." in one.page().text for one in (referee, player, table.referee)]
    assert shown == [True, False, False]
    assert "The adventure is ready" not in referee.page().text
    referee.act("fate")
    assert "The party is ready." not in referee.page().text


def test_what_the_referee_alone_knows_stands_beside_the_scene(server: Server):
    opened = server.client.post("/try", data={"game": "cairn"}, follow_redirects=False)
    page = server.client.get(opened.headers["location"]).text
    places = [page.index(f'id="{one}"') for one in ("tab-table", "f-scene", "f-notes", "f-actions")]
    assert places == sorted(places)
    assert 'data-jump="#f-notes"' in page


def test_who_sits_alone_sees_the_invitation_first_and_no_heading_without_notes(server: Server) -> None:
    table = server.table(game="dead_weight")
    page = table.referee.page().text
    assert page.index('id="f-links"') < page.index('id="f-scene"')
    assert page.count('id="f-links"') == 1
    assert "For the GM" not in page
    table.join("Bo")
    page = table.referee.page().text
    assert page.index('id="f-links"') > page.index('id="f-actions"')
    assert page.count('id="f-links"') == 1


def test_the_referee_can_free_seats_from_the_list_of_people(server: Server) -> None:
    referee, (player, _) = ready_table(server)
    people = [one.page().text.partition('id="f-party"')[2].partition("</section>")[0] for one in (referee, player)]
    assert ["Free the seat of Bo" in one for one in people] == [True, False]
    assert ['href="as/player1"' in one for one in people] == [True, False]
    assert "Free the seat of Ann" not in people[0]
