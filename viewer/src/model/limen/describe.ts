// SPDX-License-Identifier: Apache-2.0
// What an event of Limen says, in the words of limen trace dump.
import { hex } from "../text";
import { objectOf } from "../lookup";
import { describeError } from "./errors";
import { Event } from "./format";
import { middlewareNumbers } from "./middleware";
import type { Trace } from "../types";

export const STATUS: readonly string[] = [
  "ok",
  "timeout",
  "deleted",
  "unavailable",
  "overrun",
  "aborted",
];
export const WAITS_FOR: Readonly<Record<number, string>> = {
  0: "its end",
  3: "a resume",
  4: "a time",
  5: "queue",
  6: "semaphore",
  7: "bits of",
  8: "a block of",
  9: "bytes of",
  12: "middleware",
  13: "mutex",
  14: "its release",
};
export const CHANGE: readonly string[] = [
  "",
  "threshold set",
  "priority set",
  "inheritance",
  "ceiling",
  "preemption disabled",
  "preemption enabled",
  "section entered",
  "section left",
];
export const OUTCOME: readonly string[] = ["done", "waits", "unavailable"];
export const PROTOCOL: readonly string[] = ["plain", "inherit", "ceiling"];
export const SWITCH: readonly string[] = [
  "blocked",
  "preempted by call",
  "preempted by interrupt",
  "yielded",
  "slice ended",
  "terminated",
  "idle ended",
];
export const RELEASED_BY: readonly string[] = ["", ", period", ", delay", ", device flags"];
const BYTE_UNIT = 8;

/** A record, with names for its objects. */
interface Fields {
  readonly number: number;
  readonly object: string;
  /** Of the object, in the table; -1: it has no entry. */
  readonly size: number;
  readonly a: number;
  readonly b: number;
  readonly low: number;
  readonly high: number;
  thread(number: number): string;
  name(number: number): string;
}

type Words = (fields: Fields) => string;

/** What an event says beyond its name, time and thread; may be empty. */
export function describeLimen(trace: Trace, i: number): string {
  const numbers = middlewareNumbers(trace, i);
  if (numbers !== null) {
    return numbers.map(({ label, text }) => `${label}=${text}`).join(", ");
  }
  if (trace.event[i] === Event.Error) {
    return describeError(trace, i);
  }
  const fields = fieldsAt(trace, i);
  const words = WORDS[trace.event[i]!];
  return words === undefined ? raw(fields) : words(fields);
}

/** The name that the program gave an object, else its number. */
export function nameOf(trace: Trace, number: number): string {
  return objectOf(trace, number)?.name ?? `#${number}`;
}

function fieldsAt(trace: Trace, i: number): Fields {
  const [objects, as, bs] = trace.words;
  const number = objects![i]!;
  const b = bs![i]!;
  const name = (one: number): string => nameOf(trace, one);
  return {
    number,
    object: name(number),
    size: objectOf(trace, number)?.size ?? -1,
    a: as![i]!,
    b,
    low: b & 0xffff,
    high: b >>> 16,
    name,
    thread: (one) => (one === 0 ? "idle" : name(one)),
  };
}

function word(table: readonly string[], number: number): string {
  return table[number] ?? `number ${number}`;
}

const plain: Words = ({ number, object }) => (number === 0 ? "" : object);
const raw: Words = ({ number, a, b }) => `object ${number}, a ${a}, b ${b}`;
const interrupt: Words = ({ a }) => `${a}`;
const time: Words = ({ b }) => `${b}`;
const urgency: Words = ({ object, a, low }) => `${object} priority ${a}, threshold ${low}`;
const bits: Words = ({ object, b }) => `${object} bits ${hex(b)}`;

const switched: Words = ({ number, a, b, thread }) => {
  const level = number === 0 ? "" : ` at level ${a}`;
  return `to ${thread(number)}${level}, ${SWITCH[b - 1] ?? `reason ${b}`}`;
};

const suspended: Words = ({ number, object, a, low, thread }) => {
  if (a === 0) {
    return `${thread(low)} has ended`;
  }
  const what = number === 0 ? "" : ` ${object}`;
  return `${thread(low)} waits for ${WAITS_FOR[a] ?? `number ${a}`}${what}`;
};

