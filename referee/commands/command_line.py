"""The command line: ``referee serve``, ``score``, ``ask``, ``rules``, ``search``, ``setup``, ``games``, and for a
club's data ``export``, ``import``, ``link``, ``backup``, ``restore``, ``demo``.

Exit status: 0 done, 1 the rules say no, 2 the call or the input cannot be used. A command's own module is imported
when it runs, so that ``referee score`` starts without the web.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pkgutil import resolve_name
from typing import Any

from referee import __version__
from referee.commands.output import complain, speak_utf8
from referee.words import DEFAULT_LANGUAGE, LANGUAGES
from referee.words.failures import failure


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status."""
    speak_utf8()
    options = _parser().parse_args(arguments)
    try:
        status: int = resolve_name(f"{__package__}.{options.run}")(options)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee", description="Keeps the score of real card games at a real table.")
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    spoken = argparse.ArgumentParser(add_help=False)
    spoken.add_argument("--lang", choices=LANGUAGES, default=language_of(os.environ), help="language of the words")

    serve = commands.add_parser("serve", parents=[spoken], help="serve the web application on the local network")
    serve.add_argument("--host", help="address to listen on (HOST; default 0.0.0.0)")
    serve.add_argument("--port", type=int, help="port to listen on (PORT; default 8000)")
    serve.set_defaults(run="serve:serve")

    for name, what in (("score", "match files to sheets"), ("ask", "question files to verdicts")):
        command = commands.add_parser(name, parents=[spoken], help=what)
        command.add_argument("files", nargs="+", metavar="FILE", help="a .json or .jsonl file, or - for standard input")
        command.set_defaults(run=f"score_and_ask:{name}")

    rules = commands.add_parser("rules", parents=[spoken], help="the rulebook of a game as text")
    rules.add_argument("game", metavar="GAME")
    rules.set_defaults(run="games_and_rules:rules")

    search = commands.add_parser("search", parents=[spoken], help="the articles that answer a question, best first")
    search.add_argument("words", nargs="+", metavar="WORDS", help="everyday words, with or without accents")
    search.add_argument("--game", metavar="GAME", help="search the rulebook of this game and the common rules")
    search.add_argument("--json", action="store_true", help="as JSON: a list of article ids")
    search.set_defaults(run="games_and_rules:search")

    setup = commands.add_parser("setup", parents=[spoken], help="the pack, the deal, who deals and starts")
    setup.add_argument("game", metavar="GAME")
    setup.add_argument("players", metavar="PLAYERS", type=int)
    setup.add_argument("--json", action="store_true", help="as JSON")
    setup.set_defaults(run="games_and_rules:setup")

    games = commands.add_parser("games", parents=[spoken], help="the games the referee knows, a line each")
    games.add_argument("--json", action="store_true", help="as JSON")
    games.set_defaults(run="games_and_rules:games")
    _add_data_commands(commands, spoken)
    return parser


def _add_data_commands(commands: Any, spoken: argparse.ArgumentParser) -> None:
    """The commands that carry a club's data out and in."""
    export = commands.add_parser("export", parents=[spoken], help="a whole club as one file")
    export.add_argument("file", metavar="FILE", help="the archive to write (.zip); it must not exist yet")
    export.add_argument("--club", metavar="ID", type=int, help="which club, where there are several")
    export.set_defaults(run="club_archive:export_archive")

    take = commands.add_parser("import", parents=[spoken], help="bring in what referee export wrote")
    take.add_argument("file", metavar="FILE", help="the archive of a club")
    take.add_argument("--club", metavar="ID", help='into this club, where there are several; "new" makes one')
    take.add_argument("--yes", action="store_true", help="even with conflicts: what is here stays as it is")
    take.add_argument("--largest", metavar="MIB", type=int, help="most that is unpacked, in MiB (default 400)")
    take.set_defaults(run="club_archive:import_archive")

    link = commands.add_parser("link", parents=[spoken], help="a link that lets a keeper into a club")
    link.add_argument("--club", metavar="ID", type=int, help="which club; without it the clubs are listed")
    link.add_argument("--owner", action="store_true", help="who opens it first owns the club from then on")
    link.set_defaults(run="link:link")

    backup = commands.add_parser("backup", parents=[spoken], help="a copy of the database, while the server runs")
    backup.add_argument("file", metavar="FILE", help="the copy to make; it must not exist yet")
    backup.set_defaults(run="backup:backup")

    restore = commands.add_parser("restore", parents=[spoken], help="put a backup in the place of the database")
    restore.add_argument("file", metavar="FILE", help="what referee backup made")
    restore.add_argument("--yes", action="store_true", help="even if there are data here already; they are set aside")
    restore.set_defaults(run="backup:restore")

    demo = commands.add_parser("demo", parents=[spoken], help="a club with two seasons of matches, to try things out")
    demo.add_argument("--seed", metavar="N", type=int, default=1, help="another number, another club (default 1)")
    demo.add_argument("--matches", metavar="N", type=int, help="so many matches (default: two seasons of evenings)")
    demo.add_argument("--entries", metavar="N", type=int, help="so many entries in all, written in bulk")
    demo.add_argument("--data", metavar="FOLDER", help="the data folder (REFEREE_DATA)")
    demo.set_defaults(run="demo:demo")
