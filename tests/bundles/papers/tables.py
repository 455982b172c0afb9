"""Tables as families and clubs keep them, each with what it should be taken for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from referee.bundles.papers.drafts.named_games import Decisions
from referee.bundles.papers.drafts.plan import Plan, plan_of
from referee.bundles.papers.reading import read_file
from referee.bundles.papers.understanding import Understanding, Wishes, propose

TODAY = date(2026, 11, 27)


@dataclass(frozen=True)
class TakenDraft:
    """A match that should come of a table: its day, its game, its totals by side, its winners."""

    day: str
    game: str
    totals: dict[str, int]
    winners: tuple[str, ...]


def understood(table: str | bytes, wishes: Wishes | None = None) -> Understanding:
    content = table if isinstance(table, bytes) else table.encode()
    (paper,) = read_file(content).papers
    return propose(paper, wishes)


def planned(table: str | bytes, decisions: Decisions | None = None, wishes: Wishes | None = None) -> Plan:
    return plan_of(understood(table, wishes), decisions or Decisions(), TODAY, {})


def drafts_of(plan: Plan) -> list[TakenDraft]:
    return [
        TakenDraft(
            draft.day.isoformat(),
            draft.setup.game.own_name(draft.setup.options) or draft.setup.game.id,
            dict(draft.totals),
            tuple(draft.winners),
        )
        for draft in plan.drafts
    ]


def reasons(plan: Plan) -> list[tuple[int, str]]:
    return [(fault.line, plain(fault.message.render("fr"))) for fault in plan.faults]


def plain(sentence: str) -> str:
    """A sentence with ordinary spaces and apostrophes."""
    return " ".join(sentence.split()).replace("’", "'")


def remarks(found: Understanding) -> Sequence[str]:
    return [plain(remark.render("fr")) for remark in found.remarks]
