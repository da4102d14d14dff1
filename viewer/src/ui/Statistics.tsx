// SPDX-License-Identifier: Apache-2.0
// Statistics of the selected range or of the whole trace. Each number shows its definition on hover
// and focus.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { clearSelectedRange } from "./actions";
import { currentStatistics, isCounting, useStatistics } from "./window-statistics";
import { copyStatistics } from "./export-files";
import { both, plural } from "./format";
import { Jobs } from "./Jobs";
import {
  branchesOf,
  definitionOf,
  isList,
  isValue,
  partOf,
  rowOf,
  valuesOf,
} from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import { NumberLines, NumberTable, Term } from "./Numbers";
import { Popular, Profile, Stacks } from "./Profile";
import { rangeOf } from "./state";
import type { Pane } from "./state";

/** Parts with a component of their own, or that the tables contain. */
const ELSEWHERE = new Set([
  "system",
  "profile",
  "popular",
  "jobs",
  "stacks",
  "held_off",
  "blocking",
  "services",
  "suspensions_by_target",
  "resumptions_by_target",
]);

/** Values that the line above or the information tab shows. */
const SHOWN_ABOVE = new Set([
  "format",
  "first",
  "last",
  "events",
  "begin",
  "end",
  "ticks",
  "clock_hz",
]);

export function Statistics({ pane }: { readonly pane: Pane }): VNode {
  const tree = useStatistics(pane);
  const inTime = useSignal(pane.opened.value.trace.clockHz !== null);
  return (
    <div class="statistics" data-testid="statistics" aria-busy={isCounting(pane)}>
      <StatisticsHeader pane={pane} inTime={inTime} />
      {tree === null ? (
        <p class="empty">Counting …</p>
      ) : (
        <>
          <Profile pane={pane} tree={tree} />
          <Performance pane={pane} tree={tree} inTime={inTime.value} />
          <Popular pane={pane} tree={tree} />
          <Jobs pane={pane} tree={tree} inTime={inTime.value} />
          <Stacks pane={pane} tree={tree} />
          {branchesOf(tree)
            .filter(([name]) => !ELSEWHERE.has(name))
            .map(([name, part]) => (
              <Branch key={name} pane={pane} name={name} tree={part} inTime={inTime.value} />
            ))}
        </>
      )}
    </div>
  );
}

interface StatisticsHeaderProps {
  readonly pane: Pane;
  readonly inTime: { value: boolean };
}

/** The range and unit of the statistics, and buttons to export them. */
function StatisticsHeader({ pane, inTime }: StatisticsHeaderProps): VNode {
  const { trace } = pane.opened.value;
  const window = pane.window.value;
  const { begin, end } = rangeOf(trace, window ?? { first: 0, last: trace.count });
  const events = window === null ? trace.count : window.last - window.first;
  return (
    <div class="of">
      <div>
        {window === null ? "Whole trace" : "Selected range"}, {plural(events, "event")}:{" "}
        <strong>{both(end - begin, trace.clockHz)}</strong>
        <div class="quiet">
          {window === null && "Shift-drag in the picture selects a range."}
          {window !== null && (
            <button type="button" class="link" onClick={clearSelectedRange}>
              Whole trace again
            </button>
          )}
        </div>
      </div>
      <span class="spring" />
      {trace.clockHz !== null && (
        <button
          type="button"
          aria-pressed={inTime.value}
          onClick={() => (inTime.value = !inTime.value)}
        >
          {inTime.value ? "time" : "ticks"}
        </button>
      )}
      <button
        type="button"
        title="Copy as CSV"
        onClick={() => copyStatistics(currentStatistics(pane), "csv")}
      >
        CSV
      </button>
      <button
        type="button"
        title="Copy as JSON"
        onClick={() => copyStatistics(currentStatistics(pane), "json")}
      >
        JSON
      </button>
    </div>
  );
}

interface PartsProps {
  readonly pane: Pane;
  readonly tree: Tree;
  readonly inTime: boolean;
}

function Performance({ pane, tree, inTime }: PartsProps): VNode {
  const all = [...valuesOf(tree), ...valuesOf(partOf(tree, "system"))];
  const values = all.filter(([name]) => !SHOWN_ABOVE.has(name));
  return (
    <section data-testid="performance">
      <h3>Performance</h3>
      <NumberLines pane={pane} values={values} inTime={inTime} />
    </section>
  );
}

interface BranchProps extends PartsProps {
  readonly name: string;
}

function Branch({ pane, name, tree, inTime }: BranchProps): VNode | null {
  const about = definitionOf(name, pane.opened.value.trace.origin);
  if (isValue(tree) || Object.keys(tree).length === 0) {
    return null;
  }
  return (
    <section data-testid={name}>
      <h3>
        <Term about={about} />
      </h3>
      {isList(tree) ? (
        <NumberTable pane={pane} rows={tree} inTime={inTime} caption={about.title} />
      ) : (
        <Kinds pane={pane} tree={tree} inTime={inTime} />
      )}
    </section>
  );
}

/** Parts with the same fields as rows of a table. Other values as lines. */
function Kinds({ pane, tree, inTime }: PartsProps): VNode {
  const { origin } = pane.opened.value.trace;
  const rows = branchesOf(tree).map(([name, part]): Tree => ({
    kind: definitionOf(name, origin).title,
    ...rowOf(part),
  }));
  return (
    <>
      {rows.length > 0 && <NumberTable pane={pane} rows={rows} inTime={inTime} caption="Kinds" />}
      <NumberLines pane={pane} values={valuesOf(tree)} inTime={inTime} />
    </>
  );
}
