// SPDX-License-Identifier: Apache-2.0
// Implements the ground of a canvas as a pixel buffer that is copied at once. Filling a column
// takes nanoseconds here, a call of the canvas a microsecond.
import { Changes } from "./changes";
import { mix, mixed, parse, OPAQUE } from "./mix";
import type { Box, Ground, Layer, Profile } from "./surface";
import { strengthOf } from "./surface";

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Distance of hatching lines in pixels. */
const HATCH = 6;
/** Strips up to this height in CSS pixels are mixed row by row. */
const LOW = 3;

/** The members of ImageData that this module uses. */
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
  private readonly words: Int32Array;
  private clipped: Bounds;

  constructor(image: Raster, ratio: number) {
    this.ratio = ratio;
    this.width = image.width;
    this.height = image.height;
    this.words = new Int32Array(
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
    // Low strips may lie over other items. The rows of a bar are all equal, and copying them is far
    // faster.
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
      if (weight === OPAQUE) {
        words[place] = source;
      } else if (weight > 0) {
        words[place] = mixed(words[place] as number, even, odd, weight);
      }
    }
  }

  stack(box: Box, layers: readonly Layer[], isWanted?: Uint8Array): void {
    this.change(box, layers.length, (changes, skipped) =>
      changes.addStack(layers, skipped, isWanted),
    );
  }

  profiles(box: Box, layers: readonly Profile[]): void {
    this.change(box, layers.length, (changes, skipped) =>
      changes.addProfiles(layers, skipped, box.height * this.ratio),
    );
  }

  /**
   * Applies changes from the bottom of a box up. skipped: number of columns left of the visible
   * part.
   */
  private change(box: Box, layers: number, add: (changes: Changes, skipped: number) => void): void {
    const { left, top, right, bottom } = this.bounds(box);
    const foot = Math.round((box.y + box.height) * this.ratio);
    const height = foot - Math.round(box.y * this.ratio);
    if (right <= left || bottom <= top) {
      return;
    }
    const row = this.words.slice(top * this.width + left, top * this.width + right);
    const changes = new Changes(row, height, layers);
    add(changes, left - Math.round(box.x * this.ratio));
    for (let step = 0; step < height; step++) {
      changes.apply(step);
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
    const weight = Math.round(alpha * OPAQUE);
    const over = (pixel: number): number =>
      weight === OPAQUE ? source : mixed(pixel, even, odd, weight);
    // Most pixels under a profile have the same colour.
    let before = 0;
    let after = over(before);
    for (let x = left; x < right; x++) {
      const from = low[x - first] ?? NaN;
      const to = high[x - first] ?? NaN;
      if (from === from && to === to) {
        const upper = Math.max(Math.round(ground - to * scale), top);
        const lower = Math.min(Math.round(ground - from * scale), bottom);
        for (let place = upper * this.width + x; place < lower * this.width; place += this.width) {
          const pixel = this.words[place] as number;
          if (pixel !== before) {
            before = pixel;
            after = over(pixel);
          }
          this.words[place] = after;
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

/** The weight of a source by level. */
function weightTable(floor: number): Uint8Array {
  let table = tables.get(floor);
  if (table === undefined) {
    table = Uint8Array.from({ length: 256 }, (_, level) =>
      Math.round(strengthOf(level, floor) * OPAQUE),
    );
    tables.set(floor, table);
  }
  return table;
}
