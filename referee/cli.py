"""The command line: ``referee serve``, ``score``, ``ask``, ``rules``, ``search``, ``setup``, ``games``, and for a
club's data ``export``, ``import``, ``link``, ``backup``, ``restore``, ``demo``.

Exit status: 0 done, 1 the rules say no, 2 the call or the input cannot be used. What a command needs is
imported when it runs, so that ``referee score`` starts without the web.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from referee import __version__
from referee.words import DEFAULT_LANGUAGE, LANGUAGES, quoted, say
from referee.words.failures import failure

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status."""
    _speak_utf8()
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"referee: {failure(error, options.lang)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _speak_utf8() -> None:
    """Print UTF-8 whatever the terminal is thought to read; a stream the caller has closed leads nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


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
    serve.set_defaults(run=_serve)

    for name, run, what in (
        ("score", _score, "match files to sheets"),
        ("ask", _ask, "question files to verdicts"),
    ):
        command = commands.add_parser(name, parents=[spoken], help=what)
        command.add_argument("files", nargs="+", metavar="FILE", help="a .json or .jsonl file, or - for standard input")
        command.set_defaults(run=run)

    rules = commands.add_parser("rules", parents=[spoken], help="the rulebook of a game as text")
    rules.add_argument("game", metavar="GAME")
    rules.set_defaults(run=_rules)

    search = commands.add_parser("search", parents=[spoken], help="the articles that answer a question, best first")
    search.add_argument("words", nargs="+", metavar="WORDS", help="everyday words, with or without accents")
    search.add_argument("--game", metavar="GAME", help="search the rulebook of this game and the common rules")
    search.add_argument("--json", action="store_true", help="as JSON: a list of article ids")
    search.set_defaults(run=_search)

    setup = commands.add_parser("setup", parents=[spoken], help="the pack, the deal, who deals and starts")
    setup.add_argument("game", metavar="GAME")
    setup.add_argument("players", metavar="PLAYERS", type=int)
    setup.add_argument("--json", action="store_true", help="as JSON")
    setup.set_defaults(run=_setup)

    games = commands.add_parser("games", parents=[spoken], help="the games the referee knows, a line each")
    games.add_argument("--json", action="store_true", help="as JSON")
    games.set_defaults(run=_games)
    _add_keeping(commands, spoken)
    return parser


def _add_keeping(commands: Any, spoken: argparse.ArgumentParser) -> None:
    """The commands that carry a club's data out and in."""
    export = commands.add_parser("export", parents=[spoken], help="a whole club as one file")
    export.add_argument("file", metavar="FILE", help="the archive to write (.zip); it must not exist yet")
    export.add_argument("--club", metavar="ID", type=int, help="which club, where there are several")
    export.set_defaults(run=_export)

    take = commands.add_parser("import", parents=[spoken], help="bring in what referee export wrote")
    take.add_argument("file", metavar="FILE", help="the archive of a club")
    take.add_argument("--club", metavar="ID", help='into this club, where there are several; "new" makes one')
    take.add_argument("--yes", action="store_true", help="even with conflicts: what is here stays as it is")
    take.add_argument("--largest", metavar="MIB", type=int, help="most that is unpacked, in MiB (default 400)")
    take.set_defaults(run=_import)

    link = commands.add_parser("link", parents=[spoken], help="a link that lets a keeper into a club")
    link.add_argument("--club", metavar="ID", type=int, help="which club; without it the clubs are listed")
    link.add_argument("--owner", action="store_true", help="who opens it first owns the club from then on")
    link.set_defaults(run=_link)

    backup = commands.add_parser("backup", parents=[spoken], help="a copy of the database, while the server runs")
    backup.add_argument("file", metavar="FILE", help="the copy to make; it must not exist yet")
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", parents=[spoken], help="put a backup in the place of the database")
    restore.add_argument("file", metavar="FILE", help="what referee backup made")
    restore.add_argument("--yes", action="store_true", help="even if there are data here already; they are set aside")
    restore.set_defaults(run=_restore)

    demo = commands.add_parser("demo", parents=[spoken], help="a club with two seasons of matches, to try things out")
    demo.add_argument("--seed", metavar="N", type=int, default=1, help="another number, another club (default 1)")
    demo.add_argument("--matches", metavar="N", type=int, help="so many matches (default: two seasons of evenings)")
    demo.add_argument("--entries", metavar="N", type=int, help="so many entries in all, written in bulk")
    demo.add_argument("--data", metavar="FOLDER", help="the data folder (REFEREE_DATA)")
    demo.set_defaults(run=_demo)


