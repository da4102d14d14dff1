// SPDX-License-Identifier: Apache-2.0
// Exports the picture: a title above each trace, all heights according to the rows, the legend at
// the bottom. As SVG with real text, as pixels on a canvas, and with selected rows for print.
import { CanvasFront } from "./canvas";
import { draw, frontOf, groundOf } from "./draw";
import { frameOf } from "./frame";
import { rowsHeight } from "./layout";
import { legendFront, legendHeight } from "./legend";
import { wholeRange } from "./scale";
import type { Front } from "./surface";
import { BOLD_FONT, ellipsised, SMALL_FONT } from "./surface";
import { SvgSurface } from "./svg";
import { themeOf } from "./theme";
import { duration, exactTime, grouped } from "./ticks";
import type { Row, Scene } from "./types";

const TITLE_HEIGHT = 28;
const TITLE_FONT = { ...BOLD_FONT, size: 14 };

/** A part of the sheet: a title, a scene or the legend. */
interface Part {
  readonly height: number;
  /** The scene; null: the part draws on the front only. */
  readonly scene: Scene | null;
  readonly front: (front: Front) => void;
}

export interface SheetOptions {
  readonly hasTitle?: boolean;
  readonly hasLegend?: boolean;
}

function partsOf(scenes: readonly Scene[], options: SheetOptions): readonly Part[] {
  const width = widthOf(scenes);
  const parts = scenes.flatMap((scene): Part[] => {
    const title: Part = { height: TITLE_HEIGHT, scene: null, front: (to) => titleFront(to, scene) };
    const cut = cropped(scene);
    const picture: Part = { height: cut.height, scene: cut, front: () => undefined };
    return options.hasTitle === false ? [picture] : [title, picture];
  });
  const legend: Part = {
    height: legendHeight(scenes, width),
    scene: null,
    front: (to) => legendFront(to, scenes, width),
  };
  return options.hasLegend === true ? [...parts, legend] : parts;
}

function widthOf(scenes: readonly Scene[]): number {
  return Math.max(...scenes.map(({ width }) => width), 1);
}

/** A scene without the space below its rows and without the pointer. */
function cropped(scene: Scene): Scene {
  const height = Math.max(Math.min(scene.height, rowsHeight(scene) - scene.top), 0);
  return { ...scene, hover: null, height };
}

function titleFront(front: Front, scene: Scene): void {
  const theme = themeOf(scene);
  front.rect({ x: 0, y: 0, width: scene.width, height: TITLE_HEIGHT }, theme.panel, 1);
  const { name } = scene.trace;
  const room = scene.width - 20;
  const bold = { font: TITLE_FONT, colour: theme.text, anchor: "start" } as const;
  const title = ellipsised(front, name, TITLE_FONT, room);
  front.text(10, 19, title, bold);
  const from = 10 + front.textWidth(title, TITLE_FONT) + 14;
  const words = ellipsised(front, rangeText(scene), SMALL_FONT, scene.width - 10 - from);
  front.text(from, 19, words, { font: SMALL_FONT, colour: theme.soft, anchor: "start" });
}

/** The visible range of a trace, and its unit. */
export function rangeText(scene: Scene): string {
  const { trace, mode, range } = scene;
  const full = wholeRange(scene);
  const begin = Math.max(Math.round(range.begin), full.begin);
  const end = Math.max(Math.min(Math.round(range.end), full.end), begin);
  if (mode === "sequence") {
    const last = Math.max(end - 1, begin);
    return `events ${grouped(begin)} to ${grouped(last)} of ${grouped(trace.count)}`;
  }
  const ticks = `${grouped(end - begin)} ${end - begin === 1 ? "tick" : "ticks"}`;
  const { clockHz } = trace;
  if (clockHz === null) {
    return `ticks ${grouped(begin)} to ${grouped(end)}: ${ticks}; their length is not known`;
  }
  const [from, to] = [exactTime(begin, clockHz), exactTime(end, clockHz)];
  const tick = duration(1 / clockHz);
  return `${from} to ${to}: ${duration((end - begin) / clockHz)}, ${ticks} of ${tick}`;
}

/** The visible range of some traces as an SVG document with real text. */
export function toSvg(scenes: readonly Scene[], options: SheetOptions = {}): string {
  const title = scenes.map((scene) => `${scene.trace.name}: ${rangeText(scene)}`).join(" | ");
  return svgOf(scenes, title, options);
}

function svgOf(scenes: readonly Scene[], title: string, options: SheetOptions): string {
  const parts = partsOf(scenes, options);
  let top = 0;
  const inside = parts.map(({ height, scene, front }, place) => {
    const surface = new SvgSurface(parts.length > 1 ? `p${place}` : "");
    if (scene === null) {
      front(surface.front);
    } else {
      const frame = frameOf(scene, surface);
      groundOf(frame);
      frontOf(frame);
    }
    const text = surface.part(scene?.width ?? widthOf(scenes), height, top);
    top += height;
    return text;
  });
  return SvgSurface.document(widthOf(scenes), top, title, inside.join(""));
}

/** Like toSvg(), on a canvas whose size is adjusted. */
export function toCanvas(
  canvas: HTMLCanvasElement,
  scenes: readonly Scene[],
  ratio: number,
  options: SheetOptions,
): void {
  const parts = partsOf(scenes, options);
  canvas.width = widthOf(scenes) * ratio;
  canvas.height = parts.reduce((sum, { height }) => sum + height, 0) * ratio;
  const context = canvas.getContext("2d", { alpha: false });
  let top = 0;
  for (const { height, scene, front } of context === null ? [] : parts) {
    if (scene === null) {
      context?.setTransform(ratio, 0, 0, ratio, 0, top * ratio);
      front(new CanvasFront(context as CanvasRenderingContext2D));
    } else if (scene.height > 0) {
      context?.resetTransform();
      context?.drawImage(canvasOf(scene, ratio), 0, top * ratio);
    }
    top += height;
  }
}

function canvasOf(scene: Scene, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = scene.width * ratio;
  canvas.height = scene.height * ratio;
  const context = canvas.getContext("2d", { alpha: false });
  if (context !== null) {
    draw(context, scene);
  }
  return canvas;
}

export interface PictureOptions {
  readonly title?: string;
  /** In CSS pixels. The SVG scales to the size of its container. */
  readonly width?: number;
  /** By default the rows of the scene. */
  readonly rows?: readonly Row[];
}

/** All rows on a light background without pointer elements, for print. */
export function picture(scene: Scene, options: PictureOptions = {}): string {
  const rows = (options.rows ?? scene.rows).map((row) => ({ ...row, isPinned: false }));
  const width = options.width ?? 1100;
  const height = rowsHeight({ rows, stretch: 1 });
  const focus = { ...scene.focus, event: null, lane: null, object: null };
  const paper = {
    ...scene,
    rows,
    width,
    height,
    stretch: 1,
    focus,
    top: 0,
    hover: null,
    found: null,
    isDark: false,
  };
  const title = options.title ?? `${scene.trace.name}: ${rangeText(scene)}`;
  return svgOf([paper], title, { hasTitle: false, hasLegend: true }).replace(
    /(?<=^<svg [^>]*) width="[^"]*" height="[^"]*"/u,
    ' width="100%"',
  );
}
