// SPDX-License-Identifier: Apache-2.0
// Implements Surface on a 2D canvas.
import { Pixels } from "./pixels";
import type { Anchor, Box, Font, Front, Ground, Stroke, Surface, TextStyle } from "./surface";

const SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** A font in CSS syntax. */
export function cssFont(font: Font): string {
  return `${font.isBold ? "600 " : ""}${font.size}px ${font.isMono ? MONO : SANS}`;
}

const widths = new Map<string, Map<string, number>>();
const WIDTHS_MAX = 20000;
let ruler: OffscreenCanvasRenderingContext2D | null = null;

/** The width of a text in CSS pixels. Without a browser, an estimate. */
export function measured(text: string, font: Font): number {
  const css = cssFont(font);
  let known = widths.get(css);
  if (known === undefined || known.size > WIDTHS_MAX) {
    known = new Map();
    widths.set(css, known);
  }
  let width = known.get(text);
  if (width === undefined) {
    width = measure(text, font, css);
    known.set(text, width);
  }
  return width;
}

function measure(text: string, font: Font, css: string): number {
  if (ruler === null && typeof OffscreenCanvas !== "undefined") {
    ruler = new OffscreenCanvas(1, 1).getContext("2d");
  }
  if (ruler === null) {
    return text.length * font.size * (font.isMono || font.isBold ? 0.62 : 0.58);
  }
  ruler.font = css;
  return ruler.measureText(text).width;
}

/**
 * A surface of width x height CSS pixels. flush() copies the ground to the canvas below the front.
 */
export class CanvasSurface implements Surface {
  readonly ground: Ground;
  readonly front: Front;
  private readonly image: ImageData;
  private readonly context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D, ratio: number, image: ImageData) {
    this.context = context;
    this.image = image;
    this.ground = new Pixels(image, ratio);
    this.front = new CanvasFront(context);
  }

  flush(): void {
    this.context.putImageData(this.image, 0, 0);
  }
}

export class CanvasFront implements Front {
  private readonly context: CanvasRenderingContext2D;
  private isClipped = false;

  constructor(context: CanvasRenderingContext2D) {
    this.context = context;
    context.textBaseline = "alphabetic";
    context.lineJoin = "round";
  }

  clip(box: Box): void {
    this.unclip();
    this.context.save();
    this.context.beginPath();
    this.context.rect(box.x, box.y, box.width, box.height);
    this.context.clip();
    this.isClipped = true;
  }

  /** Ends the newest clip. A canvas can remove a clip only by restoring its state. */
  unclip(): void {
    if (this.isClipped) {
      this.context.restore();
      this.isClipped = false;
    }
  }

  rect(box: Box, colour: string, alpha: number): void {
    this.paint(colour, alpha);
    this.context.fillRect(box.x, box.y, box.width, box.height);
  }

  frame(box: Box, colour: string): void {
    this.paint(colour, 1);
    const { x, y, width, height } = box;
    this.context.fillRect(x, y, width, 1);
    this.context.fillRect(x, y + height - 1, width, 1);
    this.context.fillRect(x, y + 1, 1, height - 2);
    this.context.fillRect(x + width - 1, y + 1, 1, height - 2);
  }

  line(x0: number, y0: number, x1: number, y1: number, style: Stroke): void {
    this.path(style, () => {
      this.context.moveTo(x0, y0);
      this.context.lineTo(x1, y1);
    });
  }

  curve(x0: number, y0: number, x1: number, y1: number, style: Stroke): void {
    this.path(style, () => {
      const middle = (y0 + y1) / 2;
      this.context.moveTo(x0, y0);
      this.context.bezierCurveTo(x0, middle, x1, middle, x1, y1);
    });
  }

  polygon(points: readonly number[], colour: string, alpha: number): void {
    this.paint(colour, alpha);
    this.context.beginPath();
    for (let place = 0; place + 1 < points.length; place += 2) {
      this.context.lineTo(points[place] as number, points[place + 1] as number);
    }
    this.context.fill();
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    this.paint(style.colour, 1);
    this.context.font = cssFont(style.font);
    this.context.textAlign = ALIGN[style.anchor];
    this.context.fillText(text, x, y);
  }

  textWidth(text: string, font: Font): number {
    return measured(text, font);
  }

  private paint(colour: string, alpha: number): void {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = colour;
  }

  private path(style: Stroke, make: () => void): void {
    this.context.globalAlpha = style.alpha;
    this.context.strokeStyle = style.colour;
    this.context.lineWidth = style.width;
    this.context.setLineDash(style.isDashed === true ? [4, 3] : []);
    this.context.beginPath();
    make();
    this.context.stroke();
  }
}

const ALIGN: Readonly<Record<Anchor, CanvasTextAlign>> = {
  start: "left",
  middle: "center",
  end: "right",
};
