"""Names that a reader would take for one another: invisible signs, letters of other alphabets, capitals.

Two names look alike where their skeletons are equal, as Unicode's report 39 has it: taken apart, without invisible
signs, every sign in the shape of its prototype. Which signs look alike is told by the package confusable-homoglyphs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from referee.answers.table import LONGEST_NAME
from referee.words import say
from referee.words.folding import folded

SURE = 4
"""Letters of a name in which one other letter may be a slip; shorter ones are as often another person."""
NOTHING_SEEN = say("Ce nom ne se voit pas : il n'a que des signes invisibles.")
TEXT_NOT_SEEN = say("Ce texte ne se voit pas : il n'a que des signes invisibles.")

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing, beside the signs of the category Cf."""
LONGEST = 4 * LONGEST_NAME
"""Signs of a text that is compared: a name, with what a reader does not see of it. A longer one is no name."""
SELECTORS = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
"""Signs that only choose how the one before them is drawn."""


def alike(names: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of different names among these that look alike, in their order."""
    looks = {name: _looks(name) for name in names if len(name) <= LONGEST}
    return [
        (name, other) for name, other in combinations(names, 2) if name != other and _look_alike(looks, name, other)
    ]


def resembling(name: str, others: Sequence[str]) -> str | None:
    """The first of these other names that looks like this one; None where there is none."""
    return next((other for _, other in resembling_each([name], others)), None)


def resembling_each(names: Sequence[str], others: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each of these names that looks like one of the others, with the first such one."""
    read = [name for name in names if len(name) <= LONGEST]
    looks = {some: _looks(some) for some in (*read, *others)} if read else {}
    for name in read:
        other = next((other for other in others if other != name and _look_alike(looks, name, other)), None)
        if other is not None:
            yield name, other


def slip_of(name: str, known_names: Sequence[str]) -> str | None:
    """The first of these names of which this one may be a slip of the keyboard.

    Other accents or capitals; or one letter more, less or another in a name of four letters or more.

    >>> slip_of("Chloe", ["Ana", "Chloé"]), slip_of("Anna", ["Ana"]), slip_of("Tim", ["Tom"]), slip_of("Ana2", ["Ana"])
    ('Chloé', 'Ana', None, None)
    """
    if name in known_names or len(name) > LONGEST:
        return None
    plain = folded(name)
    return next(
        (other for other in known_names if plain == folded(other) or _one_letter_apart(plain, folded(other))), None
    )


def _one_letter_apart(name: str, other: str) -> bool:
    short, long = sorted((name, other), key=len)
    if len(long) < SURE or len(long) - len(short) > 1:
        return False
    at = next((at for at, pair in enumerate(zip(short, long)) if pair[0] != pair[1]), len(short))
    rest = short[at:] if len(short) < len(long) else short[at + 1 :]
    return rest == long[at + 1 :] and long[at].isalpha()


def visible_text(text: str) -> str:
    """A text without surrounding space; "" where nothing of it is seen.

    >>> visible_text(" le chat "), visible_text("\u200b \u2060")
    ('le chat', '')
    """
    seen = any(not (sign.isspace() or _is_invisible(sign)) for sign in text)
    return text.strip() if seen else ""


def is_visible(name: str) -> bool:
    """Whether anything is seen of a name.

    >>> is_visible("Ana"), is_visible("\u200b\u2060")
    (True, False)
    """
    return bool(_visible_form(name[:LONGEST]))


def _looks(name: str) -> tuple[str, str]:
    """The skeletons of a name, as it is written and in small letters."""
    return _skeleton(name), _skeleton(name.casefold())


def _look_alike(looks: Mapping[str, tuple[str, str]], name: str, other: str) -> bool:
    """Whether a skeleton of both is equal; a text that is too long for a name looks like none."""
    pairs = zip(looks.get(name, ()), looks.get(other, ()))
    return any(skeleton == of_other for skeleton, of_other in pairs)


@lru_cache(maxsize=4096)
def prototype_of(sign: str) -> str:
    """The sign or signs that stand for all that look like this one."""
    from confusable_homoglyphs.confusables import confusables_data  # a large table: only who names people reads it

    like = [entry["c"] for entry in confusables_data.get(sign, ())]
    if len(like) != 1:  # nothing looks like it, or all that do have it as their prototype
        return sign
    other = str(like[0])
    mutual = len(other) == 1 and len(confusables_data[other]) == 1
    return min(sign, other) if mutual else other


def _skeleton(name: str) -> str:
    return unicodedata.normalize("NFD", "".join(prototype_of(sign) for sign in _visible_form(name)))


def _visible_form(name: str) -> str:
    """The name taken apart (wide letters are the usual ones), one ordinary space for any, without what is not seen."""
    apart = unicodedata.normalize("NFKD", name)
    return " ".join("".join(sign for sign in apart if not _is_invisible(sign)).split())


def _is_invisible(sign: str) -> bool:
    selects = any(first <= sign <= last for first, last in SELECTORS)
    return selects or sign in BLANK or unicodedata.category(sign) == "Cf"
