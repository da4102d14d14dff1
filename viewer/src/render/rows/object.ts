// SPDX-License-Identifier: Apache-2.0
// The row of an object: its fill over time; for a mutex, its owner.
import type { Steps, TraceObject } from "../../model";
import { textOn } from "../colour";
import type { Frame } from "../frame";
import { greatestOf } from "../extremes";
import { across, boxOf, stepsEnvelope } from "../frame";
import type { Placed } from "../layout";
import { shapeOf } from "../layout";
import { memo } from "../memo";
import { positionOfEvent } from "../scale";
import type { Spans } from "../strip";
import { forWide, stripOf, withSums } from "../strip";
import type { Box } from "../surface";
import { ellipsised, SMALL_FONT } from "../surface";
import { laneColour } from "../theme";
import { grouped } from "../ticks";
import type { Scene } from "../types";
import { laneName } from "../words";
import { fillGround } from "./chart";
import { eventsFront, eventsGround } from "./events";

const LABELLED = 36;

/** Intervals in which a lane holds a mutex. */
export interface Holding {
  readonly lane: number;
  readonly spans: Spans;
}

/** The box of the fill. In an open row it is above the events. */
export function objectBox(frame: Frame, placed: Placed): Box {
  const { body } = placed;
  const events = placed.row.isOpen ? body : body - shapeOf(body).rug.top + 1;
  return across(frame, placed.top + 4, placed.height - events - 4);
}

/** The row of an object's events. In an open row they are at the bottom. */
export function eventsRow(placed: Placed): Placed {
  return { ...placed, top: placed.top + placed.height - placed.body };
}

/** Whether events have letters. In a closed row, letters would hide the fill. */
export function hasBoxes({ scene }: Frame, placed: Placed): boolean {
  return placed.row.isOpen || (scene.analysis.fills[placed.row.place] ?? null) === null;
}

/** The greatest fill, at least 1. */
export function fillMax(steps: Steps): number {
  return Math.max(greatestOf(steps.value), 1);
}

/** The greatest fill as text: "4 of 12" if the object never held more than 4. */
export function fillNote(object: TraceObject | undefined, steps: Steps): string {
  const most = grouped(greatestOf(steps.value));
  const isBounded = object?.kind === "queue" || object?.kind === "block pool";
  return isBounded && object.size > 0 ? `max ${most} of ${grouped(object.size)}` : `max ${most}`;
}

export function objectGround(frame: Frame, placed: Placed): void {
  const { analysis } = frame.scene;
  const steps = analysis.fills[placed.row.place] ?? null;
  const owners = analysis.owners[placed.row.place] ?? null;
  if (owners !== null) {
    holdersGround(frame, placed, owners);
  } else if (steps !== null) {
    const box = objectBox(frame, placed);
    const envelope = stepsEnvelope(frame, steps);
    const span = [0, fillMax(steps)] as const;
    const { axis, soft } = frame.theme;
    fillGround(frame, box, envelope, span, { area: axis, alpha: 0.35, line: soft });
  }
  eventsGround(frame, eventsRow(placed), analysis.objectEvents[placed.row.place] ?? NOTHING);
}

const NOTHING = new Int32Array(0);

function holdersGround(frame: Frame, placed: Placed, owners: Steps): void {
  const layers = holdingsOf(frame.scene, owners).map(({ lane, spans }) => ({
    share: stripOf(spans, frame.grid).share,
    colour: laneColour(frame.theme, lane),
  }));
  const shape = shapeOf(placed.body);
  const bar = across(frame, placed.top + shape.bar.top, shape.bar.height);
  frame.surface.ground.fill({ ...bar, y: bar.y + bar.height, height: 1 }, frame.theme.axis, 0.5);
  frame.surface.ground.stack(bar, layers);
}

/** The owners of a mutex over time, by lane. */
export function holdingsOf(scene: Scene, owners: Steps): readonly Holding[] {
  return memo(owners, "holdings", scene.mode, () => {
    const begins = new Map<number, number[]>();
    const ends = new Map<number, number[]>();
    owners.value.forEach((lane, place) => {
      if (lane >= 0) {
        listOf(begins, lane).push(positionOfEvent(scene, owners.at[place] ?? 0));
        listOf(ends, lane).push(endOf(scene, owners, place));
      }
    });
    const lanes = [...begins.keys()].sort((one, other) => one - other);
    return lanes.map((lane) => ({
      lane,
      spans: withSums(
        Float64Array.from(listOf(begins, lane)),
        Float64Array.from(listOf(ends, lane)),
      ),
    }));
  });
}

function listOf(lists: Map<number, number[]>, lane: number): number[] {
  const list = lists.get(lane) ?? [];
  lists.set(lane, list);
  return list;
}

function endOf(scene: Scene, steps: Steps, place: number): number {
  const next = place + 1 < steps.count ? steps.at[place + 1] : undefined;
  return positionOfEvent(scene, next ?? scene.trace.count - 1);
}

export function objectFront(frame: Frame, placed: Placed): void {
  const { analysis } = frame.scene;
  const owners = analysis.owners[placed.row.place] ?? null;
  for (const holding of owners === null ? [] : holdingsOf(frame.scene, owners)) {
    holderNames(frame, placed, holding);
  }
  if (hasBoxes(frame, placed)) {
    eventsFront(frame, eventsRow(placed), analysis.objectEvents[placed.row.place] ?? NOTHING);
  }
}

function holderNames(frame: Frame, placed: Placed, { lane, spans }: Holding): void {
  const { front, ground } = frame.surface;
  const colour = textOn(laneColour(frame.theme, lane));
  forWide(stripOf(spans, frame.grid), LABELLED * ground.ratio, (place) => {
    const box = boxOf(frame, spans.begin[place] ?? 0, spans.end[place] ?? 0, placed.top, 0);
    const name = ellipsised(front, laneName(frame.scene.trace, lane), SMALL_FONT, box.width - 8);
    const x = box.x + box.width / 2;
    front.text(x, placed.top + shapeOf(placed.body).words + 4, name, {
      font: SMALL_FONT,
      colour,
      anchor: "middle",
    });
  });
}
