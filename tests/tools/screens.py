"""Pictures of every screen at every size, light and dark, in both languages: ``make screens``, then look at them.

``ONLY="fr-light-360x640 dark"`` takes these alone (every part of a name will do); ``README=1`` takes the three pictures
of the README instead. The sheets of eight, ``sheet-*.png``, are for looking over quickly.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

from referee.desk.questions import desk_questions, examples
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from tests.browser.phone import SIZE, Phone, chromium
from tests.running import RunningServer
from tests.tools import screens_club, screens_extremes, screens_phone, screens_readme
from tests.tools.camera import LANGUAGES, Camera, chosen_looks
from tests.web.desk.desk_forms import query_without_match, sitting_of

FOLDER = Path(__file__).resolve().parents[2] / "screens"
NAMES = ("Ana", "Bastien", "Chloé", "Dan", "Éric", "Fanny", "Gus", "Hana", "Inès", "Jo", "Karim", "Lou")
USUAL = 4


def main() -> None:
    """Take what is asked for on the command line, else everything."""
    with tempfile.TemporaryDirectory() as folder:
        if os.environ.get("README"):
            screens_readme.take(Path(folder))
            return
        links = screens_club.fill_clubs(Path(folder), len(LANGUAGES))
        FOLDER.mkdir(exist_ok=True)
        with RunningServer(Path(folder)) as server, chromium() as browser:
            for language, link in zip(LANGUAGES, links, strict=True):
                if looks := chosen_looks(language, sys.argv[1:]):
                    context = _context(browser, language)
                    phone = Phone(context.new_page(), server.url)
                    camera = Camera(phone.page, FOLDER, language, looks)
                    _walk(phone, camera, link)
                    context.close()
                    screens_phone.walk(browser, camera)
                    camera.sheets(browser)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}; sheet-*.png have eight on each")


def _context(browser: Browser, language: str) -> BrowserContext:
    settings = {"viewport": SIZE, "has_touch": True, "reduced_motion": "reduce", "service_workers": "block"}
    return browser.new_context(locale=language, **settings)  # type: ignore[arg-type]


def _walk(phone: Phone, picture: Callable[..., None], link: str) -> None:
    phone.open("/")
    picture("home-empty")
    phone.open("/new")
    picture("new-choose")
    _ascenseur(phone, picture)
    for game in GAMES.values():
        phone.open(f"/new/{game.id}")
        picture(f"new-{game.id}")
        n = USUAL if USUAL in game.players else min(game.players)
        path = phone.new_match(game.id, NAMES[:n])
        picture(f"play-{game.id}")
        picture(f"play-{game.id}-full", full=True)
        phone.open(f"{path}/steps/penalty")
        picture(f"penalty-{game.id}", full=True)
        phone.open(f"/rules/{game.id}")
        picture(f"rules-{game.id}")
        _desk(phone, picture, game, path.rpartition("/")[2])
    phone.open("/desk")
    picture("desk")
    for name in ("", "rules", "share", "phone/", "no-such-page"):
        phone.open(f"/{name}")
        picture(name.rstrip("/") or "home", full=True)
    screens_extremes.walk(phone, picture)
    screens_club.walk(phone, picture, link)


def _desk(phone: Phone, take: Callable[..., None], game: Game, match: str) -> None:
    """The desk of a game: every question empty, and the verdict on its first worked example."""
    phone.open(f"/desk/{game.id}?match={match}")
    take(f"desk-{game.id}", True)
    for question in desk_questions(game).values():
        address = f"/desk/{game.id}/{question.id}"
        phone.open(f"{address}?match={match}")
        if phone.page.locator("[data-pack]").count():
            phone.page.locator("[data-pack] button").first.wait_for()
        take(f"desk-{game.id}-{question.id}")
        facts = next(example["facts"] for example in examples(game.id) if example["question"] == question.id)
        phone.open(f"{address}/verdict?{query_without_match(game, question, facts, sitting_of(game, facts))}")
        if phone.page.locator(".verdict").count() == 0:
            raise LookupError(f"no verdict at {phone.page.url}")
        take(f"desk-{game.id}-{question.id}-verdict")


def _ascenseur(phone: Phone, take: Callable[..., None]) -> None:
    path = phone.new_match("ascenseur", NAMES[:4])
    take("match-first")
    for cards in (1, 2, 3, 4):
        players = [NAMES[(cards + seat) % 4] for seat in range(4)]
        for player in players[:3]:
            phone.tap_count(player, 0 if player != players[0] else cards - 1)
        if cards == 4:
            take("match-forbidden")
            take("match-forbidden-full", True)
        phone.tap_count(players[3], 0)
        phone.record()
        if cards == 4:
            take("match-tricks")
            take("match-tricks-full", True)
        phone.tap_count(players[0], cards)
        if cards == 3:
            phone.tap_count(players[0], cards - 1)
            phone.send()
            take("match-refused", True)
            phone.tap_count(players[0], cards)
        phone.record()
        take(f"match-after-{cards}")
    for end in ("sheet", "rounds/2", "log", "corrections/4", "steps/end"):
        phone.open(f"{path}/{end}")
        take(end.replace("/", "-"), True)
    phone.open(path + "/corrections/5")
    phone.tap_count(NAMES[1], 1)
    phone.tap_count(NAMES[3], 2)
    phone.record()
    take("correct-preview", True)
    phone.tap("Dan")
    phone.record()
    phone.open(path + "/sheet")
    take("sheet-corrected", True)
    phone.open(path + "/steps/end")
    phone.record()
    take("final", True)


if __name__ == "__main__":
    main()
