// SPDX-License-Identifier: Apache-2.0
// The row of a thread: its state over time, and its events.
import type { LaneAnalysis, Track } from "../../model";
import { ReadyKind } from "../../model";
import { blend } from "../colour";
import type { Frame } from "../frame";
import { across, boxOf, trackStrip } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { levelsRoom, memo, sharesRoom } from "../memo";
import { pixelsPerUnit, positionAt, xAt } from "../scale";
import { countUpTo } from "../binary-search";
import type { Strip } from "../strip";
import { forWide, spansOf } from "../strip";
import { textOn } from "../colour";
import type { Box } from "../surface";
import { SMALL_FONT } from "../surface";
import { heldFill, laneColour, readyFill } from "../theme";
import { laneName, waitTexts } from "../words";
import { chartGround } from "./chart";
import { idleLevel } from "./core";
import type { Bars } from "./dense";
import { barBox, barsGround, crowdedOf, longestFront, longestGround } from "./dense";
import { eventsFront, eventsGround, freeOfBoxes, groupsOf } from "./events";
import { instantsFront, instantsGround } from "./instants";

/** Minimum width in columns of an interval with a frame, a hatching and a text. */
const FRAMED = 5;
const LABELLED = 28;
/** Height in pixels of the band of a thread that has disabled interrupts or preemption. */
const OFF_HEIGHT = 4;
/** Distance in pixels between a text and its neighbours. */
const ASIDE = 5;

export function laneGround(frame: Frame, placed: Placed): void {
  const lane = frame.scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return;
  }
  const { ground } = frame.surface;
  const colour = laneColour(frame.theme, placed.row.place);
  const bar = barBox(frame, placed);
  const running = trackStrip(frame, lane.running);
  if (placed.row.place > 0) {
    const crowded = crowdedIn(frame, lane);
    barsGround(frame, bar, barsOf(frame, lane, colour), crowded);
    framesGround(frame, lane, bar, colour);
    waitingGround(frame, placed, running);
    longestGround(frame, bar, lane.ready, crowded);
    offGround(frame, placed, lane);
  } else if (frame.scene.trace.cores > 1) {
    ground.strip(bar, idleLevel(frame), colour, 0.35);
  } else {
    const crowded = crowdedOf([running], frame.grid.columns);
    barsGround(frame, bar, [{ strip: running, colour, floor: 0.35 }], crowded);
  }
  eventsGround(frame, placed, lane.events);
  instantsGround(frame, placed, lane);
  if (placed.row.isOpen) {
    chartGround(frame, placed, lane);
  }
}

/** The bars of a thread: running, held off, ready. */
function barsOf(frame: Frame, lane: LaneAnalysis, colour: string): readonly Bars[] {
  const running = { strip: trackStrip(frame, lane.running), colour, floor: 0.35 };
  const ready = trackStrip(frame, lane.ready);
  const light = { colour: readyFill(frame.theme, colour), floor: 0.5 };
  if (!frame.scene.shows.heldOff || lane.heldOff.count === 0) {
    return [running, { strip: ready, ...light }];
  }
  // A thread that is held off is also ready. This share is not drawn twice.
  const held = trackStrip(frame, lane.heldOff);
  const share = sharesRoom("ready", ready.share.length);
  for (let column = 0; column < share.length; column++) {
    const rest = (ready.share[column] as number) - (held.share[column] as number);
    share[column] = Math.max(rest, 0);
  }
  return [
    running,
    { strip: held, colour: heldFill(frame.theme), floor: 0.6 },
    { strip: { ...ready, share }, ...light },
  ];
}

/** The columns in which runs and waits of a thread are not distinguishable. */
function crowdedIn(frame: Frame, lane: LaneAnalysis): Uint8Array | null {
  const tracks = frame.scene.shows.heldOff
    ? [lane.running, lane.heldOff, lane.ready]
    : [lane.running, lane.ready];
  return memo(lane.ready, "crowded", `${frame.key}:${tracks.length}`, () =>
    crowdedOf(
      tracks.map((track) => trackStrip(frame, track)),
      frame.grid.columns,
    ),
  );
}

/** Draws frames around wide intervals, and a hatching if the thread has run before. */
function framesGround(frame: Frame, lane: LaneAnalysis, bar: Box, colour: string): void {
  const { ground } = frame.surface;
  const offset = -frame.scale.begin * pixelsPerUnit(frame.scale);
  forWide(trackStrip(frame, lane.ready), FRAMED, (place) => {
    const box = boxOfSpan(frame, lane.ready, place, bar);
    if (lane.ready.kind[place] !== ReadyKind.Woken) {
      ground.hatch(box, colour, 0.35, offset);
    }
    outline(frame, box, colour);
  });
  if (frame.scene.shows.heldOff) {
    forWide(trackStrip(frame, lane.heldOff), FRAMED, (place) => {
      outline(frame, boxOfSpan(frame, lane.heldOff, place, bar), frame.theme.heldOff);
    });
  }
}

function boxOfSpan(frame: Frame, track: Track, place: number, bar: Box): Box {
  const { begin, end } = spansOf(frame.scene, track);
  return boxOf(frame, begin[place] ?? 0, end[place] ?? 0, bar.y, bar.height);
}

