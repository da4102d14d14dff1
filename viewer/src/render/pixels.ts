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

/** A Ground of width x height device pixels. */
export class Pixels implements Ground {
  readonly ratio: number;
  readonly image: ImageData;
  private readonly width: number;
  private readonly height: number;
  private readonly words: Uint32Array;
  private clipped: Bounds;

  constructor(image: ImageData, ratio: number) {
    this.image = image;
    this.ratio = ratio;
    this.width = image.width;
    this.height = image.height;
    this.words = new Uint32Array(image.data.buffer);
    this.clipped = { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  clip(box: Box): void {
    this.clipped = { left: 0, top: 0, right: this.width, bottom: this.height };
    this.clipped = this.bounds(box);
  }

  fill(box: Box, colour: string, alpha: number): void {
    const { left, top, right, bottom } = this.bounds(box);
    const source = parse(colour);
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
    const source = parse(colour);
    const strengths = strengthTable(floor);
    if (bottom <= top) {
      return;
    }
    const row = top * this.width;
    for (let x = left; x < right; x++) {
      const strength = strengths[level[x - first] ?? 0] as number;
      if (strength > 0) {
        this.words[row + x] = mix(this.words[row + x] as number, source, strength);
      }
    }
    this.repeat(row, left, right, bottom - top);
  }

  /** Rows of a strip are all alike: copying is far faster than mixing. */
  private repeat(row: number, left: number, right: number, count: number): void {
    for (let y = 1; y < count; y++) {
      this.words.copyWithin(row + y * this.width + left, row + left, row + right);
    }
  }

  stack(box: Box, layers: readonly Layer[]): void {
    const { left, right } = this.bounds(box);
    const first = Math.round(box.x * this.ratio);
    const bottom = Math.round((box.y + box.height) * this.ratio);
    const height = bottom - Math.round(box.y * this.ratio);
    const filled = new Float64Array(Math.max(right - left, 0));
    for (const layer of layers) {
      const source = parse(layer.colour);
      for (let x = left; x < right; x++) {
        const share = layer.share[x - first] ?? 0;
        if (share > 0) {
          const low = filled[x - left] as number;
          const high = low + share * height;
          filled[x - left] = high;
          this.column(x, bottom, low, high, source);
        }
      }
    }
  }

  /** From low to high pixels above bottom; what is thinner than a pixel is mixed in. */
  private column(x: number, bottom: number, low: number, high: number, source: number): void {
    const firstRow = Math.floor(low);
    const lastRow = Math.ceil(high);
    for (let step = firstRow; step < lastRow; step++) {
      const y = bottom - 1 - step;
      if (y >= this.clipped.top && y < this.clipped.bottom) {
        const part = Math.min(high, step + 1) - Math.max(low, step);
        const place = y * this.width + x;
        this.words[place] =
          part >= 1 ? source : mix(this.words[place] as number, source, Math.max(part, 0));
      }
    }
  }

  profile(box: Box, low: Float32Array, high: Float32Array, colour: string, alpha: number): void {
    const { left, top, right, bottom } = this.bounds(box);
    const first = Math.round(box.x * this.ratio);
    const ground = Math.round((box.y + box.height) * this.ratio);
    const scale = box.height * this.ratio;
    const source = parse(colour);
    for (let x = left; x < right; x++) {
      const from = low[x - first] ?? NaN;
      const to = high[x - first] ?? NaN;
      if (from === from && to === to) {
        const upper = Math.max(Math.round(ground - to * scale), top);
        const lower = Math.min(Math.round(ground - from * scale), bottom);
        for (let y = upper; y < lower; y++) {
          const place = y * this.width + x;
          this.words[place] = mix(this.words[place] as number, source, alpha);
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

const tables = new Map<number, Float64Array>();

function strengthTable(floor: number): Float64Array {
  let table = tables.get(floor);
  if (table === undefined) {
    table = Float64Array.from({ length: 256 }, (_, level) => strengthOf(level, floor));
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

/** Part of source over part of below; both are opaque, whatever the order of bytes. */
function mix(below: number, source: number, part: number): number {
  if (part >= 1) {
    return source;
  }
  const weight = Math.round(part * 256);
  const rest = 256 - weight;
  const even = (((source & 0xff00ff) * weight + (below & 0xff00ff) * rest) >>> 8) & 0xff00ff;
  const odd =
    (((source >>> 8) & 0xff00ff) * weight + ((below >>> 8) & 0xff00ff) * rest) & 0xff00ff00;
  return (even | odd) >>> 0;
}
