// SPDX-License-Identifier: Apache-2.0
// What the page takes from the model and the drawing, in the form in which it uses them.
import { describe, eventWords, readTrace as read, TraceError } from "../model";
import type { Analysis, EventWords, Trace, TraceProblem } from "../model";
import type { Hit, Range, Row, Scene, Signal } from "../render/types";
import type { Tree } from "./numbers";

export { analyse } from "../model";

/** A piece of a sentence, with what it speaks of. */
export interface Part {
  readonly text: string;
  readonly lane?: number;
  readonly object?: number;
  readonly event?: number;
}

/** A number of an event, decoded. */
export interface Field extends Part {
  readonly name: string;
}

export function readTrace(bytes: Uint8Array, name: string, definitions: string | null): Trace {
  return read(bytes, name, definitions === null ? {} : { definitions });
}

export function isTraceProblem(error: unknown): error is TraceProblem {
  return error instanceof TraceError;
}

export function readVcd(_text: string, _clockHz: number | null, _place: string): Signal[] {
  return [];
}

export function wordsOf(trace: Trace, event: number): EventWords {
  return eventWords(trace, event);
}

export function textOf(trace: Trace, event: number): string {
  return describe(trace, event);
}

export function fieldsOf(trace: Trace, event: number): readonly Field[] {
  return trace.words.map((column, place) => ({
    name: `w${place}`,
    text: String(column[event] ?? 0),
  }));
}

export function whyOf(_trace: Trace, _analysis: Analysis, place: number): readonly Part[] {
  return [{ text: `switch ${place}` }];
}

export function statistics(trace: Trace, _analysis: Analysis, _range: Range | null): Tree {
  return { events: trace.count };
}

const LEFT = 200;
const RULER = 42;

export function nameWidth(_scene: Scene): number {
  return LEFT;
}

function perPixel(scene: Scene): number {
  return (scene.range.end - scene.range.begin) / Math.max(scene.width - LEFT, 1);
}

export function axisAt(scene: Scene, x: number): number {
  return scene.range.begin + (x - LEFT) * perPixel(scene);
}

export function timeOf(scene: Scene, x: number): number {
  return axisAt(scene, x);
}

export function xOf(scene: Scene, time: number): number {
  return LEFT + (time - scene.range.begin) / perPixel(scene);
}

export function rowTop(scene: Scene, row: number): number {
  return RULER + row * 26 - scene.top;
}

export function heightOf(row: Row): number {
  return row.isOpen ? 84 : 26;
}

export function pinnedBottom(_scene: Scene): number {
  return RULER;
}

export function rowsHeight(scene: Scene): number {
  return RULER + scene.rows.length * 26;
}

export function laneColour(lane: number, _isDark: boolean): string {
  return `hsl(${lane * 67} 50% 50%)`;
}

export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  context.fillStyle = scene.isDark ? "#111" : "#fff";
  context.fillRect(0, 0, scene.width, scene.height);
  scene.rows.forEach((row, place) => {
    const track = row.kind === "lane" ? scene.analysis.lanes[row.place]?.running : undefined;
    context.fillStyle = laneColour(row.place, scene.isDark);
    context.fillText(`${row.kind} ${row.place}`, 4, rowTop(scene, place) + 16);
    for (let i = 0; i < (track?.count ?? 0); i++) {
      const x = xOf(scene, track?.begin[i] ?? 0);
      context.fillRect(
        x,
        rowTop(scene, place),
        Math.max(xOf(scene, track?.end[i] ?? 0) - x, 1),
        20,
      );
    }
  });
}

export function drawMinimap(
  context: CanvasRenderingContext2D,
  scene: Scene,
  width: number,
  height: number,
): void {
  context.fillStyle = scene.isDark ? "#222" : "#eee";
  context.fillRect(0, 0, width, height);
}

export function minimapPosition(scene: Scene, x: number, width: number): number {
  const { trace } = scene;
  const length = scene.mode === "time" ? (trace.time[trace.count - 1] ?? 0) : trace.count;
  return (x / Math.max(width, 1)) * length;
}

export function hit(scene: Scene, x: number, y: number): Hit {
  const time = timeOf(scene, x);
  const row = Math.floor((y - RULER + scene.top) / 26);
  const what = y < RULER ? "ruler" : x < LEFT ? "name" : "nothing";
  return {
    row: row >= 0 && row < scene.rows.length ? row : -1,
    what,
    event: -1,
    merged: 0,
    begin: 0,
    end: 0,
    time,
  };
}

export function toSvg(_scene: Scene): string {
  return "<svg/>";
}
