// SPDX-License-Identifier: Apache-2.0
// The details of a thread, with its statistics in the selected range or the whole trace.
import type { VNode } from "preact";
import { Line } from "./Details";
import { both, count, percent } from "./format";
import { ObjectEvents } from "./Objects";
import { priorityText } from "../model";
import type { Trace } from "../model";
import type { Pane } from "./state";
import { rangeOf } from "./state";
import { laneName } from "./names";
import { coveredTime } from "./covered-time";

export function LaneDetails({
  pane,
  lane,
}: {
  readonly pane: Pane;
  readonly lane: number;
}): VNode | null {
  const { trace, analysis } = pane.opened.value;
  const about = trace.lanes[lane];
  const tracks = analysis.lanes[lane];
  if (about === undefined || tracks === undefined) {
    return null;
  }
  const window = pane.window.value;
  const part = rangeOf(trace, window ?? { first: 0, last: trace.count });
  const share = (ticks: number): string =>
    `${both(ticks, trace.clockHz)} · ${percent(ticks / Math.max(part.end - part.begin, 1))}`;
  const own = threadObject(trace, lane);
  return (
    <section>
      <h3>
        {laneName(trace, lane)} <span class="quiet">{lane === 0 ? "" : "thread"}</span>
      </h3>
      <dl class="fields">
        {lane > 0 && <Line name="priority">{priorityText(trace, about.priority)}</Line>}
        {about.threshold !== null && lane > 0 && <Line name="threshold">{about.threshold}</Line>}
        {about.stackSize > 0 && <Line name="stack">{count(about.stackSize)} bytes</Line>}
        <Line name="runs">{share(coveredTime(tracks.running, part))}</Line>
        {lane > 0 && <Line name="is ready">{share(coveredTime(tracks.ready, part))}</Line>}
        {lane > 0 && <Line name="waits">{share(coveredTime(tracks.waiting, part))}</Line>}
        {tracks.heldOff.count > 0 && (
          <Line name="held off">{share(coveredTime(tracks.heldOff, part))}</Line>
        )}
        <Line name="events of the thread">{count(tracks.events.length)}</Line>
        {own >= 0 && (
          <Line name="events about the thread">
            <ObjectEvents pane={pane} object={own} />
          </Line>
        )}
      </dl>
      <p class="quiet">
        {window === null ? "Times of the whole trace." : "Times of the selected range."}
      </p>
    </section>
  );
}

/** The index of a thread's own object; -1 if the trace does not have one. */
export function threadObject(trace: Trace, lane: number): number {
  const id = trace.lanes[lane]?.id;
  return trace.objects.findIndex((object) => object.kind === "thread" && object.id === id);
}
