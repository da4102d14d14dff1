// SPDX-License-Identifier: Apache-2.0
// Draws over all rows: the selected range, the markers and their distance, the line of the pointer,
// the column of the selected event.
import { instant } from "../model";
import type { Frame } from "./frame";
import { boxOf } from "./frame";
import { placedRows, plotClip, RULER_HEIGHT, shapeOf } from "./layout";
import type { Taken } from "./ruler";
import { positionOfEvent, positionOfTime, xAt } from "./scale";
import { BOLD_FONT } from "./surface";
import type { Font } from "./surface";
import { textOn } from "./colour";
import { exactTime, grouped, ticksAndTime } from "./ticks";
import type { Hit } from "./types";

/** A text with a background in the ruler. */
interface Plate {
  readonly text: string;
  /** The preferred middle of the plate. */
  readonly x: number;
  readonly colour: string;
  readonly line: 0 | 1;
}

const PLATE_FONT: Font = { ...BOLD_FONT, size: 12 };

interface PlacedPlate extends Plate {
  readonly from: number;
  readonly width: number;
}

/** Places plates in order of importance, and omits those that would cover an earlier one. */
function placePlates(frame: Frame, plates: readonly Plate[]): readonly PlacedPlate[] {
  const { left, width } = frame.scale;
  const placed: PlacedPlate[] = [];
  for (const plate of plates) {
    const own = frame.surface.front.textWidth(plate.text, PLATE_FONT) + 12;
    const from = Math.max(Math.min(plate.x - own / 2, left + width - own), left);
    const isFree = placed.every(
      (other) =>
        other.line !== plate.line || from >= other.from + other.width || from + own <= other.from,
    );
    if (isFree) {
      placed.push({ ...plate, from, width: own });
    }
  }
  return placed;
}

function xOfTime(frame: Frame, time: number): number {
  return xAt(frame.scale, positionOfTime(frame.scene, time));
}

function isInSight({ scale }: Frame, x: number): boolean {
  return x >= scale.left && x <= scale.left + scale.width;
}

/** The time of the pointer, exact to the tick. */
function hoverText(frame: Frame, time: number): string {
  const { clockHz } = frame.scene.trace;
  const tick = Math.round(instant(frame.scene.trace, time));
  return clockHz === null ? grouped(tick) : exactTime(tick, clockHz);
}

export function platesOf(frame: Frame): readonly PlacedPlate[] {
  const { scene, theme } = frame;
  const plates: Plate[] = [];
  if (scene.hover !== null && scene.hover.what !== "name") {
    const x = xOfTime(frame, scene.hover.time);
    plates.push({ text: hoverText(frame, scene.hover.time), x, colour: theme.text, line: 0 });
  }
  for (const marker of scene.markers) {
    plates.push({
      text: marker.label,
      x: xOfTime(frame, marker.time),
      colour: theme.accent,
      line: 0,
    });
  }
  plates.push(...deltaPlates(frame));
  return placePlates(
    frame,
    plates.filter((plate) => isInSight(frame, plate.x)),
  );
}

/** Plates for the length of the selection and the distance of the markers. */
function deltaPlates(frame: Frame): readonly Plate[] {
  const { scene, theme } = frame;
  const { clockHz } = scene.trace;
  const plates: Plate[] = [];
  const [one, other] = scene.markers.filter(({ measures }) => measures);
  const spans = [scene.focus.range];
  if (one !== undefined && other !== undefined) {
    spans.push({ begin: Math.min(one.time, other.time), end: Math.max(one.time, other.time) });
  }
  for (const span of spans) {
    if (span !== null) {
      const text = ticksAndTime(span.end - span.begin, clockHz);
      plates.push({
        text,
        x: middleInSight(frame, span.begin, span.end),
        colour: theme.accent,
        line: 1,
      });
    }
  }
  return plates;
}

function middleInSight(frame: Frame, begin: number, end: number): number {
  const { left, width } = frame.scale;
  const from = Math.max(xOfTime(frame, begin), left);
  const to = Math.min(xOfTime(frame, end), left + width);
  return to < from ? NaN : (from + to) / 2;
}

