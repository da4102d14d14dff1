// SPDX-License-Identifier: Apache-2.0
// Colours as words of the image, and one of them over another. Words are signed: an engine holds
// those as numbers of 32 bits, and greater ones as fractions.

const parsed = new Map<string, number>();

/** A colour as a word of the image: its bytes are red, green, blue, alpha in memory. */
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

/** Weight of a source that covers all; as large as sums of 32 bits allow. */
export const WHOLE = 128;

/** Part of source over the rest of below; both are opaque, whatever the order of bytes. */
export function mix(below: number, source: number, part: number): number {
  const weight = Math.round(part * WHOLE);
  return weight >= WHOLE
    ? source
    : mixed(below, source & 0xff00ff, (source >>> 8) & 0xff00ff, weight);
}

/** Two bytes of four at once: the even ones and the odd ones of the source. */
export function mixed(below: number, even: number, odd: number, weight: number): number {
  const rest = WHOLE - weight;
  const low = Math.imul(even, weight) + Math.imul(below & 0xff00ff, rest);
  const high = Math.imul(odd, weight) + Math.imul((below >>> 8) & 0xff00ff, rest);
  return ((low >>> 7) & 0xff00ff) | ((high << 1) & 0xff00ff00);
}
