// SPDX-License-Identifier: Apache-2.0
// What long lists share: their room on the page, and the keys that go through them.
import { useEffect } from "preact/hooks";
import { ROW_PIXELS } from "./scrolling";

export interface Box {
  readonly current: HTMLDivElement | null;
}

/** Height of a box without its head. */
export function useRoom(box: Box, room: { value: number }): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      room.value = (box.current?.clientHeight ?? 400) - ROW_PIXELS;
    });
    if (box.current !== null) {
      observer.observe(box.current);
    }
    return () => observer.disconnect();
  }, []);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: -Infinity,
  End: Infinity,
};

/** The row to which a key leads from another one (-1: from none); null: it is no such key. */
export function rowAfter(event: KeyboardEvent, row: number, length: number): number | null {
  const by = STEPS[event.key];
  if (by === undefined || length === 0) {
    return null;
  }
  event.preventDefault();
  return Math.min(Math.max(row + by, 0), length - 1);
}
