// SPDX-License-Identifier: Apache-2.0
// Values over time: priority and level of an open lane, the fill of an object, a signal.
import type { LaneAnalysis } from "../../model";
import type { Envelope, Frame } from "../frame";
import { across, greatest, stepsEnvelope } from "../frame";
import type { Placed } from "../layout";
import { partsRoom } from "../memo";
import type { Box } from "../surface";
import { laneColour } from "../theme";
import type { Scene } from "../types";

/** The part of an open lane that shows its urgency. */
export function chartBox(frame: Frame, placed: Placed): Box {
  return across(frame, placed.top + placed.body + 4, placed.height - placed.body - 11);
}

/** Values as parts of the height of a box, from its bottom. */
function scaled(
  values: Float32Array,
  bottom: number,
  top: number,
  use: "upper" | "lower",
  more = 0,
): Float32Array {
  const length = top - bottom === 0 ? 1 : top - bottom;
  const parts = partsRoom(use, values.length);
  for (let column = 0; column < values.length; column++) {
    parts[column] = Math.fround(((values[column] as number) - bottom) / length) + more;
  }
  return parts;
}

/** A line through all values; where many lie in a column it is as high as they reach. */
export function stepLine(
  frame: Frame,
  box: Box,
  { low, high }: Envelope,
  [bottom, top]: readonly [number, number],
  colour: string,
  thick: number,
): void {
  const half = thick / 2 / box.height;
  const lower = scaled(low, bottom, top, "lower", -half);
  const upper = scaled(high, bottom, top, "upper", half);
  frame.surface.ground.profile(box, lower, upper, colour, 1);
}

/** From the bottom up to the values. */
export function area(
  frame: Frame,
  box: Box,
  { high }: Envelope,
  [bottom, top]: readonly [number, number],
  colour: string,
  alpha: number,
): void {
  const upper = scaled(high, bottom, top, "upper");
  const lower = partsRoom("lower", upper.length);
  for (let column = 0; column < upper.length; column++) {
    lower[column] = Number.isNaN(upper[column]) ? NaN : 0;
  }
  frame.surface.ground.profile(box, lower, upper, colour, alpha);
}

/** The least urgent priority in use: the axis ends there, or the steps would be too small to see. */
export function leastUrgent(scene: Scene): number {
  const values = scene.analysis.lanes.slice(1).map((lane) => greatest(lane.priority.value));
  return Math.max(Math.min(scene.trace.levels - 1, Math.max(...values, 0)), 1);
}

/** Priority and level on an axis with 0 on top: the gap between them is a raised threshold. */
export function chartGround(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  const box = chartBox(frame, placed);
  const span = [leastUrgent(frame.scene), 0] as const;
  const priority = stepsEnvelope(frame, lane.priority);
  const level = stepsEnvelope(frame, lane.level);
  const lower = scaled(priority.low, ...span, "lower");
  const upper = scaled(level.high, ...span, "upper");
  axis(frame, box);
  frame.surface.ground.profile(box, lower, upper, frame.theme.level, 0.18);
  stepLine(frame, box, flipped(level), span, frame.theme.text, 1.5);
  stepLine(frame, box, flipped(priority), span, laneColour(frame.theme, placed.row.place), 2);
}

/** On an axis that runs down the greater value is the lower end. */
function flipped({ low, high }: Envelope): Envelope {
  return { low: high, high: low };
}

function axis(frame: Frame, box: Box): void {
  const { ground } = frame.surface;
  ground.fill({ ...box, height: 1 }, frame.theme.grid, 1);
  ground.fill({ ...box, y: box.y + box.height, height: 1 }, frame.theme.grid, 1);
}
