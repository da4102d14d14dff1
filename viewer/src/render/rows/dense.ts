// SPDX-License-Identifier: Apache-2.0
// Bars at any zoom. Intervals that are distinguishable are drawn one by one. In other columns, the
// shares are stacked, and lines show the shortest and the longest interval: a mean would hide a
// single late one.
import type { Ticks, Track } from "../../model";
import type { Frame } from "../frame";
import { cellsFor, placesOfCells } from "../columns";
import { envelopeOf, greatestOf } from "../extremes";
import type { Envelope } from "../extremes";
import { across } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { levelsRoom, memo, partsRoom } from "../memo";
import type { Strip } from "../strip";
import { stripOf, spansOf } from "../strip";
import type { Box } from "../surface";
import { SMALL_FONT } from "../surface";
import { duration, grouped } from "../ticks";

/** Number of intervals in a column and its neighbours from which the column is crowded. */
const CROWD = 3;

/** Intervals of one kind. */
export interface Bars {
  readonly strip: Pick<Strip, "level" | "share">;
  readonly colour: string;
  /** The strength of the lowest visible level. */
  readonly floor: number;
}

/** 1 for each column in which intervals are not distinguishable; null: there is none. */
export function crowdedOf(
  all: readonly Pick<Strip, "begun">[],
  columns: number,
): Uint8Array | null {
  const inSight = all.reduce((sum, { begun }) => sum + begunIn(begun, 0, columns), 0);
  if (inSight < CROWD) {
    return null;
  }
  const around = new Int32Array(columns);
  all.forEach(({ begun }) => addAround(around, begun));
  let isAny = false;
  const crowded = new Uint8Array(columns);
  for (let column = 0; column < columns; column++) {
    if ((around[column] as number) >= CROWD) {
      crowded[column] = 1;
      isAny = true;
    }
  }
  return isAny ? crowded : null;
}

function begunIn(begun: Int32Array, from: number, to: number): number {
  return (begun[to] as number) - (begun[from] as number);
}

/** Adds the number of intervals that begin in each column and its neighbours. */
function addAround(around: Int32Array, begun: Int32Array): void {
  const last = around.length;
  for (let column = 0; column < last; column++) {
    around[column]! += begunIn(begun, Math.max(column - 1, 0), Math.min(column + 2, last));
  }
}

/** Draws bars of several kinds. In crowded columns the first kind is at the bottom. */
export function barsGround(
  frame: Frame,
  box: Box,
  all: readonly Bars[],
  crowded: Uint8Array | null,
): void {
  const { ground } = frame.surface;
  for (const { strip, colour, floor } of [...all].reverse()) {
    const level = crowded === null ? strip.level : unless(crowded, strip.level);
    ground.strip(box, level, colour, floor);
  }
  if (crowded !== null) {
    const layers = all.map(({ strip: { share }, colour }) => ({ share, colour }));
    ground.stack(box, layers, crowded);
  }
}

/** The levels, with 0 in crowded columns. */
function unless(crowded: Uint8Array, level: Uint8Array): Uint8Array {
  const rest = levelsRoom("not crowded", level.length);
  for (let column = 0; column < level.length; column++) {
    rest[column] = crowded[column] === 0 ? (level[column] as number) : 0;
  }
  return rest;
}

/** The length of each interval of a track. */
function lengthsOf(track: Track): Ticks {
  return memo(track, "lengths", "", () => {
    const lengths = track.end.slice();
    for (let place = 0; place < track.count; place++) {
      lengths[place] = (track.end[place] as number) - (track.begin[place] as number);
    }
    return lengths;
  });
}

/** Up to this number of intervals, the longest one is visible without a mark. */
export const FEW = 200;

