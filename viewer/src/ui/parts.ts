// SPDX-License-Identifier: Apache-2.0
// What the page takes from the model and the drawing, in the form in which it uses them.
import { describe, eventWords, readTrace as read, TraceError, whyOf as sentenceOf } from "../model";
import type { Analysis, EventWords, Part, Trace, TraceProblem } from "../model";
import { laneColour as colourOf, rowName, themeOf } from "../render";
import { positionAt, scaleOf } from "../render/scale";
import type { Row, Scene } from "../render/types";

export { analyse, fieldsOf, readVcd, statistics } from "../model";
export type { Part } from "../model";
export {
  draw,
  drawMinimap,
  hit,
  legendHeight,
  legendSvg,
  legendText,
  minimapPosition,
  nameWidth,
  picture,
  rowsHeight,
  rowTop,
  timeOf,
  toCanvas,
  toSvg,
  xOf,
} from "../render";
export { heightOf, pinnedBottom, rowsOutside } from "../render/layout";

export function readTrace(bytes: Uint8Array, name: string, definitions: string | null): Trace {
  return read(bytes, name, definitions === null ? {} : { definitions });
}

export function isTraceProblem(error: unknown): error is TraceProblem {
  return error instanceof TraceError;
}

export function wordsOf(trace: Trace, event: number): EventWords {
  return eventWords(trace, event);
}

export function textOf(trace: Trace, event: number): string {
  return describe(trace, event);
}

/** Why a switch happened, in words of which threads, objects and events can be followed. */
export function whyOf(trace: Trace, analysis: Analysis, place: number): readonly Part[] {
  return sentenceOf(trace, analysis, place).parts;
}

/** Position on the axis, ticks or events, under a pixel. */
export function axisAt(scene: Scene, x: number): number {
  return positionAt(scaleOf(scene), x);
}

export function laneColour(lane: number, isDark: boolean): string {
  return colourOf(themeOf({ isDark }), lane);
}

export function interruptColour(isDark: boolean): string {
  return themeOf({ isDark }).interrupt;
}

/** Whole name of a row, also of one that is hidden. */
export function rowTitle(scene: Scene, row: Row): string {
  const name = rowName({ ...scene, rows: [row] }, 0);
  return name === "" ? `${row.kind} ${row.place}` : name;
}
