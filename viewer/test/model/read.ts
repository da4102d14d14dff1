// SPDX-License-Identifier: Apache-2.0
// Reads traces with the engine directly, without the worker of the page.
import { Engine, engineModule, traceOf } from "../../src/model";
import type { ReadOptions, TraceAndAnalysis } from "../../src/model";

const module = await engineModule();

export interface Read extends TraceAndAnalysis {
  readonly engine: Engine;
}

export function newEngine(): Engine {
  return new Engine(new WebAssembly.Instance(module, {}));
}

/** Throws TraceError. */
export function readTrace(bytes: Uint8Array, name: string, options: ReadOptions = {}): Read {
  const engine = newEngine();
  engine.read(bytes, name, options);
  engine.analyse(name);
  return { ...traceOf(engine, name), engine };
}
