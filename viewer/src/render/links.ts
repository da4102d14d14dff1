// SPDX-License-Identifier: Apache-2.0
// Draws connections between rows: arrows from a wake-up to the instant at which the thread runs,
// the cause of the selected event, and inversions from the waiter to the owner.
import type { Analysis } from "../model";
import type { Frame } from "./frame";
import { across, boxOf, eventsInSight } from "./frame";
import type { Placed } from "./layout";
import { placedRows, pinnedBottom, RULER_HEIGHT, shapeOf } from "./layout";
import { memo } from "./memo";
import { positionOfEvent, xAt } from "./scale";
import { columnOf, countUpTo, lowerBound, placesUpTo } from "./binary-search";
import type { Spans } from "./strip";
import { forWide, stripOf, withSums } from "./strip";
import type { Stroke } from "./surface";
import type { Scene } from "./types";

/**
 * The distance in pixels from which arrows are opaque. Below it they fade, down to the second
 * number.
 */
const ARROW_CLEAR = 40;
const ARROW_LEAST = 12;
/** Maximum number of wake-ups that are searched for those of the selected lane. */
const LOOKED_AT = 20000;
const INTERRUPT = -2;
/** Minimum width in columns of an inversion with a bracket. */
const BRACKET = 8;
/** Additional width if a row has many inversions. Otherwise brackets would take most of a frame. */
const BRACKET_OF_MANY = 24;

/** Row index by lane or object; -1: no row. */
interface Rows {
  readonly placed: readonly Placed[];
  lane(lane: number): Placed | undefined;
  interrupts(core: number): Placed | undefined;
}

function rowsOf(scene: Scene): Rows {
  const placed = placedRows(scene);
  const find = (kind: string, place: number): Placed | undefined =>
    placed.find(({ row }) => row.kind === kind && row.place === place);
  return {
    placed,
    lane: (lane) => find("lane", lane),
    interrupts: (core) => find("interrupts", core),
  };
}

function middle({ top, body }: Placed): number {
  const { bar } = shapeOf(body);
  return top + bar.top + bar.height / 2;
}

function clipped(frame: Frame): Rows {
  const { scene, scale, surface } = frame;
  const y = RULER_HEIGHT;
  surface.front.clip({ x: scale.left, y, width: scale.width, height: scene.height - y });
  return rowsOf(scene);
}

/** Draws the connections below the texts of the rows. */
export function linksFront(frame: Frame): void {
  const { scene } = frame;
  const rows = clipped(frame);
  if (scene.shows.inversions) {
    inversionsFront(frame, rows);
  }
  if (scene.shows.arrows) {
    wakeUps(frame, rows);
  }
}

// Arrows

function wakeUps(frame: Frame, rows: Rows): void {
  const { at, count } = frame.scene.analysis.wakeUps;
  const [begin, end] = eventsInSight(frame);
  const first = lowerBound(at, begin, 0, count);
  const behind = lowerBound(at, end, first, count);
  const alpha = 0.75 * fade(behind - first, frame.scale.width);
  const style: Stroke = { colour: frame.theme.soft, width: 1, alpha };
  for (let place = first; place < behind && alpha > 0; place++) {
    wakeUp(frame, rows, place, style);
  }
  if (alpha < 0.75 && behind - first <= LOOKED_AT) {
    wakeUpsInHand(frame, rows, first, behind);
  }
}

/**
 * The wake-ups of the selected or hovered lane. They are drawn if the arrows of all lanes would
 * cover the picture.
 */
function wakeUpsInHand(frame: Frame, rows: Rows, first: number, behind: number): void {
  const { focus, analysis } = frame.scene;
  const { by: from, lane: to } = analysis.wakeUps;
  const places: number[] = [];
  for (let place = first; place < behind && focus.lane !== null; place++) {
    if (from[place] === focus.lane || to[place] === focus.lane) {
      places.push(place);
    }
  }
  const alpha = 0.75 * fade(places.length, frame.scale.width);
  if (alpha > 0) {
    places.forEach((place) =>
      wakeUp(frame, rows, place, { colour: frame.theme.soft, width: 1, alpha }),
    );
  }
}

/**
 * 1 for few items per pixel, 0 for too many, continuous in between, so that arrows do not blink
 * while zooming.
 */
