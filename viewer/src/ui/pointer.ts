// SPDX-License-Identifier: Apache-2.0
// Wheel, drag and click on the picture. One gesture at a time, told apart when it begins.
import { batch } from "@preact/signals";
import type { Range } from "../render/types";
import { panBy, pick, remember, scrollRows, show, wish, zoom, zoomToTimes } from "./actions";
import { axisAt, hit, nameWidth, timeOf } from "./parts";
import { activePlace, panes, range, rowMenu, selected } from "./state";
import type { Pane } from "./state";
import { drop, rowName } from "./sort";
import { span } from "./view";

/** Pixels that a pointer may wander in a click. */
const CLICK_PIXELS = 3;
const WHEEL_ZOOM = 1.0018;
const PINCH_ZOOM = 1.01;

type Gesture = "pan" | "range" | "row";

interface Drag {
  readonly gesture: Gesture;
  readonly x: number;
  readonly y: number;
  readonly before: Range;
  readonly top: number;
  readonly row: number;
  hasMoved: boolean;
}

/** Listens to a canvas; the result stops it. */
export function watchPointer(canvas: HTMLCanvasElement, pane: Pane): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let drag: Drag | null = null;
  const at = (event: MouseEvent): { readonly x: number; readonly y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("wheel", (event) => wheel(pane, event, at(event).x), {
    signal,
    passive: false,
  });
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button === 0) {
        canvas.setPointerCapture(event.pointerId);
        drag = begin(pane, event, at(event));
      }
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      const { x, y } = at(event);
      if (drag === null) {
        hover(canvas, pane, x, y);
      } else {
        move(pane, drag, x, y);
        canvas.style.cursor = drag.hasMoved && drag.gesture !== "range" ? "grabbing" : "";
      }
    },
    { signal },
  );
  canvas.addEventListener(
    "pointerup",
    (event) => {
      const { x, y } = at(event);
      finish(pane, drag, x, y);
      drag = null;
    },
    { signal },
  );
  canvas.addEventListener("pointercancel", () => (drag = null), { signal });
  canvas.addEventListener("pointerleave", () => (pane.hover.value = null), { signal });
  canvas.addEventListener("dblclick", (event) => doubleClick(pane, at(event).x, at(event).y), {
    signal,
  });
  canvas.addEventListener("contextmenu", (event) => openMenu(pane, event, at(event)), { signal });
  return () => stop.abort();
}

/** Turns of the wheel that follow each other are one zoom for "back". */
const WHEEL_PAUSE_MS = 500;
let lastWheel = 0;

function wheel(pane: Pane, event: WheelEvent, x: number): void {
  event.preventDefault();
  if (event.timeStamp - lastWheel > WHEEL_PAUSE_MS) {
    remember();
  }
  lastWheel = event.timeStamp;
  const scene = pane.scene.value;
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  const dx = event.deltaX * unit;
  const dy = event.deltaY * unit;
  const perPixel = span(range.value) / Math.max(scene.width - nameWidth(scene), 1);
  if (event.ctrlKey) {
    zoom(PINCH_ZOOM ** dy, axisOf(pane, x), false);
  } else if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) {
    panBy((Math.abs(dx) > Math.abs(dy) ? dx : dy) * perPixel);
  } else if (event.altKey || x < nameWidth(scene)) {
    scrollRows(pane, dy);
  } else {
    zoom(WHEEL_ZOOM ** dy, axisOf(pane, x), false);
  }
}

/** A place on the axis of the page under a pixel. */
function axisOf(pane: Pane, x: number): number {
  const scene = pane.scene.value;
  return axisAt(scene, x) + range.value.begin - scene.range.begin;
}

function begin(pane: Pane, event: PointerEvent, { x, y }: { x: number; y: number }): Drag {
  activePlace.value = Math.max(panes.value.indexOf(pane), 0);
  const under = hit(pane.scene.value, x, y);
  const isRange = event.shiftKey || under.what === "ruler";
  const gesture: Gesture = under.what === "name" ? "row" : isRange ? "range" : "pan";
  return {
    gesture,
    x,
    y,
    before: range.value,
    top: pane.top.value,
    row: under.row,
    hasMoved: false,
  };
}

function hover(canvas: HTMLCanvasElement, pane: Pane, x: number, y: number): void {
  const under = hit(pane.scene.value, x, y);
  pane.hover.value = under;
  canvas.style.cursor = CURSORS[under.what] ?? (under.event >= 0 ? "pointer" : "");
}

const CURSORS: Readonly<Record<string, string>> = { name: "pointer", ruler: "text", nothing: "" };

function move(pane: Pane, drag: Drag, x: number, y: number): void {
  drag.hasMoved ||= Math.hypot(x - drag.x, y - drag.y) > CLICK_PIXELS;
  if (!drag.hasMoved) {
    return;
  }
  const scene = pane.scene.value;
  batch(() => {
    pane.hover.value = null;
    if (drag.gesture === "pan") {
      const perPixel = span(drag.before) / Math.max(scene.width - nameWidth(scene), 1);
      panBy(drag.before.begin - (x - drag.x) * perPixel - range.value.begin);
      scrollRows(pane, drag.top - (y - drag.y) - pane.top.value);
    } else if (drag.gesture === "range") {
      const [one, other] = [timeOf(scene, drag.x), timeOf(scene, x)];
      const by = pane.timeOffset.value;
      selected.value = { begin: Math.min(one, other) + by, end: Math.max(one, other) + by };
    } else {
      dragRow(pane, drag, y);
    }
  });
}

/** The dragged row takes the place of the one under the pointer. */
function dragRow(pane: Pane, drag: Drag, y: number): void {
  const scene = pane.scene.value;
  const target = hit(scene, 1, y).row;
  const moved = scene.rows[drag.row];
  if (moved === undefined || target < 0 || target === drag.row) {
    return;
  }
  const names = scene.rows.map(rowName);
  const before = target > drag.row ? (names[target + 1] ?? null) : (names[target] ?? null);
  wish(pane, { dragged: drop(names, rowName(moved), before) });
  (drag as { row: number }).row = target;
}

function finish(pane: Pane, drag: Drag | null, x: number, y: number): void {
  if (drag === null) {
    return;
  }
  if (!drag.hasMoved) {
    pick(pane, hit(pane.scene.value, x, y));
  } else if (drag.gesture === "pan") {
    const now = range.value;
    range.value = drag.before;
    show(now);
  }
}

function doubleClick(pane: Pane, x: number, y: number): void {
  const under = hit(pane.scene.value, x, y);
  const row = pane.rows.value[under.row];
  if (under.what === "name" && row !== undefined) {
    const open = new Set(pane.wishes.value.open);
    if (!open.delete(rowName(row))) {
      open.add(rowName(row));
    }
    wish(pane, { open });
  } else if (under.end > under.begin) {
    zoomToTimes(pane, under.begin, under.end);
  }
}

function openMenu(
  pane: Pane,
  event: MouseEvent,
  at: { readonly x: number; readonly y: number },
): void {
  const row = pane.rows.value[hit(pane.scene.value, at.x, at.y).row];
  if (row !== undefined) {
    event.preventDefault();
    pane.hover.value = null;
    rowMenu.value = { pane, row, x: event.clientX, y: event.clientY };
  }
}
