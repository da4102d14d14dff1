// SPDX-License-Identifier: Apache-2.0
// Reading and working out, wherever it happens: in the worker or, where there is none, in the page.
import type { Analysis, Trace } from "../model";
import type { Signal } from "../render/types";
import { analyse, isTraceProblem, readTrace, readVcd } from "./parts";
import type { Problem } from "./state";

export interface LoadRequest {
  readonly kind: "load";
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly definitions: string | null;
  readonly vcd: string | null;
}

/** Statistics that would hold the page for long. */
export interface CountRequest {
  readonly kind: "count";
  readonly trace: Trace;
  readonly analysis: Analysis;
  readonly first: number;
  readonly last: number;
}

export interface Loaded {
  readonly trace: Trace;
  readonly analysis: Analysis;
  readonly signals: readonly Signal[];
}

export type LoadReply =
  | { readonly kind: "progress"; readonly step: string; readonly share: number | null }
  | { readonly kind: "loaded"; readonly loaded: Loaded }
  | { readonly kind: "problem"; readonly problem: Problem };

export function load(
  request: LoadRequest,
  say: (step: string, share: number | null) => void,
): LoadReply {
  const { bytes, name, definitions, vcd } = request;
  try {
    const trace = readTrace(bytes, name, definitions);
    say(`Analysing ${trace.count.toLocaleString("en-US")} events`, null);
    const analysis = analyse(trace);
    const signals = vcd === null ? [] : readVcd(vcd, trace, `${name}: signals`);
    return { kind: "loaded", loaded: { trace, analysis, signals } };
  } catch (error) {
    if (isTraceProblem(error)) {
      const title = `${error.place}: ${error.problem}.`;
      return { kind: "problem", problem: { title, remedy: sentence(error.remedy) } };
    }
    throw error;
  }
}

/** "give X" as "Give X." */
export function sentence(text: string): string {
  const whole = text.endsWith(".") ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** All memory that hangs on a value, to hand it over without a copy. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) {
      found.add(value.buffer);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) {
      buffersOf(part, found);
    }
  }
  return found;
}
