"""Pictures of what is as long as it may be: names, tables of twelve, 33 rounds, totals of four digits."""

from collections.abc import Callable, Sequence

from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

LONG = ("Marie-Antoinette de la Tour d’Auvergne-F", "Maximilien-Ferdinand Wolfeschlegelstein", "Jean-Baptiste du Bois")
NAMES = (*LONG, "Dan", "Éric", "Fanny", "Gus", "Hana", "Inès", "Jo", "Karim", "Lou")
ROUNDS = 33


def walk(phone: Phone, take: Callable[..., None]) -> None:
    """A free sheet of twelve with 33 rounds, then six at the Ascenseur."""
    pen = Pen(phone)
    path, course = _started(pen, "feuille-libre", NAMES)
    for number in range(ROUNDS):
        points = {name: (7 * number + 31 * seat) % 130 - 20 * (seat == 5) for seat, name in enumerate(NAMES)}
        pen.record(path, course, {"step": "points", "points": points})
    for name, page in (("match", ""), ("sheet", "/sheet"), ("round", "/rounds/32"), ("log", "/log")):
        phone.open(path + page)
        take(f"long-{name}")
        take(f"long-{name}-full", True)
    phone.open(f"{path}/steps/end")
    phone.record()
    take("long-final", True)
    path, course = _started(pen, "ascenseur", NAMES[:6])
    for bids in ((0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 0, 0)):
        asked = course.open_questions[0].ways[0].fields[0].players  # type: ignore[union-attr]
        pen.record(path, course, {"step": "bids", "bids": dict(zip(asked, bids, strict=True))})
        phone.open(path)
        take(f"long-six-tricks-{sum(bids)}")
        tricks = dict.fromkeys(asked, 0) | {asked[0]: course.open_questions[0].ways[0].fields[0].total}  # type: ignore[union-attr]
        pen.record(path, course, {"step": "tricks", "tricks": tricks})
        phone.open(path)
        take(f"long-six-bids-{sum(bids)}")
        take(f"long-six-bids-{sum(bids)}-full", True)


def _started(pen: Pen, game: str, names: Sequence[str]) -> tuple[str, Course]:
    return pen.new_match(game, names), Course.of(game, names)
