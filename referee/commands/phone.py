"""``referee phone``: the folder of static files from which a phone opens the whole application, without a server."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from referee.commands.application import explained
from referee.settings import settings_from
from referee.words import say


def phone(options: Namespace) -> int:
    """Make the folder, where it is not made of what is here already. 0: done; 2: it cannot be made here."""

    def made() -> int:
        folder = Path(options.folder) if options.folder else settings_from().phone_folder
        assert folder is not None
        return _build(folder.resolve(), options.lang)

    return explained(made, options.lang)


def _build(folder: Path, language: str) -> int:
    from referee.phone.build import build

    made = build(folder, lambda sentence: print(sentence.render(language), file=sys.stderr, flush=True))
    first, later = (sum(made[name].values()) for name in ("first", "later"))
    summary = say(
        "%(folder)s : %(first)s Mo à la première visite, %(later)s Mo ensuite ; fait en %(seconds)s s.",
        folder=str(folder),
        first=f"{first / 1e6:.2f}",
        later=f"{later / 1e6:.2f}",
        seconds=round(made["seconds"]),
    )
    print(summary.render(language))
    return 0
