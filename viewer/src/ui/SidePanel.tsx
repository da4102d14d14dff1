// SPDX-License-Identifier: Apache-2.0
// The side panel with its tabs. Its left edge can be dragged, or moved with the arrow keys.
import type { VNode } from "preact";
import { Compare } from "./Compare";
import { Details } from "./Details";
import { EventList } from "./EventList";
import { Findings } from "./Findings";
import { Information } from "./Information";
import { Objects } from "./Objects";
import { active, panelWidth, panes, tab } from "./state";
import type { Pane, Tab } from "./state";
import { Statistics } from "./Statistics";
import { TablePanel } from "./Table";

const TABS: readonly (readonly [Tab, string])[] = [
  ["findings", "Findings"],
  ["details", "Details"],
  ["statistics", "Statistics"],
  ["table", "Table"],
  ["events", "Events"],
  ["objects", "Objects"],
  ["information", "Info"],
  ["compare", "Compare"],
];
const LEAST = 280;
const STEP = 24;

export function SidePanel(): VNode | null {
  const pane = active.value;
  if (pane === null) {
    return null;
  }
  const tabs = TABS.filter(([name]) => name !== "compare" || panes.value.length > 1);
  return (
    <aside
      class="panel"
      style={`--panel-width: ${panelWidth.value}px`}
      aria-label="Panel"
      data-testid="panel"
    >
      <Edge />
      <div
        class="tabs"
        role="tablist"
        aria-label="Panel"
        data-keys
        onKeyDown={(event) => walk(event, tabs)}
      >
        {tabs.map(([name, title]) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="tab-content"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        key={tab.value}
        id="tab-content"
        class="tab-content"
        role="tabpanel"
        aria-labelledby={`tab-${tab.value}`}
        tabIndex={-1}
      >
        <h2 class="heard">{TABS.find(([name]) => name === tab.value)?.[1]}</h2>
        <Content pane={pane} />
      </div>
    </aside>
  );
}

function Content({ pane }: { readonly pane: Pane }): VNode {
  const { trace, isSketch } = pane.opened.value;
  const hasFindings = tab.value === "findings" && trace.queries.findings().length > 0;
  if (isSketch && tab.value !== "information" && !hasFindings) {
    return (
      <p class="empty">
        The analysis is still going on. The picture shows which thread runs; states, findings and
        numbers follow.
      </p>
    );
  }
  switch (tab.value) {
    case "findings":
      return <Findings pane={pane} />;
    case "details":
      return <Details pane={pane} />;
    case "statistics":
      return <Statistics pane={pane} />;
    case "table":
      return <TablePanel pane={pane} />;
    case "events":
      return <EventList pane={pane} />;
    case "objects":
      return <Objects pane={pane} />;
    case "information":
      return <Information pane={pane} />;
    case "compare":
      return <Compare />;
  }
}

function walk(event: KeyboardEvent, tabs: readonly (readonly [Tab, string])[]): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (by !== 0) {
    event.preventDefault();
    const now = tabs.findIndex(([name]) => name === tab.value);
    const [next] = tabs[(now + by + tabs.length) % tabs.length] ?? ["details"];
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  }
}

function setWidth(width: number): void {
  panelWidth.value = Math.round(Math.min(Math.max(width, LEAST), innerWidth * 0.7));
}

function Edge(): VNode {
  return (
    <div
      class="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={panelWidth.value}
      tabIndex={0}
      data-keys
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
          setWidth(panelWidth.value + (event.key === "ArrowLeft" ? STEP : -STEP));
        }
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          setWidth(innerWidth - event.clientX);
        }
      }}
    />
  );
}
