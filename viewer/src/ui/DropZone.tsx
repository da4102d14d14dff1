// SPDX-License-Identifier: Apache-2.0
// The drop target for files. If a trace is open, it has two parts: replace or compare.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { droppedFiles } from "./joined-files";
import { openFiles } from "./open-trace";
import { panes } from "./state";

export function DropZone(): VNode | null {
  const isOver = useSignal(false);
  const isSecond = useSignal(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") === true) {
        event.preventDefault();
        isOver.value = true;
        isSecond.value = panes.value.length > 0 && event.clientX > innerWidth / 2;
      }
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) {
        isOver.value = false;
      }
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      isOver.value = false;
      void droppedFiles(event.dataTransfer).then((files) => openFiles(files, isSecond.value));
    };
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => stop.abort();
  }, []);
  if (!isOver.value) {
    return null;
  }
  return (
    <div class="drop-zone" aria-hidden="true">
      <div class={isSecond.value ? "" : "is-target"}>Open</div>
      {panes.value.length > 0 && <div class={isSecond.value ? "is-target" : ""}>Compare</div>}
    </div>
  );
}
