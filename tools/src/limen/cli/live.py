# SPDX-License-Identifier: Apache-2.0
"""``limen live attach`` and ``limen run --live``: a running target in the browser and here."""

from __future__ import annotations

import shutil
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.cli.command import Option
from limen.cli.page import NoBrowser, open_browser
from limen.cli.place import check_output
from limen.cli.render import note, print_line
from limen.cli.table import draw_table
from limen.errors import RunError
from limen.progress import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from limen.live.cores import CoreCollectors
    from limen.live.page import LivePage
    from limen.live.probe import Probe
    from limen.live.run import Program
    from limen.live.watch import Watch

__all__ = ["attach", "run_live", "show_target"]

_TABLE_RECORDS: Final = 100_000
# Time for a browser to start, and for an open page to fetch the end.
_BROWSER_SECONDS: Final = 20.0
_PAGE_SECONDS: Final = 10.0


def attach(
    pid: Annotated[int | None, Option(help="a process on this machine", min=1)] = None,
    qmp: Annotated[
        Path | None, Option(help="the monitor of a QEMU that runs", metavar="SOCKET")
    ] = None,
    trace: Annotated[Path | None, Option(help="write what was seen here")] = None,
    no_browser: NoBrowser = False,
) -> None:
    """Show the trace of a running target, until it ends or Ctrl-C, which leaves it running."""
    from limen.live.process import ProcessProbe
    from limen.live.qmp import QmpProbe

    if (pid is None) == (qmp is None):
        raise RunError("live attach", "it needs one target", "give --pid or --qmp")
    check_output(trace)
    probe = ProcessProbe(pid) if pid is not None else QmpProbe(qmp or Path())
    show_target(probe, trace, is_browser=not no_browser)


def show_target(probe: Probe, trace: Path | None = None, *, is_browser: bool = True) -> None:
    """Show a target that runs, until it ends or Ctrl-C.

    Args:
        probe: reads its memory; it is closed at the end.
        trace: file for all events that were read; None: they are not saved.
        is_browser: open one.

    Raises:
        RunError: no trace was found, or it cannot be saved.
    """
    from limen.live.watch import Watch

    watch = Watch(probe)
    with closing(watch), _page(is_browser=is_browser) as page:
        page.show(watch.collector)
        with _terminal() as show:
            show(watch.collector)
            watch.start()
            is_over = _wait(watch)
        if not is_over:
            note("limen: the target runs on")
        watch.stop()
        page.end()
        _sum_up(watch.collector, trace, "the target")


def _wait(watch: Watch) -> bool:
    """Wait until the target has ended; return False if Ctrl-C came first."""
    try:
        return watch.is_over.wait()
    except KeyboardInterrupt:
        return False


def run_live(program: Program, trace: Path | None, *, is_browser: bool) -> int:
    """Run a program and show its trace while it runs.

    Args:
        program: the program to run.
        trace: file for all events that were read; None: they are not saved.
        is_browser: open one.

    Returns:
        The program's exit status.

    Raises:
        RunError: as run_watched; or no event was read that could be saved.
    """
    from limen.live.run import run_watched

    check_output(trace)
    with ExitStack() as on_end, _page(is_browser=is_browser) as page:
        with _terminal() as show:

            def on_watch(watch: Watch) -> None:
                show(watch.collector)
                page.show(watch.collector)

            status, watch = run_watched(program, on_watch, print_line)
        on_end.callback(watch.close)
        page.end()
        _sum_up(watch.collector, trace, program.executable.name)
    return status


@contextmanager
def _page(*, is_browser: bool) -> Iterator[LivePage]:
    """Serve the viewer until it has fetched the end, if it is open at all."""
    from limen.live.page import HEAD, LivePage
    from limen.page import PageServer, built_page, embed

    page = LivePage(embed(built_page(), [], HEAD).encode())
    with PageServer({"/": page.page, "/live": page.live}) as server:
        is_opened = open_browser(server.address, is_wanted=is_browser)
        yield page
        is_asking = page.asked is not None and time.monotonic() - page.asked < _PAGE_SECONDS
        if is_asking or is_opened:
            page.has_end.wait(_PAGE_SECONDS if is_asking else _BROWSER_SECONDS)


@contextmanager
def _terminal() -> Iterator[Callable[[CoreCollectors], None]]:
    """Return a function that shows a collection on the terminal once a second."""
    collectors: list[CoreCollectors] = []
    # Lines that are printed in the meantime appear above the table.
    with shown(lambda: _table(collectors[0]) if collectors else [""]):
        yield collectors.append


def _table(collector: CoreCollectors) -> list[str]:
    """Return a table of the last second."""
    from limen.live.rates import rates
    from limen.trace import parse_trace

    state = collector.state
    image = collector.image(_TABLE_RECORDS)
    if image is None:
        return ["no trace yet"]
    trace = parse_trace(image)
    title = f"{state.events:,} events, {state.lost:,} lost"
    measured = rates(trace) if len(trace) else None
    if measured is None:
        return [title]
    rows = [[name, f"{100 * share:.1f} %"] for name, share in measured.shares]
    heads = ["thread", ">share of the time"]
    return [
        title,
        *draw_table(heads, rows, shutil.get_terminal_size().columns, is_painted=False),
        f"{measured.events:,.0f} events/s, {measured.switches:,.0f} switches/s",
    ]


def _sum_up(collector: CoreCollectors, trace: Path | None, name: str) -> None:
    """Print a summary of the events that were read, and save them."""
    state = collector.state
    if state.traces == 0:
        remedy = "link it with limen-traced and limen::record, or call lm_trace_start"
        raise RunError(name, "no trace was found in its memory", remedy)
    lost = f", {state.lost:,} of them lost" if state.lost else ""
    note(f"limen: {name}: {state.events:,} events{lost}")
    if trace is None:
        return
    try:
        is_kept = collector.save(trace)
    except OSError as error:
        problem = f"it cannot be written ({error.strerror})"
        raise RunError(str(trace), problem, "name another file") from error
    if not is_kept:
        raise RunError(name, "its trace was too short to be read", "let it save the trace")
