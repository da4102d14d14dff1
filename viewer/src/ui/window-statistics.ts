// SPDX-License-Identifier: Apache-2.0
// The statistics of the selected range or of the whole trace. They are computed on demand, a short
// time after the last change of the range, and in short steps, so that the page stays responsive.
import { effect, signal } from "@preact/signals";
import type { Signal as State } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Counting } from "../model";
import type { Window } from "./align";
import { METRICS } from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import type { Opened, Pane } from "./state";

const REST_MS = 120;
/** The time for which the page counts before it does other work: less than a frame. */
const TURN_MS = 10;

interface CachedStatistics {
  readonly opened: Opened;
  readonly window: Window | null;
  readonly tree: Tree;
}

/** The statistics of a pane are counted once for all components that show them. */
interface Counter {
  readonly newest: State<CachedStatistics | null>;
  users: number;
  stop: () => void;
}

const counters = new WeakMap<Pane, Counter>();

function counterOf(pane: Pane): Counter {
  const counter = counters.get(pane) ?? { newest: signal(null), users: 0, stop: () => undefined };
  counters.set(pane, counter);
  return counter;
}

function eventsOf({ trace }: Opened, window: Window | null): [first: number, behind: number] {
  return [window?.first ?? 0, window?.last ?? trace.count];
}

/** Computes the current statistics immediately, for exported files and print. */
export function currentStatistics(pane: Pane): Tree {
  const opened = pane.opened.value;
  const window = pane.window.value;
  const last = counterOf(pane).newest.peek();
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
  const counter = counterOf(pane);
  useEffect(() => {
    counter.users++;
    if (counter.users === 1) {
      counter.stop = effect(() => countNewest(pane, counter.newest));
    }
    return () => {
      counter.users--;
      if (counter.users === 0) {
        counter.stop();
      }
    };
  }, [pane, counter]);
  return counter.newest.value?.tree ?? null;
}

/** Counts a range, and computes the columns that the panel of statistics needs. */
function* countAll(opened: Opened, window: Window | null): Counting {
  const tree = yield* opened.trace.queries.counting(...eventsOf(opened, window));
  for (const metric of METRICS) {
    // The first access makes a copy, which takes some milliseconds in a long trace.
    void opened.analysis.jobs[metric];
    yield;
  }
  return tree;
}

/**
 * Counts the range of a pane unless this has been done. Returns a function that cancels the
 * count.
 */
function countNewest(pane: Pane, newest: State<CachedStatistics | null>): () => void {
  const opened = pane.opened.value;
  const window = pane.window.value;
  const last = newest.peek();
  if (last?.opened === opened && isSame(last.window, window)) {
    return () => undefined;
  }
  const counting = countAll(opened, window);
  const count = (): void => {
    const end = performance.now() + TURN_MS;
    let step = counting.next();
    while (step.done !== true && performance.now() < end) {
      step = counting.next();
    }
    if (step.done === true) {
      newest.value = { opened, window, tree: step.value };
    } else {
      timer = setTimeout(count);
    }
  };
  let timer = setTimeout(count, last === null ? 0 : REST_MS);
  return () => {
    clearTimeout(timer);
    counting.return({});
  };
}

/** The range of the statistics that useStatistics returns. */
export function countedWindow(pane: Pane): Window | null {
  return counterOf(pane).newest.value?.window ?? null;
}

/** Whether useStatistics still returns the statistics of another range. */
export function isCounting(pane: Pane): boolean {
  const last = counterOf(pane).newest.value;
  return last?.opened !== pane.opened.value || !isSame(last.window, pane.window.value);
}

function isSame(one: Window | null, other: Window | null): boolean {
  return one === other || (one?.first === other?.first && one?.last === other?.last);
}
