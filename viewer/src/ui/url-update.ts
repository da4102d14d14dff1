// SPDX-License-Identifier: Apache-2.0
// Updates the URL 300 ms after the last change of the view.
import { effect } from "@preact/signals";
import { address } from "../play/state";
import { toHash } from "./url-state";
import { markerTimes, mode, notes, panes, range, searchText, selected } from "./state";

const REST_MS = 300;

let timer: ReturnType<typeof setTimeout> | undefined;
let newest: string | null = null;

/** Updates the URL at once, before it is copied or saved. */
export function settleUrl(): void {
  clearTimeout(timer);
  if (newest !== null) {
    history.replaceState(null, "", newest);
    newest = null;
  }
}

export function updateUrl(): void {
  effect(() => {
    const pane = panes.value[0];
    if (pane === undefined) {
      return;
    }
    const { name, trace } = pane.opened.value;
    newest =
      address.value ??
      toHash({
        file: name,
        mode: mode.value,
        range: range.value,
        event: pane.event.value,
        selected: selected.value,
        markers: markerTimes.value,
        search: searchText.value,
        notes: notes.value,
        clockHz: trace.origin === "threadx" ? trace.clockHz : null,
      });
    clearTimeout(timer);
    timer = setTimeout(settleUrl, REST_MS);
  });
}
