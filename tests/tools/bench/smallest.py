"""The sections at their smallest: that each runs to its end, not what it measures."""

from importlib import import_module
from typing import Any

SIZES: dict[str, dict[str, Any]] = {
    "bench.hosts": {"CLUBS": (3, 6), "SAMPLES": 3},
    "bench.curves": {"LENGTHS": (10, 60), "CLUBS": (3, 6), "EVENING": 3, "EVENING_LENGTH": 5, "SAMPLES": 2},
    "bench.records": {"SAMPLES": 3, "CLIENTS": 2, "SECONDS": 0.5},
    "bench.command_line": {"FILES": 20, "STARTS": 2, "SEARCHES": 2},
    "bench.phone": {"STARTS": 2, "ROUNDS": 2},
    "followers": {"WATCHERS": 3, "RECORDS": 2, "BETWEEN": 0.2, "SETTLING": 1.0},
    "streams": {"WATCHERS": 3, "RECORDS": 2, "SETTLING": 1.0, "CAP": 5, "IDLE": 1},
    "page_speed": {"SAMPLES": 1},
}
"""By module of ``tests.tools``, its constants."""


def shrink(modules: list[str]) -> None:
    """Give these modules their smallest sizes, for the rest of the process."""
    for name in modules:
        module = import_module(f"tests.tools.{name}")
        for constant, value in SIZES[name].items():
            assert hasattr(module, constant), (name, constant)
            setattr(module, constant, value)
