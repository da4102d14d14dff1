// SPDX-License-Identifier: Apache-2.0
// The ground of a canvas: a buffer of pixels that is put there at once. Filling columns here costs
// some nanoseconds each, where calls of the canvas cost a microsecond.
import type { Box, Ground, Layer } from "./surface";
import { strengthOf } from "./surface";

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels of a hatching from one line to the next. */
const HATCH = 6;
/** CSS pixels up to which a strip is mixed row by row. */
const LOW = 3;

/** What of ImageData is used. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A Ground of width x height device pixels. */
export class Pixels implements Ground {
  readonly ratio: number;
  private readonly width: number;
  private readonly height: number;
  private readonly words: Uint32Array;
  private clipped: Bounds;

  constructor(image: Raster, ratio: number) {
    this.ratio = ratio;
    this.width = image.width;
    this.height = image.height;
    this.words = new Uint32Array(
      image.data.buffer,
      image.data.byteOffset,
      image.width * image.height,
    );
    this.clipped = { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  clip(box: Box): void {
    this.clipped = { left: 0, top: 0, right: this.width, bottom: this.height };
    this.clipped = this.bounds(box);
  }

  fill(box: Box, colour: string, alpha: number): void {
    const { left, top, right, bottom } = this.bounds(box);
    const source = parse(colour);
    if (alpha >= 1 && right - left === this.width) {
      this.words.fill(source, top * this.width, bottom * this.width);
      return;
    }
    if (alpha >= 1 && right - left === 1) {
      for (let place = top * this.width + left; place < bottom * this.width; place += this.width) {
        this.words[place] = source;
      }
      return;
    }
    for (let y = top; y < bottom; y++) {
      const row = y * this.width;
      if (alpha >= 1) {
        this.words.fill(source, row + left, row + right);
      } else {
        this.mixRow(row, left, right, source, alpha);
      }
    }
  }

  private mixRow(row: number, left: number, right: number, source: number, alpha: number): void {
    for (let place = row + left; place < row + right; place++) {
      this.words[place] = mix(this.words[place] as number, source, alpha);
    }
  }

  strip(box: Box, level: Uint8Array, colour: string, floor: number): void {
    const { left, top, right, bottom } = this.bounds(box);
    const first = Math.round(box.x * this.ratio);
    // Low strips lie over other things; the rows of a bar are all alike, and copying is far faster.
    const mixed = bottom - top <= LOW * this.ratio ? bottom : Math.min(top + 1, bottom);
    for (let y = top; y < mixed; y++) {
      const row = y * this.width;
      this.mixLevels(row + left, row + right, level.subarray(left - first), parse(colour), floor);
    }
    const above = (mixed - 1) * this.width;
    for (let y = mixed; y < bottom; y++) {
      this.words.copyWithin(y * this.width + left, above + left, above + right);
    }
  }

  private mixLevels(
    from: number,
    to: number,
    level: Uint8Array,
    source: number,
    floor: number,
  ): void {
    const { words } = this;
    const weights = weightTable(floor);
    const even = source & 0xff00ff;
    const odd = (source >>> 8) & 0xff00ff;
    for (let place = from; place < to; place++) {
      const weight = weights[level[place - from] ?? 0] as number;
      if (weight === WHOLE) {
        words[place] = source;
      } else if (weight > 0) {
        words[place] = mixed(words[place] as number, even, odd, weight);
      }
    }
  }

  /**
   * From the foot up each row is a copy of the one below but for the columns whose colour changes
   * there: copying a row is far faster than to look at each of its pixels.
   */
  stack(box: Box, layers: readonly Layer[], isWanted?: Uint8Array): void {
    const { left, top, right, bottom } = this.bounds(box);
    const foot = Math.round((box.y + box.height) * this.ratio);
    const height = foot - Math.round(box.y * this.ratio);
    if (right <= left || bottom <= top) {
      return;
    }
    const row = this.words.slice(top * this.width + left, top * this.width + right);
    const skipped = left - Math.round(box.x * this.ratio);
    const changes = new Changes(row, height, layers);
    changes.addAll(skipped, isWanted);
    const { starts, order } = changes.sorted();
    for (let step = 0; step < height; step++) {
      changes.apply(order, starts[step] as number, starts[step + 1] as number);
      const y = foot - 1 - step;
      if (y >= top && y < bottom) {
        this.words.set(row, y * this.width + left);
      }
    }
  }

  profile(box: Box, low: Float32Array, high: Float32Array, colour: string, alpha: number): void {
    const { left, top, right, bottom } = this.bounds(box);
    const first = Math.round(box.x * this.ratio);
    const ground = Math.round((box.y + box.height) * this.ratio);
    const scale = box.height * this.ratio;
    const source = parse(colour);
    const [even, odd] = [source & 0xff00ff, (source >>> 8) & 0xff00ff];
    const weight = Math.round(alpha * WHOLE);
    for (let x = left; x < right; x++) {
      const from = low[x - first] ?? NaN;
      const to = high[x - first] ?? NaN;
      if (from === from && to === to) {
        const upper = Math.max(Math.round(ground - to * scale), top);
        const lower = Math.min(Math.round(ground - from * scale), bottom);
        for (let place = upper * this.width + x; place < lower * this.width; place += this.width) {
          this.words[place] =
            weight === WHOLE ? source : mixed(this.words[place] as number, even, odd, weight);
        }
      }
    }
  }

  hatch(box: Box, colour: string, alpha: number, offset: number): void {
    const { left, top, right, bottom } = this.bounds(box);
    const period = Math.round(HATCH * this.ratio);
    const thick = Math.max(Math.round(1.5 * this.ratio), 1);
    const source = parse(colour);
    const start = Math.round(offset * this.ratio);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if ((((x + y - start) % period) + period) % period < thick) {
          const place = y * this.width + x;
          this.words[place] = mix(this.words[place] as number, source, alpha);
        }
      }
    }
  }

