// SPDX-License-Identifier: Apache-2.0
// The threads: the results of the last run, the bounds, and the values that can be changed.
import type { VNode } from "preact";
import { changed, isFixed, limits, withCore, withoutThread } from "./edit";
import type { Field } from "./edit";
import { Remove } from "./Mutexes";
import { NumberField } from "./NumberField";
import { count } from "./sentence";
import { bounds, change, observed, original, results } from "./state";
import { CORES, isDescribable } from "./system";
import type { Observation, System, Thread } from "./system";

/** The headings of the columns of results, with their meanings. */
const MEANINGS: Readonly<Record<string, string>> = {
  misses: "Deadlines that were missed in the run",
  longest: "The longest response time in the run of the real kernel: simulated",
  observed: "The longest response time in the trace: observed",
  bound: "No response time is longer: proven for these numbers",
  deadline: "From the arrival of a job to its latest end",
  priority: "0 is the most urgent",
  threshold: "A job that has begun is preempted only by threads with a lower number",
  work: "The longest execution of a job",
  period: "From one arrival to the next",
  blocked: "The longest time for which less urgent threads kept a job from running",
  preempted: "How often a job lost the processor before its end",
  jobs: "That have ended in the run",
  core: "Each core has a kernel of its own: priorities and thresholds are those of one core",
};
const FIELDS = ["priority", "threshold", "work", "period"] as const;

interface RowProps {
  readonly system: System;
  readonly thread: Thread;
  readonly index: number;
}

export function ThreadTable({ system }: { readonly system: System }): VNode {
  const heads = [
    ...RESULTS_OF.map(([head]) => head),
    ...(observed.value === null ? [] : [TRACE]),
    "bound",
    "deadline",
    ...(isDescribable(system) ? ["core"] : []),
    ...FIELDS,
    ...DETAILS_OF.map(([head]) => head),
  ];
  return (
    <div class="play-table">
      <table>
        <thead>
          <tr>
            <th scope="col">thread</th>
            {heads.map((head) => (
              <th key={head} scope="col" title={MEANINGS[head]}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span class="heard">remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {system.threads.map((thread, index) => (
            <ThreadRow key={thread.name} system={system} thread={thread} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ThreadRow({ system, thread, index }: RowProps): VNode {
  const seen = results.value?.threads[index];
  const isLate = thread.period > 0 && (seen?.misses ?? 0) > 0;
  return (
    <tr class={isLate ? "is-late" : ""}>
      <th scope="row">{thread.name}</th>
      {RESULTS_OF.map(([head, value]) => (
        <Cell key={head} thread={thread} head={head} value={text(value(thread, seen))} />
      ))}
      {observed.value !== null && (
        <Cell thread={thread} head={TRACE} value={text(observed.value.responses[index])} />
      )}
      <BoundCell thread={thread} index={index} />
      <td
        class="number value"
        data-head={`${thread.name}, deadline`}
        data-testid={`${thread.name}-deadline`}
      >
        {thread.period > 0 && <Deadline system={system} thread={thread} index={index} />}
      </td>
      {isDescribable(system) && (
        <td
          class="number value"
          data-head={`${thread.name}, core`}
          data-testid={`${thread.name}-core`}
        >
          <NumberField
            label={`core of ${thread.name}`}
            value={thread.core}
            min={0}
            max={CORES - 1}
            set={(core) => change(withCore(system, index, core), `core ${index}`)}
          />
        </td>
      )}
      {FIELDS.map((field) => (
        <td key={field} class="value" data-head={`${field} of ${thread.name}`}>
          <Slider system={system} thread={thread} index={index} field={field} />
        </td>
      ))}
      {DETAILS_OF.map(([head, value]) => (
        <Cell key={head} thread={thread} head={head} value={text(value(thread, seen))} isValue />
      ))}
      <td class="last">
        {system.threads.length > 1 && (
          <Remove what={thread.name} run={() => change(withoutThread(system, index), "")} />
        )}
      </td>
    </tr>
  );
}

function text(value: number | undefined): string {
  return value === undefined ? "" : count(value);
}

type Value = (thread: Thread, seen: Observation | undefined) => number | undefined;

const TRACE = "observed";
const RESULTS_OF: readonly (readonly [string, Value])[] = [
  ["misses", ({ period }, seen) => (period > 0 ? seen?.misses : undefined)],
  [
    "longest",
    ({ period }, seen) => (period > 0 && seen?.jobs !== 0 ? seen?.responseMax : undefined),
  ],
];
const DETAILS_OF: readonly (readonly [string, Value])[] = [
  ["blocked", (_, seen) => seen?.blockingMax],
  ["preempted", (_, seen) => seen?.preemptions],
  ["jobs", ({ period }, seen) => (period > 0 ? seen?.jobs : undefined)],
];

interface CellProps {
  readonly thread: Thread;
  readonly head: string;
  readonly value: string;
  readonly isValue?: boolean;
}

function Cell({ thread, head, value, isValue = false }: CellProps): VNode {
  return (
    <td
      class={`number ${isValue ? "value" : ""}`}
      data-head={isValue ? `${thread.name}, ${head}` : head}
      data-testid={`${thread.name}-${head}`}
    >
      {value}
    </td>
  );
}

/** The bound, or the word "none" with the reason. */
function BoundCell({ thread, index }: Omit<RowProps, "system">): VNode {
  const bound = bounds.value?.safe[index] ?? null;
  const why = bounds.value?.why[index] ?? null;
  return (
    <td
      class={`number ${bound !== null && bound > thread.deadline ? "is-over" : ""}`}
      data-head="bound"
      data-testid={`${thread.name}-bound`}
      title={why ?? undefined}
    >
      {bound !== null ? count(bound) : <abbr title={why ?? ""}>none</abbr>}
    </td>
  );
}

/** The thread as the file or the preset defines it, by which the limits of its values are chosen. */
function firstOf(thread: Thread): Thread {
  return original.value?.threads.find(({ name }) => name === thread.name) ?? thread;
}

function Deadline({ system, thread, index }: RowProps): VNode {
  const first = firstOf(thread);
  const { min, max } = limits(thread, first, "deadline");
  return (
    <NumberField
      label={`deadline of ${thread.name}`}
      value={thread.deadline}
      min={min}
      max={max}
      set={(value) => change(changed(system, index, "deadline", value), `deadline ${index}`)}
    />
  );
}

function Slider({ system, thread, index, field }: RowProps & { readonly field: Field }): VNode {
  const first = firstOf(thread);
  const { min, max } = limits(thread, first, field);
  const set = (value: number): void =>
    change(changed(system, index, field, value), `${field} ${index}`);
  return (
    <span class="slider">
      <input
        type="range"
        aria-label={`${field} of ${thread.name}`}
        min={min}
        max={max}
        step={1}
        value={thread[field]}
        disabled={isFixed(thread, field)}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <NumberField
        label={`${thread.name}, ${field}`}
        value={thread[field]}
        min={min}
        max={max}
        isFixed={isFixed(thread, field)}
        set={set}
      />
    </span>
  );
}
