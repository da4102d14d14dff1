// SPDX-License-Identifier: Apache-2.0
// Horizontal layout. A position is a time in ticks or, in sequence mode, a number of events: event
// e has the column from e to e + 1, and its position is the middle.
import type { Trace } from "../model";
import { lowerBound } from "./binary-search";
import type { Range, Scene } from "./types";

/** Width of the column of names at the left, in CSS pixels. Narrow pictures have a narrower one. */
const NAME_WIDTH = 200;
const NARROW_NAMES = 112;
const NARROW = 620;

/** The width of the names in a picture of a given width. */
export function nameWidth({ width }: { readonly width: number }): number {
  return width < NARROW ? NARROW_NAMES : NAME_WIDTH;
}

/** Maps positions [begin, end) to width pixels, beginning at left. */
export interface Scale {
  readonly begin: number;
  readonly end: number;
  readonly left: number;
  readonly width: number;
}

/** The scale of the plot, to the right of the names. */
export function scaleOf(scene: Scene): Scale {
  const { begin, end } = scene.range;
  // An empty range, or one that is lost in rounding, gets a minimum length.
  const length = Math.max(end - begin, 1e-3, Math.abs(begin) * 1e-9);
  const left = nameWidth(scene);
  const width = Math.max(scene.width - left, 1);
  return { begin, end: begin + length, left, width };
}

export function pixelsPerUnit(scale: Scale): number {
  return scale.width / (scale.end - scale.begin);
}

export function xAt(scale: Scale, position: number): number {
  return scale.left + (position - scale.begin) * pixelsPerUnit(scale);
}

export function positionAt(scale: Scale, x: number): number {
  return scale.begin + (x - scale.left) / pixelsPerUnit(scale);
}

/** The positions of the whole trace. */
export function wholeRange({ trace, mode }: Pick<Scene, "trace" | "mode">): Range {
  const { count, time } = trace;
  return { begin: 0, end: Math.max(mode === "sequence" ? count : (time[count - 1] ?? 0), 1) };
}

/** The position of an event. */
export function positionOfEvent(scene: Scene, event: number): number {
  return scene.mode === "time" ? (scene.trace.time[event] ?? 0) : event + 0.5;
}

/** The position of an instant. In sequence mode it lies between the adjacent events. */
export function positionOfTime(scene: Pick<Scene, "trace" | "mode">, time: number): number {
  if (scene.mode === "time") {
    return time;
  }
  const times = scene.trace.time;
  const next = lowerBound(times, time, 0, times.length);
  if (next === 0) {
    return 0.5;
  }
  if (next === times.length) {
    return times.length - 0.5;
  }
  const before = times[next - 1] ?? 0;
  const after = times[next] ?? 0;
  return next - 0.5 + (time - before) / (after - before);
}

/** The inverse of positionOfTime(). */
export function timeOfPosition(scene: Pick<Scene, "trace" | "mode">, position: number): number {
  return scene.mode === "time" ? position : timeInSequence(scene.trace, position);
}

function timeInSequence(trace: Trace, position: number): number {
  if (trace.count === 0) {
    return 0;
  }
  const place = Math.min(Math.max(position - 0.5, 0), trace.count - 1);
  const event = Math.floor(place);
  const before = trace.time[event] ?? 0;
  const after = trace.time[Math.min(event + 1, trace.count - 1)] ?? before;
  return before + (place - event) * (after - before);
}

/** The x of a time in ticks, in CSS pixels. */
export function xOf(scene: Scene, time: number): number {
  return xAt(scaleOf(scene), positionOfTime(scene, time));
}

/** The time at x, in ticks. */
export function timeOf(scene: Scene, x: number): number {
  return timeOfPosition(scene, positionAt(scaleOf(scene), x));
}

/** The x of an event. */
export function xOfEvent(scene: Scene, event: number): number {
  return xAt(scaleOf(scene), positionOfEvent(scene, event));
}
