// SPDX-License-Identifier: Apache-2.0
// The WebAssembly module of the engine, embedded in the page. Built from engine/wasm and encoded by
// build.ts.
import packed from "virtual:trace.wasm";
import { bytesOf } from "./letters";

let compiled: Promise<WebAssembly.Module> | null = null;

/** Compiles the module at the first call, and returns the same one afterwards. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= unpackLetters(packed).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Decodes base64 and decompresses the gzip data in it. */
export function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  return inflated(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

/** Decompresses a module that build.ts has encoded. */
export function unpackLetters(letters: string): Promise<Uint8Array<ArrayBuffer>> {
  return inflated(bytesOf(letters));
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
