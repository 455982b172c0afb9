"""A club at a server and the phone of one of its keepers, which has taken it along."""

from typing import Any

from referee.bundles.loading import ExchangeLoading
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.web.bundles import server_pages
from referee.words import say
from tests.web.bundles.exchange.carrier import Carrier, InPhone, club_id, matches_in
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor
from tests.web.world import BIDS


class Table:
    """A keeper at a server with a match, and that keeper's phone, which has taken the club along."""

    def __init__(self, server: Visitor, phone: InPhone) -> None:
        self.server, self.phone = server, phone
        self.match = new_match(server)
        self.match.record(BIDS)
        self.carrier = Carrier(server, phone)
        self.club = club_id(server)
        self.said = self.carrier.take(self.club)
        self.phone_match = WebMatch(phone, self.match.path, self.match.course)

    def both(self) -> tuple[dict[str, tuple[int, str, bool]], dict[str, tuple[int, str, bool]]]:
        return matches_in(self.server.client.application), matches_in(self.phone.client.application)


def note(visitor: Visitor, path: str, text: str) -> None:
    form = visitor.open(f"{path}/steps/note").form("/entries")
    form.fill("text", text)
    assert form.send().status == 303


def texts(visitor: Visitor, path: str) -> list[str]:
    entries = visitor.open(f"{path}/export").response.get_json()["entries"]
    return [entry.get("text", entry["step"]) for entry in entries]


def refusing(public_id: str) -> Any:
    """A server that refuses each bundle with this match."""
    load_bundle = server_pages.load_bundle

    def load_others(file: ClubFile, club: int, exchange: ExchangeLoading) -> Any:
        if public_id in file.match_ids:
            raise ArchiveRefused(say("Il manque « %(name)s ».", name="x"))
        return load_bundle(file, club, exchange=exchange)

    return load_others


def insert_note(visitor: Visitor, path: str, text: str, before: int = 0) -> None:
    """Insert a note that was forgotten before an entry."""
    form = visitor.open(f"{path}/insertions/{before}?step=note").form(f"/insertions/{before}")
    preview = form.fill("text", text).send()
    assert preview.form("/corrections").send().status == 303