export function fade(count: number, width: number): number {
  const [clear, most] = [width / ARROW_CLEAR, width / ARROW_LEAST];
  return Math.min(Math.max((most - count) / (most - clear), 0), 1);
}

function wakeUp(frame: Frame, rows: Rows, place: number, style: Stroke): void {
  const { at, by: from, lane: to, runs } = frame.scene.analysis.wakeUps;
  const event = at[place] ?? 0;
  const run = runs[place] ?? -1;
  const source = from[place] ?? -1;
  const target = rows.lane(to[place] ?? -1);
  const origin = source === INTERRUPT ? interruptRow(frame, rows, event) : rows.lane(source);
  if (target !== undefined && run >= 0) {
    arrow(frame, [event, origin ?? target], [run, target], style);
  }
}

function interruptRow({ scene }: Frame, rows: Rows, event: number): Placed | undefined {
  return rows.interrupts(scene.trace.core[event] ?? 0);
}

type End = readonly [event: number, placed: Placed];

/** Draws an arrow. An end that is hidden under the pinned rows is moved to their edge. */
function arrow(frame: Frame, from: End, to: End, style: Stroke): void {
  const { front } = frame.surface;
  const x0 = xOf(frame, from[0]);
  const x1 = xOf(frame, to[0]);
  const y0 = seenY(frame, from[1], middle(from[1]));
  const isDown = y0 <= middle(to[1]);
  const { bar } = shapeOf(to[1].body);
  const edge = to[1].top + bar.top + (isDown ? 0 : bar.height);
  const y1 = seenY(frame, to[1], edge);
  if (from[1].index === to[1].index) {
    return;
  }
  front.curve(x0, y0, x1, y1, style);
  const back = isDown ? -5 : 5;
  front.polygon([x1 - 3, y1 + back, x1, y1, x1 + 3, y1 + back], style.colour, style.alpha);
}

function xOf({ scene, scale }: Frame, event: number): number {
  return xAt(scale, positionOfEvent(scene, event));
}

function seenY({ scene }: Frame, { row }: Placed, y: number): number {
  return row.isPinned ? y : Math.max(y, pinnedBottom(scene));
}

/** The index of an event in an ascending column of events; -1: not found. */
function placeOf(events: Int32Array, event: number, count: number): number {
  const place = lowerBound(events, event, 0, count);
  return place < count && events[place] === event ? place : -1;
}

/**
 * Draws arrows from the cause to the selected switch, and from the selected wake-up to the slice.
 */
export function causesFront(frame: Frame): void {
  const { analysis, focus } = frame.scene;
  if (focus.event === null) {
    return;
  }
  const rows = clipped(frame);
  const style: Stroke = { colour: frame.theme.accent, width: 2, alpha: 1 };
  const { switches, wakeUps: wakes } = analysis;
  const place = placeOf(switches.at, focus.event, switches.count);
  const cause = place < 0 ? -1 : (switches.cause[place] ?? -1);
  if (place >= 0 && cause >= 0) {
    const origin = rowOfEvent(frame, rows, cause);
    const target = rows.lane(switches.comes[place] ?? -1);
    if (origin !== undefined && target !== undefined) {
      arrow(frame, [cause, origin], [focus.event, target], style);
    }
  }
  const wake = placeOf(wakes.at, focus.event, wakes.count);
  if (wake >= 0) {
    wakeUp(frame, rows, wake, style);
  }
}

function rowOfEvent(frame: Frame, rows: Rows, event: number): Placed | undefined {
  const { trace } = frame.scene;
  const isInterrupt = (trace.depth[event] ?? 0) > 0;
  return isInterrupt ? interruptRow(frame, rows, event) : rows.lane(trace.lane[event] ?? -1);
}

// Inversions

interface Inverted {
  readonly waiter: number;
  readonly spans: Spans;
  /** The index in Inversions of each span. */
  readonly places: Int32Array;
  /** The unbounded parts. */
  readonly unbounded: Spans;
}

/** Inversions by waiting lane. A lane waits for one mutex at a time, so they do not overlap. */
export function invertedOf(scene: Scene): readonly Inverted[] {
  const { inversions } = scene.analysis;
  return memo(inversions, "by waiter", scene.mode, () => {
    const { waiter, count } = inversions;
    const places = placesUpTo(count);
    const waiters = [...new Set(waiter)];
    return waiters.map((lane) => {
      const own = places.filter((place) => waiter[place] === lane);
      return invertedLane(scene, lane, own);
    });
  });
}

