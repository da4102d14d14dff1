// SPDX-License-Identifier: Apache-2.0
// Opens files: a worker reads and analyses them, and the result becomes a pane.
import { batch, signal } from "@preact/signals";
import { traceOf, traceOfSketch } from "../model";
import type { Engine, Finding } from "../model";
import { joined } from "./joined-files";
import { UnreadableFile } from "./load";
import { addSignals, completeSketch, dropSketch, nameEvents, showTrace } from "./show-trace";
import type { ShowOptions } from "./show-trace";
import { active, loading, panes, problem } from "./state";
import type { Problem, Source } from "./state";
import { fromHash } from "./url-state";
import { loadTrace } from "./worker";
import type { LoadReply } from "./worker";

export interface OpenOptions extends ShowOptions {
  /** The text of a .trxc file, which names user events. */
  readonly definitions?: string;
  /** The text of a .vcd file with signals. */
  readonly vcd?: string;
  /** The clock rate of a ThreadX trace. */
  readonly clockHz?: number;
}

const NO_TRACE =
  "Give a trace of Limen (.limen), a .trx of TraceX (raw, Intel HEX, S-record, ASCII hex), a .vcd or a .trxc.";

/**
 * Reads a trace and shows it. Returns false if it was not shown; the page then shows the reason.
 */
export async function openTrace(
  bytes: Uint8Array | Blob,
  name: string,
  options: OpenOptions = {},
): Promise<boolean> {
  const { definitions = null, vcd = null, clockHz = clockOfLink(name) } = options;
  const isRenewal = options.keepRange === true || options.follow === true;
  // Sketches are used for a first trace only. Updates and comparisons need a complete one.
  const wantsSketch = !isRenewal && options.asSecond !== true;
  const say = (step: string, share: number | null): void => {
    loading.value = isRenewal ? null : { name, step, share };
  };
  const source = { bytes, definitions, vcd };
  let shown: Engine | null = null;
  // Only the parts of the page that show findings are drawn again, not the picture.
  const found = signal<readonly Finding[]>([]);
  say("Reading", null);
  try {
    const request = { bytes, name, definitions, vcd, clockHz, wantsSketch };
    const reply = await loadTrace(request, say, {
      onSketch: (sketch, engine) => {
        shown = engine;
        const built = traceOfSketch(sketch, name, () => found.value);
        batch(() => {
          loading.value = null;
          problem.value = null;
          showTrace({ ...built, engine, name, source, signals: [], isSketch: true }, options);
        });
      },
      onFindings: (findings) => {
        found.value = findings;
      },
    });
    batch(() => {
      if (reply?.kind !== "loaded") {
        dropSketch(shown);
      }
      show(reply, name, source, options);
    });
    return reply?.kind === "loaded";
  } catch (error) {
    dropSketch(shown);
    if (error instanceof UnreadableFile) {
      fail(unreadable(name));
      return false;
    }
    const text = error instanceof Error ? error.message : String(error);
    fail({ title: `${name} cannot be opened: ${text}.`, remedy: NO_TRACE });
    return false;
  }
}

/** The clock rate in the address, if it is about this file. */
function clockOfLink(name: string): number | null {
  const place = fromHash(globalThis.location?.hash ?? "");
  return place?.file === name ? place.clockHz : null;
}

function show(reply: LoadReply | null, name: string, source: Source, options: OpenOptions): void {
  if (reply?.kind === "problem") {
    fail(reply.problem);
  } else if (reply?.kind === "loaded") {
    loading.value = null;
    problem.value = null;
    const { engine, signals } = reply;
    engine.onMoved = () => lookAgain(engine);
    const opened = { ...traceOf(engine, name), engine, name, source, signals, isSketch: false };
    if (!completeSketch(opened)) {
      showTrace(opened, options);
    }
  }
}

/**
 * Rebuilds the columns after the memory of an engine moved, which happens when a query needs more
 * memory.
 */
function lookAgain(engine: Engine): void {
  const pane = panes.value.find(({ opened }) => opened.peek().engine === engine);
  if (pane === undefined) {
    return;
  }
  const opened = pane.opened.peek();
  const built = traceOf(engine, opened.name);
  // Code that is drawing at the moment sees the new columns at once; signals are set when it has
  // finished.
  Object.assign(opened.trace, built.trace);
  Object.assign(opened.analysis, built.analysis);
  queueMicrotask(() => {
    if (pane.opened.peek() === opened) {
      pane.opened.value = { ...opened, ...built };
    }
  });
}

function fail(what: Problem): void {
  batch(() => {
    loading.value = null;
    problem.value = what;
  });
}

/** Opens files that were dropped or chosen: one or two traces, with definitions and signals. */
export async function openFiles(files: readonly File[], asSecond = false): Promise<void> {
  const ofKind = (ending: string): File[] =>
    files.filter(({ name }) => name.toLowerCase().endsWith(ending));
  const definitions = await textOf(ofKind(".trxc")[0]);
  const vcd = await textOf(ofKind(".vcd")[0]);
  const traces = await joined(files.filter(({ name }) => !/\.(?:trxc|vcd)$/iu.test(name)));
  for (const [place, file] of traces.entries()) {
    loading.value = { name: file.name, step: "Reading", share: null };
    const isRead = await openTrace(file, file.name, {
      asSecond: asSecond || place > 0,
      ...(definitions === null ? {} : { definitions }),
      ...(vcd === null || place > 0 ? {} : { vcd }),
    });
    if (!isRead) {
      return;
    }
  }
  if (traces.length === 0) {
    addTo(definitions, vcd, ofKind(".vcd")[0]?.name ?? "");
  }
}

function unreadable(name: string): Problem {
  return {
    title: `${name} cannot be read.`,
    remedy: "It may be a folder, or larger than the browser can hold: choose one file of a trace.",
  };
}

async function textOf(file: File | undefined): Promise<string | null> {
  return file === undefined ? null : file.text();
}

/** Adds definitions and signals to the open trace. */
function addTo(definitions: string | null, vcd: string | null, vcdName: string): void {
  const pane = active.value;
  if (pane === null || pane.opened.value.isSketch) {
    problem.value = {
      title: "These signals or event names need a trace.",
      remedy: "Open the trace first, or drop both files together.",
    };
    return;
  }
  if (definitions !== null) {
    nameEvents(pane, definitions);
  }
  if (vcd !== null) {
    addSignals(pane, vcd, vcdName);
  }
}
