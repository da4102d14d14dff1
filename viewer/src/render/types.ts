// SPDX-License-Identifier: Apache-2.0
// What the page asks of the drawing: a scene goes in, a picture and answers to "what is here?"
// come out. The drawing keeps nothing but caches.
import type { Analysis, Trace } from "../model";

/** x is time, or each event is a column of its own. */
export type Mode = "time" | "sequence";

/** What is seen: in ticks since the oldest event, or in events if the mode is sequence. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

export type RowKind = "core" | "interrupts" | "lane" | "object" | "signal";

/** A row of the picture, from top to bottom. */
export interface Row {
  readonly kind: RowKind;
  /** Core, lane, place in Trace.objects, or place in Scene.signals. */
  readonly place: number;
  readonly isPinned: boolean;
  /** Higher, with priority and level over time. */
  readonly isOpen: boolean;
}

/** A wire under the lanes, from a VCD file. */
export interface Signal {
  readonly name: string;
  /** Ticks since the oldest event, rising; the value changes at each. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

export interface Marker {
  readonly label: string;
  readonly time: number;
}

/** What the user has hold of. */
export interface Focus {
  readonly event: number | null;
  /** A range in ticks. */
  readonly range: Range | null;
  readonly lane: number | null;
  readonly object: number | null;
}

/** A trace with what is drawn of it. */
export interface Scene {
  readonly trace: Trace;
  readonly analysis: Analysis;
  readonly mode: Mode;
  readonly range: Range;
  readonly rows: readonly Row[];
  readonly signals: readonly Signal[];
  /** Pixels that the rows are scrolled by; pinned ones stay. */
  readonly top: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** How many times as high as they must be rows are; see stretchOf(). */
  readonly stretch: number;
  /** Events that a search found or a filter leaves; null: all. One byte an event. */
  readonly found: Uint8Array | null;
  readonly focus: Focus;
  readonly hover: Hit | null;
  readonly markers: readonly Marker[];
  readonly shows: {
    readonly arrows: boolean;
    readonly heldOff: boolean;
    readonly inversions: boolean;
  };
  readonly isDark: boolean;
}

/** What is under the pointer. */
export interface Hit {
  readonly row: number;
  readonly what:
    | "name"
    | "running"
    | "ready"
    | "waiting"
    | "heldOff"
    | "interrupt"
    | "event"
    | "inversion"
    | "fill"
    | "signal"
    | "marker"
    | "ruler"
    | "nothing";
  /** The event at which it begins, or the event itself; -1. */
  readonly event: number;
  /** How many of the same kind share this place: nothing is hidden without saying so. */
  readonly merged: number;
  readonly begin: number;
  readonly end: number;
  /** x of the pointer as a time. */
  readonly time: number;
}
