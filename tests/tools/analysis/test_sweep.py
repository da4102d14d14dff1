# SPDX-License-Identifier: Apache-2.0
"""Test the random systems, the results, and the interruption of sweeps."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np
import pandas as pd
import pytest

from limen.cli import main
from limen.engine import engine
from limen.errors import MissingError, SweepError
from limen.sweep import Axis, Plan, run_sweep
from limen.sweep import headline as headline_module
from limen.sweep import run as run_module
from limen.sweep.draw import draw_sets
from limen.sweep.headline import check_headlines
from limen.sweep.plan import Deadlines, Periods, Piece, Utilisations
from limen.sweep.summary import plot_sweep, summarise
from limen.sweep.work import do_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
T = TypeVar("T")

SMALL = Plan(
    threads=4,
    utilisation=Axis(0.7, 0.9, 0.1),
    sets=60,
    piece=25,
    periods=Periods("log", 1, 10),
    metrics=("accept", "breakdown", "stack", "threads", "pairs"),
    policies=("fp", "fp-opa", "np", "np-opa", "pts", "pts-search"),
)


class Here(Executor):
    """Executes all work at once, in this process."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "ProcessPoolExecutor", Here)


def test_pieces_cover_each_point_once() -> None:
    pieces = list(SMALL.pieces())
    assert [piece.number for piece in pieces] == list(range(9))
    for utilisation in (0.7, 0.8, 0.9):
        assert sum(each.sets for each in pieces if each.utilisation == utilisation) == SMALL.sets


@pytest.mark.parametrize(
    "how", [Utilisations(), Utilisations("drs", 0.35), Utilisations("discard", 0.35)]
)
def test_sets_have_the_utilisation_that_was_asked_for(how: Utilisations) -> None:
    plan = replace(SMALL, utilisations=how, periods=Periods("uni", 100, 1000))
    sets = draw_sets(plan, Piece(0, 0.8, 30))
    shares = sets.work / sets.period
    assert np.allclose(shares.sum(axis=1), 0.8, atol=1e-4)
    assert (shares <= how.largest + 1e-4).all()
    assert (sets.period >= 100_000).all()
    assert (sets.period <= 1_000_000).all()


def test_uunifast_is_uniform() -> None:
    """Each of n shares has the mean U / n, and P(share < x) is 1 - (1 - x / U)^(n - 1)."""
    plan = replace(SMALL, threads=5, periods=Periods("uni", 1000, 1000))
    sets = draw_sets(plan, Piece(0, 0.9, 20_000))
    shares = sets.work / sets.period
    for column in shares.T:
        for x in (0.05, 0.2, 0.5):
            expected = 1 - (1 - x / 0.9) ** 4
            assert abs((column < x).mean() - expected) < 0.02


def test_constrained_deadlines_and_their_priorities() -> None:
    plan = replace(SMALL, deadlines=Deadlines("constrained", 0.5))
    sets = draw_sets(plan, Piece(3, 0.8, 500))
    assert (2 * sets.deadline >= sets.work + sets.period - 1).all()
    assert (sets.deadline <= sets.period).all()
    for deadline, priority in zip(sets.deadline, sets.priority, strict=True):
        assert (np.diff(deadline[np.argsort(priority)]) >= 0).all()
        assert sorted(priority) == list(range(4))


def test_a_piece_is_always_the_same() -> None:
    plan = replace(SMALL, utilisations=Utilisations("drs", 0.5))
    piece = Piece(5, 0.9, 10)
    for one, other in zip(
        (draw_sets(plan, piece).work, draw_sets(plan, piece).period),
        (draw_sets(plan, piece).work, draw_sets(plan, Piece(6, 0.9, 10)).period),
        strict=True,
    ):
        assert one.shape == other.shape
    assert (draw_sets(plan, piece).work == draw_sets(plan, piece).work).all()
    assert (draw_sets(plan, piece).work != draw_sets(plan, Piece(6, 0.9, 10)).work).any()


def test_policies_are_ordered_as_the_theory_says() -> None:
    plan = replace(SMALL, threads=6, sets=400, metrics=("accept", "breakdown"))
    rows = do_piece(plan, Piece(0, 0.9, 400))
    of = {(row["policy"], row["metric"]): float(row["sum"]) for row in rows}
    for metric in plan.metrics:
        assert of["fp", metric] <= of["pts", metric] <= of["pts-search", metric]
        assert of["np", metric] <= of["np-opa", metric] <= of["pts-search", metric]
    # Deadline-monotonic priorities are optimal without jitter (Leung and Whitehead 1982).
    assert of["fp", "accept"] == of["fp-opa", "accept"]
    assert 0 < of["np", "accept"] < of["pts", "accept"] < 400


