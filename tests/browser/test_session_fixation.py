"""In a real browser: whoever planted the session's cookie before a club was founded has no way into that club."""

from tests.browser.conftest import NewPhone
from tests.running import RunningServer
from tests.server.sockets import Browser

PLAYERS = ("Ana", "Bob", "Chloé")


def test_the_planter_of_a_cookie_does_not_become_the_device_that_founds(
    new_phone: NewPhone, server: RunningServer
) -> None:
    with Browser(server.port) as attacker:
        attacker.send("/language", [("language", "en")])
        planted = dict(attacker.cookies)
        assert planted
        victim = new_phone()
        cookies = victim.page.context
        cookies.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in planted.items()])
        match = victim.new_match("ascenseur", PLAYERS)
        own = {cookie["name"]: cookie["value"] for cookie in cookies.cookies()}
        assert len(own) == 2
        assert attacker.send("/clubs").status == 303
        assert attacker.open(match).status == 404
        assert victim.page.request.get(server.url + match).status == 200
