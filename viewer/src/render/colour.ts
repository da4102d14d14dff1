// SPDX-License-Identifier: Apache-2.0
// Colour arithmetic: contrast as WCAG defines it, and the text colour with the better contrast.

/** The linear red, green and blue of #rrggbb, 0 .. 1. */
export function linear(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  const light = (byte: number): number => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [light((value >> 16) & 255), light((value >> 8) & 255), light(value & 255)];
}

export function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 .. 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Blends a part of one colour over another. */
export function blend(over: string, under: string, part: number): string {
  const a = Number.parseInt(over.slice(1), 16);
  const b = Number.parseInt(under.slice(1), 16);
  const byte = (shift: number): number =>
    Math.round(((a >> shift) & 255) * part + ((b >> shift) & 255) * (1 - part));
  const value = (byte(16) << 16) | (byte(8) << 8) | byte(0);
  return `#${value.toString(16).padStart(6, "0")}`;
}

/** Black or white, whichever has more contrast to the colour. */
export function textOn(colour: string): string {
  return contrast("#ffffff", colour) >= contrast("#000000", colour) ? "#ffffff" : "#000000";
}
