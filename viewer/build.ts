// SPDX-License-Identifier: Apache-2.0
// Builds the engine for traces as a WebAssembly module if a source is newer, and encodes it for the
// page as "virtual:trace.wasm": gzip data as text.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const NAME = "virtual:trace.wasm";
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The build folder. The checkout can be read-only, as tools/src/limen/run/folder.py explains. */
export const BUILD = resolve(ROOT, process.env["LIMEN_BUILD"] ?? "build");

/** Uses the same folder and lock as tools/src/limen/play/core.py. */
function build(): Buffer {
  mkdirSync(`${BUILD}/log`, { recursive: true });
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${ROOT}/cmake/wasm32-wasi.cmake`;
  const configure = 'cmake -G Ninja -S engine/wasm -B "$1" -DCMAKE_BUILD_TYPE=Release';
  const script = `${configure} "$0" && cmake --build "$1" --target trace`;
  const command = [`${BUILD}/log/wasm.lock`, "sh", "-c", script, toolchain, `${BUILD}/wasm`];
  execFileSync("flock", command, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(`${BUILD}/wasm/trace.wasm`);
}

/**
 * Encodes gzip data, with zeros before it, as text that is 7 % shorter than base64: four bytes
 * become five characters from "#" on, except those that a script or a search for URLs would
 * misinterpret. src/model/module.ts decodes them.
 */
export function lettersOf(gzip: Uint8Array): string {
  const whole = new Uint8Array(Math.ceil(gzip.length / 4) * 4);
  whole.set(gzip, whole.length - gzip.length);
  const words = new DataView(whole.buffer);
  let letters = "";
  for (let at = 0; at < whole.length; at += 4) {
    for (let power = 85 ** 4; power >= 1; power /= 85) {
      letters += String.fromCharCode(35 + (Math.floor(words.getUint32(at) / power) % 85));
    }
  }
  return letters.replaceAll("\\", "x").replaceAll("/", "y").replaceAll("<", "z");
}

export function traceEngine(): Plugin {
  return {
    name: "trace-engine",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => {
      if (id !== `\0${NAME}`) {
        return null;
      }
      // The data has no time stamp, so that equal sources give an equal page.
      const packed = lettersOf(gzipSync(build(), { level: 9 }));
      return `export default ${JSON.stringify(packed)};`;
    },
  };
}
