// SPDX-License-Identifier: Apache-2.0
// The table of threads with its sliders, and what the last run has shown.
import type { VNode } from "preact";
import { isFixed, limits } from "./edit";
import type { Field } from "./edit";
import { PRESETS } from "./presets";
import { begin, bounds, change, failure, original, results, system, text, trace } from "./state";
import type { System, Thread } from "./system";
import { tomlOf } from "./toml";

const FIELDS = ["priority", "threshold", "work", "period"] as const satisfies readonly Field[];
const HEADS = ["deadline", "jobs", "longest", "bound", "blocked", "preempted", "misses"] as const;

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
        title={hasScript ? "A file cannot describe what these threads do" : "Save as a file"}
        onClick={() => now !== null && save(tomlOf(now), `${now.name}.toml`)}
      >
        system.toml
      </button>
      <button
        type="button"
        disabled={trace.value === null}
        onClick={() => trace.value !== null && save(trace.value, `${now?.name ?? "play"}.limen`)}
      >
        trace
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
            {["thread", ...FIELDS, ...HEADS].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {now.threads.map((thread, index) => (
            <ThreadRow key={thread.name} thread={thread} index={index} />
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

/** The numbers of HEADS. A thread without a period has no jobs with deadlines. */
function cellsOf(thread: Thread, index: number): readonly (number | string | undefined)[] {
  const seen = results.value?.threads[index];
  const bound = bounds.value?.safe[index] ?? (bounds.value === null ? "" : "none");
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

function ThreadRow({ thread, index }: RowProps): VNode {
  const isLate = thread.period > 0 && (results.value?.threads[index]?.misses ?? 0) > 0;
  const cells = cellsOf(thread, index);
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

/** Threads that wait for each other cannot share a stack, so it is of systems without scripts. */
function sharedStack(used: number, most: number): string {
  return `one shared stack: ${used.toLocaleString("en")} bytes used, ${most.toLocaleString("en")} at most`;
}

function Summary(): VNode {
  const seen = results.value;
  const stack = bounds.value?.stackBytes;
  const parts =
    seen === null
      ? []
      : [
          `${seen.jobs.toLocaleString("en")} jobs in ${seen.time.toLocaleString("en")} ticks`,
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
