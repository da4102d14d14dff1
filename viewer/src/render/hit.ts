// SPDX-License-Identifier: Apache-2.0
// Finds the item under the pointer from the same data as the drawing.
import type { LaneAnalysis, Track } from "../model";
import { Event } from "../model";
import { measured } from "./canvas";
import type { Frame } from "./frame";
import { frameOf, pixelAround } from "./frame";
import type { Placed } from "./layout";
import { placedAt, RULER_HEIGHT, shapeOf } from "./layout";
import { invertedOf } from "./links";
import { positionAt, positionOfEvent, timeOfPosition, xAt, xOf } from "./scale";
import { countUpTo, lowerBound, type Sorted } from "./binary-search";
import type { Spans } from "./strip";
import { spansOf, touching } from "./strip";
import type { Surface } from "./surface";
import type { Hit, Scene } from "./types";
import { beginsOn, slicesOn, unownedEvents } from "./rows/core";
import type { Group } from "./rows/events";
import { groupsOf } from "./rows/events";
import { eventsRow, hasBoxes } from "./rows/object";
import { offBox } from "./rows/lane";
import { interruptEvents, nestingBox, nestingsOf } from "./rows/interrupts";

/** Distance in pixels at which a tick or marker still counts as hit. */
const NEAR = 3;
/** The lowest pixel of the cross of a fault in its row. */
const FAULT_BOTTOM = 9;

/** A surface that draws nothing, for functions that compute boxes. */
const NOWHERE: Surface = {
  ground: {
    ratio: 1,
    clip: () => undefined,
    fill: () => undefined,
    strip: () => undefined,
    stack: () => undefined,
    profile: () => undefined,
    profiles: () => undefined,
    hatch: () => undefined,
  },
  front: {
    clip: () => undefined,
    rect: () => undefined,
    frame: () => undefined,
    line: () => undefined,
    curve: () => undefined,
    polygon: () => undefined,
    text: () => undefined,
    textWidth: measured,
  },
};

interface Pointer {
  readonly frame: Frame;
  readonly x: number;
  readonly y: number;
  readonly row: number;
  readonly time: number;
}

/** The item at x, y in CSS pixels, and how many of its kind share the pixel. */
export function hit(scene: Scene, x: number, y: number): Hit {
  const frame = frameOf(scene, NOWHERE);
  const time = timeOfPosition(scene, positionAt(frame.scale, Math.max(x, frame.scale.left)));
  const placed = y < RULER_HEIGHT ? undefined : placedAt(scene, y);
  const pointer: Pointer = { frame, x, y, row: placed?.index ?? -1, time };
  if (x < frame.scale.left) {
    return plain(pointer, placed === undefined ? "nothing" : "name");
  }
  if (y < RULER_HEIGHT) {
    return onRuler(pointer);
  }
  return placed === undefined ? plain(pointer, "nothing") : onRow(pointer, placed);
}

function plain({ row, time }: Pointer, what: Hit["what"]): Hit {
  return { row, what, event: -1, merged: 0, begin: time, end: time, time };
}

function onRuler(pointer: Pointer): Hit {
  const { scene } = pointer.frame;
  const near = scene.markers.filter(({ time }) => Math.abs(xOf(scene, time) - pointer.x) <= NEAR);
  const [first] = near;
  return first === undefined
    ? plain(pointer, "ruler")
    : { ...plain(pointer, "marker"), merged: near.length, begin: first.time, end: first.time };
}

function onRow(pointer: Pointer, placed: Placed): Hit {
  switch (placed.row.kind) {
    case "lane":
      return onLane(pointer, placed);
    case "core":
      return onCore(pointer, placed);
    case "interrupts":
      return onInterrupts(pointer, placed);
    case "object":
      return onObject(pointer, placed);
    case "signal":
      return onSignal(pointer, placed);
  }
}

function onLane(pointer: Pointer, placed: Placed): Hit {
  const { scene } = pointer.frame;
  const lane = scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return plain(pointer, "nothing");
  }
  return (
    faultHit(pointer, placed, lane) ??
    eventHit(pointer, placed, lane.events) ??
    inversionHit(pointer, placed) ??
    offHit(pointer, placed, lane) ??
    trackHit(pointer, lane.running, "running") ??
    (scene.shows.heldOff ? trackHit(pointer, lane.heldOff, "heldOff") : null) ??
    trackHit(pointer, lane.ready, "ready") ??
    trackHit(pointer, lane.waiting, "waiting") ??
    plain(pointer, "nothing")
  );
}

