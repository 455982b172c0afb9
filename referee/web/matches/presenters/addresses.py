"""The addresses of the pages of one match, made of one: a page of a match has forty links into itself."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import url_for


@dataclass(frozen=True, slots=True)
class MatchAddresses:
    """``show``: the address of the match's page, below which all others lie."""

    show: str

    @property
    def sheet(self) -> str:
        return f"{self.show}/sheet"

    @property
    def whole_sheet(self) -> str:
        return f"{self.show}/sheet?all=1"

    @property
    def csv(self) -> str:
        return f"{self.show}/sheet.csv"

    @property
    def log(self) -> str:
        return f"{self.show}/log"

    @property
    def table_view(self) -> str:
        return f"{self.show}/table"

    @property
    def export(self) -> str:
        return f"{self.show}/export"

    @property
    def picture(self) -> str:
        return f"{self.show}/result.svg"

    @property
    def handover(self) -> str:
        return f"{self.show}/handover"

    @property
    def setup(self) -> str:
        """Where the set-up is corrected."""
        return f"{self.show}/setup"

    @property
    def record(self) -> str:
        return f"{self.show}/entries"

    @property
    def record_check(self) -> str:
        return f"{self.show}/recorded"

    @property
    def count(self) -> str:
        return f"{self.show}/count"

    @property
    def preview(self) -> str:
        return f"{self.show}/preview"

    @property
    def undo(self) -> str:
        return f"{self.show}/undo"

    @property
    def restore(self) -> str:
        return f"{self.show}/restore"

    @property
    def discard(self) -> str:
        return f"{self.show}/discard"

    @property
    def rematch(self) -> str:
        return f"{self.show}/rematch"

    @property
    def sit(self) -> str:
        return f"{self.show}/seat"

    @property
    def free_seat(self) -> str:
        return f"{self.show}/seat/free"

    @property
    def own_answer(self) -> str:
        return f"{self.show}/seat/answer"

    def sheet_before(self, row: int) -> str:
        return f"{self.show}/sheet?before={row}"

    def sheet_from(self, row: int) -> str:
        return f"{self.show}/sheet?from={row}"

    def log_before(self, position: int) -> str:
        return f"{self.show}/log?before={position}"

    def log_after(self, position: int) -> str:
        return f"{self.show}/log?after={position}"

    def one_round(self, row: int) -> str:
        return f"{self.show}/rounds/{row}"

    def one_gain(self, row: int, seat: int) -> str:
        """The reasons of what the side at this seat, counted from 0, gained in a round."""
        return f"{self.show}/rounds/{row}#side-{seat}"

    def one_round_from(self, row: int, entry: int) -> str:
        """A round from one of its entries on."""
        return f"{self.show}/rounds/{row}?from={entry}"

    def correction(self, position: int) -> str:
        return f"{self.show}/corrections/{position}"

    def step(self, step: str, **values: str) -> str:
        """The page of a step; ``values``: values that it shows chosen."""
        return f"{self.show}/steps/{step}{_query(values)}"

    def state(self, query: dict[str, str]) -> str:
        """Where an open page asks for what is new; ``query``: which page it is."""
        return f"{self.show}/state{_query(query)}"

    def events(self, query: dict[str, str]) -> str:
        """Where an open page hears of what is new."""
        return f"{self.show}/events{_query(query)}"


def _query(values: dict[str, str]) -> str:
    return f"?{urlencode(values)}" if values else ""


def addresses_of(public_id: str) -> MatchAddresses:
    return MatchAddresses(url_for("matches.show", public_id=public_id))
