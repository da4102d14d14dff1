// SPDX-License-Identifier: Apache-2.0
// Reads the facts of a trace that are not columns, such as its threads and objects, from the engine
// (engine/src/view/about.cpp).
import type { Engine } from "./engine";
import type { Trace } from "./types";

export type About = Pick<
  Trace,
  | "origin"
  | "clockHz"
  | "lost"
  | "cores"
  | "levels"
  | "priorities"
  | "lanes"
  | "objects"
  | "facts"
  | "warnings"
  | "zero"
>;

export function aboutTrace(engine: Engine): About {
  const facts = JSON.parse(engine.ask("about")) as Omit<About, "zero"> & { readonly zero: string };
  return { ...facts, zero: BigInt(facts.zero) };
}
