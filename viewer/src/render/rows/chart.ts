// SPDX-License-Identifier: Apache-2.0
// Charts of values over time: priority and level of an open lane, the fill of an object, a signal.
import type { LaneAnalysis } from "../../model";
import type { Envelope } from "../extremes";
import type { Frame } from "../frame";
import { greatestOf } from "../extremes";
import { across, stepsEnvelope } from "../frame";
import type { Placed } from "../layout";
import { partsRoom } from "../memo";
import type { Box, Profile } from "../surface";
import { laneColour } from "../theme";
import type { Scene } from "../types";

/** The part of an open row that shows priority and level. */
export function chartBox(frame: Frame, placed: Placed): Box {
  return across(frame, placed.top + placed.body + 4, placed.height - placed.body - 11);
}

/**
 * Scales values to fractions of the height of a box, from its bottom. use: names the temporary
 * array.
 */
function scaled(
  values: Float32Array,
  [bottom, top]: readonly [number, number],
  use: string,
  more = 0,
): Float32Array {
  const length = top - bottom === 0 ? 1 : top - bottom;
  const parts = partsRoom(use, values.length);
  for (let column = 0; column < values.length; column++) {
    parts[column] = Math.fround(((values[column] as number) - bottom) / length) + more;
  }
  return parts;
}

/** A line through all values. In a column with several values it covers their whole span. */
function lineOf(
  box: Box,
  { low, high }: Envelope,
  span: readonly [number, number],
  colour: string,
  thick: number,
): Profile {
  const half = thick / 2 / box.height;
  return {
    low: scaled(low, span, `low ${colour}`, -half),
    high: scaled(high, span, `high ${colour}`, half),
    colour,
    alpha: 1,
  };
}

/** Draws values as a line with the area below it filled. */
export function fillGround(
  frame: Frame,
  box: Box,
  envelope: Envelope,
  span: readonly [number, number],
  colours: { readonly area: string; readonly alpha: number; readonly line: string },
): void {
  const high = scaled(envelope.high, span, "area");
  const low = partsRoom("foot", high.length);
  for (let column = 0; column < high.length; column++) {
    low[column] = Number.isNaN(high[column]) ? NaN : 0;
  }
  frame.surface.ground.profiles(box, [
    { low, high, colour: colours.area, alpha: colours.alpha },
    lineOf(box, envelope, span, colours.line, 1.5),
  ]);
}

/**
 * The ends of the axis: the lowest priority in use, so that the steps are visible, and 0. The
 * engine's numbers for another kernel do not begin at 0: the other end is the most urgent one in
 * use.
 */
export function urgencySpan({ trace, analysis }: Scene): readonly [least: number, most: number] {
  const used = Object.keys(trace.priorities).map(Number);
  if (used.length > 1) {
    return [Math.max(...used), Math.min(...used)];
  }
  const values = analysis.lanes.slice(1).map((lane) => greatestOf(lane.priority.value));
  return [Math.max(Math.min(trace.levels - 1, Math.max(...values, 0)), 1), 0];
}

/**
 * Draws priority and level on an axis with 0 at the top. The area between them shows a raised
 * threshold.
 */
export function chartGround(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  const box = chartBox(frame, placed);
  const span = urgencySpan(frame.scene);
  const priority = stepsEnvelope(frame, lane.priority);
  const level = stepsEnvelope(frame, lane.level);
  const colour = laneColour(frame.theme, placed.row.place);
  const { ground } = frame.surface;
  ground.fill({ ...box, y: box.y + box.height, height: 1 }, frame.theme.grid, 1);
  ground.profiles(box, [
    topLine(frame, box),
    {
      low: scaled(priority.low, span, "band low"),
      high: scaled(level.high, span, "band high"),
      colour: frame.theme.level,
      alpha: 0.18,
    },
    lineOf(box, flipped(level), span, frame.theme.text, 1.5),
    lineOf(box, flipped(priority), span, colour, 2),
  ]);
}

/** Draws the upper end of the axis. */
function topLine(frame: Frame, { height }: Box): Profile {
  const { columns } = frame.grid;
  return {
    low: partsRoom("top low", columns).fill(1 - 1 / height),
    high: partsRoom("top high", columns).fill(1),
    colour: frame.theme.grid,
    alpha: 1,
  };
}

/** Swaps minimum and maximum, because the axis points down. */
function flipped({ low, high }: Envelope): Envelope {
  return { low: high, high: low };
}
