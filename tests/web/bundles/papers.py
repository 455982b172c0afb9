"""A table from elsewhere on its pages: sent, corrected by the selects that stand there, recorded."""

from io import BytesIO
from urllib.parse import urlsplit

from tests.web.visitor import Form, Page, Visitor

ADDRESS = "/club/papers"


def send_file(visitor: Visitor, content: bytes, name: str = "feuille.csv") -> Page:
    """Send a file; the page of the table, or the page that refuses it."""
    data = {"file": (BytesIO(content), name)}
    page = visitor.page(ADDRESS, visitor.client.post(ADDRESS, data=data, headers=visitor.headers(), buffered=True))
    return page.follow() if page.status == 303 else page


def paste(visitor: Visitor, table: str) -> Page:
    """Paste a table into the box."""
    page = visitor.open(ADDRESS).form(ADDRESS).fill("table", table).send()
    return page.follow() if page.status == 303 else page


def form_of(page: Page) -> Form:
    return page.form(urlsplit(page.path).path)


def choose(page: Page, **choices: str) -> Page:
    """The page after these choices; "__" stands for the point in a name."""
    form = form_of(page)
    for name, value in choices.items():
        form.fill(name.replace("__", "."), value)
    return form.send()


def record(page: Page) -> Page:
    """Tap on the button that records."""
    return form_of(page).send(("record", "1"))


def may_record(page: Page) -> bool:
    return any(name == "record" for name, _ in form_of(page).buttons())
