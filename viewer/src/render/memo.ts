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
