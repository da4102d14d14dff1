// SPDX-License-Identifier: Apache-2.0
// Draws layers per column on a ground whose rows are all equal. From the bottom up, each row is a
// copy of the row below except for the columns whose colour changes there. Copying a row is far
// faster than visiting each of its pixels.
import { mix, parse } from "./mix";
import type { Layer, Profile } from "./surface";

/** Numbers per change: its column, its colour, the next change of the same row. */
const SIZE = 3;
const COLUMN = 0;
const WORD = 1;
const NEXT = 2;

let room = new Int32Array(0);

/**
 * Memory for a number of changes; reuses the memory of the previous stack if it is large enough.
 */
function roomFor(most: number): Int32Array {
  if (room.length < SIZE * most) {
    room = new Int32Array(SIZE * most);
  }
  return room;
}

/** The changes of colour by row, counted from the bottom, and column. */
export class Changes {
  private readonly changes: Int32Array;
  /** The newest change of each row; -1: none. */
  private readonly newest: Int32Array;
  private readonly pixels: Int32Array;
  private readonly height: number;
  private count = 0;

  /** pixels: a row of the ground, to which the changes apply; layers: their maximum number. */
  constructor(pixels: Int32Array, height: number, layers: number) {
    this.changes = roomFor(pixels.length * (2 * layers + 2));
    this.newest = new Int32Array(height).fill(-1);
    this.pixels = pixels;
    this.height = height;
  }

  /**
   * Stacks layers in all wanted columns. The shares have `skipped` values before the first column.
   */
  addStack(layers: readonly Layer[], skipped: number, isWanted: Uint8Array | undefined): void {
    const shares = layers.map(({ share }) => share);
    const sources = layers.map(({ colour }) => parse(colour));
    for (let column = 0; column < this.pixels.length; column++) {
      if (isWanted === undefined || isWanted[column + skipped] !== 0) {
        this.stack(shares, sources, column, column + skipped);
      }
    }
  }

  /** Draws layers over each other, from row to row. scale: the number of rows of a share of 1. */
  addProfiles(layers: readonly Profile[], skipped: number, scale: number): void {
    const sources = layers.map(({ colour }) => parse(colour));
    const begins = new Int32Array(layers.length);
    const ends = new Int32Array(layers.length);
    for (let column = 0; column < this.pixels.length; column++) {
      for (let layer = 0; layer < layers.length; layer++) {
        const { low, high } = layers[layer] as Profile;
        const [from, to] = [low[column + skipped] as number, high[column + skipped] as number];
        // Rows are counted from the bottom here and from the top in pixels, so halves are rounded
        // down. NaN becomes 0, which draws nothing.
        begins[layer] = Math.ceil(from * scale - 0.5);
        ends[layer] = from === from ? Math.ceil(to * scale - 0.5) : 0;
      }
      this.profiles(layers, sources, column, begins, ends);
    }
  }

  private profiles(
    layers: readonly Profile[],
    sources: readonly number[],
    column: number,
    begins: Int32Array,
    ends: Int32Array,
  ): void {
    const ground = this.pixels[column] as number;
    let before = ground;
    for (let row = 0, next = 0; row < this.height; row = next) {
      let pixel = ground;
      next = this.height;
      for (let layer = 0; layer < layers.length; layer++) {
        const [begin, end] = [begins[layer] as number, ends[layer] as number];
        if (row < begin) {
          next = Math.min(next, begin);
        } else if (row < end) {
          next = Math.min(next, end);
          pixel = mix(pixel, sources[layer] as number, (layers[layer] as Profile).alpha);
        }
      }
      if (pixel !== before) {
        this.put(row, column, pixel);
        before = pixel;
      }
    }
  }

  /** Applies the changes of a row. */
  apply(row: number): void {
    const { pixels, changes } = this;
    for (let at = this.newest[row] as number; at >= 0; at = changes[at + NEXT] as number) {
      pixels[changes[at + COLUMN] as number] = changes[at + WORD] as number;
    }
  }

  /** Adds the layers of a column. A pixel that several layers share is a mixture in proportion. */
  private stack(
    shares: readonly Float64Array[],
    sources: readonly number[],
    column: number,
    place: number,
  ): void {
    const ground = this.pixels[column] as number;
    let low = 0;
    let pixel = ground;
    for (let layer = 0; layer < shares.length; layer++) {
      const high = low + ((shares[layer] as Float64Array)[place] ?? 0) * this.height;
      if (high > low) {
        const source = sources[layer] as number;
        const first = Math.floor(low);
        const last = Math.floor(high);
        if (first === last) {
          pixel = mix(pixel, source, high - low);
        } else {
          this.put(first, column, mix(pixel, source, first + 1 - low));
          this.put(first + 1, column, source);
          pixel = mix(ground, source, high - last);
        }
        low = high;
      }
    }
    if (low > 0) {
      const last = Math.floor(low);
      this.put(last, column, pixel);
      this.put(last + 1, column, ground);
    }
  }

  /** The changes of a column never go down. Of two changes in one pixel the second one counts. */
  private put(row: number, column: number, word: number): void {
    if (row < this.height) {
      const { changes, newest } = this;
      const before = newest[row] as number;
      if (before >= 0 && changes[before + COLUMN] === column) {
        changes[before + WORD] = word;
      } else {
        const at = this.count;
        changes[at + COLUMN] = column;
        changes[at + WORD] = word;
        changes[at + NEXT] = before;
        newest[row] = at;
        this.count = at + SIZE;
      }
    }
  }
}
