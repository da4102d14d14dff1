// SPDX-License-Identifier: Apache-2.0
// The distributions of the times of a thread's jobs in the range: for each time a histogram,
// minimum, mean, maximum and percentiles.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { engineName } from "../model";
import type { Analysis } from "../model";
import { duration, plural } from "./format";
import { Histogram, useBars } from "./Histogram";
import { upperBound } from "./ranges";
import { definitionOf, METRICS, partOf, rowsOf, textOf, valuesOf } from "./statistics-tree";
import type { Metric, Tree } from "./statistics-tree";
import { NumberLines, show, Term } from "./Numbers";
import type { Pane } from "./state";
import { laneName } from "./names";
import { countedWindow } from "./window-statistics";

interface JobsProps {
  readonly pane: Pane;
  readonly tree: Tree;
  readonly inTime: boolean;
}

export function Jobs({ pane, tree, inTime }: JobsProps): VNode | null {
  const { trace, analysis } = pane.opened.value;
  const lanes = lanesOf(analysis.jobs);
  const chosen = useSignal<number | null>(null);
  const lane = chosen.value ?? pane.lane.value ?? -1;
  const shown = lanes.includes(lane) ? lane : lanes[0];
  if (shown === undefined) {
    return null;
  }
  const row =
    rowsOf(tree, "jobs").find((one) => textOf(one, "thread") === trace.lanes[shown]?.name) ?? null;
  return (
    <section data-testid="histograms">
      <h3>
        <Term about={definitionOf("jobs", trace.origin)} />
      </h3>
      <label class="line">
        Thread
        <select
          value={shown}
          onChange={(event) => (chosen.value = Number(event.currentTarget.value))}
        >
          {lanes.map((one) => (
            <option key={one} value={one}>
              {laneName(trace, one)}
            </option>
          ))}
        </select>
      </label>
      <NumberLines
        pane={pane}
        values={valuesOf(row).filter(([name]) => name !== "thread")}
        inTime={inTime}
      />
      {METRICS.map((metric) => (
        <OneHistogram
          key={metric}
          pane={pane}
          metric={metric}
          name={engineName(metric)}
          spread={partOf(row, engineName(metric))}
          lane={shown}
          inTime={inTime}
        />
      ))}
    </section>
  );
}

/** The lanes that have jobs, which are sorted by lane. */
function lanesOf({ lane, count }: Analysis["jobs"]): number[] {
  const lanes: number[] = [];
  for (let job = 0; job < count; job = upperBound(lane, lane[job] as number, count)) {
    lanes.push(lane[job] as number);
  }
  return lanes;
}

interface OneProps {
  readonly pane: Pane;
  readonly metric: Metric;
  readonly name: string;
  /** The distribution, from the statistics. */
  readonly spread: Tree;
  readonly lane: number;
  readonly inTime: boolean;
}

function OneHistogram(props: OneProps): VNode | null {
  const { pane, metric, name, spread, lane, inTime } = props;
  const { origin, clockHz } = pane.opened.value.trace;
  const bars = useBars(pane, lane, metric, countedWindow(pane));
  const unit = inTime ? clockHz : null;
  if (bars.values === 0) {
    return null;
  }
  if (bars.width === 0) {
    return (
      <p class="histogram">
        <Term about={definitionOf(name, origin)} />{" "}
        <span class="quiet">always {duration(bars.least, unit)}</span>
      </p>
    );
  }
  return (
    <figure class="histogram">
      <figcaption>
        <Term about={definitionOf(name, origin)} />{" "}
        <span class="quiet">{plural(bars.values, "job")}</span>
      </figcaption>
      <Histogram pane={pane} lane={lane} metric={metric} bars={bars} unit={unit} />
      <Spread pane={pane} spread={spread} inTime={inTime} />
    </figure>
  );
}

interface SpreadProps {
  readonly pane: Pane;
  readonly spread: Tree;
  readonly inTime: boolean;
}

/** Mean, median, percentiles and jitter: one line of names and one of numbers. */
function Spread({ pane, spread, inTime }: SpreadProps): VNode | null {
  const { origin, clockHz } = pane.opened.value.trace;
  const values = valuesOf(spread).filter(([name]) => name !== "count");
  if (values.length === 0) {
    return null;
  }
  return (
    <table class="spread">
      <thead>
        <tr>
          {values.map(([name]) => (
            <th key={name} scope="col" title={definitionOf(name, origin).definition}>
              {definitionOf(name, origin).title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {values.map(([name, value]) => (
            <td key={name}>{show(value, "ticks", clockHz, inTime)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
