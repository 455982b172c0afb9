"""The three pictures of the README, on a phone: ``make screens README=1`` writes them to ``.pictures/``."""

from pathlib import Path

from referee.desk.questions import desk_questions
from referee.games.registry import GAMES
from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone, chromium
from tests.running import RunningServer
from tests.tools.camera import webp
from tests.web.desk.desk_forms import query_of, sitting_of

FOLDER = Path(__file__).resolve().parents[2] / ".pictures"
MOST = 40 * 1024
"""Bytes a picture may have."""

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
DEALS = (
    ((0, 1, 0, 1), (0, 1, 0, 0)), ((1, 0, 1, 1), (1, 0, 0, 1)), ((0, 2, 0, 0), (0, 2, 1, 0)),
    ((1, 1, 0, 3), (1, 1, 0, 2)), ((2, 0, 1, 1), (2, 0, 2, 1)), ((1, 2, 1, 0), (1, 3, 1, 1)),
)  # fmt: skip
"""What each bids and takes, in the order they are asked."""

ASKED = "legal-cards"
FACTS = {"trump": "S", "plays": ["KH"], "hand": ["2H", "AS", "10H", "3D"], "card": "3D"}


def take(data: Path) -> None:
    """A bid that is forbidden, the sheet with its curve, and a verdict."""
    FOLDER.mkdir(exist_ok=True)
    with RunningServer(data) as server, chromium() as browser:
        context = browser.new_context(viewport=SIZE, locale="fr", has_touch=True, device_scale_factor=2)  # type: ignore[arg-type]
        phone = Phone(context.new_page(), server.url)
        pen, course = Pen(phone), Course.of("ascenseur", PLAYERS)
        path = pen.new_match("ascenseur", PLAYERS)
        for bids, tricks in DEALS:
            for step, counts in (("bids", bids), ("tricks", tricks)):
                asked = course.open_questions[0].ways[0].fields[0].players  # type: ignore[union-attr]
                pen.record(path, course, {"step": step, step: dict(zip(asked, counts, strict=True))})
        phone.open(path)
        asked = course.open_questions[0].ways[0].fields[0].players  # type: ignore[union-attr]
        for player, bid in zip(asked[:-1], (2, 1, 3), strict=True):
            phone.tap_count(player, bid)
        webp(phone.page, FOLDER / "bids.webp", MOST)
        phone.open(f"{path}/sheet")
        webp(phone.page, FOLDER / "sheet.webp", MOST)
        game = GAMES["ascenseur"]
        query = query_of(game, desk_questions(game)[ASKED], FACTS, sitting_of(game, FACTS))
        phone.open(f"/desk/{game.id}/{ASKED}/verdict?{query}")
        webp(phone.page, FOLDER / "verdict.webp", MOST)
    print(f"three pictures in {FOLDER}")
