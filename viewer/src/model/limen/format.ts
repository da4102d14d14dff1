// SPDX-License-Identifier: Apache-2.0
// Numbers of Limen's trace file that the model decides by: spec/trace-format.md, version 1.
import { FIRST_KIND_OF_MIDDLEWARE } from "../numbers";
import { isMiddlewareType, typeName } from "../threadx/names";

export const MAGIC = 0x4e4d494c;
export const VERSION = 1;
export const HEADER_BYTES = 64;
export const OBJECT_BYTES = 32;
export const RECORD_BYTES = 16;
export const NAME_BYTES = 20;

export { Event, Outcome } from "../numbers";

export const KINDS: readonly string[] = [
  "",
  "thread",
  "semaphore",
  "mutex",
  "queue",
  "timer",
  "event flags",
  "block pool",
  "byte pool",
  "spinlock",
  "device",
];

/** Kinds from here on are those of middleware: this and ThreadX's type. */
export { FIRST_KIND_OF_MIDDLEWARE as KIND_OF_MIDDLEWARE } from "../numbers";

export function kindName(number: number): string {
  if (isMiddlewareType(number - FIRST_KIND_OF_MIDDLEWARE)) {
    return typeName(number - FIRST_KIND_OF_MIDDLEWARE);
  }
  return KINDS[number] || `kind ${number}`;
}
