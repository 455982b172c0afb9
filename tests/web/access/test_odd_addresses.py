"""An address that nobody's page links to gets a sentence: numbers without end, bytes no database keeps, odd dates."""

import pytest

from tests.databases import on_both_databases
from tests.web.table import WebMatch

pytestmark = on_both_databases

ENDLESS = "9" * 30

READ = [
    f"/evenings?player={ENDLESS}", "/evenings/%00", "/evenings?since=9999-12-31&until=0001-01-01",
    "/evenings?text=%ED%A0%80",
    f"/players/{ENDLESS}", f"/players/{ENDLESS}/edit", "/players?find=%00", f"/ranking?least={ENDLESS}",
    f"{{match}}/rounds/{ENDLESS}", f"{{match}}/corrections/{ENDLESS}", f"{{match}}?just={ENDLESS}",
    "{match}/steps/%00", "/matches/%00", "/matches/%ED%A0%80", "/share?match=%00", "/join/%00", "/join/%ED%A0%80",
    "/desk/ascenseur?match=%00", "/desk/%00/x", f"/desk/ascenseur/legal-cards?match={ENDLESS}", "/rules/%00",
    "/new/%00", f"/sync?club={ENDLESS}", f"/sync/archive?club={ENDLESS}",
]  # fmt: skip
LISTS = ("/evenings?", "/players?", "/ranking?", "{match}?")
"""Pages that are there whatever is asked of them."""
WRITTEN = [
    f"/clubs/{ENDLESS}/choose", f"/clubs/{ENDLESS}/leave", f"/share/{ENDLESS}/revoke", f"/share/devices/{ENDLESS}/out",
    f"/share/devices/{ENDLESS}/name", f"/players/{ENDLESS}/merge", f"/players/{ENDLESS}/archive",
]  # fmt: skip


@pytest.mark.parametrize("path", READ)
def test_an_odd_address_is_answered_in_words(match: WebMatch, path: str) -> None:
    page = match.visitor.open(path.format(match=match.path))
    assert page.status == (200 if path.startswith(LISTS) else 404)
    assert page.text.count("Aller au contenu") == 1


NOWHERE = {
    "/?before=": "/",
    "/evenings?before=": "/evenings",
    "/evenings?text=chat&before=": "/evenings?text=chat",
    "{match}/keep?before=": "{match}/keep",
    "{evening}?from=": "{evening}",
    "{evening}?places=": "{evening}",
    "/deleted?after=": "/deleted",
    "/players?after=": "/players",
    "/players?q=A&after=": "/players?q=A",
    "{player}?after=": "{player}",
    "{player}?game=ascenseur&after=": "{player}?game=ascenseur",
    "/share?after=": "/share",
    "/share?match={id}&after=": "/share?match={id}",
}
"""Further pages of lists, and where they lead if they begin after what is none of theirs."""


@pytest.mark.parametrize("key", ["x", "%00", ENDLESS, ""])
def test_a_page_of_a_list_after_nothing_leads_to_the_first_one(match: WebMatch, key: str) -> None:
    visitor = match.visitor
    links = [*visitor.open("/evenings").links(), *visitor.open("/players").links()]
    evening = next(link for link in links if link.startswith("/evenings/"))
    player = next(link for link in links if link.startswith("/players/"))
    names = {"match": match.path, "id": match.public_id, "evening": evening, "player": player}
    offenders = []
    for asked, leads in NOWHERE.items():
        page = visitor.open(asked.format(**names) + key)
        if page.status != 302 or page.location != leads.format(**names):
            offenders.append((asked, page.status))
    assert offenders == []


@pytest.mark.parametrize("asked", ["before=0", "before=9", "after=9", f"before={'9' * 9}"])
def test_a_page_of_a_log_beside_no_record_leads_to_the_log(match: WebMatch, asked: str) -> None:
    page = match.visitor.open(f"{match.path}/log?{asked}")
    assert (page.status, page.location) == (302, f"{match.path}/log")


@pytest.mark.parametrize("path", WRITTEN)
def test_a_form_sent_to_an_odd_address_is_refused_in_words(match: WebMatch, path: str) -> None:
    page = match.visitor.send(path, [("name", "x\x00"), ("into", ENDLESS)])
    assert page.status == 404
    assert page.text.count("Aller au contenu") == 1
