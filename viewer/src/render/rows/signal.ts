// SPDX-License-Identifier: Apache-2.0
// The row of a signal: a square wave for 0 and 1, else values as steps.
import type { Frame } from "../frame";
import { greatestOf, leastOf } from "../extremes";
import { across, boxOf, signalEnvelope, timePlaces } from "../frame";
import type { Placed } from "../layout";
import { memo } from "../memo";
import { positionOfTime } from "../scale";
import type { Box } from "../surface";
import { NUMBER_FONT } from "../surface";
import { grouped } from "../ticks";
import type { Signal } from "../types";
import { fillGround } from "./chart";

/** Maximum number of visible changes for which values are written. */
const VALUES_MAX = 60;
const ROOM = 8;

/** The least and the greatest value. A square wave has a line at both. */
export function signalSpan(signal: Signal): readonly [number, number] {
  const least = leastOf(signal.value);
  const bottom = least === Infinity ? 0 : least;
  return [bottom, Math.max(greatestOf(signal.value), bottom + 1)];
}

export function signalBox(frame: Frame, placed: Placed): Box {
  return across(frame, placed.top + 5, placed.height - 10);
}

export function signalGround(frame: Frame, placed: Placed): void {
  const signal = frame.scene.signals[placed.row.place];
  if (signal === undefined || signal.time.length === 0) {
    return;
  }
  const box = signalBox(frame, placed);
  const envelope = signalEnvelope(frame, signal.time, signal.value);
  const span = signalSpan(signal);
  const { accent } = frame.theme;
  fillGround(frame, box, envelope, span, { area: accent, alpha: 0.12, line: accent });
}

/** Draws the values as text if they fit. A square wave does not need them. */
export function signalFront(frame: Frame, placed: Placed): void {
  const signal = frame.scene.signals[placed.row.place];
  if (signal === undefined || isWave(signal)) {
    return;
  }
  const places = timePlaces(frame, signal.time);
  const first = Math.max((places[0] ?? 0) - 1, 0);
  const behind = places[places.length - 1] ?? 0;
  for (let place = first; place < behind && behind - first <= VALUES_MAX; place++) {
    valueText(frame, placed, signal, place);
  }
}

function isWave({ value }: Signal): boolean {
  return memo(value, "wave", "", () =>
    value.every((one) => one === 0 || one === 1 || Number.isNaN(one)),
  );
}

function valueText(frame: Frame, placed: Placed, { time, value }: Signal, place: number): void {
  const { scene, surface, theme } = frame;
  const begin = positionOfTime(scene, time[place] ?? 0);
  const end = place + 1 < time.length ? positionOfTime(scene, time[place + 1] ?? 0) : Infinity;
  const box = boxOf(frame, begin, end, placed.top, placed.height);
  const number = value[place] ?? 0;
  const text = Number.isNaN(number)
    ? "x"
    : Number.isInteger(number)
      ? grouped(number)
      : String(Number(number.toPrecision(6)));
  if (surface.front.textWidth(text, NUMBER_FONT) + ROOM <= box.width) {
    const style = { font: NUMBER_FONT, colour: theme.text, anchor: "start" } as const;
    surface.front.text(box.x + ROOM / 2, placed.top + placed.height - 9, text, style);
  }
}
