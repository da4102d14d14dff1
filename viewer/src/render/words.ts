// SPDX-License-Identifier: Apache-2.0
// The texts of the picture: two-letter codes, names, the reason of a wait.
import type { Trace } from "../model";
import { waitName } from "../model";
import type { Scene } from "./types";

export type Family =
  | "scheduler"
  | "thread"
  | "queue"
  | "semaphore"
  | "mutex"
  | "flags"
  | "memory"
  | "timer"
  | "interrupt"
  | "user"
  | "other";

/** Fills of the boxes with codes. Black text is readable on all but that of interrupts. */
export const FAMILY_COLOURS: Readonly<Record<Family, string>> = {
  scheduler: "#dbe2ea",
  thread: "#f5f7fa",
  queue: "#9fd0ff",
  semaphore: "#a9e5a4",
  mutex: "#ffb9ad",
  flags: "#f9dd7e",
  memory: "#d8c3f8",
  timer: "#a3e3de",
  interrupt: "#36424e",
  user: "#ffc6e4",
  other: "#eceff2",
};

/** Prefixes of names without tx_, and their families. The first match counts. */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [
    /^(switch|ready|suspend|yield|slice|level|priority|running|thread (resume|suspend)|time slice)/,
    "scheduler",
  ],
  [/^thread_relinquish/, "scheduler"],
  [/^queue/, "queue"],
  [/^semaphore/, "semaphore"],
  [/^mutex/, "mutex"],
  [/^(flags|event_flags)/, "flags"],
  [/^(block|byte)/, "memory"],
  [/^(timer|tick|time)/, "timer"],
  [/^(irq|isr|interrupt)/, "interrupt"],
  [/^(thread|release|complete|deadline|overrun)/, "thread"],
  [/^user/, "user"],
];

export function familyOf(name: string): Family {
  const word = name.toLowerCase().replace(/^tx_/, "");
  return FAMILIES.find(([begins]) => begins.test(word))?.[1] ?? "other";
}

export function laneName(trace: Trace, lane: number): string {
  return trace.lanes[lane]?.name ?? "none";
}

export function objectName(trace: Trace, place: number): string {
  return trace.objects[place]?.name ?? "";
}

const WAIT_PHRASES: Readonly<Record<string, string>> = {
  time: "sleeps",
  release: "next release",
  resume: "suspended",
  block: "block of",
  bytes: "bytes of",
};

/** The object of a wait: "queue jobs", "mutex bus, held by logger". */
export function waitText(scene: Scene, wait: number): string {
  return waitTexts(scene, wait)[0] ?? "";
}

/** The texts of waitText() from the longest to the shortest. */
export function waitTexts({ trace, analysis }: Scene, wait: number): readonly string[] {
  const { what, object, owner } = analysis.waits;
  const kind = waitName(what[wait] ?? 0);
  const name = objectName(trace, object[wait] ?? -1);
  const isNamed = name !== "" && name.toLowerCase().startsWith(kind);
  const words = isNamed ? name : `${WAIT_PHRASES[kind] ?? kind} ${name}`.trimEnd();
  const holder = owner[wait] ?? -1;
  const isHeld = kind === "mutex" && holder >= 0;
  return [...(isHeld ? [`${words}, held by ${laneName(trace, holder)}`] : []), words, name];
}
