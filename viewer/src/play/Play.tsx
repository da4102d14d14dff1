// SPDX-License-Identifier: Apache-2.0
// The part of the page in which a system is changed: the result of the run, the proposals, the
// threads, and their mutexes.
import type { VNode } from "preact";
import { duration } from "../ui/format";
import { Mutexes } from "./Mutexes";
import { PRESETS } from "./presets";
import { Proposals } from "./Proposals";
import { saveFile } from "../ui/save-file";
import { savePage } from "./save-page";
import { count } from "./sentence";
import {
  about,
  address,
  begin,
  bounds,
  canUndo,
  change,
  failure,
  leave,
  observed,
  original,
  propose,
  results,
  sentence,
  system,
  trace,
  undo,
} from "./state";
import { isDescribable, isOnCores } from "./system";
import type { System } from "./system";
import { ThreadTable } from "./ThreadTable";
import { withThread } from "./edit";
import { tomlOf } from "./toml";

const NS_PER_SECOND = 1e9;

export function Play(): VNode {
  const now = system.value;
  const isLate = results.value?.threads.some(({ misses }) => misses > 0) ?? false;
  return (
    <section class="play" aria-label="System" data-testid="play">
      {failure.value !== null && <p class="play-failure">{failure.value}</p>}
      <p
        class={`play-sentence ${isLate ? "is-late" : ""}`}
        data-testid="sentence"
        aria-live="polite"
      >
        {sentence.value}
      </p>
      <div class="play-bar">
        <Presets />
        {now !== null && <Actions now={now} />}
        <span class="spring" />
        {now !== null && <Exports now={now} />}
      </div>
      {about.value !== "" && <p class="play-text">{about.value}</p>}
      {now !== null && <Proposals system={now} />}
      {now !== null && <ThreadTable system={now} />}
      {now !== null && <Mutexes system={now} />}
      {now !== null && <Summary now={now} />}
    </section>
  );
}

function Presets(): VNode {
  const isOwn = !PRESETS.some(({ system: first }) => first === original.value);
  return (
    <select
      aria-label="Example"
      onChange={(event) => {
        const preset = PRESETS[Number(event.currentTarget.value)];
        if (preset !== undefined) {
          void begin({ system: preset.system, about: preset.text });
        }
      }}
    >
      {isOwn && (
        <option value={-1} selected>
          {original.value?.name}
        </option>
      )}
      {PRESETS.map(({ title, system: first }, place) => (
        <option key={title} value={place} selected={first === original.value}>
          {title}
        </option>
      ))}
    </select>
  );
}

function Actions({ now }: { readonly now: System }): VNode {
  return (
    <span class="group">
      <button type="button" disabled={!canUndo.value} title="Undo (Ctrl Z)" onClick={undo}>
        Undo
      </button>
      <button type="button" onClick={() => change(withThread(now), "")}>
        Add a thread
      </button>
      <button
        type="button"
        disabled={!isDescribable(now) || isOnCores(now)}
        title={
          isOnCores(now)
            ? "For one core; limen assign --cores places threads on several"
            : "Priorities, thresholds and protocols with which all deadlines are met, by the analysis"
        }
        onClick={propose}
      >
        Propose a remedy
      </button>
    </span>
  );
}

function Exports({ now }: { readonly now: System }): VNode {
  const isComplete = isDescribable(now);
  return (
    <span class="group">
      <button
        type="button"
        disabled={!isComplete}
        title={isComplete ? "For ./limen analyze" : "A file cannot describe what these threads do"}
        onClick={() => saveFile(tomlOf(now), `${now.name}.toml`)}
      >
        Save system.toml
      </button>
      <button
        type="button"
        disabled={trace.value === null}
        title="For ./limen view"
        onClick={() => trace.value !== null && saveFile(trace.value, `${now.name}.limen`)}
      >
        Save trace
      </button>
      <button
        type="button"
        title="One file that opens with this system anywhere, offline"
        onClick={() => savePage(now)}
      >
        Save page
      </button>
      <button
        type="button"
        title="The address of the page opens this system"
        onClick={() => void copyLink()}
      >
        Copy link
      </button>
      {observed.value !== null && (
        <button type="button" onClick={leave}>
          Back to the trace
        </button>
      )}
    </span>
  );
}

async function copyLink(): Promise<void> {
  const url = `${location.href.replace(/#.*$/u, "")}${address.value ?? ""}`;
  history.replaceState(null, "", url);
  await navigator.clipboard?.writeText(url).catch(() => undefined);
}

/**
 * Describes the memory of a shared stack. Threads that wait for each other cannot share one, so
 * scripts exclude it.
 */
function sharedStack(used: number, most: number | null): string {
  return most === null
    ? "no shared stack, since threads can wait for a mutex"
    : `one shared stack: ${count(used)} bytes used, ${count(most)} at most`;
}

function Summary({ now }: { readonly now: System }): VNode {
  const seen = results.value;
  const proven = bounds.value;
  const tick = duration(1, NS_PER_SECOND / now.tick_ns);
  const parts =
    seen === null
      ? []
      : [
          `${count(seen.jobs)} jobs in ${count(seen.time)} ticks of ${tick}`,
          `${count(seen.switches)} switches between threads`,
          `${count(seen.preemptions)} preemptions`,
          ...(proven === null || !isDescribable(now)
            ? []
            : [sharedStack(seen.stackBytes, proven.stackBytes)]),
        ];
  return (
    <>
      <p class="play-summary" data-testid="summary">
        {parts.join("; ")}
        {seen !== null &&
          ". Responses of the run are simulated with the real kernel; only a bound is proven, for these numbers."}
      </p>
      {observed.value !== null && (
        <details class="play-observed">
          <summary>What was observed in {observed.value.name}, and what was assumed</summary>
          <ul>
            {observed.value.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
