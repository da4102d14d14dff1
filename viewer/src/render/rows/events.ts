// SPDX-License-Identifier: Apache-2.0
// The events of a row: a strip of ticks below the bar, at least one pixel each at every zoom, and
// boxes with two letters where they fit. In time mode, a box is for one event; several events in
// one pixel have ticks only, because the letters of one would hide the others.
import type { Trace } from "../../model";
import { textOn } from "../colour";
import type { Frame } from "../frame";
import { across, densityOf, edgesOf, eventPlaces } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { memo, partsRoom } from "../memo";
import { positionOfEvent, xAt } from "../scale";
import { CODE_FONT } from "../surface";
import { FAMILY_COLOURS, familyOf } from "../words";

/** Width of a box with two letters. Boxes for several events are wider. */
const BOX_WIDTH = 20;
const GAP = 2;
/** With more events than this, no letters fit. */
const BOXES_MAX = 400;

export function eventsGround(frame: Frame, placed: Placed, events: Int32Array): void {
  rug(frame, placed, eventPlaces(frame, events));
  foundGround(frame, placed, events);
}

/** Draws the ticks of all events. Their list would be 0, 1, 2 ... */
export function allEventsGround(frame: Frame, placed: Placed): void {
  rug(frame, placed, edgesOf(frame));
}

/** Ticks that touch are not countable. Their height shows the number instead. */
const TICKS_MAX = 8;

function rug(frame: Frame, placed: Placed, places: Int32Array): void {
  const { theme, scene, surface } = frame;
  const colour = scene.found === null ? theme.text : theme.axis;
  const { top, height } = shapeOf(placed.body).rug;
  const box = across(frame, placed.top + top, height);
  const most = mostIn(places);
  if (most <= TICKS_MAX) {
    surface.ground.strip(box, densityOf(places), colour, 0.42);
    return;
  }
  const columns = places.length - 1;
  const low = partsRoom("lower", columns);
  const high = partsRoom("upper", columns);
  for (let column = 0; column < columns; column++) {
    const count = (places[column + 1] as number) - (places[column] as number);
    low[column] = count > 0 ? 0 : NaN;
    high[column] = count > 0 ? Math.max(count / most, 1 / height) : NaN;
  }
  surface.ground.profile(box, low, high, colour, 0.8);
}

function mostIn(places: Int32Array): number {
  let most = 0;
  for (let column = 1; column < places.length; column++) {
    const count = (places[column] as number) - (places[column - 1] as number);
    most = count > most ? count : most;
  }
  return most;
}

/** Draws search results, which are visible at every zoom. */
function foundGround(frame: Frame, placed: Placed, events: Int32Array): void {
  const { found } = frame.scene;
  if (found === null) {
    return;
  }
  const list = foundOf(found, events);
  const level = densityOf(eventPlaces(frame, list));
  const { ground } = frame.surface;
  const { rug: bottom } = shapeOf(placed.body);
  const top = placed.top + bottom.top;
  ground.strip(across(frame, top - 2, 2), level, frame.theme.found, 0.9);
  ground.strip(across(frame, top, bottom.height), level, frame.theme.found, 0.9);
}

function foundOf(found: Uint8Array, events: Int32Array): Int32Array {
  const all = memo(found, "found", "", () => new Map<Int32Array, Int32Array>());
  let list = all.get(events);
  if (list === undefined) {
    list = events.filter((event) => found[event] !== 0);
    all.set(events, list);
  }
  return list;
}

/** The events of a trace that match, cached by kind. */
export function eventsWhere(
  trace: Trace,
  kind: string,
  isWanted: (event: number) => boolean,
): Int32Array {
  return memo(trace, `events: ${kind}`, "", () => {
    // A sketch has times but no events.
    const { length } = trace.event;
    const events = new Int32Array(length);
    let count = 0;
    for (let event = 0; event < length; event++) {
      if (isWanted(event)) {
        events[count++] = event;
      }
    }
    return events.slice(0, count);
  });
}

/** Events in the same pixel, which share a box. */
export interface Group {
  /** The x of the events. */
  readonly x: number;
  /** The middle of the box. */
  readonly middle: number;
  /** The first event. */
  readonly event: number;
  readonly count: number;
  readonly text: string;
  /** The width of the box; 0 if it does not fit. */
  readonly width: number;
}

