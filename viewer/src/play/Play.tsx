// SPDX-License-Identifier: Apache-2.0
// The table of threads with sliders, and the results of the last run.
import type { VNode } from "preact";
import { duration } from "../ui/format";
import { isAnalysable, isFixed, limits } from "./edit";
import type { Field } from "./edit";
import { PRESETS } from "./presets";
import { begin, bounds, change, failure, original, results, system, text, trace } from "./state";
import type { System, Thread } from "./system";
import { tomlOf } from "./toml";

const NS_PER_SECOND = 1e9;
const FIELDS = ["priority", "threshold", "work", "period"] as const satisfies readonly Field[];
const HEADS = ["deadline", "jobs", "longest", "bound", "blocked", "preempted", "misses"] as const;

/** Tooltips for the abbreviations above the columns. */
const MEANINGS: Readonly<Record<(typeof FIELDS)[number] | (typeof HEADS)[number], string>> = {
  priority: "0 is the most urgent",
  threshold: "A job that has begun is preempted only by threads with a lower number",
  work: "The longest execution of a job",
  period: "From one arrival to the next",
  deadline: "From the arrival of a job to its latest end",
  jobs: "That have ended in the run",
  longest: "The longest response time that was observed",
  bound: "No response time is longer, by the analysis; \u2013: it does not cover such systems",
  blocked: "The longest time for which less urgent threads kept a job from running",
  preempted: "How often a job lost the processor before its end",
  misses: "Jobs that ended after their deadline",
};

export function Play(): VNode {
  const now = system.value;
  return (
    <section class="play" aria-label="System" data-testid="play">
      <div class="play-bar">
        <Presets />
        <span class="play-text">{text.value}</span>
        <span class="spring" />
        <Exports />
      </div>
      {failure.value !== null && <p class="play-failure">{failure.value}</p>}
      {now !== null && <Table system={now} />}
      <Summary />
    </section>
  );
}

function Presets(): VNode {
  return (
    <select
      aria-label="Example"
      onChange={(event) => {
        const preset = PRESETS[Number(event.currentTarget.value)];
        if (preset !== undefined) {
          begin(preset.system, preset.text);
        }
      }}
    >
      {PRESETS.map(({ title, system: first }, place) => (
        <option key={title} value={place} selected={first === original.value}>
          {title}
        </option>
      ))}
      {!PRESETS.some(({ system: first }) => first === original.value) && (
        <option value={-1} selected>
          {original.value?.name}
        </option>
      )}
    </select>
  );
}

function Exports(): VNode {
  const now = system.value;
  const hasScript = now?.threads.some(({ script }) => script.length > 0) ?? true;
  return (
    <span class="group">
      <button
        type="button"
        disabled={now === null || hasScript}
        title={hasScript ? "A file cannot describe what these threads do" : "For ./limen analyze"}
        onClick={() => now !== null && save(tomlOf(now), `${now.name}.toml`)}
      >
        Save system.toml
      </button>
      <button
        type="button"
        disabled={trace.value === null}
        title="For ./limen view"
        onClick={() => trace.value !== null && save(trace.value, `${now?.name ?? "play"}.limen`)}
      >
        Save trace
      </button>
    </span>
  );
}

function save(content: string | Uint8Array, name: string): void {
  const link = document.createElement("a");
  const part = typeof content === "string" ? content : new Uint8Array(content);
  link.href = URL.createObjectURL(new Blob([part]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Table({ system: now }: { readonly system: System }): VNode {
  return (
    <div class="play-table">
      <table>
        <thead>
          <tr>
            <th scope="col">thread</th>
            {[...FIELDS, ...HEADS].map((head) => (
              <th key={head} scope="col" title={MEANINGS[head]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {now.threads.map((thread, index) => (
            <ThreadRow key={thread.name} now={now} thread={thread} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly thread: Thread;
  readonly index: number;
}

/** The values of the columns HEADS. A thread without a period has no deadlines. */
function cellsOf(
  now: System,
  thread: Thread,
  index: number,
): readonly (number | string | undefined)[] {
  const seen = results.value?.threads[index];
  const none = isAnalysable(now) ? "" : "\u2013";
  const bound = bounds.value?.safe[index] ?? (bounds.value === null ? none : "none");
  if (thread.period === 0) {
    return ["", "", "", bound, seen?.blockingMax, seen?.preemptions, ""];
  }
  const longest = seen === undefined || seen.jobs === 0 ? "" : seen.responseMax;
  return [
    thread.deadline,
    seen?.jobs,
    longest,
    bound,
    seen?.blockingMax,
    seen?.preemptions,
    seen?.misses,
  ];
}

function ThreadRow({ now, thread, index }: RowProps & { readonly now: System }): VNode {
  const isLate = thread.period > 0 && (results.value?.threads[index]?.misses ?? 0) > 0;
  const cells = cellsOf(now, thread, index);
  return (
    <tr class={isLate ? "is-late" : ""}>
      <th scope="row">{thread.name}</th>
      {FIELDS.map((field) => (
        <td key={field}>
          <Slider thread={thread} index={index} field={field} />
        </td>
      ))}
      {HEADS.map((head, place) => (
        <td key={head} class="number" data-testid={`${thread.name}-${head}`}>
          {cells[place]?.toLocaleString("en")}
        </td>
      ))}
    </tr>
  );
}

function Slider({ thread, index, field }: RowProps & { readonly field: Field }): VNode {
  const first = original.value?.threads[index] ?? thread;
  const { min, max } = limits(thread, first, field);
  const value = thread[field];
  return (
    <label class="slider">
      <input
        type="range"
        aria-label={`${field} of ${thread.name}`}
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={isFixed(thread, field)}
        onInput={(event) => change(index, field, Number(event.currentTarget.value))}
      />
      <output>{value.toLocaleString("en")}</output>
    </label>
  );
}

/**
 * Describes the memory of a shared stack. Threads that wait for each other cannot share one, so
 * scripts exclude it.
 */
function sharedStack(used: number, most: number | null): string {
  if (most === null) {
    return "no shared stack, since threads can wait for a mutex";
  }
  return `one shared stack: ${used.toLocaleString("en")} bytes used, ${most.toLocaleString("en")} at most`;
}

function Summary(): VNode {
  const seen = results.value;
  const stack = bounds.value?.stackBytes;
  const now = system.value;
  const tick = now === null ? "" : ` of ${duration(1, NS_PER_SECOND / now.tick_ns)}`;
  const parts =
    seen === null
      ? []
      : [
          `${seen.jobs.toLocaleString("en")} jobs in ${seen.time.toLocaleString("en")} ticks${tick}`,
          `${seen.switches.toLocaleString("en")} switches between threads`,
          `${seen.preemptions.toLocaleString("en")} preemptions`,
          ...(stack === undefined ? [] : [sharedStack(seen.stackBytes, stack)]),
        ];
  return (
    <p class="play-summary" data-testid="summary" aria-live="polite">
      {parts.join("; ")}
      {seen !== null && ". The longest responses were observed; only a bound is proven."}
    </p>
  );
}
