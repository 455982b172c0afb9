"""The English of every sentence, read from the catalogues once in a test run."""

from functools import cache

from referee.tools.check_translations import english

in_english = cache(english)