export function eventsFront(frame: Frame, placed: Placed, events: Int32Array): void {
  for (const group of groupsOf(frame, events)) {
    if (group.width > 0) {
      box(frame, placed, group);
    }
  }
}

/** The visible groups from left to right; none if they are too many for letters. */
export function groupsOf(frame: Frame, events: Int32Array): readonly Group[] {
  return memo(events, "groups", frame.key, () => makeGroups(frame, events));
}

function makeGroups(frame: Frame, events: Int32Array): readonly Group[] {
  const places = eventPlaces(frame, events);
  const first = places[0] ?? 0;
  const behind = places[places.length - 1] ?? 0;
  if (behind - first > BOXES_MAX) {
    return [];
  }
  // Includes the invisible neighbours, because whether a box fits must not depend on the visible
  // range.
  const from = Math.max(first - 1, 0);
  const to = Math.min(behind + 1, events.length);
  const groups = gather(frame, events.subarray(from, to));
  return groups.map((group, place) => {
    const width = boxWidth(frame, groups, place);
    return { ...group, width, middle: insidePlot(frame, group.x, width) };
  });
}

function gather(frame: Frame, events: Int32Array): Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const x = xAt(frame.scale, positionOfEvent(frame.scene, event));
    const last = groups[groups.length - 1];
    if (last !== undefined && x - last.x < 1) {
      const count = last.count + 1;
      const text = `${codeOf(frame, last.event)}+${count - 1}`;
      groups[groups.length - 1] = { ...last, count, text };
    } else {
      groups.push({ x, middle: x, event, count: 1, text: codeOf(frame, event), width: 0 });
    }
  }
  return groups;
}

/** Moves a box at the very end of the trace into the plot. */
function insidePlot({ scene, scale }: Frame, x: number, width: number): number {
  const right = scale.left + scale.width;
  const begin = xAt(scale, positionOfEvent(scene, 0));
  const end = xAt(scale, positionOfEvent(scene, scene.trace.count - 1));
  const least = begin >= scale.left ? scale.left + width / 2 : -Infinity;
  const most = end <= right ? right - width / 2 : Infinity;
  return Math.min(Math.max(x, least), most);
}

function codeOf(frame: Frame, event: number): string {
  // User events do not have a code.
  return frame.scene.trace.queries.words(event).code || "U";
}

/** The width of the box of a group, if it fits between its neighbours. */
function boxWidth(frame: Frame, groups: readonly Group[], place: number): number {
  const group = groups[place] as Group;
  if (frame.scene.mode === "time" && group.count > 1) {
    return 0;
  }
  const width = Math.max(frame.surface.front.textWidth(group.text, CODE_FONT) + 6, BOX_WIDTH);
  const before = groups[place - 1]?.x ?? -Infinity;
  const after = groups[place + 1]?.x ?? Infinity;
  const room = Math.min(group.x - before, after - group.x);
  // In time mode, the bars below the boxes must remain visible.
  const least = frame.scene.mode === "time" ? 2 * width : width + GAP;
  return room >= least ? width : 0;
}

function box(frame: Frame, placed: Placed, group: Group): void {
  const { front } = frame.surface;
  const { name } = frame.scene.trace.queries.words(group.event);
  const fill = FAMILY_COLOURS[familyOf(name)];
  const x = group.middle - group.width / 2;
  const { top, height } = shapeOf(placed.body).box;
  const y = placed.top + top;
  const isFaded = frame.scene.found !== null && frame.scene.found[group.event] === 0;
  front.rect({ x, y, width: group.width, height }, frame.theme.text, isFaded ? 0.3 : 1);
  const inside = { x: x + 1, y: y + 1, width: group.width - 2, height: height - 2 };
  front.rect(inside, fill, 1);
  const colour = textOn(fill);
  front.text(group.middle, y + 11.5, group.text, { font: CODE_FONT, colour, anchor: "middle" });
}

/** An interval of x. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The widest part of a gap without boxes, where a text fits. */
export function freeOfBoxes(groups: readonly Group[], gap: Gap): Gap {
  let best: Gap = { from: gap.from, to: gap.from };
  let from = gap.from;
  const close = (to: number): void => {
    best = to - from > best.to - best.from ? { from, to } : best;
  };
  for (const { middle, width } of groups) {
    if (width > 0 && middle + width / 2 > gap.from && middle - width / 2 < gap.to) {
      close(middle - width / 2);
      from = Math.max(from, middle + width / 2);
    }
  }
  close(gap.to);
  return best;
}
