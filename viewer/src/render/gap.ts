// SPDX-License-Identifier: Apache-2.0
// Marks the intervals in which events of a running target were lost: a hatching over all rows, with
// a text.
import { Event } from "../model";
import type { Trace } from "../model";
import type { Frame } from "./frame";
import { boxOf } from "./frame";
import { RULER_HEIGHT } from "./layout";
import { pixelsPerUnit } from "./scale";
import { SMALL_FONT } from "./surface";
import type { Box } from "./surface";

const WORDS = "events lost";

const losses = new WeakMap<Trace, readonly number[]>();

/** The LOST events of a trace, cached. */
export function lossesOf(trace: Trace): readonly number[] {
  let found = losses.get(trace);
  if (found === undefined) {
    const places: number[] = [];
    const last = trace.origin === "limen" ? trace.count : 0;
    for (let at = trace.event.indexOf(Event.Lost); at >= 0 && at < last;) {
      places.push(at);
      at = trace.event.indexOf(Event.Lost, at + 1);
    }
    losses.set(trace, (found = places));
  }
  return found;
}

/** The boxes of the visible gaps. */
function gapBoxes(frame: Frame): readonly Box[] {
  const { trace, height, mode } = frame.scene;
  const { begin, end } = frame.scale;
  const boxes: Box[] = [];
  for (const at of mode === "sequence" ? [] : lossesOf(trace)) {
    const [from, to] = [trace.time[at] ?? 0, trace.time[at + 1] ?? 0];
    if (to > begin && from < end) {
      boxes.push(boxOf(frame, from, to, RULER_HEIGHT, Math.max(height - RULER_HEIGHT, 0)));
    }
  }
  return boxes;
}

export function gapGround(frame: Frame): void {
  const { theme, surface, scale } = frame;
  for (const box of gapBoxes(frame)) {
    surface.ground.fill(box, theme.late, 0.08);
    surface.ground.hatch(box, theme.late, 0.35, -scale.begin * pixelsPerUnit(scale));
  }
}

export function gapFront(frame: Frame): void {
  for (const box of gapBoxes(frame)) {
    say(frame, box);
  }
}

function say({ theme, scene, surface: { front } }: Frame, box: Box): void {
  const width = front.textWidth(WORDS, SMALL_FONT) + 12;
  if (box.width < width) {
    return;
  }
  front.clip(box);
  const middle = box.x + box.width / 2;
  const y = (RULER_HEIGHT + scene.height) / 2;
  front.rect({ x: middle - width / 2, y: y - 10, width, height: 20 }, theme.ground, 0.9);
  front.text(middle, y + 4, WORDS, { font: SMALL_FONT, colour: theme.text, anchor: "middle" });
}
