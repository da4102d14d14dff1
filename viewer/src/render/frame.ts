// SPDX-License-Identifier: Apache-2.0
// What all parts of one picture share, and the columns of pixels at which they look: which events,
// which steps, which instants fall into each.
import type { Steps, Ticks, Track } from "../model";
import type { Grid } from "./columns";
import { eventsBefore, gridOf, placesAt, positionsBefore } from "./columns";
import { levelsRoom, memo } from "./memo";
import type { Scale } from "./scale";
import { positionAt, positionOfTime, scaleOf, timeOfPosition, wholeRange, xAt } from "./scale";
import type { Sorted } from "./search";
import type { Strip } from "./strip";
import { spansOf, stripOf } from "./strip";
import type { Box, Surface } from "./surface";
import type { Theme } from "./theme";
import { themeOf } from "./theme";
import type { Scene } from "./types";

/** Events from which on a trace is long. */
const LONG = 1 << 17;

export interface Frame {
  readonly scene: Scene;
  readonly surface: Surface;
  readonly theme: Theme;
  readonly scale: Scale;
  readonly grid: Grid;
  /** What columns depend on. */
  readonly key: string;
}

export function frameOf(scene: Scene, surface: Surface): Frame {
  const scale = scaleOf(scene);
  return framed(scene, surface, scale);
}

/** A frame with a scale of its own: the minimap. */
export function framed(scene: Scene, surface: Surface, scale: Scale): Frame {
  const columns = Math.max(Math.round(scale.width * surface.ground.ratio), 1);
  // The first picture is drawn once, before the events are known: it does not pay for the cells.
  const isKnown = scene.trace.event.length > 0;
  const isLong = scene.mode === "time" && scene.trace.count >= LONG && isKnown;
  const grid = gridOf(scale, columns, isLong ? wholeRange(scene).end : 0);
  return { scene, surface, theme: themeOf(scene), scale, grid, key: `${scene.mode}:${grid.key}` };
}

/** A box over the width of the plot. */
export function across(frame: Frame, y: number, height: number): Box {
  return { x: frame.scale.left, y, width: frame.scale.width, height };
}

/** The box of an interval in CSS pixels, no wider than the plot. */
export function boxOf(frame: Frame, begin: number, end: number, y: number, height: number): Box {
  const { left, width } = frame.scale;
  const x = Math.max(xAt(frame.scale, begin), left);
  const right = Math.min(xAt(frame.scale, end), left + width);
  return { x, y, width: Math.max(right - x, 0), height };
}

export function trackStrip(frame: Frame, track: Track): Strip {
  return stripOf(spansOf(frame.scene, track), frame.grid);
}

/** First event at or behind each border of columns; columns + 1 values. */
export function edgesOf(frame: Frame): Int32Array {
  return memo(frame.scene.trace, "edges", frame.key, () => makeEdges(frame));
}

function makeEdges({ scene, grid }: Frame): Int32Array {
  const edges = new Int32Array(grid.columns + 1);
  const { time, count } = scene.trace;
  return scene.mode === "time"
    ? positionsBefore(time, grid, edges)
    : edges.map((_, column) =>
        Math.min(Math.max(Math.ceil((grid.borders[column] as number) - 0.5), 0), count),
      );
}

function placesRoom(values: Sorted, { columns }: Grid): Int32Array {
  return memo(values, "places room", String(columns), () => new Int32Array(columns + 1));
}

/** Places in a rising list of events at each border of columns; valid until the next are asked. */
export function eventPlaces(frame: Frame, events: Int32Array): Int32Array {
  const { scene, grid, key } = frame;
  return memo(events, "places", key, () =>
    eventsBefore(events, scene.trace, grid, edgesOf(frame), placesRoom(events, grid)),
  );
}

/** Places in a rising list of times at each border of columns. */
export function timePlaces(frame: Frame, times: Ticks): Int32Array {
  const { scene, grid, key } = frame;
  return memo(times, "places", key, () => {
    const places = placesRoom(times, grid);
    return scene.mode === "time"
      ? positionsBefore(times, grid, places)
      : placesAt(
          times,
          grid.borders.map((position) => timeOfPosition(scene, position)),
          places,
        );
  });
}

/** By number of events; from the last one on all look alike. */
const DENSITIES = Uint8Array.from({ length: 1024 }, (_, count) =>
  count === 0 ? 0 : Math.min(Math.round(1 + 25.4 * Math.log2(count)), 255),
);

/**
 * Levels of a strip that shows how many there are in each column: one is well seen already. They
 * are valid until the next ones are asked for.
 */
export function densityOf(places: Int32Array): Uint8Array {
  const level = levelsRoom("density", places.length - 1);
  for (let column = 0; column < level.length; column++) {
    const count = (places[column + 1] as number) - (places[column] as number);
    level[column] = DENSITIES[Math.min(count, DENSITIES.length - 1)] as number;
  }
  return level;
}

