"""Handing on a role by a link, as two phones do it."""

from urllib.parse import urlsplit

from tests.web.visitor import Page, Visitor


def link_for(keeper: Visitor, role: str, match: str | None = None) -> str:
    """A new link of the keeper's club, made from the page of a match if it is for that one: where the QR code leads."""
    page = keeper.open("/share" if match is None else f"/share?match={match}")
    shown = next(form for form in page.forms() if ("role", role) in form.buttons()).send(("role", role))
    assert shown.status == 200
    return next(urlsplit(link).path for link in shown.links() if "/join/" in link)


def join(guest: Visitor, link: str, name: str = "") -> Page:
    """Open a link and say yes."""
    return guest.open(link).form(link).fill("name", name).send()


def another_keeper(keeper: Visitor, guest: Visitor, name: str = "") -> Visitor:
    assert join(guest, link_for(keeper, "keeper"), name).status == 303
    return guest


def watcher_of(keeper: Visitor, guest: Visitor, name: str = "") -> Visitor:
    assert join(guest, link_for(keeper, "watcher"), name).status == 303
    return guest


def token_for(keeper: Visitor, role: str, name: str = "le robot", **fields: str) -> str:
    """The token of a new program, made by this keeper on the page."""
    page = keeper.send("/share/programs", [("role", role), ("name", name), *fields.items()])
    assert page.status == 200
    return page.document.all(class_="token")[0].text()
