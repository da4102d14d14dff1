// SPDX-License-Identifier: Apache-2.0
// The interface between the user interface and the renderer: a scene is the input, pictures and
// hits are the output. The renderer has no state except caches.
import type { Analysis, Trace } from "../model";

/** The x axis is time, or has one column per event. */
export type Mode = "time" | "sequence";

/** The visible range, in ticks since the oldest event, or in events in sequence mode. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

export type RowKind = "core" | "interrupts" | "lane" | "object" | "signal";

/** A row of the picture. Rows are ordered from top to bottom. */
export interface Row {
  readonly kind: RowKind;
  /** The core, the lane, or the index in Trace.objects or Scene.signals. */
  readonly place: number;
  readonly isPinned: boolean;
  /** An open row is higher and shows priority and level over time. */
  readonly isOpen: boolean;
}

/** A signal of a VCD file, below the lanes. */
export interface Signal {
  readonly name: string;
  /** Ticks since the oldest event, ascending; the value changes at each. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

export interface Marker {
  readonly label: string;
  readonly time: number;
  /** It is M or N, whose distance is shown. */
  readonly measures: boolean;
}

/** The selected and hovered items. */
export interface Focus {
  readonly event: number | null;
  /** The selected range, in ticks. */
  readonly range: Range | null;
  readonly lane: number | null;
  readonly object: number | null;
}

/** A trace with the settings of its picture. */
export interface Scene {
  readonly trace: Trace;
  readonly analysis: Analysis;
  readonly mode: Mode;
  readonly range: Range;
  readonly rows: readonly Row[];
  readonly signals: readonly Signal[];
  /** Number of pixels by which the rows are scrolled. Pinned rows do not scroll. */
  readonly top: number;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The factor of the heights of the rows, from stretchOf(). */
  readonly stretch: number;
  /** Search results, one byte per event; null: no search. */
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

/** The item under the pointer. */
export interface Hit {
  readonly row: number;
  readonly what:
    | "name"
    | "running"
    | "ready"
    | "waiting"
    | "heldOff"
    | "interruptsOff"
    | "preemptionOff"
    | "interrupt"
    | "event"
    | "inversion"
    | "fill"
    | "signal"
    | "marker"
    | "ruler"
    | "nothing";
  /** The event at which the interval begins, or the event itself; -1: none. */
  readonly event: number;
  /**
   * Number of items of the same kind in this pixel, so that the page can show that it hides some.
   */
  readonly merged: number;
  readonly begin: number;
  readonly end: number;
  /** The x of the pointer as a time. */
  readonly time: number;
}
