// SPDX-License-Identifier: Apache-2.0
// Colours as 32-bit words of the image, and their mixture. Words are signed, because JavaScript
// engines store signed 32-bit numbers as integers and larger ones as doubles.

const parsed = new Map<string, number>();

/** A colour as a word of the image. In memory its bytes are red, green, blue, alpha. */
export function parse(colour: string): number {
  let word = parsed.get(colour);
  if (word === undefined) {
    const bytes = new Uint8Array(4);
    const value = Number.parseInt(colour.slice(1), 16);
    bytes.set([(value >> 16) & 255, (value >> 8) & 255, value & 255, 255]);
    word = new Int32Array(bytes.buffer)[0] as number;
    parsed.set(colour, word);
  }
  return word;
}

/** The weight of an opaque source. The largest value for which sums fit into 32 bits. */
export const OPAQUE = 128;

/**
 * Mixes a part of `source` with the rest of `below`. Both are opaque, and the order of their bytes
 * does not matter.
 */
export function mix(below: number, source: number, part: number): number {
  const weight = Math.round(part * OPAQUE);
  return weight >= OPAQUE
    ? source
    : mixed(below, source & 0xff00ff, (source >>> 8) & 0xff00ff, weight);
}

/**
 * Mixes two bytes per multiplication: `even` and `odd` are the even and the odd bytes of the
 * source.
 */
export function mixed(below: number, even: number, odd: number, weight: number): number {
  const rest = OPAQUE - weight;
  const low = Math.imul(even, weight) + Math.imul(below & 0xff00ff, rest);
  const high = Math.imul(odd, weight) + Math.imul((below >>> 8) & 0xff00ff, rest);
  return ((low >>> 7) & 0xff00ff) | ((high << 1) & 0xff00ff00);
}
