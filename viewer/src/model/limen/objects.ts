// SPDX-License-Identifier: Apache-2.0
// What an event of Limen is about, where the object table has no entry for it.
import { Event } from "./format";

const RANGES: readonly (readonly [first: number, last: number, kind: string])[] = [
  [2, 3, "thread"],
  [6, 8, "thread"],
  [16, 31, "thread"],
  [32, 39, "semaphore"],
  [40, 47, "mutex"],
  [48, 55, "queue"],
  [56, 60, "timer"],
  [72, 76, "event flags"],
  [80, 83, "block pool"],
  [88, 92, "byte pool"],
  [96, 98, "object"],
  [100, 100, "thread"],
  [103, 103, "object"],
  [104, 105, "timer"],
  [106, 107, "thread"],
  [113, 113, "object"],
  [116, 117, "spinlock"],
];
const WAITED_FOR: Readonly<Record<number, string>> = {
  5: "queue",
  6: "semaphore",
  7: "event flags",
  8: "block pool",
  9: "byte pool",
  13: "mutex",
};
const KIND_BY_EVENT: readonly (string | null)[] = Array.from({ length: 256 }, (_, event) => {
  const range = RANGES.find(([first, last]) => first <= event && event <= last);
  return range === undefined ? null : range[2];
});

/** Kind of the object of an event; null: its number is none of an object. */
export function impliedKind(event: number, a: number): string | null {
  return event === Event.Suspend ? (WAITED_FOR[a] ?? "object") : (KIND_BY_EVENT[event] ?? null);
}
