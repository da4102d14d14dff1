// SPDX-License-Identifier: Apache-2.0
// Goal: zooming, panning and changing the mode keep the position that the user is looking at.
import { describe, expect, test } from "vitest";
import { made } from "./small-trace";
import {
  changeMode,
  fit,
  keepInside,
  lowerBound,
  pan,
  placeIn,
  reveal,
  span,
  timeIn,
  upperBound,
  zoomAt,
} from "../../src/ui/ranges";

const OPAQUE = { begin: 0, end: 1000 };
const TIMES = Float64Array.of(0, 10, 10, 40, 100, 1000);

describe("zoom", () => {
  test.each([0, 250, 500, 999])("keeps the position %d under the pointer", (at) => {
    const before = { begin: 0, end: 1000 };
    const share = (at - before.begin) / span(before);
    const after = zoomAt(before, at, 0.5, OPAQUE, 4);
    expect((at - after.begin) / span(after)).toBeCloseTo(share, 9);
    expect(span(after)).toBeCloseTo(500, 9);
  });

  test("in and out again restores the range", () => {
    const before = { begin: 400, end: 500 };
    const after = zoomAt(zoomAt(before, 450, 0.25, OPAQUE, 4), 450, 4, OPAQUE, 4);
    expect(after.begin).toBeCloseTo(before.begin, 9);
    expect(after.end).toBeCloseTo(before.end, 9);
  });

  test("has a limit in both directions", () => {
    expect(span(zoomAt({ begin: 100, end: 110 }, 105, 1e-9, OPAQUE, 4))).toBe(4);
    expect(span(zoomAt(OPAQUE, 500, 1e9, OPAQUE, 4))).toBeLessThan(2000);
  });
});

describe("moving", () => {
  test("leaves the trace by at most half of the visible range", () => {
    for (const by of [-1e9, -300, 300, 1e9]) {
      const after = pan({ begin: 400, end: 600 }, by, OPAQUE);
      expect(span(after)).toBe(200);
      expect(after.begin).toBeGreaterThanOrEqual(-100);
      expect(after.end).toBeLessThanOrEqual(1100);
    }
  });

  test("is not reversed by the limit", () => {
    const inside = { begin: 10, end: 20 };
    expect(keepInside(inside, OPAQUE)).toEqual(inside);
    expect(reveal(inside, 15, OPAQUE)).toEqual(inside);
  });

  test("shows a position outside of the range in the middle", () => {
    const after = reveal({ begin: 10, end: 20 }, 500, OPAQUE);
    expect((after.begin + after.end) / 2).toBe(500);
  });

  test("the full range has a margin on both sides", () => {
    const seen = fit(OPAQUE);
    expect(seen.begin).toBeLessThan(OPAQUE.begin);
    expect(seen.end).toBeGreaterThan(OPAQUE.end);
  });
});

describe("bounds equal the result of a scan", () => {
  const column = [...TIMES];
  test.each([-1, 0, 5, 10, 11, 100, 1000, 2000])("of %d", (value) => {
    expect(lowerBound(TIMES, value)).toBe(column.filter((one) => one < value).length);
    expect(upperBound(TIMES, value)).toBe(column.filter((one) => one <= value).length);
  });

  test("of nothing", () => {
    expect(lowerBound(new Float64Array(), 1)).toBe(0);
    expect(upperBound(new Float64Array(), 1)).toBe(0);
  });
});

describe("time and sequence", () => {
  const regular = {
    ...made(300).trace,
    count: 10_000,
    time: Float64Array.from({ length: 10_000 }, (_, i) => i * 7),
  };
  const seen = { begin: 7 * 4000, end: 7 * 6000 };

  test.each([0, 5, 10, 25, 700, 69_000])(
    "time %d is restored from its position in the sequence",
    (at) => {
      expect(timeIn(regular, placeIn(regular, at))).toBeCloseTo(at, 6);
    },
  );

  test("a change of the axis keeps the selected event visible, in readable columns", () => {
    const sequence = changeMode(
      "sequence",
      { trace: regular, mode: "time", range: seen },
      4321,
      780,
    );
    expect((sequence.begin + sequence.end) / 2).toBeCloseTo(4321.5, 9);
    expect(780 / span(sequence)).toBeGreaterThanOrEqual(26);
    const back = changeMode(
      "time",
      { trace: regular, mode: "sequence", range: sequence },
      4321,
      780,
    );
    expect(back.begin).toBeLessThan(4321 * 7);
    expect(back.end).toBeGreaterThan(4321 * 7);
  });

  test("without a selected event it keeps the middle", () => {
    const sequence = changeMode(
      "sequence",
      { trace: regular, mode: "time", range: seen },
      null,
      780,
    );
    expect((sequence.begin + sequence.end) / 2).toBeCloseTo(5000.5, 6);
  });

  test("the first columns begin at the left edge", () => {
    const start = { begin: -100, end: 7 * 5 };
    const sequence = changeMode("sequence", { trace: regular, mode: "time", range: start }, 0, 780);
    expect(sequence.begin).toBe(-1);
  });
});
