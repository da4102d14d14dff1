// SPDX-License-Identifier: Apache-2.0
// Tests rows with more intervals than pixels, and exported pictures.
import { describe, expect, test } from "vitest";
import {
  legendHeight,
  legendText,
  minimapPosition,
  rangeText,
  ROW_HEIGHT,
  rowsHeight,
  rowTop,
  RULER_HEIGHT,
  stretchOf,
  themeOf,
  timeOf,
  toSvg,
} from "../../src/render";
import type { Track } from "../../src/model";
import type { Scene } from "../../src/render";
import { rowsOutside, shapeOf } from "../../src/render/layout";
import { Pixels } from "../../src/render/pixels";
import { random } from "../model/synthetic";
import { crowdedOf } from "../../src/render/rows/dense";
import { drawn } from "./fake";
import { row, sceneOf, track } from "./invented";

describe("rows", () => {
  const rows = [row("core", 0), row("lane", 1, { isOpen: true }), row("lane", 2)];

  test("fill the height, up to three times their own height", () => {
    const needed = rowsHeight({ rows, stretch: 1 });
    expect(stretchOf(rows, needed)).toBe(1);
    expect(stretchOf(rows, needed / 2)).toBe(1);
    expect(rowsHeight({ rows, stretch: stretchOf(rows, 0.9 * needed) })).toBeLessThan(needed);
    expect(stretchOf(rows, 10_000)).toBe(3);
    for (let height = needed; height < 3 * needed; height += 7) {
      const free = height - rowsHeight({ rows, stretch: stretchOf(rows, height) });
      expect(free, `height ${height}`).toBeGreaterThanOrEqual(0);
      expect(free, `height ${height}`).toBeLessThan(
        height < 2.5 * needed ? rows.length + 2 : Infinity,
      );
    }
  });

  test("have texts above the letters of events if both fit", () => {
    expect(shapeOf(ROW_HEIGHT)).toMatchObject({
      bar: { top: 5, height: 15 },
      rug: { top: 21, height: 4 },
      box: { top: 5, height: 15 },
      isHigh: false,
    });
    const high = shapeOf(3 * ROW_HEIGHT);
    expect(high.isHigh).toBe(true);
    expect(high.words + 6).toBeLessThan(high.box.top);
    expect(high.box.top + high.box.height).toBeLessThanOrEqual(high.rug.top);
  });

  test("report how many of them are scrolled out", () => {
    const scene = sceneOf({ height: RULER_HEIGHT + 4 * ROW_HEIGHT, top: 40 });
    expect(rowsOutside(scene)).toEqual({ above: 2, below: 8 });
    expect(rowsOutside(sceneOf({ height: 2000 }))).toEqual({ above: 0, below: 0 });
  });
});

/** In each of 500 pairs of ticks the thread runs and is ready, except for one long wait. */
const LATE = 500;
const intervals = Array.from({ length: 480 }, (_, place) => place * 2).filter(
  (begin) => begin < LATE || begin > LATE + 40,
);
const lane = {
  running: track(...intervals.map((begin) => [begin, begin + 0.5, 0] as const)),
  ready: track(
    ...[...intervals, LATE]
      .sort((one, other) => one - other)
      .map((begin) => [begin + 0.5, begin + (begin === LATE ? 40 : 1), 0] as const),
  ),
  heldOff: track(),
  waiting: track(),
  events: new Int32Array(0),
};

const withLane = (own: Partial<typeof lane>): Scene => {
  const base = sceneOf({ rows: [row("lane", 2)], range: { begin: 0, end: 10_000 }, stretch: 3 });
  const lanes = base.analysis.lanes.map((some, place) =>
    place === 2 ? { ...some, ...lane, ...own } : some,
  );
  return {
    ...base,
    analysis: { ...base.analysis, lanes },
    shows: { ...base.shows, inversions: false },
  };
};

