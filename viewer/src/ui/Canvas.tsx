// SPDX-License-Identifier: Apache-2.0
// The picture of one trace: draws when something changed, and turns what the pointer does into actions.
import { useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { draw } from "./parts";
import { watchPointer } from "./pointer";
import { activePlace, panes } from "./state";
import type { Pane } from "./state";
import { HoverCard } from "./HoverCard";
import { plural } from "./format";

export function Canvas({ pane }: { readonly pane: Pane }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useSize(box, pane);
  useDrawing(canvas, pane);
  useEffect(
    () => (canvas.current === null ? undefined : watchPointer(canvas.current, pane)),
    [pane],
  );
  const { name } = pane.opened.value;
  const isActive = panes.value.length > 1 && panes.value[activePlace.value] === pane;
  return (
    <div class={`pane ${isActive ? "is-active" : ""}`} ref={box} data-testid="pane">
      {panes.value.length > 1 && <PaneName name={name} />}
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-roledescription="trace"
        aria-label={labelOf(pane)}
        aria-describedby="said"
        data-testid="canvas"
        onFocus={() => (activePlace.value = Math.max(panes.value.indexOf(pane), 0))}
      />
      <HoverCard pane={pane} />
    </div>
  );
}

function labelOf(pane: Pane): string {
  const { trace, name } = pane.opened.value;
  const what = `${plural(trace.count, "event")}, ${plural(trace.lanes.length - 1, "thread")}`;
  return `${name}: ${what}. Arrow keys go from event to event; question mark lists all keys.`;
}

function PaneName({ name }: { readonly name: string }): VNode {
  return <div class="pane-name">{name}</div>;
}

function useSize(box: { readonly current: HTMLDivElement | null }, pane: Pane): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      pane.size.value = { width: element.clientWidth, height: element.clientHeight };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
}

/** Draws at the next frame after a change, and not at all while nothing changes. */
function useDrawing(canvas: { readonly current: HTMLCanvasElement | null }, pane: Pane): void {
  const frame = useRef(0);
  useSignalEffect(() => {
    const scene = pane.scene.value;
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext("2d", { alpha: false }) ?? null;
      if (element !== null && context !== null) {
        fitCanvas(element, scene.width, scene.height);
        context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
        draw(context, scene);
      }
    });
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
}

/** As many dots as the screen has for that size. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [dotsX, dotsY] = [
    Math.round(width * devicePixelRatio),
    Math.round(height * devicePixelRatio),
  ];
  if (canvas.width !== dotsX || canvas.height !== dotsY) {
    canvas.width = dotsX;
    canvas.height = dotsY;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
}
