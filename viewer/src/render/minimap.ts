// SPDX-License-Identifier: Apache-2.0
// The minimap: load, density of events, problems and the visible range of the whole trace in a few
// pixels.
import { CanvasSurface } from "./canvas";
import type { Frame } from "./frame";
import { across, densityOf, edgesOf, framed, timePlaces } from "./frame";
import { invertedOf } from "./links";
import { memo } from "./memo";
import { loadGround } from "./rows/core";
import { nameWidth, positionAt, positionOfTime, wholeRange, xAt } from "./scale";
import { stripOf } from "./strip";
import { SMALL_FONT } from "./surface";
import { duration, grouped } from "./ticks";
import type { Range, Scene } from "./types";

/** Height in pixels of the density of events at the bottom. */
const DENSITY = 5;
const LATE = 3;

/**
 * The scale of the minimap. If the picture shows the same range, instants are directly above each
 * other in both.
 */
function minimapScale(width: number, shown: Range): Frame["scale"] {
  const left = Math.min(nameWidth({ width }), width / 2);
  return { ...shown, left, width: Math.max(width - left, 1) };
}

/** The position (ticks, or events in sequence mode) at x of a minimap of a given width. */
export function minimapPosition(
  scene: Scene,
  width: number,
  x: number,
  shown: Range = wholeRange(scene),
): number {
  return positionAt(minimapScale(width, shown), x);
}

/**
 * Draws the minimap on the whole canvas. Width and height are in CSS pixels, `shown` in positions.
 */
export function drawMinimap(
  context: CanvasRenderingContext2D,
  scene: Scene,
  width: number,
  height: number,
  shown: Range = wholeRange(scene),
): void {
  const { canvas } = context;
  if (canvas.width === 0 || canvas.height === 0) {
    return;
  }
  const ratio = canvas.width / Math.max(width, 1);
  const { trace, mode, isDark, found } = scene;
  const scale = minimapScale(width, shown);
  const size = `${canvas.width}x${canvas.height}:${shown.begin}:${shown.end}`;
  const image = memo(trace, "minimap", `${mode}:${size}:${isDark}`, () => {
    const made = context.createImageData(canvas.width, canvas.height);
    const surface = new CanvasSurface(context, ratio, made);
    minimapGround(framed({ ...scene, found: null }, surface, scale), height);
    return made;
  });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.putImageData(image, 0, 0);
  const surface = new CanvasSurface(context, ratio, image);
  minimapFront(framed(scene, surface, scale), height, found);
}

function minimapGround(frame: Frame, height: number): void {
  const { surface, theme, scene } = frame;
  const { ground } = surface;
  const cores = Math.max(scene.trace.cores, 1);
  const load = (height - DENSITY - LATE) / cores;
  ground.fill({ x: 0, y: 0, width: frame.scale.left, height }, theme.panel, 1);
  ground.fill(across(frame, 0, height), theme.ground, 1);
  for (let core = 0; core < cores; core++) {
    loadGround(frame, core, LATE + core * load, load - (cores > 1 ? 1 : 0));
  }
  const box = across(frame, height - DENSITY + 1, DENSITY - 1);
  ground.strip(box, densityOf(edgesOf(frame)), theme.text, 0.3);
  lateGround(frame);
}

function lateGround(frame: Frame): void {
  const { surface, theme, scene } = frame;
  const box = across(frame, 0, LATE);
  for (const { spans } of invertedOf(scene)) {
    surface.ground.strip(box, stripOf(spans, frame.grid).level, theme.late, 0.6);
  }
  for (const { misses, faults } of scene.analysis.lanes) {
    surface.ground.strip(box, densityOf(timePlaces(frame, misses)), theme.late, 0.9);
    surface.ground.strip(box, densityOf(timePlaces(frame, faults)), theme.late, 0.9);
  }
}

function minimapFront(frame: Frame, height: number, found: Uint8Array | null): void {
  const { scene, theme, scale, surface } = frame;
  const { front } = surface;
  if (found !== null) {
    foundMarks(frame, height, found);
  }
  for (const { time } of scene.markers) {
    const x = xAt(scale, positionOfTime(scene, time));
    front.rect({ x: x - 0.5, y: 0, width: 1, height }, theme.accent, 1);
  }
  const right = scale.left + scale.width;
  const from = Math.min(Math.max(xAt(scale, scene.range.begin), scale.left), right - 3);
  const to = Math.min(Math.max(xAt(scale, scene.range.end), from + 3), right);
  front.rect({ x: scale.left, y: 0, width: from - scale.left, height }, theme.ground, 0.62);
  front.rect({ x: to, y: 0, width: right - to, height }, theme.ground, 0.62);
  front.frame({ x: from, y: 0, width: to - from, height }, theme.accent);
  wholeNote(frame, height);
}

/** The length of the range that the minimap shows. */
function wholeNote({ scene, theme, scale, surface: { front } }: Frame, height: number): void {
  const { count, time, clockHz } = scene.trace;
  const ticks = time[count - 1] ?? 0;
  const length = clockHz === null ? `${grouped(ticks)} ticks` : duration(ticks / clockHz);
  const x = scale.left - 10;
  const style = { font: SMALL_FONT, colour: theme.soft, anchor: "end" } as const;
  front.text(x, height / 2 - 3, length, style);
  front.text(x, height / 2 + 13, `${grouped(count)} events`, style);
}

/** Marks search results, one mark per pixel. */
function foundMarks(frame: Frame, height: number, found: Uint8Array): void {
  const { left, width } = frame.scale;
  const { columns } = frame.grid;
  const seen = memo(found, "seen", frame.key, () => {
    const edges = edgesOf(frame);
    const marks = new Uint8Array(columns);
    for (let column = 0; column < columns; column++) {
      marks[column] = found.subarray(edges[column], edges[column + 1]).includes(1) ? 1 : 0;
    }
    return marks;
  });
  seen.forEach((mark, column) => {
    if (mark !== 0) {
      const x = left + (column * width) / columns;
      const box = { x, y: height - DENSITY, width: Math.max(width / columns, 1), height: DENSITY };
      frame.surface.front.rect(box, frame.theme.found, 1);
    }
  });
}
