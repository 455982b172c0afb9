"""The account of an evening to send: who won what, the standing, what fell; as one text and as one picture."""

from xml.etree import ElementTree

from flask import Flask
from sqlalchemy import select

from referee.store.database.models import Evening
from referee.store.database.orm_base import db
from tests.web.bundles.papers import paste, record
from tests.web.table import new_match
from tests.web.visitor import Page, Visitor

TABLE = """date;jeu;Ana;Bob;Chloé;Dan;Éric
07/11/2025;Tarot;120;-40;-40;-40;
07/11/2025;Belote;1010;640;640;1010;
14/11/2025;Papayoo;45;101;30;;88
14/11/2025;Ascenseur;12;55;-4;20;31
"""


def evening_page(app: Flask, visitor: Visitor) -> Page:
    """The page of the first of the two evenings of a table from elsewhere."""
    record(paste(visitor, TABLE))
    with app.app_context():
        evening = db.session.scalars(select(Evening).order_by(Evening.day)).first()
        assert evening is not None
        return visitor.open(f"/evenings/{evening.public_id}")


def test_the_text_says_who_won_what_and_how_the_evening_stands(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    (section,) = [part for part in evening_page(app, visitor).document.all("section") if "send" in part.classes]
    text = " ".join(section.text().split())
    for words in ("vendredi 7 novembre 2025", "Le Tarot : Ana, 120", "La Belote : Ana & Dan, 1010", "Ana : 2 sur 2"):
        assert words in text, text


def test_the_picture_is_a_whole_drawing_with_every_match(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = evening_page(app, visitor)
    (address,) = {link for link in page.links() if link.endswith("/account.svg")}
    picture = visitor.open(address)
    assert picture.response.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(picture.response.get_data())
    words = " ".join(" ".join("".join(part.itertext()) for part in drawn.iter()).split())
    assert "Le Tarot · Ana" in words
    assert "La Belote · Ana & Dan" in words
    heights = [float(part.attrib["y"]) for part in drawn.iter() if part.tag.endswith("text")]
    assert max(heights) < float(drawn.attrib["height"])


def test_an_evening_without_a_won_match_has_nothing_to_send(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    with app.app_context():
        evening = db.session.scalars(select(Evening)).one()
        path = f"/evenings/{evening.public_id}"
    assert [link for link in visitor.open(path).links() if "account" in link] == []
    assert visitor.open(f"{path}/account.svg").status == 404
