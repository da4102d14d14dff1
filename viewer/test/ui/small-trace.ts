// SPDX-License-Identifier: Apache-2.0
// A small trace of three threads, a queue and a mutex, for tests of the user interface.
import type { Analysis, Trace } from "../../src/model";
import { readTrace } from "../model/read";
import { synthetic } from "../model/synthetic";

export interface Made {
  readonly trace: Trace;
  readonly analysis: Analysis;
}

export function made(events = 400, seed = 7): Made {
  return readTrace(synthetic({ events, seed, threads: 4, queues: 2, mutexes: 2 }), "made.limen");
}
