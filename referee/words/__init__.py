"""Translatable sentences.

The rules build no strings but :class:`Text`: a French sentence with its parameters, rendered late in the reader's
language. The French sentence is the key of the catalogue, so French is never missing; the English is in
``referee/words/en/*.po`` and the games' ``words.en.po``, compiled by ``make words``.
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
"""Characters of a raw value quoted in a sentence."""
HUGE = 10**LONGEST_QUOTE

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "Listing",
    "Renderable",
    "Text",
    "catalogue",
    "names",
    "polished",
    "quoted",
    "say",
    "say_n",
    "signed",
]


class Renderable(Protocol):
    """A value that can be written in a language: a sentence, a list of names, a card."""

    def render(self, language: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence of the catalogue with its parameters. With ``plural``, ``number`` selects the form."""

    msgid: str
    params: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    number: int = 1

    def render(self, language: str) -> str:
        """The sentence in ``language``.

        >>> say("%(player)s annonce %(bid)s.", player="Ana", bid=-2).render("fr")
        'Ana annonce −2.'

        A question at the end of a sentence keeps its question mark and no full stop.

        >>> say("Il manque : %(label)s.", label=say("Est-ce son tour ?")).render("fr")
        'Il manque\\u202f: Est‑ce son tour\u202f?'
        """
        template = polished(self._template(language), language)
        if not self.params:
            return template.replace("%%", "%")
        sentence = template % {name: _rendered(value, language) for name, value in self.params}
        return sentence.replace("?.", "?")

    def _template(self, language: str) -> str:
        if self.plural is None:
            return self.msgid if language == "fr" else catalogue(language).gettext(self.msgid)
        if language == "fr":
            return self.msgid if abs(self.number) < 2 else self.plural
        return catalogue(language).ngettext(self.msgid, self.plural, self.number)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list in a sentence: "Ana, Bob et Chloé", or with ``either`` "Ana, Bob ou Chloé".

    >>> Listing(("Ana", "Bob", "Chloé")).render("fr")
    'Ana, Bob et Chloé'
    """

    items: tuple[object, ...]
    either: bool = False

    def render(self, language: str) -> str:
        texts = [_rendered(item, language) for item in self.items]
        if len(texts) < 2:
            return "".join(texts)
        most, last = ", ".join(texts[:-1]), texts[-1]
        if self.either:
            return say("%(most)s ou %(last)s", most=most, last=last).render(language)
        return say("%(most)s et %(last)s", most=most, last=last).render(language)


def say(msgid: str, /, **params: object) -> Text:
    """A sentence of the catalogue, from its French text with placeholders ``%(name)s``.

    A parameter is a string, a whole number (written with a minus sign, not a hyphen) or a :class:`Renderable`. Babel
    extracts the sentences from the calls of this function.
    """
    return Text(msgid, tuple(params.items()))


def say_n(singular: str, plural: str, n: int, /, **params: object) -> Text:
    """A sentence with a singular and a plural form; ``%(n)s`` is the number.

    >>> say_n("%(n)s carte", "%(n)s cartes", 3).render("fr")
    '3 cartes'
    """
    return Text(singular, (("n", n), *params.items()), plural=plural, number=n)


def signed(number: int) -> str:
    """A number with its sign: ``+5``, ``−10``, ``0``.

    >>> signed(-10)
    '−10'
    """
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def _rendered(value: object, language: str) -> str:
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
    """Apply typography: curly apostrophes and quotes, French non-breaking spaces, non-breaking hyphens in inversions.

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
    return _INVERSION.sub(lambda match: match[0].replace("-", "\u2011"), spaced)


def quoted(raw: object) -> str:
    """A raw value for quotation in a sentence: short and printable.

    >>> quoted("10X"), quoted(True), quoted({"a": 1})
    ('10X', 'true', '{…}')
    """
    if isinstance(raw, str):
        text = "".join(character if character.isprintable() else "\ufffd" for character in raw[: LONGEST_QUOTE + 1])
    elif isinstance(raw, (dict, list)):
        return "{…}" if isinstance(raw, dict) else "[…]"
    elif type(raw) is int and abs(raw) >= HUGE:
        text = "9" * (LONGEST_QUOTE + 1)
    else:
        text = json.dumps(raw)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The compiled translations of a language other than French.

    :raises FileNotFoundError: they are not compiled.
    """
    try:
        compiled = pkgutil.get_data(__name__, f"{language}/LC_MESSAGES/messages.mo")
    except OSError:
        compiled = None
    if compiled is None:
        raise FileNotFoundError(f"the sentences of {language!r} are not compiled: run `make words`")
    return gettext.GNUTranslations(BytesIO(compiled))


def names(items: Iterable[object]) -> Listing:
    """A list of players or cards for a sentence.

    >>> names(["Ana", "Bob"]).render("fr")
    'Ana et Bob'
    """
    return Listing(tuple(items))
