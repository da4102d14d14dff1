// SPDX-License-Identifier: Apache-2.0
// The settings of the table: its kind, a thread, the sort order, and jobs selected in a histogram.
// Shows the place of a row in the picture.
import { batch, computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { openTab, scrollToRow, selectEvent, zoomToTimes } from "./actions";
import type { Window } from "./align";
import { placeInBins } from "./statistics-tree";
import type { Bins, Metric, Tree } from "./statistics-tree";
import { tab } from "./state";
import type { Opened, Pane } from "./state";
import { sorted, tableOf } from "./table-contents";
import type { Table, TableKind } from "./table-contents";

/** Selected bars in a histogram of a thread's jobs: first <= bar <= last. */
export interface Brush {
  readonly pane: Pane;
  readonly lane: number;
  readonly metric: Metric;
  readonly bins: Bins;
  readonly first: number;
  readonly last: number;
}

export interface Sorting {
  readonly column: string;
  readonly isFalling: boolean;
}

export const tableKind = signal<TableKind>("jobs");
/**
 * The name of the thread whose rows are listed; null: all. A name applies to the second trace too.
 */
export const tableThread = signal<string | null>(null);
export const sortings = signal<Readonly<Partial<Record<TableKind, Sorting>>>>({});
export const brush = signal<Brush | null>(null);

/** A table and its listed rows, in their order. */
export interface Listed {
  readonly table: Table;
  readonly rows: Int32Array;
  readonly sorting: Sorting;
}

/** The rows that a pane's table lists, computed once for all users of the signal. */
export function listing(pane: Pane, statistics: Tree | null): ReadonlySignal<Listed> {
  return computed(() => {
    const opened = pane.opened.value;
    const kind = tableKind.value;
    const table = tableOf(opened, kind, statistics, pane.window.value);
    const wanted = filtered(opened, table, pane.window.value, brushOf(pane));
    // Lengths are sorted in descending order first, instants and names in ascending order.
    const sorting = sortings.value[kind] ?? {
      column: table.first,
      isFalling: table.first !== "time",
    };
    const column = table.columns.find(({ name }) => name === sorting.column) ?? table.columns[0];
    const rows = column === undefined ? wanted : sorted(wanted, column, sorting.isFalling);
    return { table, rows, sorting };
  });
}

/** The selected bars, if they apply to this pane's table. */
export function brushOf(pane: Pane): Brush | null {
  const now = brush.value;
  return now !== null && now.pane === pane && tableKind.value === "jobs" ? now : null;
}

function filtered(
  opened: Opened,
  table: Table,
  window: Window | null,
  brushed: Brush | null,
): Int32Array {
  const { trace, analysis } = opened;
  const thread = tableThread.value;
  const lane = thread === null ? null : trace.lanes.findIndex(({ name }) => name === thread);
  const rows = new Int32Array(table.count);
  let count = 0;
  for (let row = 0; row < table.count; row++) {
    const isOf = lane === null || table.isOf(row, lane);
    const isIn = window === null || (table.isIn?.(row, window.first, window.last) ?? true);
    if (isOf && isIn && isBrushed(analysis, row, brushed)) {
      rows[count++] = row;
    }
  }
  return rows.slice(0, count);
}

function isBrushed({ jobs }: Opened["analysis"], row: number, brushed: Brush | null): boolean {
  if (brushed === null) {
    return true;
  }
  const value = jobs[brushed.metric][row] ?? -1;
  const bar = value < 0 ? -1 : placeInBins(brushed.bins, value);
  return jobs.lane[row] === brushed.lane && bar >= brushed.first && bar <= brushed.last;
}

/** Sorts by a column, in the opposite order if the table is sorted by it already. */
export function sortBy(listed: Listed, column: string): void {
  const { sorting } = listed;
  const isFalling = sorting.column === column ? !sorting.isFalling : isNumber(listed.table, column);
  sortings.value = { ...sortings.value, [tableKind.value]: { column, isFalling } };
}

function isNumber(table: Table, name: string): boolean {
  return table.columns.find((column) => column.name === name)?.value !== null;
}

/** Lists the jobs of some bars. */
export function listBrushed(next: Brush): void {
  batch(() => {
    brush.value = next;
    tableKind.value = "jobs";
    tableThread.value = next.pane.opened.value.trace.lanes[next.lane]?.name ?? null;
    openTab("table");
  });
}

/**
 * Shows the place of a row in the picture and selects its event and thread. The table stays open.
 */
export function showRow(pane: Pane, table: Table, row: number): void {
  const { begin, end, event, lane } = table.spot(row);
  batch(() => {
    if (event >= 0) {
      selectEvent(pane, event);
    }
    if (lane >= 0) {
      pane.lane.value = lane;
    }
    if (end > begin) {
      zoomToTimes(pane, begin, end);
    }
    tab.value = "table";
  });
  if (lane >= 0) {
    scrollToRow(pane, `lane:${lane}`);
  }
}
