// SPDX-License-Identifier: Apache-2.0
// What an event of ThreadX says, in the words of limen trace dump.
import { objectOf } from "../lookup";
import { hex } from "../text";
import type { EventWords, Trace } from "../types";
import { PRIORITY_BITS, Word } from "./layout";
import { stateName, threadxWords } from "./names";
import { addressIn } from "./running";

const FOREVER = 0xffffffff;
const FLAGS_OPTIONS = ["or", "or, clear", "and", "and, clear"];
/** Above, a number is more likely an address or a set of bits. */
const SHORT_MAX = 0xffff;

export function wordsOf(trace: Trace, number: number): EventWords {
  return trace.userEvents.get(number) ?? threadxWords(number, trace.isModern);
}

/** What an event says beyond its name, time and thread; may be empty. */
export function describeThreadx(trace: Trace, i: number): string {
  const { fields } = wordsOf(trace, trace.event[i]!);
  return fields
    .map((label, place) =>
      label === "" ? "" : `${label} ${wordAt(trace, label, addressIn(trace, place + 1, i))}`,
    )
    .filter((said) => said !== "")
    .join(", ");
}

/** A word of a trace of ThreadX, in which addresses are the numbers of objects. */
export function wordAt(trace: Trace, label: string, value: number): string {
  return shownWord(label, value, objectOf(trace, value)?.name);
}

/** A word by its label: objects by the name at this address, states and options in words. */
export function shownWord(label: string, value: number, name: string | undefined): string {
  if (label.endsWith("state") && label !== "system state") {
    return stateName(value);
  }
  if (label === "wait option") {
    return value === FOREVER ? "forever" : decimal(value);
  }
  if (label === "get option" && value >= 0 && value < FLAGS_OPTIONS.length) {
    return FLAGS_OPTIONS[value]!;
  }
  const isLong = value > SHORT_MAX || value < 0;
  if (name !== undefined && (isLong || label.includes("ptr") || label.includes("thread"))) {
    return name;
  }
  return label.includes("ptr") || isLong ? hex(value) : `${value}`;
}

function decimal(value: number): string {
  return value < 0 ? BigInt.asUintN(64, BigInt(value)).toString() : `${value}`;
}

/** Who did an event: the thread, `interrupt` or `initialisation`. */
export function contextName(trace: Trace, i: number): string {
  if (trace.depth[i]! > 0) {
    return "interrupt";
  }
  const lane = trace.lanes[trace.lane[i]!];
  if (lane === undefined) {
    return "initialisation";
  }
  return lane.id === 0 ? lane.name : threadName(trace, lane.id);
}

/** Name of a thread as the registry has it. */
export function threadName(trace: Trace, id: number): string {
  const entry = objectOf(trace, id);
  return entry?.kind === "thread" && entry.name !== hex(id) ? entry.name : "Un-named Thread";
}

/** Priority of the thread at an event, and its preemption-threshold if it is another one. */
export function urgency(trace: Trace, i: number): string {
  if (trace.depth[i]! > 0 || trace.lane[i]! < 0) {
    return "";
  }
  const word = trace.words[Word.Priority]![i]!;
  const priority = word & PRIORITY_BITS;
  const threshold = (word >>> 16) & PRIORITY_BITS;
  return !trace.isModern || priority === threshold ? `${priority}` : `${priority}(${threshold})`;
}
