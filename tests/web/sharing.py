"""Handing on a role by a link, as two phones do it."""

from urllib.parse import urlsplit

from referee.store.clubs.links import invite
from referee.web.access.permissions import visitor_or_404
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
    return _let_in(keeper, guest, "keeper", name)


def watcher_of(keeper: Visitor, guest: Visitor, name: str = "") -> Visitor:
    return _let_in(keeper, guest, "watcher", name)


def _let_in(keeper: Visitor, guest: Visitor, role: str, name: str) -> Visitor:
    """Let a guest say yes to a link that the keeper's page would make; no page is shown."""
    head = {"Cookie": "; ".join(f"{key}={value}" for key, value in keeper.cookies.items())}
    with keeper.client.application.test_request_context(headers=head):
        asking = visitor_or_404()
        token = invite(asking.club, role, made_by=asking.device.id)
    assert guest.send(f"/join/{token}", [("name", name)]).status == 303
    return guest


def token_for(keeper: Visitor, role: str, name: str = "le robot", **fields: str) -> str:
    """The token of a new program, made by this keeper on the page."""
    page = keeper.send("/share/programs", [("role", role), ("name", name), *fields.items()])
    assert page.status == 200
    return page.document.all(class_="token")[0].text()
