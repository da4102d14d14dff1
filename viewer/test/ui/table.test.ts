// SPDX-License-Identifier: Apache-2.0
// Goal: the table lists all results of the analysis, in any order, for a range of events; and a
// histogram counts each job in the bar that selects it.
import { describe, expect, test } from "vitest";
import { histogram, placeInBins } from "../../src/ui/statistics-tree";
import { sorted, tableOf } from "../../src/ui/table-contents";
import type { TableKind } from "../../src/ui/table-contents";
import { made } from "./small-trace";

const read = made(2000);
const { trace, analysis } = read;
const KINDS: readonly (readonly [TableKind, number])[] = [
  ["jobs", analysis.jobs.count],
  ["waits", analysis.waits.count],
  ["inversions", analysis.inversions.count],
  ["held", analysis.lanes.reduce((sum, { heldOff }) => sum + heldOff.count, 0)],
];

describe.each(KINDS)("%s", (kind, count) => {
  const table = tableOf(read, kind, null);
  const all = Int32Array.from({ length: count }, (_, row) => row);

  test("are all there", () => {
    expect(count).toBeGreaterThan(0);
    expect(table.count).toBe(count);
  });

  test("lie in the trace, and have a text in each column", () => {
    const last = trace.time[trace.count - 1] ?? 0;
    for (const row of all) {
      const { begin, end, event, lane } = table.spot(row);
      expect(begin).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual(last);
      expect(event).toBeGreaterThanOrEqual(0);
      expect(trace.lanes[lane]).toBeDefined();
      expect(table.isOf(row, lane)).toBe(true);
      for (const column of table.columns) {
        expect(column.text(row)).not.toContain("NaN");
      }
    }
  });

  test("are sorted by each column in both directions", () => {
    for (const column of table.columns) {
      for (const isFalling of [false, true]) {
        const rows = sorted(all, column, isFalling);
        expect([...rows].sort((one, other) => one - other)).toEqual([...all]);
        const keys = Array.from(rows, (row) => column.value?.(row) ?? NaN);
        const known = keys.filter((key) => !Number.isNaN(key));
        const plain = [...known].sort((one, other) => (isFalling ? other - one : one - other));
        // Unknown values are last.
        expect(keys.slice(0, known.length)).toEqual(plain);
      }
    }
  });

  test("are listed for each range of events that they overlap", () => {
    const middle = Math.floor(trace.count / 2);
    for (const row of all) {
      expect(table.isIn?.(row, 0, trace.count)).toBe(true);
      const halves = [table.isIn?.(row, 0, middle), table.isIn?.(row, middle, trace.count)];
      expect(halves).toContain(true);
      const { event } = table.spot(row);
      expect(table.isIn?.(row, event, event + 1)).toBe(true);
    }
  });
});

test("numbers in names are sorted by value", () => {
  const names = ["thread 10", "thread 9", "a", "thread 9"];
  const text = (row: number): string => names[row] ?? "";
  const column = { name: "", title: "", definition: "", value: null, text };
  expect([...sorted(Int32Array.of(0, 1, 2, 3), column, false)]).toEqual([2, 1, 3, 0]);
  expect([...sorted(Int32Array.of(0, 1, 2, 3), column, true)]).toEqual([0, 1, 3, 2]);
});

test("a pair of threads leads to its longest blocking", () => {
  const held = tableOf(read, "held", null);
  const rows = Array.from({ length: held.count }, (_, row) => row);
  const lanes = trace.lanes.map(({ name }) => name);
  const [waiter, owner] = [analysis.inversions.waiter[0] ?? 0, analysis.inversions.owner[0] ?? 0];
  const statistics = { blocking: [{ thread: lanes[waiter] ?? "", by: lanes[owner] ?? "" }] };
  const spot = tableOf(read, "blocking", statistics).spot(0);
  const lengths = rows
    .filter((row) => held.spot(row).lane === waiter && held.isOf(row, owner))
    .map((row) => held.spot(row).end - held.spot(row).begin);
  expect(spot.lane).toBe(waiter);
  expect(spot.event).toBeGreaterThanOrEqual(0);
  expect(spot.end - spot.begin).toBeGreaterThanOrEqual(Math.max(1, ...lengths));
  const nowhere = tableOf(read, "blocking", statistics, { first: 0, last: 0 }).spot(0);
  expect(nowhere.event).toBe(-1);
});

test("a bar selects the jobs that it counts", () => {
  const { jobs } = analysis;
  const values = [...jobs.response.subarray(0, jobs.count)].filter((value) => value >= 0);
  const bars = histogram(values, 32);
  const chosen = bars.counts.map(
    (_, bar) => values.filter((value) => placeInBins(bars, value) === bar).length,
  );
  expect(chosen).toEqual(bars.counts);
  expect(chosen.reduce((sum, one) => sum + one, 0)).toBe(values.length);
});