/** The shortest and the longest of the intervals that begin in each column. */
function spreadOf(frame: Frame, track: Track): Envelope {
  return memo(track, "spread", frame.key, () => {
    const { grid, scene } = frame;
    const spans = spansOf(scene, track);
    return envelopeOf(lengthsOf(track), {
      columns: grid.columns,
      before: 0,
      cells: cellsFor(spans.begin, grid),
      placesOfCells: (cells) => placesOfCells(spans.begin, cells),
      places: () => stripOf(spans, grid).begun,
    });
  });
}

/**
 * Draws the shortest and longest intervals as fractions of the longest one in the trace, so that
 * the lines have the same scale at each zoom.
 */
export function longestGround(
  frame: Frame,
  box: Box,
  track: Track,
  crowded: Uint8Array | null,
): void {
  if (crowded === null || track.count <= FEW) {
    return;
  }
  const { low, high } = spreadOf(frame, track);
  const most = Math.max(greatestOf(lengthsOf(track)), 1);
  const line = 1.5 / box.height;
  partsLine(frame, box, { values: low, crowded, most, line }, 0.35);
  partsLine(frame, box, { values: high, crowded, most, line }, 0.85);
}

interface PartsLine {
  readonly values: Float32Array;
  readonly most: number;
  /** Thickness as a fraction of the height of the box. */
  readonly line: number;
  /** 1 for each column in which the line is drawn. */
  readonly crowded: Uint8Array;
}

/** Draws a line at values as fractions of the greatest one. No part of it is below the box. */
function partsLine(
  frame: Frame,
  box: Box,
  { values, most, line, crowded }: PartsLine,
  alpha: number,
): void {
  const upper = partsRoom("upper", values.length);
  const lower = partsRoom("lower", values.length);
  for (let column = 0; column < values.length; column++) {
    const value = crowded[column] === 0 ? NaN : (values[column] as number);
    const part = Math.fround(Math.max(value / most, line));
    upper[column] = part;
    lower[column] = part - line;
  }
  frame.surface.ground.profile(box, lower, upper, frame.theme.text, alpha);
}

/** Draws a flag at the longest visible interval, with its length if there is room. */
export function longestFront(
  frame: Frame,
  placed: Placed,
  track: Track,
  crowded: Uint8Array | null,
): void {
  if (crowded === null || track.count <= FEW) {
    return;
  }
  const { high } = spreadOf(frame, track);
  const column = placeOfMost(high);
  if (column < 0) {
    return;
  }
  const { bar, isHigh } = shapeOf(placed.body);
  const { surface, theme, scale, scene } = frame;
  const x = scale.left + (column + 0.5) / surface.ground.ratio;
  const y = placed.top + bar.top;
  surface.front.polygon([x - 4, y - 4, x + 4, y - 4, x, y + 2], theme.text, 1);
  if (isHigh) {
    const { clockHz } = scene.trace;
    const length = high[column] as number;
    const time = clockHz === null ? `${grouped(length)} ticks` : duration(length / clockHz);
    words(frame, x, y, `ready ${time}`);
  }
}

/** Draws a text beside the flag, on the side that has room for it. */
function words(frame: Frame, x: number, y: number, text: string): void {
  const { surface, theme, scale } = frame;
  const width = surface.front.textWidth(text, SMALL_FONT) + 8;
  const isLeft = x + 6 + width > scale.left + scale.width;
  const from = isLeft ? x - 6 - width : x + 6;
  surface.front.rect({ x: from, y: y - 4, width, height: 15 }, theme.ground, 0.9);
  const style = { font: SMALL_FONT, colour: theme.text, anchor: "start" } as const;
  surface.front.text(from + 4, y + 7.5, text, style);
}

function placeOfMost(values: Float32Array): number {
  let best = -1;
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number;
    if (value > 0 && (best < 0 || value > (values[best] as number))) {
      best = place;
    }
  }
  return best;
}

/** The bar of a row over the width of the plot. */
export function barBox(frame: Frame, placed: Placed): Box {
  const { bar } = shapeOf(placed.body);
  return across(frame, placed.top + bar.top, bar.height);
}
