// SPDX-License-Identifier: Apache-2.0
// Reads a trace in a worker, so that the page stays responsive, and sends the memory of its engine
// to the page. Imports single files of the model, because model/index.ts would include the engine
// module, which the page sends.
import { Engine } from "../model/engine";
import { TraceError } from "../model/error";
import type { Signal } from "../render/types";
import { buffersOf, sketchOf } from "../model/sketch";
import type { Sketch } from "../model/sketch";
import { EngineQueries } from "../model/queries";
import type { Finding } from "../model/types";
import { load, problemOf, UnreadableFile } from "./load";
import type { LoadRequest } from "./load";
import type { Problem } from "./state";

declare const self: DedicatedWorkerGlobalScope;

export interface WorkerRequest {
  readonly module: WebAssembly.Module;
  readonly request: LoadRequest;
}

export type WorkerReply =
  | { readonly kind: "progress"; readonly step: string; readonly share: number | null }
  /** The part of the trace that the page can draw before the analysis is complete. */
  | { readonly kind: "sketch"; readonly sketch: Sketch }
  /** The findings of the trace that the sketch shows. */
  | { readonly kind: "findings"; readonly findings: readonly Finding[] }
  /** The memory of the engine: its size first, then its parts. */
  | { readonly kind: "size"; readonly bytes: number }
  | { readonly kind: "part"; readonly at: number; readonly bytes: ArrayBuffer }
  | { readonly kind: "loaded"; readonly signals: readonly Signal[] }
  | { readonly kind: "unreadable" }
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "failure"; readonly text: string };

/**
 * The most bytes copied at a time. Small copies do not block the page, and the memory is never
 * present three times.
 */
const PART_BYTES = 4 << 20;
/**
 * Blocks that are all zero are not copied. Small enough for the gaps between columns, and at least
 * a page of the operating system.
 */
const BLOCK_BYTES = 1 << 14;

function say(reply: WorkerReply, transfer: ArrayBuffer[] = []): void {
  self.postMessage(reply, { transfer });
}

/**
 * Sends the blocks that are not all zero. The new memory of the page is zero already, and its
 * blocks that are never written take no physical memory.
 */
function handOver(memory: ArrayBuffer): void {
  const { byteLength } = memory;
  say({ kind: "size", bytes: byteLength });
  let from = 0;
  for (let at = 0; at <= byteLength; at += BLOCK_BYTES) {
    const isOver = at === byteLength || isEmpty(new Int32Array(memory, at, BLOCK_BYTES / 4));
    if (isOver || at - from >= PART_BYTES) {
      copyPart(memory, from, at);
      from = isOver ? at + BLOCK_BYTES : at;
    }
  }
}

function copyPart(memory: ArrayBuffer, from: number, to: number): void {
  if (to > from) {
    const bytes = memory.slice(from, to);
    say({ kind: "part", at: from, bytes }, [bytes]);
  }
}

function isEmpty(words: Int32Array): boolean {
  for (const word of words) {
    if (word !== 0) {
      return false;
    }
  }
  return true;
}

async function answer({ module, request }: WorkerRequest): Promise<void> {
  const engine = await Engine.start(module);
  const progress = (step: string, share: number | null): void =>
    say({ kind: "progress", step, share });
  const signals = await load(engine, request, progress, (stage) => {
    if (stage === "findings") {
      say({ kind: "findings", findings: new EngineQueries(engine).findings() });
    } else {
      const sketch = sketchOf(engine);
      say({ kind: "sketch", sketch }, buffersOf(sketch));
    }
  });
  handOver(engine.memory);
  say({ kind: "loaded", signals });
}

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  answer(data).catch((error: unknown) => {
    if (error instanceof TraceError) {
      say({ kind: "problem", problem: problemOf(error) });
    } else if (error instanceof UnreadableFile) {
      say({ kind: "unreadable" });
    } else {
      say({ kind: "failure", text: error instanceof Error ? error.message : String(error) });
    }
  });
};
