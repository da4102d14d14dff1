// SPDX-License-Identifier: Apache-2.0
// Entry point of the page in which a system can be changed while the kernel runs it. The element
// #limen-play contains the simulator and a system (tools/src/limen/play/page.py).
import type { VNode } from "preact";
import { render } from "preact";
import { Pickers } from "../ui/FileMenu";
import { ProblemLine, ProgressCard } from "../ui/Messages";
import { RowMenu } from "../ui/RowsMenu";
import { StatusBar } from "../ui/StatusBar";
import { TopBar } from "../ui/TopBar";
import { useKeys, Workbench } from "../ui/App";
import { unpack } from "../model";
import { Help } from "../ui/Help";
import { isDark, isHelpOpen, isPanelOpen, panes, systemIsDark } from "../ui/state";
import { loadCore } from "./core";
import { Play } from "./Play";
import { begin, core, failure, show } from "./state";
import type { System } from "./system";
import "../style/style.css";
import "./play.css";

interface Content {
  /** gzip data in base64. */
  readonly core: string;
  readonly system: System | null;
}

function Page(): VNode {
  useKeys();
  const isOpen = panes.value.length > 0;
  return (
    <div class={`app ${isDark.value ? "is-dark" : "is-light"}`} data-testid="app">
      <TopBar />
      <ProblemLine />
      <Play />
      {isOpen && <Workbench />}
      {isOpen && <StatusBar />}
      <ProgressCard />
      <RowMenu />
      {isHelpOpen.value && <Help />}
      <Pickers />
    </div>
  );
}

async function start(): Promise<void> {
  const text = document.getElementById("limen-play")?.textContent ?? "";
  try {
    const content = JSON.parse(text) as Content;
    core.value = await loadCore(await unpack(content.core));
    if (content.system === null) {
      await show(true);
    } else {
      begin(content.system, "Move a slider: the kernel runs the system again.");
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    failure.value = `The kernel does not start in this browser (${reason}). Make the page with limen play.`;
  }
}

systemIsDark.value = matchMedia("(prefers-color-scheme: dark)").matches;
isPanelOpen.value = false;
const root = document.getElementById("app");
if (root !== null) {
  render(<Page />, root);
  void start();
}
