// SPDX-License-Identifier: Apache-2.0
// Adapts functions of the model and the renderer to the user interface.
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

/** The position under a pixel, in ticks or events. */
export function axisAt(scene: Scene, x: number): number {
  return positionAt(scaleOf(scene), x);
}

export function laneColour(lane: number, isDark: boolean): string {
  return colourOf(themeOf({ isDark }), lane);
}

export function interruptColour(isDark: boolean): string {
  return themeOf({ isDark }).interrupt;
}

/** The full name of a row, which may be hidden. */
export function rowTitle(scene: Scene, row: Row): string {
  const name = rowName({ ...scene, rows: [row] }, 0);
  return name === "" ? `${row.kind} ${row.place}` : name;
}
