// SPDX-License-Identifier: Apache-2.0
// The objects of a trace: their number of events, and their fill at the selected event.
import type { VNode } from "preact";
import { selectEvent, selectRow, wish } from "./actions";
import { Line } from "./Details";
import { count } from "./format";
import { EventLink } from "./Links";
import type { Pane } from "./state";
import { objectName } from "./names";
import { lowerBound, upperBound } from "./ranges";
import type { Steps } from "../model";

export function Objects({ pane }: { readonly pane: Pane }): VNode {
  const { trace } = pane.opened.value;
  const kinds = [...new Set(trace.objects.map(({ kind }) => kind))];
  return (
    <div class="objects" data-testid="objects">
      {trace.objects.length === 0 && <p class="empty">The trace contains no objects.</p>}
      <table class="numbers is-lines">
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">number</th>
            <th scope="col">size</th>
            <th scope="col">events</th>
            <th
              scope="col"
              title="Messages, count, free blocks, times held: at the selected event, else at the end"
            >
              fill
            </th>
          </tr>
        </thead>
        {kinds.map((kind) => (
          <Kind key={kind} pane={pane} kind={kind} />
        ))}
      </table>
    </div>
  );
}

function Kind({ pane, kind }: { readonly pane: Pane; readonly kind: string }): VNode {
  const { trace, analysis } = pane.opened.value;
  const places = trace.objects.flatMap((object, place) => (object.kind === kind ? [place] : []));
  return (
    <tbody>
      <tr class="group">
        <th scope="rowgroup" colSpan={5}>
          {kind} <span class="quiet">{count(places.length)}</span>
        </th>
      </tr>
      {places.map((place) => (
        <tr key={place} aria-selected={pane.object.value === place}>
          <td>
            <button type="button" class="link" onClick={() => selectRow(pane, "object", place)}>
              {objectName(trace, place)}
            </button>
          </td>
          <td>{idText(trace.objects[place]?.id ?? 0)}</td>
          <td>{count(trace.objects[place]?.size ?? 0)}</td>
          <td>{count(analysis.objectEvents[place]?.length ?? 0)}</td>
          <td>{fillAt(analysis.fills[place] ?? null, pane.event.value)}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Identifiers are addresses in ThreadX and small numbers in Limen. */
function idText(id: number): string {
  return id > 0xffff ? `0x${id.toString(16).toUpperCase()}` : String(id);
}

/** The fill of an object after an event; null: at the end of the trace. */
export function fillAt(fill: Steps | null, event: number | null): string {
  if (fill === null || fill.count === 0) {
    return "";
  }
  const place = event === null ? fill.count - 1 : upperBound(fill.at, event, fill.count) - 1;
  return place < 0 ? "" : count(fill.value[place] ?? 0);
}

/** The number of events about an object, with links to the first and the last one. */
export function ObjectEvents({
  pane,
  object,
}: {
  readonly pane: Pane;
  readonly object: number;
}): VNode {
  const events = pane.opened.value.analysis.objectEvents[object] ?? new Int32Array();
  const first = events[0];
  const last = events[events.length - 1];
  return (
    <>
      {count(events.length)}
      {first !== undefined && last !== undefined && (
        <>
          , <EventLink pane={pane} event={first} text="first" />,{" "}
          <EventLink pane={pane} event={last} text="last" />
        </>
      )}
    </>
  );
}

export function ObjectDetails({
  pane,
  object,
}: {
  readonly pane: Pane;
  readonly object: number;
}): VNode | null {
  const { trace, analysis } = pane.opened.value;
  const about = trace.objects[object];
  if (about === undefined) {
    return null;
  }
  const events = analysis.objectEvents[object] ?? new Int32Array();
  const fill = analysis.fills[object] ?? null;
  return (
    <section>
      <h3>
        {objectName(trace, object)} <span class="quiet">{about.kind}</span>
      </h3>
      <dl class="fields">
        <Line name="number">{idText(about.id)}</Line>
        {about.size > 0 && <Line name="size">{count(about.size)}</Line>}
        <Line name="events">
          <ObjectEvents pane={pane} object={object} />
        </Line>
        {fill !== null && fill.count > 0 && (
          <Line name="fill">{fillAt(fill, pane.event.value)}</Line>
        )}
      </dl>
      <p class="buttons">
        <button type="button" disabled={events.length === 0} onClick={() => next(pane, events, -1)}>
          ‹ Previous
        </button>
        <button type="button" disabled={events.length === 0} onClick={() => next(pane, events, 1)}>
          Next event of it ›
        </button>
        {fill !== null && fill.count > 0 && !pane.wishes.value.showsObjects && (
          <button type="button" onClick={() => wish(pane, { showsObjects: true })}>
            Show objects as rows
          </button>
        )}
      </p>
    </section>
  );
}

/**
 * Selects the previous or next event of an object, relative to the selected event of any object.
 */
function next(pane: Pane, events: Int32Array, direction: 1 | -1): void {
  const now = pane.event.value ?? -1;
  const place = direction === 1 ? upperBound(events, now) : lowerBound(events, now) - 1;
  const event = events[place];
  if (event !== undefined) {
    selectEvent(pane, event);
  }
}
