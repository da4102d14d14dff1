// SPDX-License-Identifier: Apache-2.0
// The picture of one trace: redraws after changes, and maps pointer events to actions.
import { useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Scene } from "../render/types";
import { draw, rowsHeight } from "./adapters";
import { watchPointer } from "./pointer";
import { Sharpness } from "./sharpness";
import { activePlace, panes } from "./state";
import type { Pane } from "./state";
import { HoverCard } from "./HoverCard";
import { MoreRows } from "./MoreRows";
import { both, plural } from "./format";
import { Icon } from "./Icon";
import { closePane } from "./show-trace";

export function Canvas({ pane }: { readonly pane: Pane }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useSize(box, pane);
  useDrawing(canvas, pane);
  useEffect(
    () => (canvas.current === null ? undefined : watchPointer(canvas.current, pane)),
    [pane],
  );
  const isActive = panes.value.length > 1 && panes.value[activePlace.value] === pane;
  return (
    <div class={`pane ${isActive ? "is-active" : ""}`} style={shareOf(pane)} data-testid="pane">
      {panes.value.length > 1 && <PaneName pane={pane} />}
      <div class="picture" ref={box}>
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
        <MoreRows pane={pane} />
        <HoverCard pane={pane} />
      </div>
    </div>
  );
}

/** The height of each of two panes is proportional to what its rows need. */
function shareOf(pane: Pane): { readonly flexGrow: number } {
  return { flexGrow: Math.max(rowsHeight({ rows: pane.rows.value, stretch: 1 }), 1) };
}

function labelOf(pane: Pane): string {
  const { trace, name } = pane.opened.value;
  const what = `${plural(trace.count, "event")}, ${plural(trace.lanes.length - 1, "thread")}`;
  return `${name}: ${what}. Arrow keys go from event to event; question mark lists all keys.`;
}

/** The file name of a pane, and a button that closes it, if there are two panes. */
function PaneName({ pane }: { readonly pane: Pane }): VNode {
  const { name, trace } = pane.opened.value;
  const length = both(trace.time[trace.count - 1] ?? 0, trace.clockHz);
  return (
    <div class="pane-name">
      <strong>{name}</strong>
      <span class="quiet">
        {plural(trace.count, "event")}, {length}
      </span>
      <span class="spring" />
      <button
        type="button"
        title={`Close ${name}`}
        aria-label={`Close ${name}`}
        onClick={() => closePane(pane)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function useSize(box: { readonly current: HTMLDivElement | null }, pane: Pane): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      const before = pane.size.peek();
      if (before.width !== width || before.height !== height) {
        pane.size.value = { width, height };
      }
    };
    // An observer is called after the first picture, which then has to be drawn twice.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
}

/** Draws in the next animation frame after a change, and not at all if nothing changes. */
function useDrawing(canvas: { readonly current: HTMLCanvasElement | null }, pane: Pane): void {
  const frame = useRef(0);
  const sharpness = useRef(new Sharpness());
  const drawSoon = (scene: Scene): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame((now) => {
      const element = canvas.current;
      const context = element?.getContext("2d", { alpha: false }) ?? null;
      if (element !== null && context !== null) {
        const redraw = (): void => drawSoon(pane.scene.peek());
        const ratio = sharpness.current.ratioAt(now, scene.range, redraw);
        fitCanvas(element, scene.width, scene.height, ratio);
        draw(context, scene);
      }
    });
  };
  useSignalEffect(() => drawSoon(pane.scene.value));
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      sharpness.current.stop();
    },
    [],
  );
}

/** Sets the size of a canvas, by default at the resolution of the display. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  ratio = devicePixelRatio,
): void {
  const [dotsX, dotsY] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== dotsX || canvas.height !== dotsY) {
    canvas.width = dotsX;
    canvas.height = dotsY;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    // Repeating pixels is faster than interpolating them.
    canvas.style.imageRendering = ratio < devicePixelRatio ? "pixelated" : "";
  }
}
