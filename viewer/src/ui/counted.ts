// SPDX-License-Identifier: Apache-2.0
// The statistics that the page shows: of the selected range, or of the whole trace. They are worked
// out when somebody looks at them, and after the range has come to rest.
import { signal } from "@preact/signals";
import { useSignalEffect } from "@preact/signals";
import type { Range } from "../render/types";
import type { Tree } from "./numbers";
import { statistics } from "./parts";
import { selected } from "./state";
import type { Opened, Pane } from "./state";

const REST_MS = 120;

interface Counted {
  readonly opened: Opened;
  readonly range: Range | null;
  readonly tree: Tree;
}

const known = new WeakMap<Pane, ReturnType<typeof signal<Counted | null>>>();

function counted(pane: Pane): ReturnType<typeof signal<Counted | null>> {
  const state = known.get(pane) ?? signal<Counted | null>(null);
  known.set(pane, state);
  return state;
}

/** The selected range in a pane's own ticks; null: the whole. */
export function ownRange(pane: Pane): Range | null {
  const by = pane.timeOffset.value;
  const now = selected.value;
  return now === null ? null : { begin: now.begin - by, end: now.end - by };
}

/** The statistics of now, at once: for files and paper. */
export function countNow(pane: Pane): Tree {
  const opened = pane.opened.value;
  return statistics(opened.trace, opened.analysis, ownRange(pane));
}

/** The statistics of a pane, renewed a moment after the range rests; null: not yet. */
export function useStatistics(pane: Pane): Tree | null {
  const state = counted(pane);
  useSignalEffect(() => {
    const opened = pane.opened.value;
    const range = ownRange(pane);
    const last = state.peek();
    const isNewest = last?.opened === opened && isSame(last.range, range);
    if (isNewest) {
      return undefined;
    }
    const timer = setTimeout(
      () => {
        state.value = { opened, range, tree: statistics(opened.trace, opened.analysis, range) };
      },
      last === null || last === undefined ? 0 : REST_MS,
    );
    return () => clearTimeout(timer);
  });
  return state.value?.tree ?? null;
}

function isSame(one: Range | null, other: Range | null): boolean {
  return one === other || (one?.begin === other?.begin && one?.end === other?.end);
}
