// SPDX-License-Identifier: Apache-2.0
// Begins with the system in the address, or with that of the element #limen-play, which
// tools/src/limen/play/page.py and save-page.ts write.
import { fromAddress, isLesson } from "./address";
import type { Lesson } from "./address";
import { PRESETS } from "./presets";
import { begin, failure, system, undo } from "./state";
import type { System, Thread } from "./system";

const MOVE = "Move a slider: the kernel runs the system again.";

interface Content {
  readonly system: (Omit<System, "threads"> & { readonly threads: readonly Given[] }) | null;
  readonly about?: string;
}

/** A file cannot describe time slices. */
type Given = Omit<Thread, "slice"> & { readonly slice?: number };

/** Returns whether the page begins with a system. */
export async function startPlay(): Promise<boolean> {
  addEventListener("hashchange", () => void startLink());
  document.addEventListener("keydown", (event) => {
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && system.value !== null) {
      event.preventDefault();
      undo();
    }
  });
  if (await startLink()) {
    return true;
  }
  const text = document.getElementById("limen-play")?.textContent ?? "";
  if (text.trim() === "") {
    return false;
  }
  const { system: given, about = MOVE } = JSON.parse(text) as Content;
  await begin(given === null ? first() : { system: sliced(given), about });
  return true;
}

/** Opens the first example. */
export async function startExample(): Promise<void> {
  await begin(first());
}

async function startLink(): Promise<boolean> {
  const example = exampleOf(location.hash);
  if (example !== null) {
    await begin(example);
    return true;
  }
  if (!isLesson(location.hash)) {
    return false;
  }
  const lesson = fromAddress(location.hash);
  if (lesson === null) {
    failure.value = "The address of this page contains no valid system.";
    return false;
  }
  await begin(lesson);
  return true;
}

/** The example of a link such as #example=Messages: preemptive. */
function exampleOf(hash: string): Lesson | null {
  const title = new URLSearchParams(hash.slice(1)).get("example");
  const preset = PRESETS.find((one) => one.title === title);
  return preset === undefined ? null : { system: preset.system, about: preset.text };
}

function first(): Lesson {
  const [preset] = PRESETS;
  if (preset === undefined) {
    throw new Error("the list of examples is empty");
  }
  return { system: preset.system, about: preset.text };
}

function sliced(given: NonNullable<Content["system"]>): System {
  return { ...given, threads: given.threads.map((thread) => ({ slice: 0, ...thread })) };
}
