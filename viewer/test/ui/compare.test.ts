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
  isProportion,
  rowOf,
  toCsv,
} from "../../src/ui/statistics-tree";
import type { Trace } from "../../src/model";
import { readdirSync, readFileSync } from "node:fs";
import { readTrace } from "../model/read";
import { made } from "./small-trace";

const FOLDER = new URL("../../../examples/traces/", import.meta.url);

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

  test("at the start has the offset 0", () => {
    expect(offset(first, second, { by: "start" }, true)).toBe(0);
  });

  test.each([1, 2])("puts the cycle %d of both traces at the same position", (n) => {
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

  test("has the offset 0 if a trace does not have the cycle", () => {
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

  test("have paths that contain the names of threads", () => {
    expect(Object.fromEntries(flatten(tree))).toMatchObject({
      events: 12,
      "system.switches": 18,
      "threads.a.counters.runs": 3,
    });
  });

  test("are shown side by side with their ratio", () => {
    const other = { ...tree, system: { switches: 4 } };
    const row = compare(tree, other, "limen").find(({ path }) => path === "system.switches");
    expect(row).toMatchObject({ path: "system.switches", one: 18, other: 4, ratio: 4.5 });
    const none = compare(tree, { ...tree, system: { switches: 0 } }, "limen");
    expect(none.find(({ path }) => path === "system.switches")?.ratio).toBeNull();
  });

  test("become rows of a table", () => {
    const rows = tree.threads.map(rowOf);
    expect(columnsOf(rows)).toEqual(["name", "runs"]);
    expect(rows[0]).toEqual({ name: "a", runs: 3 });
  });

  test("are written as CSV that spreadsheets read", () => {
    expect(
      toCsv([
        ["name", "value"],
        ['b, "c"', null],
      ]),
    ).toBe('name,value\r\n"b, ""c""",\r\n');
  });

  test("are written as CSV that spreadsheets do not execute as formulas", () => {
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

  test("of equal values, and of no values, have one bin", () => {
    expect(histogram([5, 5, 5], 10)).toEqual({
      least: 5,
      width: 0,
      length: 1,
      counts: [3],
      values: 3,
    });
    expect(histogram([], 10)).toEqual({ least: 0, width: 0, length: 1, counts: [0], values: 0 });
  });
});

describe("the labels of numbers", () => {
  const samples = readdirSync(FOLDER).filter((name) => /\.(?:limen|trx)$/u.test(name));

  test.each(samples)("of %s contain no key of the engine", (name) => {
    const { trace } = readTrace(readFileSync(new URL(name, FOLDER)), name);
    const tree = trace.queries.statistics(0, trace.count);
    const names = new Set([...trace.lanes, ...trace.objects].map((one) => one.name));
    const labels = compare(tree, tree, trace.origin)
      .filter(isProportion)
      .map(({ about }) => about);
    expect(labels.length).toBeGreaterThan(9);
    for (const { title, definition } of labels) {
      expect(definition, title).not.toBe("");
      const words = title.split(/[:,] /u).filter((word) => !names.has(word));
      const keys = words.filter((word) => /_/u.test(word) && !/^(?:tx|lm)_/u.test(word));
      expect(keys.filter((word) => word !== word.toUpperCase())).toEqual([]);
    }
  });
});

describe("what changed", () => {
  const changes = (before: string, after: string): readonly string[] => {
    const [one, other] = [before, after].map((name) => {
      const file = `${name}-host.limen`;
      return readTrace(readFileSync(new URL(file, FOLDER)), file).trace.queries;
    });
    return other!.changes(one!);
  };

  test("begins with the greatest change of a response", () => {
    expect(changes("inversion-plain", "inversion-inheritance")).toEqual([
      "high waits for mutex first 12 ms -> 2 ms: the unbounded inversion is gone.",
      "medium: longest response 10 ms -> 12 ms.",
      "medium: longest time held off 0 -> 1 ms.",
    ]);
    expect(changes("inversion-inheritance", "inversion-plain")[0]).toBe(
      "high waits for mutex first 2 ms -> 12 ms: the inversion is unbounded.",
    );
    expect(changes("schedulability-preemptive", "schedulability-thresholds")).toContain(
      "t3: missed deadlines 2 -> 0.",
    );
  });

  test.each([
    ["inversion-plain", "inversion-inheritance"],
    ["inversion-inheritance", "inversion-ceiling"],
    ["inversion-chain-plain", "inversion-chain-inheritance"],
    ["threshold-preemptive", "threshold-threshold"],
    ["priorities-equal", "priorities-unique"],
    ["schedulability-preemptive", "schedulability-thresholds"],
    ["schedulability-nonpreemptive", "schedulability-thresholds"],
    ["starvation-starved", "starvation-slices"],
    ["critical-section-mutex", "critical-section-preempt-disable"],
    ["preemption-models-load-plain", "preemption-models-load-spinlock"],
  ])("%s and %s differ in a response", (one, other) => {
    const [first, ...rest] = changes(one, other);
    expect(first).toMatch(/: longest response .* -> |waits for .* -> |held off .* -> /u);
    expect(rest.length).toBeLessThan(5);
    expect(changes(one, one)).toEqual(["No response changes."]);
  });
});
