// SPDX-License-Identifier: Apache-2.0
// The state of the page. After a change, the kernel runs the system again and the picture shows the
// trace.
import { computed, signal } from "@preact/signals";
import { api } from "../ui/api";
import type { Core } from "./core";
import { changed, horizonOf, isAnalysable } from "./edit";
import type { Field } from "./edit";
import { PRESETS } from "./presets";
import type { Bounds, Request, Results, System } from "./system";

const RECORDS = 1 << 16;
const FIRST = PRESETS[0]?.system ?? null;

export const core = signal<Core | null>(null);
export const failure = signal<string | null>(null);
/** The system as the file or the preset defines it. */
export const original = signal<System | null>(FIRST);
export const system = signal<System | null>(FIRST);
/** The description of the file or preset. */
export const text = signal(PRESETS[0]?.text ?? "");
/** The trace of the last run. */
export const trace = signal<Uint8Array | null>(null);

export const request = computed<Request | null>(() =>
  system.value === null
    ? null
    : {
        seed: 0,
        runs: 1,
        horizon: horizonOf(system.value),
        randomWork: false,
        randomOffsets: false,
        randomJitter: true,
      },
);

export const results = computed<Results | null>(() =>
  core.value === null || system.value === null || request.value === null
    ? null
    : core.value.simulate(system.value, request.value),
);

export const bounds = computed<Bounds | null>(() =>
  core.value === null || system.value === null || !isAnalysable(system.value)
    ? null
    : core.value.analyze(system.value),
);

let isShowing = false;
let isStale = false;

/**
 * Shows the trace of the current system. While a trace is being opened, only the newest request
 * waits.
 */
export async function show(isNew: boolean): Promise<void> {
  isStale = true;
  if (isShowing) {
    return;
  }
  isShowing = true;
  while (isStale) {
    isStale = false;
    const bytes = run();
    if (bytes !== null) {
      trace.value = bytes;
      await api.openBytes(bytes, "play.limen", { keepRange: !isNew });
    }
  }
  isShowing = false;
}

function run(): Uint8Array | null {
  return core.value === null || system.value === null || request.value === null
    ? null
    : core.value.trace(system.value, request.value, 0, RECORDS);
}

export function change(index: number, field: Field, value: number): void {
  if (system.value !== null) {
    system.value = changed(system.value, index, field, value);
    void show(false);
  }
}

/** Replaces the system. */
export function begin(next: System, about: string): void {
  original.value = next;
  system.value = next;
  text.value = about;
  void show(true);
}
