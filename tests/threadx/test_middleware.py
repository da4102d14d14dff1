# SPDX-License-Identifier: Apache-2.0
"""Goal: ThreadX's middleware compiles unmodified and works; other programs contain none of it.

Method: the examples are built with the released sources, which are not part of the repository
(middleware.py), by their own CMake files, including addons and utilities. They check themselves;
their traces show the actions of the middleware. A user's project builds the same trees without help
of Limen, and with warnings. The symbols of a program without middleware show that it contains no
code for middleware. LIMEN_LONG adds targets.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from layer_targets import TARGETS
from middleware import LIBRARIES, build_middleware, find_middleware

from limen.run import LAB_TARGETS, build, find_root, run_program, target_named
from limen.trace import Event, read_trace
from limen.trace.numbers import STATUSES, Wait
from limen.trace.statistics import statistics_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
NM = {"host": "nm", "mps2-an385": "arm-none-eabi-nm"}
CONTRACT = (
    "_tx_thread_current_ptr",
    "_tx_thread_system_state",
    "_tx_thread_system_suspend",
    "_tx_timer_system_clock",
    "_tx_timer_time_slice",
    "lm_switch_hook_add",
    "tx_limen_parts",
)
SAID = {
    "filex": ("1 files, 72 lines", "power cut after each of 0 to ", "errors 0"),
    "netxduo": (
        "ping: answered",
        "udp: 50 datagrams came back",
        "tcp: 1048576 bytes came back",
        "timeouts: as long as requested",
        "errors 0",
    ),
    "usbx": ("serial port found", "100 lines, 4800 bytes came back", "errors 0"),
    "levelx": ("4000 writes, each block erased 32 to 37 times", "errors 0"),
}
TRACED = {
    "filex": {"fx_file_write", "fx_media_flush", "fx internal io driver write"},
    "netxduo": {"nx_tcp_socket_send", "nx_packet_allocate", "nx internal tcp data send"},
    "usbx": {"ux_host_class_cdc_acm_write", "ux_device_class_cdc_acm_read"},
}
SHOWN = {
    "filex": {"media ptr=notes", "file ptr=monday.txt"},
    "netxduo": {"socket ptr=client tcp, packet ptr=0x", "ip ptr=server ip", "ptr=client packets"},
    "usbx": {"class instance=interface ", "endpoint=endpoint ", "requested length=48"},
}
# The operations of the examples: 72 lines of 64 bytes; packets of 1,024 bytes; lines of 48 bytes.
# The ring of the second and third one keeps the end of the run only.
COUNTED = {
    "filex": {
        "media_opens": 1,
        "media_closes": 1,
        "file_opens": 7,
        "file_closes": 7,
        "file_writes": 72,
        "file_write_bytes_requested": 72 * 64,
        "file_bytes_written": None,
        "file_reads": 147,
        "file_read_bytes_requested": 147 * 64,
        "sector_cache_misses": 36,
        "driver_sectors_read": 36,
    },
}
BYTES = {
    "netxduo": ("netx", "tcp_sends", "tcp_bytes_sent", 1024),
    "usbx": ("usbx", "usb_device_class_reads", "usb_device_class_bytes_read", 48),
}
ENDS = {STATUSES.index("ok"), STATUSES.index("timeout")}


@pytest.fixture(scope="session")
def folders() -> Mapping[str, Path]:
    """Return the folders of the libraries, by name."""
    found = find_middleware(ROOT)
    if found is None:
        pytest.skip("no middleware; LIMEN_MIDDLEWARE can name its folder: tests/.../middleware.py")
    return found


@pytest.fixture(scope="session")
def examples(folders: Mapping[str, Path]) -> Mapping[str, Mapping[str, Path]]:
    """Return the executables by target and name. All libraries are built, also unnecessary ones."""
    wanted = [f"example-threadx-{name}" for name in SAID]
    return {
        target.name: build_middleware(ROOT, target, folders, [*wanted, *LIBRARIES])
        for target in TARGETS
    }


def check_numbers(name: str, values: Mapping[str, Any]) -> None:
    if name in COUNTED:
        assert values[name].items() >= COUNTED[name].items()
    else:
        part, calls, size, each = BYTES[name]
        assert values[part][size] == each * values[part][calls] > 0


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
@pytest.mark.parametrize("name", SAID)
def test_an_example_works_and_its_trace_shows_it(
    name: str,
    target: Target,
    examples: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    program = examples[target.name][f"example-threadx-{name}"]
    done = run_program(target, program, [], scratch=tmp_path)
    assert done.status == 0, done.output
    assert [words for words in SAID[name] if words not in done.output] == []
    if name in TRACED:
        trace = read_trace(tmp_path / "trace.limen")
        names = {trace.native.event_name(index) for index in range(len(trace))}
        assert names >= TRACED[name]
        details = {trace.native.describe(index) for index in range(len(trace))}
        assert {one for one in SHOWN[name] if not any(one in said for said in details)} == set()
        check_numbers(name, statistics_json(trace))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_wait_of_middleware_ends_in_the_trace_as_it_did(
    target: Target,
    examples: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    run_program(target, examples[target.name]["example-threadx-netxduo"], [], scratch=tmp_path)
    trace = read_trace(tmp_path / "trace.limen")
    begins = np.flatnonzero((trace.event == Event.SUSPEND) & (trace.a == Wait.MIDDLEWARE))
    ends = []
    for begin in begins:
        thread = int(trace.low[begin])
        ready = (trace.event[begin:] == Event.READY) & (trace.object[begin:] == thread)
        ends += [int(trace.low[begin + at]) for at in np.flatnonzero(ready)[:1]]
    assert set(ends) == ENDS
    assert Event.THREAD_ABORT_WAIT not in trace.event


TREES = """
cmake_minimum_required(VERSION 3.22)
project(trees LANGUAGES C ASM)
add_subdirectory({root} limen EXCLUDE_FROM_ALL)
add_subdirectory({filex} filex)
add_subdirectory({levelx} levelx)
add_subdirectory({netxduo} netxduo)
add_subdirectory({usbx} usbx)
"""
# The libraries have no port for RISC-V; the project names a generic one.
ARCHITECTURES = {
    "host": "linux",
    "host-32": "linux",
    "mps2-an385": "cortex_m3",
    "mps2-an386": "cortex_m4",
    "mps2-an505": "cortex_m33",
    "virt-riscv32": "riscv32",
}
GENERIC_PORT = ROOT / "cmake" / "middleware-port"


def generic_ports(folders: Mapping[str, Path], architecture: str) -> list[str]:
    return [
        f"-D{library.upper()}_CUSTOM_PORT={GENERIC_PORT}"
        for library, folder in folders.items()
        if (folder / "ports").is_dir() and not (folder / "ports" / architecture).is_dir()
    ]


@pytest.mark.long("the examples compile the same sources, in batches")
@pytest.mark.parametrize("name", sorted(ARCHITECTURES))
def test_whole_trees_need_only_the_name_azrtos_threadx(
    name: str, folders: Mapping[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's project is one for ThreadX. No warning comes from a header of Limen."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    preset = next(one for one in presets["configurePresets"] if one["name"] == name)
    toolchain = preset.get("toolchainFile", "").replace("${sourceDir}", str(ROOT))
    named = {library: folder.resolve() for library, folder in folders.items()}
    (tmp_path / "CMakeLists.txt").write_text(TREES.format(root=ROOT, **named))
    options = [
        f"-DLIMEN_TARGET={preset['cacheVariables']['LIMEN_TARGET']}",
        f"-DTHREADX_ARCH={ARCHITECTURES[name]}",
        "-DTHREADX_TOOLCHAIN=gnu",
        *generic_ports(folders, ARCHITECTURES[name]),
    ]
    if toolchain:
        options.append(f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    monkeypatch.setenv("CFLAGS", "-Wall -Wextra")
    log = ""
    for command in (["-S", ".", "-B", "build", "-G", "Ninja", *options], ["--build", "build"]):
        done = subprocess.run(
            ["cmake", *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        log = done.stdout + done.stderr
        assert done.returncode == 0, log[-4000:]
    assert re.findall(r"^\S*(?:compat/threadx|include)/\S+: warning:.*", log, re.MULTILINE) == []
    rules = (tmp_path / "build/build.ninja").read_text(encoding="utf-8")
    pattern = r"^build netxduo/\S+\.o(?:bj)?:(?:.*\n)+?  FLAGS = (.*)"
    flags = re.findall(pattern, rules, re.MULTILINE)
    assert flags
    assert all("-Wall -Wextra" in each and " -w " not in f"{each} " for each in flags)


def test_without_its_log_a_disk_has_errors_after_a_power_cut(
    folders: Mapping[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    host, wanted = target_named("host"), "example-threadx-filex"
    programs = build_middleware(ROOT, host, folders, [wanted], "-DLIMEN_FILEX_DEFINITIONS=")
    done = run_program(host, programs[wanted], [], scratch=tmp_path)
    assert done.status == 1
    assert "sectors: errors 0x" in done.output


@pytest.mark.parametrize("target", LAB_TARGETS, ids=lambda target: target.name)
def test_a_program_without_middleware_contains_nothing_of_the_contract(target: Target) -> None:
    programs = build(ROOT, target, ["threadx-demo", "suite-behaviour-middleware_waits"], print)
    symbols = {
        name: set(
            subprocess.run(
                [NM[target.name], "--defined-only", "--format=just-symbols", program],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
        )
        for name, program in programs.items()
    }
    assert symbols["suite-behaviour-middleware_waits"] >= set(CONTRACT)
    assert symbols["threadx-demo"].isdisjoint(CONTRACT)
