// SPDX-License-Identifier: Apache-2.0
// The statistics that the page shows: of the selected range, or of the whole trace. They are worked
// out when somebody looks at them, and after the range has come to rest.
import { signal, useSignalEffect } from "@preact/signals";
import type { Signal as State } from "@preact/signals";
import type { Window } from "./align";
import type { CountRequest } from "./load";
import type { Tree } from "./numbers";
import { statistics } from "./parts";
import type { Opened, Pane } from "./state";
import { countApart } from "./worker";

const REST_MS = 120;
/** Events that are counted in less than the blink of an eye. */
const MANY_EVENTS = 100_000;

interface Counted {
  readonly opened: Opened;
  readonly window: Window | null;
  readonly tree: Tree;
}

const known = new WeakMap<Pane, State<Counted | null>>();

function counted(pane: Pane): State<Counted | null> {
  const state = known.get(pane) ?? signal<Counted | null>(null);
  known.set(pane, state);
  return state;
}

function request({ trace, analysis }: Opened, window: Window | null): CountRequest {
  return {
    kind: "count",
    trace,
    analysis,
    first: window?.first ?? 0,
    last: window?.last ?? trace.count,
  };
}

/** The statistics of now, at once: for files and paper. */
export function countNow(pane: Pane): Tree {
  const opened = pane.opened.value;
  const window = pane.window.value;
  const last = counted(pane).peek();
  if (last?.opened === opened && isSame(last.window, window)) {
    return last.tree;
  }
  const { trace, analysis, first, last: end } = request(opened, window);
  return statistics(trace, analysis, first, end);
}

/** Counts here or, if that would hold the page for long, in a worker; the result stops it. */
function count(what: CountRequest, done: (tree: Tree) => void): () => void {
  if (what.last - what.first > MANY_EVENTS) {
    try {
      return countApart(what, done);
    } catch {
      // No workers here: the page does the work itself.
    }
  }
  done(statistics(what.trace, what.analysis, what.first, what.last));
  return () => undefined;
}

/** The statistics of a pane, renewed a moment after its window rests; null: not yet. */
export function useStatistics(pane: Pane): Tree | null {
  const state = counted(pane);
  useSignalEffect(() => {
    const opened = pane.opened.value;
    const window = pane.window.value;
    const last = state.peek();
    if (last?.opened === opened && isSame(last.window, window)) {
      return undefined;
    }
    let stop = (): void => undefined;
    const start = (): void => {
      stop = count(request(opened, window), (tree) => {
        state.value = { opened, window, tree };
      });
    };
    const timer = setTimeout(start, last === null ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
  return state.value?.tree ?? null;
}

function isSame(one: Window | null, other: Window | null): boolean {
  return one === other || (one?.first === other?.first && one?.last === other?.last);
}
