# SPDX-License-Identifier: Apache-2.0
"""Record the pins of one run of a case, and draw them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from limen.lab.observation import Observation, read_line
from limen.lab.report import picture_name
from limen.run import Watch
from limen.signals import read_vcd
from limen.signals.picture import PAPER, SCREEN, Trace, draw
from limen.signals.scheduler import observe
from limen.signals.views import TITLES, Captions, view
from limen.whole import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from limen.lab.definition import Case, Lab, Role, Signals
    from limen.signals import Recording

__all__ = ["Recorder"]

# The pins from top to bottom. The first colour is that of the document's oscilloscope, the second
# is for paper.
_TRACES: Final[tuple[tuple[Role, str, str, str], ...]] = (
    ("running", "any thread runs", "#f2d43d", "#8a6a14"),
    ("scan", "scheduler", "#ff5c57", "#c0392b"),
    ("slot", "queue insertion", "#5aa9ff", "#2f6fc9"),
    ("thread0", "thread 0 runs", "#5bd66f", "#24845a"),
)


@dataclass(frozen=True)
class Recorder:
    """The recording of a run, and its part of the definition of the lab.

    Attributes:
        lab, case: the case that is run; the lab has signals.
        scratch: an existing folder.
    """

    lab: Lab
    case: Case
    scratch: Path

    @property
    def watch(self) -> Watch:
        """The signals that the emulator has to record."""
        pins = [*self._signals.roles.items(), *self._signals.bits.items()]
        return Watch(
            vcd=self._vcd,
            report=self._report,
            time_ms=self.case.milliseconds or self._signals.milliseconds,
            pins=tuple((pin + self.case.pins, name) for name, pin in pins),
            xip_cache=self.case.xip_cache,
        )

    def observation(self) -> Observation:
        """The recorded observation.

        Raises:
            SignalError: the recording does not fit the lab.
        """
        skip = self._signals.skip if self.case.skip is None else self.case.skip
        roles = {str(role): str(role) for role in self._signals.roles}
        scheduler = observe(self._recording, roles, tuple(self._signals.bits), skip=skip)
        due = self.case.due_ms
        return Observation(
            scheduler=scheduler,
            line=read_line(self._report, self._place),
            due_ns=None if due is None else round(due * 1e6),
        )

    def keep(self, folder: Path, *, on_paper: bool = False) -> None:
        """Copy the recording, and draw the case's pictures, on a dark ground or on a light one.

        Raises:
            SignalError: as seen.
        """
        recording = folder / f"{self.lab.name}-{self.case.name}.vcd"
        write_whole(recording, self._vcd.read_bytes())
        for name in self.case.pictures:
            picture = folder / picture_name(self.lab.name, self.case.name, name)
            write_whole(picture, self._draw(name, on_paper=on_paper))

    def _draw(self, name: str, *, on_paper: bool) -> str:
        pins = self._signals.roles
        traces = [
            Trace(
                self.case.labels.get(role, title),
                f"GPIO {pins[role] + self.case.pins}",
                dark if on_paper else bright,
                self._recording.wire(role),
            )
            for role, title, bright, dark in _TRACES
        ]
        title = f"Case {self.case.name}: {TITLES[name]}"
        captions = Captions(title, self.case.title, traces)
        shown = view(self.observation().scheduler, name, captions, self.case.intervals)
        return draw(shown, PAPER if on_paper else SCREEN)

    @property
    def _signals(self) -> Signals:
        if self.lab.signals is None:
            raise AssertionError(self.lab.name)
        return self.lab.signals

    @property
    def _place(self) -> str:
        return f"lab {self.lab.name}, case {self.case.name}"

    @property
    def _vcd(self) -> Path:
        return self.scratch / "pins.vcd"

    @property
    def _report(self) -> Path:
        return self.scratch / "report.json"

    @cached_property
    def _recording(self) -> Recording:
        return read_vcd(self._vcd, self._place)
