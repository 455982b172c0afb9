"""An address that nobody's page links to gets a sentence: numbers without end, bytes no database keeps, odd dates."""

import pytest

from tests.databases import on_both_databases
from tests.web.table import WebMatch

pytestmark = on_both_databases

ENDLESS = "9" * 30

READ = [
    f"/evenings?player={ENDLESS}", f"/evenings?before={ENDLESS}", "/evenings?before=%00&text=%00", "/evenings/%00",
    "/evenings?since=9999-12-31&until=0001-01-01", "/evenings?text=%ED%A0%80", "/evenings?before=2026-01-01T00:00:00~1",
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


@pytest.mark.parametrize("before", ["x", "%00", ENDLESS])
def test_a_page_of_matches_after_none_leads_home(match: WebMatch, before: str) -> None:
    page = match.visitor.open(f"/?before={before}")
    assert (page.status, page.location) == (302, "/")


@pytest.mark.parametrize("path", WRITTEN)
def test_a_form_sent_to_an_odd_address_is_refused_in_words(match: WebMatch, path: str) -> None:
    page = match.visitor.send(path, [("name", "x\x00"), ("into", ENDLESS)])
    assert page.status == 404
    assert page.text.count("Aller au contenu") == 1
