"""``referee doctor``: whether what hosts the referee is sound, a line a check, and what to do."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import click

from referee.commands.execution import explained
from referee.commands.parameters import language_option
from referee.hosting.check_results import FAULT, Diagnosis
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
            faults += diagnosis.state == FAULT
        all_well = say("Tout va bien.")
        print(
            (say_n("%(n)s chose à réparer.", "%(n)s choses à réparer.", faults) if faults else all_well).render(
                language
            )
        )
        return 1 if faults else 0

    return explained(work, language)


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
