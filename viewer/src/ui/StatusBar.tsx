// SPDX-License-Identifier: Apache-2.0
// The status bar: the selected event and its reason, also for screen readers; the range and the
// markers.
import { signal, useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { instant } from "../model";
import type { Trace } from "../model";
import { whatIsSelected } from "./describe";
import { both, duration, plural } from "./format";
import { active, markerTimes, mode, panes, range, selected, status } from "./state";
import { span } from "./ranges";

/** The announced text changes with the selection only, not with each frame. */
const said = signal("");

export function StatusBar(): VNode {
  useSignalEffect(() => {
    const pane = active.value;
    said.value = pane === null ? "" : whatIsSelected(pane);
  });
  const clockHz = firstTrace()?.clockHz ?? null;
  return (
    <footer class="status">
      <span id="said" class="said" role="status" aria-live="polite" data-testid="said">
        {said.value}
      </span>
      {active.value?.opened.value.isSketch === true && (
        <span class="quiet" data-testid="analysing">
          analysing <progress />
        </span>
      )}
      {status.value !== "" && <span class="live">{status.value}</span>}
      <Marks />
      <span class="quiet" data-testid="span">
        {mode.value === "time"
          ? `visible: ${duration(span(range.value), clockHz)}`
          : `visible: ${plural(Math.round(span(range.value)), "event")}`}
      </span>
    </footer>
  );
}

/** The trace whose time base the page uses. */
function firstTrace(): Trace | undefined {
  return panes.value[0]?.opened.value.trace;
}

/**
 * Reads the trace from the signal instead of props, because Preact keeps old props alive, and with
 * them the columns of a sketch.
 */
function Marks(): VNode | null {
  const trace = firstTrace();
  if (trace === undefined) {
    return null;
  }
  const { clockHz } = trace;
  const [m, n] = markerTimes.value;
  const marked = selected.value;
  return (
    <>
      {marked !== null && <span data-testid="range">range {both(span(marked), clockHz)}</span>}
      {m !== null && <span data-testid="marker-m">M {both(instant(trace, m), clockHz)}</span>}
      {n !== null && <span data-testid="marker-n">N {both(instant(trace, n), clockHz)}</span>}
      {m !== null && n !== null && (
        <strong data-testid="marker-delta">N − M {both(n - m, clockHz)}</strong>
      )}
    </>
  );
}
