// SPDX-License-Identifier: Apache-2.0
// What is wrong with a file, in the words of the command limen: where, what, and what helps.

export interface TraceProblem {
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}

/** A file is no valid trace. */
export class TraceError extends Error implements TraceProblem {
  override readonly name = "TraceError";

  constructor(
    readonly place: string,
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(`${place}: ${problem}; ${remedy}`.split(/\s+/).join(" ").trim());
  }
}
