// SPDX-License-Identifier: Apache-2.0
// Open a trace of whatever origin: its first bytes say whose it is.
import { readLimen } from "./limen/reader";
import { looksLikeTrx } from "./threadx/container";
import { readThreadx } from "./threadx/reader";
import type { Trace } from "./types";

export interface ReadOptions {
  /** Ticks after which a ThreadX clock begins again, if not by its mask. */
  readonly wrap?: number;
  /** Text of a .trxc file: names of the events of a ThreadX program. */
  readonly definitions?: string;
}

/**
 * Read a trace file of Limen or of ThreadX. O(bytes) time and memory.
 *
 * Throws TraceError: it is no valid trace. Bytes behind the ring are ignored.
 */
export function readTrace(bytes: Uint8Array, name: string, options: ReadOptions = {}): Trace {
  const isNamed =
    name.toLowerCase().endsWith(".trx") && !startsAs(bytes, "LIMN") && !startsAs(bytes, "NMIL");
  return isNamed || looksLikeTrx(bytes)
    ? readThreadx(bytes, name, options)
    : readLimen(bytes, name);
}

function startsAs(bytes: Uint8Array, mark: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, mark.length)) === mark;
}
