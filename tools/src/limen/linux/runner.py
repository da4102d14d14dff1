# SPDX-License-Identifier: Apache-2.0
"""Run lab linux: download, build, boot each kernel, read its output, and compare."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from limen.child import together
from limen.linux.boot import boot, probe_kvm
from limen.linux.build import prepare
from limen.linux.cache import Cache
from limen.linux.check import readings
from limen.linux.family import FAMILIES
from limen.linux.log import parse_log, parse_recording
from limen.linux.results import NOT_RECORDED, Kernel, Results
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from limen.lab.runner import Settings
    from limen.linux.boot import Boot, Said
    from limen.linux.build import Kit
    from limen.linux.family import Family
    from limen.linux.log import Log

__all__ = ["TENTH", "Options", "run_linux"]

TENTH: Final = 10
_AT_ONCE: Final = 2
_CASES_PER_BOOT: Final = 15  # factor for the time limit of one


@dataclass(frozen=True, slots=True)
class Options:
    """The options of this lab.

    Attributes:
        targets: whose kernels are booted.
        is_full: the article's times, not a tenth of them.
        with_cyclictest: latencies under load, too.
        with_kvm: on this machine's processor; numbers are then those of this machine.
        logs: folder for the output of the serial ports, if it is saved: TARGET-BOOT.log, and what
            ftrace has recorded, TARGET-BOOT.ftrace.txt.
        cache: folder of the packages.
    """

    targets: tuple[str, ...] = ("linux",)
    is_full: bool = False
    with_cyclictest: bool = False
    with_kvm: bool = False
    logs: Path | None = None
    cache: Cache = field(default_factory=Cache.of_user)

    @property
    def scale(self) -> int:
        """The article's times are divided by it."""
        return 1 if self.is_full else TENTH


@dataclass(frozen=True, slots=True)
class _Start:
    """A boot of a kernel of a target."""

    family: Family
    boot: Boot

    @property
    def name(self) -> str:
        return f"{self.family.target}-{self.boot.name}"


def run_linux(settings: Settings, options: Options) -> Results:
    """Run the lab.

    Raises:
        MissingError: packages or /dev/kvm are not available.
        LimenError: something cannot be built, does not end, or prints no result.
    """
    if options.logs is not None:
        options.logs.mkdir(parents=True, exist_ok=True)  # before minutes of work
    families = [FAMILIES[name] for name in options.targets]
    kits: dict[str, Kit] = {
        family.target: prepare(
            settings.root,
            options.cache,
            family,
            settings.on_step,
            with_cyclictest=options.with_cyclictest,
        )
        for family in families
    }
    if options.with_kvm:
        settings.on_step("see whether /dev/kvm works")
        probe_kvm(kits[options.targets[0]])
    said = _boot_all(kits, families, settings, options)
    if options.logs is not None:
        for start, text in said.items():
            write_whole(options.logs / f"{start.name}.log", text.console)
            write_whole(options.logs / f"{start.name}.ftrace.txt", text.recording)
    logs = {start: parse_log(text.console, f"boot {start.name}") for start, text in said.items()}
    return Results(
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        scale=options.scale,
        with_cyclictest=options.with_cyclictest,
        kernels=tuple(_kernel(start, log) for start, log in logs.items()),
        transcripts={
            (start.family.target, model): lines
            for start, log in logs.items()
            for model, lines in log.transcripts.items()
        },
        numbers={
            family.target: readings(
                [log for start, log in logs.items() if start.family is family], options.scale
            )
            for family in families
        },
        recordings={
            (start.family.target, model): recording
            for start, text in said.items()
            for model, recording in _recordings(start, text).items()
        },
    )


def _recordings(start: _Start, said: Said) -> dict[str, str]:
    models = [model for model in start.boot.models if model != NOT_RECORDED]
    return parse_recording(said.recording, models, f"boot {start.name}") if models else {}


def _kernel(start: _Start, log: Log) -> Kernel:
    models = start.boot.models
    choice = log.choice.get(models[-1], "")
    return Kernel(start.family.target, start.boot.name, log.kernel, log.version, models, choice)


def _boot_all(
    kits: Mapping[str, Kit], families: Sequence[Family], settings: Settings, options: Options
) -> dict[_Start, Said]:
    """The output of each boot. The boots share nothing, so they can run in parallel."""
    starts = [_Start(family, start) for family in families for start in family.boots]
    with together(_AT_ONCE) as pool:
        running = {
            start: pool.submit(_boot, kits[start.family.target], start, settings, options)
            for start in starts
        }
        return {start: future.result() for start, future in running.items()}


def _boot(kit: Kit, start: _Start, settings: Settings, options: Options) -> Said:
    modes: set[str] = set()

    def on_line(line: str) -> None:
        settings.on_line(f"{start.name}: {line}")
        fields = line.split()
        if fields[:1] == ["lab"] and len(fields) > 2 and fields[2] not in modes:  # noqa: PLR2004
            for model in start.boot.models:
                if fields[2] == model:
                    modes.add(model)
                    settings.on_step(f"run lab linux, model {model}, on {start.name}")

    arguments = f"lab_scale={options.scale} lab_cyclic={int(options.with_cyclictest)}"
    settings.on_step(f"boot {start.name}: {', '.join(start.boot.models)}")
    return boot(
        kit,
        start.boot,
        arguments,
        kvm=options.with_kvm,
        timeout_seconds=settings.timeout_seconds * _CASES_PER_BOOT,
        on_line=on_line,
    )
