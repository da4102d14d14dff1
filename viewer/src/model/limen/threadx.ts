// SPDX-License-Identifier: Apache-2.0
// Names of Limen's events for those who know ThreadX: a trace of a ThreadX application on Limen is
// Limen's own, and here its events get the names that ThreadX's trace gives to the same moments.
import names from "../../../../spec/threadx-names.json";
import { objectOf } from "../lookup";
import { middlewareWords } from "../threadx/names";
import type { Trace } from "../types";
import { Event } from "./format";

type Table = Readonly<Record<string, string>>;

const OBJECTS: Table = names.objects;
const NOTIFY: Table = names.notify;
const EVENTS: Table = names.events;
/** By numbers of SERVICE records, which are those of ThreadX's own trace. */
const SERVICES: Table = names.services;
const THRESHOLD_ALONE = 1;

/** ThreadX's name of an event; null: it has none. */
export function threadxName(trace: Trace, i: number): string | null {
  const [objects, a, b] = trace.words;
  const kind = objectOf(trace, objects![i]!)?.kind ?? "";
  const object = OBJECTS[kind];
  switch (trace.event[i]) {
    case Event.Service:
      return middlewareWords(a![i]!)?.name ?? SERVICES[a![i]!] ?? null;
    case Event.ThreadPriority:
      return b![i]! >>> 16 === THRESHOLD_ALONE
        ? "tx_thread_preemption_change"
        : "tx_thread_priority_change";
    case Event.Prioritize:
      return object === undefined ? null : `tx_${object}_prioritize`;
    case Event.Info:
      return object === undefined ? null : `tx_${object}_info_get`;
    case Event.Notify:
      return NOTIFY[kind] ?? null;
    default:
      return EVENTS[trace.event[i]!] ?? null;
  }
}
