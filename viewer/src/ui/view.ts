// SPDX-License-Identifier: Apache-2.0
// The arithmetic of looking: what part of a trace is seen after a zoom, a pan, a change of mode.
// A range is in ticks, or in events if the mode is sequence.
import type { Mode, Range } from "../render/types";

/** Share of what is seen that may be empty, on either side of a trace. */
const MARGIN = 0.02;
/** Columns of the sequential view that are readable: CSS pixels. */
export const COLUMN_PIXELS = 26;

export function span(range: Range): number {
  return range.end - range.begin;
}

/** The whole of a trace with a little air on both sides. */
export function fit(whole: Range): Range {
  const air = Math.max(span(whole), 1) * MARGIN;
  return { begin: whole.begin - air, end: whole.end + air };
}

/** Moves a range so that it does not leave the whole by more than half of itself. */
export function keepInside(range: Range, whole: Range): Range {
  const room = span(range) / 2;
  const begin = Math.min(Math.max(range.begin, whole.begin - room), whole.end - room);
  return { begin, end: begin + span(range) };
}

/** Zooms by a factor (below 1: closer); the place `at` stays where it is on the screen. */
export function zoomAt(
  range: Range,
  at: number,
  factor: number,
  whole: Range,
  least: number,
): Range {
  const most = span(fit(whole)) * 1.5;
  const wanted = Math.min(Math.max(span(range) * factor, least), Math.max(most, least));
  const share = wanted / span(range);
  const begin = at - (at - range.begin) * share;
  return keepInside({ begin, end: begin + wanted }, whole);
}

export function pan(range: Range, by: number, whole: Range): Range {
  return keepInside({ begin: range.begin + by, end: range.end + by }, whole);
}

/** The range moved, if need be, so that `at` is in the middle of it. */
export function reveal(range: Range, at: number, whole: Range): Range {
  if (at >= range.begin && at <= range.end) {
    return range;
  }
  return keepInside({ begin: at - span(range) / 2, end: at + span(range) / 2 }, whole);
}

/** First place in a rising column whose value is at least `value`. */
export function lowerBound(
  column: ArrayLike<number>,
  value: number,
  count = column.length,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? Infinity) < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** First place in a rising column whose value is more than `value`. */
export function upperBound(
  column: ArrayLike<number>,
  value: number,
  count = column.length,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? Infinity) <= value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The event that is nearest to an instant; -1 if there are none. */
export function nearestEvent(time: Float64Array, at: number): number {
  const after = lowerBound(time, at);
  const before = after - 1;
  if (after >= time.length) {
    return before;
  }
  const isCloserBefore = before >= 0 && at - (time[before] ?? 0) < (time[after] ?? 0) - at;
  return isCloserBefore ? before : after;
}

/** A time as an event, and the share of the way to the next one. */
export function eventAt(time: Float64Array, at: number): number {
  const after = upperBound(time, at);
  const before = after - 1;
  if (before < 0) {
    return 0;
  }
  if (after >= time.length) {
    return time.length;
  }
  const left = time[before] ?? 0;
  return before + (at - left) / ((time[after] ?? left) - left);
}

/** The reverse of eventAt. */
export function timeAt(time: Float64Array, place: number): number {
  const last = time.length - 1;
  const before = Math.min(Math.max(Math.floor(place), 0), Math.max(last, 0));
  const left = time[before] ?? 0;
  const right = time[Math.min(before + 1, last)] ?? left;
  return left + (right - left) * Math.min(Math.max(place - before, 0), 1);
}

/** What is seen after a change of mode: the same place, in columns that can be read. */
export function changeMode(
  to: Mode,
  range: Range,
  time: Float64Array,
  focus: number | null,
  width: number,
): Range {
  if (to === "time") {
    const begin = timeAt(time, range.begin - 0.5);
    const end = timeAt(time, range.end - 0.5);
    return { begin, end: Math.max(end, begin + 1) };
  }
  const begin = eventAt(time, range.begin) + 0.5;
  const end = eventAt(time, range.end) + 0.5;
  const columns = Math.min(Math.max(end - begin, 8), Math.max(width / COLUMN_PIXELS, 8));
  const isFocusSeen = focus !== null && focus >= begin && focus <= end;
  const middle = isFocusSeen ? focus + 0.5 : (begin + end) / 2;
  const first = Math.max(Math.min(middle - columns / 2, time.length + 1 - columns), -1);
  return { begin: first, end: first + columns };
}
