// SPDX-License-Identifier: Apache-2.0
// Reading and working out, wherever it happens: in the worker or in the page.
import { aboutTrace } from "../model/about";
import type { Engine } from "../model/engine";
import type { TraceProblem } from "../model/error";
import { readVcd } from "../model/vcd";
import type { Signal } from "../render/types";
import type { Problem } from "./state";

export interface LoadRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly definitions: string | null;
  readonly vcd: string | null;
}

export type Say = (step: string, share: number | null) => void;

/** Reads into an engine. Returns: its signals. Throws TraceError. */
export function load(engine: Engine, request: LoadRequest, say: Say): readonly Signal[] {
  const { bytes, name, definitions, vcd } = request;
  const count = engine.read(bytes, name, definitions === null ? {} : { definitions });
  say(`Analysing ${count.toLocaleString("en-US")} events`, null);
  engine.analyse(name);
  return vcd === null ? [] : readVcd(engine, vcd, aboutTrace(engine), `${name}: signals`);
}

export function problemOf({ place, problem, remedy }: TraceProblem): Problem {
  return { title: `${place}: ${problem}.`, remedy: sentence(remedy) };
}

/** "give X" as "Give X." */
function sentence(text: string): string {
  const whole = text.endsWith(".") ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
