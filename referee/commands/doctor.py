"""``referee doctor``: whether what hosts the referee is sound, a line a check. ``referee host-file``: its files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import click

from referee.commands.execution import run_with_explanation
from referee.commands.parameters import language_option
from referee.hosting.check_results import FAULT, Diagnosis
from referee.hosting.host_files import FOLDER, NAMES
from referee.local_time import use_timezone
from referee.settings import BadSetting, settings_from
from referee.words import say, say_n

SETTINGS = say("Réglages")


@click.command
@language_option
def doctor(language: str) -> int:
    """Check database, disk, secret, time, network, certificate, phone folder, copies; exit status 1 with a fault.

    It changes nothing, and may run beside the server, with the server's settings.
    """

    def work() -> int:
        faults = 0
        for diagnosis in _diagnoses(os.environ):
            print(diagnosis.line(language), flush=True)
            if diagnosis.state == FAULT:
                faults += 1
        if faults:
            print(say_n("%(n)s chose à réparer.", "%(n)s choses à réparer.", faults).render(language))
            return 1
        print(say("Tout va bien.").render(language))
        return 0

    return run_with_explanation(work, language)


@click.command(name="host-file")
@click.argument("name", type=click.Choice(NAMES))
def host_file(name: str) -> int:
    """Print a file that a server's machine needs (HOSTING.md).

    Caddyfile: the proxy; referee.env: the settings; referee.sh: the command; referee@.service: the unit of systemd.
    """
    click.echo((FOLDER / name).read_text("utf-8"), nl=False)
    return 0


def _diagnoses(environment: Mapping[str, str]) -> Iterator[Diagnosis]:
    from referee.hosting import database_checks, machine_checks

    try:
        settings = settings_from(environment, prepare=False)
    except BadSetting as error:
        yield Diagnosis(SETTINGS, FAULT, error.sentence)
        return
    use_timezone(settings.timezone)
    yield from machine_checks.secret_checks(environment, settings)
    yield from machine_checks.access_checks(settings)
    yield from database_checks.database_checks(settings)
    yield from database_checks.copy_checks(settings)
    yield from machine_checks.disk_checks(settings)
    yield from machine_checks.network_checks(settings)
    yield from machine_checks.certificate_checks(settings)
    yield from machine_checks.phone_checks(settings)
