# SPDX-License-Identifier: Apache-2.0
"""Run a sweep: pieces on local processes or on a Dask cluster, each saved when it is done.

The folder of a sweep has ``plan.json``, a file in ``pieces/`` for each piece, and at the end
``results.parquet``. An interrupted sweep continues with the missing pieces.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, Any, Final

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from limen.child import end_with_parent, terminable
from limen.engine import engine
from limen.errors import LimenError, MissingError, SweepError
from limen.made_by import made_by
from limen.sweep.summary import summarise
from limen.sweep.work import do_piece
from limen.whole import place_whole, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from limen.sweep.plan import Piece, Plan
    from limen.sweep.work import Row

    Results = Generator[tuple[Piece, list[Row]]]

__all__ = ["run_sweep"]

_CONNECT_SECONDS: Final = 10
_MAKER: Final = "limen"  # key in plan.json and in metadata


def run_sweep(
    plan: Plan,
    folder: Path,
    *,
    workers: int | None = None,
    dask: str | None = None,
    on_piece: Callable[[int, int], None] = lambda _done, _all: None,
) -> pd.DataFrame:
    """Compute the missing pieces of the folder, and summarise all pieces.

    Args:
        plan: of the sweep.
        folder: of its files; is created.
        workers: local processes; None: as many as there are processors.
        dask: address of the scheduler of a Dask cluster whose workers have this package.
        on_piece: is called with the number of pieces that are done and that of all.

    Returns:
        The content of ``results.parquet``: see :func:`limen.sweep.summary.summarise`.

    Raises:
        SweepError: the folder contains another sweep, or something else.
        MissingError: the engine or the cluster at this address is not available.
    """
    _claim(folder, plan)
    every = list(plan.pieces())
    missing = [piece for piece in every if not _file(folder, piece).is_file()]
    done = len(every) - len(missing)
    on_piece(done, len(every))
    if missing:
        engine()  # build it once, before all workers would do it
    results = _on_cluster(plan, missing, dask) if dask else _on_processes(plan, missing, workers)
    try:
        with closing(results):
            for piece, rows in results:
                _save(pd.DataFrame(rows), _file(folder, piece))
                done += 1
                on_piece(done, len(every))
    except LimenError:
        if not done:
            _release(folder)
        raise
    files = [_file(folder, each) for each in every]
    summary = summarise(pd.concat(map(pd.read_parquet, files)))
    _save(summary, folder / "results.parquet", sorted({_maker(file) for file in files}))
    return summary


def _claim(folder: Path, plan: Plan) -> None:
    """Claim the folder for this plan."""
    description = folder / "plan.json"
    if description.is_file():
        if _planned(description) != plan.to_json():
            remedy = "repeat its options, or name another folder"
            raise SweepError(str(folder), "this folder has another sweep", remedy)
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        remedy = "name a folder that is empty or does not exist"
        raise SweepError(str(folder), "this is not the folder of a sweep", remedy)
    (folder / "pieces").mkdir(parents=True, exist_ok=True)
    text = json.dumps({_MAKER: made_by(), **json.loads(plan.to_json())})
    write_whole(description, f"{text}\n")


def _planned(description: Path) -> str:
    """The plan that a folder has, as Plan.to_json writes it; empty: the folder has no plan."""
    try:
        content = json.loads(description.read_text(encoding="utf-8"))
    except ValueError:
        return ""
    if isinstance(content, dict):
        content.pop(
            _MAKER, None
        )  # another version may continue; each piece records the version that made it
    return json.dumps(content, sort_keys=True)


def _release(folder: Path) -> None:
    """Remove a plan that cannot be computed, so that a corrected one can use the folder."""
    (folder / "plan.json").unlink()
    (folder / "pieces").rmdir()
    folder.rmdir()


def _file(folder: Path, piece: Piece) -> Path:
    return folder / "pieces" / f"{piece.number:06}.parquet"


def _save(frame: pd.DataFrame, path: Path, makers: Sequence[str] = ()) -> None:
    """Write the whole file or nothing. Its metadata have its version, and those of its pieces."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    said = ", ".join(makers or [made_by()]).encode()
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), _MAKER.encode(): said})
    with place_whole(path) as unfinished:
        pq.write_table(table, unfinished)


def _maker(path: Path) -> str:
    """Return the version that made a file; older versions did not record it."""
    metadata = pq.read_schema(path).metadata or {}
    return bytes(metadata.get(_MAKER.encode(), b"limen")).decode(errors="replace")


def _on_processes(plan: Plan, pieces: Sequence[Piece], workers: int | None) -> Results:
    if not pieces:
        return
    # Not forked: the engine and the libraries of numpy may have threads.
    context = get_context("spawn")
    with (
        terminable(),
        ProcessPoolExecutor(
            workers or os.cpu_count(), context, end_with_parent, (os.getpid(),)
        ) as pool,
    ):
        futures = {pool.submit(do_piece, plan, piece): piece for piece in pieces}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:  # do not wait for the pieces that have begun
            for process in active_children():
                process.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _on_cluster(plan: Plan, pieces: Sequence[Piece], address: str) -> Results:
    with _cluster(address) as distributed:
        # The pieces of a killed worker get a second attempt.
        futures = {
            distributed.client.submit(do_piece, plan, piece, pure=False, retries=3): piece
            for piece in pieces
        }
        for future in distributed.as_completed(futures):
            yield futures[future], future.result()
            future.release()


class _Cluster:
    """The parts of ``distributed`` that a sweep uses."""

    def __init__(self, client: Any, as_completed: Any) -> None:  # noqa: ANN401 - has no types
        self.client = client
        self.as_completed = as_completed


@contextmanager
def _cluster(address: str) -> Iterator[_Cluster]:
    try:
        import distributed  # noqa: PLC0415 - an optional dependency, which takes long to import
    except ImportError as error:
        remedy = "install it: pip install distributed"
        raise MissingError("--dask", "the package distributed is not installed", remedy) from error
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        remedy = "start one with: dask scheduler"
        raise MissingError(address, "no scheduler of Dask answers here", remedy) from error
    with client:
        yield _Cluster(client, distributed.as_completed)
