// SPDX-License-Identifier: Apache-2.0
// What the command says about the same file: the page has to say the same.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
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

function filesOf(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(ROOT, folder, name));
}

/** Traces of all labs, recorded once. */
export const LABS = filesOf("examples/traces", ".limen");
export const THREADX = filesOf("tests/tools/data/trx", ".trx");

export function lab(name: string): string {
  return named(LABS, `${name}.limen`);
}

export function threadx(name: string): string {
  return named(THREADX, `${name}.trx`);
}

function named(files: readonly string[], name: string): string {
  const found = files.find((file) => file.endsWith(`/${name}`));
  if (found === undefined) {
    throw new Error(`no ${name} among ${files.join(", ")}`);
  }
  return found;
}
