// SPDX-License-Identifier: Apache-2.0
// The module of the engine, which is part of the page: built from engine/wasm, and packed by
// vite.config.ts.
import packed from "virtual:trace.wasm";

let compiled: Promise<WebAssembly.Module> | null = null;

/** Compiled once, at the first call. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= unpack(packed).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Bytes from gzip in base64. */
export async function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
