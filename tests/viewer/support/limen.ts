// SPDX-License-Identifier: Apache-2.0
// What the command says about the same file: the page has to say the same.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./paths";

const OUTPUT_MAX = 1 << 26;

/** One JSON value that `./limen` prints. */
export async function limen(...words: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(join(ROOT, "limen"), [...words, "--json"], {
    cwd: ROOT,
    maxBuffer: OUTPUT_MAX,
  });
  return JSON.parse(stdout) as unknown;
}

/** Traces of all labs, recorded once. */
export function lab(name: string): string {
  return join(ROOT, "examples/traces", `${name}.limen`);
}

export function threadx(name: string): string {
  return join(ROOT, "tests/tools/data/trx", `${name}.trx`);
}

/** However digits are grouped. */
export function ungrouped(text: string): string {
  return text.replaceAll(/(?<=\d)[,\s](?=\d{3})/gu, "");
}
