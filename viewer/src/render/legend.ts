// SPDX-License-Identifier: Apache-2.0
// The legend of colours, hatchings and lines, limited to those that occur in the traces. The page,
// exported pictures and print use the same one.
import { ReadyKind } from "../model";
import { blend } from "./colour";
import { measured } from "./canvas";
import { FEW } from "./rows/dense";
import { begins, cross } from "./rows/instants";
import { SvgSurface } from "./svg";
import type { Box, Front, Stroke } from "./surface";
import { SMALL_FONT } from "./surface";
import type { Theme } from "./theme";
import { heldFill, laneColour, readyFill, themeOf } from "./theme";
import type { Scene } from "./types";

/** The parts of a scene that determine its legend. */
export type Explained = Pick<Scene, "trace" | "analysis" | "shows" | "isDark">;

interface Sign {
  readonly text: string;
  readonly draw: (front: Front, box: Box, theme: Theme) => void;
}

const SIGN: Readonly<Pick<Box, "width" | "height">> = { width: 24, height: 11 };
const LINE = 18;
const MARGIN = 10;
const APART = 18;

function colourOf(theme: Theme): string {
  return laneColour(theme, 1);
}

function framed(front: Front, box: Box, fill: string, frame: string): void {
  front.rect(box, fill, 1);
  front.frame(box, frame);
}

function line(front: Front, box: Box, colour: string, height: number): void {
  front.rect({ ...box, y: box.y + (box.height - height) / 2, height }, colour, 1);
}

const RUNS: Sign = {
  text: "runs",
  draw: (front, box, theme) => front.rect(box, colourOf(theme), 1),
};
const READY: Sign = {
  text: "ready",
  draw: (front, box, theme) => {
    framed(front, box, readyFill(theme, colourOf(theme)), colourOf(theme));
  },
};
const PREEMPTED: Sign = {
  text: "preempted",
  draw: (front, box, theme) => {
    READY.draw(front, box, theme);
    const style: Stroke = { colour: colourOf(theme), width: 1.2, alpha: 0.6 };
    for (let x = box.x + 1; x + 9 <= box.x + box.width; x += 5) {
      front.line(x, box.y + box.height - 1, x + 9, box.y + 1, style);
    }
  },
};
const WAITS: Sign = {
  text: "waits",
  draw: (front, box, theme) => line(front, box, blend(colourOf(theme), theme.ground, 0.5), 2),
};
const HELD_OFF: Sign = {
  text: "held off",
  draw: (front, box, theme) => framed(front, box, heldFill(theme), theme.heldOff),
};
const INTERRUPTS_OFF: Sign = {
  text: "interrupts off",
  draw: (front, box, theme) => line(front, box, theme.interrupt, 4),
};
const PREEMPTION_OFF: Sign = {
  text: "preemption off",
  draw: (front, box, theme) => line(front, box, theme.heldOff, 4),
};
const INTERRUPT: Sign = {
  text: "interrupt",
  draw: (front, box, theme) => front.rect(box, theme.interrupt, 1),
};
const EVENTS: Sign = {
  text: "events, or how many",
  draw: (front, box, theme) => {
    for (const x of [3, 8, 11, 18]) {
      front.rect({ x: box.x + x, y: box.y + 5, width: 1, height: 6 }, theme.text, 0.8);
    }
  },
};
const CROWDED: Sign = {
  text: "many in a column: their shares",
  draw: (front, box, theme) => {
    [7, 5, 8, 4, 6, 5].forEach((height, column) => {
      const pile = { x: box.x + 4 * column, width: 4 };
      const ready = readyFill(theme, colourOf(theme));
      front.rect({ ...pile, y: box.y, height: box.height }, ready, 1);
      front.rect({ ...pile, y: box.y + box.height - height, height }, colourOf(theme), 1);
    });
  },
};
const LONGEST: Sign = {
  text: "longest time ready; flag: of all",
  draw: (front, box, theme) => {
    const heights = [3, 4, 3, 9, 4, 3];
    heights.forEach((height, column) => {
      const x = box.x + 4 * column;
      front.rect({ x, y: box.y + box.height - height, width: 4, height: 1.5 }, theme.text, 0.85);
    });
    const [x, y] = [box.x + 14, box.y];
    front.polygon([x - 4, y - 4, x + 4, y - 4, x, y + 2], theme.text, 1);
  },
};
const WAKES: Sign = {
  text: "wake-up, run",
  draw: (front, { x, y, width, height }, theme) => {
    front.curve(x + 2, y, x + width - 4, y + height, { colour: theme.soft, width: 1, alpha: 1 });
    const [tip, foot] = [x + width - 4, y + height];
    front.polygon([tip - 3, foot - 5, tip, foot, tip + 3, foot - 5], theme.soft, 1);
  },
};
const INVERSION: Sign = {
  text: "priority inversion",
  draw: (front, box, theme) => {
    front.rect(box, theme.late, 0.12);
    front.rect({ ...box, height: 2 }, theme.late, 1);
    front.rect({ ...box, width: 1.5 }, theme.late, 1);
  },
};
const RELEASE: Sign = {
  text: "release",
  draw: (front, { x, y, height }, theme) => {
    front.rect({ x: x + 11.5, y: y + 1, width: 1, height: height - 1 }, theme.text, 0.9);
    front.polygon([x + 8.5, y + 5, x + 12, y - 0.5, x + 15.5, y + 5], theme.text, 0.9);
  },
};
const MISS: Sign = {
  text: "deadline missed",
  draw: (front, { x, y, height }, theme) => {
    front.rect({ x: x + 8, y, width: 1.5, height }, theme.late, 1);
    front.polygon([x + 9, y, x + 18, y + 3.5, x + 9, y + 7], theme.late, 1);
  },
};
const FAULT: Sign = {
  text: "fault",
  draw: (front, { x, y, height }, theme) => cross(front, x + 12, y + height / 2, theme),
};
const RESTART: Sign = {
  text: "begins again",
  draw: (front, { x, y, height }, theme) => begins(front, x + 9, y + height / 2, theme),
};

