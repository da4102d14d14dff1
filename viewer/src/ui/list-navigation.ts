// SPDX-License-Identifier: Apache-2.0
// Shared by long lists: the height of their rows' area, and keyboard navigation.
import { useEffect } from "preact/hooks";
import { ROW_PIXELS } from "./virtual-scroll";

export interface Box {
  readonly current: HTMLDivElement | null;
}

/** Updates `room` to the height of a box without its header. */
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

/** The row that a key selects after another one (-1: none); null: the key does not navigate. */
export function rowAfter(event: KeyboardEvent, row: number, length: number): number | null {
  const by = STEPS[event.key];
  if (by === undefined || length === 0) {
    return null;
  }
  event.preventDefault();
  return Math.min(Math.max(row + by, 0), length - 1);
}
