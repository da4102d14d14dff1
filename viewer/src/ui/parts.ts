// SPDX-License-Identifier: Apache-2.0
// What the page takes from the model and the drawing, in the form in which it uses them.
import { TraceError } from "../model";
import type { TraceProblem } from "../model";
import { laneColour as colourOf, rowName, themeOf } from "../render";
import { positionAt, scaleOf } from "../render/scale";
import type { Row, Scene } from "../render/types";

export { readVcd } from "../model";
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

export function isTraceProblem(error: unknown): error is TraceProblem {
  return error instanceof TraceError;
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
