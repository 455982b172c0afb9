"""The values that programs send and are answered, as their schemas say; the formats are those of files."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal, NewType

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.store.clubs.clubs import LARGEST_ID
from referee.web.http.client_key import LONGEST_KEY

MOST_CHANGES = 100
LONGEST_REASON = 200
Key = Annotated[str, Meta(pattern=r"^[!-~]+$", min_length=1, max_length=LONGEST_KEY)]
Id = Annotated[int, Meta(ge=1, le=LARGEST_ID)]
Names = list[str]
Values = dict[str, float]
Csv = NewType("Csv", str)


class Problem(Struct, frozen=True):
    """RFC 9457. ``why``: what is wrong, where the program itself is to blame."""

    type: str
    title: str
    status: int
    detail: str
    why: str = ""


class Violation(Struct, frozen=True):
    entry: int | None
    field: str | None
    article: str
    message: str


class Violations(Struct, frozen=True):
    """A problem whose further members are those of ``referee-violations/1``."""

    type: str
    title: str
    status: int
    detail: str
    format: Literal["referee-violations/1"]
    violations: list[Violation]


# Matches


class Entry(Struct, frozen=True):
    """An entry of a match file: its step, and the keys of that step's answer."""

    step: str


class MatchFile(Struct, frozen=True):
    format: Literal["referee-match/1"]
    game: str
    players: Names
    entries: list[dict[str, Any]]
    teams: list[Names] | None = None
    dealer: str | None = None
    options: dict[str, Any] | None = None


class Side(Struct, frozen=True):
    name: str
    players: Names


class Row(Struct, frozen=True):
    number: int
    label: str
    dealer: str
    scores: Values
    totals: Values


class Standing(Struct, frozen=True):
    skip_next_turn: Names
    eliminated: Names
    titles: dict[str, str]
    away: Names | UnsetType = UNSET


class Sheet(Struct, frozen=True):
    format: Literal["referee-sheet/1"]
    game: str
    sides: list[Side]
    rounds: list[Row]
    totals: Values
    ranking: list[Names]
    over: bool
    winners: Names
    next: dict[str, Any] | None
    standing: Standing


class MatchInList(Struct, frozen=True):
    """A match in a list; ``winners``: the sides that won, where it is over; ``damaged``: its set-up cannot be read."""

    id: str
    game: str
    players: Names
    over: bool
    length: int
    created_at: datetime
    changed_at: datetime
    winners: Names
    damaged: bool


class Matches(Struct, frozen=True):
    matches: list[MatchInList]
    next: str | None


class MatchesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    before: str = ""


class Log(Struct, frozen=True):
    """The length and the mark of a log: the same mark, the same log."""

    length: int
    mark: str


class StartedMatch(Log, frozen=True):
    id: str


class RecordedBatch(Log, frozen=True):
    """``position``: of the first record."""

    position: int


class CurrentEntry(Struct, frozen=True):
    position: int
    entry: dict[str, Any]
    corrected: bool


