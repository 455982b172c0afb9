"""The ranking of a club is read from an index alone: at 10,000 matches the rows would take as long again."""

from sqlalchemy import create_engine, text

from referee.store.database.models import Result
from referee.store.players.player_statistics import Scope
from referee.store.players.ranking import results_in_order


def test_the_ranking_reads_an_index_and_no_row() -> None:
    engine = create_engine("sqlite://")
    Result.metadata.create_all(engine)
    query = results_in_order(Scope(club_id=1)).compile(engine, compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        plan = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {query}"))]
    assert plan == ["SEARCH result USING COVERING INDEX ix_result_club_id_day (club_id=?)"]
