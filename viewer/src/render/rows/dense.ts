// SPDX-License-Identifier: Apache-2.0
// Bars at any zoom. Where single intervals can be distinguished, each is a bar; where they cannot,
// a column shows its shares on each other, and above them how long the longest wait in it was:
// a mean would hide the one that was late.
import type { Ticks, Track } from "../../model";
import type { Envelope, Frame } from "../frame";
import { across, extremesOf, greatest } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { memo } from "../memo";
import type { Strip } from "../strip";
import { stripOf, spansOf } from "../strip";
import type { Box } from "../surface";
import { SMALL_FONT } from "../surface";
import { duration, grouped } from "../ticks";

/** Intervals that begin in a column and its neighbours from which on they are a crowd. */
const CROWD = 3;

/** Intervals of one meaning. */
export interface Bars {
  readonly strip: Pick<Strip, "level" | "share">;
  readonly colour: string;
  /** Strength of the least that is seen. */
  readonly floor: number;
}

/** 1 for each column in which intervals cannot be distinguished; null: for none. */
export function crowdedOf(
  all: readonly Pick<Strip, "begun">[],
  columns: number,
): Uint8Array | null {
  let crowded: Uint8Array | null = null;
  let [before, here] = [0, begins(all, 0)];
  for (let column = 0; column < columns; column++) {
    const after = column + 1 < columns ? begins(all, column + 1) : 0;
    if (before + here + after >= CROWD) {
      crowded ??= new Uint8Array(columns);
      crowded[column] = 1;
    }
    [before, here] = [here, after];
  }
  return crowded;
}

function begins(all: readonly Pick<Strip, "begun">[], column: number): number {
  let sum = 0;
  for (const { begun } of all) {
    sum += (begun[column + 1] as number) - (begun[column] as number);
  }
  return sum;
}

/** Bars of several meanings, those that stand at the foot of a crowded column first. */
export function barsGround(
  frame: Frame,
  box: Box,
  all: readonly Bars[],
  crowded: Uint8Array | null,
): void {
  const { ground } = frame.surface;
  for (const { strip, colour, floor } of [...all].reverse()) {
    const level =
      crowded === null
        ? strip.level
        : strip.level.map((value, column) => (crowded[column] === 0 ? value : 0));
    ground.strip(box, level, colour, floor);
  }
  if (crowded !== null) {
    const layers = all.map(({ strip: { share }, colour }) => ({ share, colour }));
    ground.stack(box, layers, crowded);
  }
}

/** How long each interval of a track lasts. */
function lengthsOf(track: Track): Ticks {
  return memo(track, "lengths", "", () => {
    const lengths = track.end.slice();
    for (let place = 0; place < track.count; place++) {
      lengths[place] = (track.end[place] as number) - (track.begin[place] as number);
    }
    return lengths;
  });
}

/** The shortest and the longest interval of each crowded column; null: nothing is crowded. */
function spreadOf(frame: Frame, track: Track, crowded: Uint8Array): Envelope {
  return memo(track, "spread", frame.key, () => {
    const { begun } = stripOf(spansOf(frame.scene, track), frame.grid);
    return extremesOf(lengthsOf(track), begun, crowded);
  });
}

/** Shortest and longest as parts of the longest in the whole trace: lines that mean the same at
 * each zoom. */
export function longestGround(
  frame: Frame,
  box: Box,
  track: Track,
  crowded: Uint8Array | null,
): void {
  if (crowded === null || track.count === 0) {
    return;
  }
  const { low, high } = spreadOf(frame, track, crowded);
  const most = Math.max(greatest(lengthsOf(track)), 1);
  const line = 1.5 / box.height;
  const draw = (values: Float32Array, alpha: number): void => {
    const upper = values.map((value) => Math.max(value / most, line));
    const lower = upper.map((value) => value - line);
    frame.surface.ground.profile(box, lower, upper, frame.theme.text, alpha);
  };
  draw(low, 0.35);
  draw(high, 0.85);
}

/** A flag at the longest of all in sight, with its length where there is room. */
export function longestFront(
  frame: Frame,
  placed: Placed,
  track: Track,
  crowded: Uint8Array | null,
): void {
  if (crowded === null || track.count === 0) {
    return;
  }
  const { high } = spreadOf(frame, track, crowded);
  const column = placeOfMost(high);
  if (column < 0) {
    return;
  }
  const { bar, isHigh } = shapeOf(placed.body);
  const { surface, theme, scale, scene } = frame;
  const x = scale.left + (column + 0.5) / surface.ground.ratio;
  const y = placed.top + bar.top;
  surface.front.polygon([x - 4, y - 4, x + 4, y - 4, x, y + 2], theme.text, 1);
  if (isHigh) {
    const { clockHz } = scene.trace;
    const length = high[column] as number;
    const time = clockHz === null ? `${grouped(length)} ticks` : duration(length / clockHz);
    words(frame, x, y, `ready ${time}`);
  }
}

/** On a plate beside the flag, on the side with room. */
function words(frame: Frame, x: number, y: number, text: string): void {
  const { surface, theme, scale } = frame;
  const width = surface.front.textWidth(text, SMALL_FONT) + 8;
  const isLeft = x + 6 + width > scale.left + scale.width;
  const from = isLeft ? x - 6 - width : x + 6;
  surface.front.rect({ x: from, y: y - 4, width, height: 15 }, theme.ground, 0.9);
  const style = { font: SMALL_FONT, colour: theme.text, anchor: "start" } as const;
  surface.front.text(from + 4, y + 7.5, text, style);
}

function placeOfMost(values: Float32Array): number {
  let best = -1;
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number;
    if (value > 0 && (best < 0 || value > (values[best] as number))) {
      best = place;
    }
  }
  return best;
}

/** The bar of a row over the width of the plot. */
export function barBox(frame: Frame, placed: Placed): Box {
  const { bar } = shapeOf(placed.body);
  return across(frame, placed.top + bar.top, bar.height);
}
