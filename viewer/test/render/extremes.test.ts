// SPDX-License-Identifier: Apache-2.0
// Goal: the least and the greatest of each column are those of a look at all of its values.
import { expect, test } from "vitest";
import { envelopeOf, greatestOf, leastOf } from "../../src/render/extremes";
import { random } from "../model/synthetic";

const numbers = (values: readonly number[]): readonly number[] =>
  values.filter((value) => !Number.isNaN(value));

test.each([0, 1, 15, 16, 17, 256, 4097])("%d values, some of which do not count", (count) => {
  const next = random(count + 1);
  const values = Float64Array.from({ length: count }, () => (next() < 0.1 ? NaN : next() - 0.5));
  for (let round = 0; round < 50; round += 1) {
    const places = Int32Array.from({ length: 20 }, () => Math.floor(next() * (count + 1))).sort();
    const before = round % 2;
    const { low, high } = envelopeOf(values, places, 18, before);
    for (let column = 0; column < 19; column += 1) {
      const [from, to] = [Math.max(places[column]! - before, 0), places[column + 1]!];
      const all = column < 18 && to > from ? numbers([...values.subarray(from, to)]) : [];
      const wanted = all.length === 0 ? [NaN, NaN] : [Math.min(...all), Math.max(...all)];
      expect([low[column], high[column]]).toEqual(wanted.map(Math.fround));
    }
  }
  const all = numbers([...values]);
  expect(leastOf(values)).toBe(Math.min(Infinity, ...all));
  expect(greatestOf(values)).toBe(Math.max(0, ...all));
});
