// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { countUpTo, gallop, lowerBound, near } from "../../src/render/binary-search";
import { gridOf } from "../../src/render/columns";
import { forWide, stripOf, touching, withSums } from "../../src/render/strip";
import type { Spans } from "../../src/render/strip";
import { random } from "../model/synthetic";

/** Random intervals with gaps, some of length 0, some adjacent. */
function spansAtRandom(seed: number, count: number): Spans {
  const next = random(seed);
  const begin = new Float64Array(count);
  const end = new Float64Array(count);
  let time = 0;
  for (let place = 0; place < count; place++) {
    time += next() < 0.3 ? 0 : Math.floor(next() * 50);
    begin[place] = time;
    time += next() < 0.2 ? 0 : 1 + Math.floor(next() ** 4 * 2000);
    end[place] = time;
  }
  return withSums(begin, end);
}

/** The length of all intervals within [from, to), without cumulative sums. */
function lengthWithin({ begin, end }: Spans, from: number, to: number): number {
  return [...begin].reduce((sum, start, place) => {
    return sum + Math.max(Math.min(end[place] ?? 0, to) - Math.max(start, from), 0);
  }, 0);
}

describe("a strip", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "shows the exact covered time for every number of columns (%i)",
    (seed) => {
      const next = random(seed + 100);
      const spans = spansAtRandom(seed, 3000);
      const total = spans.end[spans.count - 1] ?? 0;
      const begin = next() * total * 0.7;
      const end = begin + next() ** 3 * total + 3;
      const columns = 1 + Math.floor(next() * 1500);
      const { share } = stripOf(spans, gridOf({ begin, end }, columns));
      const shown = share.reduce((sum, part) => sum + part, 0) * ((end - begin) / columns);
      expect(shown).toBeCloseTo(lengthWithin(spans, begin, end), 5);
    },
  );

  test("has a level wherever there is an interval, even one without length", () => {
    const spans = withSums(Float64Array.of(5, 1e9), Float64Array.of(5, 1e9 + 1));
    const { level, share } = stripOf(spans, gridOf({ begin: 0, end: 2e9 }, 10));
    expect([...level]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    expect(share[0]).toBe(0);
  });

  test("has no rounding errors in a long interval after large sums", () => {
    const spans = withSums(Float64Array.of(0, 1e13), Float64Array.of(1e13, 3e13));
    const { level } = stripOf(spans, gridOf({ begin: 2e13, end: 2e13 + 8 }, 1000));
    expect(new Set(level)).toEqual(new Set([255]));
  });

  test("finds the wide intervals among many narrow ones", () => {
    const thin = Array.from({ length: 1000 }, (_, place) => place * 0.1);
    const begin = Float64Array.from([...thin, 200, 600]);
    const end = Float64Array.from([...thin.map((time) => time + 0.05), 590, 603]);
    const places: number[] = [];
    forWide(stripOf(withSums(begin, end), gridOf({ begin: 0, end: 1000 }, 1000)), 5, (place) =>
      places.push(place),
    );
    expect(places).toEqual([1000]);
  });

  test("is empty where no interval is", () => {
    const spans = withSums(Float64Array.of(10), Float64Array.of(20));
    expect(stripOf(spans, gridOf({ begin: 30, end: 40 }, 5)).isEmpty).toBe(true);
    expect(stripOf(spans, gridOf({ begin: 12, end: 14 }, 5)).isEmpty).toBe(false);
  });
});

test("touching() returns the intervals that overlap or touch a pixel", () => {
  const spans = withSums(Float64Array.of(0, 10, 20, 30), Float64Array.of(5, 15, 25, 35));
  expect(touching(spans, 12, 22)).toEqual([1, 3]);
  expect(touching(spans, 6, 9)).toEqual([1, 1]);
});

describe("searches", () => {
  test.each([1, 2, 3])("gallop and near return the result of a scan (%i)", (seed) => {
    const next = random(seed);
    const values = Int32Array.from({ length: 5000 }, () => Math.floor(next() * 3000)).sort();
    for (let round = 0; round < 300; round++) {
      const from = Math.floor(next() * values.length);
      const wanted = Math.floor(next() * 3100);
      const scanned = values.findIndex((value, place) => place >= from && value >= wanted);
      const place = scanned < 0 ? values.length : scanned;
      expect(gallop(values, wanted, from, values.length)).toBe(place);
      for (const stride of [0, 1, 300, place - from, values.length]) {
        expect(near(values, wanted, from, values.length, stride), `stride ${stride}`).toBe(place);
      }
    }
  });

  test("countUpTo and lowerBound differ by the number of equal values", () => {
    const values = Float64Array.of(1, 2, 2, 2, 3);
    expect(countUpTo(values, 2, values.length) - lowerBound(values, 2, 0, values.length)).toBe(3);
  });
});
