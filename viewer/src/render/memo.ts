// SPDX-License-Identifier: Apache-2.0
// What has been worked out for something is kept as long as that lives, the newest of each kind.

interface Kept {
  readonly key: string;
  readonly value: unknown;
}

const kept = new WeakMap<object, Map<string, Kept>>();

/** The value of kind about owner for key; made if the newest one had another key. */
export function memo<Value>(owner: object, kind: string, key: string, make: () => Value): Value {
  let kinds = kept.get(owner);
  if (kinds === undefined) {
    kinds = new Map();
    kept.set(owner, kinds);
  }
  const found = kinds.get(kind);
  if (found !== undefined && found.key === key) {
    // A kind has one type of value: only its own caller names it.
    return found.value as Value;
  }
  const value = make();
  kinds.set(kind, { key, value });
  return value;
}

const rooms = {};

/**
 * Room for so many values that are used up before the next call for this use: to allocate arrays
 * for each row of each frame takes longer than to fill them, and makes the browser collect them.
 */
export function levelsRoom(use: string, count: number): Uint8Array {
  return memo(rooms, `levels ${use}`, String(count), () => new Uint8Array(count));
}

/** The same for parts of a height. */
export function partsRoom(use: string, count: number): Float32Array {
  return memo(rooms, `parts ${use}`, String(count), () => new Float32Array(count));
}

/** The same for shares of a column. */
export function sharesRoom(use: string, count: number): Float64Array {
  return memo(rooms, `shares ${use}`, String(count), () => new Float64Array(count));
}
