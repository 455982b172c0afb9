"""The demo fills a club as a table would, or in bulk; either way what it keeps is what recording keeps."""

import io
import re
import signal
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from referee.bundles.export import export_club, no_progress
from referee.bundles.zip_file import ClubFile
from referee.commands import output
from referee.commands.command_line import main
from referee.commands.output import Bar
from referee.demo import recorded_seasons
from referee.demo.bulk_rows import fill
from referee.demo.random_answers import accepted_answer
from referee.demo.random_tables import BrokenOff, evening_days, playing_group, table_for
from referee.demo.recorded_seasons import MOST_ANSWERS, MOST_DEALS, two_seasons
from referee.game_definition.match_course import ReplayedMatch, opening
from referee.games.registry import GAMES
from referee.matches.log import replay
from referee.matches.match_file import Setup, read_setup
from referee.settings import settings_from
from referee.store.database.models import CLOCK, Club, Evening, Match, Player, RecordRow, Result, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.match_results import rebuild, replay_of_rows
from referee.store.matches.stored_match import log_of, setup_of
from tests.databases import app_on
from tests.store.tables import everything_in
from tests.web.visitor import Visitor

FEW, SOME = 9, 40


@pytest.fixture
def recorded(app: Flask) -> Flask:
    """A club of a few evenings, recorded."""
    with app.app_context():
        two_seasons(3, FEW, no_progress)
    return app


@pytest.fixture
def written(app: Flask) -> Flask:
    """A club of some matches, in bulk."""
    with app.app_context():
        fill(3, SOME, 30 * SOME, no_progress)
    return app


def count(model: Any, *where: Any) -> int:
    """How many rows there are; within an app context."""
    return db.session.scalar(select(func.count()).select_from(model).where(*where)) or 0


@pytest.mark.parametrize("game", GAMES)
def test_any_game_can_be_played_to_its_end_or_for_long(game: str) -> None:
    chance = Random(5)
    people = playing_group(chance, 8).present(chance, 8)
    setup = next(candidate for candidate in iter(lambda: table_for(chance, people), None) if candidate.game.id == game)
    state = opening(setup.game, setup.table)
    for _ in range(60):
        if state.over:
            break
        _, state = accepted_answer(chance, setup.game, state, setup.game.question(state), {})


def test_the_better_players_win_more() -> None:
    chance = Random(5)
    wins = {"Ana": 0, "Bob": 0, "Chloé": 0}
    skills = {"Ana": 1.0, "Bob": 0.0, "Chloé": -1.0}
    setup = next(
        candidate for candidate in iter(lambda: table_for(chance, list(wins)), None) if candidate.game.id == "president"
    )
    position = opening(setup.game, setup.table)
    while sum(wins.values()) < 200:
        entry, after = accepted_answer(chance, setup.game, position, setup.game.question(position), skills)
        wins[entry["order"][0]] += 1
        position = after if not after.over else opening(setup.game, setup.table)
    assert wins["Ana"] > wins["Chloé"] + 20


@pytest.mark.parametrize("n", [1, 30, 70, 250, 2000])
def test_evenings_are_days_of_their_own_and_long_ago(n: int) -> None:
    days = evening_days(date(2026, 3, 1), n)
    assert len(days) == len(set(days)) == n
    assert days == sorted(days)
    assert days[-1].date() < date(2026, 3, 1)
    assert not {day.month for day in days[-100:]} & {7, 8}


def test_a_recorded_club_has_evenings_people_and_what_happens_at_tables(recorded: Flask) -> None:
    with recorded.app_context():
        assert [count(model) for model in (Match, Evening)] == [FEW, FEW / 3]
        assert count(Player) >= 4
        moments = db.session.scalars(select(RecordRow.recorded_at).order_by(RecordRow.id)).all()
        assert moments == sorted(moments)
        assert moments[-1] < now()
        assert count(Match, Match.over.is_(False)) <= 1
        assert count(RecordRow, RecordRow.client_key.is_not(None)) > 0.9 * count(RecordRow)


