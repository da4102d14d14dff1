// SPDX-License-Identifier: Apache-2.0
// Goal: a link that is copied right after a move has the new place, and so does a saved page.
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fromHash } from "../../src/ui/url-state";
import { settleUrl, updateUrl } from "../../src/ui/url-update";
import { panes, range } from "../../src/ui/state";
import type { Pane } from "../../src/ui/state";
import { made } from "./small-trace";

let hashes: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  hashes = [];
  vi.stubGlobal("history", {
    replaceState: (_state: null, _title: string, hash: string) => hashes.push(hash),
  });
  const { trace } = made();
  const pane: Partial<Pane> = {
    opened: signal({ name: "made.limen", trace }) as unknown as Pane["opened"],
    event: signal<number | null>(null),
  };
  panes.value = [pane as Pane];
});

afterEach(() => {
  panes.value = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the address is updated some time after a move, or at once when it is copied", () => {
  updateUrl();
  range.value = { begin: 1, end: 5 };
  range.value = { begin: 2, end: 3 };
  expect(hashes).toEqual([]);
  settleUrl();
  expect(hashes.map((hash) => fromHash(hash)?.range)).toEqual([{ begin: 2, end: 3 }]);
  settleUrl();
  vi.runAllTimers();
  expect(hashes).toHaveLength(1);
  range.value = { begin: 4, end: 8 };
  vi.runAllTimers();
  expect(hashes.map((hash) => fromHash(hash)?.range?.begin)).toEqual([2, 4]);
});