/** Draws a frame of one pixel inside the box. */
function outline({ surface: { ground } }: Frame, box: Box, colour: string): void {
  const { x, y, width, height } = box;
  ground.fill({ x, y, width, height: 1 }, colour, 0.9);
  ground.fill({ x, y: y + height - 1, width, height: 1 }, colour, 0.9);
  ground.fill({ x, y: y + 1, width: 1, height: height - 2 }, colour, 0.9);
  ground.fill({ x: x + width - 1, y: y + 1, width: 1, height: height - 2 }, colour, 0.9);
}

/** The bands above the bar: interrupts off, and preemption off. */
export function offBox(frame: Frame, placed: Placed): Box {
  const { bar } = shapeOf(placed.body);
  return across(frame, placed.top + bar.top - OFF_HEIGHT, OFF_HEIGHT);
}

function offGround(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  const box = offBox(frame, placed);
  const { theme, surface } = frame;
  for (const [track, colour] of [
    [lane.preemptionOff, theme.heldOff],
    [lane.interruptsOff, theme.interrupt],
  ] as const) {
    if (track.count > 0) {
      surface.ground.strip(box, trackStrip(frame, track).level, colour, 0.5);
    }
  }
}

/** Draws a thin line. The bar covers it in columns in which the thread also runs. */
function waitingGround(frame: Frame, placed: Placed, running: Strip): void {
  const lane = frame.scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return;
  }
  const waiting = trackStrip(frame, lane.waiting);
  const ready = trackStrip(frame, lane.ready);
  const level = levelsRoom("waiting", waiting.level.length);
  for (let column = 0; column < level.length; column++) {
    const isFree = running.level[column] === 0 && ready.level[column] === 0;
    level[column] = isFree ? (waiting.level[column] as number) : 0;
  }
  const { bar } = shapeOf(placed.body);
  const box = across(frame, placed.top + Math.floor(bar.top + bar.height / 2), 2);
  const colour = laneColour(frame.theme, placed.row.place);
  frame.surface.ground.strip(box, level, blend(colour, frame.theme.ground, 0.5), 0.5);
}

export function laneFront(frame: Frame, placed: Placed): void {
  const lane = frame.scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return;
  }
  if (placed.row.place > 0) {
    longestFront(frame, placed, lane.ready, crowdedIn(frame, lane));
    waitLabels(frame, placed, lane);
    if (frame.scene.shows.heldOff) {
      heldLabels(frame, placed, lane);
    }
  }
  eventsFront(frame, placed, lane.events);
  instantsFront(frame, placed, lane);
}

function waitLabels(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  const { ground, soft: colour } = frame.theme;
  forWide(trackStrip(frame, lane.waiting), LABELLED * frame.surface.ground.ratio, (place) => {
    const texts = waitTexts(frame.scene, lane.waitPlace[place] ?? -1);
    label(frame, placed, { track: lane.waiting, place, texts, colour, back: ground }, lane.events);
  });
}

function heldLabels(frame: Frame, placed: Placed, lane: LaneAnalysis): void {
  const back = heldFill(frame.theme);
  const colour = textOn(back);
  forWide(trackStrip(frame, lane.heldOff), LABELLED * frame.surface.ground.ratio, (place) => {
    const by = `by ${laneName(frame.scene.trace, lane.heldBy[place] ?? -1)}`;
    const texts = [`held off ${by}`, by];
    label(frame, placed, { track: lane.heldOff, place, texts, colour, back }, lane.events);
  });
}

/** Texts of an interval, of which the first that fits is drawn. */
interface Label {
  readonly track: Track;
  readonly place: number;
  readonly texts: readonly string[];
  readonly colour: string;
  readonly back: string;
}

/** Draws a text at the left of the visible part of an interval, after the boxes of events. */
function label(frame: Frame, placed: Placed, words: Label, events: Int32Array): void {
  const { front } = frame.surface;
  const { track, place, texts, colour, back } = words;
  const shape = shapeOf(placed.body);
  const middle = placed.top + shape.words;
  const box = boxOfSpan(frame, track, place, { x: 0, y: middle, width: 0, height: 0 });
  const gap = { from: behindSlice(frame, placed, box.x), to: box.x + box.width };
  const { from, to } = shape.isHigh ? gap : freeOfBoxes(groupsOf(frame, events), gap);
  const room = to - from - 2 * ASIDE;
  const text = texts.find((some) => some !== "" && front.textWidth(some, SMALL_FONT) <= room);
  if (text === undefined) {
    return;
  }
  const x = from + ASIDE;
  const width = front.textWidth(text, SMALL_FONT);
  front.rect({ x: x - 3, y: middle - 6.5, width: width + 6, height: 13 }, back, 1);
  front.text(x, middle + 4, text, { font: SMALL_FONT, colour, anchor: "start" });
}

/**
 * The x after the current slice. A waiting thread runs from its call to the switch, and the text
 * comes after that.
 */
function behindSlice(frame: Frame, placed: Placed, x: number): number {
  const track = frame.scene.analysis.lanes[placed.row.place]?.running;
  if (track === undefined) {
    return x;
  }
  const { begin, end, count } = spansOf(frame.scene, track);
  const slice = countUpTo(begin, positionAt(frame.scale, x), count) - 1;
  return slice < 0 ? x : Math.max(x, xAt(frame.scale, end[slice] ?? 0));
}
