// SPDX-License-Identifier: Apache-2.0
// Encodes the view in the URL, so that a link opens at the same place.
import type { Mode, Range } from "../render/types";

/** A text of the user at a place or a range of time. */
export interface Note extends Range {
  readonly text: string;
}

export interface UrlState {
  /** The name of the trace file. The rest of the state applies only to this file. */
  readonly file: string;
  readonly mode: Mode;
  readonly range: Range;
  readonly event: number | null;
  /** The selected range, in ticks. */
  readonly selected: Range | null;
  /** The times of the markers M and N. */
  readonly markers: readonly [number | null, number | null];
  readonly search: string;
  /** The clock rate that the user gave to a ThreadX trace. */
  readonly clockHz: number | null;
  readonly notes: readonly Note[];
}

export function toHash(place: UrlState): string {
  const entries: [string, string | null][] = [
    ["file", place.file],
    ["mode", place.mode],
    ["view", pair(place.range)],
    ["event", place.event === null ? null : String(place.event)],
    ["range", place.selected === null ? null : pair(place.selected)],
    ["m", short(place.markers[0])],
    ["n", short(place.markers[1])],
    ["hz", short(place.clockHz)],
    ["find", place.search === "" ? null : place.search],
    ...place.notes.map((note): [string, string] => ["note", `${pair(note)}:${note.text}`]),
  ];
  const parts = entries.flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `#${parts.join("&")}`;
}

/** null if the hash does not contain a valid view. */
export function fromHash(hash: string): UrlState | null {
  const entries = new URLSearchParams(hash.replace(/^#/u, ""));
  const file = entries.get("file");
  const range = toRange(entries.get("view"));
  if (file === null || range === null) {
    return null;
  }
  return {
    file,
    mode: entries.get("mode") === "sequence" ? "sequence" : "time",
    range,
    event: toEvent(entries.get("event")),
    selected: toRange(entries.get("range")),
    markers: [toNumber(entries.get("m")), toNumber(entries.get("n"))],
    search: entries.get("find") ?? "",
    clockHz: toClock(entries.get("hz")),
    notes: entries.getAll("note").flatMap(toNote),
  };
}

/** No note if the text is not valid. */
function toNote(text: string): Note[] {
  const [begin = null, end = null] = text.split(":", 2).map(toNumber);
  const words = text.split(":").slice(2).join(":");
  return begin === null || end === null || begin > end || words === ""
    ? []
    : [{ begin, end, text: words }];
}

function pair(range: Range): string {
  return `${short(range.begin)}:${short(range.end)}`;
}

function short(value: number | null): string | null {
  return value === null ? null : String(Number(value.toFixed(3)));
}

function toRange(text: string | null): Range | null {
  const [begin = null, end = null] = (text?.split(":") ?? []).map(toNumber);
  return begin === null || end === null || begin >= end ? null : { begin, end };
}

function toNumber(text: string | null): number | null {
  const value = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

function toClock(text: string | null): number | null {
  const value = toNumber(text);
  return value === null || value < 1 || value >= 2 ** 32 ? null : Math.floor(value);
}

function toEvent(text: string | null): number | null {
  const value = toNumber(text);
  return value === null || value < 0 ? null : Math.floor(value);
}
