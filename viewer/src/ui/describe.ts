// SPDX-License-Identifier: Apache-2.0
// Describes the selected event in one line for the status bar and screen readers, with the reason
// if it is a switch.
import { both } from "./format";
import type { Pane } from "./state";
import { actorName, eventName, eventText, plain } from "./names";
import { lowerBound } from "./ranges";
import { instant } from "../model";
import type { Analysis } from "../model";

/** The index of the switch that belongs to an event; -1: the event is not a switch. */
export function switchAt(switches: Analysis["switches"], event: number): number {
  const place = lowerBound(switches.at, event, switches.count);
  return place < switches.count && switches.at[place] === event ? place : -1;
}

export function whatIsSelected(pane: Pane): string {
  const event = pane.event.value;
  if (event === null) {
    return "";
  }
  const { trace, analysis } = pane.opened.value;
  const place = switchAt(analysis.switches, event);
  const why = place < 0 ? eventText(trace, event) : plain(trace.queries.why(place));
  const at = both(instant(trace, trace.time[event] ?? 0), trace.clockHz);
  return `#${event} ${eventName(trace, event)} by ${actorName(trace, event)} at ${at}: ${why}`;
}
