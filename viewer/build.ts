// SPDX-License-Identifier: Apache-2.0
// Builds the WebAssembly modules if a source is newer, and encodes them for the page as
// "virtual:trace.wasm", the engine for traces, and "virtual:limen.wasm", the kernel and the analysis:
// gzip data as text. Packs the script and the style of the page in the same way.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { bytesOf } from "./src/model/letters";

/** The modules, and where the page keeps their texts, which are not packed a second time. */
const MODULES = new Map([
  ["trace", "globalThis.limenEngine"],
  ["limen", "globalThis.limenCore"],
]);
const SAMPLES_NAME = "virtual:samples";
/** The traces on the start page, in the folder of examples. */
const SAMPLES = [
  ["traces/inversion-plain-host.limen", "An unbounded priority inversion"],
  ["traces/schedulability-preemptive-host.limen", "A missed deadline"],
  ["traces/deadlock-host.limen", "A deadlock"],
  ["traces/preemption-models-irq-off-host.limen", "Interrupts off for five seconds"],
  ["traces/threadx-wp_pts.trx", "ThreadX: preemption thresholds"],
  ["other-kernels/freertos-semaphore.SVDat", "FreeRTOS: a semaphore as a lock"],
  ["other-kernels/zephyr-inversion.zip", "Zephyr: a priority inversion"],
  ["other-kernels/linux-delayed-waker.txt", "Linux: a delayed waker"],
] as const;
const ROOT = resolve(fileURLToPath(new URL("..", import.meta.url)));
/** The build folder. The checkout can be read-only, as tools/src/limen/builds/folder.py explains. */
export const BUILD = resolve(ROOT, process.env["LIMEN_BUILD"] ?? "build");

/** Uses the same folder and lock as tests/support/core.py. */
function build(module: string): Buffer {
  mkdirSync(`${BUILD}/log`, { recursive: true });
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${ROOT}/cmake/wasm32-wasi.cmake`;
  const configure = 'cmake -G Ninja -S engine/wasm -B "$1" -DCMAKE_BUILD_TYPE=Release';
  const script = `${configure} "$0" && cmake --build "$1" --target ${module}`;
  const command = [`${BUILD}/log/wasm.lock`, "sh", "-c", script, toolchain, `${BUILD}/wasm`];
  execFileSync("flock", command, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(`${BUILD}/wasm/${module}.wasm`);
}

/**
 * Encodes gzip data, with zeros before it, as text that is 8 % shorter than base64: 13 bits become
 * two of 91 characters, which are all of ASCII except those that a script or a search for URLs would
 * misinterpret. src/model/letters.ts decodes them.
 */
export function lettersOf(gzip: Uint8Array): string {
  const whole = new Uint8Array(Math.ceil(gzip.length / 13) * 13);
  whole.set(gzip, whole.length - gzip.length);
  let letters = "";
  let bits = 0;
  let count = 0;
  for (const byte of whole) {
    bits = (bits << 8) | byte;
    count += 8;
    if (count >= 13) {
      count -= 13;
      const value = bits >> count;
      bits &= (1 << count) - 1;
      letters += String.fromCharCode(32 + Math.floor(value / 91), 32 + (value % 91));
    }
  }
  return letters.replaceAll(/["/<\\]/gu, (letter) => "{|}~".charAt('"/<\\'.indexOf(letter)));
}

/** gzip data without a time stamp, from a slower compressor than zlib, which makes them smaller. */
function gzipOf(data: string | Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "limen-page-"));
  const file = join(folder, "data");
  try {
    writeFileSync(file, data);
    return execFileSync("zopfli", ["-c", "--i5", file], { maxBuffer: 1 << 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** isPacked: packedPage() puts the modules into the page. */
export function modules(isPacked: boolean): Plugin {
  const module = (id: string): string => /^\0virtual:(\w+)\.wasm$/u.exec(id)?.[1] ?? "";
  return {
    name: "modules",
    resolveId: (id) => (id === SAMPLES_NAME || MODULES.has(module(`\0${id}`)) ? `\0${id}` : null),
    load: (id) => {
      if (id === `\0${SAMPLES_NAME}`) {
        return `export default ${JSON.stringify(samples())};`;
      }
      const place = MODULES.get(module(id));
      return place === undefined
        ? null
        : `export default ${isPacked ? place : textOf(module(id))};`;
    },
  };
}

function samples(): object[] {
  return SAMPLES.map(([path, title]) => {
    const gzip = gzipOf(readFileSync(`${ROOT}/examples/${path}`));
    return { name: basename(path), title, gzip: gzip.toString("base64") };
  });
}

/** Equal sources give equal text. */
function textOf(module: string): string {
  return JSON.stringify(lettersOf(gzipOf(build(module))));
}

const SCRIPT = /<script type="module" crossorigin>(.*?)<\/script>/su;
const STYLE = /<style[^>]*>(.*?)<\/style>/su;

/**
 * Replaces the script and the style of a page that has everything inside by a short script that
 * decompresses them.
 */
export function packedPage(): Plugin {
  return {
    name: "packed-page",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === "asset" && file.fileName.endsWith(".html")) {
            file.source = packed(String(file.source));
          }
        }
      },
    },
  };
}

function packed(html: string): string {
  // The script comes first, because it contains a style of exported pictures.
  const [script = "", code] = SCRIPT.exec(html) ?? [];
  const rest = html.replace(script, "");
  const [style = "", css] = STYLE.exec(rest) ?? [];
  if (css === undefined || code === undefined) {
    throw new Error("the page has no script or no style inside");
  }
  const parts = lettersOf(gzipOf(JSON.stringify([css, code])));
  const start = `<script type="module" id="limen-page">
${[...MODULES].map(([module, place]) => `${place} = ${textOf(module)};`).join("\n")}
const bytesOf = ${bytesOf.toString()};
const gzip = new Blob([bytesOf(${JSON.stringify(parts)})]).stream();
const parts = await new Response(gzip.pipeThrough(new DecompressionStream("gzip"))).json();
for (const [place, kind] of ["style", "script"].entries()) {
  const element = document.createElement(kind);
  element.type = ["text/css", "module"][place];
  element.textContent = parts[place];
  document.head.append(element);
}
</script>`;
  return rest.replace(style, "").replace("</body>", () => `${start}\n  </body>`);
}
