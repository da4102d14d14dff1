// SPDX-License-Identifier: Apache-2.0
// The four numbers of an event of FileX, NetX Duo or USBX: one is in the event's record, and the
// others in the VALUES records behind it (spec/trace-format.md, "Numbers of middleware").
import { placeAtAddress } from "../lookup";
import { shownWord } from "../threadx/describe";
import { middlewareWords } from "../threadx/names";
import type { Trace, TraceObject } from "../types";
import { Event } from "./format";

/** A number with its label. */
export interface Labelled {
  readonly label: string;
  readonly text: string;
  /** Of the object at this address, in the table; -1: none. */
  readonly place: number;
}

/** The numbers of an event of middleware that have a meaning; null: it is another event. */
export function middlewareNumbers(trace: Trace, i: number): Labelled[] | null {
  const [, a, b, first, third, fourth] = trace.words;
  if (trace.event[i] !== Event.Service) {
    return null;
  }
  const words = middlewareWords(a![i]!);
  if (words === undefined) {
    return null;
  }
  const values =
    trace.hasNumbers?.[i] === 1
      ? [first![i]!, b![i]!, third![i]!, fourth![i]!]
      : [undefined, b![i]!];
  return words.fields.flatMap((label, which) => {
    const value = values[which];
    return label === "" || value === undefined ? [] : [labelled(trace, label, value)];
  });
}

function labelled(trace: Trace, label: string, value: number): Labelled {
  const place = placeAtAddress(trace, value);
  return { label, text: shownWord(label, value, trace.objects[place]?.name), place };
}

/** VALUES records on their way to the events that they belong to. */
export class Joiner {
  /** Empty until there is something to join: most traces have no middleware. */
  columns: Uint32Array[] = [];
  has = new Uint8Array(0);
  private joined = 0;
  private isBehindService = false;

  constructor(private readonly count: number) {}

  /** An event that is no VALUES. */
  event(number: number): void {
    this.isBehindService = number === Event.Service;
    this.joined = 0;
  }

  /** A VALUES record; `i` is the event before it, -1: none. */
  values(i: number, pair: number, b: number): void {
    if (!this.isBehindService || this.joined === 2) {
      this.isBehindService = false;
      return;
    }
    if (this.columns.length === 0) {
      this.columns = Array.from({ length: 3 }, () => new Uint32Array(this.count));
      this.has = new Uint8Array(this.count);
    }
    const [first, third, fourth] = this.columns;
    if (this.joined === 0) {
      this.has[i] = 1;
      first![i] = b;
      third![i] = pair;
    } else {
      fourth![i] = b;
    }
    this.joined++;
  }
}

/** Events are about the object at the address that is their first number. */
export function aboutMiddleware(
  numbers: Uint32Array,
  has: Uint8Array,
  first: Uint32Array | undefined,
  objects: readonly TraceObject[],
): void {
  if (first === undefined) {
    return;
  }
  const ids = new Map<number, number>();
  for (const { id, address } of objects) {
    if (address !== undefined) {
      ids.set(address, id);
    }
  }
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = has[i] === 1 ? (ids.get(first[i]!) ?? numbers[i]!) : numbers[i]!;
  }
}
