// SPDX-License-Identifier: Apache-2.0
// Where rows stand: the ruler on top, under it the pinned rows, which stay, then the others, which
// scroll.
import { memo } from "./memo";
import type { Box } from "./surface";
import { nameWidth } from "./scale";
import type { Row, Scene } from "./types";

/** Height of the ruler, in CSS pixels. */
export const RULER_HEIGHT = 42;
export const ROW_HEIGHT = 26;
export const OPEN_HEIGHT = 84;

/** No row is drawn higher than so many times what it needs; lower ones only so that all fit. */
const STRETCH_MOST = 3;
const STRETCH_LEAST = 0.81;

export interface Placed {
  readonly row: Row;
  /** Place in Scene.rows. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Height of the part with the bar; an open row has its chart below. */
  readonly body: number;
}

/** How many times as high as they must be rows may be, if there is such a height for them. */
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

/** Where things stand in the body of a row, from the top of the row. */
export interface Shape {
  readonly bar: Part;
  /** One tick for each event. */
  readonly rug: Part;
  /** The letters of an event: on the bar, at its foot if that is high. */
  readonly box: Part;
  /** The middle of words on the bar: above the letters if there is room for both. */
  readonly words: number;
  /** Whether words and letters stand one above the other. */
  readonly isHigh: boolean;
}

export interface Part {
  readonly top: number;
  readonly height: number;
}

const BOX_HEIGHT = 15;

/** Of a row of ROW_HEIGHT, and of higher ones. */
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

/** Bottom of the pinned rows: above it nothing scrolls. */
export function pinnedBottom(scene: Scene): number {
  return memo(scene.rows, "pinned", String(scene.stretch), () => {
    const pinned = scene.rows.filter((row) => row.isPinned);
    return RULER_HEIGHT + pinned.reduce((sum, row) => sum + heightOf(row, scene.stretch), 0);
  });
}

/** All rows with their tops, in pixels of the picture; those that are scrolled away too. */
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

/** Those rows of which something is seen. */
export function visibleRows(scene: Scene): readonly Placed[] {
  const limit = pinnedBottom(scene);
  return placedRows(scene).filter(
    ({ row, top, height }) => top < scene.height && (row.isPinned || top + height > limit),
  );
}

/** Where a row may draw, without its names. */
export function plotClip(scene: Scene, placed: Placed): Box {
  const limit = placed.row.isPinned ? RULER_HEIGHT : pinnedBottom(scene);
  const y = Math.max(placed.top, limit);
  const bottom = Math.min(placed.top + placed.height, scene.height);
  const left = nameWidth(scene);
  const width = Math.max(scene.width - left, 0);
  return { x: left, y, width, height: Math.max(bottom - y, 0) };
}

/** Pixels that ruler and all rows need. */
export function rowsHeight({ rows, stretch }: Pick<Scene, "rows" | "stretch">): number {
  return rows.reduce((sum, row) => sum + heightOf(row, stretch), RULER_HEIGHT);
}

/** Pixels of a row that may be missing while it still counts as seen. */
const CUT = 8;

/** How many rows are not, or not wholly, seen because they are scrolled out above and below. */
export function rowsOutside(scene: Scene): { readonly above: number; readonly below: number } {
  const limit = pinnedBottom(scene);
  const moving = placedRows(scene).filter(({ row }) => !row.isPinned);
  return {
    above: moving.filter(({ top }) => top < limit - CUT).length,
    below: moving.filter(({ top, height }) => top + height > scene.height + CUT).length,
  };
}

/** Place of the row at y; -1 for the ruler and below the last one. */
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

/** Top of a row in the picture; it may be scrolled out of it. */
export function rowTop(scene: Scene, index: number): number {
  return placedRows(scene)[index]?.top ?? RULER_HEIGHT;
}
