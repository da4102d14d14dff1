// SPDX-License-Identifier: Apache-2.0
// The whole trace as a strip, with the visible range as a window that can be dragged.
import { useSignal, useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { fitCanvas } from "./Canvas";
import { show } from "./actions";
import { drawMinimap, minimapPosition } from "./adapters";
import { active, offsetOf, mode, range, shift, fullRange } from "./state";
import type { Pane } from "./state";
import { fit, keepInside, span } from "./ranges";
import type { Range } from "../render/types";

const HEIGHT = 40;

export function Minimap(): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = entry?.contentRect.width ?? 0));
    if (box.current !== null) {
      observer.observe(box.current);
    }
    return () => observer.disconnect();
  }, []);
  const frame = useRef(0);
  useSignalEffect(() => {
    const pane = active.value;
    const scene = pane?.scene.value;
    const shown = pane === null ? undefined : shownBy(pane);
    const wide = width.value;
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext("2d", { alpha: false }) ?? null;
      if (element !== null && context !== null && scene !== undefined && wide > 0) {
        fitCanvas(element, wide, HEIGHT);
        drawMinimap(context, scene, wide, HEIGHT, shown);
      }
    });
  });
  return (
    <div class="minimap" ref={box} data-testid="minimap">
      <canvas
        ref={canvas}
        role="img"
        aria-label="The whole trace; the visible part is marked"
        onPointerDown={(event) => startDrag(event)}
      />
    </div>
  );
}

/** Drags the window. If the drag starts outside of it, the window moves to the pointer first. */
function startDrag(event: PointerEvent): void {
  const canvas = event.currentTarget as HTMLCanvasElement;
  const at = (x: number): number => placeAt(canvas, x);
  const start = at(event.clientX);
  const isInside = start >= range.value.begin && start <= range.value.end;
  const grip = isInside ? start - range.value.begin : span(range.value) / 2;
  const follow = (x: number): void => {
    const begin = at(x) - grip;
    range.value = keepInside({ begin, end: begin + span(range.value) }, fullRange.value);
  };
  show(range.value);
  follow(event.clientX);
  canvas.setPointerCapture(event.pointerId);
  const stop = new AbortController();
  canvas.addEventListener("pointermove", (move) => follow(move.clientX), { signal: stop.signal });
  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, () => stop.abort(), { signal: stop.signal });
  }
}

/**
 * The range of all traces with margins, on the axis of a pane: the initial range of the picture.
 */
function shownBy(pane: Pane): Range {
  return shift(fit(fullRange.value), -offsetOf(pane, mode.value));
}

/** The position on the axis of the page under a pixel of the screen. */
function placeAt(canvas: HTMLCanvasElement, x: number): number {
  const pane = active.value;
  const box = canvas.getBoundingClientRect();
  if (pane === null) {
    return 0;
  }
  const place = minimapPosition(pane.scene.value, box.width, x - box.left, shownBy(pane));
  return place + offsetOf(pane, mode.value);
}