/** Signs, and the condition under which a trace needs them. */
const SIGNS: readonly (readonly [Sign, (of: Explained) => boolean])[] = [
  [RUNS, () => true],
  [READY, ({ analysis }) => analysis.lanes.some(({ ready }) => ready.count > 0)],
  [PREEMPTED, ({ analysis }) => analysis.lanes.some(({ ready }) => ready.kind.some(isAgain))],
  [WAITS, ({ analysis }) => analysis.lanes.some(({ waiting }) => waiting.count > 0)],
  [
    HELD_OFF,
    ({ analysis, shows }) =>
      shows.heldOff && analysis.lanes.some(({ heldOff }) => heldOff.count > 0),
  ],
  [
    INTERRUPTS_OFF,
    ({ analysis }) => analysis.lanes.some(({ interruptsOff }) => interruptsOff.count > 0),
  ],
  [
    PREEMPTION_OFF,
    ({ analysis }) => analysis.lanes.some(({ preemptionOff }) => preemptionOff.count > 0),
  ],
  [INTERRUPT, ({ analysis }) => analysis.interrupts.some(({ count }) => count > 0)],
  [EVENTS, () => true],
  [WAKES, ({ analysis, shows }) => shows.arrows && analysis.wakeUps.count > 0],
  [INVERSION, ({ analysis, shows }) => shows.inversions && analysis.inversions.count > 0],
  [RELEASE, ({ analysis }) => analysis.lanes.some(({ releases }) => releases.length > 0)],
  [MISS, ({ analysis }) => analysis.lanes.some(({ misses }) => misses.length > 0)],
  [FAULT, ({ analysis }) => analysis.lanes.some(({ faults }) => faults.length > 0)],
  [RESTART, ({ analysis }) => analysis.lanes.some(({ restarts }) => restarts.length > 0)],
  [CROWDED, ({ analysis }) => analysis.lanes.some(({ running }) => running.count > FEW)],
  [LONGEST, ({ analysis }) => analysis.lanes.some(({ ready }) => ready.count > FEW)],
];

const isAgain = (kind: number): boolean => kind !== ReadyKind.Woken;

function signsOf(all: readonly Explained[]): readonly Sign[] {
  return SIGNS.filter(([, isThere]) => all.some(isThere)).map(([sign]) => sign);
}

interface PlacedSign {
  readonly sign: Sign;
  readonly x: number;
  readonly line: number;
}

function placed(all: readonly Explained[], width: number): readonly PlacedSign[] {
  let x = MARGIN;
  let row = 0;
  return signsOf(all).map((sign) => {
    const own = SIGN.width + 6 + measured(sign.text, SMALL_FONT);
    if (x > MARGIN && x + own > width - MARGIN) {
      x = MARGIN;
      row += 1;
    }
    const here = { sign, x, line: row };
    x += own + APART;
    return here;
  });
}

/** The legend as text for screen readers. */
export function legendText(all: readonly Explained[]): string {
  return signsOf(all)
    .map(({ text }) => text)
    .join("; ");
}

/** The height of a legend of a given width. */
export function legendHeight(all: readonly Explained[], width: number): number {
  const signs = placed(all, width);
  return ((signs[signs.length - 1]?.line ?? 0) + 1) * LINE + 8;
}

export function legendFront(front: Front, all: readonly Explained[], width: number): void {
  const theme = themeOf(all[0] ?? { isDark: false });
  front.rect({ x: 0, y: 0, width, height: legendHeight(all, width) }, theme.panel, 1);
  for (const { sign, x, line: row } of placed(all, width)) {
    const y = 4 + row * LINE;
    sign.draw(front, { x, y: y + 4, ...SIGN }, theme);
    front.text(x + SIGN.width + 6, y + 13.5, sign.text, {
      font: SMALL_FONT,
      colour: theme.text,
      anchor: "start",
    });
  }
}

/** The legend as an SVG document. */
export function legendSvg(all: readonly Explained[], width: number): string {
  const surface = new SvgSurface();
  legendFront(surface.front, all, width);
  const height = legendHeight(all, width);
  return SvgSurface.document(width, height, "Legend", surface.part(width, height, 0));
}
