// SPDX-License-Identifier: Apache-2.0
// Caches computed values per object. The cache keeps the newest value of each kind while the object
// exists.

interface Kept {
  readonly key: string;
  readonly value: unknown;
}

const kept = new WeakMap<object, Map<string, Kept>>();

/** The cached value of a kind for an owner; computed if the key differs from the cached one. */
export function memo<Value>(owner: object, kind: string, key: string, make: () => Value): Value {
  let kinds = kept.get(owner);
  if (kinds === undefined) {
    kinds = new Map();
    kept.set(owner, kinds);
  }
  const found = kinds.get(kind);
  if (found !== undefined && found.key === key) {
    // Each kind has one caller, and so one type.
    return found.value as Value;
  }
  const value = make();
  kinds.set(kind, { key, value });
  return value;
}

const rooms = {};

/**
 * A temporary array that is valid until the next call with the same `use`. Allocating arrays for
 * each row and frame would take longer than filling them, and cause garbage collection.
 */
export function levelsRoom(use: string, count: number): Uint8Array {
  return memo(rooms, `levels ${use}`, String(count), () => new Uint8Array(count));
}

/** Like levelsRoom(), for fractions of a height. */
export function partsRoom(use: string, count: number): Float32Array {
  return memo(rooms, `parts ${use}`, String(count), () => new Float32Array(count));
}

/** Like levelsRoom(), for shares of a column. */
export function sharesRoom(use: string, count: number): Float64Array {
  return memo(rooms, `shares ${use}`, String(count), () => new Float64Array(count));
}
