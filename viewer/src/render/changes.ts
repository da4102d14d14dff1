// SPDX-License-Identifier: Apache-2.0
// Columns of layers on a ground of which all rows are alike. From the foot up each row is a copy of
// the one below but for the columns whose colour changes there: copying a row is far faster than to
// look at each of its pixels.
import { mix, parse } from "./mix";
import type { Layer, Profile } from "./surface";

type Room = readonly [Int32Array, Int32Array, Int32Array, Uint32Array];
let room: Room | null = null;

/** Room for so many changes, that of the stack before if it is enough. */
function roomFor(most: number): Room {
  if (room === null || room[0].length < most) {
    room = [
      new Int32Array(most),
      new Int32Array(most),
      new Int32Array(most),
      new Uint32Array(most),
    ];
  }
  return room;
}

/** At which row from the foot which column of a stack gets which colour. */
export class Changes {
  private readonly column: Int32Array;
  private readonly word: Uint32Array;
  private readonly row: Int32Array;
  private readonly order: Int32Array;
  private readonly pixels: Uint32Array;
  private readonly height: number;
  private count = 0;

  /** pixels: of a row of what is there, on which the changes are made; layers: how many at most. */
  constructor(pixels: Uint32Array, height: number, layers: number) {
    [this.column, this.row, this.order, this.word] = roomFor(pixels.length * (2 * layers + 2));
    this.pixels = pixels;
    this.height = height;
  }

  /** Layers on each other in all columns that are wanted; the first has the shares at skipped. */
  addStack(layers: readonly Layer[], skipped: number, isWanted: Uint8Array | undefined): void {
    const shares = layers.map(({ share }) => share);
    const sources = layers.map(({ colour }) => parse(colour));
    for (let column = 0; column < this.pixels.length; column++) {
      if (isWanted === undefined || isWanted[column + skipped] !== 0) {
        this.stack(shares, sources, column, column + skipped);
      }
    }
  }

  /** Layers over each other, from row to row; scale: rows of a part of 1. */
  addProfiles(layers: readonly Profile[], skipped: number, scale: number): void {
    const sources = layers.map(({ colour }) => parse(colour));
    const begins = new Int32Array(layers.length);
    const ends = new Int32Array(layers.length);
    for (let column = 0; column < this.pixels.length; column++) {
      for (let layer = 0; layer < layers.length; layer++) {
        const { low, high } = layers[layer] as Profile;
        const [from, to] = [low[column + skipped] as number, high[column + skipped] as number];
        // As pixels are counted from the top, halves are rounded down. NaN becomes 0: nothing.
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

  /** Makes the changes of a row. */
  apply(order: Int32Array, from: number, to: number): void {
    const { pixels, column, word } = this;
    for (let place = from; place < to; place++) {
      const change = order[place] as number;
      pixels[column[change] as number] = word[change] as number;
    }
  }

  /** The layers of a column; of a pixel that several share each has its part. */
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

  private put(row: number, column: number, word: number): void {
    if (row < this.height) {
      this.row[this.count] = row;
      this.column[this.count] = column;
      this.word[this.count] = word;
      this.count += 1;
    }
  }

  /** Places of the changes row by row, each column in the order in which they came. */
  sorted(): { readonly starts: Int32Array; readonly order: Int32Array } {
    const starts = new Int32Array(this.height + 2);
    for (let place = 0; place < this.count; place++) {
      starts[(this.row[place] as number) + 2]! += 1;
    }
    for (let row = 2; row < starts.length; row++) {
      starts[row]! += starts[row - 1] as number;
    }
    const { order } = this;
    for (let place = 0; place < this.count; place++) {
      const row = (this.row[place] as number) + 1;
      order[starts[row] as number] = place;
      starts[row]! += 1;
    }
    return { starts, order };
  }
}
