// SPDX-License-Identifier: Apache-2.0
// Reads and analyses a trace, in the worker or in the page.
import { aboutTrace } from "../model/about";
import type { Engine } from "../model/engine";
import type { TraceProblem } from "../model/error";
import { readVcd } from "../model/vcd";
import type { Signal } from "../render/types";
import type { Problem } from "./state";

export interface LoadRequest {
  /** A Blob is read piece by piece into the engine's memory, so that only one copy exists. */
  readonly bytes: Uint8Array | Blob;
  readonly name: string;
  readonly definitions: string | null;
  readonly vcd: string | null;
  readonly clockHz: number | null;
  /** Whether to send a sketch and the findings before the analysis is complete. */
  readonly wantsSketch: boolean;
}

export type Say = (step: string, share: number | null) => void;

/** Thrown when the browser refuses to read a part of a file. */
export class UnreadableFile extends Error {}

/** The part of the analysis that the engine has completed. */
export type Stage = "sketch" | "findings";

/** Reads a trace into an engine. Returns its signals. Throws TraceError, UnreadableFile. */
export async function load(
  engine: Engine,
  request: LoadRequest,
  say: Say,
  onStage: (stage: Stage) => void = () => undefined,
): Promise<readonly Signal[]> {
  const { bytes, name, definitions, vcd, clockHz } = request;
  const options = {
    ...(definitions === null ? {} : { definitions }),
    ...(clockHz === null ? {} : { clockHz }),
  };
  const count =
    bytes instanceof Uint8Array
      ? engine.read(bytes, name, options)
      : engine.readAt(await fetchInto(engine, bytes), bytes.size, name, options);
  say(`Analysing ${count.toLocaleString("en-US")} events`, null);
  engine.begin(name);
  if (request.wantsSketch) {
    onStage("sketch");
  }
  engine.find();
  if (request.wantsSketch) {
    onStage("findings");
  }
  engine.complete();
  return vcd === null ? [] : readVcd(engine, vcd, aboutTrace(engine), `${name}: signals`);
}

/** Returns the address of the file in the memory of the engine. */
async function fetchInto(engine: Engine, file: Blob): Promise<number> {
  const address = engine.room(file.size);
  let left = file.size;
  try {
    // The browser reads a stream ahead, which takes two thirds of the time of requesting the pieces
    // one by one.
    const reader = file.stream().getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      engine.fill(address + file.size - left, read.value.subarray(0, left));
      left -= read.value.length;
    }
  } catch {
    throw new UnreadableFile();
  }
  if (left !== 0) {
    // The file was modified after the user chose it.
    throw new UnreadableFile();
  }
  return address;
}

export function problemOf({ place, problem, remedy }: TraceProblem): Problem {
  return { title: `${place}: ${problem}.`, remedy: sentence(remedy) };
}

/** Capitalises "give X" to "Give X." */
function sentence(text: string): string {
  const ended = text.endsWith(".") ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
