// SPDX-License-Identifier: Apache-2.0
// The details of the selected event and of the selected interval.
import type { ComponentChildren, VNode } from "preact";
import { instant } from "../model";
import { zoomToSelection } from "./keys";
import { stepTo } from "./actions";
import { switchAt } from "./describe";
import { both, duration, percent } from "./format";
import { EventLink, LaneLink, Link, Sentence } from "./Links";
import { describeHit } from "./HoverCard";
import { rowTitle } from "./adapters";
import type { Pane } from "./state";
import { actorName, reasonName } from "./names";
import { lowerBound, upperBound } from "./ranges";
import type { Hit } from "../render/types";
import { LaneDetails, threadObject } from "./LaneDetails";
import { ObjectDetails } from "./Objects";

export function Details({ pane }: { readonly pane: Pane }): VNode {
  const event = pane.event.value;
  const lane = pane.lane.value;
  const object = pane.object.value;
  return (
    <div class="details" data-testid="details">
      {event === null && lane === null && object === null && <Nothing />}
      {pane.picked.value !== null && <Picked pane={pane} hit={pane.picked.value} />}
      {event !== null && <Event pane={pane} event={event} />}
      {lane !== null && lane >= 0 && <LaneDetails pane={pane} lane={lane} />}
      {object !== null && !isOfLane(pane, object, lane) && (
        <ObjectDetails pane={pane} object={object} />
      )}
    </div>
  );
}

/** Whether an object is the thread of a lane, so that only one of them is shown. */
function isOfLane(pane: Pane, object: number, lane: number | null): boolean {
  return lane !== null && threadObject(pane.opened.value.trace, lane) === object;
}

function Nothing(): VNode {
  return (
    <p class="empty">
      Nothing is selected. Click on the picture, or go through the events with <kbd>←</kbd>{" "}
      <kbd>→</kbd>, through the switches with <kbd>C</kbd>. <kbd>?</kbd> lists all keys.
    </p>
  );
}