const served: Words = ({ number, object, a, b }) =>
  `${number === 0 ? "" : `${object} `}service ${a}, value ${b}`;

const stack: Words = ({ object, size, b }) =>
  size < b ? `${object} ${b} bytes unused` : `${object} ${size - b} of ${size} bytes used`;

/** Words for a call on an object; `other` says what the upper half of b means. */
function outcome(other: string): Words {
  return ({ object, a, low, high, thread }) => {
    const partner = high === 0 ? "" : `, ${other} ${thread(high)}`;
    return `${object}: ${a} after, ${word(OUTCOME, low)}${partner}`;
  };
}

const WORDS: Readonly<Record<number, Words>> = {
  1: plain,
  2: switched,
  3: ({ object, a, low }) =>
    `${object} at priority ${a}${low === 0 ? "" : `, ${word(STATUS, low)}`}`,
  4: suspended,
  5: plain,
  6: ({ object, a }) => `${object}, ${a === 0 ? "continues" : "behind its peers"}`,
  7: ({ object, a, low, high }) => `${object} from ${low} to ${a}, ${word(CHANGE, high)}`,
  8: ({ object, a, low, high }) => `${object} to ${a}, threshold ${low}, ${word(CHANGE, high)}`,
  9: interrupt,
  10: interrupt,
  16: urgency,
  17: plain,
  18: plain,
  19: plain,
  20: plain,
  21: plain,
  22: plain,
  23: ({ object, b }) => `${object} for ${b} ticks`,
  24: urgency,
  25: ({ object, b }) => `${object} ${b} ticks`,
  26: ({ object, a, b }) => `${object} job ${b}${word(RELEASED_BY, a)}`,
  27: ({ object, b }) => `${object} after ${b} ticks`,
  28: ({ object, b }) => `${object} by ${b} ticks`,
  29: ({ object, b }) => `${object} by ${b} ticks`,
  30: plain,
  31: plain,
  32: ({ object, a }) => `${object} count ${a}`,
  33: outcome("to"),
  34: outcome("of"),
  35: plain,
  36: outcome("to"),
  40: ({ object, a, b }) => `${object} ${word(PROTOCOL, a)}, ceiling ${b}`,
  41: outcome("owner"),
  42: outcome("next owner"),
  43: plain,
  48: ({ object, a, b }) => `${object} ${a} messages of ${b} bytes`,
  49: outcome("to"),
  50: outcome("refilled by"),
  51: plain,
  52: outcome("to"),
  53: ({ object, a }) => `${object} ${a} messages discarded`,
  56: plain,
  57: ({ object, b }) => `${object} in ${b} ticks`,
  58: plain,
  59: plain,
  60: plain,
  64: ({ a, b }) => `number ${a}, value ${b}`,
  72: plain,
  73: bits,
  74: bits,
  75: ({ object, a, b }) => `${object} bits ${hex(b)}: ${word(OUTCOME, a)}`,
  76: plain,
  80: ({ object, a, b }) => `${object} ${a} blocks of ${b} bytes`,
  81: outcome("of"),
  82: outcome("to"),
  83: plain,
  88: ({ object, b }) => `${object} ${b} bytes`,
  89: ({ object, a, low }) => `${object} ${a * BYTE_UNIT} bytes: ${word(OUTCOME, low)}`,
  90: ({ object, a }) => `${object} ${a * BYTE_UNIT} bytes free`,
  91: ({ object, a, low, thread }) => `${object} ${a * BYTE_UNIT} bytes to ${thread(low)}`,
  92: plain,
  96: ({ object, low, thread }) => `${object}: ${low === 0 ? "no thread" : thread(low)} first`,
  97: ({ object, a }) => `${object}: ${a === 0 ? "off" : "on"}`,
  98: plain,
  100: plain,
  101: time,
  102: time,
  103: served,
  104: ({ object, b }) => `${object} number ${b}`,
  105: ({ object, b }) => `${object} ${b} lost`,
  106: ({ b, name }) => `to ${name(b)}`,
  107: stack,
  112: plain,
  113: plain,
  114: plain,
  115: plain,
  116: plain,
  117: plain,
  118: plain,
  119: plain,
};
