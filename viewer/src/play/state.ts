// SPDX-License-Identifier: Apache-2.0
// A system that the user changes. After a change, the kernel runs it again, and the picture shows the
// trace.
import { batch, computed, signal } from "@preact/signals";
import packed from "virtual:limen.wasm";
import { unpackLetters } from "../model";
import { zoomToTimes } from "../ui/actions";
import type { Range } from "../render/types";
import { api } from "../ui/api";
import { isPanelOpen, panes, range, tab, zooms } from "../ui/state";
import type { Pane, Tab } from "../ui/state";
import { toAddress } from "./address";
import type { Lesson } from "./address";
import { loadCore } from "./core";
import type { Core } from "./core";
import { horizonOf } from "./edit";
import { proposalsOf } from "./proposals";
import type { Proposal } from "./proposals";
import { sentenceOf } from "./sentence";
import type { Bounds, Request, Results, System } from "./system";

const RECORDS = 1 << 16;
const STEPS_KEPT = 200;
const NAME = "play.limen";

export const core = signal<Core | null>(null);
export const failure = signal<string | null>(null);
/** The system as the file, the link or the preset defines it. */
export const original = signal<System | null>(null);
/** null: the page shows traces only. */
export const system = signal<System | null>(null);
/** A text for the reader: what to look at or to change. */
export const about = signal("");
/** The trace of the last run. */
export const trace = signal<Uint8Array | null>(null);
/** The trace from which the system was read; null: it is not from a trace. */
export const observed = signal<Observed | null>(null);
/** null: the user has not asked for proposals. */
export const proposals = signal<readonly Proposal[] | null>(null);

export interface Observed {
  readonly name: string;
  readonly notes: readonly string[];
  /** The longest responses in the trace, by thread, in ticks of the system. */
  readonly responses: readonly number[];
}

interface Step {
  readonly system: System;
  /** Successive changes of one value are one step. */
  readonly key: string;
}
const past = signal<readonly Step[]>([]);
export const canUndo = computed(() => past.value.length > 0);

/** The view of the page before the run. */
let before: {
  readonly panes: readonly Pane[];
  readonly range: Range;
  readonly tab: Tab;
  readonly isPanelOpen: boolean;
} | null = null;

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
  core.value === null || system.value === null ? null : core.value.analyze(system.value),
);

export const sentence = computed<string>(() =>
  system.value === null || results.value === null || bounds.value === null
    ? ""
    : sentenceOf(system.value, results.value, bounds.value),
);

/** The address that opens the system. */
export const address = computed<string | null>(() =>
  system.value === null ? null : toAddress({ system: system.value, about: about.value }),
);

let isShowing = false;
let isStale = false;

/**
 * Shows the trace of the current system. While a trace is being opened, only the newest request
 * waits.
 */
async function show(isNew: boolean): Promise<void> {
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
      await api.openBytes(bytes, NAME, { keepRange: !isNew });
    }
  }
  isShowing = false;
  if (isNew) {
    zoomToFirstMiss();
  }
}

function run(): Uint8Array | null {
  return core.value === null || system.value === null || request.value === null
    ? null
    : core.value.trace(system.value, request.value, 0, RECORDS);
}

/** Zooms on the first job that misses its deadline. */
function zoomToFirstMiss(): void {
  const pane = panes.value[0];
  if (pane === undefined) {
    return;
  }
  const { jobs } = pane.opened.value.analysis;
  let first: number | null = null;
  for (let job = 0; job < jobs.count; job++) {
    if (
      jobs.missed[job] === 1 &&
      (first === null || (jobs.end[job] ?? 0) < (jobs.end[first] ?? 0))
    ) {
      first = job;
    }
  }
  if (first !== null) {
    zoomToTimes(pane, jobs.release[first] ?? 0, jobs.end[first] ?? 0);
    zooms.value = [];
  }
}

/** Changes the system. key: of the value, so that a move of a slider is one step. */
export function change(next: System | null, key: string): void {
  if (next === null || system.value === null) {
    return;
  }
  const last = past.value[past.value.length - 1];
  if (last === undefined || last.key !== key || key === "") {
    past.value = [...past.value.slice(-STEPS_KEPT), { system: system.value, key }];
  }
  set(next);
}

export function undo(): void {
  const last = past.value[past.value.length - 1];
  if (last !== undefined) {
    past.value = past.value.slice(0, -1);
    set(last.system);
  }
}

function set(next: System): void {
  batch(() => {
    system.value = next;
    proposals.value = null;
  });
  void show(false);
}

/** Asks the analysis for changes with which all deadlines are met. */
export function propose(): void {
  if (core.value !== null && system.value !== null) {
    proposals.value = proposalsOf(core.value, system.value);
  }
}

/** Begins with a system. */
export async function begin(lesson: Lesson, from: Observed | null = null): Promise<void> {
  before ??= {
    panes: panes.value,
    range: range.value,
    tab: tab.value,
    isPanelOpen: isPanelOpen.value,
  };
  try {
    core.value ??= await loadCore(await unpackLetters(packed));
    batch(() => {
      original.value = lesson.system;
      system.value = lesson.system;
      about.value = lesson.about;
      observed.value = from;
      past.value = [];
      proposals.value = null;
      failure.value = null;
      isPanelOpen.value = false;
    });
    await show(true);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    failure.value = `The kernel does not start in this browser (${reason}).`;
  }
}

/** Goes back to the view before the system was opened. */
export function leave(): void {
  const old = before;
  before = null;
  batch(() => {
    system.value = null;
    original.value = null;
    observed.value = null;
    trace.value = null;
    panes.value = old?.panes ?? [];
    if (old !== null && old.panes.length > 0) {
      range.value = old.range;
      tab.value = old.tab;
      isPanelOpen.value = old.isPanelOpen;
    }
  });
}
