// SPDX-License-Identifier: Apache-2.0
// Statistics are trees of plain values under the names of spec/statistics.json.

export type Value = string | number | boolean | null;
export type Tree = Value | readonly Tree[] | { readonly [name: string]: Tree };
export type Branch = { readonly [name: string]: Tree };

const HUNDREDTHS = 10_000;
const THOUSAND = 1000;

/** Per cent, rounded down to hundredths. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : quotient(HUNDREDTHS, part, whole) / 100;
}

/** A mean, rounded down to thousandths. */
export function thousandths(total: number, whole: number): number {
  return quotient(THOUSAND, total, whole) / THOUSAND;
}

/** factor * part / whole, rounded down: exact, also where the product has more than 53 bits. */
function quotient(factor: number, part: number, whole: number): number {
  const product = factor * part;
  return Number.isSafeInteger(product)
    ? Math.floor(product / whole)
    : Number((BigInt(factor) * BigInt(part)) / BigInt(whole));
}

/** Events of a window, and the ticks at which it begins and ends, since the oldest event. */
export interface Window {
  readonly first: number;
  readonly last: number;
  readonly begin: number;
  readonly end: number;
}
