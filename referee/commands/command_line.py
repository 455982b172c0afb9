"""The command line: a group of commands, each imported when it is called.

Exit status: 0 done, 1 the rules say no, 2 the call or the input cannot be used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from referee import __version__
from referee.commands.output import complain, speak_utf8
from referee.commands.parameters import language_of
from referee.words.system_errors import failure

COMMANDS = {
    "serve": "serve:serve",
    "score": "json_batch:score",
    "ask": "json_batch:ask",
    "rules": "games_and_rules:rules",
    "search": "games_and_rules:search",
    "setup": "games_and_rules:setup",
    "games": "games_and_rules:games",
    "export": "club_archive:export_archive",
    "import": "club_archive:import_archive",
    "link": "clubs:link",
    "clubs": "clubs:clubs",
    "backup": "backup:backup",
    "restore": "backup:restore",
    "move": "move:move",
    "doctor": "doctor:doctor",
    "host-file": "doctor:host_file",
    "phone": "phone:phone",
    "demo": "demo:demo",
}
"""By command, its module and function."""


class CommandGroup(click.Group):
    """The commands, each from its own module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f"{__package__}.{module}"), function)
        return command


@click.group(cls=CommandGroup)
@click.version_option(__version__, message="referee %(version)s")
def referee() -> None:
    """Keeps the score of real card games at a real table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, of the process's own arguments by default; its exit status."""
    speak_utf8()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with referee.make_context("referee", words) as context:
            status: int = referee.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        _close_output()
        return 0
    except OSError as error:  # a full disk
        _close_output()
        language = language_of(os.environ)
        complain(failure(error, language), language)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _close_output() -> None:
    """Send what is still buffered nowhere: Python flushes standard output once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
