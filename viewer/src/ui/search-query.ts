// SPDX-License-Identifier: Apache-2.0
// Parses the search field and matches events.
//
// A word without a field name is searched in the name of the event, its thread, its object, its
// decoded fields and its findings. `name:value` and `name=value` compare one field exactly; `time`
// also supports < <= > >=. All terms must match; a term with a minus must not.
import { eventName, laneName, objectName } from "./names";
import { instant } from "../model";
import type { Trace } from "../model";

export type Comparison = "=" | "<" | "<=" | ">" | ">=";

export interface Term {
  readonly isNegated: boolean;
  /** "text" or the name of a field, in lower case. */
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: string;
  /** The value as a number, decimal or hexadecimal; NaN if it is not a number. */
  readonly number: number;
}

export type Query = { readonly terms: readonly Term[] } | { readonly problem: string };

/** The index of each numbered field in Trace.words, by origin. */
const WORDS: Readonly<Record<string, { readonly limen: number; readonly threadx: number }>> = {
  a: { limen: 1, threadx: -1 },
  b: { limen: 2, threadx: -1 },
  info1: { limen: -1, threadx: 1 },
  info2: { limen: -1, threadx: 2 },
  info3: { limen: -1, threadx: 3 },
  info4: { limen: -1, threadx: 4 },
};
const NAMED = ["event", "thread", "object"] as const;
const NUMBERED = ["id", "time", "core", "depth", "number"] as const;

export const FIELDS: readonly string[] = [...NAMED, ...NUMBERED, ...Object.keys(WORDS)];

const PIECES = /(-?)(?:([a-z]\w*)(:|<=|>=|=|<|>))?(?:"([^"]*)"|(\S+))/giu;

export function parse(text: string): Query {
  const terms: Term[] = [];
  for (const match of text.matchAll(PIECES)) {
    const [, minus = "", field, sign = ":", quoted, bare] = match;
    const name = field?.toLowerCase() ?? "text";
    const value = quoted ?? bare ?? "";
    if (field !== undefined && !FIELDS.includes(name)) {
      return { problem: `Unknown field "${field}". Fields: ${FIELDS.join(", ")}.` };
    }
    const comparison = (sign === ":" ? "=" : sign) as Comparison;
    const number = toNumber(value);
    const needsNumber = field !== undefined && !NAMED.includes(name as (typeof NAMED)[number]);
    if (Number.isNaN(number) && (needsNumber || comparison.length > 1 || comparison !== "=")) {
      return { problem: `${name} is compared with a number, as in ${name}${sign}100.` };
    }
    terms.push({
      isNegated: minus === "-",
      field: name,
      comparison,
      value: value.toLowerCase(),
      number,
    });
  }
  return { terms };
}

function toNumber(text: string): number {
  return text.trim() === "" ? NaN : Number(text.replaceAll(/[,\u202f]/gu, ""));
}

/** Returns whether an event matches. */
export type Matcher = (event: number) => boolean;

/** Builds a matcher. Computes tables per trace, so that most events need one look-up. */
export function matcher(trace: Trace, terms: readonly Term[]): Matcher {
  const parts = terms.map((term) => {
    const part = termMatcher(trace, term);
    return term.isNegated ? (event: number): boolean => !part(event) : part;
  });
  return (event) => parts.every((part) => part(event));
}

function termMatcher(trace: Trace, term: Term): Matcher {
  switch (term.field) {
    case "text":
      return anywhere(trace, term.value);
    case "event":
      return eventMatcher(trace, term);
    case "thread":
      return laneMatcher(trace, term);
    case "object":
      return objectMatcher(trace, term);
    default:
      return numberMatcher(trace, term);
  }
}

function anywhere(trace: Trace, wanted: string): Matcher {
  const lanes = trace.lanes.map((_, lane) => contains(laneName(trace, lane), wanted));
  const objects = trace.objects.map((_, object) => contains(objectName(trace, object), wanted));
  const names = new Map<number, boolean>();
  const says = trace.queries.finder(wanted);
  const findings = new Set(
    trace.queries
      .findings()
      .flatMap(({ sentence, event }) => (contains(sentence, wanted) ? [event] : [])),
  );
  return (event) => {
    const kind = trace.event[event] ?? 0;
    let isNamed = names.get(kind);
    if (isNamed === undefined) {
      isNamed = contains(eventName(trace, event), wanted);
      names.set(kind, isNamed);
    }
    return (
      isNamed ||
      lanes[trace.lane[event] ?? -1] === true ||
      objects[trace.object[event] ?? -1] === true ||
      findings.has(event) ||
      says(event)
    );
  };
}

function eventMatcher(trace: Trace, term: Term): Matcher {
  const kinds = new Map<number, boolean>();
  return (event) => {
    const kind = trace.event[event] ?? 0;
    let isWanted = kinds.get(kind);
    if (isWanted === undefined) {
      isWanted = kind === term.number || eventName(trace, event).toLowerCase() === term.value;
      kinds.set(kind, isWanted);
    }
    return isWanted;
  };
}

function laneMatcher(trace: Trace, term: Term): Matcher {
  const wanted = trace.lanes.map(
    ({ id }, lane) => laneName(trace, lane).toLowerCase() === term.value || id === term.number,
  );
  return (event) => wanted[trace.lane[event] ?? -1] === true;
}

function objectMatcher(trace: Trace, term: Term): Matcher {
  const wanted = trace.objects.map(
    ({ id, name }) => name.toLowerCase() === term.value || id === term.number,
  );
  return (event) => wanted[trace.object[event] ?? -1] === true;
}

function numberMatcher(trace: Trace, term: Term): Matcher {
  const column = columnOf(trace, term.field);
  const { comparison, number } = term;
  return (event) => compare(column(event), comparison, number);
}

function columnOf(trace: Trace, field: string): (event: number) => number {
  switch (field) {
    case "time":
      return (event) => instant(trace, trace.time[event] ?? NaN);
    case "core":
      return (event) => trace.core[event] ?? NaN;
    case "depth":
      return (event) => trace.depth[event] ?? NaN;
    case "id":
      return (event) => trace.event[event] ?? NaN;
    case "number":
      return (event) => event;
    default: {
      const words = trace.words[WORDS[field]?.[trace.origin] ?? -1];
      return (event) => words?.at(event) ?? NaN;
    }
  }
}

function compare(value: number, comparison: Comparison, wanted: number): boolean {
  switch (comparison) {
    case "=":
      return value === wanted;
    case "<":
      return value < wanted;
    case "<=":
      return value <= wanted;
    case ">":
      return value > wanted;
    case ">=":
      return value >= wanted;
  }
}

function contains(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted);
}
