"""Where both went on for long the keeper chooses once, from all of it; and what is chosen goes at one stroke."""

import pytest

from tests.databases import on_both_databases
from tests.web.bundles.exchange.long_logs import note_many
from tests.web.bundles.exchange.taken import Table, texts

pytestmark = [on_both_databases, pytest.mark.thorough]

LONG = 600
THOUSANDS = 5000


@pytest.mark.parametrize("n", [LONG, THOUSANDS])
@pytest.mark.parametrize("choice", ["theirs", "ours", "two"])
def test_a_choice_is_made_once_from_all_that_was_recorded(table: Table, choice: str, n: int) -> None:
    server_notes, phone_notes = [f"au serveur {at}" for at in range(n)], [f"au téléphone {at}" for at in range(n)]
    public_id = table.match.public_id
    note_many(table.server.client.application, public_id, server_notes)
    note_many(table.phone.client.application, public_id, phone_notes)
    assert table.carrier.exchange() == "1 partie a continué des deux côtés : à vous de choisir."
    page = table.phone.open("/club/conflicts")
    assert server_notes[-1] in page.text
    assert page.form("/settle").send(("choice", choice)).status == 303
    said = table.carrier.exchange()
    assert "à vous de choisir" not in said
    assert table.carrier.exchange().startswith("Rien de neuf")
    on_server, in_phone = table.both()
    assert on_server == {id: match for id, match in in_phone.items() if not match[2]}
    stands = {"theirs": server_notes, "ours": phone_notes, "two": server_notes}[choice]
    assert texts(table.server, table.match.path) == ["bids", *stands]
    if choice == "two":
        (other,) = on_server.keys() - {public_id}
        assert texts(table.server, f"/matches/{other}") == ["bids", *phone_notes]


def test_a_batch_longer_than_a_question_goes_whole(table: Table) -> None:
    """A correction of everything is one batch: half of it would be another log."""
    public_id = table.match.public_id
    note_many(table.server.client.application, public_id, [f"n {at}" for at in range(300)], at_once=True)
    note_many(table.server.client.application, public_id, [f"m {at}" for at in range(LONG)], at_once=True)
    assert table.carrier.exchange() == f"{300 + LONG} saisies sont venues du serveur."
    note_many(table.phone.client.application, public_id, [f"p {at}" for at in range(LONG)], at_once=True)
    assert table.carrier.exchange() == f"{LONG} saisies sont rapportées."
    on_server, on_phone = table.both()
    assert on_server == on_phone


def test_what_was_recorded_at_one_stroke_may_be_longer_than_a_form(table: Table) -> None:
    public_id, long = table.match.public_id, "x" * 190
    note_many(table.phone.client.application, public_id, [f"{at} {long}" for at in range(4000)], at_once=True)
    assert table.carrier.exchange() == "4000 saisies sont rapportées."
    on_server, on_phone = table.both()
    assert on_server == on_phone
