// SPDX-License-Identifier: Apache-2.0
// Every number of an event, decoded: its name, what it says, and the thing that it speaks of.
import {
  CHANGE,
  nameOf,
  OUTCOME,
  PROTOCOL,
  RELEASED_BY,
  STATUS,
  SWITCH,
  WAITS_FOR,
} from "./limen/describe";
import { errorNames } from "./limen/errors";
import { Event } from "./limen/format";
import { middlewareNumbers } from "./limen/middleware";
import { limenWords } from "./limen/words";
import { laneOfThread, placeOfObject } from "./lookup";
import type { Part } from "./parts";
import { addressIn } from "./threadx/running";
import { contextName, urgency, wordAt, wordsOf } from "./threadx/describe";
import { hex } from "./text";
import type { Trace } from "./types";

/** A number of an event. */
export interface Field extends Part {
  readonly name: string;
}

/** All fields of an event that have a meaning. */
export function fieldsOf(trace: Trace, i: number): Field[] {
  return trace.origin === "limen" ? limenFields(trace, i) : threadxFields(trace, i);
}

const THREADS = new Set([
  "next thread",
  "thread",
  "given to",
  "owner",
  "next owner",
  "refilled by",
  "served first",
]);
const OBJECTS = new Set(["waits for", "about", "timer", "object"]);
const MODELS = ["NONE", "VOLUNTARY", "FULL", "RT", "LAZY"];
const LOCKS = ["number 0", "level 0", "mutex", "no other thread could run"];
const YES_NO = new Set(["goes behind its peers", "notification on", "others run"]);
const PRIORITY_SET = ["both", "threshold alone", "both"];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  status: STATUS,
  outcome: OUTCOME,
  protocol: PROTOCOL,
  reason: CHANGE,
  "released by": RELEASED_BY.map((word) => word.replace(/^, /, "") || "none of these"),
  "preemption model": MODELS,
  "model on entry": MODELS,
  "how it is held": LOCKS,
  "how it was held": LOCKS,
  which: PRIORITY_SET,
};

function limenFields(trace: Trace, i: number): Field[] {
  const numbers = middlewareNumbers(trace, i);
  if (numbers !== null) {
    return numbers.map(({ label, text, place }) => ({
      name: label,
      text,
      ...(place < 0 ? {} : { object: place }),
    }));
  }
  if (trace.event[i] === Event.Error) {
    return errorFields(trace, i);
  }
  const { fields } = limenWords(trace.event[i]!);
  const [object, a, b] = trace.words.map((column) => column[i]!);
  const values = fields.length > 3 ? [object!, a!, b! & 0xffff, b! >>> 16] : [object!, a!, b!];
  return fields.flatMap((name, place) =>
    name === "" ? [] : [{ name, ...limenField(trace, name, place, values[place]!) }],
  );
}

function errorFields(trace: Trace, i: number): Field[] {
  const [call, answer] = errorNames(trace, i);
  return [
    { name: "object", ...limenField(trace, "object", 0, trace.words[0]![i]!) },
    { name: "call", text: call },
    { name: "answer", text: answer },
  ];
}

function limenField(trace: Trace, name: string, place: number, value: number): Part {
  if (THREADS.has(name)) {
    return threadPart(trace, value, name);
  }
  if (place === 0 || OBJECTS.has(name)) {
    return value === 0 ? { text: "none" } : objectPart(trace, value);
  }
  if (name === "switch reason") {
    return { text: SWITCH[value - 1] ?? `reason ${value}` };
  }
  if (name === "what for") {
    return { text: (WAITS_FOR[value] ?? `number ${value}`).replace(/ of$/, "") };
  }
  if (name.includes("bytes / 8")) {
    return { text: `${value} (${8 * value} bytes)` };
  }
  if (name.startsWith("bits")) {
    return { text: hex(value) };
  }
  const words = WORDS[name];
  if (words !== undefined) {
    return { text: words[value] === "" ? "none" : (words[value] ?? `number ${value}`) };
  }
  return { text: YES_NO.has(name) ? (value === 0 ? "no" : "yes") : value.toLocaleString("en-US") };
}

function threadPart(trace: Trace, id: number, name: string): Part {
  if (id === 0 && name !== "next thread") {
    return { text: "none" };
  }
  const lane = laneOfThread(trace, id);
  return lane < 0 ? { text: nameOf(trace, id) } : { text: trace.lanes[lane]!.name, lane };
}

function objectPart(trace: Trace, id: number): Part {
  const object = placeOfObject(trace, id);
  return object < 0 ? { text: `#${id}` } : { text: trace.objects[object]!.name, object };
}

function threadxFields(trace: Trace, i: number): Field[] {
  const found: Field[] = [{ name: "context", ...contextPart(trace, i) }];
  const shown = urgency(trace, i);
  if (shown !== "") {
    found.push({ name: "priority", text: shown });
  }
  wordsOf(trace, trace.event[i]!).fields.forEach((name, place) => {
    if (name !== "") {
      const value = addressIn(trace, place + 1, i);
      found.push({ name, ...linkOf(trace, name, value), text: wordAt(trace, name, value) });
    }
  });
  return found;
}

function contextPart(trace: Trace, i: number): Part {
  const text = contextName(trace, i);
  const lane = trace.lane[i]!;
  return lane < 0
    ? { text }
    : { text: text === "interrupt" ? text : trace.lanes[lane]!.name, lane };
}

function linkOf(
  trace: Trace,
  name: string,
  value: number,
): { lane: number } | { object: number } | object {
  const isName = name.includes("ptr") || name.includes("thread");
  const lane = isName && value !== 0 ? laneOfThread(trace, value) : -1;
  if (lane > 0) {
    return { lane };
  }
  const object = isName && value !== 0 ? placeOfObject(trace, value) : -1;
  return object >= 0 ? { object } : {};
}
