// SPDX-License-Identifier: Apache-2.0
// The traces of the tests, and what the command says about them: the page has to say the same.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD, ROOT } from "./paths";

export interface Switch {
  readonly event: number;
  readonly why: string;
}

/** Answers of `./limen trace info, why and stats --json`. */
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
const THREADX = ["timeslice", "wp_case2_wrapped_small", "wp_pts", "srec"];

/** One or two traces of each lab, recorded once, and some of ThreadX. */
export const TRACES: readonly string[] = [...LIMEN.map(lab), ...THREADX.map(threadx)];
export const EXPECTED_FILE = join(BUILD, "viewer-expected.json");

export function lab(name: string): string {
  return join(ROOT, "examples/traces", `${name}.limen`);
}

export function threadx(name: string): string {
  return join(ROOT, "tests/tools/data/trx", `${name}.trx`);
}

/** Of one of TRACES. */
export function expected(file: string): Expected {
  const answers = JSON.parse(readFileSync(EXPECTED_FILE, "utf8")) as Readonly<
    Record<string, Expected>
  >;
  const answer = answers[file];
  if (answer === undefined) {
    throw new Error(`nobody asked about ${file}`);
  }
  return answer;
}

/** However digits are grouped. */
export function ungrouped(text: string): string {
  return text.replaceAll(/(?<=\d)[,\s](?=\d{3})/gu, "");
}
