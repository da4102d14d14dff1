// SPDX-License-Identifier: Apache-2.0
// The drawing interface. It has two implementations, a canvas and SVG text, so that both show the
// same picture. Coordinates are CSS pixels; colours are #rrggbb.
//
// The ground is always below the front, regardless of the order of the calls. The ground of a
// canvas is a pixel buffer, in which thousands of narrow columns are cheap.

export type Anchor = "start" | "middle" | "end";

export interface Font {
  readonly size: number;
  readonly isBold: boolean;
  /** Whether digits have equal widths. */
  readonly isMono: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A layer of a stacked strip: its share of each column, 0 .. 1. */
export interface Layer {
  readonly share: Float64Array;
  readonly colour: string;
}

/** An area between low and high in each column, 0 .. 1 from the bottom; NaN draws nothing. */
export interface Profile {
  readonly low: Float32Array;
  readonly high: Float32Array;
  readonly colour: string;
  readonly alpha: number;
}

export interface Ground {
  /** Pixel columns per CSS pixel. */
  readonly ratio: number;
  /** Limits drawing to the box until the next call. */
  clip(box: Box): void;
  fill(box: Box, colour: string, alpha: number): void;
  /**
   * Draws one level per column, 0 (nothing) .. 255. The lowest visible level has the strength
   * `floor`. A strip higher than 3 pixels requires a ground whose rows are all equal.
   */
  strip(box: Box, level: Uint8Array, colour: string, floor: number): void;
  /**
   * Stacks layers from the bottom up, in each column as high as their shares, on a ground whose
   * rows are all equal. Columns with isWanted 0 are skipped.
   */
  stack(box: Box, layers: readonly Layer[], isWanted?: Uint8Array): void;
  profile(box: Box, low: Float32Array, high: Float32Array, colour: string, alpha: number): void;
  /**
   * Draws profiles over each other, on a ground whose rows are all equal, which makes it far
   * faster.
   */
  profiles(box: Box, layers: readonly Profile[]): void;
  hatch(box: Box, colour: string, alpha: number, offset: number): void;
}

export interface Front {
  clip(box: Box): void;
  rect(box: Box, colour: string, alpha: number): void;
  frame(box: Box, colour: string): void;
  line(x0: number, y0: number, x1: number, y1: number, style: Stroke): void;
  /** Draws a curve between two points that is vertical at its ends. */
  curve(x0: number, y0: number, x1: number, y1: number, style: Stroke): void;
  polygon(points: readonly number[], colour: string, alpha: number): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  textWidth(text: string, font: Font): number;
}

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly alpha: number;
  readonly isDashed?: boolean;
}

export interface TextStyle {
  readonly font: Font;
  readonly colour: string;
  readonly anchor: Anchor;
}

export interface Surface {
  readonly ground: Ground;
  readonly front: Front;
}

export const NAME_FONT: Font = { size: 13, isBold: false, isMono: false };
export const BOLD_FONT: Font = { size: 12, isBold: true, isMono: false };
export const SMALL_FONT: Font = { size: 12, isBold: false, isMono: false };
export const NUMBER_FONT: Font = { size: 12, isBold: false, isMono: true };
export const CODE_FONT: Font = { size: 11, isBold: true, isMono: true };

/** The strength of a level. Everything that exists is visible. */
export function strengthOf(level: number, floor: number): number {
  return level === 0 ? 0 : floor + ((1 - floor) * level) / 255;
}

/** The text, shortened with an ellipsis if it does not fit; "" if not even that fits. */
export function ellipsised(front: Front, text: string, font: Font, width: number): string {
  if (front.textWidth(text, font) <= width) {
    return text;
  }
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (front.textWidth(`${text.slice(0, middle)}…`, font) <= width) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low === 0 ? "" : `${text.slice(0, low).trimEnd()}…`;
}
