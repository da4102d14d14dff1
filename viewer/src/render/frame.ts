// SPDX-License-Identifier: Apache-2.0
// The data that all parts of one picture share, and its pixel columns with their events, steps and
// instants.
import type { Steps, Ticks, Track } from "../model";
import type { Grid } from "./columns";
import {
  cellsFor,
  eventsBefore,
  eventsOfCells,
  gridOf,
  placesAt,
  placesOfCells,
  positionsBefore,
} from "./columns";
import { envelopeOf } from "./extremes";
import type { Envelope } from "./extremes";
import { levelsRoom, memo } from "./memo";
import type { Scale } from "./scale";
import { positionAt, positionOfTime, scaleOf, timeOfPosition, wholeRange, xAt } from "./scale";
import type { Sorted } from "./binary-search";
import type { Strip } from "./strip";
import { spansOf, stripOf } from "./strip";
import type { Box, Surface } from "./surface";
import type { Theme } from "./theme";
import { themeOf } from "./theme";
import type { Scene } from "./types";

/** Traces with at least this number of events use cells. */
const LONG = 1 << 17;

export interface Frame {
  readonly scene: Scene;
  readonly surface: Surface;
  readonly theme: Theme;
  readonly scale: Scale;
  readonly grid: Grid;
  /** Identifies the range and the columns in caches. */
  readonly key: string;
}

export function frameOf(scene: Scene, surface: Surface): Frame {
  const scale = scaleOf(scene);
  return framed(scene, surface, scale);
}

/** A frame with another scale than the scene: the minimap. */
export function framed(scene: Scene, surface: Surface, scale: Scale): Frame {
  const columns = Math.max(Math.round(scale.width * surface.ground.ratio), 1);
  // The first picture is drawn once, before the events are known, so computing cells would not save
  // time.
  const isKnown = scene.trace.event.length > 0;
  const isLong = scene.mode === "time" && scene.trace.count >= LONG && isKnown;
  const grid = gridOf(scale, columns, isLong ? wholeRange(scene).end : 0);
  return { scene, surface, theme: themeOf(scene), scale, grid, key: `${scene.mode}:${grid.key}` };
}

/** A box over the width of the plot. */
export function across(frame: Frame, y: number, height: number): Box {
  return { x: frame.scale.left, y, width: frame.scale.width, height };
}

/** The box of an interval in CSS pixels, clipped to the plot. */
export function boxOf(frame: Frame, begin: number, end: number, y: number, height: number): Box {
  const { left, width } = frame.scale;
  const x = Math.max(xAt(frame.scale, begin), left);
  const right = Math.min(xAt(frame.scale, end), left + width);
  return { x, y, width: Math.max(right - x, 0), height };
}

export function trackStrip(frame: Frame, track: Track): Strip {
  return stripOf(spansOf(frame.scene, track), frame.grid);
}

/** The first event at or after each column border, columns + 1 values. */
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

/** The place in an ascending list of events at each column border. Valid until the next call. */
export function eventPlaces(frame: Frame, events: Int32Array): Int32Array {
  const { scene, grid, key } = frame;
  return memo(events, "places", key, () =>
    eventsBefore(events, scene.trace, grid, edgesOf(frame), placesRoom(events, grid)),
  );
}

/** The place in an ascending list of times at each column border. */
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

/** Level by number of events. Higher numbers have the level of the last entry. */
const DENSITIES = Uint8Array.from({ length: 1024 }, (_, count) =>
  count === 0 ? 0 : Math.min(Math.round(1 + 25.4 * Math.log2(count)), 255),
);

/**
 * The levels of a strip that shows how many events each column has. One event is clearly visible.
 * Valid until the next call.
 */
export function densityOf(places: Int32Array): Uint8Array {
  const level = levelsRoom("density", places.length - 1);
  for (let column = 0; column < level.length; column++) {
    const count = (places[column + 1] as number) - (places[column] as number);
    level[column] = DENSITIES[Math.min(count, DENSITIES.length - 1)] as number;
  }
  return level;
}

export function stepsEnvelope(frame: Frame, steps: Steps): Envelope {
  const columns = columnsUntil(frame, wholeRange(frame.scene).end);
  return memo(steps, "envelope", frame.key, () =>
    envelopeOf(steps.value, {
      columns,
      before: 1,
      cells: cellsFor(steps.at, frame.grid),
      placesOfCells: (cells) => eventsOfCells(steps.at, frame.scene.trace, cells),
      places: () => eventPlaces(frame, steps.at),
    }),
  );
}

export function signalEnvelope(frame: Frame, time: Float64Array, value: Float64Array): Envelope {
  const last = positionOfTime(frame.scene, time[time.length - 1] ?? 0);
  const end = Math.max(last, wholeRange(frame.scene).end);
  const columns = columnsUntil(frame, end);
  return memo(value, "envelope", frame.key, () =>
    envelopeOf(value, {
      columns,
      before: 1,
      cells: cellsFor(time, frame.grid),
      placesOfCells: (cells) => placesOfCells(time, cells),
      places: () => timePlaces(frame, time),
    }),
  );
}

/** The number of columns before a position, where the known part of the trace ends. */
function columnsUntil({ grid }: Frame, position: number): number {
  const column = ((position - grid.begin) / (grid.end - grid.begin)) * grid.columns;
  return Math.min(Math.max(Math.ceil(column), 0), grid.columns);
}

/** The first visible event, and the one after the last. */
export function eventsInSight(frame: Frame): readonly [number, number] {
  const edges = edgesOf(frame);
  return [edges[0] ?? 0, edges[edges.length - 1] ?? 0];
}

/** The positions at the edges of the CSS pixel around x. */
export function pixelAround(frame: Frame, x: number): readonly [number, number] {
  return [positionAt(frame.scale, x - 0.5), positionAt(frame.scale, x + 0.5)];
}
