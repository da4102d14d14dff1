// SPDX-License-Identifier: Apache-2.0
// The card beside the pointer. Names are never shortened in it, and it reports how many items share
// the pixel.
import type { VNode } from "preact";
import type { Hit, Row, Scene } from "../render/types";
import { HELD, instant, priorityText, waitName } from "../model";
import type { Ticks } from "../model";
import { both, count, duration, plural } from "./format";
import { fillAt } from "./Objects";
import { heightOf, rowTitle, rowTop, xOf } from "./adapters";
import type { Pane } from "./state";
import { eventName, eventText, laneName, objectName } from "./names";
import { lowerBound, upperBound } from "./ranges";

const CARD_WIDTH = 300;

export function HoverCard({ pane }: { readonly pane: Pane }): VNode | null {
  const hit = pane.hover.value;
  const scene = pane.scene.value;
  const row = hit === null ? undefined : scene.rows[hit.row];
  if (hit === null || row === undefined || hit.what === "nothing") {
    return null;
  }
  const x = xOf(scene, hit.time);
  const isLeft = x + CARD_WIDTH + 24 > scene.width;
  const top = rowTop(scene, hit.row);
  const below = top + heightOf(row, scene.stretch);
  const isAbove = below > scene.height * 0.6;
  const place = {
    left: `${hit.what === "name" ? 12 : isLeft ? x - CARD_WIDTH - 14 : x + 14}px`,
    ...(isAbove ? { bottom: `${scene.height - top + 8}px` } : { top: `${below + 8}px` }),
  };
  return (
    <div class="hover-card" style={place} aria-hidden="true" data-testid="hover-card">
      <strong>{titleOf(scene, hit, row)}</strong>
      {linesOf(scene, hit, row).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

function titleOf(scene: Scene, hit: Hit, row: Row): string {
  const { trace } = scene;
  if (hit.what === "event" && hit.merged <= 1) {
    return `${eventName(trace, hit.event)} #${hit.event}`;
  }
  return rowTitle(scene, row);
}

function linesOf(scene: Scene, hit: Hit, row: Row): string[] {
  const { trace } = scene;
  const lines = hit.what === "name" ? nameLines(scene, row) : whatLines(scene, hit, row);
  if (hit.merged > 1) {
    const what = hit.what === "event" ? "event" : "interval";
    return [...lines, `${plural(hit.merged, what)} here: zoom in to separate them`];
  }
  if (hit.what === "event") {
    return [...lines, ...deltaLines(trace.time, hit.event, trace.clockHz)];
  }
  return lines;
}

function nameLines(scene: Scene, row: Row): string[] {
  const { trace } = scene;
  if (row.kind === "object") {
    const object = trace.objects[row.place];
    return object === undefined ? [] : [`${object.kind} ${object.id}`];
  }
  const lane = row.kind === "lane" ? trace.lanes[row.place] : undefined;
  if (lane === undefined || row.place === 0) {
    return row.kind === "lane" ? ["no thread is ready"] : [];
  }
  const level = lane.threshold === null ? "" : `, threshold ${lane.threshold}`;
  return [
    `priority ${priorityText(trace, lane.priority)}${level}`,
    "double click: priority and level over time",
  ];
}

function whatLines(scene: Scene, hit: Hit, row: Row): string[] {
  const { trace } = scene;
  const at = `at ${both(instant(trace, hit.time), trace.clockHz)}`;
  if (hit.what === "event") {
    return hit.merged > 1
      ? [at]
      : [eventText(trace, hit.event), `at ${both(instant(trace, hit.begin), trace.clockHz)}`];
  }
  const length = both(hit.end - hit.begin, trace.clockHz);
  const what = describeHit(scene, hit, row);
  return hit.end > hit.begin
    ? [`${what}: ${length}`, `from ${both(instant(trace, hit.begin), trace.clockHz)}`]
    : [what, at];
}

/** Describes the state of a lane, core or object in the interval under the pointer. */
export function describeHit(scene: Scene, hit: Hit, row: Row): string {
  switch (hit.what) {
    case "running":
      return row.kind === "core" ? `${runs(scene, hit)} runs` : "runs";
    case "ready":
      return "is ready, but does not run";
    case "waiting":
      return waitingText(scene, hit, row);
    case "heldOff":
      return heldOffText(scene, hit, row);
    case "interruptsOff":
      return "has disabled interrupts";
    case "preemptionOff":
      return "has disabled preemption";
    case "interrupt":
      return "interrupt";
    case "inversion":
      return "priority inversion";
    case "fill":
      return `holds ${fillAt(scene.analysis.fills[row.place] ?? null, hit.event)}`;
    case "signal":
      return `is ${signalAt(scene, row.place, hit.begin)}`;
    default:
      return "";
  }
}

function waitingText({ trace, analysis }: Scene, hit: Hit, row: Row): string {
  const lane = row.kind === "lane" ? analysis.lanes[row.place] : undefined;
  const place =
    lane === undefined ? -1 : upperBound(lane.waiting.begin, hit.begin, lane.waiting.count) - 1;
  const wait = lane?.waitPlace[place] ?? -1;
  const object = analysis.waits.object[wait] ?? -1;
  const name = object < 0 ? "" : ` ${objectName(trace, object)}`;
  return `waits for ${waitName(analysis.waits.what[wait] ?? 0)}${name}`;
}

function heldOffText({ trace, analysis }: Scene, hit: Hit, row: Row): string {
  const lane = row.kind === "lane" ? analysis.lanes[row.place] : undefined;
  const place =
    lane === undefined ? -1 : upperBound(lane.heldOff.begin, hit.begin, lane.heldOff.count) - 1;
  const how = HELD[lane?.heldOff.kind[place] ?? -1] ?? "";
  return `is held off by ${laneName(trace, lane?.heldBy[place] ?? -1)} (${how})`;
}

function signalAt(scene: Scene, place: number, time: number): string {
  const signal = scene.signals[place];
  const change = signal === undefined ? -1 : upperBound(signal.time, time) - 1;
  const value = signal?.value[change] ?? NaN;
  return Number.isNaN(value) ? "not known" : count(value, 3);
}

function runs(scene: Scene, hit: Hit): string {
  return laneName(scene.trace, scene.trace.running[hit.event] ?? -1);
}

/** The distances to the previous and the next event, in time. */
function deltaLines(time: Ticks, event: number, clockHz: number | null): string[] {
  const now = time[event] ?? 0;
  const before = lowerBound(time, now) - 1;
  const after = upperBound(time, now);
  return [
    ...(before >= 0
      ? [`${duration(now - (time[before] ?? 0), clockHz)} after the previous event`]
      : []),
    ...(after < time.length
      ? [`${duration((time[after] ?? 0) - now, clockHz)} before the next`]
      : []),
  ];
}
