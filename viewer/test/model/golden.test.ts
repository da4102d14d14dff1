// SPDX-License-Identifier: Apache-2.0
// Goal: the page gives the same results for the golden traces as the command.
import { readdirSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import type { Branch } from "../../src/model";
import { bytes, fromHex, path, text } from "./files";
import { readTrace } from "./read";
import { heldOffRows, jobRows, switchRows, waitRows } from "./analysis-rows";

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}
interface Golden {
  readonly source: string;
  readonly stats: Record<string, unknown>;
  readonly window: Record<string, unknown>;
  readonly why: Table;
  readonly waits: Table;
  readonly held_off: Table;
  readonly jobs: Table;
}

const FOLDER = "tests/support/golden/analysis/";
const goldens = readdirSync(path(FOLDER)).filter((name) => name.endsWith(".json"));

function open(source: string): Uint8Array {
  const file = `tests/support/${source}`;
  return source.endsWith(".hex") ? fromHex(text(file)) : bytes(file);
}

function records({ columns, rows }: Table): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}

test("there are golden traces of both kernels", () => {
  expect(goldens.length).toBeGreaterThan(10);
});

suite.each(goldens)("%s", (name) => {
  const golden = JSON.parse(text(FOLDER + name)) as Golden;
  const { trace, analysis } = readTrace(open(golden.source), golden.source);

  test("has the same switches, for the same reasons", () => {
    expect(switchRows(trace, analysis)).toEqual(records(golden.why));
  });

  test("has the same waits", () => {
    expect(waitRows(trace, analysis)).toEqual(records(golden.waits));
  });

  test("has the same statistics", () => {
    expect(trace.queries.statistics(0, trace.count)).toEqual(golden.stats);
  });

  test("has the same statistics of a window when other work is done between their steps", () => {
    const { first, last } = golden.window as { first: number; last: number };
    const counting = trace.queries.counting(first, last);
    const other = trace.queries.counting(first, last);
    const abandoned = trace.queries.counting(first, last);
    abandoned.next();
    let steps = 0;
    let step = counting.next();
    for (; step.done !== true; step = counting.next()) {
      trace.queries.details(0);
      trace.queries.findings();
      other.next();
      if (steps === 3) {
        abandoned.return({});
      }
      steps++;
    }
    expect(step.value).toMatchObject(golden.window as Branch);
    expect(steps).toBeGreaterThan(5);
  });

  test("has the same statistics of a window", () => {
    const { first, last } = golden.window as { first: number; last: number };
    const { popular, ...found } = trace.queries.statistics(first, last) as Branch;
    expect(found).toEqual(golden.window);
    expect(popular).not.toEqual([]);
  });

  test("has the same held-off intervals", () => {
    expect(heldOffRows(trace, analysis)).toEqual(records(golden.held_off));
  });

  test("has the same jobs", () => {
    expect(jobRows(trace, analysis)).toEqual(records(golden.jobs));
  });
});
