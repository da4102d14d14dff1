// SPDX-License-Identifier: Apache-2.0
// Words for ThreadX's events, objects and states: what today's ThreadX, FileX, NetX Duo and USBX write.
import table from "../../../../spec/threadx-events.json";
import { TraceError } from "../error";
import { printable } from "../text";
import type { EventWords } from "../types";

type Row = readonly (string | number)[];

const EVENTS = new Map<number, EventWords>(
  (table as readonly Row[]).map(([number, , code, name, ...fields]) => [
    number as number,
    { name: name as string, code: code as string, fields: fields as string[] },
  ]),
);
const STATES = [
  "ready",
  "completed",
  "terminated",
  "suspended",
  "sleeping",
  "queue",
  "semaphore",
  "event flags",
  "block pool",
  "byte pool",
  "I/O driver",
  "file",
  "TCP/IP",
  "mutex",
  "priority change",
];
const TYPES: Readonly<Record<number, string>> = {
  1: "thread",
  2: "timer",
  3: "queue",
  4: "semaphore",
  5: "mutex",
  6: "event flags",
  7: "block pool",
  8: "byte pool",
  9: "FileX media",
  10: "FileX file",
  11: "NetX IP",
  12: "NetX packet pool",
  13: "NetX TCP socket",
  14: "NetX UDP socket",
  21: "USBX host device",
  22: "USBX host interface",
  23: "USBX host endpoint",
  24: "USBX host class instance",
  25: "USBX device-side device",
  26: "USBX device-side interface",
  27: "USBX device-side endpoint",
  28: "USBX device-side class instance",
};
const USER_FIRST = 4096;
const USER_FIRST_OLD = 1025;
const LABELS = ["info 1", "info 2", "info 3", "info 4"];

/** Kinds of objects by the label of their address; null: only those of the registry are shown. */
const ABOUT: Readonly<Record<string, string | null>> = {
  "thread ptr": "thread",
  "queue ptr": "queue",
  "semaphore ptr": "semaphore",
  "mutex ptr": "mutex",
  "group ptr": "event flags",
  "pool ptr": "pool",
  "timer ptr": "timer",
  "media ptr": null,
  "file ptr": null,
  "ip ptr": null,
  "socket ptr": null,
  "class instance": null,
  device: null,
  interface: null,
  endpoint: null,
};
const KERNEL_LAST = 199;
const BLOCK_POOLS_LAST = 19;

const STACK_COLUMN: Record<number, number> = {};
const KIND_ABOUT: Record<number, string | null> = {};
for (const [number, { fields }] of EVENTS) {
  STACK_COLUMN[number] = fields.indexOf("stack ptr");
  const kind = ABOUT[fields[0] ?? ""];
  const pool = number <= BLOCK_POOLS_LAST ? "block pool" : "byte pool";
  if (kind !== undefined) {
    KIND_ABOUT[number] = number > KERNEL_LAST ? null : kind === "pool" ? pool : kind;
  }
}

/** How to show an event, known or not; ThreadX 5 gave programs the numbers from 1025 on. */
export function threadxWords(number: number, isModern: boolean): EventWords {
  const words = EVENTS.get(number);
  if (words !== undefined) {
    return words;
  }
  const isUser = number >= (isModern ? USER_FIRST : USER_FIRST_OLD);
  return { name: `${isUser ? "user event" : "event"} ${number}`, code: "", fields: LABELS };
}

const MIDDLEWARE_FIRST = 200;

/** An event of FileX, NetX Duo or USBX; undefined: of the kernel. */
export function middlewareWords(number: number): EventWords | undefined {
  return number >= MIDDLEWARE_FIRST ? EVENTS.get(number) : undefined;
}

export function stateName(number: number): string {
  return STATES[number] ?? `state ${number}`;
}

export function typeName(number: number): string {
  return TYPES[number] ?? `type ${number}`;
}

const TYPE_OF_MIDDLEWARE = 9;

/** A type of objects of FileX, NetX Duo or USBX. */
export function isMiddlewareType(number: number): boolean {
  return number >= TYPE_OF_MIDDLEWARE && number in TYPES;
}

/** Which word of an event is its stack pointer, -1 for none. */
export function stackColumn(event: number): number {
  return STACK_COLUMN[event] ?? -1;
}

/** The kind of object of which the first word of an event is the address; see ABOUT. */
export function kindAbout(event: number): string | null | undefined {
  return KIND_ABOUT[event];
}

/**
 * The program's own events: lines `number, name, code, (r,g,b), (r,g,b), label, label, label, label`
 * between a line Start and a line End, as a .trxc file of TraceX has them. Throws TraceError.
 */
export function parseDefinitions(text: string, place: string): Map<number, EventWords> {
  const found = new Map<number, EventWords>();
  let isInside = false;
  const lines = text.split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const word = line.trim().toLowerCase();
    if (word === "start") {
      isInside = true;
    } else if (word === "end" && isInside) {
      return found;
    } else if (isInside && word !== "") {
      const [number, words] = definition(line, `${place}: line ${index + 1}`);
      found.set(number, words);
    }
  }
  if (!isInside) {
    const remedy = "write the definitions between a line Start and a line End";
    throw new TraceError(place, "there is no line Start", remedy);
  }
  return found;
}

/** number, name, code, (colour), (colour), and four labels with a comma behind them or none. */
function definition(line: string, place: string): [number, EventWords] {
  const colours: string[] = [];
  const parts = line.replace(/\(([^()]*)\)/g, (colour) => `#${colours.push(colour)}`).split(",");
  if (parts.length === 10 && parts[9]!.trim() === "") {
    parts.pop();
  }
  const [number = "", name = "", code = "", top = "", bottom = "", ...labels] = parts;
  const isNumber = /^\s*\d+\s*$/.test(number) && Number(number) < 1 << 16;
  const areColours = top.trim() === "#1" && bottom.trim() === "#2" && colours.length === 2;
  if (!isNumber || !areColours || labels.length !== 4) {
    const remedy = "write number, name, code, (r,g,b), (r,g,b) and four labels";
    throw new TraceError(place, "this is not a definition of an event", remedy);
  }
  return [Number(number), { name: clean(name), code: clean(code), fields: labels.map(clean) }];
}

function clean(text: string): string {
  return printable(text.trim()).replace(/\ufffd/g, "");
}
