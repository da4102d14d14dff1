// SPDX-License-Identifier: Apache-2.0
// Reads files of the repository for tests.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export function path(name: string): string {
  return ROOT + name;
}

export function bytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(path(name)));
}

export function text(name: string): string {
  return readFileSync(path(name), "utf-8");
}

/** Bytes from hexadecimal text with comments after #. */
export function fromHex(digits: string): Uint8Array {
  const bare = digits.replace(/#.*$/gm, "").replace(/\s+/g, "");
  return Uint8Array.from(bare.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
