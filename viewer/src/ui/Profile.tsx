// SPDX-License-Identifier: Apache-2.0
// The execution profile as bars: to whom the processor belonged in the range.
import type { VNode } from "preact";
import { ownRange } from "./counted";
import { both, percent } from "./format";
import { LaneLink } from "./Links";
import { definitionOf } from "./numbers";
import { Term } from "./Numbers";
import { laneColour } from "./parts";
import { isDark } from "./state";
import type { Pane } from "./state";
import { within } from "./within";

export function Profile({ pane }: { readonly pane: Pane }): VNode {
  const { trace, analysis } = pane.opened.value;
  const range = ownRange(pane) ?? { begin: 0, end: trace.time[trace.count - 1] ?? 0 };
  const length = Math.max((range.end - range.begin) * trace.cores, 1);
  const lanes = analysis.lanes
    .map((tracks, lane) => ({ lane, ticks: within(tracks.running, range) }))
    .sort((one, other) => other.ticks - one.ticks);
  const most = Math.max(lanes[0]?.ticks ?? 0, 1);
  return (
    <section>
      <h3>
        <Term about={definitionOf("profile", trace.origin)} />
      </h3>
      <div class="bars">
        {lanes.map(({ lane, ticks }) => (
          <div class="bar-line" key={lane} title={both(ticks, trace.clockHz)}>
            <span class="bar-name">
              <LaneLink pane={pane} lane={lane} />
            </span>
            <span class="bar-room">
              <span
                class="bar-fill"
                style={{
                  width: `${(ticks / most) * 100}%`,
                  background: laneColour(lane, isDark.value),
                }}
              />
            </span>
            <span class="bar-value">{percent(ticks / length)}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
