// SPDX-License-Identifier: Apache-2.0
// Goal: two traces are aligned on one time base, and their statistics are compared in tables and
// files.
import { describe, expect, test } from "vitest";
import { cycleOf, marks, offset } from "../../src/ui/align";
import {
  columnsOf,
  compare,
  definitionOf,
  flatten,
  histogram,
  rowOf,
  toCsv,
} from "../../src/ui/statistics-tree";
import type { Trace } from "../../src/model";
import { made } from "./small-trace";

/** The trace with user events of a number in place of some of its events. */
function marked(trace: Trace, number: number, at: readonly number[]): Trace {
  const event = trace.event.map((kind, place) =>
    at.includes(place) ? 64 : kind === 64 ? 0 : kind,
  );
  const words = trace.words.map((column, word) =>
    word === 1 ? { at: (row: number) => (at.includes(row) ? number : column.at(row)) } : column,
  );
  return { ...trace, event, words };
}

describe("alignment", () => {
  const first = marked(made(300, 1).trace, 1, [20, 120, 220]);
  const second = marked(made(300, 2).trace, 1, [50, 90]);

  test("at the start moves nothing", () => {
    expect(offset(first, second, { by: "start" }, true)).toBe(0);
  });

  test.each([1, 2])("puts the cycle %d of both at one place", (n) => {
    const alignment = { by: "cycle", mark: 1, n, isCounted: false } as const;
    const [one, other] = [marks(first, 1)[n - 1]!, marks(second, 1)[n - 1]!];
    expect(second.time[other]! + offset(first, second, alignment, true)).toBe(first.time[one]);
    expect(other + offset(first, second, alignment, false)).toBe(one);
  });

  test("counts a cycle from its mark to the next one, or to the end", () => {
    const counted = { by: "cycle", mark: 1, n: 1, isCounted: true } as const;
    expect(cycleOf(first, counted)).toEqual({ first: 20, last: 120 });
    expect(cycleOf(second, { ...counted, n: 2 })).toEqual({ first: 90, last: second.count });
    expect(cycleOf(second, { ...counted, n: 3 })).toBeNull();
    expect(cycleOf(first, { ...counted, isCounted: false })).toBeNull();
    expect(cycleOf(first, { by: "start" })).toBeNull();
  });

  test("moves nothing if one of them has no such cycle", () => {
    expect(offset(first, second, { by: "cycle", mark: 1, n: 3, isCounted: false }, true)).toBe(0);
    expect(offset(first, second, { by: "cycle", mark: 9, n: 1, isCounted: false }, true)).toBe(0);
  });
});

describe("numbers", () => {
  const tree = {
    events: 12,
    system: { switches: 18 },
    threads: [
      { name: "a", counters: { runs: 3 } },
      { name: "b, c", counters: { runs: 0 } },
    ],
  };

  test("have paths with the names of threads", () => {
    expect(Object.fromEntries(flatten(tree))).toMatchObject({
      events: 12,
      "system.switches": 18,
      "threads.a.counters.runs": 3,
    });
  });

  test("stand side by side with their ratio", () => {
    const other = { ...tree, system: { switches: 4 } };
    const row = compare(tree, other).find(({ path }) => path === "system.switches");
    expect(row).toEqual({ path: "system.switches", one: 18, other: 4, ratio: 4.5 });
    const none = compare(tree, { ...tree, system: { switches: 0 } });
    expect(none.find(({ path }) => path === "system.switches")?.ratio).toBeNull();
  });

  test("become rows of a table", () => {
    const rows = tree.threads.map(rowOf);
    expect(columnsOf(rows)).toEqual(["name", "runs"]);
    expect(rows[0]).toEqual({ name: "a", runs: 3 });
  });

  test("become CSV that spreadsheets read", () => {
    expect(
      toCsv([
        ["name", "value"],
        ['b, "c"', null],
      ]),
    ).toBe('name,value\r\n"b, ""c""",\r\n');
  });

  test("become CSV that spreadsheets do not compute", () => {
    const cells = ["=1+1", "+x", "-x", "@x", "\t=1", "\uff1d1", "-5", "-1.5e3", "x=1"];
    const shown = cells.map((text) => toCsv([[text, -5]]).trimEnd());
    const written = [...cells.slice(0, 6).map((text) => `'${text}`), ...cells.slice(6)];
    expect(shown).toEqual(written.map((text) => `${text},-5`));
  });

  test("have definitions", () => {
    expect(definitionOf("switches", "limen").definition).toContain("another thread");
    expect(definitionOf("stack_used", "threadx").unit).toBe("bytes");
    expect(definitionOf("no_such_thing", "limen").title).toBe("no such thing");
  });
});

describe("histograms", () => {
  test("count every value once", () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000);
    const { counts, least, width } = histogram(values, 10);
    expect(counts.reduce((one, other) => one + other, 0)).toBe(1000);
    expect(least).toBe(0);
    expect(least + width * counts.length).toBeCloseTo(999, 9);
  });

  test("of equal values and of none have one bin", () => {
    expect(histogram([5, 5, 5], 10)).toEqual({ least: 5, width: 0, length: 1, counts: [3] });
    expect(histogram([], 10)).toEqual({ least: 0, width: 0, length: 1, counts: [0] });
  });
});
