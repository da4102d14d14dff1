// SPDX-License-Identifier: Apache-2.0
// Errors of files in the form of the limen command: the place, the problem and the remedy.

export interface TraceProblem {
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Thrown when a file is not a valid trace. */
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
