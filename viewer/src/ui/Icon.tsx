// SPDX-License-Identifier: Apache-2.0
// The icons of the buttons, as strokes on a 16 x 16 grid.
import type { VNode } from "preact";

const PATHS = {
  fit: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M5 8h6",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  back: "M6 3 2 7l4 4M2 7h8a4 4 0 0 1 0 8H8",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  search: "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M11 11l3 3",
  rows: "M2 4h12M2 8h12M2 12h12",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  share: "M8 2v8M5 5l3-3 3 3M3 9v5h10V9",
  steps: "M2 8h12M5 5L2 8l3 3M11 5l3 3-3 3",
  panel: "M2 3h12v10H2zM10 3v10",
  open: "M2 13V3h4l1.5 2H14v8z",
  close: "M4 4l8 8M12 4l-8 8",
  note: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7v4M8 5v.2",
  check: "M3 8.5l3.5 3.5L13 4.5",
  warning: "M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.8v.2",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
