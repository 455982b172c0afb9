"""Sentences that can be shown in every language of the table.

The rules never build a finished string: they build a :class:`Text`, a French sentence with its
parameters, and whoever shows it renders it in the reader's language. The French sentence is the
key of the catalogue, so French can never be missing; English stands in
``referee/words/en/*.po`` and every game's ``words.en.po``, compiled by ``make words``.
"""

from __future__ import annotations

import gettext
import json
import pkgutil
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Protocol

LANGUAGES = ("fr", "en")
DEFAULT_LANGUAGE = "fr"
LONGEST_QUOTE = 40
"""Characters of a raw value that a sentence repeats."""
HUGE = 10**LONGEST_QUOTE

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "Listing",
    "Shown",
    "Text",
    "catalogue",
    "names",
    "polished",
    "quoted",
    "say",
    "say_n",
    "signed",
]


class Shown(Protocol):
    """Anything that knows how it is written in a language: a sentence, a list of names, a card."""

    def render(self, language: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence of the catalogue with its parameters, not yet in any language."""

    msgid: str
    params: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    number: int = 1

    def render(self, language: str) -> str:
        """Write the sentence out in ``language``.

        >>> say("%(player)s annonce %(bid)s.", player="Ana", bid=-2).render("fr")
        'Ana annonce −2.'

        A question that ends a sentence ends it with its own mark.

        >>> say("Il manque : %(label)s.", label=say("Est-ce son tour ?")).render("fr")
        'Il manque\\u202f: Est‑ce son tour\u202f?'
        """
        template = polished(self._template(language), language)
        if not self.params:
            return template.replace("%%", "%")
        sentence = template % {name: _shown(value, language) for name, value in self.params}
        return sentence.replace("?.", "?")

    def _template(self, language: str) -> str:
        if self.plural is None:
            return self.msgid if language == "fr" else catalogue(language).gettext(self.msgid)
        if language == "fr":
            return self.msgid if abs(self.number) < 2 else self.plural
        return catalogue(language).ngettext(self.msgid, self.plural, self.number)


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things named one after another: "Ana, Bob et Chloé".

    >>> Listing(("Ana", "Bob", "Chloé")).render("fr")
    'Ana, Bob et Chloé'
    """

    items: tuple[object, ...]
    either: bool = False

    def render(self, language: str) -> str:
        shown = [_shown(item, language) for item in self.items]
        if len(shown) < 2:
            return "".join(shown)
        most, last = ", ".join(shown[:-1]), shown[-1]
        if self.either:
            return say("%(most)s ou %(last)s", most=most, last=last).render(language)
        return say("%(most)s et %(last)s", most=most, last=last).render(language)


def say(msgid: str, /, **params: object) -> Text:
    """Mark a French sentence for the catalogue; ``%(name)s`` stands where a parameter goes.

    A parameter may be a string, a number (shown with a true minus sign) or anything
    :class:`Shown`. Babel's extraction reads the calls of this function.
    """
    return Text(msgid, tuple(params.items()))


def say_n(one: str, many: str, n: int, /, **params: object) -> Text:
    """Mark a sentence that depends on a number; ``%(n)s`` is the number itself.

    >>> say_n("%(n)s carte", "%(n)s cartes", 3).render("fr")
    '3 cartes'
    """
    return Text(one, (("n", n), *params.items()), plural=many, number=n)


def signed(number: int) -> str:
    """Write points gained or lost with their sign: ``+5``, ``−10``, ``0``.

    >>> signed(-10)
    '−10'
    """
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def _shown(value: object, language: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value).replace("-", "−") if -HUGE < value < HUGE else quoted(value)
    if isinstance(value, (tuple, list)):
        return Listing(tuple(value)).render(language)
    rendered: str = value.render(language)  # type: ignore[attr-defined]
    return rendered


_FRENCH_SPACE = re.compile(r" (?=[;:!?»])|(?<=«) ")
_INVERSION = re.compile(r"(?<![\w.-])\w+-(?:t-)?(?:on|ils?|elles?|je|tu|ce)\b(?![\w.-])")
_QUOTED = re.compile(r'"([^"\n]*)"')
_OPENING = re.compile(r"(?<!\w)'(?=\w)")


@lru_cache(maxsize=4096)
def polished(template: str, language: str) -> str:
    """Put the marks a printer would put: ’ for ', quotes that open and close, French spaces and inversions that never
    break a line.

    >>> polished("C'est fini !", "fr")
    'C’est fini\\u202f!'
    >>> polished("Que fait-on, que dira-t-elle ?", "fr")
    'Que fait‑on, que dira‑t‑elle\\u202f?'
    >>> polished("Ana's 'carte' is a \\"kem's\\"", "en")
    'Ana’s ‘carte’ is a “kem’s”'
    """
    if language != "fr":
        return _OPENING.sub("‘", _QUOTED.sub(r"“\1”", template)).replace("'", "’")
    spaced = _FRENCH_SPACE.sub("\u202f", template.replace("'", "’"))
    return _INVERSION.sub(lambda found: found[0].replace("-", "\u2011"), spaced)


def quoted(raw: object) -> str:
    """A raw value as a sentence may repeat it: short, printable.

    >>> quoted("10X"), quoted(True), quoted({"a": 1})
    ('10X', 'true', '{…}')
    """
    if isinstance(raw, str):
        shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in raw[: LONGEST_QUOTE + 1])
    elif isinstance(raw, (dict, list)):
        return "{…}" if isinstance(raw, dict) else "[…]"
    elif type(raw) is int and abs(raw) >= HUGE:
        shown = "9" * (LONGEST_QUOTE + 1)
    else:
        shown = json.dumps(raw)
    return shown if len(shown) <= LONGEST_QUOTE else shown[:LONGEST_QUOTE] + "…"


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The compiled sentences of a language that is not French.

    :raises FileNotFoundError: nobody compiled them; it says what to run.
    """
    try:
        compiled = pkgutil.get_data(__name__, f"{language}/LC_MESSAGES/messages.mo")
    except OSError:
        compiled = None
    if compiled is None:
        raise FileNotFoundError(f"the sentences of {language!r} are not compiled: run `make words`")
    return gettext.GNUTranslations(BytesIO(compiled))


def names(items: Iterable[object]) -> Listing:
    """Name several players or cards in one breath.

    >>> names(["Ana", "Bob"]).render("fr")
    'Ana et Bob'
    """
    return Listing(tuple(items))