  private bounds(box: Box): Bounds {
    const { left, top, right, bottom } = this.clipped;
    const ratio = this.ratio;
    return {
      left: Math.max(Math.round(box.x * ratio), left),
      top: Math.max(Math.round(box.y * ratio), top),
      right: Math.min(Math.round((box.x + box.width) * ratio), right),
      bottom: Math.min(Math.round((box.y + box.height) * ratio), bottom),
    };
  }
}

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
class Changes {
  private readonly column: Int32Array;
  private readonly word: Uint32Array;
  private readonly row: Int32Array;
  private readonly order: Int32Array;
  private readonly pixels: Uint32Array;
  private readonly height: number;
  private readonly shares: readonly Float64Array[];
  private readonly sources: readonly number[];
  private count = 0;

  /** pixels: of a row of what is there, on which the changes are made. */
  constructor(pixels: Uint32Array, height: number, layers: readonly Layer[]) {
    const most = pixels.length * (2 * layers.length + 2);
    [this.column, this.row, this.order, this.word] = roomFor(most);
    this.pixels = pixels;
    this.height = height;
    this.shares = layers.map(({ share }) => share);
    this.sources = layers.map(({ colour }) => parse(colour));
  }

  /** The layers of all columns that are wanted; the first has the shares at skipped. */
  addAll(skipped: number, isWanted: Uint8Array | undefined): void {
    for (let column = 0; column < this.pixels.length; column++) {
      if (isWanted === undefined || isWanted[column + skipped] !== 0) {
        this.add(column, column + skipped);
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
  private add(column: number, place: number): void {
    const ground = this.pixels[column] as number;
    let low = 0;
    let pixel = ground;
    for (let layer = 0; layer < this.shares.length; layer++) {
      const high = low + ((this.shares[layer] as Float64Array)[place] ?? 0) * this.height;
      if (high > low) {
        const source = this.sources[layer] as number;
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

const tables = new Map<number, Uint8Array>();

/** Weight of a source by level. */
function weightTable(floor: number): Uint8Array {
  let table = tables.get(floor);
  if (table === undefined) {
    table = Uint8Array.from({ length: 256 }, (_, level) =>
      Math.round(strengthOf(level, floor) * WHOLE),
    );
    tables.set(floor, table);
  }
  return table;
}

const parsed = new Map<string, number>();

/** A colour as a word of the image: its bytes are red, green, blue, alpha in memory. */
function parse(colour: string): number {
  let word = parsed.get(colour);
  if (word === undefined) {
    const bytes = new Uint8Array(4);
    const value = Number.parseInt(colour.slice(1), 16);
    bytes.set([(value >> 16) & 255, (value >> 8) & 255, value & 255, 255]);
    word = new Uint32Array(bytes.buffer)[0] as number;
    parsed.set(colour, word);
  }
  return word;
}

/** Weight of a source that covers all; as large as sums of 32 bits allow. */
const WHOLE = 128;

/** Part of source over the rest of below; both are opaque, whatever the order of bytes. */
function mix(below: number, source: number, part: number): number {
  const weight = Math.round(part * WHOLE);
  return weight >= WHOLE
    ? source
    : mixed(below, source & 0xff00ff, (source >>> 8) & 0xff00ff, weight);
}

/** Two bytes of four at once: the even ones and the odd ones of the source. */
function mixed(below: number, even: number, odd: number, weight: number): number {
  const rest = WHOLE - weight;
  const low = Math.imul(even, weight) + Math.imul(below & 0xff00ff, rest);
  const high = Math.imul(odd, weight) + Math.imul((below >>> 8) & 0xff00ff, rest);
  return (((low >>> 7) & 0xff00ff) | ((high << 1) & 0xff00ff00)) >>> 0;
}
