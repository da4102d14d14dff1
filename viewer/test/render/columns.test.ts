// SPDX-License-Identifier: Apache-2.0
// Goal: at a low zoom, a column has the values between its borders, and the borders are close to
// their exact positions.
// Method: random ascending values at many zooms; each border is compared with a search in all
// values.
import { describe, expect, test } from "vitest";
import { eventsBefore, gridOf, positionsBefore } from "../../src/render/columns";
import type { Trace } from "../../src/model";
import { lowerBound } from "../../src/render/binary-search";
import { random } from "../model/synthetic";

const next = random(7);
const COUNT = 150_000;
let now = 0;
const time = Float64Array.from({ length: COUNT }, () => (now += Math.floor(next() ** 6 * 1000)));
const whole = time[COUNT - 1] as number;
const trace = { time } as unknown as Trace;
const many = Int32Array.from({ length: COUNT / 2 }, (_, place) => 2 * place + (place % 2));
const few = Int32Array.of(0, 5, 70, COUNT - 1);

function before(values: Float64Array | Int32Array, wanted: number): number {
  return lowerBound(values, wanted, 0, values.length);
}

describe.each([
  [0, 1],
  [-0.02, 1.02],
  [0.3, 0.45],
  [0.8, 1.3],
  [-1, 3],
  [0.5, 0.501],
])("columns from %d to %d of a trace", (first, last) => {
  const [begin, end, columns] = [first * whole, last * whole, 777];
  const grid = gridOf({ begin, end }, columns, whole);
  const step = (end - begin) / columns;
  const room = (): Int32Array => new Int32Array(columns + 1);
  const edges = positionsBefore(time, grid, room());

  test("begin at cells if they are wide enough, else at their exact positions", () => {
    const isFar = grid.cells !== null;
    expect(isFar).toBe(last - first > 0.1);
    grid.borders.forEach((border, column) => {
      const away = Math.abs(border - (begin + column * step));
      expect(away).toBeLessThanOrEqual(isFar ? step / 8 : 0);
    });
  });

  test("have the values between their borders", () => {
    grid.borders.forEach((border, column) => {
      // The last cell ends after the last event.
      const isLast = grid.cells !== null && grid.cells.at[column] === grid.cells.count;
      expect(edges[column]).toBe(isLast ? COUNT : before(time, border));
    });
  });

  test.each([
    ["many", many],
    ["few", few],
  ])("have %s events of a list", (_, list) => {
    const places = eventsBefore(list, trace, grid, edges, room());
    edges.forEach((edge, column) => expect(places[column]).toBe(before(list, edge)));
  });
});

test("the columns of a trace change when it becomes longer", () => {
  const columns = 100;
  for (const length of [whole, 2 * whole]) {
    const grid = gridOf({ begin: 0, end: length }, columns, length);
    const places = positionsBefore(time, grid, new Int32Array(columns + 1));
    expect(grid.cells).not.toBeNull();
    grid.borders
      .subarray(0, columns)
      .forEach((border, column) => expect(places[column]).toBe(before(time, border)));
  }
});