class Entries(Log, frozen=True):
    entries: list[CurrentEntry]


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Another entry in the place of the one at this position; none: it is removed."""

    position: Annotated[int, Meta(ge=0, le=LARGEST_ID)]
    entry: dict[str, Any] | None


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    changes: Annotated[list[Change], Meta(min_length=1, max_length=MOST_CHANGES)]
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class Insertion(Struct, frozen=True, forbid_unknown_fields=True):
    """Entries that were forgotten, to stand before the one at this position."""

    before: Annotated[int, Meta(ge=0, le=LARGEST_ID)]
    entries: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_CHANGES)]
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class KeyGiven(Struct, frozen=True, rename={"key": "Idempotency-Key"}):
    key: Key | UnsetType = UNSET


class Conditions(KeyGiven, frozen=True, rename={"key": "Idempotency-Key", "match": "If-Match"}):
    match: str | UnsetType = UNSET


# Games, rules and the desk


class Game(Struct, frozen=True):
    game: str
    name: str
    players: list[int]
    teams: bool
    pack: str
    length: str
    records: str
    summary: str


class Games(Struct, frozen=True):
    games: list[Game]


class SetUp(Struct, frozen=True):
    """``referee setup --json``; a game with dummies has two more members."""

    game: str
    players: int
    pack: int
    packs: int
    removed: Names
    dealt: int | list[int]
    left: int
    dealer: str
    starts: str
    notes: list[str]


class Article(Struct, frozen=True):
    id: str
    title: str
    authority: str
    text: str
    see: list[str]


class Rules(Struct, frozen=True):
    chapter: str
    title: str
    introduction: str
    articles: list[Article]


class Articles(Struct, frozen=True):
    articles: list[Article]


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    q: Annotated[str, Meta(min_length=1, max_length=300)]
    game: str = ""


class DeskQuestion(Struct, frozen=True):
    """``facts``: their keys; ``examples``: question files that can be asked."""

    question: str
    label: str
    facts: Names
    examples: list[dict[str, Any]]


class DeskQuestions(Struct, frozen=True):
    questions: list[DeskQuestion]


class Question(Struct, frozen=True):
    format: Literal["referee-question/1"]
    game: str
    question: str
    facts: dict[str, Any]
    options: dict[str, Any] | None = None


class Verdict(Struct, frozen=True):
    format: Literal["referee-verdict/1"]
    game: str
    question: str
    answer: dict[str, Any]
    articles: list[str]
    because: str


# The club


class EveningsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    before: str = ""
    player: Id | UnsetType = UNSET
    game: str = ""
    since: date | UnsetType = UNSET
    until: date | UnsetType = UNSET
    text: Annotated[str, Meta(max_length=200)] = ""


class Evening(Struct, frozen=True):
    id: str
    day: date
    title: str
    place: str
    note: str
    opened_at: datetime
    closed_at: datetime | None
    matches: list[MatchInList]


class Evenings(Struct, frozen=True):
    evenings: list[Evening]
    next: str | None


class Player(Struct, frozen=True):
    """``counts_as``: the player that this one was merged into."""

    id: int
    name: str
    mark: str
    archived: bool
    counts_as: int | None
    matches: int
    wins: int


class Players(Struct, frozen=True):
    players: list[Player]


class GameFigures(Struct, frozen=True):
    """``places``: how often each place; ``best`` and ``worst``: totals of whole matches."""

    game: str
    matches: int
    wins: int
    places: dict[str, int]
    best: int | None
    worst: int | None


class PlayerFigures(Player, frozen=True):
    games: list[GameFigures]


class Period(Struct, frozen=True, forbid_unknown_fields=True):
    game: str = ""
    since: date | UnsetType = UNSET
    until: date | UnsetType = UNSET


class RankingQuery(Period, frozen=True, forbid_unknown_fields=True):
    """``least``: matches from which a player is ranked; without it 3, or 1 where nobody has played 3."""

    least: Annotated[int, Meta(ge=1, le=LARGEST_ID)] | UnsetType = UNSET


class Rank(Struct, frozen=True):
    place: int
    player: int
    name: str
    matches: int
    wins: int
    mean_place: float
    longest: int


class Ranking(Struct, frozen=True):
    """``others``: those with fewer matches, whose place is 0."""

    ranked: list[Rank]
    others: list[Rank]


# Scores kept elsewhere


class PaperSent(Struct, frozen=True, forbid_unknown_fields=True):
    """``table``: a text; ``file``: instead of it the bytes of a file, in base64, with its ``name``. ``choices``: the
    answers, by the keys of the questions. ``record``: whether the matches are recorded once nothing is open.
    """

    table: str = ""
    file: str = ""
    name: str = ""
    choices: dict[str, str] = {}
    record: bool = False


class PaperQuestion(Struct, frozen=True):
    """``values``: those that an answer may have, empty where it is free."""

    key: str
    question: str
    values: list[str]


class PaperMatch(Struct, frozen=True):
    """``day``: null while it is asked. ``looks``: what a reader should look at."""

    line: int
    day: date | None
    hour: str | None
    game: str
    name: str
    totals: Values
    winners: Names
    looks: list[str]


class PaperFault(Struct, frozen=True):
    line: int
    reason: str


class PaperRead(Struct, frozen=True):
    """``matches``: those that are new; ``known``: how many are here already. ``remarks``: what was taken for what."""

    recorded: bool
    questions: list[PaperQuestion]
    matches: list[PaperMatch]
    known: int
    faults: list[PaperFault]
    remarks: list[str]
