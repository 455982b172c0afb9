"""Pictures of what a club remembers: evenings, players, ranking, sharing, what goes out and comes in."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from referee.games.registry import GAMES
from tests.browser.phone import Phone

MATCHES = 40
PAGES = ("evenings", "players", "ranking", "table-rules", "deleted", "clubs", "share", "club/import", "recover", "join")
LINK = re.compile(r"/join/\S+")

Take = Callable[..., None]


def fill_clubs(data: Path, seeds: int = 1) -> list[str]:
    """Fill clubs, as many as there are seeds; the paths of links that let a browser into each."""
    command = [sys.executable, "-m", "referee", "demo", "--matches", str(MATCHES), "--data", str(data)]
    links = []
    for seed in range(1, seeds + 1):
        said = subprocess.run([*command, "--seed", str(seed)], stdout=subprocess.PIPE, text=True, check=True).stdout
        links += LINK.findall(said)
    return links


def walk(phone: Phone, take: Take, link: str) -> None:
    """Join the club, and look at all its pages."""
    phone.open(link)
    take("join", True)
    phone.follow(phone.page.locator("main form button.go").first)
    for path in PAGES:
        phone.open(f"/{path}")
        take("club-" + path.replace("/", "-"), True)
    _evening(phone, take)
    _player(phone, take)
    phone.open("/share")
    phone.follow(phone.page.locator("main form button").first)
    take("club-share-link", True)


def _evening(phone: Phone, take: Take) -> None:
    phone.open("/evenings?text=zzz")
    take("club-evenings-none", True)
    phone.open("/evenings")
    phone.follow(phone.page.locator('a.match-card[href*="/evenings/"]').nth(1))
    take("club-evening", True)
    for details in phone.page.locator("main details").all()[:3]:
        phone.tap(details.locator("> summary"))
    take("club-evening-open", True)
    address = phone.path
    phone.open(f"{address}/edit")
    take("club-evening-edit", True)
    phone.open(address)
    phone.follow(phone.page.locator('a[href$="/keep"]').first)
    take("club-match-keep", True)


def _player(phone: Phone, take: Take) -> None:
    phone.open("/players")
    phone.follow(phone.page.locator('.people a[href^="/players/"]').first)
    take("club-player", True)
    address = phone.path
    for game in GAMES:
        phone.open(f"{address}?game={game}")
        take(f"club-player-{game}", True)
        phone.open(f"/ranking?game={game}")
        take(f"club-ranking-{game}", True)
    phone.open(f"{address}/edit")
    take("club-player-edit", True)
