// SPDX-License-Identifier: Apache-2.0
// Names of lanes, objects and events.
import { REASONS } from "../model";
import type { Analysis, Trace } from "../model";
import type { Part } from "../model";

export function laneName(trace: Trace, lane: number): string {
  if (lane === -2) {
    return "an interrupt";
  }
  if (lane < 0) {
    return "initialisation";
  }
  const name = trace.lanes[lane]?.name ?? "";
  return name === "" ? `thread ${trace.lanes[lane]?.id ?? lane}` : name;
}

export function objectName(trace: Trace, place: number): string {
  const object = trace.objects[place];
  if (object === undefined) {
    return "";
  }
  return object.name === "" ? `${object.kind} ${object.id}` : object.name;
}

export function eventName(trace: Trace, event: number): string {
  return trace.queries.words(event).name;
}

/** The thread or interrupt that caused an event. */
export function actorName(trace: Trace, event: number): string {
  const lane = trace.lane[event] ?? -1;
  return (trace.depth[event] ?? 0) > 0 ? "interrupt" : laneName(trace, lane);
}

/** The details of an event that are not its name, time or thread. */
export function eventText(trace: Trace, event: number): string {
  return trace.queries.details(event);
}

export function plain(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

export function reasonName(analysis: Analysis, place: number): string {
  const reason = REASONS[analysis.switches.reason[place] ?? -1];
  return reason?.replaceAll("_", " ") ?? "";
}
