// SPDX-License-Identifier: Apache-2.0
// The statistics of the selected range or of the whole trace. They are computed on demand, a short
// time after the last change of the range, and part by part, so that the page answers meanwhile.
import { signal, useSignalEffect } from "@preact/signals";
import type { Signal as State } from "@preact/signals";
import type { Window } from "./align";
import type { Tree } from "./statistics-tree";
import type { Opened, Pane } from "./state";

const REST_MS = 120;

interface CachedStatistics {
  readonly opened: Opened;
  readonly window: Window | null;
  readonly tree: Tree;
}

const caches = new WeakMap<Pane, State<CachedStatistics | null>>();

function cacheOf(pane: Pane): State<CachedStatistics | null> {
  const state = caches.get(pane) ?? signal<CachedStatistics | null>(null);
  caches.set(pane, state);
  return state;
}

function eventsOf({ trace }: Opened, window: Window | null): [first: number, behind: number] {
  return [window?.first ?? 0, window?.last ?? trace.count];
}

/** Computes the current statistics immediately, for exported files and print. */
export function currentStatistics(pane: Pane): Tree {
  const opened = pane.opened.value;
  const window = pane.window.value;
  const last = cacheOf(pane).peek();
  if (last?.opened === opened && isSame(last.window, window)) {
    return last.tree;
  }
  const [first, behind] = eventsOf(opened, window);
  return opened.trace.queries.statistics(first, behind);
}

/**
 * The statistics of a pane, recomputed a short time after the last change; null: not computed yet.
 */
export function useStatistics(pane: Pane): Tree | null {
  const state = cacheOf(pane);
  useSignalEffect(() => {
    const opened = pane.opened.value;
    const window = pane.window.value;
    const last = state.peek();
    if (last?.opened === opened && isSame(last.window, window)) {
      return undefined;
    }
    const [first, behind] = eventsOf(opened, window);
    const counting = opened.trace.queries.counting(first, behind);
    const count = (): void => {
      const step = counting.next();
      if (step.done === true) {
        state.value = { opened, window, tree: step.value };
      } else {
        timer = setTimeout(count);
      }
    };
    let timer = setTimeout(count, last === null ? 0 : REST_MS);
    return () => clearTimeout(timer);
  });
  return state.value?.tree ?? null;
}

/** Whether useStatistics still returns those of another range. */
export function isCounting(pane: Pane): boolean {
  const last = cacheOf(pane).value;
  return last?.opened !== pane.opened.value || !isSame(last.window, pane.window.value);
}

function isSame(one: Window | null, other: Window | null): boolean {
  return one === other || (one?.first === other?.first && one?.last === other?.last);
}
