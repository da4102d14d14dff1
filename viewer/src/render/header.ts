// SPDX-License-Identifier: Apache-2.0
// The column of names at the left: name and colour of a row, priority of a thread, fill of an
// object.
import { priorityText } from "../model";
import type { Lane, Trace } from "../model";
import type { Frame } from "./frame";
import type { Placed } from "./layout";
import { pinnedBottom, RULER_HEIGHT } from "./layout";
import { nameWidth } from "./scale";
import type { Box } from "./surface";
import { BOLD_FONT, ellipsised, NAME_FONT, NUMBER_FONT, SMALL_FONT } from "./surface";
import { laneColour } from "./theme";
import type { Scene } from "./types";
import { chartBox, urgencySpan } from "./rows/chart";
import { fillMax, fillNote, objectBox } from "./rows/object";
import { signalBox, signalSpan } from "./rows/signal";

const MARGIN = 10;

/** The full name of a row, which its hover card shows. */
export function rowName(scene: Scene, index: number): string {
  const row = scene.rows[index];
  const { trace, signals } = scene;
  switch (row?.kind) {
    case "core":
      return trace.cores > 1 ? `Core ${row.place}` : "Who runs";
    case "interrupts":
      return trace.cores > 1 ? `Interrupts, core ${row.place}` : "Interrupts";
    case "lane":
      return trace.lanes[row.place]?.name ?? "";
    case "object":
      return trace.objects[row.place]?.name ?? "";
    case "signal":
      return signals[row.place]?.name ?? "";
    default:
      return "";
  }
}

/** The note beside a name: priority and threshold, or kind and greatest fill. */
export function rowNote(scene: Scene, index: number): string {
  const row = scene.rows[index];
  const { trace, analysis } = scene;
  if (row?.kind === "lane" && row.place > 0) {
    const lane = trace.lanes[row.place];
    return lane === undefined ? "" : urgency(trace, lane);
  }
  if (row?.kind === "object") {
    const object = trace.objects[row.place];
    const steps = analysis.fills[row.place] ?? null;
    const most = steps === null || object?.kind === "mutex" ? "" : ` ${fillNote(object, steps)}`;
    return `${object?.kind ?? ""}${most}`;
  }
  return "";
}

/**
 * The note of a row from the longest form to the shortest. The name of an object is more important
 * than its note.
 */
function shorterNotes(scene: Scene, index: number): string[] {
  const note = rowNote(scene, index);
  const row = scene.rows[index];
  if (row?.kind !== "object") {
    return [note];
  }
  const kind = scene.trace.objects[row.place]?.kind ?? "";
  return [note, note.slice(kind.length).trim(), ""];
}

/** "P5", or "P5 T3" if the preemption threshold is 3. */
function urgency(trace: Trace, { priority, threshold }: Lane): string {
  if (priority === null) {
    return "";
  }
  if (priority in trace.priorities) {
    return priorityText(trace, priority);
  }
  const isRaised = threshold !== null && threshold < priority;
  return isRaised ? `P${priority} T${threshold}` : `P${priority}`;
}

export function rowColour(frame: Frame, placed: Placed): string {
  const { theme } = frame;
  switch (placed.row.kind) {
    case "lane":
      return laneColour(theme, placed.row.place);
    case "interrupts":
      return theme.interrupt;
    case "signal":
      return theme.accent;
    default:
      return theme.axis;
  }
}

/** The box in which the name of a row is drawn. */
export function nameClip(scene: Scene, placed: Placed): Box {
  const limit = placed.row.isPinned ? RULER_HEIGHT : pinnedBottom(scene);
  const y = Math.max(placed.top, limit);
  const height = Math.max(Math.min(placed.top + placed.height, scene.height) - y, 0);
  return { x: 0, y, width: nameWidth(scene), height };
}

export function isFocused(scene: Scene, placed: Placed): boolean {
  const { kind, place } = placed.row;
  return (
    (kind === "lane" && place === scene.focus.lane) ||
    (kind === "object" && place === scene.focus.object)
  );
}

