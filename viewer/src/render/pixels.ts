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

  /** Row by row, because columns of a picture are far apart in memory. */
  stack(box: Box, layers: readonly Layer[]): void {
    const { left, top, right, bottom } = this.bounds(box);
    const columns = Math.max(right - left, 0);
    const skipped = left - Math.round(box.x * this.ratio);
    const foot = Math.round((box.y + box.height) * this.ratio);
    const height = foot - Math.round(box.y * this.ratio);
    const filled = new Float64Array(columns);
    const from = new Int32Array(columns);
    const to = new Int32Array(columns);
    for (const { share, colour } of layers) {
      const source = parse(colour);
      let [least, most] = [height, 0];
      for (let column = 0; column < columns; column++) {
        const low = filled[column] as number;
        const high = low + (share[column + skipped] ?? 0) * height;
        filled[column] = high;
        const first = Math.ceil(low);
        const last = Math.floor(high);
        from[column] = first;
        to[column] = last;
        if (high > low) {
          this.ends(left + column, foot, low, high, source);
          least = first < least ? first : least;
          most = last > most ? last : most;
        }
      }
      for (let y = Math.max(foot - most, top); y < Math.min(foot - least, bottom); y++) {
        this.wholes(y * this.width + left, foot - 1 - y, from, to, source);
      }
    }
  }

  /** A row of a layer: those columns of which it fills the whole pixel. */
  private wholes(
    start: number,
    row: number,
    from: Int32Array,
    to: Int32Array,
    source: number,
  ): void {
    const { words } = this;
    for (let column = 0; column < from.length; column++) {
      if (row >= (from[column] as number) && row < (to[column] as number)) {
        words[start + column] = source;
      }
    }
  }

  /** The pixels at the ends of [low, high) above foot, in which a layer has only a part. */
  private ends(x: number, foot: number, low: number, high: number, source: number): void {
    const first = Math.floor(low);
    const last = Math.floor(high);
    if (first === last) {
      this.part(x, foot - 1 - first, high - low, source);
    } else {
      this.part(x, foot - 1 - first, first < low ? first + 1 - low : 0, source);
      this.part(x, foot - 1 - last, high - last, source);
    }
  }

  private part(x: number, y: number, part: number, source: number): void {
    if (part > 0 && y >= this.clipped.top && y < this.clipped.bottom) {
      const place = y * this.width + x;
      this.words[place] = mix(this.words[place] as number, source, part);
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
