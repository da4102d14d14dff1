// SPDX-License-Identifier: Apache-2.0
// The traces of the tests, and the output of the command for them, which the page has to match.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD, ROOT } from "./paths";

export interface Switch {
  readonly event: number;
  readonly why: string;
}

/** The output of `./limen trace info, why and stats --json`. */
export interface Expected {
  readonly info: { readonly events?: number; readonly raw_events?: number };
  readonly why: readonly Switch[];
  readonly stats: unknown;
}

const LIMEN = [
  "critical-section-mutex-host",
  "inversion-inheritance-host",
  "inversion-plain-host",
  "io-overlap-threads-host",
  "preemption-models-readers-host",
  "preemption-models-spinlock-host",
  "priorities-equal-host",
  "starvation-slices-host",
  "switch-cost-interrupt-mps2-an385",
  "threshold-preemptive-host",
  "threshold-threshold-host",
  "time-slice-block-1000-host",
  "window-interrupt-host",
];
const THREADX = ["timeslice", "wp_case2_wrapped_small", "wp_pts"];

/** One or two recorded traces of each lab, and some of ThreadX. */
export const TRACES: readonly string[] = [
  ...LIMEN.map(lab),
  ...THREADX.map(threadx),
  join(BUILD, "srec.trx"), // written by expected.py
];
export const EXPECTED_FILE = join(BUILD, "viewer-expected.json");

export function lab(name: string): string {
  return join(ROOT, "examples/traces", `${name}.limen`);
}

export function threadx(name: string): string {
  return join(ROOT, "tests/support/data/trx", `${name}.trx`);
}

/** The expected output for one of TRACES. */
export function expected(file: string): Expected {
  const answers = JSON.parse(readFileSync(EXPECTED_FILE, "utf8")) as Readonly<
    Record<string, Expected>
  >;
  const answer = answers[file];
  if (answer === undefined) {
    throw new Error(`the command was not run on ${file}`);
  }
  return answer;
}

/** Removes the grouping of digits. */
export function ungrouped(text: string): string {
  return text.replaceAll(/(?<=\d)[,\s](?=\d{3})/gu, "");
}
