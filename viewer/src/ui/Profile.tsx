// SPDX-License-Identifier: Apache-2.0
// The processor time of each thread, the frequency of events, and the usage of stacks.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { stepTo } from "./actions";
import { Bars } from "./Bars";
import type { Bar } from "./Bars";
import { both, count, percent } from "./format";
import { EventLink, LaneLink } from "./Links";
import { definitionOf, numberOf, rowsOf, textOf } from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import { Term } from "./Numbers";
import { interruptColour, laneColour } from "./adapters";
import { runSearch } from "./search-run";
import { isDark, searchText } from "./state";
import type { Pane } from "./state";

interface PartProps {
  readonly pane: Pane;
  readonly tree: Tree;
}

/** The lane of a thread with a name; -1 if there is none. */
function laneNamed(pane: Pane, name: string): number {
  return pane.opened.value.trace.lanes.findIndex((lane) => lane.name === name);
}

function longest(rows: readonly Tree[], field: string): number {
  return Math.max(...rows.map((row) => numberOf(row, field)), 1);
}

export function Profile({ pane, tree }: PartProps): VNode | null {
  const { trace } = pane.opened.value;
  const rows = rowsOf(tree, "profile").filter((row) => numberOf(row, "ticks") > 0);
  const most = longest(rows, "ticks");
  const bars = [...rows]
    .sort((one, other) => numberOf(other, "ticks") - numberOf(one, "ticks"))
    .map((row): Bar => {
      const name = textOf(row, "name");
      const lane = laneNamed(pane, name);
      const ticks = numberOf(row, "ticks");
      return {
        key: name,
        name: lane < 0 ? name : <LaneLink pane={pane} lane={lane} />,
        length: ticks / most,
        colour: lane < 0 ? interruptColour(isDark.value) : laneColour(lane, isDark.value),
        text: percent(numberOf(row, "percent") / 100),
        title: both(ticks, trace.clockHz),
      };
    });
  return <Section pane={pane} name="profile" bars={bars} />;
}

interface SectionProps {
  readonly pane: Pane;
  readonly name: string;
  readonly bars: readonly Bar[];
}

function Section({ pane, name, bars }: SectionProps): VNode | null {
  if (bars.length === 0) {
    return null;
  }
  return (
    <section data-testid={name}>
      <h3>
        <Term about={definitionOf(name, pane.opened.value.trace.origin)} />
      </h3>
      <Bars bars={bars} />
    </section>
  );
}

export function Stacks({ pane, tree }: PartProps): VNode | null {
  const bars = rowsOf(tree, "stacks").map((row): Bar => {
    const [used, size] = [numberOf(row, "stack_used"), numberOf(row, "stack_size")];
    const name = textOf(row, "thread");
    const event = numberOf(row, "stack_event");
    const lane = laneNamed(pane, name);
    return {
      key: name,
      name: <EventLink pane={pane} event={event} text={name} />,
      length: Math.min(used / Math.max(size, 1), 1),
      colour: laneColour(lane, isDark.value),
      text: percent(numberOf(row, "percent") / 100),
      title: `${count(used)} of ${count(size)} bytes at event #${event}`,
    };
  });
  return <Section pane={pane} name="stacks" bars={bars} />;
}

/** The events of the system or a thread by frequency. A click searches for one of them. */
export function Popular({ pane, tree }: PartProps): VNode | null {
  const chosen = useSignal("system");
  const groups = rowsOf(tree, "popular");
  const group = groups.find((one) => textOf(one, "of") === chosen.value) ?? groups[0];
  if (group === undefined) {
    return null;
  }
  const rows = rowsOf(group, "events");
  const most = longest(rows, "count");
  const lane = laneNamed(pane, chosen.value);
  const bars = rows.map((row): Bar => {
    const [name, number] = [textOf(row, "name"), numberOf(row, "count")];
    return {
      key: name,
      name: <SearchLink name={name} of={lane < 0 ? null : chosen.value} />,
      length: number / most,
      colour: lane < 0 ? "var(--accent)" : laneColour(lane, isDark.value),
      text: count(number),
      title: `${name}: ${count(number)} of ${count(numberOf(group, "total"))}, ${numberOf(row, "percent")} %`,
    };
  });
  return (
    <section data-testid="popular" class="is-popular">
      <h3>
        <Term about={definitionOf("popular", pane.opened.value.trace.origin)} />
      </h3>
      <label class="line">
        Events of
        <select
          value={chosen.value}
          onChange={(event) => (chosen.value = event.currentTarget.value)}
        >
          {groups.map((one) => (
            <option key={textOf(one, "of")}>{textOf(one, "of")}</option>
          ))}
        </select>
      </label>
      <Bars bars={bars} />
    </section>
  );
}

function SearchLink({ name, of }: { readonly name: string; readonly of: string | null }): VNode {
  const search = (): void => {
    searchText.value = `event:"${name}"${of === null ? "" : ` thread:"${of}"`}`;
    runSearch();
    stepTo(1, "found");
  };
  return (
    <button type="button" class="link" title={`Search for ${name}`} onClick={search}>
      {name}
    </button>
  );
}