export function nameGround(frame: Frame, placed: Placed): void {
  const { ground } = frame.surface;
  const { theme, scene } = frame;
  const width = frame.scale.left;
  const box = { x: 0, y: placed.top, width, height: placed.height };
  ground.fill(box, isFocused(scene, placed) ? theme.focus : theme.panel, 1);
  ground.fill(
    { ...box, width: 4, y: box.y + 1, height: box.height - 2 },
    rowColour(frame, placed),
    1,
  );
  ground.fill({ ...box, y: box.y + box.height - 1, height: 1 }, theme.grid, 1);
  ground.fill({ ...box, x: width - 1, width: 1 }, theme.grid, 1);
}

export function nameFront(frame: Frame, placed: Placed): void {
  const { front } = frame.surface;
  const { theme, scene } = frame;
  const noteFont = placed.row.kind === "lane" ? NUMBER_FONT : SMALL_FONT;
  const font = isFocused(scene, placed) ? { ...BOLD_FONT, size: 13 } : NAME_FONT;
  const wanted = rowName(scene, placed.index);
  const roomBeside = (text: string): number =>
    frame.scale.left - 2 * MARGIN - 4 - (text === "" ? 0 : front.textWidth(text, noteFont) + 8);
  const notes = shorterNotes(scene, placed.index);
  const fits = (text: string): boolean => front.textWidth(wanted, font) <= roomBeside(text);
  const note = notes.find(fits) ?? notes[notes.length - 1]!;
  const name = ellipsised(front, wanted, font, roomBeside(note));
  const baseline = placed.top + placed.body / 2 + 4.5;
  front.text(MARGIN + 2, baseline, name, { font, colour: theme.text, anchor: "start" });
  const right = frame.scale.left - MARGIN;
  front.text(right, baseline, note, { font: noteFont, colour: theme.soft, anchor: "end" });
  if (placed.row.isOpen) {
    openNotes(frame, placed);
  }
}

/** The labels of the axis of an open row, and the legend of its lines. */
function openNotes(frame: Frame, placed: Placed): void {
  const { scene, theme } = frame;
  const { kind, place } = placed.row;
  if (kind === "lane" && place > 0) {
    const box = chartBox(frame, placed);
    const [least, most] = urgencySpan(scene);
    axisNotes(frame, box, priorityText(scene.trace, most), priorityText(scene.trace, least));
    legend(frame, box.y + 18, "priority", laneColour(theme, place));
    legend(frame, box.y + 34, "level", theme.text);
  }
  const signal = kind === "signal" ? scene.signals[place] : undefined;
  if (signal !== undefined) {
    const [least, most] = signalSpan(signal).map((value) => String(Number(value.toPrecision(6))));
    const { y, height, ...box } = signalBox(frame, placed);
    axisNotes(frame, { ...box, y: y + 16, height: height - 16 }, most ?? "", least ?? "");
  }
  const steps = kind === "object" ? (scene.analysis.fills[place] ?? null) : null;
  const object = scene.trace.objects[place];
  if (steps !== null && object?.kind !== "mutex") {
    const { y, height, ...box } = objectBox(frame, placed);
    axisNotes(frame, { ...box, y: y + 16, height: height - 16 }, String(fillMax(steps)), "0");
  }
}

function axisNotes(frame: Frame, box: Box, top: string, bottom: string): void {
  axisNote(frame, box.y + 8, top);
  axisNote(frame, box.y + box.height, bottom);
}

function axisNote({ surface, scale, theme }: Frame, baseline: number, text: string): void {
  const style = { font: { ...NUMBER_FONT, size: 11 }, colour: theme.soft, anchor: "end" } as const;
  surface.front.text(scale.left - 5, baseline, text, style);
}

function legend({ surface, theme }: Frame, baseline: number, text: string, colour: string): void {
  surface.front.rect({ x: MARGIN + 2, y: baseline - 5, width: 14, height: 2.5 }, colour, 1);
  const style = { font: SMALL_FONT, colour: theme.soft, anchor: "start" } as const;
  surface.front.text(MARGIN + 22, baseline, text, style);
}
