// SPDX-License-Identifier: Apache-2.0
// The row of interrupts of a core. Nested interrupts are drawn above those that they interrupt.
import { textOn } from "../colour";
import type { Frame } from "../frame";
import { across, boxOf } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { memo } from "../memo";
import { placesUpTo } from "../binary-search";
import type { Spans } from "../strip";
import { forWide, spansOf, stripOf } from "../strip";
import type { Box } from "../surface";
import { SMALL_FONT } from "../surface";
import type { Scene } from "../types";
import { only } from "./core";
import { eventsFront, eventsGround, eventsWhere } from "./events";

const LABELLED = 30;

/** Interrupts of one nesting depth, which do not overlap. */
export interface Nesting {
  readonly spans: Spans;
  /** The index of each interrupt in the track of the core. */
  readonly places: Int32Array;
}

/** Interrupts by nesting depth, from the outermost. */
export function nestingsOf(scene: Scene, core: number): readonly Nesting[] {
  const track = scene.analysis.interrupts[core];
  if (track === undefined) {
    return [];
  }
  return memo(track, "nestings", scene.mode, () => {
    const kinds = [...new Set(track.kind)].sort((one, other) => one - other);
    const spans = spansOf(scene, track);
    const places = placesUpTo(track.count);
    if (kinds.length === 1) {
      return [{ spans, places }];
    }
    return kinds.map((kind) => ({
      spans: only(spans, track, kind),
      places: places.filter((place) => track.kind[place] === kind),
    }));
  });
}

/** Events caused by interrupts. Events of threads are on the rows of threads. */
export function interruptEvents({ scene: { trace } }: Frame, core: number): Int32Array {
  return eventsWhere(trace, `interrupts ${core}`, (event) => {
    return (trace.depth[event] ?? 0) > 0 && trace.core[event] === core;
  });
}

/** The part of the bar for a nesting depth. */
export function nestingBox(frame: Frame, placed: Placed, nesting: number, count: number): Box {
  const { bar } = shapeOf(placed.body);
  const height = bar.height / Math.max(count, 1);
  return across(frame, placed.top + bar.top + bar.height - (nesting + 1) * height, height);
}

export function interruptsGround(frame: Frame, placed: Placed): void {
  const { theme, surface } = frame;
  const nestings = nestingsOf(frame.scene, placed.row.place);
  nestings.forEach(({ spans }, nesting) => {
    const box = nestingBox(frame, placed, nesting, nestings.length);
    const strip = stripOf(spans, frame.grid);
    surface.ground.strip(box, strip.level, theme.interrupt, 0.4);
    forWide(strip, LABELLED, (place) => {
      // Separates an interrupt from one that follows immediately.
      const { x, y, height } = boxOf(frame, spans.begin[place] ?? 0, Infinity, box.y, box.height);
      surface.ground.fill({ x, y, width: 1, height }, theme.ground, 1);
    });
  });
  eventsGround(frame, placed, interruptEvents(frame, placed.row.place));
}

export function interruptsFront(frame: Frame, placed: Placed): void {
  const nestings = nestingsOf(frame.scene, placed.row.place);
  if (nestings.length === 1) {
    nestings.forEach((nesting) => numbers(frame, placed, nesting));
  }
  eventsFront(frame, placed, interruptEvents(frame, placed.row.place));
}

function numbers(frame: Frame, placed: Placed, { spans, places }: Nesting): void {
  const { front, ground } = frame.surface;
  const known = frame.scene.analysis.interruptNumber[placed.row.place];
  forWide(stripOf(spans, frame.grid), 2 * LABELLED * ground.ratio, (place) => {
    const number = known?.[places[place] ?? -1] ?? -1;
    const box = boxOf(frame, spans.begin[place] ?? 0, spans.end[place] ?? 0, placed.top, 0);
    const colour = textOn(frame.theme.interrupt);
    const x = box.x + box.width / 2;
    if (number >= 0 && box.width > 4 * LABELLED) {
      const style = { font: SMALL_FONT, colour, anchor: "middle" } as const;
      front.text(x, placed.top + shapeOf(placed.body).words + 4, `interrupt ${number}`, style);
    }
  });
}
