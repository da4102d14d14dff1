// SPDX-License-Identifier: Apache-2.0
// The objects of a trace: what there is, how much happened to each, and its fill at the selected event.
import type { VNode } from "preact";
import { selectEvent, selectRow, wish } from "./actions";
import { Line } from "./Details";
import { count, plural } from "./format";
import { EventLink } from "./Links";
import type { Pane } from "./state";
import { objectName } from "./texts";
import { lowerBound, upperBound } from "./view";
import type { Steps } from "../model";

export function Objects({ pane }: { readonly pane: Pane }): VNode {
  const { trace, analysis } = pane.opened.value;
  const kinds = [...new Set(trace.objects.map(({ kind }) => kind))];
  return (
    <div class="objects" data-testid="objects">
      {trace.objects.length === 0 && <p class="empty">The trace names no objects.</p>}
      {kinds.map((kind) => (
        <section key={kind}>
          <h3>{kind}</h3>
          <table class="numbers">
            <thead>
              <tr>
                <th>name</th>
                <th>number</th>
                <th>size</th>
                <th>events</th>
                <th>fill</th>
              </tr>
            </thead>
            <tbody>
              {trace.objects.map((object, place) =>
                object.kind !== kind ? null : (
                  <tr key={place} aria-selected={pane.object.value === place}>
                    <td>
                      <button
                        type="button"
                        class="link"
                        onClick={() => selectRow(pane, "object", place)}
                      >
                        {objectName(trace, place)}
                      </button>
                    </td>
                    <td>{idText(object.id)}</td>
                    <td>{object.size === 0 ? "" : count(object.size)}</td>
                    <td>{count(analysis.objectEvents[place]?.length ?? 0)}</td>
                    <td>{fillAt(analysis.fills[place] ?? null, pane.event.value)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

/** ThreadX has addresses, Limen small numbers. */
function idText(id: number): string {
  return id > 0xffff ? `0x${id.toString(16).toUpperCase()}` : String(id);
}

function fillAt(fill: Steps | null, event: number | null): string {
  if (fill === null || fill.count === 0) {
    return "";
  }
  const place = event === null ? fill.count - 1 : upperBound(fill.at, event, fill.count) - 1;
  return place < 0 ? "" : count(fill.value[place] ?? 0);
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
  const first = events[0];
  const last = events[events.length - 1];
  return (
    <section>
      <h3>
        {about.kind} {objectName(trace, object)}
      </h3>
      <dl class="fields">
        <Line name="number">{idText(about.id)}</Line>
        {about.size > 0 && <Line name="size">{count(about.size)}</Line>}
        <Line name="events">
          {plural(events.length, "event")}
          {first !== undefined && last !== undefined && (
            <>
              , <EventLink pane={pane} event={first} text="first" />,{" "}
              <EventLink pane={pane} event={last} text="last" />
            </>
          )}
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

/** The object's own previous or next event, also from an event of another object. */
function next(pane: Pane, events: Int32Array, direction: 1 | -1): void {
  const now = pane.event.value ?? -1;
  const place = direction === 1 ? upperBound(events, now) : lowerBound(events, now) - 1;
  const event = events[place];
  if (event !== undefined) {
    selectEvent(pane, event);
  }
}
