"""``referee phone``: the folder of static files from which a phone opens the whole application, without a server."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.commands.execution import run_with_explanation
from referee.commands.parameters import language_option
from referee.settings import settings_from
from referee.words import say


@click.command
@click.argument("path", type=click.Path(path_type=Path), metavar="[FOLDER]", required=False)
@language_option
def phone(path: Path | None, language: str) -> int:
    """Build the folder from which a phone opens the application without a server (needs Node.js).

    The folder goes onto any https host; without one, where REFEREE_PHONE says. Nothing is done where it is up to date.
    """

    def work() -> int:
        folder = path or settings_from().phone_folder
        assert folder is not None
        from referee.phone.build import build

        made = build(folder.resolve(), lambda sentence: print(sentence.render(language), file=sys.stderr, flush=True))
        first, later = (sum(made[name].values()) for name in ("first", "later"))
        summary = say(
            "%(folder)s : %(first)s Mo à la première visite, %(later)s Mo ensuite ; fait en %(seconds)s s.",
            folder=str(folder.resolve()),
            first=f"{first / 1e6:.2f}",
            later=f"{later / 1e6:.2f}",
            seconds=round(made["seconds"]),
        )
        print(summary.render(language))
        return 0

    return run_with_explanation(work, language)
