// SPDX-License-Identifier: Apache-2.0
// Where rows stand: the ruler on top, under it the pinned rows, which stay, then the others, which
// scroll.
import { memo } from "./memo";
import type { Box } from "./surface";
import { NAME_WIDTH } from "./scale";
import type { Row, Scene } from "./types";

/** Height of the ruler, in CSS pixels. */
export const RULER_HEIGHT = 42;
export const ROW_HEIGHT = 26;
export const OPEN_HEIGHT = 84;

export interface Placed {
  readonly row: Row;
  /** Place in Scene.rows. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
}

export function heightOf(row: Row): number {
  return row.isOpen ? OPEN_HEIGHT : ROW_HEIGHT;
}

/** Bottom of the pinned rows: above it nothing scrolls. */
export function pinnedBottom(scene: Scene): number {
  return memo(scene.rows, "pinned", "", () => {
    const pinned = scene.rows.filter((row) => row.isPinned);
    return RULER_HEIGHT + pinned.reduce((sum, row) => sum + heightOf(row), 0);
  });
}

/** All rows with their tops, in pixels of the picture; those that are scrolled away too. */
export function placedRows(scene: Scene): readonly Placed[] {
  let pinnedTop = RULER_HEIGHT;
  let top = pinnedBottom(scene) - scene.top;
  return scene.rows.map((row, index) => {
    const height = heightOf(row);
    const placed = { row, index, top: row.isPinned ? pinnedTop : top, height };
    if (row.isPinned) {
      pinnedTop += height;
    } else {
      top += height;
    }
    return placed;
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
  const width = Math.max(scene.width - NAME_WIDTH, 0);
  return { x: NAME_WIDTH, y, width, height: Math.max(bottom - y, 0) };
}

/** Pixels that ruler and all rows need. */
export function rowsHeight(scene: Pick<Scene, "rows">): number {
  return scene.rows.reduce((sum, row) => sum + heightOf(row), RULER_HEIGHT);
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
