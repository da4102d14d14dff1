// SPDX-License-Identifier: Apache-2.0
// Implements Surface as SVG. Equal adjacent columns become one line of a path, so that the picture
// of a million events is not larger than one of a thousand.
import { cssFont, measured } from "./canvas";
import type {
  Anchor,
  Box,
  Font,
  Front,
  Ground,
  Layer,
  Profile,
  Stroke,
  Surface,
  TextStyle,
} from "./surface";
import { strengthOf } from "./surface";

/** Number of shades of a strip. More are not distinguishable, fewer make smaller files. */
const SHADES = 5;
const HATCH = 6;

/**
 * Escapes text for content and attribute values. Characters that XML cannot represent are removed.
 */
export function escaped(text: string): string {
  const legal = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
  return legal.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A coordinate, rounded to a hundredth of a pixel. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Definitions that elements refer to. */
class Definitions {
  private readonly ids = new Map<string, string>();
  private readonly texts: string[] = [];
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** The id of a definition. Equal definitions share one. */
  add(kind: string, make: (id: string) => string): string {
    const known = this.ids.get(kind);
    if (known !== undefined) {
      return known;
    }
    const id = `${this.prefix}d${this.ids.size}`;
    this.ids.set(kind, id);
    this.texts.push(make(id));
    return id;
  }

  get text(): string {
    return this.texts.join("");
  }
}

/** Elements in groups, each of which has a clip. */
class Groups {
  private readonly parts: string[] = [];
  private readonly definitions: Definitions;
  private clipId = "";
  private isOpen = false;

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  clip(box: Box): void {
    const shape = `x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}"`;
    const id = this.definitions.add(
      shape,
      (own) => `<clipPath id="${own}"><rect ${shape}/></clipPath>`,
    );
    if (id !== this.clipId) {
      this.close();
      this.clipId = id;
    }
  }

  add(element: string): void {
    if (!this.isOpen && this.clipId !== "") {
      this.parts.push(`<g clip-path="url(#${this.clipId})">`);
      this.isOpen = true;
    }
    this.parts.push(element);
  }

  private close(): void {
    if (this.isOpen) {
      this.parts.push("</g>\n");
      this.isOpen = false;
    }
  }

  get text(): string {
    this.close();
    return this.parts.join("");
  }
}

function rect({ x, y, width, height }: Box, colour: string, alpha: number): string {
  if (width <= 0 || height <= 0) {
    return "";
  }
  const place = `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`;
  return `<rect ${place} fill="${colour}"${opacity("fill", alpha)}/>`;
}

function opacity(what: "fill" | "stroke", alpha: number): string {
  return alpha >= 1 ? "" : ` ${what}-opacity="${n(alpha)}"`;
}

class SvgGround implements Ground {
  readonly ratio = 1;
  readonly groups: Groups;
  private readonly definitions: Definitions;

  constructor(definitions: Definitions) {
    this.definitions = definitions;
    this.groups = new Groups(definitions);
  }

  clip(box: Box): void {
    this.groups.clip(box);
  }

  fill(box: Box, colour: string, alpha: number): void {
    this.groups.add(rect(box, colour, alpha));
  }

  /** Draws a line as thick as the box for each strength. */
  strip(box: Box, level: Uint8Array, colour: string, floor: number): void {
    const shades = Array.from({ length: SHADES + 1 }, () => new Line(box));
    let begin = 0;
    for (let column = 1; column <= level.length; column++) {
      const shade = shadeOf(level[begin] ?? 0);
      if (column === level.length || shadeOf(level[column] ?? 0) !== shade) {
        shades[shade]?.run(begin, column);
        begin = column;
      }
    }
    for (let shade = 1; shade <= SHADES; shade++) {
      const path = shades[shade]?.path ?? "";
      if (path !== "") {
        const alpha = strengthOf((shade / SHADES) * 255, floor);
        const stroke = `stroke="${colour}" stroke-width="${n(box.height)}"${opacity("stroke", alpha)}`;
        this.groups.add(`<path d="${path}" ${stroke}/>`);
      }
    }
  }

  /** Draws from the highest pile down, so that each layer covers the bottom of those above it. */
  stack(box: Box, layers: readonly Layer[], isWanted?: Uint8Array): void {
    const columns = layers[0]?.share.length ?? 0;
    const pile = new Float64Array(columns);
    const areas = layers.map(({ share, colour }) => {
      const low = pile.slice();
      share.forEach((part, column) => {
        pile[column] = (pile[column] as number) + (isWanted?.[column] === 0 ? 0 : part);
      });
      return `<path d="${stackPath(box, low, pile)}" fill="${colour}"/>`;
    });
    areas.reverse().forEach((area) => this.groups.add(area.includes('d=""') ? "" : area));
  }

  profiles(box: Box, layers: readonly Profile[]): void {
    layers.forEach(({ low, high, colour, alpha }) => this.profile(box, low, high, colour, alpha));
  }

  profile(box: Box, low: Float32Array, high: Float32Array, colour: string, alpha: number): void {
    const path = bandPath(box, low, high);
    if (path !== "") {
      this.groups.add(`<path d="${path}" fill="${colour}"${opacity("fill", alpha)}/>`);
    }
  }

  hatch(box: Box, colour: string, alpha: number, _offset: number): void {
    const size = `width="${HATCH}" height="${HATCH}" patternUnits="userSpaceOnUse"`;
    const stroke = `stroke="${colour}" stroke-opacity="${n(alpha)}" stroke-width="1.5"`;
    const line = `<path d="M0 ${HATCH}L${HATCH} 0" ${stroke}/>`;
    const id = this.definitions.add(`hatch ${colour} ${alpha}`, (own) => {
      return `<pattern id="${own}" ${size}>${line}</pattern>`;
    });
    this.groups.add(rect(box, `url(#${id})`, 1));
  }
}

function shadeOf(level: number): number {
  return level === 0 ? 0 : Math.max(Math.round((level / 255) * SHADES), 1);
}

/** A path of runs of columns along the middle of a box. */
class Line {
  path = "";
  private end = 0;
  private readonly box: Box;

  constructor(box: Box) {
    this.box = box;
  }

  run(begin: number, end: number): void {
    const { x, y, height } = this.box;
    const move =
      this.path === "" ? `M${n(x + begin)} ${n(y + height / 2)}` : `m${begin - this.end} 0`;
    this.path += `${move}h${end - begin}`;
    this.end = end;
  }
}

/** The path of a layer, from the bottom of the box to the top of its share. */
function stackPath(box: Box, low: Float64Array, high: Float64Array): string {
  const bottom = box.y + box.height;
  const height = (column: number): number => {
    const isThere = (high[column] as number) > (low[column] as number);
    return isThere ? Math.round((high[column] as number) * box.height * 4) / 4 : 0;
  };
  let path = "";
  let from = 0;
  let begin = 0;
  for (let column = 1; column <= high.length; column++) {
    if (column === high.length || height(column) !== height(begin)) {
      const up = height(begin);
      if (up > 0) {
        path += path === "" ? `M${n(box.x + begin)} ${n(bottom)}` : `m${begin - from} 0`;
        path += `v-${n(up)}h${column - begin}v${n(up)}z`;
        from = begin;
      }
      begin = column;
    }
  }
  return path;
}

/** The area between low and high, one outline per run of columns with values. */
function bandPath(box: Box, low: Float32Array, high: Float32Array): string {
  const isKnown = (column: number): boolean => high[column] === high[column];
  let path = "";
  let begin = 0;
  for (let column = 1; column <= high.length; column++) {
    if (column === high.length || isKnown(column) !== isKnown(begin)) {
      path += isKnown(begin) ? outline(box, low, high, begin, column) : "";
      begin = column;
    }
  }
  return path;
}

/** Follows the upper edge forward and the lower edge back. */
function outline(
  box: Box,
  low: Float32Array,
  high: Float32Array,
  begin: number,
  end: number,
): string {
  const y = (part: number): string => String(Math.round((box.y + (1 - part) * box.height) * 4) / 4);
  let path = `M${n(box.x + begin)} ${y(low[begin] as number)}`;
  for (let column = begin; column < end;) {
    const level = y(high[column] as number);
    const from = column;
    while (column < end && y(high[column] as number) === level) {
      column++;
    }
    path += `V${level}h${column - from}`;
  }
  for (let column = end - 1; column >= begin;) {
    const level = y(low[column] as number);
    const from = column;
    while (column >= begin && y(low[column] as number) === level) {
      column--;
    }
    path += `V${level}h-${from - column}`;
  }
  return `${path}z`;
}

class SvgFront implements Front {
  readonly groups: Groups;

  constructor(definitions: Definitions) {
    this.groups = new Groups(definitions);
  }

  clip(box: Box): void {
    this.groups.clip(box);
  }

  rect(box: Box, colour: string, alpha: number): void {
    this.groups.add(rect(box, colour, alpha));
  }

  frame({ x, y, width, height }: Box, colour: string): void {
    const place = `x="${n(x + 0.5)}" y="${n(y + 0.5)}" width="${n(width - 1)}" height="${n(height - 1)}"`;
    this.groups.add(`<rect ${place} fill="none" stroke="${colour}"/>`);
  }

  line(x0: number, y0: number, x1: number, y1: number, style: Stroke): void {
    this.stroke(`M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}`, style);
  }

  curve(x0: number, y0: number, x1: number, y1: number, style: Stroke): void {
    const middle = n((y0 + y1) / 2);
    this.stroke(
      `M${n(x0)} ${n(y0)}C${n(x0)} ${middle} ${n(x1)} ${middle} ${n(x1)} ${n(y1)}`,
      style,
    );
  }

  polygon(points: readonly number[], colour: string, alpha: number): void {
    const list = points.map(n).join(" ");
    this.groups.add(`<polygon points="${list}" fill="${colour}"${opacity("fill", alpha)}/>`);
  }

  text(x: number, y: number, text: string, { font, colour, anchor }: TextStyle): void {
    if (text !== "") {
      const place = `x="${n(x)}" y="${n(y)}"${ANCHORS[anchor]}`;
      const style = `class="${classOf(font)}" font-size="${font.size}" fill="${colour}"`;
      this.groups.add(`<text ${place} ${style}>${escaped(text)}</text>`);
    }
  }

  textWidth(text: string, font: Font): number {
    return measured(text, font);
  }

  private stroke(path: string, { colour, width, alpha, isDashed }: Stroke): void {
    const dash = isDashed === true ? ' stroke-dasharray="4 3"' : "";
    const style = `stroke="${colour}" stroke-width="${n(width)}"${opacity("stroke", alpha)}${dash}`;
    this.groups.add(`<path d="${path}" fill="none" ${style}/>`);
  }
}

const ANCHORS: Readonly<Record<Anchor, string>> = {
  start: "",
  middle: ' text-anchor="middle"',
  end: ' text-anchor="end"',
};

function classOf(font: Font): string {
  return `${font.isMono ? "m" : "s"}${font.isBold ? " b" : ""}`;
}

/** A Surface that becomes a document, or a part of a document with other parts. */
export class SvgSurface implements Surface {
  readonly ground: Ground;
  readonly front: Front;
  private readonly definitions: Definitions;
  private readonly below: SvgGround;
  private readonly above: SvgFront;

  /** The prefix distinguishes the definitions of several parts of a document. */
  constructor(prefix = "") {
    this.definitions = new Definitions(prefix);
    this.below = new SvgGround(this.definitions);
    this.above = new SvgFront(this.definitions);
    this.ground = this.below;
    this.front = this.above;
  }

  /** The drawing as a part of a document, moved down by y. */
  part(width: number, height: number, y: number): string {
    return (
      `<svg y="${n(y)}" width="${n(width)}" height="${n(height)}">\n` +
      `<defs>${this.definitions.text}</defs>\n` +
      `<g fill="none">${this.below.groups.text}</g>\n${this.above.groups.text}</svg>\n`
    );
  }

  static document(width: number, height: number, title: string, inside: string): string {
    const style = [".s", ".m"]
      .map((name) => `${name}{font-family:${family(name === ".m")}}`)
      .join("");
    const size = `width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n` +
      `<title>${escaped(title)}</title>\n` +
      `<style>${style}.b{font-weight:600}text{white-space:pre}</style>\n${inside}</svg>\n`
    );
  }
}

/** The font families that the canvas uses. */
function family(isMono: boolean): string {
  return cssFont({ size: 0, isBold: false, isMono }).replace("0px ", "");
}