function onCore(pointer: Pointer, placed: Placed): Hit {
  const { scene } = pointer.frame;
  const core = placed.row.place;
  const event = eventHit(pointer, placed, unownedEvents(pointer.frame, core));
  if (event !== null) {
    return event;
  }
  const slices: Hit[] = [];
  for (let lane = scene.analysis.lanes.length - 1; lane >= 0; lane--) {
    const spans = slicesOn(scene, lane, core);
    const first = beginsOn(scene, lane, core);
    const found = spans === null ? null : spansHit(pointer, spans, first, "running");
    if (found !== null) {
      slices.push(found);
    }
  }
  const merged = slices.reduce((sum, slice) => sum + slice.merged, 0);
  const covers = slices.find(({ begin, end }) => begin <= pointer.time && pointer.time < end);
  const best = covers ?? slices[0];
  return best === undefined ? plain(pointer, "nothing") : { ...best, merged };
}

function onInterrupts(pointer: Pointer, placed: Placed): Hit {
  const core = placed.row.place;
  const { scene } = pointer.frame;
  const event = eventHit(pointer, placed, interruptEvents(pointer.frame, core));
  if (event !== null) {
    return event;
  }
  const track = scene.analysis.interrupts[core];
  const nestings = nestingsOf(scene, core);
  for (let depth = nestings.length - 1; depth >= 0 && track !== undefined; depth--) {
    const box = nestingBox(pointer.frame, placed, depth, nestings.length);
    const nesting = nestings[depth];
    if (nesting !== undefined && pointer.y < box.y + box.height) {
      const first = nesting.places.map((place) => track.first[place] ?? -1);
      const found = spansHit(pointer, nesting.spans, first, "interrupt");
      if (found !== null) {
        return found;
      }
    }
  }
  return plain(pointer, "nothing");
}

function onObject(pointer: Pointer, placed: Placed): Hit {
  const { analysis, trace } = pointer.frame.scene;
  const events = analysis.objectEvents[placed.row.place] ?? new Int32Array(0);
  const event = eventHit(pointer, eventsRow(placed), events, hasBoxes(pointer.frame, placed));
  const steps = analysis.fills[placed.row.place] ?? null;
  if (event !== null || steps === null) {
    return event ?? plain(pointer, "nothing");
  }
  const last = trace.count - 1;
  const time = (place: number): number => trace.time[steps.at[place] ?? last] ?? 0;
  const before = (events: number): number => lowerBound(steps.at, events, 0, steps.count);
  const begun = (until: number): number => before(countUpTo(trace.time, until, trace.count));
  const earlier = (until: number): number => before(lowerBound(trace.time, until, 0, trace.count));
  return stepHit(pointer, [earlier, begun], time, "fill", steps.at);
}

function onSignal(pointer: Pointer, placed: Placed): Hit {
  const { signals, trace } = pointer.frame.scene;
  const signal = signals[placed.row.place];
  if (signal === undefined) {
    return plain(pointer, "nothing");
  }
  const time = (place: number): number => signal.time[place] ?? trace.time[trace.count - 1] ?? 0;
  const { length } = signal.time;
  const begun = (until: number): number => countUpTo(signal.time, until, length);
  const earlier = (until: number): number => lowerBound(signal.time, until, 0, length);
  return stepHit(pointer, [earlier, begun], time, "signal", null);
}

type Count = (time: number) => number;

/**
 * The step that applies at the pointer, and the number of steps that begin in its pixel. before,
 * until: the number of steps that begin before a time, and up to it.
 */
function stepHit(
  pointer: Pointer,
  [before, until]: readonly [Count, Count],
  timeOf: (place: number) => number,
  what: Hit["what"],
  events: Int32Array | null,
): Hit {
  const [from, to] = pixelAround(pointer.frame, pointer.x);
  const { scene } = pointer.frame;
  const place = until(timeOfPosition(scene, to)) - 1;
  if (place < 0) {
    return plain(pointer, "nothing");
  }
  const merged = Math.max(place + 1 - before(timeOfPosition(scene, from)), 1);
  const event = events?.[place] ?? -1;
  return {
    row: pointer.row,
    what,
    event,
    merged,
    begin: timeOf(place),
    end: timeOf(place + 1),
    time: pointer.time,
  };
}

// Events

/** The event of a fault at its cross. */
function faultHit(pointer: Pointer, placed: Placed, { faults }: LaneAnalysis): Hit | null {
  const { frame, x, y } = pointer;
  const { scene } = frame;
  if (faults.length === 0 || y > placed.top + FAULT_BOTTOM) {
    return null;
  }
  const [from, to] = [x - NEAR, x + NEAR].map((at) =>
    timeOfPosition(scene, positionAt(frame.scale, at)),
  );
  const first = lowerBound(faults, from ?? 0, 0, faults.length);
  const count = countUpTo(faults, to ?? 0, faults.length) - first;
  return count <= 0 ? null : eventAt(pointer, faultAt(scene, faults[first] ?? 0), count);
}

