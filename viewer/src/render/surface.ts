// SPDX-License-Identifier: Apache-2.0
// What the drawing draws on. There are two: a canvas, and a text of SVG, so that both show the
// same picture. Coordinates are CSS pixels; colours are #rrggbb.
//
// Everything of the ground lies under everything of the front, whatever the order of the calls:
// the ground of a canvas is a buffer of pixels, in which thousands of narrow columns cost nothing.

export type Anchor = "start" | "middle" | "end";

export interface Font {
  readonly size: number;
  readonly isBold: boolean;
  /** Digits of one width. */
  readonly isMono: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a stacked strip: its share of each column, 0 .. 1. */
export interface Layer {
  readonly share: Float64Array;
  readonly colour: string;
}

/** From low to high (0 .. 1, from the bottom) in every column; NaN is nothing. */
export interface Profile {
  readonly low: Float32Array;
  readonly high: Float32Array;
  readonly colour: string;
  readonly alpha: number;
}

export interface Ground {
  /** Columns of pixels in a CSS pixel. */
  readonly ratio: number;
  /** Nothing is drawn outside of the box until the next call. */
  clip(box: Box): void;
  fill(box: Box, colour: string, alpha: number): void;
  /**
   * One level a column, 0 nothing .. 255; the least that is seen has the strength floor. A strip
   * higher than 3 pixels must lie on something of which all rows are alike.
   */
  strip(box: Box, level: Uint8Array, colour: string, floor: number): void;
  /**
   * Layers on each other from the bottom up, in every column as high as its share; on something of
   * which all rows are alike. Where isWanted is 0 nothing is drawn.
   */
  stack(box: Box, layers: readonly Layer[], isWanted?: Uint8Array): void;
  profile(box: Box, low: Float32Array, high: Float32Array, colour: string, alpha: number): void;
  /** Profiles over each other, on something of which all rows are alike: far faster. */
  profiles(box: Box, layers: readonly Profile[]): void;
  hatch(box: Box, colour: string, alpha: number, offset: number): void;
}

export interface Front {
  clip(box: Box): void;
  rect(box: Box, colour: string, alpha: number): void;
  frame(box: Box, colour: string): void;
  line(x0: number, y0: number, x1: number, y1: number, style: Stroke): void;
  /** From one point to the other, with its ends upright. */
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

/** The strength of a level: what is there at all is seen. */
export function strengthOf(level: number, floor: number): number {
  return level === 0 ? 0 : floor + ((1 - floor) * level) / 255;
}

/** The text, or its beginning with an ellipsis, as long as it fits; "" if not even that. */
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
