"""The fifty cards of the tarot décalé: four schools, thirteen atouts and the excuse."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards.face import CardFace, Colour
from referee.cards.packs import Pack
from referee.words import Text, say

SCHOOLS = ("bleu", "orange", "vert", "violet")
FIGURES = {
    # figure: (strength in its school, points, copies in each school)
    "interro": (0, 0, 1),
    "eleve": (1, 1, 4),
    "prof": (2, 2, 3),
    "proviseur": (3, 5, 1),
}
ATOUTS = range(1, 14)
BOUT_POINTS = 5
BOUTS = (1, 13)

SCHOOL_NAMES: dict[str, Text] = {
    "bleu": say("bleu"),
    "orange": say("orange"),
    "vert": say("vert"),
    "violet": say("violet"),
}
COLOURS: dict[str, Colour] = {"bleu": "blue", "orange": "orange", "vert": "green", "violet": "violet"}
FIGURE_NAMES: dict[str, Text] = {
    # Strongest first, the order of the layout.
    "proviseur": say("proviseur"),
    "prof": say("prof"),
    "eleve": say("élève"),
    "interro": say("interro"),
}
FIGURES_DOWN = tuple(FIGURE_NAMES)
ATOUT, ATOUTS_ROW = say("atout"), say("atouts")
AFTER_THE_SCHOOLS = 900
"""The place of the excuse in the layout; the atouts are before it, highest first."""
CARD_NAMES: dict[tuple[str, str], tuple[Text, Text]] = {
    # Without and with the French article.
    ("bleu", "proviseur"): (say("proviseur bleu"), say("le proviseur bleu")),
    ("bleu", "prof"): (say("prof bleu"), say("un prof bleu")),
    ("bleu", "eleve"): (say("élève bleu"), say("un élève bleu")),
    ("bleu", "interro"): (say("interro bleue"), say("l'interro bleue")),
    ("orange", "proviseur"): (say("proviseur orange"), say("le proviseur orange")),
    ("orange", "prof"): (say("prof orange"), say("un prof orange")),
    ("orange", "eleve"): (say("élève orange"), say("un élève orange")),
    ("orange", "interro"): (say("interro orange"), say("l'interro orange")),
    ("vert", "proviseur"): (say("proviseur vert"), say("le proviseur vert")),
    ("vert", "prof"): (say("prof vert"), say("un prof vert")),
    ("vert", "eleve"): (say("élève vert"), say("un élève vert")),
    ("vert", "interro"): (say("interro verte"), say("l'interro verte")),
    ("violet", "proviseur"): (say("proviseur violet"), say("le proviseur violet")),
    ("violet", "prof"): (say("prof violet"), say("un prof violet")),
    ("violet", "eleve"): (say("élève violet"), say("un élève violet")),
    ("violet", "interro"): (say("interro violette"), say("l'interro violette")),
}
EXCUSE_NAME = say("excuse")


@dataclass(frozen=True, slots=True)
class DecaleCard:
    """A card of the tarot décalé: a figure of a school, a numbered atout, or the excuse."""

    school: str | None
    figure: str | None
    atout: int | None

    @property
    def code(self) -> str:
        """The card's code in files: ``bleu:prof``, ``atout:13``, ``excuse``."""
        if self.school is not None:
            return f"{self.school}:{self.figure}"
        return "excuse" if self.atout is None else f"atout:{self.atout}"

    @property
    def suit(self) -> str | None:
        """The school, which is followed as a suit is."""
        return self.school

    @property
    def is_excuse(self) -> bool:
        """Whether this is the excuse, which wins no trick and stays with its owner."""
        return self.school is None and self.atout is None

    @property
    def points(self) -> int:
        """The points of the card.

        >>> parse_decale("vert:prof").points, parse_decale("atout:13").points, parse_decale("atout:12").points
        (2, 5, 0)
        """
        if self.figure is not None:
            return FIGURES[self.figure][1]
        return BOUT_POINTS if self.atout is None or self.atout in BOUTS else 0

    @property
    def strength(self) -> int:
        """The strength within the school or among the atouts; equal figures tie."""
        if self.figure is not None:
            return FIGURES[self.figure][0]
        return self.atout or 0

    def render(self, language: str) -> str:
        """The card's name.

        >>> parse_decale("vert:interro").render("fr"), parse_decale("atout:3").render("fr")
        ('interro verte', 'atout 3')
        """
        if self.school is not None and self.figure is not None:
            return CARD_NAMES[self.school, self.figure][0].render(language)
        if self.atout is None:
            return EXCUSE_NAME.render(language)
        return say("atout %(number)s", number=self.atout).render(language)

    @property
    def with_article(self) -> Text:
        """The card's name with its French article.

        >>> parse_decale("vert:prof").with_article.render("fr"), parse_decale("excuse").with_article.render("fr")
        ('un prof vert', 'l’excuse')
        """
        if self.school is not None and self.figure is not None:
            return CARD_NAMES[self.school, self.figure][1]
        return say("l'excuse") if self.atout is None else say("l'atout %(number)s", number=self.atout)


EXCUSE = DecaleCard(None, None, None)
DECALE_PACK = (
    *(
        DecaleCard(school, figure, None)
        for school in SCHOOLS
        for figure, (_, _, copies) in FIGURES.items()
        for _ in range(copies)
    ),
    *(DecaleCard(None, None, number) for number in ATOUTS),
    EXCUSE,
)
"""All fifty cards with their copies, 75 points in all."""

_BY_CODE = {card.code: card for card in DECALE_PACK}


def parse_decale(text: str) -> DecaleCard | None:
    """The card of a code, None if invalid.

    >>> parse_decale("bleu:proviseur").points
    5
    >>> parse_decale("atout:14") is None
    True
    """
    return _BY_CODE.get(text)


def face(card: DecaleCard, language: str) -> CardFace:
    """The face of a card: a row for each school, strongest first, then one of atouts and the excuse.

    >>> face(parse_decale("vert:prof"), "fr").sign, face(parse_decale("atout:13"), "fr").print
    ('vert', '13')
    """
    name = card.render(language)
    if card.school is not None and card.figure is not None:
        place = SCHOOLS.index(card.school) * 100 + FIGURES_DOWN.index(card.figure)
        printed, school = FIGURE_NAMES[card.figure].render(language), SCHOOL_NAMES[card.school].render(language)
        return CardFace(card.code, printed, school, COLOURS[card.school], school, name, place)
    row = ATOUTS_ROW.render(language)
    if card.atout is None:
        return CardFace(card.code, "★", name, "joker", row, name, AFTER_THE_SCHOOLS)
    sign, place = ATOUT.render(language), AFTER_THE_SCHOOLS - card.atout
    return CardFace(card.code, str(card.atout), sign, "black", row, name, place)


PACK = Pack.of(parse_decale, face, DECALE_PACK)
