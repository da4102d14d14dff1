// SPDX-License-Identifier: Apache-2.0
// Traces read by the engine at once, without the worker of the page.
import { Engine, engineModule, view } from "../../src/model";
import type { ReadOptions, Viewed } from "../../src/model";

const module = await engineModule();

export interface Read extends Viewed {
  readonly engine: Engine;
}

/** Throws TraceError. */
export function readTrace(bytes: Uint8Array, name: string, options: ReadOptions = {}): Read {
  const engine = new Engine(new WebAssembly.Instance(module, {}));
  engine.read(bytes, name, options);
  engine.analyse(name);
  return { ...view(engine, name), engine };
}
