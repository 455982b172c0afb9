"""Spreadsheets made at random from evenings that are known: orientation, dates, separators, sums, blanks, encodings."""

import csv
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from xml.sax.saxutils import escape

from openpyxl import Workbook

PEOPLE = ("Zoé", "François", "Irène", "Joël", "Maïté")
GAMES: Mapping[str, bool] = {"Tarot": False, "Skyjo": True, "Huit américain": True, "Uno": False, "Ascenseur": False}
"""The games of the evenings, and whether the lowest total wins."""
REMARKS = ("", "", "belle soirée", "Irène en forme", "chez François")
MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"


@dataclass(frozen=True)
class KnownMatch:
    """A match of an evening: its totals by those who played."""

    day: date
    game: str
    totals: Mapping[str, int]
    remark: str

    @property
    def winners(self) -> list[str]:
        totals = self.totals.values()
        best = min(totals) if GAMES[self.game] else max(totals)
        return sorted(name for name, total in self.totals.items() if total == best)


@dataclass(frozen=True)
class RandomTable:
    """A file, what it holds, and what its maker did, for the report of a failure."""

    content: bytes
    matches: Sequence[KnownMatch]
    made: Mapping[str, object]


def random_table(seed: int) -> RandomTable:
    chance = Random(seed)
    matches = _evenings(chance)
    dates = chance.choice(["day first", "ISO", "words", "short", "points"])
    shape = chance.choice(["matches", "matches", "results"])
    rows = _matches_table(chance, matches, dates) if shape == "matches" else _results_table(chance, matches, dates)
    lies = shape == "matches" and chance.random() < 0.25
    if lies:
        rows = [list(row) for row in zip(*_squared(rows))]
    titled = not lies and chance.random() < 0.3
    if titled:
        rows = [["Nos soirées"], [], *rows]
    kind = chance.choice(["csv", "csv", "csv", "xlsx", "ods"])
    write = {"csv": _as_csv, "xlsx": _as_xlsx, "ods": _as_ods}[kind]
    content, how = write(chance, rows)
    return RandomTable(content, matches, {"seed": seed, "dates": dates, "shape": shape, "lies": lies, "kind": how})


def _evenings(chance: Random) -> list[KnownMatch]:
    people = PEOPLE[: chance.randrange(3, 6)]
    day = date(2025, 1, 3)
    matches = []
    for _ in range(chance.randrange(3, 9)):
        day += timedelta(days=chance.choice([0, 3, 7, 7, 19]))
        game = chance.choice(list(GAMES))
        played = [name for name in people if chance.random() < 0.9 or game == "Tarot"]
        played = played if len(played) > 2 else list(people[:3])
        totals = [chance.randrange(-60, 400) for _ in played]
        if game == "Tarot":
            totals[-1] = -sum(totals[:-1])
        matches.append(KnownMatch(day, game, dict(zip(played, totals)), chance.choice(REMARKS)))
    return matches


def _written(day: date, dates: str) -> str:
    if dates == "words":
        return f"{day.day} {MONTHS.split()[day.month - 1]} {day.year}"
    patterns = {"day first": "%d/%m/%Y", "ISO": "%Y-%m-%d", "short": "%d/%m/%y", "points": "%d.%m.%Y"}
    return day.strftime(patterns[dates])


def _number(chance: Random, number: int) -> str:
    if number < 0 and chance.random() < 0.3:
        return str(number).replace("-", "−")
    return f"+{number}" if number > 0 and chance.random() < 0.1 else str(number)


def _matches_table(chance: Random, matches: Sequence[KnownMatch], dates: str) -> list[list[str]]:
    people = list(dict.fromkeys(name for match in matches for name in match.totals))
    with_sum, with_remark, blanks = (chance.random() < 0.4 for _ in range(3))
    head = [chance.choice(["date", "Date", "jour"]), chance.choice(["jeu", "Jeu"]), *people]
    rows = [[*head, *(["Total"] if with_sum else []), *(["Remarque"] if with_remark else [])]]
    absent = chance.choice(["", "-", "abs", "x"])
    before = None
    for match in matches:
        day = "" if blanks and before and before.day == match.day else _written(match.day, dates)
        numbers = [_number(chance, match.totals[name]) if name in match.totals else absent for name in people]
        row = [day, match.game, *numbers]
        row += [str(sum(match.totals.values()))] if with_sum else []
        row += [match.remark] if with_remark else []
        rows.append(row)
        before = match
    if chance.random() < 0.3:
        sums = [str(sum(match.totals.get(name, 0) for match in matches)) for name in people]
        rows.append(["Total", "", *sums])
    return rows


def _results_table(chance: Random, matches: Sequence[KnownMatch], dates: str) -> list[list[str]]:
    with_place = chance.random() < 0.5
    rows = [["date", "jeu", "joueur", *(["place"] if with_place else []), "points"]]
    for match in matches:
        order = sorted(match.totals, key=lambda name: match.totals[name], reverse=not GAMES[match.game])
        for name in order:
            place = 1 + sum(
                (total < match.totals[name]) if GAMES[match.game] else (total > match.totals[name])
                for total in match.totals.values()
            )
            places = [str(place)] if with_place else []
            rows.append([_written(match.day, dates), match.game, name, *places, _number(chance, match.totals[name])])
    return rows


def _squared(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    width = max(map(len, rows))
    return [[*row, *[""] * (width - len(row))] for row in rows]


def _as_csv(chance: Random, rows: Sequence[Sequence[str]]) -> tuple[bytes, str]:
    separator = chance.choice([";", ",", "\t", "|"])
    end = chance.choice(["\n", "\r\n", "\r"])
    encoding = chance.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac-roman"])
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=separator, lineterminator=end).writerows(rows)
    named = chance.random() < 0.2
    text = (f"sep={separator}{end}" if named else "") + stream.getvalue()
    if encoding in ("cp1252", "mac-roman"):
        text = text.replace("−", "-")  # neither has the sign
    return text.encode(encoding), f"csv {separator!r} {encoding} {end!r}"


def _value(cell: str) -> object:
    plain = cell.replace("−", "-")
    return int(plain) if plain.lstrip("-").isdigit() else cell


def _as_xlsx(chance: Random, rows: Sequence[Sequence[str]]) -> tuple[bytes, str]:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append([_value(cell) if cell else None for cell in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue(), "xlsx"


def _as_ods(chance: Random, rows: Sequence[Sequence[str]]) -> tuple[bytes, str]:
    return ods(rows), "ods"


def ods(rows: Sequence[Sequence[str]], cell: Callable[[str], str] | None = None) -> bytes:
    """An OpenDocument spreadsheet of one sheet."""
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    body = "".join(f"<table:table-row>{''.join(map(cell or _ods_cell, row))}</table:table-row>" for row in rows)
    content = (
        f"<office:document-content{names}><office:body><office:spreadsheet>"
        f'<table:table table:name="Feuille1">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return stream.getvalue()


def _ods_cell(text: str) -> str:
    if not text:
        return "<table:table-cell/>"
    value = _value(text)
    kind = f' office:value-type="float" office:value="{value}"' if isinstance(value, int) else ""
    return f"<table:table-cell{kind}><text:p>{escape(text)}</text:p></table:table-cell>"
