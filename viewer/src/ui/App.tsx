// SPDX-License-Identifier: Apache-2.0
// The root component of the viewer.
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Canvas } from "./Canvas";
import { DropZone } from "./DropZone";
import { Play } from "../play/Play";
import { system } from "../play/state";
import { Pickers } from "./FileMenu";
import { Help } from "./Help";
import { press } from "./keys";
import { Legend } from "./Legend";
import { Minimap } from "./Minimap";
import { ProblemLine, ProgressCard } from "./Messages";
import { RowMenu } from "./RowsMenu";
import { SidePanel } from "./SidePanel";
import { StartPage } from "./StartPage";
import { isDark, isHelpOpen, isPanelOpen, panes } from "./state";
import { StatusBar } from "./StatusBar";
import { TopBar } from "./TopBar";
import { PrintReport } from "./PrintReport";

export function App(): VNode {
  useKeys();
  const isOpen = panes.value.length > 0;
  return (
    <div class={`app ${isDark.value ? "is-dark" : "is-light"}`} data-testid="app">
      <TopBar />
      <ProblemLine />
      {system.value !== null && <Play />}
      {isOpen ? <Workbench /> : system.value === null && <StartPage />}
      {isOpen && <StatusBar />}
      <ProgressCard />
      <RowMenu />
      {isHelpOpen.value && <Help />}
      <Pickers />
      <DropZone />
      {isOpen && <PrintReport />}
    </div>
  );
}

/** The picture and the side panel. */
export function Workbench(): VNode {
  return (
    <main class="workbench">
      <h1 class="heard">{panes.value.map((pane) => pane.opened.value.name).join(" | ")}</h1>
      <section class="views" aria-label="Picture">
        <Minimap />
        {panes.value.map((pane, place) => (
          <Canvas key={place} pane={pane} />
        ))}
        <Legend />
      </section>
      {isPanelOpen.value && <SidePanel />}
    </main>
  );
}

/** Installs the key handler. Text fields and lists handle their own keys. */
export function useKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (isHelpOpen.value && event.key === "Escape") {
        isHelpOpen.value = false;
        return;
      }
      if (!event.defaultPrevented && !takesKey(event.target, event.key) && press(event)) {
        event.preventDefault();
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function takesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  const isText = target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  const walks = target.closest("[data-keys], input[type=radio]") !== null;
  const isOwn = walks && /^(?:Arrow|Page|Home|End)/u.test(key);
  return isText || isOwn;
}
