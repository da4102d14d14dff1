// SPDX-License-Identifier: Apache-2.0
// What the engine has found in a trace, and the way from one to the next.
import { batch } from "@preact/signals";
import { sinceOldest } from "../model";
import type { Trace } from "../model";
import { openTab, selectEvent, zoomToTimes } from "./actions";
import { active, tab } from "./state";
import type { Pane } from "./state";

/** Whether there is something that its reader should know at once. */
export function isSerious(trace: Trace): boolean {
  return trace.told.findings().some(({ severity }) => severity !== "note");
}

/** Goes where a finding is, and selects its event. */
export function showFinding(pane: Pane, place: number): void {
  const { trace } = pane.opened.value;
  const finding = trace.told.findings()[place];
  if (finding === undefined) {
    return;
  }
  batch(() => {
    pane.finding.value = place;
    if (finding.event >= 0) {
      selectEvent(pane, finding.event);
      tab.value = "findings"; // the list stays beside the place
    }
    if (finding.end > finding.begin) {
      zoomToTimes(pane, sinceOldest(trace, finding.begin), sinceOldest(trace, finding.end));
    }
  });
}

/** To the next or previous finding, with the list beside it; behind the last one is the first. */
export function stepFinding(direction: 1 | -1): void {
  const pane = active.value;
  const count = pane === null ? 0 : pane.opened.value.trace.told.findings().length;
  if (pane === null || count === 0) {
    return;
  }
  const from = pane.finding.value ?? (direction === 1 ? -1 : 0);
  openTab("findings");
  showFinding(pane, (from + direction + count) % count);
}
