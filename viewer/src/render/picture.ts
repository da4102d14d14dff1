// SPDX-License-Identifier: Apache-2.0
// The same picture as SVG: of what is seen, and of some rows for a page of paper.
import { frontOf, groundOf } from "./draw";
import { frameOf } from "./frame";
import { rowsHeight } from "./layout";
import { SvgSurface } from "./svg";
import { ticksAndTime } from "./ticks";
import type { Row, Scene } from "./types";

/** What is seen, as a document of SVG with real text. */
export function toSvg(scene: Scene): string {
  return svgOf({ ...scene, hover: null }, titleOf(scene));
}

function titleOf({ trace, mode, range }: Scene): string {
  const length = range.end - range.begin;
  const shown =
    mode === "time" ? ticksAndTime(length, trace.clockHz) : `${Math.round(length)} events`;
  return `${trace.name}: ${shown}`;
}

function svgOf(scene: Scene, title: string): string {
  const surface = new SvgSurface();
  const frame = frameOf(scene, surface);
  groundOf(frame);
  frontOf(frame);
  return surface.document(scene.width, scene.height, title);
}

export interface PictureOptions {
  readonly title?: string;
  /** CSS pixels; the SVG scales to whatever place it gets. */
  readonly width?: number;
  /** Those of the scene if not given. */
  readonly rows?: readonly Row[];
}

/** All rows on light ground, without anything that belongs to the pointer: for print. */
export function picture(scene: Scene, options: PictureOptions = {}): string {
  const rows = (options.rows ?? scene.rows).map((row) => ({ ...row, isPinned: false }));
  const width = options.width ?? 1100;
  const height = rowsHeight({ rows });
  const focus = { ...scene.focus, event: null, lane: null, object: null };
  const paper = {
    ...scene,
    rows,
    width,
    height,
    focus,
    top: 0,
    hover: null,
    found: null,
    isDark: false,
  };
  return svgOf(paper, options.title ?? titleOf(scene)).replace(
    ` width="${width}" height="${height}"`,
    ' width="100%"',
  );
}
