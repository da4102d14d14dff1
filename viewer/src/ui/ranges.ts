// SPDX-License-Identifier: Apache-2.0
// Computes the visible range after a zoom, a pan or a change of mode. A range is in ticks, or in
// events in the sequential mode.
import type { Trace } from "../model";
import { positionOfTime, timeOfPosition } from "../render";
import { countUpTo, lowerBound as boundIn } from "../render/binary-search";
import type { Sorted } from "../render/binary-search";
import type { Mode, Range, Scene } from "../render/types";

/** The fraction of the visible range that may be empty on either side of a trace. */
const MARGIN = 0.02;
/** The width in CSS pixels at which columns of the sequential mode are readable. */
export const COLUMN_PIXELS = 26;

export function span(range: Range): number {
  return range.end - range.begin;
}

/** The full range with a margin on both sides. */
export function fit(full: Range): Range {
  const air = Math.max(span(full), 1) * MARGIN;
  return { begin: full.begin - air, end: full.end + air };
}

/** Moves a range so that at most half of it lies outside of the full range. */
export function keepInside(range: Range, full: Range): Range {
  const room = span(range) / 2;
  const begin = Math.min(Math.max(range.begin, full.begin - room), full.end - room);
  return { begin, end: begin + span(range) };
}

/** Zooms by a factor (below 1: in). The position `at` stays in place on the screen. */
export function zoomAt(
  range: Range,
  at: number,
  factor: number,
  full: Range,
  least: number,
): Range {
  const wanted = allowed(span(range) * factor, full, least);
  const begin = at - (at - range.begin) * (wanted / span(range));
  return keepInside({ begin, end: begin + wanted }, full);
}

/** Limits the length of a requested range. */
function allowed(wanted: number, full: Range, least: number): number {
  const most = span(fit(full)) * 1.5;
  return Math.min(Math.max(wanted, least), Math.max(most, least));
}

/** Limits the length of a requested range around its middle. */
export function boundedZoom(wanted: Range, full: Range, least: number): Range {
  const half = allowed(span(wanted), full, least) / 2;
  const middle = (wanted.begin + wanted.end) / 2;
  return keepInside({ begin: middle - half, end: middle + half }, full);
}

export function pan(range: Range, by: number, full: Range): Range {
  return keepInside({ begin: range.begin + by, end: range.end + by }, full);
}

/** Moves the range, if necessary, so that `at` is in its middle. */
export function reveal(range: Range, at: number, full: Range): Range {
  if (at >= range.begin && at <= range.end) {
    return range;
  }
  return keepInside({ begin: at - span(range) / 2, end: at + span(range) / 2 }, full);
}

/** The first index in an ascending column whose value is at least `value`. */
export function lowerBound(column: Sorted, value: number, count = column.length): number {
  return boundIn(column, value, 0, count);
}

/** The first index in an ascending column whose value is greater than `value`. */
export function upperBound(column: Sorted, value: number, count = column.length): number {
  return countUpTo(column, value, count);
}

type Axis = Pick<Scene, "trace" | "mode" | "range">;

/** The visible range after a change of mode: the same place, with readable columns. */
export function changeMode(to: Mode, axis: Axis, focus: number | null, width: number): Range {
  const { trace, range } = axis;
  if (to === "time") {
    const [begin, end] = [range.begin, range.end].map((place) => timeIn(trace, place));
    return { begin: begin ?? 0, end: Math.max(end ?? 0, (begin ?? 0) + 1) };
  }
  const [begin = 0, end = 0] = [range.begin, range.end].map((time) => placeIn(trace, time));
  const columns = Math.min(Math.max(end - begin, 8), Math.max(width / COLUMN_PIXELS, 8));
  const isFocusSeen = focus !== null && focus >= begin - 1 && focus <= end;
  const isAll = begin <= 1 && end >= trace.count - 1;
  const middle = isFocusSeen ? focus + 0.5 : isAll ? 0 : (begin + end) / 2;
  const first = Math.max(Math.min(middle - columns / 2, trace.count + 1 - columns), -1);
  return { begin: first, end: first + columns };
}

/** Converts a time to a position on the axis of events. */
export function placeIn(trace: Trace, time: number): number {
  return positionOfTime({ trace, mode: "sequence" }, time);
}

/** The inverse of placeIn. */
export function timeIn(trace: Trace, place: number): number {
  return timeOfPosition({ trace, mode: "sequence" }, place);
}
