// SPDX-License-Identifier: Apache-2.0
// The public interface of the renderer. Other parts of the page import from here.
export { draw } from "./draw";
export { hit } from "./hit";
export { rowColour, rowName, rowNote } from "./header";
export {
  OPEN_HEIGHT,
  ROW_HEIGHT,
  rowAt,
  rowsHeight,
  rowTop,
  RULER_HEIGHT,
  stretchOf,
} from "./layout";
export { legendHeight, legendSvg, legendText } from "./legend";
export { drawMinimap, minimapPosition } from "./minimap";
export type { PictureOptions, SheetOptions } from "./picture";
export { picture, rangeText, toCanvas, toSvg } from "./picture";
export {
  nameWidth,
  positionOfEvent,
  positionOfTime,
  timeOf,
  timeOfPosition,
  wholeRange,
  xOf,
  xOfEvent,
} from "./scale";
export type { Theme } from "./theme";
export { laneColour, themeOf } from "./theme";
export { duration, durationsOf, exactTime, grouped, ticksAndTime } from "./ticks";
export * from "./types";
export { FAMILY_COLOURS, familyOf, waitText } from "./words";
