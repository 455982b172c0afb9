"""What the games' tests share: laying a table, recording entries, reading the sheet or the violations."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.game_definition.game import Question
from referee.game_definition.match_course import ReplayedMatch, advance, opening, play, questions, sheet_of
from referee.matches.match_file import MatchFile, read_match
from referee.matches.sheet_json import score_value

FOUR = ("Ana", "Bob", "Chloé", "Dan")
FIVE = (*FOUR, "Éric")
SIX = (*FIVE, "Fanny")

Entry = dict[str, Any]


def match_file(game: str, players: Sequence[str], entries: Sequence[Any], **set_up: Any) -> dict[str, Any]:
    """A match file's value; ``set_up``: options, dealer, teams."""
    file = {"format": "referee-match/1", "game": game, "players": list(players), "entries": list(entries)}
    return {**file, **set_up}


def sheet(game: str, players: Sequence[str], entries: Sequence[Any], **set_up: Any) -> dict[str, Any]:
    """The sheet of a match that the rules accept."""
    value, accepted = score_value(match_file(game, players, entries, **set_up), "fr")
    assert accepted, value
    return value


def scores(game: str, players: Sequence[str], entries: Sequence[Any], **set_up: Any) -> list[dict[str, int]]:
    """The scores of each row of a match's sheet."""
    return [row["scores"] for row in sheet(game, players, entries, **set_up)["rounds"]]


def violations_of(
    game: str, players: Sequence[str], entries: Sequence[Any], **set_up: Any
) -> list[tuple[Any, str, Any]]:
    """What a match that the rules refuse gets: entry, article and field of every violation."""
    value, accepted = score_value(match_file(game, players, entries, **set_up), "fr")
    assert not accepted, value
    assert all(violation["message"] for violation in value["violations"])
    return [(violation["entry"], violation["article"], violation["field"]) for violation in value["violations"]]


def replay_of(game: str, players: Sequence[str], entries: Sequence[Any], **set_up: Any) -> ReplayedMatch:
    """The match replayed, with the lines and reasons behind its numbers."""
    match = read_match(match_file(game, players, entries, **set_up))
    assert isinstance(match, MatchFile), match
    result = play(match.setup.game, match.setup.table, match.entries)
    assert isinstance(result, ReplayedMatch), result
    return result


def counts(match: ReplayedMatch) -> list[list[tuple[str, str, int]]]:
    """Row by row, what the tallies count: player, figure, number."""
    return [
        [(player, tally.figure, number) for tally in row.tallies for player, number in tally.counts.items()]
        for row in match.rounds
    ]


def question_after(game: str, players: Sequence[str], entries: Sequence[Any] = (), **set_up: Any) -> Question:
    """The question that a match waits for after these entries."""
    match = read_match(match_file(game, players, entries, **set_up))
    assert isinstance(match, MatchFile), match
    return questions(match.setup.game, replay_of(game, players, entries, **set_up).state)[0]


def assert_sound(file: Mapping[str, Any]) -> None:
    """What holds in every match: rows add up, places go from best to worst, every prefix is where the match was."""
    match = read_match(dict(file))
    assert isinstance(match, MatchFile), match
    game, table = match.setup.game, match.setup.table
    state, rows = opening(game, table), []
    for index, entry in enumerate(match.entries):
        step = advance(game, state, entry)
        assert not isinstance(step, list), (entry, step)
        state = step.state
        rows += step.rows
        prefix = play(game, table, match.entries[: index + 1])
        assert isinstance(prefix, ReplayedMatch)
        assert prefix.state == state
        assert len(prefix.rounds) == len(rows)
    totals: dict[str, int] = {}
    for row in rows:
        totals = {**dict.fromkeys(row.scores, 0), **totals}
        assert list(totals) == list(row.scores)
        for side in totals:
            assert row.scores[side] == sum(line.points for line in row.lines if line.side == side)
            totals[side] += row.scores[side]
        assert row.totals == totals
        assert all(line.reason.render("fr") and line.article for line in row.lines)
    result = sheet_of(game, ReplayedMatch(state, tuple(rows)))
    totals = {**dict.fromkeys((side.name for side in state.table.sides), 0), **totals}
    assert result.totals == totals
    assert [side for place in result.ranking for side in place if side in state.table.away] == [
        side for place in result.ranking for side in place
    ][len(state.table.sides) - len(state.table.away) :]
    order = [[(side in state.table.away, totals[side]) for side in place] for place in result.ranking]
    assert all(len(set(place)) == 1 for place in order)
    for left in (False, True):
        best = [place[0][1] for place in order if place[0][0] == left]
        assert best == sorted(set(best), reverse=not game.lowest_wins(table.rules))
    assert sorted(side for place in result.ranking for side in place) == sorted(totals)
    assert bool(result.winners) == (result.over and state.deal > 1)
