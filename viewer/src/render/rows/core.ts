// SPDX-License-Identifier: Apache-2.0
// The row of a core, which shows the running thread. The colours of a column are stacked by their
// exact shares, so that at a low zoom the row shows the load of the core.
import type { Track } from "../../model";
import { textOn } from "../colour";
import type { Frame } from "../frame";
import { across, boxOf } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { memo } from "../memo";
import type { Spans, Strip } from "../strip";
import { forWide, spansOf, stripOf, withSums } from "../strip";
import { ellipsised, SMALL_FONT } from "../surface";
import { laneColour } from "../theme";
import type { Scene } from "../types";
import { laneName } from "../words";
import {
  allEventsGround,
  eventsFront,
  eventsGround,
  eventsWhere,
  freeOfBoxes,
  groupsOf,
} from "./events";

const LABELLED = 36;

/** The slices of a lane on a core. */
export function slicesOn(scene: Scene, lane: number, core: number): Spans | null {
  const track = scene.analysis.lanes[lane]?.running;
  if (track === undefined || track.count === 0) {
    return null;
  }
  const spans = spansOf(scene, track);
  if (scene.trace.cores <= 1) {
    return spans;
  }
  const kind = `core ${core}`;
  return memo(track, kind, scene.mode, () => only(spans, track, core));
}

/** The events at which those slices begin. */
export function beginsOn(scene: Scene, lane: number, core: number): Int32Array {
  const track = scene.analysis.lanes[lane]?.running;
  if (track === undefined || scene.trace.cores <= 1) {
    return track?.first ?? new Int32Array(0);
  }
  return memo(track, `begins ${core}`, "", () =>
    track.first.filter((_, place) => track.kind[place] === core),
  );
}

/** The intervals of one kind. */
export function only(spans: Spans, track: Track, kind: number): Spans {
  const isOf = (_: number, place: number): boolean => track.kind[place] === kind;
  return withSums(spans.begin.filter(isOf), spans.end.filter(isOf));
}

/** The level of idle time over all cores, 255 if all of them are idle. */
export function idleLevel(frame: Frame): Uint8Array {
  const { cores } = frame.scene.trace;
  const sum = new Float64Array(frame.grid.columns);
  for (let core = 0; core < cores; core++) {
    const spans = slicesOn(frame.scene, 0, core);
    const share = spans === null ? null : stripOf(spans, frame.grid).share;
    share?.forEach((part, column) => {
      sum[column] = (sum[column] as number) + part / cores;
    });
  }
  return Uint8Array.from(sum, (part) => Math.ceil(Math.min(part, 1) * 255));
}

interface Runner {
  readonly lane: number;
  readonly spans: Spans;
  readonly strip: Strip;
}

/** Threads that run on a core in the visible range. Idle time is the rest. */
export function runnersOf(frame: Frame, core: number): readonly Runner[] {
  const runners: Runner[] = [];
  for (let lane = 1; lane < frame.scene.analysis.lanes.length; lane++) {
    const spans = slicesOn(frame.scene, lane, core);
    if (spans !== null) {
      const strip = stripOf(spans, frame.grid);
      if (!strip.isEmpty) {
        runners.push({ lane, spans, strip });
      }
    }
  }
  return runners;
}

export function coreGround(frame: Frame, placed: Placed): void {
  const shape = shapeOf(placed.body);
  const bar = across(frame, placed.top + shape.bar.top - 1, shape.bar.height + 1);
  loadGround(frame, placed.row.place, bar.y, bar.height);
  const { trace } = frame.scene;
  const core = placed.row.place;
  const isOf = (event: number): boolean => trace.core[event] === core;
  if (trace.cores <= 1) {
    allEventsGround(frame, placed);
  } else {
    eventsGround(frame, placed, eventsWhere(trace, `core ${core}`, isOf));
  }
}

/** Draws the load of a core as stacked colours. */
export function loadGround(frame: Frame, core: number, y: number, height: number): void {
  const { ground } = frame.surface;
  const layers = runnersOf(frame, core).map(({ lane, strip }) => ({
    share: strip.share,
    colour: laneColour(frame.theme, lane),
  }));
  ground.fill(across(frame, y, height), frame.theme.panel, 1);
  ground.stack(across(frame, y, height), layers);
}

/** Events before the first thread runs, which belong to no other row. */
export function unownedEvents({ scene: { trace } }: Frame, core: number): Int32Array {
  return eventsWhere(trace, `unowned ${core}`, (event) => {
    return trace.core[event] === core && trace.lane[event] === -1 && trace.depth[event] === 0;
  });
}

export function coreFront(frame: Frame, placed: Placed): void {
  for (const { lane, spans, strip } of runnersOf(frame, placed.row.place)) {
    forWide(strip, LABELLED * frame.surface.ground.ratio, (place) => {
      sliceName(frame, placed, lane, spans, place);
    });
  }
  eventsFront(frame, placed, unownedEvents(frame, placed.row.place));
}

function sliceName(frame: Frame, placed: Placed, lane: number, spans: Spans, place: number): void {
  const { front } = frame.surface;
  const box = boxOf(frame, spans.begin[place] ?? 0, spans.end[place] ?? 0, placed.top, 0);
  const groups = groupsOf(frame, unownedEvents(frame, placed.row.place));
  const { words, isHigh } = shapeOf(placed.body);
  const plot = { from: box.x, to: box.x + box.width };
  const { from, to } = isHigh ? plot : freeOfBoxes(groups, plot);
  const name = ellipsised(front, laneName(frame.scene.trace, lane), SMALL_FONT, to - from - 8);
  const colour = textOn(laneColour(frame.theme, lane));
  front.text((from + to) / 2, placed.top + words + 4, name, {
    font: SMALL_FONT,
    colour,
    anchor: "middle",
  });
}
