"""The statistics of a club of many matches read no more rows than they need: SQLite's plans of the queries say so."""

import pytest
from sqlalchemy import Select, create_engine, text

from referee.store.database.models import Result
from referee.store.players.player_statistics import Scope, totals_by_place
from referee.store.players.ranking import results_in_order


def plan(query: Select) -> list[str]:
    engine = create_engine("sqlite://")
    Result.metadata.create_all(engine)
    written = query.compile(engine, compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        return [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {written}"))]


def test_the_ranking_reads_an_index_and_no_row() -> None:
    assert plan(results_in_order(Scope(club_id=1))) == [
        "SEARCH result USING COVERING INDEX ix_result_club_id_day (club_id=?)"
    ]


@pytest.mark.parametrize("game", [None, "ascenseur"])
def test_a_player_s_totals_read_the_rows_of_the_player_alone(game: str | None) -> None:
    step, *_ = plan(totals_by_place(Scope(club_id=1, game=game), [1]))
    assert step == "SEARCH result USING INDEX ix_result_player_id_game_day (player_id=? AND club_id=? AND game=?)"
