// SPDX-License-Identifier: Apache-2.0
// The ruler: round times if the clock rate is known, with ticks in a second line; in sequence mode,
// event numbers and their times.
import { instant } from "../model";
import type { Frame } from "./frame";
import { RULER_HEIGHT } from "./layout";
import { pixelsPerUnit, timeOfPosition, wholeRange, xAt } from "./scale";
import type { Font } from "./surface";
import { BOLD_FONT, NUMBER_FONT, SMALL_FONT } from "./surface";
import { duration, grouped, moment, roundStep } from "./ticks";

/** Minimum distance of labels in pixels. */
const APART = 24;
const SMALL: Font = { ...NUMBER_FONT, size: 11 };

export interface Tick {
  readonly position: number;
  readonly first: string;
  readonly second: string;
}

export interface Ruler {
  /** The distance of labelled ticks, in positions. */
  readonly step: number;
  readonly ticks: readonly Tick[];
  /** Number of small ticks per labelled tick. */
  readonly parts: number;
}

/** A part of the ruler that a more important label occupies. */
export interface Taken {
  readonly from: number;
  readonly to: number;
}

/** The ruler of a frame, with a step at which labels do not overlap. */
export function rulerOf(frame: Frame): Ruler {
  const { scale } = frame;
  let room = 64;
  let ruler = withRoom(frame, room);
  // Longer numbers need longer steps. A step that is ten times as long always suffices.
  for (let attempt = 0; attempt < 8; attempt++) {
    const widest = widestOf(frame, ruler);
    if (widest + APART <= ruler.step * pixelsPerUnit(scale)) {
      break;
    }
    room = Math.max(room * 1.3, widest + APART);
    ruler = withRoom(frame, room);
  }
  return ruler;
}

function widestOf({ surface: { front } }: Frame, { ticks }: Ruler): number {
  return ticks.reduce(
    (most, tick) =>
      Math.max(most, front.textWidth(tick.first, NUMBER_FONT), front.textWidth(tick.second, SMALL)),
    0,
  );
}

function withRoom(frame: Frame, room: number): Ruler {
  const { scale, scene } = frame;
  const least = room / pixelsPerUnit(scale);
  const perSecond = scene.mode === "time" ? scene.trace.clockHz : null;
  const unit = perSecond ?? 1;
  // Without a clock rate, the unit is a whole tick or event.
  const rounded = roundStep(least / unit);
  const step = (perSecond === null ? Math.max(rounded, 1) : rounded) * unit;
  const ticks: Tick[] = [];
  // Positions outside of the trace have no labels.
  const { end } = wholeRange(scene);
  const zero = scene.mode === "time" ? instant(scene.trace, 0) : 0;
  const limit = zero + Math.min(scale.end, scene.mode === "time" ? end : end - 1);
  const last = Math.floor(limit / step + 1e-9);
  const first = Math.max(Math.floor((zero + scale.begin) / step), Math.ceil(zero / step - 1e-9));
  for (let number = first; number <= last; number++) {
    ticks.push(tickAt(frame, number * step - zero, step));
  }
  const parts = String(rounded).startsWith("2") ? 4 : 5;
  return { step, ticks, parts };
}

function tickAt({ scene }: Frame, position: number, step: number): Tick {
  const { trace } = scene;
  const { clockHz } = trace;
  if (scene.mode === "sequence") {
    const time = instant(trace, timeOfPosition(scene, position + 0.5));
    const second = clockHz === null ? grouped(Math.round(time)) : duration(time / clockHz);
    return { position: position + 0.5, first: `#${grouped(position)}`, second };
  }
  const time = instant(trace, position);
  if (clockHz === null) {
    return { position, first: grouped(Math.round(time)), second: "" };
  }
  const first = moment(time / clockHz, step / clockHz);
  const tick = Math.round(time);
  // A position between two ticks has no tick number.
  const isTick = step >= 1 || Math.abs(time - tick) < 1e-6;
  return { position, first, second: isTick ? grouped(tick) : "" };
}

/** Draws faint lines through all rows. */
export function gridGround(frame: Frame, ruler: Ruler): void {
  const { scale, surface, theme, scene } = frame;
  for (const { position } of ruler.ticks) {
    const x = xAt(scale, position);
    surface.ground.fill({ x, y: RULER_HEIGHT, width: 1, height: scene.height }, theme.grid, 1);
  }
}

export function rulerGround(frame: Frame, ruler: Ruler): void {
  const { scale, surface, theme, scene } = frame;
  const { ground } = surface;
  ground.fill({ x: 0, y: 0, width: scene.width, height: RULER_HEIGHT }, theme.panel, 1);
  ground.clip({ x: scale.left, y: 0, width: scale.width, height: RULER_HEIGHT });
  for (const { position } of ruler.ticks) {
    const x = xAt(scale, position);
    ground.fill({ x, y: RULER_HEIGHT - 8, width: 1, height: 8 }, theme.soft, 1);
    for (let part = 1; part < ruler.parts; part++) {
      const between = xAt(scale, position + (part * ruler.step) / ruler.parts);
      ground.fill({ x: between, y: RULER_HEIGHT - 4, width: 1, height: 4 }, theme.axis, 1);
    }
  }
  ground.clip({ x: 0, y: 0, width: scene.width, height: scene.height });
  ground.fill({ x: 0, y: RULER_HEIGHT - 1, width: scene.width, height: 1 }, theme.axis, 1);
}

/** Draws labels, except those that would overlap a taken part or each other at the ends. */
export function rulerFront(frame: Frame, ruler: Ruler, taken: readonly Taken[]): void {
  const { scale, surface, theme } = frame;
  const { front } = surface;
  const left = scale.left + 3;
  const right = scale.left + scale.width - 3;
  let end = -Infinity;
  for (const tick of ruler.ticks) {
    const widths = [front.textWidth(tick.first, NUMBER_FONT), front.textWidth(tick.second, SMALL)];
    const half = Math.max(...widths) / 2;
    const at = xAt(scale, tick.position);
    const x = Math.min(Math.max(at, left + half), right - half);
    const isInSight = at >= scale.left - 1 && at <= right + 3 && x - half > end + 12;
    const isFree = taken.every(({ from, to }) => x + half < from - 4 || x - half > to + 4);
    if (isInSight && isFree) {
      front.text(x, 14, tick.first, { font: NUMBER_FONT, colour: theme.text, anchor: "middle" });
      front.text(x, 28, tick.second, { font: SMALL, colour: theme.soft, anchor: "middle" });
      end = x + half;
    }
  }
}

/** Draws the units of the two lines of the ruler. */
export function cornerFront({ scene, scale, surface: { front }, theme }: Frame): void {
  const hasClock = scene.trace.clockHz !== null;
  const time = hasClock ? "time" : "ticks";
  const first = scene.mode === "time" ? time : "event";
  const second = scene.mode === "time" ? (hasClock ? "ticks" : "") : time;
  const x = scale.left - 10;
  front.text(x, 14, first, { font: BOLD_FONT, colour: theme.text, anchor: "end" });
  front.text(x, 28, second, { font: SMALL_FONT, colour: theme.soft, anchor: "end" });
}
