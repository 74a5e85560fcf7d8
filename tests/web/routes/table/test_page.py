"""The page of a table: what each role is shown."""

from tests.web.people import Server, Tokens, ready_table


def test_the_referee_of_a_ready_table_is_shown_to_the_notes_until_play_begins(server: Server, table: Tokens):
    referee, (player, _) = ready_table(server)
    shown = ['data-jump="#f-notes"' in one.page().text for one in (referee, player, table.referee)]
    assert shown == [True, False, False]
    referee.act("fate")
    assert 'data-jump="#f-notes"' not in referee.page().text


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
