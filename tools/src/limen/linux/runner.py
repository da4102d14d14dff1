# SPDX-License-Identifier: Apache-2.0
"""Run lab linux: download, build, boot each kernel, read its output, and compare."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, Final

from limen.linux.boot import BOOTS, boot, probe_kvm
from limen.linux.build import prepare
from limen.linux.cache import Cache
from limen.linux.check import readings, rows
from limen.linux.log import parse_log

if TYPE_CHECKING:
    from pathlib import Path

    from limen.lab.definition import Lab
    from limen.lab.measure import Row
    from limen.lab.runner import Settings
    from limen.linux.boot import Boot
    from limen.linux.build import Kit

__all__ = ["TENTH", "Options", "run_linux"]

TENTH: Final = 10
_AT_ONCE: Final = 2
_CASES_PER_BOOT: Final = 15  # as many times the time that is allowed for one


@dataclass(frozen=True, slots=True)
class Options:
    """The options of this lab.

    Attributes:
        is_full: the article's times, not a tenth of them.
        with_cyclictest: latencies under load, too.
        with_kvm: on this machine's processor; numbers are then those of this machine.
        logs: folder for the serial consoles, if they are saved: linux-BOOT.log.
        cache: folder of the packages.
    """

    is_full: bool = False
    with_cyclictest: bool = False
    with_kvm: bool = False
    logs: Path | None = None
    cache: Cache = field(default_factory=Cache.of_user)

    @property
    def scale(self) -> int:
        """The article's times are divided by it."""
        return 1 if self.is_full else TENTH


class _StoppedError(Exception):
    """Another boot has failed, or a person has had enough."""


def run_linux(lab: Lab, settings: Settings, options: Options) -> list[Row]:
    """Run the lab.

    Returns:
        A row for each number that lab.toml promises.

    Raises:
        MissingError: packages or /dev/kvm are not available.
        LimenError: something cannot be built, does not end, or prints no result.
    """
    kit = prepare(
        settings.root,
        options.cache,
        settings.on_step,
        with_cyclictest=options.with_cyclictest,
    )
    if options.with_kvm:
        settings.on_step("see whether /dev/kvm works")
        probe_kvm(kit)
    consoles = _boot_all(kit, settings, options)
    if options.logs is not None:
        options.logs.mkdir(parents=True, exist_ok=True)
        for start, text in consoles.items():
            (options.logs / f"linux-{start.name}.log").write_text(text, encoding="utf-8")
    logs = [parse_log(text, f"boot {start.name}") for start, text in consoles.items()]
    return rows(
        lab,
        readings(logs, options.scale),
        scale=options.scale,
        with_cyclictest=options.with_cyclictest,
        cases=settings.cases,
    )


def _boot_all(kit: Kit, settings: Settings, options: Options) -> dict[Boot, str]:
    """Consoles by boot. The boots share nothing, so they can run in parallel."""
    stop = Event()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        try:
            running = {
                start: pool.submit(_boot, kit, start, settings, options, stop) for start in BOOTS
            }
            return {start: future.result() for start, future in running.items()}
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _boot(kit: Kit, start: Boot, settings: Settings, options: Options, stop: Event) -> str:
    modes: set[str] = set()

    def on_line(line: str) -> None:
        if stop.is_set():
            raise _StoppedError
        settings.on_line(f"{start.name}: {line}")
        fields = line.split()
        if fields[:1] == ["lab"] and len(fields) > 2 and fields[2] not in modes:  # noqa: PLR2004
            for model in start.models:
                if fields[2] == model:
                    modes.add(model)
                    settings.on_step(f"run lab linux, model {model}, on {start.flavour}")

    arguments = f"lab_scale={options.scale} lab_cyclic={int(options.with_cyclictest)}"
    settings.on_step(f"boot linux-{start.name}: {', '.join(start.models)}")
    return boot(
        kit,
        start,
        arguments,
        kvm=options.with_kvm,
        timeout_seconds=settings.timeout_seconds * _CASES_PER_BOOT,
        on_line=on_line,
    )
