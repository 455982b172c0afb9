"""Times taken, and how they are printed: a row each, beside the yardstick of the same run."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from statistics import linear_regression, median, quantiles

Times = Sequence[float]
"""Milliseconds, a sample each."""

Act = Callable[[], float]
"""Does something and says how many milliseconds it took."""

WIDTH = 46
SHORTEST = 0.01
"""Milliseconds that an act takes at least: less is shorter than the clock's own step."""


def timed(act: Callable[[], object]) -> float:
    """Milliseconds that an act takes."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def interleaved(acts: Mapping[str, Act], samples: int) -> dict[str, list[float]]:
    """So many samples of each, one after the other in turn: what else the machine does hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(samples):
        for name, act in acts.items():
            times[name].append(act())
    return times


def summed(*parts: Times) -> list[float]:
    """Sample by sample, what several acts in a row took together."""
    return [sum(sample) for sample in zip(*parts, strict=True)]


def head(title: str, unit: str = "milliseconds", yardstick: str = "x bare") -> None:
    """The line above rows of figures."""
    print(f"\n{title}\n{unit:<{WIDTH}} {'p50':>9} {'p95':>9} {yardstick:>8} {'samples':>8}", flush=True)


def row(name: str, times: Times, yardstick: Times | None = None, note: str = "") -> None:
    """One figure; beside it how many times its yardstick it is."""
    cuts = quantiles(times, n=100, method="inclusive")
    beside = f"{cuts[49] / median(yardstick):8.1f}" if yardstick else " " * 8
    print(f"{name:<{WIDTH}} {cuts[49]:9.2f} {cuts[94]:9.2f} {beside} {len(times):8}   {note}".rstrip(), flush=True)


def curve_head(title: str, sizes: Iterable[int]) -> None:
    """The line above curves: how many there are of what grows."""
    print(f"\n{title}\n{'milliseconds, p50':<{WIDTH}} {cells(f'{n:,}' for n in sizes)}  exponent  most KiB", flush=True)


def curve(name: str, by_size: Mapping[int, Times], largest: int = 0) -> None:
    """One curve: p50 at each size, its exponent, and the largest answer there was, in bytes."""
    values = cells(f"{median(times):.2f}" for times in by_size.values())
    most = f"{largest / 1024:8.1f}" if largest else ""
    print(f"{name:<{WIDTH}} {values}  {exponent(by_size):8.2f}  {most}".rstrip(), flush=True)


def exponent(by_size: Mapping[int, Times]) -> float:
    """The slope of the p50 over the size, both as logarithms: 0 is flat, 1 grows as the size does.

    >>> exponent({10: [2.0], 100: [20.0], 1000: [200.0]}), exponent({10: [3.0], 100: [3.0]})
    (1.0, 0.0)
    """
    medians = [max(median(times), SHORTEST) for times in by_size.values()]
    slope = linear_regression([log(n) for n in by_size], [log(time) for time in medians]).slope
    return round(slope, 6)


def cells(values: Iterable[str]) -> str:
    """The columns of a row of a curve."""
    return " ".join(f"{value:>9}" for value in values)
