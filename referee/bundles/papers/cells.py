"""What stands in a cell of a table from elsewhere: a number, a date, an hour, or nobody.

People write numbers and dates in many ways. A cell is read alone here; what a whole column decides, the order of day
and month or what a comma means, is a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from referee.words.folding import folded

MOSTLY = 0.6
"""From which part of its cells on a column is of a kind."""
Order = Literal["day", "month"]
"""What stands first in a date of three numbers."""

ABSENT = frozenset({"", "-", "–", "—", "−", "/", "x", "abs", "abs.", "absent", "absente", "away", "n/a", "na", "."})
"""Signs for somebody who did not play, folded."""
DASH_SIGNS = "-−–—‐‑﹣－"
DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-", "＋": "+"})
SPACES = re.compile(r"[\s\u00a0\u202f\u2009'’]+")
DIGITS = re.compile(r"[+-]?\d{1,12}")
DECIMAL = re.compile(r"([+-]?\d{1,12})[.,](\d{1,12})")
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}([.,]\d{3})+")
SPACED = re.compile(r"[+-]?\d{1,3}( \d{3})+([.,]\d+)?")
POINTS = re.compile(r" ?(?:pts?|points?)\.?$", re.IGNORECASE)
ORDINAL = re.compile(r"(\d{1,2}) ?(?:ers?|eres?|e|emes?|nd|nde|st|rd|th|°|º)\.?(?: place)?")
IN_BRACKETS = re.compile(r"\(\s*([^()]+?)\s*\)")
LONGEST = 60
"""Characters of a cell that may be a number or a date."""

THREE_NUMBERS = re.compile(r"(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})")
YEAR_FIRST = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})")
DAY_AND_MONTH = re.compile(r"(\d{1,2})(?:er|st|nd|rd|th)?[ .-]*([a-z]{3,9})\.?,?[ .-]*(\d{4}|\d{2})")
MONTH_AND_DAY = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
HOUR = re.compile(
    r"(\d{1,2})\s?(?:[:h]\s?(\d{2})?)(?::(\d{2})(?:\.\d+)?)?\s?(am|pm|a\.m\.|p\.m\.)?(?:z|[+-]\d{2}:\d{2})?"
)
WEEKDAY = re.compile(
    r"^(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday|lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)\.?,?\s+)?(?:le\s+)?"
)
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "janvier january janv jan",
            "fevrier february fevr fev feb",
            "mars march mar",
            "avril april avr apr",
            "mai may",
            "juin june jun",
            "juillet july juil jul",
            "aout august aou aug",
            "septembre september sept sep",
            "octobre october oct",
            "novembre november nov",
            "decembre december dec",
        ),
        1,
    )
    for name in names.split()
}
SERIAL = re.compile(r"\d{5}(?:[.,]\d{1,12})?")
DAY_WITHOUT_YEAR = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]?")
FIRST_SERIAL, LAST_SERIAL = 36526, 73050
"""The numbers that spreadsheets keep for the days from 2000 to 2099."""
SERIAL_ORIGIN = date(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class PaperMoment:
    """A day, and the hour where one is given. ``other``: the day of the other order of day and month, if there is one.

    ``decides``: the order that this date alone allows; None: it can be read both ways, or in one way by its form.
    """

    day: date
    hour: time | None = None
    other: date | None = None
    decides: Order | None = None


def is_absent(text: str) -> bool:
    """Whether a cell says that somebody did not play."""
    return folded(text.strip()) in ABSENT


def is_grouped(cells: Iterable[str]) -> bool:
    """Whether the points and commas of a column stand before groups of three digits.

    >>> is_grouped(["1.234", "980"]), is_grouped(["1,234", "12,5"]), is_grouped(["12,5"])
    (True, False, False)
    """
    found = False
    for cell in cells:
        if "." not in cell and "," not in cell:
            continue
        text = _plain_number(cell)
        if GROUPED.fullmatch(text):
            found = True
        elif DECIMAL.fullmatch(text):
            return False
    return found


@lru_cache(maxsize=16_384)
def read_number(text: str, grouped: bool = False) -> Decimal | None:
    """The number in a cell; None where there is none. ``grouped``: points and commas stand before three digits.

    >>> [str(read_number(cell)) for cell in ("5\u202f210", "−10", "+5", "(5)", "12,0", "12.5", "Ana", "20:30")]
    ['5210', '-10', '5', '-5', '12.0', '12.5', 'None', 'None']
    >>> read_number("1.234", grouped=True), read_number("12 pts")
    (Decimal('1234'), Decimal('12'))
    """
    if len(text) > LONGEST:
        return None
    plain = _plain_number(text)
    if grouped and GROUPED.fullmatch(plain):
        plain = plain.replace(".", "").replace(",", "")
    if DIGITS.fullmatch(plain) or DECIMAL.fullmatch(plain):
        return Decimal(plain.replace(",", "."))
    return None


def _plain_number(text: str) -> str:
    """The cell with ASCII signs; spaces only within a number that has groups of three digits go."""
    if len(text) > LONGEST:
        return ""
    stripped = POINTS.sub("", SPACES.sub(" ", text.translate(DASHES)).strip())
    if bracketed := IN_BRACKETS.fullmatch(stripped):
        stripped = f"-{bracketed[1].lstrip('+')}"
    if len(stripped) > 1 and stripped[0] in "+-":
        stripped = stripped[0] + stripped[1:].strip()
    return stripped.replace(" ", "") if SPACED.fullmatch(stripped) else stripped


def is_dash(text: str) -> bool:
    """Whether a cell is a dash alone: nobody played, or nothing was won.

    >>> is_dash("–"), is_dash("-5"), is_dash("")
    (True, False, False)
    """
    return len(text.strip()) == 1 and text.strip() in DASH_SIGNS


def is_loose_minus(text: str) -> bool:
    """Whether the sign before a number is a long dash, or stands apart from it: a minus, or a mere dash.

    >>> is_loose_minus("– 12"), is_loose_minus("–12"), is_loose_minus("-12"), is_loose_minus("−12"), is_loose_minus("–")
    (True, True, False, False, False)
    """
    bare = text.strip()
    if not bare or bare[0] not in DASH_SIGNS or read_number(bare) is None:
        return False
    return bare[0] in "–—" or bare[1].isspace()


@lru_cache(maxsize=4096)
def read_place(text: str) -> int | None:
    """The place in a cell that has an ending for it; None of a mere number.

    >>> read_place("1er"), read_place("2e"), read_place("3rd"), read_place("4ème"), read_place("4")
    (1, 2, 3, 4, None)
    """
    match = ORDINAL.fullmatch(folded(text.strip())) if len(text) < LONGEST else None
    return int(match[1]) if match and int(match[1]) else None


def whole_number(number: Decimal) -> int | None:
    """The number without decimals; None where it has some."""
    return int(number) if number == number.to_integral_value() else None


@lru_cache(maxsize=4096)
def read_hour(text: str) -> time | None:
    """The hour in a cell.

    >>> read_hour("22:19"), read_hour("20h30"), read_hour("8:30 PM"), read_hour("12")
    (datetime.time(22, 19), datetime.time(20, 30), datetime.time(20, 30), None)
    """
    if len(text) > LONGEST:
        return None
    match = HOUR.fullmatch(folded(text.strip()))
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[4]:
        hour = hour % 12 + (12 if match[4].startswith("p") else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


@lru_cache(maxsize=16_384)
def read_moment(text: str, order: Order = "day", serial: bool = False) -> PaperMoment | None:
    """The day in a cell, with its hour; None where there is none.

    :param order: of a date of three numbers that can be read both ways.
    :param serial: a number of five digits is the day that a spreadsheet keeps so.

    >>> read_moment("7 novembre 2025").day.isoformat(), read_moment("ven. 07/11/25 20h30").hour
    ('2025-11-07', datetime.time(20, 30))
    >>> read_moment("11/12/25").other, read_moment("14/11/2025").decides
    (datetime.date(2025, 11, 12), 'day')
    """
    if not text or len(text) > LONGEST:
        return None
    plain = WEEKDAY.sub("", folded(SPACES.sub(" ", text.strip().translate(DASHES)).strip()))
    if serial and SERIAL.fullmatch(plain):
        return _serial(plain.replace(",", "."))
    for pattern in (YEAR_FIRST, THREE_NUMBERS, DAY_AND_MONTH, MONTH_AND_DAY):
        if match := pattern.match(plain):
            rest = plain[match.end() :].strip().lstrip("t,-").strip().removeprefix("a ").removeprefix("at ")
            hour = read_hour(rest) if rest else None
            return None if rest and hour is None else _moment(pattern, match, hour, order)
    return None


def _moment(pattern: re.Pattern[str], match: re.Match[str], hour: time | None, order: Order) -> PaperMoment | None:
    if pattern is YEAR_FIRST:
        return _dated(_day(match[1], match[2], match[3]), hour)
    if pattern is DAY_AND_MONTH:
        return _dated(_day(match[3], MONTHS.get(match[2], 0), match[1]), hour)
    if pattern is MONTH_AND_DAY:
        return _dated(_day(match[3], MONTHS.get(match[1], 0), match[2]), hour)
    by_day, by_month = _day(match[3], match[2], match[1]), _day(match[3], match[1], match[2])
    if by_day and by_month:
        chosen, other = (by_day, by_month) if order == "day" else (by_month, by_day)
        return PaperMoment(chosen, hour, other if other != chosen else None)
    if by_day:
        return PaperMoment(by_day, hour, decides="day")
    return PaperMoment(by_month, hour, decides="month") if by_month else None


def _dated(day: date | None, hour: time | None) -> PaperMoment | None:
    return PaperMoment(day, hour) if day else None


def _day(year: str, month: str | int, day: str) -> date | None:
    full = int(year) if len(year) > 2 else 2000 + int(year)
    try:
        return date(full, int(month), int(day))
    except ValueError:
        return None


def _serial(plain: str) -> PaperMoment | None:
    number = float(plain)
    if not FIRST_SERIAL <= number <= LAST_SERIAL:
        return None
    moment = datetime.combine(SERIAL_ORIGIN, time()) + timedelta(days=number)
    exact = (moment + timedelta(seconds=30)).replace(second=0, microsecond=0)
    return PaperMoment(exact.date(), exact.time() if number % 1 else None)


def is_number(cell: str) -> bool:
    return read_number(cell) is not None


def is_date(cell: str) -> bool:
    return read_moment(cell) is not None


def is_text(cell: str) -> bool:
    is_value = is_number(cell) or read_place(cell) is not None or is_date(cell) or read_hour(cell) is not None
    return bool(cell) and not is_value
