// SPDX-License-Identifier: Apache-2.0
// The engine for traces as WebAssembly, built if a source is newer, and packed for the page:
// "virtual:trace.wasm" is its gzip in base64.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const NAME = "virtual:trace.wasm";
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Where all is built: the checkout can be read-only, as tools/src/limen/run/folder.py says. */
export const BUILD = resolve(ROOT, process.env["LIMEN_BUILD"] ?? "build");

/** The same folder and lock as those of tools/src/limen/play/core.py. */
function build(): Buffer {
  mkdirSync(`${BUILD}/log`, { recursive: true });
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${ROOT}/cmake/wasm32-wasi.cmake`;
  const configure = 'cmake -G Ninja -S engine/wasm -B "$1" -DCMAKE_BUILD_TYPE=Release';
  const script = `${configure} "$0" && cmake --build "$1" --target trace`;
  const command = [`${BUILD}/log/wasm.lock`, "sh", "-c", script, toolchain, `${BUILD}/wasm`];
  execFileSync("flock", command, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(`${BUILD}/wasm/trace.wasm`);
}

export function traceEngine(): Plugin {
  return {
    name: "trace-engine",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => {
      if (id !== `\0${NAME}`) {
        return null;
      }
      // The time stamp is left out: the same sources give the same page.
      const packed = gzipSync(build(), { level: 9 }).toString("base64");
      return `export default ${JSON.stringify(packed)};`;
    },
  };
}
