// SPDX-License-Identifier: Apache-2.0
// The bar at the top: file, mode, zoom and search.
import type { VNode } from "preact";
import { fitAll, followNewest, goBack, pauseOrGoOn, setMode, stepTo, zoom } from "./actions";
import { ExportMenu } from "./ExportMenu";
import { FileMenu } from "./FileMenu";
import { FindingsButton } from "./Findings";
import { Icon } from "./Icon";
import { Menu } from "./Menu";
import { RowsMenu } from "./RowsMenu";
import { SearchBox } from "./SearchBox";
import {
  active,
  hold,
  isAtEnd,
  isDark,
  isHelpOpen,
  isLive,
  isPanelOpen,
  mode,
  panes,
  theme,
  zooms,
} from "./state";
import { STEP_KINDS, STEP_NAMES } from "./event-steps";
import type { StepKind } from "./event-steps";
import type { Mode } from "../render/types";

const STEP_LETTERS: Readonly<Record<StepKind, string>> = {
  event: "→",
  kind: "E",
  thread: "T",
  object: "O",
  switch: "C",
  found: "G",
};

export function TopBar(): VNode {
  const isOpen = panes.value.length > 0;
  return (
    <header>
      <div class="bar" role="toolbar" aria-label="Trace">
        <FileMenu />
        {active.value !== null && <FindingsButton pane={active.value} />}
        {isOpen && <ModeSwitch />}
        {isOpen && <ZoomButtons />}
        {isOpen && isLive.value && <LiveButtons />}
        {isOpen && <SearchBox />}
        <span class="spring" />
        {isOpen && <StepMenu />}
        {isOpen && <RowsMenu />}
        {isOpen && <ExportMenu />}
        <ThemeButton />
        <button type="button" title="Help: all keys (?)" onClick={() => (isHelpOpen.value = true)}>
          ?
        </button>
        {isOpen && <PanelButton />}
      </div>
    </header>
  );
}

function ModeSwitch(): VNode {
  const one = (to: Mode, name: string, title: string): VNode => (
    <button
      type="button"
      role="radio"
      title={title}
      aria-checked={mode.value === to}
      onClick={() => setMode(to)}
    >
      {name}
    </button>
  );
  return (
    <div class="switch" role="radiogroup" aria-label="Horizontal axis">
      {one("time", "Time", "To scale of time (V)")}
      {one("sequence", "Sequence", "One column for each event (V)")}
    </div>
  );
}

function ZoomButtons(): VNode {
  return (
    <div class="group">
      <button type="button" title="Zoom out (S)" aria-label="Zoom out" onClick={() => zoom(2)}>
        <Icon name="minus" />
      </button>
      <button type="button" title="Fit the whole trace (F)" aria-label="Fit" onClick={fitAll}>
        <Icon name="fit" />
      </button>
      <button type="button" title="Zoom in (W)" aria-label="Zoom in" onClick={() => zoom(0.5)}>
        <Icon name="plus" />
      </button>
      <button
        type="button"
        title="Back to the previous zoom (Backspace)"
        aria-label="Zoom back"
        disabled={zooms.value.length === 0}
        onClick={goBack}
      >
        <Icon name="back" />
      </button>
    </div>
  );
}

function LiveButtons(): VNode {
  const isPaused = hold.value !== null;
  return (
    <div class="group">
      <button type="button" title={isPaused ? "Go on (K)" : "Pause (K)"} onClick={pauseOrGoOn}>
        {isPaused ? "Go on" : "Pause"}
      </button>
      <button
        type="button"
        title="Follow the newest events (J)"
        aria-pressed={!isPaused && isAtEnd.value}
        onClick={followNewest}
      >
        Follow
      </button>
    </div>
  );
}

function StepMenu(): VNode {
  return (
    <Menu label={<Icon name="steps" />} title="Previous and next">
      {() => (
        <table class="steps">
          <tbody>
            {STEP_KINDS.map((kind) => (
              <tr key={kind}>
                <td>
                  <button
                    type="button"
                    aria-label={`Previous ${STEP_NAMES[kind]}`}
                    onClick={() => stepTo(-1, kind)}
                  >
                    ‹
                  </button>
                </td>
                <td>
                  <button
                    type="button"
                    aria-label={`Next ${STEP_NAMES[kind]}`}
                    onClick={() => stepTo(1, kind)}
                  >
                    ›
                  </button>
                </td>
                <td>{STEP_NAMES[kind]}</td>
                <td>
                  <kbd>{kind === "event" ? "←" : `⇧${STEP_LETTERS[kind]}`}</kbd>{" "}
                  <kbd>{STEP_LETTERS[kind]}</kbd>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Menu>
  );
}

function ThemeButton(): VNode {
  const next = isDark.value ? "light" : "dark";
  return (
    <button
      type="button"
      title={`Change to ${next} colours`}
      aria-label={`Change to ${next} colours`}
      onClick={() => (theme.value = next)}
    >
      <Icon name={isDark.value ? "sun" : "moon"} />
    </button>
  );
}

function PanelButton(): VNode {
  return (
    <button
      type="button"
      title="Panel (P)"
      aria-label="Panel"
      aria-pressed={isPanelOpen.value}
      onClick={() => (isPanelOpen.value = !isPanelOpen.value)}
    >
      <Icon name="panel" />
    </button>
  );
}
