"""The records of a game's own figures: the best of one whole match.

A mean is no record: the totals say it. Most evenings break none, which the first match that did as well shows; the
whole past is only read for one that was never so high.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Float, and_, case, cast, func, literal, select, union_all

from referee.game_definition.figures import Figure
from referee.games.registry import GAMES
from referee.store.database.models import Result, TallyRow
from referee.store.database.orm_base import db
from referee.store.players.player_statistics import IN_ORDER, Point, Scope

FIGURES: dict[tuple[str, str], Figure] = {
    (game.id, figure.id): figure for game in GAMES.values() for figure in game.figures if figure.kind != "mean"
}
ENOUGH_CHANCES = 6
"""The least ``out_of`` of a share: one out of one is no record."""
HOLDERS = 4


@dataclass(frozen=True, slots=True)
class Feat:
    """A figure of one whole match for one player: ``count`` of ``out_of``."""

    game: str
    figure: str
    player_id: int
    match_id: int
    count: int
    out_of: int

    @property
    def of(self) -> tuple[str, str]:
        """The key of the figure: only feats with the same one are compared."""
        return self.game, self.figure

    @property
    def value(self) -> float:
        """The value it is compared by, as the database computes it."""
        return self.count / self.out_of if FIGURES[self.of].kind == "share" else float(self.count)


def best_feats(match_ids: Collection[int], games: Collection[str]) -> list[list[Feat]]:
    """The best of these matches, figure by figure: all players who reached it in the first match that did."""
    if not match_ids or not games:
        return []
    query = (
        select(Result.game, TallyRow.figure, *_WHO, func.sum(TallyRow.count), func.sum(TallyRow.out_of))
        .join(TallyRow, _of(Result.match_id, Result.player_id))
        .where(Result.match_id.in_(match_ids), Result.game.in_(games), Result.whole.is_(True))
        .group_by(Result.game, TallyRow.figure, *_WHO, Result.day, Result.finished_at, Result.seat)
        .order_by(*IN_ORDER, Result.seat)
    )
    feats: dict[tuple[str, str], list[Feat]] = {}
    for row in db.session.execute(query):
        feat = Feat(*row)
        figure = FIGURES.get(feat.of)
        if figure is not None and (figure.kind == "count" or feat.out_of >= ENOUGH_CHANCES):
            feats.setdefault(feat.of, []).append(feat)
    return [best_of(feats[key]) for key in FIGURES if key in feats]


def best_of(feats: Sequence[Feat]) -> list[Feat]:
    """The best of some feats in their order, in the first match that reached it."""
    first = max(feats, key=lambda feat: feat.value)
    return [feat for feat in feats if (feat.match_id, feat.value) == (first.match_id, first.value)]


def never_reached(club_id: int, feats: Sequence[Feat], before: Point) -> list[Feat]:
    """Those of these feats, one a figure, that nobody had equalled in a whole match before this point."""
    reached = (
        select(literal(index)).where(
            select(Result.seat).where(*_past(club_id, feat, before), _value(feat) >= feat.value).exists()
        )
        for index, feat in enumerate(feats)
    )
    reached_indexes = set(db.session.scalars(union_all(*reached))) if feats else set()
    return [feat for index, feat in enumerate(feats) if index not in reached_indexes]


def best_before(club_id: int, feats: Iterable[Feat], before: Point) -> dict[tuple[str, str], list[Feat]]:
    """The best of the figures of these feats before this point, by figure."""
    best = [_best(club_id, feat, before) for feat in feats]
    rows = db.session.execute(union_all(*best)).all() if best else ()
    by_figure: dict[tuple[str, str], list[Feat]] = {}
    for *row, _, _, _ in sorted(rows, key=lambda row: (row.day, row.finished_at, row.match_id, row.seat)):
        feat = Feat(*row)
        by_figure.setdefault(feat.of, []).append(feat)
    return {of: best_of(feats) for of, feats in by_figure.items()}


_WHO = Result.player_id, Result.match_id


def _best(club_id: int, feat: Feat, before: Point) -> Any:
    """The best few of a figure, the first one first."""
    value = _value(feat).label("value")
    best = (
        select(*_WHO, Result.day, Result.finished_at, Result.seat, value)
        .where(*_past(club_id, feat, before), value.is_not(None))
        .order_by(value.desc(), *IN_ORDER, Result.seat)
        .limit(HOLDERS)
        .subquery()
    )
    return (
        select(
            literal(feat.game), literal(feat.figure), best.c.player_id, best.c.match_id,
            func.sum(TallyRow.count), func.sum(TallyRow.out_of), best.c.day, best.c.finished_at, best.c.seat,
        )
        .join(TallyRow, _of(best.c.match_id, best.c.player_id))
        .where(TallyRow.figure == feat.figure)
        .group_by(best.c.player_id, best.c.match_id, best.c.day, best.c.finished_at, best.c.seat)
    )  # fmt: skip


def _of(match_id: Any, player_id: Any) -> ColumnElement[bool]:
    """A figure of this player in this match; searched by the match, which has few, where a player has thousands."""
    return and_(TallyRow.match_id == match_id, TallyRow.player_id + 0 == player_id)


def _past(club_id: int, feat: Feat, before: Point) -> list[ColumnElement[bool]]:
    return [*Scope(club_id, feat.game, before=before).of(), Result.whole.is_(True)]


def _value(feat: Feat) -> ColumnElement[Any]:
    """The value of a figure for a row of results; NULL where there is none, or too few chances."""
    count = cast(func.sum(TallyRow.count), Float)
    enough = case((func.sum(TallyRow.out_of) >= ENOUGH_CHANCES, count / func.sum(TallyRow.out_of)))
    return (
        select(enough if FIGURES[feat.of].kind == "share" else count)
        .where(
            _of(Result.match_id, Result.player_id), TallyRow.figure == feat.figure
        )
        .correlate(Result)
        .scalar_subquery()
    )  # fmt: skip
