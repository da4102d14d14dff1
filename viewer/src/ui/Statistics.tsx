// SPDX-License-Identifier: Apache-2.0
// Statistics of the selected range, or of the whole. Each number has its definition, on hover and
// on focus.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { countNow, ownRange, useStatistics } from "./counted";
import { copyStatistics } from "./exporting";
import { both, plural } from "./format";
import { Histograms } from "./Histograms";
import { isList, isValue, valuesOf } from "./numbers";
import type { Tree } from "./numbers";
import { NumberLines, NumberTable } from "./Numbers";
import { Profile } from "./Profile";
import { selected } from "./state";
import type { Pane } from "./state";
import { definitionOf } from "./numbers";

/** Parts that have a picture of their own, ahead of the rest. */
const DRAWN = new Set(["profile"]);

export function Statistics({ pane }: { readonly pane: Pane }): VNode {
  const tree = useStatistics(pane);
  const inTime = useSignal(pane.opened.value.trace.clockHz !== null);
  return (
    <div class="statistics" data-testid="statistics">
      <Of pane={pane} inTime={inTime} />
      {tree === null ? (
        <p class="empty">Counting …</p>
      ) : (
        <>
          <Profile pane={pane} />
          <Parts pane={pane} tree={tree} inTime={inTime.value} />
          <Histograms pane={pane} inTime={inTime.value} />
        </>
      )}
    </div>
  );
}

interface OfProps {
  readonly pane: Pane;
  readonly inTime: { value: boolean };
}

/** What the numbers are of, in which unit, and the way out for them. */
function Of({ pane, inTime }: OfProps): VNode {
  const { trace } = pane.opened.value;
  const range = ownRange(pane);
  const length = range === null ? (trace.time[trace.count - 1] ?? 0) : range.end - range.begin;
  return (
    <div class="of">
      <div>
        {range === null ? `Whole trace, ${plural(trace.count, "event")}` : "Selected range"}:{" "}
        <strong>{both(length, trace.clockHz)}</strong>
        <div class="quiet">
          {range === null ? "Shift-drag in the picture selects a range." : ""}
          {range !== null && (
            <button type="button" class="link" onClick={() => (selected.value = null)}>
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
        onClick={() => copyStatistics(countNow(pane), "csv")}
      >
        CSV
      </button>
      <button
        type="button"
        title="Copy as JSON"
        onClick={() => copyStatistics(countNow(pane), "json")}
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

function Parts({ pane, tree, inTime }: PartsProps): VNode {
  const { origin } = pane.opened.value.trace;
  const branches =
    isValue(tree) || isList(tree) ? [] : Object.entries(tree).filter(([, part]) => !isValue(part));
  const system = branches.find(([name]) => name === "system");
  const values = [...valuesOf(tree), ...(system === undefined ? [] : valuesOf(system[1]))];
  return (
    <>
      <section>
        <h3>Performance</h3>
        <NumberLines pane={pane} values={values} inTime={inTime} />
      </section>
      {branches
        .filter(([name]) => name !== "system" && !DRAWN.has(name))
        .map(([name, part]) => (
          <Branch
            key={name}
            pane={pane}
            name={name}
            title={definitionOf(name, origin).title}
            tree={part}
            inTime={inTime}
          />
        ))}
    </>
  );
}

interface BranchProps extends PartsProps {
  readonly name: string;
  readonly title: string;
}

function Branch({ pane, name, title, tree, inTime }: BranchProps): VNode | null {
  const { origin } = pane.opened.value.trace;
  const definition = definitionOf(name, origin).definition;
  const isEmpty = !isValue(tree) && Object.keys(tree).length === 0;
  if (isValue(tree) || isEmpty) {
    return null;
  }
  return (
    <section>
      <h3 title={definition}>{title}</h3>
      {isList(tree) ? (
        <NumberTable pane={pane} rows={tree} inTime={inTime} caption={title} />
      ) : (
        <Inner pane={pane} tree={tree} inTime={inTime} />
      )}
    </section>
  );
}

/** Values of a part as lines, lists and objects in it as tables. */
function Inner({ pane, tree, inTime }: PartsProps): VNode {
  const { origin } = pane.opened.value.trace;
  const parts =
    isValue(tree) || isList(tree) ? [] : Object.entries(tree).filter(([, part]) => !isValue(part));
  return (
    <>
      <NumberLines pane={pane} values={valuesOf(tree)} inTime={inTime} />
      {parts.map(([name, part]) => (
        <div key={name} class="sub">
          <h4 title={definitionOf(name, origin).definition}>{definitionOf(name, origin).title}</h4>
          {isList(part) ? (
            <NumberTable pane={pane} rows={part} inTime={inTime} caption={name} />
          ) : (
            <Inner pane={pane} tree={part} inTime={inTime} />
          )}
        </div>
      ))}
    </>
  );
}