export function Line({
  name,
  children,
}: {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface EventProps {
  readonly pane: Pane;
  readonly event: number;
}

function Event({ pane, event }: EventProps): VNode {
  const { trace } = pane.opened.value;
  const words = trace.queries.words(event);
  const now = trace.time[event] ?? 0;
  const before = event > 0 ? now - (trace.time[event - 1] ?? 0) : null;
  const after = event + 1 < trace.count ? (trace.time[event + 1] ?? 0) - now : null;
  const running = trace.running[event] ?? -1;
  return (
    <section>
      <h2 class="event-head">
        <span class="code">{words.code}</span> <span class="event-name">{words.name}</span>
        <button type="button" aria-label="Previous event" onClick={() => stepTo(-1, "event")}>
          ‹
        </button>
        <span class="quiet">
          #{event} of {trace.count}
        </span>
        <button type="button" aria-label="Next event" onClick={() => stepTo(1, "event")}>
          ›
        </button>
      </h2>
      <Why pane={pane} event={event} />
      <dl class="fields">
        <Line name="time">{both(instant(trace, now), trace.clockHz)}</Line>
        <Line name="before, after">
          {before === null ? "first event" : `+${duration(before, trace.clockHz)}`} ·{" "}
          {after === null ? "last event" : `next in ${duration(after, trace.clockHz)}`}
        </Line>
        <Line name="by">
          <Actor pane={pane} event={event} />
        </Line>
        {trace.cores > 1 && <Line name="core">{trace.core[event]}</Line>}
        {trace.queries.fields(event).map((field) => (
          <Line key={field.name} name={field.name}>
            <Link pane={pane} part={field} />
          </Line>
        ))}
        {running >= 0 && (
          <Line name="runs afterwards">
            <LaneLink pane={pane} lane={running} />
          </Line>
        )}
        <Line name="raw words">
          <code>{trace.queries.rawWords(event)}</code>
        </Line>
      </dl>
    </section>
  );
}

function Actor({ pane, event }: EventProps): VNode {
  const { trace } = pane.opened.value;
  const lane = trace.lane[event] ?? -1;
  const depth = trace.depth[event] ?? 0;
  if (depth === 0) {
    return lane < 0 ? <>{actorName(trace, event)}</> : <LaneLink pane={pane} lane={lane} />;
  }
  return (
    <>
      an interrupt{depth > 1 ? ` (nesting ${depth})` : ""}
      {lane >= 0 && (
        <>
          {" "}
          of <LaneLink pane={pane} lane={lane} />
        </>
      )}
    </>
  );
}

/** The reason of a switch, or the consequence of an event. */
function Why({ pane, event }: EventProps): VNode | null {
  const { trace, analysis } = pane.opened.value;
  const { switches, wakeUps } = analysis;
  const place = switchAt(switches, event);
  if (place >= 0) {
    const cause = switches.cause[place] ?? -1;
    return (
      <div class="why" data-testid="why">
        <h3>Why: {reasonName(analysis, place)}</h3>
        <p>
          <Sentence pane={pane} parts={trace.queries.why(place)} />
        </p>
        {cause >= 0 && cause !== event && (
          <p class="quiet">
            Cause:{" "}
            <EventLink
              pane={pane}
              event={cause}
              text={`#${cause} ${trace.queries.words(cause).name}`}
            />
          </p>
        )}
      </div>
    );
  }
  const waking = upperBound(wakeUps.at, event, wakeUps.count) - 1;
  if (waking < 0 || wakeUps.at[waking] !== event) {
    return null;
  }
  const runs = wakeUps.runs[waking] ?? -1;
  const to = wakeUps.lane[waking] ?? -1;
  return (
    <div class="why" data-testid="why">
      <h3>Wakes</h3>
      <p>
        <LaneLink pane={pane} lane={to} />
        {runs < 0 ? " does not run again in this trace." : " runs "}
        {runs >= 0 && (
          <>
            <EventLink
              pane={pane}
              event={runs}
              text={`${both((trace.time[runs] ?? 0) - (trace.time[event] ?? 0), trace.clockHz)} later`}
            />
            .
          </>
        )}
      </p>
    </div>
  );
}

/** Kinds of intervals in which a thread does not run. */
const NOT_RUNNING: ReadonlySet<Hit["what"]> = new Set(["ready", "waiting", "heldOff"]);

/** The lanes that ran during the selected interval, and for how long. */
function Meanwhile({ pane, hit }: { readonly pane: Pane; readonly hit: Hit }): VNode | null {
  const { trace } = pane.opened.value;
  const end = lowerBound(trace.time, hit.end, trace.count);
  const shares = trace.queries.meanwhile(hit.event, end < trace.count ? end : -1);
  const all = shares.reduce((sum, [, ticks]) => sum + ticks, 0);
  if (all === 0) {
    return null;
  }
  return (
    <>
      <h3>Meanwhile</h3>
      <dl class="fields" data-testid="meanwhile">
        {shares.map(([lane, ticks]) => (
          <Line key={lane} name={<Runner pane={pane} lane={lane} />}>
            {both(ticks, trace.clockHz)} · {percent(ticks / all)}
          </Line>
        ))}
      </dl>
    </>
  );
}

/** Names of runners that are not lanes. */
const NO_LANE: Readonly<Record<number, string>> = {
  [-1]: "not known",
  [-2]: "interrupts",
  [-3]: "initialisation",
};

function Runner({ pane, lane }: { readonly pane: Pane; readonly lane: number }): VNode {
  return lane < 0 ? <>{NO_LANE[lane]}</> : <LaneLink pane={pane} lane={lane} />;
}

/** The interval that was clicked. The event below it is the one at which it begins. */
function Picked({ pane, hit }: { readonly pane: Pane; readonly hit: Hit }): VNode {
  const scene = pane.scene.value;
  const row = scene.rows[hit.row];
  const { clockHz } = scene.trace;
  return (
    <section data-testid="picked">
      <h2 class="event-head">
        {row === undefined ? "Interval" : rowTitle(scene, row)}{" "}
        {row === undefined ? "" : describeHit(scene, hit, row)}
      </h2>
      <dl class="fields">
        <Line name="length">{both(hit.end - hit.begin, clockHz)}</Line>
        <Line name="from">{both(instant(scene.trace, hit.begin), clockHz)}</Line>
        <Line name="to">{both(instant(scene.trace, hit.end), clockHz)}</Line>
      </dl>
      {hit.merged <= 1 && NOT_RUNNING.has(hit.what) && <Meanwhile pane={pane} hit={hit} />}
      {hit.merged > 1 && (
        <p class="quiet">{hit.merged} intervals share this place: zoom in to separate them.</p>
      )}
      <p class="buttons">
        <button type="button" onClick={zoomToSelection}>
          Zoom to it <kbd>Z</kbd>
        </button>
      </p>
    </section>
  );
}