def test_breakdown_is_where_acceptance_ends() -> None:
    plan = replace(SMALL, metrics=("breakdown",), policies=("pts",))
    [row] = do_piece(plan, Piece(0, 0.8, 1))
    factor = float(row["sum"]) / 0.8
    sets = draw_sets(plan, Piece(0, 0.8, 1))
    share = (sets.work / sets.period).sum()
    assert share * 0.9 < float(row["sum"]) <= 1.0
    assert factor > 0.9


def test_overheads_cost_acceptance() -> None:
    free = replace(SMALL, metrics=("accept",), policies=("pts",))
    costly = replace(free, job_cost=100, preemption_cost=200)
    piece = Piece(0, 0.8, 300)
    assert do_piece(costly, piece)[0]["sum"] < do_piece(free, piece)[0]["sum"]  # type: ignore[operator]


def test_preemptions_are_those_of_the_kernel() -> None:
    """At 10, b preempts c, and a follows b: one preemption, but two jobs begin before c ends."""
    work, period = np.array([[1, 2, 6]]), np.array([[4, 10, 20]])
    priority = np.array([[0, 1, 2]])
    horizon = np.array([20])
    counted = []
    for threshold in ([[0, 1, 2]], [[0, 1, 1]], [[0, 0, 1]], [[0, 0, 0]]):
        found = engine().preemptions(work, period, priority, np.array(threshold), horizon)
        counted.append([int(value[0]) for value in found])
    # a at 0 4 8 12 16, b at 0 10, c at 0: without thresholds c runs in 3-4, 5-8, 9-10 and 13-14.
    assert counted == [[8, 3, 4], [8, 3, 3], [8, 2, 2], [8, 0, 0]]


def test_the_less_preemptive_policy_preempts_less() -> None:
    plan = replace(SMALL, metrics=("preemptions", "nested"), policies=("fp", "np", "np-opa", "pts"))
    mean = {
        (row["policy"], row["metric"]): float(row["sum"]) / max(int(row["sets"]), 1)
        for row in do_piece(plan, Piece(0, 0.7, 200))
    }
    for metric in plan.metrics:
        assert mean["np", metric] == mean["np-opa", metric] == 0
        assert 0 < mean["pts", metric] < mean["fp", metric] < 1
    assert mean["fp", "preemptions"] < mean["fp", "nested"]


