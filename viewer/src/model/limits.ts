// SPDX-License-Identifier: Apache-2.0
// How much of a trace the page takes.

/** Lanes have numbers of 16 bits, and nobody reads a picture of more. */
export const LANES_MAX = 4096;
