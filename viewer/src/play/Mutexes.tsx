// SPDX-License-Identifier: Apache-2.0
// The mutexes and the critical sections: in which part of its job a thread owns a mutex.
import type { VNode } from "preact";
import { withMutex, withoutMutex, withProtocol, withSection, withSections } from "./edit";
import { NumberField } from "./NumberField";
import { change } from "./state";
import { isDescribable, PROTOCOLS, ResourceKind } from "./system";
import type { Section, System } from "./system";

interface Props {
  readonly system: System;
}

export function Mutexes({ system }: Props): VNode | null {
  if (!isDescribable(system)) {
    return null;
  }
  return (
    <div class="play-mutexes">
      {system.resources.map(
        ({ kind }, mutex) =>
          kind === ResourceKind.Mutex && <Mutex key={mutex} system={system} mutex={mutex} />,
      )}
      <button type="button" onClick={() => change(withMutex(system), "")}>
        Add a mutex
      </button>
    </div>
  );
}

function Mutex({ system, mutex }: Props & { readonly mutex: number }): VNode {
  const { name, value } = system.resources[mutex] ?? { name: "", value: 0 };
  const free = system.threads.flatMap((thread, place) =>
    thread.sections.length === 0 ? [place] : [],
  );
  return (
    <fieldset>
      <legend>{name}</legend>
      <label>
        protocol{" "}
        <select
          aria-label={`protocol of ${name}`}
          onChange={(event) =>
            change(withProtocol(system, mutex, Number(event.currentTarget.value)), "")
          }
        >
          {PROTOCOLS.map((protocol, number) => (
            <option key={protocol} value={number} selected={number === value}>
              {protocol}
            </option>
          ))}
        </select>
      </label>
      {system.threads.map((thread, place) =>
        thread.sections.map(
          ({ resource }, number) =>
            resource === mutex && (
              <SectionRow
                key={`${place} ${number}`}
                system={system}
                thread={place}
                place={number}
              />
            ),
        ),
      )}
      {free.length > 0 && (
        <select
          aria-label={`add a section of ${name}`}
          value=""
          onChange={(event) => {
            change(withSection(system, Number(event.currentTarget.value), mutex), "");
            event.currentTarget.value = "";
          }}
        >
          <option value="">Add a section of …</option>
          {free.map((place) => (
            <option key={place} value={place}>
              {system.threads[place]?.name}
            </option>
          ))}
        </select>
      )}
      <Remove what={name} run={() => change(withoutMutex(system, mutex), "")} />
    </fieldset>
  );
}

interface SectionProps extends Props {
  readonly thread: number;
  readonly place: number;
}

function SectionRow({ system, thread, place }: SectionProps): VNode | null {
  const own = system.threads[thread];
  const section = own?.sections[place];
  if (own === undefined || section === undefined) {
    return null;
  }
  const set = (next: Section | null, key: string): void => {
    const sections = own.sections.flatMap((one, number) =>
      number === place ? (next === null ? [] : [next]) : [one],
    );
    change(withSections(system, thread, sections), key);
  };
  const field = (key: "start" | "work", word: string): VNode => (
    <>
      {word}{" "}
      <NumberField
        label={`${key} of the section of ${own.name}`}
        value={section[key]}
        min={key === "start" ? 0 : 1}
        max={own.work}
        set={(value) => set({ ...section, [key]: value }, `${key} ${thread} ${place}`)}
      />
    </>
  );
  return (
    <span class="play-section">
      {own.name} owns it {field("start", "from")} {field("work", "for")}
      <Remove what={`the section of ${own.name}`} run={() => set(null, "")} />
    </span>
  );
}

export function Remove({ what, run }: { readonly what: string; readonly run: () => void }): VNode {
  return (
    <button
      type="button"
      class="remove"
      title={`Remove ${what}`}
      aria-label={`Remove ${what}`}
      onClick={run}
    >
      ×
    </button>
  );
}