/** Least and greatest value of each column, until the next are asked for; NaN: there is none. */
export interface Envelope {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

export function stepsEnvelope(frame: Frame, steps: Steps): Envelope {
  const known = columnsUntil(frame, wholeRange(frame.scene).end);
  return memo(steps, "envelope", frame.key, () =>
    envelope(steps.value, eventPlaces(frame, steps.at), known),
  );
}

export function signalEnvelope(frame: Frame, time: Float64Array, value: Float64Array): Envelope {
  const last = positionOfTime(frame.scene, time[time.length - 1] ?? 0);
  const end = Math.max(last, wholeRange(frame.scene).end);
  return memo(value, "envelope", frame.key, () =>
    envelope(value, timePlaces(frame, time), columnsUntil(frame, end)),
  );
}

/** Columns before a position: what is known ends there. */
function columnsUntil({ grid }: Frame, position: number): number {
  const column = ((position - grid.begin) / (grid.end - grid.begin)) * grid.columns;
  return Math.min(Math.max(Math.ceil(column), 0), grid.columns);
}

/** Values in a block whose extremes are known. */
const BLOCK = 32;

interface Blocks {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The second is NaN where a wire has no known level: it does not count. */
const lesser = (one: number, other: number): number => (other < one ? other : one);
const greater = (one: number, other: number): number => (other > one ? other : one);

function leastIn(values: Sorted, from: number, to: number, known: number): number {
  let least = known;
  for (let place = from; place < to; place++) {
    least = lesser(least, values[place] as number);
  }
  return least;
}

function mostIn(values: Sorted, from: number, to: number, known: number): number {
  let most = known;
  for (let place = from; place < to; place++) {
    most = greater(most, values[place] as number);
  }
  return most;
}

function blocksOf(value: Sorted): Blocks {
  return memo(value, "blocks", "", () => {
    const count = Math.ceil(value.length / BLOCK);
    const low = new Float64Array(count).fill(Infinity);
    const high = new Float64Array(count).fill(-Infinity);
    for (let place = 0; place < value.length; place++) {
      const block = Math.floor(place / BLOCK);
      low[block] = lesser(low[block] as number, value[place] as number);
      high[block] = greater(high[block] as number, value[place] as number);
    }
    return { low, high };
  });
}

function emptyEnvelope(value: Sorted, columns: number): Envelope {
  const { low, high } = memo(value, "envelope room", String(columns), () => ({
    low: new Float32Array(columns),
    high: new Float32Array(columns),
  }));
  low.fill(NaN);
  high.fill(NaN);
  return { low, high };
}

function envelope(value: Sorted, places: Int32Array, known: number): Envelope {
  const { low, high } = emptyEnvelope(value, places.length - 1);
  const blocks = blocksOf(value);
  for (let column = 0; column < known; column++) {
    // The value with which the column begins is that of the step before it.
    const from = Math.max((places[column] as number) - 1, 0);
    const to = places[column + 1] as number;
    if (to > from) {
      extremes(value, blocks, from, to, column, low, high);
    }
  }
  return { low, high };
}

/** Least and greatest of the values from each place to the next, in the columns that are wanted. */
export function extremesOf(value: Sorted, places: Int32Array, isWanted: Uint8Array): Envelope {
  const { low, high } = emptyEnvelope(value, isWanted.length);
  const blocks = blocksOf(value);
  for (let column = 0; column < isWanted.length; column++) {
    const from = places[column] as number;
    const to = places[column + 1] as number;
    if (isWanted[column] !== 0 && to > from) {
      extremes(value, blocks, from, to, column, low, high);
    }
  }
  return { low, high };
}

function extremes(
  value: Sorted,
  blocks: Blocks,
  from: number,
  to: number,
  column: number,
  low: Float32Array,
  high: Float32Array,
): void {
  const head = Math.min((from + BLOCK - 1) & -BLOCK, to);
  const tail = Math.max(to & -BLOCK, head);
  const [first, behind] = [head / BLOCK, tail / BLOCK];
  const ends = leastIn(value, from, head, leastIn(value, tail, to, Infinity));
  const least = leastIn(blocks.low, first, behind, ends);
  const mostAtEnds = mostIn(value, from, head, mostIn(value, tail, to, -Infinity));
  const most = mostIn(blocks.high, first, behind, mostAtEnds);
  low[column] = least <= most ? least : NaN;
  high[column] = least <= most ? most : NaN;
}

/** Least value of all; Infinity if there is none. */
export function leastOf(value: Sorted): number {
  return memo(value, "least", "", () => blocksOf(value).low.reduce(lesser, Infinity));
}

/** Greatest value of all; 0 if there is none. */
export function greatest(value: Sorted): number {
  return memo(value, "greatest", "", () => {
    const { high } = blocksOf(value);
    return high.reduce((most, next) => Math.max(most, next), 0);
  });
}

/** First and last but one event in sight. */
export function eventsInSight(frame: Frame): readonly [number, number] {
  const edges = edgesOf(frame);
  return [edges[0] ?? 0, edges[edges.length - 1] ?? 0];
}

/** Positions under a CSS pixel around x. */
export function pixelAround(frame: Frame, x: number): readonly [number, number] {
  return [positionAt(frame.scale, x - 0.5), positionAt(frame.scale, x + 0.5)];
}
