// SPDX-License-Identifier: Apache-2.0
// Reads large traces in a worker and small ones in the page, because starting a worker takes longer
// than reading a small trace. A new request cancels the previous one.
import { Engine, engineModule } from "../model";
import type { Finding, Sketch } from "../model";
import type { Signal } from "../render/types";
import { load, problemOf, UnreadableFile } from "./load";
import type { LoadRequest, Say } from "./load";
import LoadWorker from "./load.worker?worker&inline";
import type { WorkerReply, WorkerRequest } from "./load.worker";
import { isTraceProblem } from "./adapters";
import type { Problem } from "./state";

/** A file of this size is read in about 20 ms. */
const SMALL_BYTES = 1 << 20;

export type LoadReply =
  | { readonly kind: "loaded"; readonly engine: Engine; readonly signals: readonly Signal[] }
  | { readonly kind: "problem"; readonly problem: Problem };

/** Receives the known parts of a trace before its analysis is complete. */
export interface Early {
  readonly onSketch: (sketch: Sketch, engine: Engine) => void;
  readonly onFindings: (findings: readonly Finding[]) => void;
}

let newest = 0;
let cancel: (() => void) | null = null;

/** The result of a request; null: a newer request cancelled it. Throws UnreadableFile. */
export async function loadTrace(
  request: LoadRequest,
  say: Say,
  early: Early,
): Promise<LoadReply | null> {
  cancel?.();
  cancel = null;
  const own = ++newest;
  const module = await engineModule();
  const engine = await Engine.start(module);
  if (own !== newest) {
    return null;
  }
  const { bytes } = request;
  const size = bytes instanceof Uint8Array ? bytes.length : bytes.size;
  const worker = size > SMALL_BYTES ? makeWorker() : null;
  return worker === null
    ? loadHere(engine, request, say)
    : ask(worker, module, engine, request, say, early);
}

function makeWorker(): Worker | null {
  try {
    return new LoadWorker();
  } catch {
    // The browser does not allow workers: the page reads the trace itself.
    return null;
  }
}

async function loadHere(engine: Engine, request: LoadRequest, say: Say): Promise<LoadReply> {
  try {
    return { kind: "loaded", engine, signals: await load(engine, request, say) };
  } catch (error) {
    if (isTraceProblem(error)) {
      return { kind: "problem", problem: problemOf(error) };
    }
    throw error;
  }
}

function ask(
  worker: Worker,
  module: WebAssembly.Module,
  engine: Engine,
  request: LoadRequest,
  say: Say,
  early: Early,
): Promise<LoadReply | null> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.terminate();
      cancel = null;
    };
    cancel = () => {
      end();
      resolve(null);
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      switch (data.kind) {
        case "progress":
          say(data.step, data.share);
          break;
        case "sketch":
          early.onSketch(data.sketch, engine);
          break;
        case "findings":
          early.onFindings(data.findings);
          break;
        case "size":
          engine.makeRoom(data.bytes);
          break;
        case "part":
          engine.fill(data.at, new Uint8Array(data.bytes));
          break;
        case "loaded":
          end();
          resolve({ kind: "loaded", engine, signals: data.signals });
          break;
        case "problem":
          end();
          resolve(data);
          break;
        case "unreadable":
          end();
          reject(new UnreadableFile());
          break;
        case "failure":
          end();
          reject(new Error(data.text));
      }
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message || "the worker that reads traces does not start"));
    };
    worker.postMessage({ module, request } satisfies WorkerRequest);
  });
}
