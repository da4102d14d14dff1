// SPDX-License-Identifier: Apache-2.0
// Navigation through the findings of the engine.
import { batch } from "@preact/signals";
import { sinceOldest } from "../model";
import { openTab, selectEvent, zoomToTimes } from "./actions";
import { active, tab } from "./state";
import type { Pane } from "./state";

/** Shows the place of a finding and selects its event. */
export function showFinding(pane: Pane, place: number): void {
  const { trace } = pane.opened.value;
  const finding = trace.queries.findings()[place];
  if (finding === undefined) {
    return;
  }
  batch(() => {
    pane.finding.value = place;
    if (finding.event >= 0) {
      selectEvent(pane, finding.event);
      tab.value = "findings"; // the list of findings remains visible
    }
    if (finding.end > finding.begin) {
      zoomToTimes(pane, sinceOldest(trace, finding.begin), sinceOldest(trace, finding.end));
    }
  });
}

/** Shows the next or previous finding and the list. The last finding is followed by the first. */
export function stepFinding(direction: 1 | -1): void {
  const pane = active.value;
  const count = pane === null ? 0 : pane.opened.value.trace.queries.findings().length;
  if (pane === null || count === 0) {
    return;
  }
  const from = pane.finding.value ?? (direction === 1 ? -1 : 0);
  openTab("findings");
  showFinding(pane, (from + direction + count) % count);
}
