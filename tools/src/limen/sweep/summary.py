# SPDX-License-Identifier: Apache-2.0
"""The results of a sweep from the rows of its pieces: means with their confidence, and plots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.whole import written_whole

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

__all__ = ["plot_sweep", "summarise"]

_CONFIDENCE: Final = 1.959964  # standard deviations of a normal distribution, 95 %
_SHARES: Final = ("accept", "false-accepts")
# The title of each picture, and the unit of its axis.
_TITLES: Final = {
    "accept": ("Sets that a policy accepts", "share of all sets"),
    "breakdown": ("Utilisation up to which a set can be scaled", "breakdown utilisation"),
    "stack": ("Shared stack", "share of the sum of all stacks"),
    "threads": ("Stacks that the threads of a set need", "stacks"),
    "false-accepts": ("Sets that the test of 1999 accepts, but that miss a deadline", "share"),
    "pairs": ("Pairs of threads of which one can preempt the other", "pairs"),
    "preemptions": ("Preemptions", "per job"),
    "nested": ("Jobs that begin while another one has begun and has not ended", "per job"),
}
# Each policy looks the same in all pictures. Lines often coincide, as those of np and np-opa, so
# the marks differ in size: the larger one shows behind the smaller one. Colours: Paul Tol's bright
# scheme, which colour-blind readers can tell apart.
_LOOKS: Final = {
    "fp": ("preemptive (fp)", "#4477aa", "o", 9),
    "fp-opa": ("preemptive, Audsley's order (fp-opa)", "#66ccee", "o", 4),
    "np": ("non-preemptive (np)", "#ccbb44", "s", 9),
    "np-opa": ("non-preemptive, Audsley's order (np-opa)", "#228833", "s", 4),
    "pts": ("thresholds (pts)", "#ee6677", "D", 9),
    "pts-search": ("thresholds, searched priorities (pts-search)", "#aa3377", "D", 4),
}


def summarise(rows: pd.DataFrame) -> pd.DataFrame:
    """Means over all pieces.

    Args:
        rows: of :func:`limen.sweep.work.do_piece`.

    Returns:
        One row for each utilisation, policy and metric: the number of sets, the mean, and the half
        of its interval of 95 % confidence (Wilson 1927 for shares, else of the normal
        distribution), sorted by these.
    """
    keys = ["threads", "utilisation", "policy", "metric"]
    total = rows.groupby(keys, as_index=False, sort=True)[["sets", "sum", "squares"]].sum()
    count = np.maximum(total["sets"].to_numpy(), 1)
    mean = total["sum"].to_numpy() / count
    variance = np.maximum(total["squares"].to_numpy() / count - mean * mean, 0)
    half = _CONFIDENCE * np.sqrt(variance / count)
    z2 = _CONFIDENCE**2
    wilson = np.sqrt(mean * np.maximum(1 - mean, 0) / count + z2 / (4 * count**2))
    wilson *= _CONFIDENCE / (1 + z2 / count)
    total["mean"] = np.where(total["sets"] > 0, mean, np.nan)
    total["half_interval"] = np.where(total["metric"].isin(_SHARES), wilson, half)
    return total[[*keys, "sets", "mean", "half_interval"]]


def plot_sweep(results: pd.DataFrame, folder: Path) -> list[Path]:
    """A picture of each metric against utilisation, with a line for each policy.

    Returns:
        The files, ``METRIC.svg`` in the folder.
    """
    import matplotlib as mpl  # noqa: PLC0415 - takes long to import

    mpl.use("svg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    files = []
    for metric, of_metric in results.groupby("metric"):
        figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
        for policy, line in of_metric.groupby("policy"):
            label, colour, marker, size = _LOOKS[str(policy)]
            axes.errorbar(
                line["utilisation"],
                line["mean"],
                line["half_interval"],
                label=label,
                color=colour,
                marker=marker,
                markersize=size,
                capsize=2,
            )
        title, unit = _TITLES[str(metric)]
        threads = " or ".join(str(count) for count in sorted({*of_metric["threads"]}))
        axes.set_title(title)
        axes.set_xlabel(
            f"utilisation of the {threads} threads; marks: means, bars: 95 % confidence"
        )
        axes.set_ylabel(unit)
        axes.set_ylim(bottom=0)
        axes.grid(visible=True, alpha=0.3)
        # Below the axes, where it hides no line.
        figure.legend(loc="outside lower center", ncols=2, frameon=False)
        files.append(folder / f"{metric}.svg")
        with written_whole(files[-1]) as file:
            figure.savefig(file, format="svg", metadata={"Date": None})
        plt.close(figure)
    return files
