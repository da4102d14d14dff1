// SPDX-License-Identifier: Apache-2.0
// The statistics of the selected range or of the whole trace. They are computed on demand, a short
// time after the last change of the range.
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

function count({ trace }: Opened, window: Window | null): Tree {
  return trace.queries.statistics(window?.first ?? 0, window?.last ?? trace.count);
}

/** Computes the current statistics immediately, for exported files and print. */
export function currentStatistics(pane: Pane): Tree {
  const opened = pane.opened.value;
  const window = pane.window.value;
  const last = cacheOf(pane).peek();
  return last?.opened === opened && isSame(last.window, window) ? last.tree : count(opened, window);
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
    const timer = setTimeout(
      () => {
        state.value = { opened, window, tree: count(opened, window) };
      },
      last === null ? 0 : REST_MS,
    );
    return () => clearTimeout(timer);
  });
  return state.value?.tree ?? null;
}

function isSame(one: Window | null, other: Window | null): boolean {
  return one === other || (one?.first === other?.first && one?.last === other?.last);
}
