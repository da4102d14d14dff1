// SPDX-License-Identifier: Apache-2.0
// A canvas without a browser: the ground is real pixels; of the front, the texts are recorded.
import { draw } from "../../src/render";
import type { Scene } from "../../src/render";

export interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: string;
  readonly font: string;
  readonly colour: string;
}

export interface Drawn {
  readonly words: readonly Word[];
  /** The colour of the ground at a pixel of the canvas, as #rrggbb. */
  colourAt(x: number, y: number): string;
}

class FakeContext {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly words: Word[] = [];
  image: {
    readonly width: number;
    readonly height: number;
    readonly data: Uint8ClampedArray;
  } | null = null;
  font = "";
  fillStyle = "";
  strokeStyle = "";
  textAlign = "left";
  textBaseline = "";
  lineJoin = "";
  lineWidth = 1;
  globalAlpha = 1;

  constructor(width: number, height: number) {
    this.canvas = { width, height };
  }

  createImageData(width: number, height: number): FakeContext["image"] {
    return { width, height, data: new Uint8ClampedArray(width * height * 4) };
  }

  putImageData(image: FakeContext["image"]): void {
    this.image = image;
  }

  fillText(text: string, x: number, y: number): void {
    const { textAlign: align, font, fillStyle: colour } = this;
    this.words.push({ text, x, y, align, font, colour });
  }
}

const NOTHING = [
  "setTransform",
  "save",
  "restore",
  "beginPath",
  "rect",
  "clip",
  "fillRect",
  "moveTo",
  "lineTo",
  "bezierCurveTo",
  "fill",
  "stroke",
  "setLineDash",
];

/** The scene drawn on a canvas with a number of device pixels per CSS pixel. */
export function drawn(scene: Scene, ratio = 1): Drawn {
  const context = new FakeContext(scene.width * ratio, scene.height * ratio);
  for (const name of NOTHING) {
    Object.defineProperty(context, name, { value: () => undefined });
  }
  draw(context as unknown as CanvasRenderingContext2D, scene);
  const { image, words } = context;
  const colourAt = (x: number, y: number): string => {
    const place = (Math.floor(y) * (image?.width ?? 0) + Math.floor(x)) * 4;
    const bytes = [...(image?.data.subarray(place, place + 3) ?? [])];
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  };
  return { words, colourAt };
}
