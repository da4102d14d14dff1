// SPDX-License-Identifier: Apache-2.0
// Opens the system that a trace shows, with the remedies that the analysis proposes for a finding.
import type { Finding } from "../model";
import { problem } from "../ui/state";
import type { Pane } from "../ui/state";
import { begin, propose } from "./state";
import type { Interrupt, System, Thread } from "./system";

const NS_PER_SECOND = 1e9;
/** Findings that other priorities, thresholds or protocols can remove. */
const KINDS: ReadonlySet<string> = new Set([
  "deadline",
  "overrun",
  "late_start",
  "inversion",
  "unbounded_inversion",
]);

/** An observed system, as the engine returns it: engine/src/trace/observed_json.cpp. */
interface ObservedSystem {
  readonly tick_ns: number;
  readonly threads: readonly (Omit<Thread, "slice" | "core"> & {
    readonly observed: { readonly response_greatest: number };
  })[];
  readonly interrupts: readonly Omit<Interrupt, "core">[];
  readonly resources: System["resources"];
  readonly overheads: System["overheads"];
  readonly notes: readonly string[];
  readonly problem: string | null;
  readonly remedy: string | null;
}

export function hasRemedy(finding: Finding): boolean {
  return KINDS.has(finding.kind);
}

/** Opens the system of a trace, with proposals. */
export async function tryRemedy(pane: Pane): Promise<void> {
  const { trace, name } = pane.opened.value;
  const seen = JSON.parse(trace.queries.observed()) as ObservedSystem;
  if (seen.problem !== null) {
    problem.value = {
      title: `There is no remedy to try for ${name}: ${seen.problem}.`,
      remedy: sentenceOf(seen.remedy ?? ""),
    };
    return;
  }
  const { threads, notes, tick_ns, interrupts, resources, overheads } = seen;
  // If the clock rate is unknown, a tick of the system is a tick of the trace.
  const ticks = trace.clockHz === null ? 1 : NS_PER_SECOND / (trace.clockHz * tick_ns);
  const system: System = {
    name: name.replace(/\.(limen|trx)$/u, ""),
    tick_ns,
    threads: threads.map(({ observed: _, ...thread }) => ({ ...thread, slice: 0, core: 0 })),
    interrupts: interrupts.map((one) => ({ ...one, core: 0 })),
    resources,
    overheads,
  };
  const responses = threads.map(({ observed }) => Math.ceil(observed.response_greatest * ticks));
  const about = `Observed in ${name}: the longest execution times and the least intervals of that run.`;
  await begin({ system, about }, { name, notes, responses });
  propose();
}

function sentenceOf(remedy: string): string {
  return `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`;
}