@pytest.mark.usefixtures("here")
def test_a_sweep_goes_on_where_it_was(tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(done: int, _every: int) -> None:
        if done == 4:
            raise StopError

    whole = run_sweep(SMALL, tmp_path / "whole")
    with pytest.raises(StopError):
        run_sweep(SMALL, tmp_path / "parts", on_piece=stop)
    done = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts/pieces").iterdir()}
    assert len(done) == 4
    seen: list[int] = []
    parts = run_sweep(SMALL, tmp_path / "parts", on_piece=lambda count, _every: seen.append(count))
    assert seen == [4, 5, 6, 7, 8, 9]
    assert all(path.stat().st_mtime_ns == when for path, when in done.items())
    pd.testing.assert_frame_equal(whole, parts)
    pd.testing.assert_frame_equal(whole, pd.read_parquet(tmp_path / "parts/results.parquet"))
    assert not list(tmp_path.rglob("*.unfinished"))


@pytest.mark.usefixtures("here")
def test_a_folder_belongs_to_one_sweep(tmp_path: Path) -> None:
    run_sweep(replace(SMALL, sets=5), tmp_path / "one")
    with pytest.raises(SweepError, match="another sweep"):
        run_sweep(replace(SMALL, sets=6), tmp_path / "one")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/file").touch()
    with pytest.raises(SweepError, match="this is not the folder of a sweep"):
        run_sweep(SMALL, tmp_path / "other")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["file"]


def test_intervals_are_those_of_wilson() -> None:
    keys = {"threads": 4, "utilisation": 0.5, "policy": "fp", "metric": "accept"}
    rows = pd.DataFrame([{**keys, "sets": 60, "sum": 50.0, "squares": 50.0}] * 2)
    [row] = summarise(rows).to_dict("records")
    assert row["sets"] == 120
    assert row["mean"] == pytest.approx(100 / 120)
    assert row["half_interval"] == pytest.approx(0.06645, abs=1e-5)


@pytest.mark.usefixtures("here")
def test_pictures_have_a_line_for_each_policy(tmp_path: Path) -> None:
    results = run_sweep(SMALL, tmp_path / "sweep")
    pictures = plot_sweep(results, tmp_path)
    assert {picture.stem for picture in pictures} == {*SMALL.metrics}
    for picture in pictures:
        text = picture.read_text()
        assert all(f"({policy}) -->" in text for policy in SMALL.policies)


BAD = {
    ("--n", "0"): "n:",
    ("--sets", "0"): "sets:",
    ("--seed", "-1"): "seed:",
    ("--util", "0.9:0.5:0.1"): "util:",
    ("--util", "a:b:c"): "--util:",
    ("--util", "0.5:0.9"): "--util:",
    ("--util", "0.5:0.9:nan"): "util:",
    ("--util", "11"): "util:",
    ("--periods", "log:10"): "--periods:",
    ("--periods", "exp:1:2"): "--periods:",
    ("--periods", "log:0:10"): "periods:",
    ("--deadlines", "constrained:2"): "deadlines:",
    ("--deadlines", "tight"): "--deadlines:",
    ("--generator", "drs:0.01"): "util:",
    ("--generator", "dice"): "--generator:",
    ("--policies", "fp,edf"): "policies:",
    ("--policies", "fp,fp"): "policies:",
    ("--metrics", ""): "metrics:",
    ("--horizon", "0"): "horizon:",
    ("--overhead", "1"): "--overhead:",
    ("--overhead", "-1,0"): "overhead:",
    ("--overhead", "1.5,0"): "--overhead:",
    ("--overhead", "0,nan"): "--overhead:",
    ("--overhead", "inf,0"): "--overhead:",
    ("--util", "0.1:0.9:1e-9"): "util:",
    ("--policies", "fp", "--metrics", "false-accepts"): "policies:",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_options_are_named(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["sweep", str(tmp_path / "out"), *words])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith(f"limen: {BAD[words]}")
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_sets_that_cannot_be_drawn_leave_the_folder_free(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker process raises the error, and a corrected command can use the folder."""
    words = ["sweep", str(tmp_path / "out"), "--sets", "5", "--util", "1", "--generator"]
    with pytest.raises(SystemExit) as ended:
        main([*words, "discard:0.1001"])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("limen: generator:")
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("here")
def test_tables_have_the_policies_of_their_metric(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--n", "3", "--util", "0.9", "--sets", "20", "--metrics", "accept,false-accepts"]
    with pytest.raises(SystemExit) as ended:
        main(["sweep", str(tmp_path / "out"), *words])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [re.findall(r"[\w-]+", line) for line in lines if "utilisation" in line]
    assert heads == [["utilisation", "fp", "np", "np-opa", "pts"], ["utilisation", "pts"]]


@pytest.mark.usefixtures("here")
def test_the_command_prints_one_json_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--n", "3", "--util", "0.9", "--sets", "20", "--periods", "log:1:10", "--json"]
    with pytest.raises(SystemExit) as ended:
        main(["sweep", str(tmp_path / "out"), *words])
    assert ended.value.code == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [row["policy"] for row in results] == ["fp", "np", "np-opa", "pts"]
    assert {*results[0]} == {
        "threads",
        "utilisation",
        "policy",
        "metric",
        "sets",
        "mean",
        "half_interval",
    }
    assert (tmp_path / "out/accept.svg").is_file()


def test_a_cluster_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "_CONNECT_SECONDS", 1)
    with pytest.raises(MissingError, match="no scheduler of Dask"):
        run_sweep(SMALL, tmp_path / "out", dask="tcp://127.0.0.1:1")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and two workers, each in its own process."""
    file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker"]
    options = ["--scheduler-file", str(file), "--no-dashboard"]
    where = {"env": {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, "cwd": tmp_path}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [
        subprocess.Popen([*dask, *options, "--host", "127.0.0.1", "--port", "0"], **where, **quiet)  # type: ignore[call-overload]
    ]
    started += [
        subprocess.Popen(  # type: ignore[call-overload]
            [*worker, *options, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"],
            **where,
            **quiet,
        )
        for _ in range(2)
    ]
    try:
        yield str(file), started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.mark.long("the workers of a cluster take long to start")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("here")
def test_a_worker_that_is_killed_loses_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    from distributed import Client  # noqa: PLC0415 - takes long to import

    file, workers = cluster
    while not Path(file).is_file():
        time.sleep(0.1)
    address = str(json.loads(Path(file).read_text())["address"])
    with Client(address, timeout="60s") as client:
        client.wait_for_workers(2, timeout=60)
    plan = replace(SMALL, sets=400, piece=20)
    killed: list[int] = []

    def kill_one(done: int, _every: int) -> None:
        if done == 5:
            workers[0].kill()
            killed.append(done)

    on_cluster = run_sweep(plan, tmp_path / "cluster", dask=address, on_piece=kill_one)
    assert killed == [5]
    pd.testing.assert_frame_equal(on_cluster, run_sweep(plan, tmp_path / "local"))


def test_known_results_come_out_again() -> None:
    found = list(check_headlines(600, seed=2))
    assert len(found) == 122
    assert [each for each in found if not each.ok] == []


def test_another_result_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = headline_module._FILE.read_text()
    changed = tmp_path / "headline.toml"
    changed.write_text(text[: text.index("[[result]]", 2000)].replace("fp = 0.913", "fp = 0.93"))
    monkeypatch.setattr(headline_module, "_FILE", changed)
    found = list(check_headlines(600))
    assert [(each.policy, each.expected) for each in found if not each.ok] == [("fp", 0.93)]
