"""The parameters that several commands share."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from referee.words import DEFAULT_LANGUAGE, LANGUAGES


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the environment's locale, if it is one of ours; else French.

    >>> language_of({"LANG": "en_GB.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "en_US.UTF-8"})
    ('en', 'fr')
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return locale[:2] if locale[:2] in LANGUAGES else DEFAULT_LANGUAGE


language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=lambda: language_of(os.environ),
    help="Language of the words.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
