// SPDX-License-Identifier: Apache-2.0
// A page with only a canvas, to inspect and time the drawing.
import { Engine, engineModule, traceOf } from "../../../src/model";
import type { Analysis, Trace } from "../../../src/model";
import { draw, drawMinimap, hit, picture, rowsHeight, toSvg } from "../../../src/render";
import type { Hit, Row, Scene } from "../../../src/render";
import { synthetic } from "../../model/synthetic";
import { sceneOf } from "../invented";

let trace: Trace | null = null;
let analysis: Analysis | null = null;

/** The options of a test. Defaults are those of makeScene. */
export interface Wish extends Partial<Scene> {
  /** The visible part of the trace, as fractions 0 .. 1. */
  readonly part?: readonly [number, number];
  readonly open?: readonly number[];
  readonly objects?: boolean;
  readonly ratio?: number;
}

function rowsOf(wish: Wish, of: Trace): Row[] {
  const row = (kind: Row["kind"], place: number, isOpen = false): Row => ({
    kind,
    place,
    isPinned: false,
    isOpen,
  });
  const cores = Array.from({ length: of.cores }, (_, core) => [
    row("core", core),
    row("interrupts", core),
  ]);
  const lanes = of.lanes.map((_, lane) => row("lane", lane, wish.open?.includes(lane)));
  const [idle, ...threads] = lanes;
  const objects = of.objects.flatMap((object, place) =>
    object.kind === "thread" || wish.objects === false ? [] : [row("object", place)],
  );
  const signals = (wish.signals ?? []).map((_, place) => row("signal", place));
  return [
    ...cores.flat(),
    ...threads,
    ...(idle === undefined ? [] : [idle]),
    ...objects,
    ...signals,
  ];
}

function makeScene(wish: Wish): Scene {
  if (trace === null || analysis === null) {
    throw new Error("nothing is loaded");
  }
  const mode = wish.mode ?? "time";
  const length = mode === "time" ? (trace.time[trace.count - 1] ?? 1) : trace.count;
  const [from, to] = wish.part ?? [0, 1];
  return {
    trace,
    analysis,
    mode,
    range: { begin: from * length, end: to * length },
    rows: rowsOf(wish, trace),
    signals: [],
    top: 0,
    stretch: 1,
    width: 1600,
    height: 900,
    found: null,
    focus: { event: null, range: null, lane: null, object: null },
    hover: null,
    markers: [],
    shows: { arrows: true, heldOff: true, inversions: true },
    isDark: false,
    ...wish,
  };
}

function canvasOf(
  id: string,
  width: number,
  height: number,
  ratio: number,
): CanvasRenderingContext2D {
  const canvas = document.getElementById(id);
  if (!(canvas instanceof HTMLCanvasElement)) {
    throw new Error(`no canvas ${id}`);
  }
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  if (context === null) {
    throw new Error("no 2D context");
  }
  return context;
}

function show(wish: Wish): { rows: number } {
  const scene = makeScene(wish);
  const ratio = wish.ratio ?? 1;
  draw(canvasOf("picture", scene.width, scene.height, ratio), scene);
  drawMinimap(canvasOf("minimap", scene.width, 56, ratio), scene, scene.width, 56);
  return { rows: rowsHeight(scene) };
}

/**
 * The duration in milliseconds of each frame of a zoom and a pan: the calls, and with reading a
 * pixel back. The minimum of several tries, because other programs use the machine too. No two
 * frames show the same range.
 */
async function frames(wish: Wish, count: number, tries: number): Promise<number[]> {
  const times: number[] = [];
  const context = canvasOf("picture", 1600, 900, 1);
  for (let number = 0; number < count; number++) {
    const zoom = 0.95 ** Math.min(number, count / 2);
    const from = 0.4 * (1 - zoom) + zoom * 0.01 * Math.max(number - count / 2, 0);
    let least = Infinity;
    for (let attempt = 0; attempt < tries; attempt++) {
      const aside = zoom * 1e-5 * attempt;
      await new Promise(requestAnimationFrame);
      const begin = performance.now();
      draw(context, makeScene({ ...wish, part: [from + aside, from + aside + zoom] }));
      context.getImageData(800, 450, 1, 1);
      least = Math.min(least, performance.now() - begin);
    }
    times.push(least);
  }
  return times;
}

async function read(bytes: Uint8Array, name: string): Promise<string> {
  const engine = await Engine.start(await engineModule());
  engine.read(bytes, name);
  engine.analyse(name);
  ({ trace, analysis } = traceOf(engine, name));
  return describeTrace(trace);
}

const bench = {
  load(base64: string, name: string): Promise<string> {
    return read(
      Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
      name,
    );
  },
  synthetic(events: number, threads: number): Promise<string> {
    return read(synthetic({ events, threads }), "synthetic");
  },
  show,
  showInvented(some: Partial<Scene>): void {
    const scene = sceneOf({ width: 1600, height: 900, ...some });
    [trace, analysis] = [scene.trace, scene.analysis];
    draw(canvasOf("picture", scene.width, scene.height, 1), scene);
    drawMinimap(canvasOf("minimap", scene.width, 56, 1), scene, scene.width, 56);
  },
  inventedSvg: (some: Partial<Scene>): string =>
    toSvg([sceneOf({ width: 1600, height: 900, ...some })]),
  frames,
  svg: (wish: Wish): string => toSvg([makeScene(wish)]),
  picture: (wish: Wish): string => picture(makeScene(wish)),
  hit: (wish: Wish, x: number, y: number): Hit => hit(makeScene(wish), x, y),
};

function describeTrace(of: Trace): string {
  return `${of.count} events, ${of.lanes.length} lanes, ${of.objects.length} objects`;
}

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
