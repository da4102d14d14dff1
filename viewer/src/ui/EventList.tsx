// SPDX-License-Identifier: Apache-2.0
// The list of all events, of the switches with their reasons, or of search results. Only visible
// rows exist in the document. The list follows the selection, and gives screen readers access to
// the events.
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { instant } from "../model";
import { exactTime } from "../render";
import { selectEvent } from "./actions";
import { count } from "./format";
import { frame, ROW_PIXELS, scrollFor } from "./virtual-scroll";
import type { Pane } from "./state";
import { actorName, eventText, laneName, plain, reasonName } from "./names";
import { lowerBound } from "./ranges";
import { rowAfter, useRoom } from "./list-navigation";
import type { Box } from "./list-navigation";

/** Height of the row of a switch, which has its reason below in two lines. */
const SWITCH_PIXELS = 58;

type Which = "all" | "switches" | "found";

/** The indices of the listed events; null: all events. */
type Places = Int32Array | null;

export function EventList({ pane }: { readonly pane: Pane }): VNode {
  const which = useSignal<Which>("all");
  const places = useComputed<Places>(() => placesOf(pane, which.value));
  return (
    <div class="event-list">
      <WhichSwitch which={which} hasFound={pane.found.value !== null} />
      <Table
        key={`${pane.opened.value.name} ${which.value}`}
        pane={pane}
        places={places.value}
        which={which.value}
      />
    </div>
  );
}

function placesOf(pane: Pane, which: Which): Places {
  if (which === "switches") {
    const { at, count: length } = pane.opened.value.analysis.switches;
    return at.subarray(0, length);
  }
  const mask = pane.scene.value.found;
  if (which === "all" || mask === null) {
    return null;
  }
  const found: number[] = [];
  mask.forEach((isFound, event) => {
    if (isFound === 1) {
      found.push(event);
    }
  });
  return Int32Array.from(found);
}

interface WhichProps {
  readonly which: { value: Which };
  readonly hasFound: boolean;
}

function WhichSwitch({ which, hasFound }: WhichProps): VNode {
  const one = (value: Which, name: string): VNode => (
    <button
      type="button"
      role="radio"
      aria-checked={which.value === value}
      onClick={() => (which.value = value)}
    >
      {name}
    </button>
  );
  return (
    <div class="switch" role="radiogroup" aria-label="Which events">
      {one("all", "All events")}
      {one("switches", "Switches")}
      {hasFound && one("found", "Found")}
    </div>
  );
}

interface TableProps {
  readonly pane: Pane;
  readonly places: Places;
  readonly which: Which;
}

function Table({ pane, places, which }: TableProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const room = useSignal(400);
  const { trace } = pane.opened.value;
  const length = places?.length ?? trace.count;
  useRoom(box, room);
  const pixels = which === "switches" ? SWITCH_PIXELS : ROW_PIXELS;
  useFollow(box, pane, places, length, room, pixels);
  const seen = frame(length, scrollTop.value, room.value, pixels);
  const rows = Array.from({ length: seen.rows }, (_, place) => seen.first + place);
  const chosen = pane.event.value;
  const newest = instant(trace, trace.time[trace.count - 1] ?? 0);
  return (
    <div
      ref={box}
      class="table"
      style={{
        "--number-width": `${Math.max(count(trace.count).length, 3)}ch`,
        "--time-width": `${timeText(newest, trace.clockHz).length}ch`,
      }}
      role="grid"
      tabIndex={0}
      data-keys
      data-testid="events"
      aria-label={which === "switches" ? "Switches" : "Events"}
      aria-rowcount={length + 1}
      aria-activedescendant={chosen === null ? undefined : `row-${chosen}`}
      onScroll={(event) => (scrollTop.value = event.currentTarget.scrollTop)}
      onKeyDown={(event) => walk(event, pane, places, length)}
    >
      <div class="table-row table-head" role="row" aria-rowindex={1}>
        {headsOf(which, trace.clockHz).map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div class="table-body" role="presentation" style={{ height: `${seen.height}px` }}>
        <div role="presentation" style={{ transform: `translateY(${seen.top}px)` }}>
          {rows.map((row) => (
            <EventRow
              key={row}
              pane={pane}
              event={places?.[row] ?? row}
              row={row}
              which={which}
              chosen={chosen}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function headsOf(which: Which, clockHz: number | null): readonly string[] {
  const time = clockHz === null ? "ticks" : "time";
  return which === "switches" ? ["#", time, "to", "reason"] : ["#", time, "by", "event"];
}

interface RowProps {
  readonly pane: Pane;
  readonly event: number;
  readonly row: number;
  readonly which: Which;
  readonly chosen: number | null;
}

function EventRow({ pane, event, row, which, chosen }: RowProps): VNode {
  const { trace } = pane.opened.value;
  const isFound = pane.scene.value.found?.[event] === 1;
  const time = instant(trace, trace.time[event] ?? 0);
  return (
    <div
      id={`row-${event}`}
      class={`table-row ${which === "switches" ? "is-switch" : ""} ${isFound ? "is-found" : ""}`}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={chosen === event}
      style={{ height: `${which === "switches" ? SWITCH_PIXELS : ROW_PIXELS}px` }}
      onClick={() => selectEvent(pane, event)}
    >
      <span role="gridcell">{count(event)}</span>
      <span role="gridcell" title={`${count(time)} ticks`}>
        {timeText(time, trace.clockHz)}
      </span>
      {which === "switches" ? (
        <SwitchCells pane={pane} place={row} />
      ) : (
        <EventCells pane={pane} event={event} />
      )}
    </div>
  );
}

/**
 * The time of an event with so many decimals that adjacent rows differ. Without a clock rate,
 * ticks.
 */
function timeText(ticks: number, clockHz: number | null): string {
  return clockHz === null ? count(ticks) : exactTime(ticks, clockHz);
}

function EventCells({ pane, event }: { readonly pane: Pane; readonly event: number }): VNode {
  const { trace } = pane.opened.value;
  const text = eventText(trace, event);
  return (
    <>
      <span role="gridcell">{actorName(trace, event)}</span>
      <span role="gridcell" title={text}>
        <b>{trace.queries.words(event).name}</b> <span class="quiet">{text}</span>
      </span>
    </>
  );
}

function SwitchCells({ pane, place }: { readonly pane: Pane; readonly place: number }): VNode {
  const { trace, analysis } = pane.opened.value;
  const why = plain(trace.queries.why(place));
  return (
    <>
      <span role="gridcell">{laneName(trace, analysis.switches.comes[place] ?? -1)}</span>
      <span role="gridcell">
        <b>{reasonName(analysis, place)}</b>
      </span>
      <span role="gridcell" class="why-cell" title={why}>
        {why}
      </span>
    </>
  );
}

/** Scrolls to the selected event when the selection changes elsewhere. */
function useFollow(
  box: Box,
  pane: Pane,
  places: Places,
  length: number,
  room: { readonly value: number },
  pixels: number,
): void {
  useSignalEffect(() => {
    const event = pane.event.value;
    const height = room.value;
    const element = box.current;
    if (event !== null && element !== null) {
      const row = places === null ? event : lowerBound(places, event);
      element.scrollTop = scrollFor(length, row, element.scrollTop, height, pixels);
    }
  });
}

function walk(event: KeyboardEvent, pane: Pane, places: Places, length: number): void {
  const now = pane.event.value;
  const row = now === null ? -1 : places === null ? now : lowerBound(places, now);
  const next = rowAfter(event, row, length);
  if (next !== null) {
    selectEvent(pane, places?.[next] ?? next);
  }
}