/** The place of the event of a fault at this time. */
function faultAt({ trace }: Scene, time: number): number {
  let place = lowerBound(trace.time, time, 0, trace.count);
  while (place < trace.count && trace.event[place] !== Event.Fault) {
    place += 1;
  }
  return place;
}

function eventHit(
  pointer: Pointer,
  placed: Placed,
  events: Int32Array,
  isBoxed = true,
): Hit | null {
  const inBox = isBoxed ? boxHit(pointer, placed, groupsOf(pointer.frame, events)) : null;
  if (inBox !== null) {
    return inBox;
  }
  const { rug } = shapeOf(placed.body);
  const top = placed.top + rug.top - 1;
  if (pointer.y < top || pointer.y > top + rug.height + 2) {
    return null;
  }
  return nearest(pointer, events);
}

function boxHit(pointer: Pointer, placed: Placed, groups: readonly Group[]): Hit | null {
  const { box } = shapeOf(placed.body);
  const top = placed.top + box.top;
  if (pointer.y < top || pointer.y >= top + box.height) {
    return null;
  }
  const group = groups.find(
    ({ middle, width }) => Math.abs(middle - pointer.x) <= width / 2 && width > 0,
  );
  return group === undefined ? null : eventAt(pointer, group.event, group.count);
}

function eventAt({ frame: { scene }, row, time }: Pointer, event: number, merged: number): Hit {
  const begin = scene.trace.time[event] ?? 0;
  return { row, what: "event", event, merged, begin, end: begin, time };
}

/** The event nearest to the pointer, if it is close. merged: the number of events in its pixel. */
function nearest(pointer: Pointer, events: Int32Array): Hit | null {
  const { frame, x } = pointer;
  const { scene, scale } = frame;
  const xOfPlace = (place: number): number => {
    const event = events[place];
    return event === undefined ? Infinity : xAt(scale, positionOfEvent(scene, event));
  };
  const behind = firstAt(pointer, events, x);
  const place =
    Math.abs(xOfPlace(behind) - x) < Math.abs(xOfPlace(behind - 1) - x) ? behind : behind - 1;
  if (!(Math.abs(xOfPlace(place) - x) <= NEAR)) {
    return null;
  }
  const pixel = Math.floor(xOfPlace(place));
  const from = firstAt(pointer, events, pixel);
  const to = firstAt(pointer, events, pixel + 1);
  return eventAt(pointer, events[place] ?? -1, Math.max(to - from, 1));
}

function firstAt({ frame: { scene, scale } }: Pointer, events: Int32Array, x: number): number {
  const position = positionAt(scale, x);
  const { time, count } = scene.trace;
  const event =
    scene.mode === "time"
      ? lowerBound(time, position, 0, count)
      : Math.max(Math.ceil(position - 0.5), 0);
  return lowerBound(events, event, 0, events.length);
}

// Intervals

function trackHit(pointer: Pointer, track: Track, what: Hit["what"]): Hit | null {
  return spansHit(pointer, spansOf(pointer.frame.scene, track), track.first, what);
}

/** The interval at the pointer, else one that overlaps its pixel. */
function spansHit(pointer: Pointer, spans: Spans, first: Sorted, what: Hit["what"]): Hit | null {
  const { frame, x, row, time } = pointer;
  const [from, to] = pixelAround(frame, x);
  const [begin, behind] = touching(spans, from, to);
  if (behind <= begin) {
    return null;
  }
  const at = countUpTo(spans.begin, positionAt(frame.scale, x), spans.count) - 1;
  const place = Math.min(Math.max(at, begin), behind - 1);
  return {
    row,
    what,
    event: first[place] ?? -1,
    merged: behind - begin,
    begin: timeOfPosition(frame.scene, spans.begin[place] ?? 0),
    end: timeOfPosition(frame.scene, spans.end[place] ?? 0),
    time,
  };
}

/** The band above the bar. Interrupts off are drawn over preemption off. */
function offHit(pointer: Pointer, placed: Placed, lane: LaneAnalysis): Hit | null {
  const { y, height } = offBox(pointer.frame, placed);
  return pointer.y < y || pointer.y >= y + height
    ? null
    : (trackHit(pointer, lane.interruptsOff, "interruptsOff") ??
        trackHit(pointer, lane.preemptionOff, "preemptionOff"));
}

/** The inversion whose line at the top of the waiter's row is under the pointer. */
function inversionHit(pointer: Pointer, placed: Placed): Hit | null {
  const { scene } = pointer.frame;
  if (!scene.shows.inversions || pointer.y > placed.top + 5) {
    return null;
  }
  const inverted = invertedOf(scene).find(({ waiter }) => waiter === placed.row.place);
  if (inverted === undefined) {
    return null;
  }
  const first = inverted.places.map((place) => scene.analysis.inversions.at[place] ?? -1);
  return spansHit(pointer, inverted.spans, first, "inversion");
}
