"""Rendered sentences set in type: red suits, drawn cards, what stays on one line; the letters of a player's disc."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from referee.web.rendering.page_language import localize
from referee.words import Renderable
from referee.words.line_breaks import on_a_key, unparted

_RED = re.compile(r"\b(?:10|[2-9]|[A-Z])?[♥♦]|[♥♦]")
_CARD = re.compile(r"\b(?:10|[2-9]|[A-Z])[♠♥♦♣]")


def red_suits(text: str) -> Markup:
    """A text with its hearts and diamonds in red, each with the rank before it.

    >>> red_suits("Seul le 10♥ & le 2♠")
    Markup('Seul le <span class="red-suit">10♥</span> &amp; le 2♠')
    """
    return Markup(_RED.sub(r'<span class="red-suit">\g<0></span>', str(escape(text))))


def drawn_cards(text: str) -> Markup:
    """A text with its cards drawn.

    >>> drawn_cards("V♠")
    Markup('<b class="drawn">V♠</b>')
    """
    return Markup(_CARD.sub(r'<b class="drawn">\g<0></b>', str(red_suits(text))))


def unbroken(value: Renderable | str | int | None) -> str:
    """A sentence or a value in the reader's language, each number on one line with its noun."""
    return unparted(localize(value))


def words_of_key(value: Renderable | str | int | None) -> Markup:
    """The words of a narrow key in the reader's language, with red suits."""
    return red_suits(on_a_key(localize(value)))


def initial(name: str, among: Iterable[str] = ()) -> str:
    """The letters in a player's disc: the first, and the first that differs from those of the others at the table.

    >>> initial("Ana", ("Ana", "Bob")), initial("Marie", ("Marie", "Marc", "Bob")), initial("ana", ("Ana", "ana"))
    ('A', 'Mi', 'A')
    """
    first = name[:1].upper()
    others = [other for other in among if other != name and other[:1].upper() == first]
    for at, sign in enumerate(name.lower()):
        if others and sign.isalnum() and all(other[at : at + 1].lower() != sign for other in others):
            return first + sign
    return first
