"""The forms of a name for narrow places: whole, then shorter and shorter, as people write them on a sheet.

A page holds the forms of a name and shows the longest that fits where it stands (``templates/names.html``). In a
picture, whose letters are as wide as the server says, :func:`fitting_form` chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

from referee.web.rendering.typesetting import initial

LEAST_LONG = 6
"""Letters of a word that may be cut; a shorter one would gain nothing by it."""
CUTS = (5, 3)
"""Letters that a cut word keeps at most."""
LEAST_KEPT = 2
SHOWN = 4
"""Forms of a name that a page holds."""
SHORT = 5
"""Signs of a form that finds room everywhere."""
TEAM = " & "
"""Between the players in the name of a team."""
VOWELS = frozenset("aeiouy")
_PART = re.compile(r"([ \-])")


@lru_cache(maxsize=512)
def name_forms(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The forms of each of the names at a table by the name, the whole name first, at most :data:`SHOWN`.

    A form that could stand for another name of the table is left out, so the next longer one takes its place.

    >>> name_forms(("Marie-Bernadette", "Maximilien", "Zoé"))["Marie-Bernadette"]
    ('Marie-Bernadette', 'M.-Bernadette', 'M.-Bern.', 'M.-B.')
    >>> name_forms(("Jean-Paul", "Jean-Pierre"))["Jean-Paul"]
    ('Jean-Paul', 'J.-Paul', 'Ja')
    """
    every = {name: _forms(name) for name in names}
    return {name: _few(name, _own_forms(name, every), names) for name in names}


def fitting_form(forms: Sequence[str], room: float, width: Callable[[str], float]) -> str:
    """The longest of the forms that is no wider than ``room``; the last where none is."""
    return next((form for form in forms if width(form) <= room), forms[-1])


def _own_forms(name: str, every: Mapping[str, Sequence[str]]) -> list[str]:
    """The forms of a name that no other name of the table could be meant by."""
    others = [form for other, forms in every.items() if other != name for form in forms]
    return [name, *(form for form in every[name][1:] if not any(_could_mean(form, other) for other in others))]


def _could_mean(form: str, other: str) -> bool:
    """Whether a form could be read as another: it is the same, or is cut where the other goes on."""
    if form.endswith("."):
        return other.casefold().startswith(form[:-1].casefold())
    return other.casefold() == form.casefold()


def _few(name: str, forms: list[str], names: tuple[str, ...]) -> tuple[str, ...]:
    """As many forms as a page holds; the last of them finds room everywhere."""
    if len(forms[-1]) > SHORT:
        players = [player for other in names for player in other.split(TEAM)]
        forms.append(TEAM.join(initial(player, players) for player in name.split(TEAM)))
    return (*forms[: SHOWN - 1], forms[-1]) if len(forms) > SHOWN else tuple(forms)


def _forms(name: str) -> list[str]:
    """The forms of a name, each shorter than the one before."""
    players = [list(_forms_of_player(player)) for player in name.split(TEAM)]
    longest = max(map(len, players))
    written = [TEAM.join(forms[min(step, len(forms) - 1)] for forms in players) for step in range(longest)]
    shorter = [form for before, form in zip(written, written[1:], strict=False) if len(form) < len(before)]
    return [name, *shorter]


def _forms_of_player(name: str) -> Iterator[str]:
    """The name, its first part as an initial, its last part cut, and its initials."""
    yield name
    first, *between, last = _PART.split(name) if _PART.search(name) else ("", name)
    begin = f"{first[:1]}.{between[0]}" if between else ""
    if between:
        yield f"{first[:1]}.{''.join(between)}{last}"
        yield f"{begin}{last}"
    for most in CUTS:
        if cut := _cut(last, most):
            yield f"{begin}{cut}"
    if between:
        yield f"{begin}{last[:1]}."


def _cut(word: str, most: int) -> str:
    """A word cut after a consonant, with a full stop; "" where that would not be shorter.

    >>> _cut("Maximilien", 5), _cut("Bernadette", 5), _cut("Laure", 5)
    ('Maxim.', 'Bern.', '')
    """
    if len(word) < LEAST_LONG:
        return ""
    kept = next((kept for kept in range(min(most, len(word) - 2), LEAST_KEPT - 1, -1) if _ends_well(word[:kept])), 0)
    return f"{word[:kept]}." if kept else ""


def _ends_well(part: str) -> bool:
    """Whether a word may be cut after this part: after a consonant, and after no sign that belongs to a letter."""
    letter = normalize("NFD", part[-1])[0]
    return letter.isalpha() and letter.lower() not in VOWELS
