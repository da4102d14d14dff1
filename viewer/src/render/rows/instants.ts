// SPDX-License-Identifier: Apache-2.0
// Draws releases as small upward arrows, missed deadlines as red flags, faults as red crosses, and
// restarts as triangles. If there are too many, draws marks at the top of the row, which remain
// visible at every zoom.
import type { LaneAnalysis, Ticks } from "../../model";
import type { Frame } from "../frame";
import { across, densityOf, timePlaces } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { positionOfTime, xAt } from "../scale";
import type { Front } from "../surface";
import type { Theme } from "../theme";

const TOP = { top: 1, height: 3 };
/** Pixels that an instant needs for a symbol of its own. */
const ROOM = 9;

export function instantsGround(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  mark(frame, placed, lane.releases, frame.theme.text);
  mark(frame, placed, lane.restarts, frame.theme.text);
  mark(frame, placed, lane.misses, frame.theme.late);
  mark(frame, placed, lane.faults, frame.theme.late);
}

function isCrowded(frame: Frame, places: Int32Array): boolean {
  const count = (places[places.length - 1] ?? 0) - (places[0] ?? 0);
  return count * ROOM > frame.scale.width;
}

function mark(frame: Frame, placed: Placed, times: Ticks, colour: string): void {
  const places = timePlaces(frame, times);
  if (isCrowded(frame, places)) {
    const box = across(frame, placed.top + TOP.top, TOP.height);
    frame.surface.ground.strip(box, densityOf(places), colour, 0.55);
  }
}

export function instantsFront(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  each(frame, lane.releases, (x) => arrow(frame, x, placed));
  each(frame, lane.misses, (x) => flag(frame, x, placed));
  const { theme, surface } = frame;
  each(frame, lane.restarts, (x) => begins(surface.front, x, placed.top + 4.5, theme));
  each(frame, lane.faults, (x) => cross(surface.front, x, placed.top + 4.5, theme));
}

function each(frame: Frame, times: Ticks, call: (x: number) => void): void {
  const places = timePlaces(frame, times);
  if (isCrowded(frame, places)) {
    return;
  }
  const behind = places[places.length - 1] ?? 0;
  for (let place = places[0] ?? 0; place < behind; place++) {
    call(xAt(frame.scale, positionOfTime(frame.scene, times[place] ?? 0)));
  }
}

/** A fault, around a point. */
export function cross(front: Front, x: number, y: number, theme: Theme): void {
  const style = { colour: theme.late, width: 2, alpha: 1 };
  front.line(x - 3.5, y - 3.5, x + 3.5, y + 3.5, style);
  front.line(x - 3.5, y + 3.5, x + 3.5, y - 3.5, style);
}

/** A thread that restarts. */
export function begins(front: Front, x: number, y: number, theme: Theme): void {
  front.polygon([x, y - 3.5, x + 5.5, y, x, y + 3.5], theme.text, 0.9);
}

function arrow({ surface: { front }, theme }: Frame, x: number, placed: Placed): void {
  const { top, body } = placed;
  const height = shapeOf(body).rug.top - 2;
  front.rect({ x: x - 0.5, y: top + 2, width: 1, height }, theme.text, 0.9);
  front.polygon([x - 3.5, top + 6, x, top + 0.5, x + 3.5, top + 6], theme.text, 0.9);
}

function flag({ surface: { front }, theme }: Frame, x: number, placed: Placed): void {
  const { top, body } = placed;
  const height = shapeOf(body).rug.top - 1;
  front.rect({ x: x - 0.75, y: top + 1, width: 1.5, height }, theme.late, 1);
  front.polygon([x, top + 1, x + 9, top + 4.5, x, top + 8], theme.late, 1);
}
