// SPDX-License-Identifier: Apache-2.0
// Notes of the user at places and ranges of the page's time. The address contains them, so that a
// link, a saved page and a report show them.
import { batch } from "@preact/signals";
import { clearSelectedRange, zoomToTimes } from "./actions";
import { offsetOf, notes, range, mode, selected } from "./state";
import type { Pane } from "./state";
import { timeIn } from "./ranges";
import type { Note } from "./url-state";
import type { Range } from "../render/types";

/** The range of a new note: the selected range, else the selected event, else the visible range. */
export function placeOfNote(pane: Pane): { readonly what: string; readonly range: Range } {
  const event = pane.event.value;
  if (selected.value !== null) {
    return { what: "the selected range", range: selected.value };
  }
  if (event !== null) {
    const time = (pane.opened.value.trace.time[event] ?? 0) + offsetOf(pane, "time");
    return { what: `event ${event}`, range: { begin: time, end: time } };
  }
  return { what: "the visible range", range: visibleTimes(pane) };
}

function visibleTimes(pane: Pane): Range {
  const { begin, end } = range.value;
  if (mode.value === "time") {
    return { begin, end };
  }
  const { trace } = pane.opened.value;
  const by = offsetOf(pane, "sequence");
  const at = (place: number): number => timeIn(trace, place - by) + offsetOf(pane, "time");
  return { begin: at(begin), end: at(end) };
}

/** Adds a note in the order of time. */
export function addNote(pane: Pane, text: string): void {
  const note: Note = { ...placeOfNote(pane).range, text };
  notes.value = [...notes.value, note].sort((one, other) => one.begin - other.begin);
}

export function removeNote(note: Note): void {
  notes.value = notes.value.filter((other) => other !== note);
}

/** Shows the place of a note, and selects its range. */
export function showNote(pane: Pane, { begin, end }: Note): void {
  const by = offsetOf(pane, "time");
  batch(() => {
    clearSelectedRange();
    if (end > begin) {
      selected.value = { begin, end };
    }
    zoomToTimes(pane, begin - by, end - by);
  });
}