describe("a crowd", () => {
  test("begins at three intervals in a column and its neighbours", () => {
    expect(crowdedOf([{ begun: Int32Array.of(0, 1, 2, 2, 2, 2) }], 5)).toBeNull();
    const crowd = crowdedOf([{ begun: Int32Array.of(0, 1, 3, 3, 3, 3) }], 5);
    expect([...(crowd ?? [])]).toEqual([1, 1, 0, 0, 0]);
  });

  test("shows shares as heights, and the longest wait in its column", () => {
    const scene = withLane({});
    const { colourAt, words } = drawn(scene);
    const { bar } = shapeOf(3 * ROW_HEIGHT);
    const top = rowTop(scene, 0) + bar.top;
    const inks = (x: number): number =>
      [...Array(bar.height).keys()].filter((y) => colourAt(x, top + y) !== themeOf(scene).ground)
        .length;
    // It runs or is ready half of the time, so half of the bar is filled.
    expect(inks(220) / bar.height).toBeCloseTo(0.5, 1);
    expect(words.map(({ text }) => text)).toContain("ready 39.5 µs");
    const late = Math.floor(200 + LATE / 10);
    expect(colourAt(late, top + 1)).not.toBe(themeOf(scene).ground);
  });

  test("has its flag at the longest wait, even if that is drawn alone", () => {
    const waits = (each: readonly number[], last: number): Track =>
      track(...each.map((begin) => [begin + 0.5, begin + 1, 0] as const), [5000, last, 0]);
    const said = (ready: Track): readonly string[] =>
      drawn(withLane({ ready })).words.map(({ text }) => text);
    expect(said(waits(intervals, 5400))).toContain("ready 400 µs");
    expect(said(waits(intervals.slice(0, 100), 5400))).not.toContain("ready 400 µs");
  });

  test("has the same picture stacked by row as by column", () => {
    const image = { width: 3, height: 10, data: new Uint8ClampedArray(120).fill(255) };
    const pixels = new Pixels(image, 1);
    pixels.clip({ x: 1, y: 2, width: 2, height: 6 });
    pixels.stack({ x: 0, y: 0, width: 3, height: 10 }, [
      { share: Float64Array.of(1, 0.25, 0.05), colour: "#ff0000" },
      { share: Float64Array.of(0, 0.5, 0.9), colour: "#0000ff" },
    ]);
    const reds = (x: number): readonly number[] =>
      [...Array(10).keys()].map((y) => image.data[(y * 3 + x) * 4] ?? -1);
    expect(reds(0)).toEqual(Array(10).fill(255));
    expect(reds(1)).toEqual([255, 255, 127, 0, 0, 0, 0, 127, 255, 255]);
    expect(reds(2)).toEqual([255, 255, 0, 0, 0, 0, 0, 0, 255, 255]);
  });
});

describe("the minimap", () => {
  test("has each position directly above that of the picture if all is visible", () => {
    const scene = sceneOf({ range: { begin: -20, end: 1010 } });
    for (const x of [200, 500, 1200]) {
      expect(minimapPosition(scene, scene.width, x, scene.range)).toBeCloseTo(timeOf(scene, x), 6);
    }
  });
});

describe("an exported picture", () => {
  test("names the file, the range and the unit", () => {
    expect(rangeText(sceneOf({ range: { begin: -20, end: 400 } }))).toBe(
      "0 µs to 400 µs: 400 µs, 400 ticks of 1 µs",
    );
    expect(rangeText(sceneOf({ mode: "sequence", range: { begin: 4.8, end: 12 } }))).toBe(
      "events 5 to 11 of 100",
    );
    const base = sceneOf();
    const trace = { ...base.trace, clockHz: null };
    expect(rangeText({ ...base, trace })).toBe(
      "ticks 0 to 990: 990 ticks; their length is not known",
    );
  });

  test("ends with the rows, and has a legend on request", () => {
    const scene = sceneOf({ rows: [row("lane", 2)], height: 900 });
    const height = 28 + RULER_HEIGHT + ROW_HEIGHT;
    expect(toSvg([scene])).toContain(`width="1200" height="${height}" viewBox`);
    const both = toSvg([scene, scene], { hasLegend: true });
    expect(both).toContain(`height="${2 * height + legendHeight([scene, scene], 1200)}" viewBox`);
    expect(both.match(/>invented</gu)).toHaveLength(2);
    const ids = [...both.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("explains only the colours in the picture", () => {
    const scene = sceneOf();
    expect(legendText([scene])).toContain("priority inversion");
    const shows = { ...scene.shows, inversions: false };
    expect(legendText([{ ...scene, shows }])).not.toContain("priority inversion");
    expect(legendHeight([scene], 300)).toBeGreaterThan(legendHeight([scene], 1600));
  });
});

test("profiles drawn together equal profiles drawn one after the other", () => {
  const next = random(1);
  const image = { width: 40, height: 60, data: new Uint8ClampedArray(40 * 60 * 4) };
  const other = { ...image, data: new Uint8ClampedArray(image.data.length) };
  for (const { data } of [image, other]) {
    // The left half is white. To the right of it, each column has its own background, equal in all
    // rows.
    new Uint32Array(data.buffer).forEach((_, place, words) => {
      words[place] = place % 40 < 20 ? 0xffffffff : 0xff000000 + (place % 40) * 0x050301;
    });
  }
  const box = { x: 2.5, y: 4, width: 15, height: 23 };
  const part = (): number => (next() < 0.1 ? NaN : next() * 1.2 - 0.1);
  const layers = ["#112233", "#ffee00", "#0077aa"].map((colour, place) => ({
    low: Float32Array.from({ length: 30 }, part),
    high: Float32Array.from({ length: 30 }, part),
    colour,
    alpha: [0.35, 1, 0.8][place] ?? 1,
  }));
  const [together, single] = [new Pixels(image, 2), new Pixels(other, 2)];
  for (const pixels of [together, single]) {
    pixels.clip({ x: 4, y: 6, width: 12, height: 30 });
  }
  together.profiles(box, layers);
  layers.forEach(({ low, high, colour, alpha }) => single.profile(box, low, high, colour, alpha));
  expect(new Set(image.data).size).toBeGreaterThan(50);
  expect(image.data).toEqual(other.data);
});
