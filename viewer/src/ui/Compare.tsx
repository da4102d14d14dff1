// SPDX-License-Identifier: Apache-2.0
// The comparison of two traces: their alignment, and their statistics side by side.
import { batch, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { instant } from "../model";
import { show } from "./actions";
import { marks } from "./align";
import type { Alignment, Window } from "./align";
import type { Range } from "../render/types";
import { useStatistics } from "./window-statistics";
import { both, plural } from "./format";
import { compare, isProportion } from "./statistics-tree";
import type { Compared } from "./statistics-tree";
import { show as shown, Term } from "./Numbers";
import { alignment, mode, offsetOf, panes, rangeOf, shift, fullRange } from "./state";
import type { Pane } from "./state";
import { fit } from "./ranges";

export function Compare(): VNode | null {
  const [one, other] = panes.value;
  if (one === undefined || other === undefined) {
    return null;
  }
  return (
    <div class="compare" data-testid="compare">
      <Changes one={one} other={other} />
      <Align one={one} other={other} />
      <Table one={one} other={other} />
    </div>
  );
}

interface TwoPanes {
  readonly one: Pane;
  readonly other: Pane;
}

/** The changes in the second trace, in sentences of the engine. */
function Changes({ one, other }: TwoPanes): VNode | null {
  const [before, after] = [one.opened.value, other.opened.value];
  if (before.isSketch || after.isSketch) {
    return null;
  }
  return (
    <section>
      <h3>
        From {before.name} to {after.name}
      </h3>
      <ol class="changes" data-testid="changes">
        {after.trace.queries.changes(before.trace.queries).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
    </section>
  );
}

function Align({ one, other }: TwoPanes): VNode {
  const now = alignment.value;
  const mark = now.by === "cycle" ? now.mark : 1;
  const n = now.by === "cycle" ? now.n : 1;
  const counts = [one, other].map((pane) => marks(pane.opened.value.trace, mark).length);
  return (
    <section class="align">
      <h3>One time base</h3>
      <label class="check">
        <input
          type="radio"
          name="align"
          checked={now.by === "start"}
          onChange={() => align({ by: "start" })}
        />{" "}
        both begin at the same place
      </label>
      <label class="check">
        <input
          type="radio"
          name="align"
          checked={now.by === "cycle"}
          onChange={() => align({ by: "cycle", mark, n, isCounted: true })}
        />{" "}
        at a user event
      </label>
      {now.by === "cycle" && <AtEvent now={now} />}
      <p class="quiet">
        {one.opened.value.name} has {plural(counts[0] ?? 0, "such event")},{" "}
        {other.opened.value.name} {counts[1]}.
      </p>
      <p class="quiet" data-testid="zeros">
        {zerosText(one, other)}
      </p>
    </section>
  );
}

/** Describes whether a position on the axis is the same time in both pictures. */
function zerosText(one: Pane, other: Pane): string {
  const [first, second] = [one.opened.value.trace, other.opened.value.trace];
  const clocks =
    first.clockHz === second.clockHz ? "" : " Their clocks differ: a tick is as wide in both.";
  const [here, there] = [instant(first, 0), instant(second, -other.timeOffset.value)];
  return here === there
    ? `Both pictures count time from one zero.${clocks}`
    : `Each picture counts time from its own zero: where the one above says ` +
        `${both(here, first.clockHz)}, the one below says ${both(there, second.clockHz)}.${clocks}`;
}

/** Selects the user event at which both traces are aligned. */
function AtEvent({ now }: { readonly now: Extract<Alignment, { by: "cycle" }> }): VNode {
  const number = (text: string, least: number): number =>
    Math.max(Math.floor(Number(text)) || least, least);
  return (
    <>
      <div class="line">
        number
        <input
          type="number"
          min={0}
          value={now.mark}
          aria-label="Number of the user event"
          onChange={(event) => align({ ...now, mark: number(event.currentTarget.value, 0) })}
        />
        occurrence
        <input
          type="number"
          min={1}
          value={now.n}
          aria-label="Which of them"
          onChange={(event) => align({ ...now, n: number(event.currentTarget.value, 1) })}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={now.isCounted}
          onChange={(event) => align({ ...now, isCounted: event.currentTarget.checked })}
        />{" "}
        only up to the next such event
      </label>
    </>
  );
}

/** Sets the alignment and shows the range that the statistics cover. */
function align(next: Alignment): void {
  batch(() => {
    alignment.value = next;
    const seen = panes.value.flatMap((pane) =>
      pane.window.value === null ? [] : [placesOf(pane, pane.window.value)],
    );
    const begin = Math.min(...seen.map((one) => one.begin));
    const end = Math.max(...seen.map((one) => one.end));
    show(fit(seen.length === 0 ? fullRange.value : { begin, end }));
  });
}

/** The range of a pane's window on the axis of the page. */
function placesOf(pane: Pane, window: Window): Range {
  const { trace } = pane.opened.value;
  const own =
    mode.value === "time" ? rangeOf(trace, window) : { begin: window.first, end: window.last };
  return shift(own, offsetOf(pane, mode.value));
}

function Table({ one, other }: TwoPanes): VNode {
  const [left, right] = [useStatistics(one), useStatistics(other)];
  const onlyDifferent = useSignal(true);
  const rows =
    left === null || right === null
      ? []
      : compare(left, right, one.opened.value.trace.origin).filter(
          (row) => isProportion(row) && (!onlyDifferent.value || row.one !== row.other),
        );
  return (
    <section>
      <h3>Statistics side by side</h3>
      <label class="check">
        <input
          type="checkbox"
          checked={onlyDifferent.value}
          onChange={(event) => (onlyDifferent.value = event.currentTarget.checked)}
        />{" "}
        only what differs
      </label>
      <table class="numbers is-compare">
        <thead>
          <tr>
            <th>number</th>
            <th title={one.opened.value.name}>above</th>
            <th title={other.opened.value.name}>below</th>
            <th title="above : below">ratio</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CompareRow key={row.path} row={row} pane={one} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CompareRow({ row, pane }: { readonly row: Compared; readonly pane: Pane }): VNode {
  const { clockHz } = pane.opened.value.trace;
  const { about } = row;
  return (
    <tr>
      <th scope="row">
        <Term about={about} />
      </th>
      <td>{shown(row.one, about.unit, clockHz, true)}</td>
      <td>{shown(row.other, about.unit, clockHz, true)}</td>
      <td>{row.ratio === null ? "–" : `× ${Number(row.ratio.toFixed(2))}`}</td>
    </tr>
  );
}
