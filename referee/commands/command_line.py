"""The command line: ``referee serve``, ``score``, ``ask``, ``rules``, ``search``, ``setup``, ``games``, and for a
club's data ``export``, ``import``, ``link``, ``backup``, ``restore``, ``phone``, ``demo``.

Exit status: 0 done, 1 the rules say no, 2 the call or the input cannot be used. A command's own module is imported
when it runs and only the asked command's arguments are laid out, so that ``referee score`` starts at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from referee import __version__
from referee.commands.output import complain, speak_utf8
from referee.words import DEFAULT_LANGUAGE, LANGUAGES
from referee.words.failures import failure


class _Command(NamedTuple):
    """A command: its help, the function that runs it (``module:function``), and its arguments as argparse takes them.

    Each argument is its names and the rest of what ``add_argument`` is given.
    """

    help: str
    run: str
    arguments: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = ()


def _argument(*names: str, **settings: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    return names, settings


_FILES = _argument("files", nargs="+", metavar="FILE", help="a .json or .jsonl file, or - for standard input")
_GAME = _argument("game", metavar="GAME")
_JSON = _argument("--json", action="store_true", help="as JSON")

COMMANDS = {
    "serve": _Command(
        "serve the web application on the local network",
        "serve:serve",
        (
            _argument("--host", help="address to listen on (HOST; default 0.0.0.0)"),
            _argument("--port", type=int, help="port to listen on (PORT; default 8000)"),
            _argument("--certificate", metavar="FILE", help="listen for https with it (REFEREE_CERTIFICATE)"),
            _argument("--key", metavar="FILE", help="its key, where that is a file of its own (REFEREE_KEY)"),
        ),
    ),
    "score": _Command("match files to sheets", "score:score", (_FILES,)),
    "ask": _Command("question files to verdicts", "ask:ask", (_FILES,)),
    "rules": _Command("the rulebook of a game as text", "games_and_rules:rules", (_GAME,)),
    "search": _Command(
        "the articles that answer a question, best first",
        "games_and_rules:search",
        (
            _argument("words", nargs="+", metavar="WORDS", help="everyday words, with or without accents"),
            _argument("--game", metavar="GAME", help="search the rulebook of this game and the common rules"),
            _argument("--json", action="store_true", help="as JSON: a list of article ids"),
        ),
    ),
    "setup": _Command(
        "the pack, the deal, who deals and starts",
        "games_and_rules:setup",
        (_GAME, _argument("players", metavar="PLAYERS", type=int), _JSON),
    ),
    "games": _Command("the games the referee knows, a line each", "games_and_rules:games", (_JSON,)),
    "export": _Command(
        "a whole club as one file",
        "club_archive:export_archive",
        (
            _argument("file", metavar="FILE", help="the archive to write (.zip); it must not exist yet"),
            _argument("--club", metavar="ID", type=int, help="which club, where there are several"),
        ),
    ),
    "import": _Command(
        "bring in what referee export wrote",
        "club_archive:import_archive",
        (
            _argument("file", metavar="FILE", help="the archive of a club"),
            _argument("--club", metavar="ID", help='into this club, where there are several; "new" makes one'),
            _argument("--yes", action="store_true", help="even with conflicts: what is here stays as it is"),
            _argument("--largest", metavar="MIB", type=int, help="most that is unpacked, in MiB (default 400)"),
        ),
    ),
    "link": _Command(
        "a link that lets a keeper into a club",
        "link:link",
        (
            _argument("--club", metavar="ID", type=int, help="which club; without it the clubs are listed"),
            _argument("--owner", action="store_true", help="who opens it first owns the club from then on"),
        ),
    ),
    "clubs": _Command(
        "the clubs and how large they are; found, delete, prune",
        "clubs:clubs",
        (
            _argument("--found", metavar="NAME", help="a new club; prints the link that makes its owner"),
            _argument("--delete", metavar="ID", type=int, help="delete this club for good"),
            _argument("--prune", action="store_true", help="delete clubs without any record or visit for a day"),
            _argument("--yes", action="store_true", help="do delete: without it what would be lost is said"),
        ),
    ),
    "backup": _Command(
        "a copy of the database, while the server runs",
        "backup:backup",
        (_argument("file", metavar="FILE", help="the copy to make; it must not exist yet"),),
    ),
    "restore": _Command(
        "put a backup in the place of the database",
        "backup:restore",
        (
            _argument("file", metavar="FILE", help="what referee backup made"),
            _argument("--yes", action="store_true", help="even if there are data here already; they are set aside"),
        ),
    ),
    "phone": _Command(
        "the folder from which a phone opens it all without a server (needs Node.js)",
        "phone:phone",
        (_argument("folder", metavar="OUT", nargs="?", help="the folder to make, for any https host (REFEREE_PHONE)"),),
    ),
    "demo": _Command(
        "a club with two seasons of matches, to try things out",
        "demo:demo",
        (
            _argument("--seed", metavar="N", type=int, default=1, help="another number, another club (default 1)"),
            _argument("--matches", metavar="N", type=int, help="so many matches (default: two seasons of evenings)"),
            _argument("--entries", metavar="N", type=int, help="so many entries in all, written in bulk"),
            _argument("--data", metavar="FOLDER", help="the data folder (REFEREE_DATA)"),
        ),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status."""
    speak_utf8()
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser(given[:1]).parse_args(given)
    module, _, function = options.run.partition(":")
    try:
        status: int = getattr(import_module(f"{__package__}.{module}"), function)(options)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        complain(failure(error, options.lang), options.lang)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the environment's locale, if we speak it; else French.

    >>> language_of({"LANG": "en_GB.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "en_US.UTF-8"})
    ('en', 'fr')
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return locale[:2] if locale[:2] in LANGUAGES else DEFAULT_LANGUAGE


def _parser(asked: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser of the command that is asked for; of every command where it is none of them."""
    about = "Keeps the score of real card games at a real table."
    parser = argparse.ArgumentParser(prog="referee", description=about, formatter_class=_help)
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    parts = parser.add_subparsers(required=True, metavar="COMMAND", prog=parser.prog)
    spoken = argparse.ArgumentParser(add_help=False, formatter_class=_help)
    spoken.add_argument("--lang", choices=LANGUAGES, default=language_of(os.environ), help="language of the words")
    for name in COMMANDS.keys() & set(asked) or COMMANDS:
        command = COMMANDS[name]
        part = parts.add_parser(name, parents=[spoken], help=command.help, formatter_class=_help)
        for names, settings in command.arguments:
            part.add_argument(*names, **settings)
        part.set_defaults(run=command.run)
    return parser


def _help(prog: str) -> argparse.HelpFormatter:
    """How help is laid out: as argparse does, which asks at every argument how wide the window is, by a slow import."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(sys.stdout.fileno()).columns
    except (ValueError, OSError):
        columns = 0
    return argparse.HelpFormatter(prog, width=(columns or 80) - 2)
