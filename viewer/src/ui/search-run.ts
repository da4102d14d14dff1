// SPDX-License-Identifier: Apache-2.0
// Searches all events in slices of 8 ms, so that the page stays responsive.
import { panes, searchProblem, searchText } from "./state";
import type { Pane } from "./state";
import { matcher, parse } from "./search-query";
import type { Matcher } from "./search-query";

/** Duration of a slice in milliseconds. */
const PIECE_MS = 8;
/** Number of events between two readings of the clock. */
const STRIDE = 512;

let running = 0;

/** Restarts the search with the text of the search field. */
export function runSearch(): void {
  running += 1;
  const query = parse(searchText.value);
  searchProblem.value = "problem" in query ? query.problem : null;
  const terms = "problem" in query ? [] : query.terms;
  for (const pane of panes.value) {
    if (terms.length === 0 || pane.opened.value.isSketch) {
      pane.found.value = null;
    } else {
      const { trace } = pane.opened.value;
      void searchPane(pane, matcher(trace, terms), new Uint8Array(trace.count), running);
    }
  }
}

async function searchPane(
  pane: Pane,
  isFound: Matcher,
  mask: Uint8Array,
  search: number,
): Promise<void> {
  let count = 0;
  let seen = 0;
  while (search === running) {
    const until = performance.now() + PIECE_MS;
    do {
      const end = Math.min(seen + STRIDE, mask.length);
      for (; seen < end; seen++) {
        if (isFound(seen)) {
          mask[seen] = 1;
          count += 1;
        }
      }
    } while (seen < mask.length && performance.now() < until);
    pane.found.value = { mask, count, seen };
    if (seen >= mask.length) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The rank of an event among those found, from 1; 0 if it was not found. */
export function placeAmongFound(mask: Uint8Array, event: number | null): number {
  if (event === null || mask[event] !== 1) {
    return 0;
  }
  let place = 0;
  for (let one = 0; one <= event; one++) {
    place += mask[one] ?? 0;
  }
  return place;
}
