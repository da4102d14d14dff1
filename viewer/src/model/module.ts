// SPDX-License-Identifier: Apache-2.0
// The module of the engine, which is part of the page: built from engine/wasm, and packed by
// vite.config.ts.
import packed from "virtual:trace.wasm";

let compiled: Promise<WebAssembly.Module> | null = null;

/** Compiled once, at the first call. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= gunzip(base85(packed)).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Bytes from gzip in base64. */
export function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  return gunzip(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

/** Bytes from letters as build.ts writes them. */
function base85(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let at = 0, byte = 0; at < text.length; at += 5) {
    let word = 0;
    for (let letter = at; letter < at + 5; letter++) {
      const code = letter < text.length ? text.charCodeAt(letter) : 124;
      word = word * 85 + (code === 125 ? 60 : code === 126 ? 92 : code) - 40;
    }
    for (let shift = 24; shift >= 0; shift -= 8) {
      bytes[byte++] = word >>> shift;
    }
  }
  return bytes;
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