function invertedLane(scene: Scene, waiter: number, places: Int32Array): Inverted {
  const { inversions } = scene.analysis;
  const { at: begin, unboundedAt } = inversions;
  const position = (event: number): number => positionOfEvent(scene, event);
  const ends = (place: number): number => position(endOf(scene, inversions, place));
  const worse = places.filter((place) => (unboundedAt[place] ?? -1) >= 0);
  return {
    waiter,
    places,
    spans: withSums(
      columnOf(places, (place) => position(begin[place] ?? 0)),
      columnOf(places, ends),
    ),
    unbounded: withSums(
      columnOf(worse, (place) => position(unboundedAt[place] ?? 0)),
      columnOf(worse, ends),
    ),
  };
}

function endOf(scene: Scene, { end }: Analysis["inversions"], place: number): number {
  const event = end[place] ?? -1;
  return event < 0 ? scene.trace.count - 1 : event;
}

/** Draws the line of inversions on the row of the waiter, at every zoom. */
export function inversionsGround(frame: Frame, placed: Placed): void {
  const { ground } = frame.surface;
  if (!frame.scene.shows.inversions || placed.row.kind !== "lane") {
    return;
  }
  const inverted = invertedOf(frame.scene).find(({ waiter }) => waiter === placed.row.place);
  if (inverted !== undefined) {
    const { late } = frame.theme;
    const worse = stripOf(inverted.unbounded, frame.grid).level;
    ground.strip(across(frame, placed.top + 1, 4), worse, late, 0.7);
    ground.strip(
      across(frame, placed.top + 2, 2),
      stripOf(inverted.spans, frame.grid).level,
      late,
      0.5,
    );
  }
}

function inversionsFront(frame: Frame, rows: Rows): void {
  for (const { waiter, spans, places } of invertedOf(frame.scene)) {
    const row = rows.lane(waiter);
    if (row !== undefined) {
      const [first, behind] = [
        lowerBound(spans.end, frame.grid.begin, 0, spans.count),
        spans.count,
      ];
      const last = Math.min(countUpTo(spans.begin, frame.grid.end, behind), behind);
      if (last - first <= frame.scale.width / BRACKET_OF_MANY) {
        for (let place = first; place < last; place++) {
          bracket(frame, rows, row, places[place] ?? -1);
        }
      } else {
        const strip = stripOf(spans, frame.grid);
        forWide(strip, BRACKET_OF_MANY * frame.surface.ground.ratio, (place) =>
          bracket(frame, rows, row, places[place] ?? -1),
        );
      }
    }
  }
}

/**
 * Draws a bracket from the row of the waiter to that of the owner. The unbounded part is tinted.
 */
function bracket(frame: Frame, rows: Rows, waiter: Placed, place: number): void {
  const { scene, theme, surface } = frame;
  const { inversions } = scene.analysis;
  const owner = rows.lane(inversions.owner[place] ?? -1);
  if (owner === undefined || owner.index === waiter.index) {
    return;
  }
  const begin = positionOfEvent(scene, inversions.at[place] ?? 0);
  const end = positionOfEvent(scene, endOf(scene, inversions, place));
  const y0 = seenY(frame, waiter, waiter.top + 2);
  const y1 = seenY(frame, owner, middle(owner));
  const box = boxOf(frame, begin, end, Math.min(y0, y1), Math.abs(y1 - y0));
  if (box.width < BRACKET) {
    return;
  }
  const unbounded = inversions.unboundedAt[place] ?? -1;
  surface.front.rect(box, theme.late, 0.06);
  if (unbounded >= 0) {
    const worse = boxOf(frame, positionOfEvent(scene, unbounded), end, box.y, box.height);
    surface.front.rect(worse, theme.late, 0.12);
  }
  const style: Stroke = { colour: theme.late, width: 1.5, alpha: 0.9 };
  surface.front.line(box.x + 1, y0, box.x + 1, y1, style);
  surface.front.line(box.x + box.width - 1, y0, box.x + box.width - 1, y1, {
    ...style,
    isDashed: true,
  });
  const back = y1 > y0 ? -6 : 6;
  const x = box.x + 1;
  surface.front.polygon([x - 3.5, y1 + back, x, y1, x + 3.5, y1 + back], theme.late, 0.9);
}
