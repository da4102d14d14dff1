// SPDX-License-Identifier: Apache-2.0
// Vertical layout: the ruler at the top, the pinned rows below it, then the rows that scroll.
import { memo } from "./memo";
import type { Box } from "./surface";
import { nameWidth } from "./scale";
import type { Row, Scene } from "./types";

/** Height of the ruler in CSS pixels. */
export const RULER_HEIGHT = 42;
export const ROW_HEIGHT = 26;
export const OPEN_HEIGHT = 84;

/** Rows are stretched by at most this factor. They are compressed only as far as needed to fit. */
const STRETCH_MOST = 3;
const STRETCH_LEAST = 0.81;

export interface Placed {
  readonly row: Row;
  /** Index in Scene.rows. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** The height of the part with the bar. The chart of an open row is below it. */
  readonly body: number;
}

/**
 * The factor by which the heights of the rows are multiplied so that all rows fit into `height`; 1
 * if it would be too small.
 */
export function stretchOf(rows: readonly Row[], height: number): number {
  const needed = rows.reduce((sum, row) => sum + heightOf(row, 1), 0);
  const room = (height - RULER_HEIGHT) / Math.max(needed, 1);
  return room < STRETCH_LEAST ? 1 : Math.min(room, STRETCH_MOST);
}

function bodyOf(stretch: number): number {
  return Math.floor(ROW_HEIGHT * stretch);
}

export function heightOf(row: Row, stretch: number): number {
  const chart = row.isOpen ? Math.floor((OPEN_HEIGHT - ROW_HEIGHT) * stretch) : 0;
  return bodyOf(stretch) + chart;
}

/** Vertical positions in the body of a row, relative to its top. */
export interface Shape {
  readonly bar: Part;
  /** The strip with one tick per event. */
  readonly rug: Part;
  /** The letters of an event: on the bar, or at its bottom if the bar is high. */
  readonly box: Part;
  /** The middle of texts on the bar: above the letters if both fit. */
  readonly words: number;
  /** Whether texts are above the letters instead of beside them. */
  readonly isHigh: boolean;
}

export interface Part {
  readonly top: number;
  readonly height: number;
}

const BOX_HEIGHT = 15;

/** The layout of a row of ROW_HEIGHT or higher. */
export function shapeOf(body: number): Shape {
  return memo(SHAPES, String(body), "", () => makeShape(body));
}

const SHAPES = {};

function makeShape(body: number): Shape {
  const stretch = Math.min(body / ROW_HEIGHT, 2);
  const rug = { top: body - 1 - Math.round(4 * stretch), height: Math.round(4 * stretch) };
  const top = Math.round(5 * stretch);
  const bar = { top, height: rug.top - 1 - top };
  const box = { top: top + bar.height - BOX_HEIGHT, height: BOX_HEIGHT };
  const isHigh = bar.height >= 2 * BOX_HEIGHT + 2;
  const words = top + (isHigh ? (bar.height - BOX_HEIGHT) / 2 : bar.height / 2);
  return { bar, rug, box, words, isHigh };
}

/** The bottom of the pinned rows. Nothing scrolls above it. */
export function pinnedBottom(scene: Scene): number {
  return memo(scene.rows, "pinned", String(scene.stretch), () => {
    const pinned = scene.rows.filter((row) => row.isPinned);
    return RULER_HEIGHT + pinned.reduce((sum, row) => sum + heightOf(row, scene.stretch), 0);
  });
}

/** All rows with their tops in pixels of the picture, including those scrolled out of it. */
export function placedRows(scene: Scene): readonly Placed[] {
  return memo(scene.rows, "placed", `${scene.stretch}:${scene.top}`, () => {
    let pinnedTop = RULER_HEIGHT;
    let top = pinnedBottom(scene) - scene.top;
    const body = bodyOf(scene.stretch);
    return scene.rows.map((row, index) => {
      const height = heightOf(row, scene.stretch);
      const placed = { row, index, top: row.isPinned ? pinnedTop : top, height, body };
      if (row.isPinned) {
        pinnedTop += height;
      } else {
        top += height;
      }
      return placed;
    });
  });
}

/** The rows that are at least partly visible. */
export function visibleRows(scene: Scene): readonly Placed[] {
  const limit = pinnedBottom(scene);
  return placedRows(scene).filter(
    ({ row, top, height }) => top < scene.height && (row.isPinned || top + height > limit),
  );
}

/** The drawing area of a row, without its name. */
export function plotClip(scene: Scene, placed: Placed): Box {
  const limit = placed.row.isPinned ? RULER_HEIGHT : pinnedBottom(scene);
  const y = Math.max(placed.top, limit);
  const bottom = Math.min(placed.top + placed.height, scene.height);
  const left = nameWidth(scene);
  const width = Math.max(scene.width - left, 0);
  return { x: left, y, width, height: Math.max(bottom - y, 0) };
}

/** The height in pixels of the ruler and all rows. */
export function rowsHeight({ rows, stretch }: Pick<Scene, "rows" | "stretch">): number {
  return rows.reduce((sum, row) => sum + heightOf(row, stretch), RULER_HEIGHT);
}

/** Number of pixels that may be cut off while a row still counts as visible. */
const CUT = 8;

/** The number of rows that are scrolled out at least partly, above and below. */
export function rowsOutside(scene: Scene): { readonly above: number; readonly below: number } {
  const limit = pinnedBottom(scene);
  const moving = placedRows(scene).filter(({ row }) => !row.isPinned);
  return {
    above: moving.filter(({ top }) => top < limit - CUT).length,
    below: moving.filter(({ top, height }) => top + height > scene.height + CUT).length,
  };
}

/** The index of the row at y; -1 for the ruler and below the last row. */
export function rowAt(scene: Scene, y: number): number {
  return placedAt(scene, y)?.index ?? -1;
}

export function placedAt(scene: Scene, y: number): Placed | undefined {
  const limit = pinnedBottom(scene);
  return placedRows(scene).find(
    ({ row, top, height }) =>
      y >= top && y < top + height && (row.isPinned ? y < limit : y >= limit),
  );
}

/** The top of a row in the picture. It may be scrolled out. */
export function rowTop(scene: Scene, index: number): number {
  return placedRows(scene)[index]?.top ?? RULER_HEIGHT;
}