export function takenBy(plates: readonly PlacedPlate[]): readonly Taken[] {
  return plates.map(({ from, width }) => ({ from, to: from + width }));
}

export function overlayFront(frame: Frame, plates: readonly PlacedPlate[]): void {
  const { scene, theme, scale } = frame;
  const { front } = frame.surface;
  front.clip({ x: scale.left, y: 0, width: scale.width, height: scene.height });
  eventColumn(frame);
  selection(frame);
  for (const { time } of scene.markers) {
    upright(frame, xOfTime(frame, time), theme.accent, 0.9);
  }
  hovered(frame);
  if (scene.hover !== null && scene.hover.what !== "name") {
    upright(frame, xOfTime(frame, scene.hover.time), theme.text, 0.5);
  }
  for (const plate of plates) {
    drawPlate(frame, plate);
  }
}

function eventColumn(frame: Frame): void {
  const { scene, theme } = frame;
  const event = scene.focus.event;
  if (event === null) {
    return;
  }
  const x = xAt(frame.scale, positionOfEvent(scene, event));
  const width =
    scene.mode === "sequence"
      ? Math.max(frame.scale.width / (frame.scale.end - frame.scale.begin), 2)
      : 7;
  const box = { x: x - width / 2, y: RULER_HEIGHT, width, height: scene.height - RULER_HEIGHT };
  frame.surface.front.rect(box, theme.accent, 0.14);
  upright(frame, x, theme.accent, 0.8);
}

/** Draws a frame around the interval under the pointer. */
function hovered(frame: Frame): void {
  const { hover } = frame.scene;
  const placed = hover === null ? undefined : placedRows(frame.scene)[hover.row];
  if (hover === null || placed === undefined || !INTERVALS.includes(hover.what)) {
    return;
  }
  const { front } = frame.surface;
  front.clip(plotClip(frame.scene, placed));
  const begin = positionOfTime(frame.scene, hover.begin);
  const end = positionOfTime(frame.scene, hover.end);
  const { x, width } = boxOf(frame, begin, end, 0, 0);
  const { bar } = shapeOf(placed.body);
  const box = {
    x: x - 1,
    y: placed.top + bar.top - 2,
    width: Math.max(width, 1) + 2,
    height: bar.height + 4,
  };
  front.frame(box, frame.theme.text);
  front.clip({ x: frame.scale.left, y: 0, width: frame.scale.width, height: frame.scene.height });
}

const INTERVALS: readonly Hit["what"][] = ["running", "ready", "waiting", "heldOff", "interrupt"];

function selection(frame: Frame): void {
  const { scene, theme } = frame;
  const range = scene.focus.range;
  if (range === null) {
    return;
  }
  const from = xOfTime(frame, range.begin);
  const to = xOfTime(frame, range.end);
  const box = {
    x: from,
    y: RULER_HEIGHT,
    width: Math.max(to - from, 1),
    height: scene.height - RULER_HEIGHT,
  };
  frame.surface.front.rect(box, theme.accent, 0.1);
  upright(frame, from, theme.accent, 0.7);
  upright(frame, to, theme.accent, 0.7);
  frame.surface.front.rect({ ...box, y: RULER_HEIGHT - 4, height: 4 }, theme.accent, 0.8);
}

function upright(frame: Frame, x: number, colour: string, alpha: number): void {
  const { scene, surface } = frame;
  surface.front.rect(
    {
      x: Math.round(x) - 0.5,
      y: RULER_HEIGHT - 8,
      width: 1,
      height: scene.height - RULER_HEIGHT + 8,
    },
    colour,
    alpha,
  );
}

function drawPlate(frame: Frame, plate: PlacedPlate): void {
  const { front } = frame.surface;
  const y = plate.line === 0 ? 2 : 18;
  front.rect({ x: plate.from, y, width: plate.width, height: 15 }, plate.colour, 1);
  const colour = textOn(plate.colour);
  const x = plate.from + plate.width / 2;
  front.text(x, y + 11.5, plate.text, { font: PLATE_FONT, colour, anchor: "middle" });
}
