// SPDX-License-Identifier: Apache-2.0
// Goal: the minimum and maximum of each column equal those of a scan over all its values.
import { describe, expect, test } from "vitest";
import { finest } from "../../src/render/columns";
import { envelopeOf, greatestOf, leastOf } from "../../src/render/extremes";
import { random } from "../model/synthetic";

const COLUMNS = 20;
/** The last columns, which have no values. */
const UNKNOWN = 2;

const numbers = (values: readonly number[]): readonly number[] =>
  values.filter((value) => !Number.isNaN(value));

describe.each([0, 1, 7, 8, 9, 64, 4097])("%d values, some of which do not count", (count) => {
  const next = random(count + 1);
  const values = Float64Array.from({ length: count }, () => (next() < 0.1 ? NaN : next() - 0.5));
  const rising = (length: number, end: number): Int32Array =>
    Int32Array.from({ length }, () => Math.floor(next() * (end + 1))).sort();

  function expectExact(low: Float32Array, high: Float32Array, places: Int32Array, before: number) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [from, to] = [Math.max(places[column]! - before, 0), places[column + 1]!];
      const isSeen = column < COLUMNS - UNKNOWN && to > from;
      const all = isSeen ? numbers([...values.subarray(from, to)]) : [];
      const wanted = all.length === 0 ? [NaN, NaN] : [Math.min(...all), Math.max(...all)];
      expect([low[column], high[column]]).toEqual(wanted.map(Math.fround));
    }
  }

  test.each([0, 1] as const)("between positions, and %d values before them", (before) => {
    for (let round = 0; round < 50; round += 1) {
      const places = rising(COLUMNS + 1, count);
      const { low, high } = envelopeOf(values, {
        columns: COLUMNS - UNKNOWN,
        before,
        cells: null,
        placesOfCells: () => places,
        places: () => places,
      });
      expectExact(low, high, places, before);
    }
  });

  test("between cells", () => {
    const { count: most } = finest({ count: 1, length: 1 });
    const ofCells = rising(most + 1, count);
    for (let round = 0; round < 50; round += 1) {
      const size = round % 2 === 0 ? 1 : 8;
      const cells = most / size;
      const at = rising(COLUMNS + 1, cells);
      const { low, high } = envelopeOf(values, {
        columns: COLUMNS - UNKNOWN,
        before: 0,
        cells: { count: cells, length: 1, at },
        placesOfCells: () => ofCells,
        places: () => new Int32Array(0),
      });
      expectExact(
        low,
        high,
        at.map((cell) => ofCells[cell * size]!),
        0,
      );
    }
  });

  test("and of all of them", () => {
    const all = numbers([...values]);
    expect(leastOf(values)).toBe(Math.min(Infinity, ...all));
    expect(greatestOf(values)).toBe(Math.max(0, ...all));
  });
});