def _serve(options: argparse.Namespace) -> int:
    from referee.serving import serve

    return serve(options.host, options.port, options.lang)


def _score(options: argparse.Namespace) -> int:
    from referee.matches.jsonfile import answer_files
    from referee.matches.sheetfile import score_value

    return answer_files(options.files, lambda value: score_value(value, options.lang), options.lang)


def _ask(options: argparse.Namespace) -> int:
    from referee.asking import ask_main

    return ask_main(options.files, options.lang)


def _rules(options: argparse.Namespace) -> int:
    from referee.desk.articles import chapter_text

    if not _known(options.game, options.lang, also=("match",)):
        return 2
    print(chapter_text(options.game, options.lang))
    return 0


def _search(options: argparse.Namespace) -> int:
    from referee.desk.search import search

    if options.game is not None and not _known(options.game, options.lang, also=("match",)):
        return 2
    found = search(" ".join(options.words), options.lang, options.game)
    if options.json:
        _print_json([one.id for one in found])
    else:
        print(*(f"{one.id}  {one.title}" for one in found), sep="\n", end="\n" if found else "")
    if not found:
        nothing = say("Aucun article ne répond à ces mots.")
        print(f"referee: {nothing.render(options.lang)}", file=sys.stderr)
    return 0 if found else 1


def _setup(options: argparse.Namespace) -> int:
    from referee.games.registry import GAMES
    from referee.matches.matchfile import people_needed
    from referee.matches.setupfile import setup_text, setup_value

    if not _known(options.game, options.lang):
        return 2
    game = GAMES[options.game]
    if options.players not in game.people:
        print(f"referee: {people_needed(game, options.players).render(options.lang)}", file=sys.stderr)
        return 1
    if options.json:
        _print_json(setup_value(game, options.players, options.lang))
    else:
        print(setup_text(game, options.players, options.lang))
    return 0


def _games(options: argparse.Namespace) -> int:
    from referee.matches.setupfile import games_text, games_value

    if options.json:
        _print_json(games_value(options.lang))
    else:
        print(games_text(options.lang))
    return 0


def _export(options: argparse.Namespace) -> int:
    from referee.transferring import export_main

    return export_main(options.file, options.club, options.lang)


def _import(options: argparse.Namespace) -> int:
    from referee.transferring import import_main

    return import_main(options.file, options.club, options.yes, options.largest, options.lang)


def _link(options: argparse.Namespace) -> int:
    from referee.transferring import link_main

    return link_main(options.club, options.owner, options.lang)


def _backup(options: argparse.Namespace) -> int:
    from referee.backups import backup_main

    return backup_main(options.file, options.lang)


def _restore(options: argparse.Namespace) -> int:
    from referee.backups import restore_main

    return restore_main(options.file, options.yes, options.lang)


def _demo(options: argparse.Namespace) -> int:
    from referee.demo.command import demo_main

    return demo_main(options.seed, options.matches, options.entries, options.data, options.lang)


def _known(game_id: str, language: str, also: tuple[str, ...] = ()) -> bool:
    from referee.games.registry import GAMES

    if game_id in GAMES or game_id in also:
        return True
    known, asked = ", ".join(GAMES), quoted(game_id)
    unknown = say("Aucun jeu ne s'appelle « %(game)s ». L'arbitre connaît : %(known)s.", game=asked, known=known)
    print(f"referee: {unknown.render(language)}", file=sys.stderr)
    return False


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    sys.exit(main())