@pytest.mark.thorough
def test_a_match_of_chance_has_a_last_deal(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the Dame atout a total may go away from its target for ever."""
    setup = read_setup("pique", ["Ana", "Bastien", "Chloé", "Dan"], "Ana", {})
    assert isinstance(setup, Setup)
    monkeypatch.setattr(recorded_seasons, "table_for", lambda _chance, _people: setup)
    with app.app_context():
        two_seasons(2, 24, no_progress)
        ended = 0
        for match in db.session.scalars(select(Match)):
            played = replay_of_rows(match, setup_of(match), log_of(match))
            assert len(played.current) < 1.3 * MOST_ANSWERS
            assert played.replay.state.deal <= MOST_DEALS + 1
            ended += played.current[-1].entry["step"] == "end"
        assert ended


@pytest.mark.thorough
@pytest.mark.parametrize("day", range(0, 360, 36))
def test_two_seasons_end_on_any_day_of_the_calendar(app: Flask, day: int) -> None:
    with app.app_context():
        token = CLOCK.set(datetime(2026, 11, 28, 20, tzinfo=UTC) + timedelta(days=day))
        try:
            two_seasons(1, None, no_progress)
        finally:
            CLOCK.reset(token)
        assert count(Match) == 210
        assert count(Match, Match.over.is_(False)) <= 1


def test_broken_off_the_club_is_whole_with_what_is_recorded(app: Flask) -> None:
    def stop(done: int, of: int) -> None:
        if done == 4:
            raise BrokenOff

    with app.app_context():
        club_id = two_seasons(3, FEW, stop)
        assert count(Match, Match.club_id == club_id) == 4
        assert count(Match, Match.over.is_(False)) == 0
        assert set(db.session.scalars(select(func.length(Player.mark)))) == {2}
    assert_in_line(app)


@pytest.mark.parametrize("made", ["recorded", "in bulk"])
def test_after_an_error_there_is_no_club(app: Flask, made: str) -> None:
    def fail(done: int, of: int) -> None:
        raise KeyError(done)

    with app.app_context():
        with pytest.raises(KeyError):
            two_seasons(3, FEW, fail) if made == "recorded" else fill(3, SOME, SOME, fail)
        assert [count(model) for model in (Club, Match, Player)] == [0, 0, 0]


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whoever_ends_the_command_has_the_club_so_far_with_its_link(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "referee", "demo", "--lang", "en", "--data", str(tmp_path)]
    heard = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it, and so would this
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        signal.signal(signal.SIGINT, heard)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        link = re.search(r"/join/\S+", process.stdout.readline())
        process.send_signal(how)
        said, complained = process.stdout.read(), process.stderr.read()
        status = process.wait()
    assert link is not None
    if how != signal.SIGKILL:
        assert (status, complained) == (1, "referee: Broken off: the club has what is played so far.\n")
        assert re.fullmatch(r"\d+ match(es)?, \d+ entries, club 1\.\n", said)
    with app_on(f"sqlite:///{tmp_path / 'referee.sqlite3'}", tmp_path) as app:
        guest = Visitor(app)
        assert guest.open(link[0]).form(link[0]).send().status == 303
        assert guest.open("/evenings").status == 200


def test_progress_is_told_where_no_terminal_shows_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Bar("Copie") as bar:
        bar(1, 4)
    assert capsys.readouterr().err == ""  # what takes no time prints nothing
    monkeypatch.setattr(output, "LINE_PAUSE", 0)
    with Bar("Copie") as bar:
        bar(1, 4)
        bar(4, 4)
    assert capsys.readouterr().err == "Copie 25 % (1/4)\nCopie 100 % (4/4)\n"


def test_the_clock_goes_on_as_before(recorded: Flask) -> None:
    assert CLOCK.get() is None


def test_every_recorded_match_replays_and_all_that_follows_is_there(recorded: Flask) -> None:
    assert_in_line(recorded)


@pytest.mark.thorough
def test_every_match_in_bulk_replays_and_all_that_follows_is_there(written: Flask) -> None:
    assert_in_line(written)


def assert_in_line(app: Flask) -> None:
    """Making results, figures and notes again from the logs changes nothing."""
    before = everything_in(app)
    with app.app_context(), writing():
        for match in db.session.scalars(select(Match)).all():
            rebuild(match, replay_of_rows(match, setup_of(match), log_of(match)))
    assert everything_in(app) == before
    assert before["result"]
    assert before["tally"]


def test_a_club_in_bulk_has_exactly_so_many_matches_and_entries(written: Flask) -> None:
    with written.app_context():
        assert [count(model) for model in (Match, RecordRow)] == [SOME, 30 * SOME]
        assert db.session.scalar(select(func.sum(Match.length))) == 30 * SOME
        assert set(db.session.scalars(select(Match.over))) == {True}


def test_a_club_in_bulk_goes_out_and_is_read_again(written: Flask) -> None:
    """Every batch of every log could have been recorded."""
    stream = io.BytesIO()
    with written.app_context():
        export_club(1, stream)
    file = ClubFile(stream)
    for public_id in file.match_ids:
        match = file.match(public_id)
        _, _, played = replay(match.setup, match.records)
        assert isinstance(played, ReplayedMatch)


@pytest.mark.thorough
def test_in_bulk_nobody_of_the_club_sits_at_a_dummys_seat(app: Flask) -> None:
    with app.app_context():
        fill(1, 600, 6000, no_progress)
        matches = db.session.scalars(select(Match).where(Match.game == "aluette")).all()
        with_dummies = [match for match in matches if match.options.get("petit_jean")]
        assert with_dummies
        for match in with_dummies:
            assert len(match.seats) == len(match.players) - len(match.options["petit_jean"])


def test_the_same_seed_makes_the_same_club(app: Flask) -> None:
    with app.app_context():
        first, second, other = (fill(seed, 4, 80, no_progress) for seed in (1, 1, 2))
    rows = _results(app)
    assert rows[first] == rows[second] != rows[other]


def _results(app: Flask) -> dict[int, list[Any]]:
    with app.app_context():
        found: dict[int, list[Any]] = {}
        for row in db.session.scalars(select(Result).order_by(Result.match_id, Result.seat)):
            found.setdefault(row.club_id, []).append((row.game, row.side, row.total, row.place))
        return found


def test_the_command_prints_a_link_that_lets_a_browser_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DATABASE_URL", "REFEREE_DATA", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["demo", "--matches", "3", "--data", str(tmp_path / "d"), "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "\n3 matches, " in out
    link = re.search(r"/join/\S+", out)
    assert link is not None
    settings = settings_from({"REFEREE_DATA": str(tmp_path / "d")})
    with app_on(settings.database_url, settings.data) as app:
        guest = Visitor(app)
        assert guest.open(link[0]).form(link[0]).send().status == 303
        for path in ("/", "/evenings", "/players", "/ranking"):
            assert guest.open(path).status == 200


def test_one_match_of_one_entry_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DATABASE_URL", "REFEREE_DATA", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["demo", "--matches", "1", "--entries", "1", "--data", str(tmp_path / "d"), "--lang", "fr"]) == 0
    assert capsys.readouterr().out.endswith("\n1 partie, 1 entrée, club 1.\n")


@pytest.mark.parametrize("arguments", [["--matches", "0"], ["--entries", "0"], ["--matches", "10", "--entries", "9"]])
def test_less_than_an_entry_a_match_is_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(["demo", *arguments, "--data", str(tmp_path / "d")]) == 2
    assert not (tmp_path / "d").exists()
    assert capsys.readouterr().err
