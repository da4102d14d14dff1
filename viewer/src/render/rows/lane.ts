// SPDX-License-Identifier: Apache-2.0
// The row of a thread: what it does at each moment, and its own events.
import type { LaneAnalysis, Track } from "../../model";
import { ReadyKind } from "../../model";
import { blend } from "../colour";
import type { Frame } from "../frame";
import { across, boxOf, trackStrip } from "../frame";
import type { Placed } from "../layout";
import { pixelsPerUnit, positionAt, xAt } from "../scale";
import { countUpTo } from "../search";
import type { Strip } from "../strip";
import { forWide, spansOf } from "../strip";
import { textOn } from "../colour";
import type { Box } from "../surface";
import { SMALL_FONT } from "../surface";
import { laneColour } from "../theme";
import { laneName, waitTexts } from "../words";
import { chartGround } from "./chart";
import { BAR, idleLevel } from "./core";
import { eventsFront, eventsGround, freeOfBoxes, groupsOf } from "./events";
import { instantsFront, instantsGround } from "./instants";

const LINE = { top: 12, height: 2 };
/** Columns from which on an interval is shown with its frame, its hatching, its words. */
const FRAMED = 5;
const LABELLED = 28;
/** Pixels between words and what is beside them. */
const ASIDE = 5;

export function laneGround(frame: Frame, placed: Placed): void {
  const lane = frame.scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return;
  }
  const { ground } = frame.surface;
  const colour = laneColour(frame.theme, placed.row.place);
  const bar = across(frame, placed.top + BAR.top, BAR.height);
  const running = trackStrip(frame, lane.running);
  if (placed.row.place > 0) {
    readyGround(frame, lane, bar, colour);
  }
  const isIdle = placed.row.place === 0 && frame.scene.trace.cores > 1;
  ground.strip(bar, isIdle ? idleLevel(frame) : running.level, colour, 0.35);
  if (placed.row.place > 0) {
    framesGround(frame, lane, bar, colour);
    waitingGround(frame, placed, running);
  }
  eventsGround(frame, placed, lane.events);
  instantsGround(frame, placed, lane);
  if (placed.row.isOpen) {
    chartGround(frame, placed, lane);
  }
}

function readyGround(frame: Frame, lane: LaneAnalysis, bar: Box, colour: string): void {
  const { ground } = frame.surface;
  const ready = trackStrip(frame, lane.ready);
  ground.strip(bar, ready.level, blend(colour, frame.theme.ground, 0.2), 0.5);
  if (frame.scene.shows.heldOff) {
    const held = trackStrip(frame, lane.heldOff);
    ground.strip(bar, held.level, heldFill(frame), 0.6);
  }
}

function heldFill({ theme }: Frame): string {
  return blend(theme.heldOff, theme.ground, 0.5);
}

/** What tells wide intervals apart: frames, and a hatching if the thread has run before. */
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

/** A frame of one pixel inside of the box. */
function outline({ surface: { ground } }: Frame, box: Box, colour: string): void {
  const { x, y, width, height } = box;
  ground.fill({ x, y, width, height: 1 }, colour, 0.9);
  ground.fill({ x, y: y + height - 1, width, height: 1 }, colour, 0.9);
  ground.fill({ x, y: y + 1, width: 1, height: height - 2 }, colour, 0.9);
  ground.fill({ x: x + width - 1, y: y + 1, width: 1, height: height - 2 }, colour, 0.9);
}

/** A thin line; where the thread also runs in a column, its bar is what is seen. */
function waitingGround(frame: Frame, placed: Placed, running: Strip): void {
  const lane = frame.scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return;
  }
  const waiting = trackStrip(frame, lane.waiting);
  const ready = trackStrip(frame, lane.ready);
  const level = waiting.level.map((value, column) =>
    running.level[column] === 0 && ready.level[column] === 0 ? value : 0,
  );
  const box = across(frame, placed.top + LINE.top, LINE.height);
  const colour = laneColour(frame.theme, placed.row.place);
  frame.surface.ground.strip(box, level, blend(colour, frame.theme.ground, 0.5), 0.5);
}

export function laneFront(frame: Frame, placed: Placed): void {
  const lane = frame.scene.analysis.lanes[placed.row.place];
  if (lane === undefined) {
    return;
  }
  if (placed.row.place > 0) {
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
  const back = heldFill(frame);
  const colour = textOn(back);
  forWide(trackStrip(frame, lane.heldOff), LABELLED * frame.surface.ground.ratio, (place) => {
    const by = `by ${laneName(frame.scene.trace, lane.heldBy[place] ?? -1)}`;
    const texts = [`held off ${by}`, by];
    label(frame, placed, { track: lane.heldOff, place, texts, colour, back }, lane.events);
  });
}

/** Words in an interval: the first that have room. */
interface Label {
  readonly track: Track;
  readonly place: number;
  readonly texts: readonly string[];
  readonly colour: string;
  readonly back: string;
}

/** At the left of what is seen of the interval, behind boxes of events, on the colour behind it. */
function label(frame: Frame, placed: Placed, words: Label, events: Int32Array): void {
  const { front } = frame.surface;
  const { track, place, texts, colour, back } = words;
  const bar = { x: 0, y: placed.top + BAR.top, width: 0, height: BAR.height };
  const box = boxOfSpan(frame, track, place, bar);
  const gap = { from: behindSlice(frame, placed, box.x), to: box.x + box.width };
  const { from, to } = freeOfBoxes(groupsOf(frame, events), gap);
  const room = to - from - 2 * ASIDE;
  const text = texts.find((some) => some !== "" && front.textWidth(some, SMALL_FONT) <= room);
  if (text === undefined) {
    return;
  }
  const x = from + ASIDE;
  const width = front.textWidth(text, SMALL_FONT);
  front.rect({ x: x - 3, y: bar.y + 1, width: width + 6, height: bar.height - 2 }, back, 1);
  front.text(x, bar.y + 11.5, text, { font: SMALL_FONT, colour, anchor: "start" });
}

/** A thread waits from its call on, and still runs until the switch: words come after that. */
function behindSlice(frame: Frame, placed: Placed, x: number): number {
  const track = frame.scene.analysis.lanes[placed.row.place]?.running;
  if (track === undefined) {
    return x;
  }
  const { begin, end, count } = spansOf(frame.scene, track);
  const slice = countUpTo(begin, positionAt(frame.scale, x), count) - 1;
  return slice < 0 ? x : Math.max(x, xAt(frame.scale, end[slice] ?? 0));
}
