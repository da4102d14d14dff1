// SPDX-License-Identifier: Apache-2.0
// Numbers with their names, and sortable tables of them.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { both, count, duration, durations, percent } from "./format";
import { columnsOf, definitionOf, rowOf } from "./statistics-tree";
import type { Definition, Tree, Value } from "./statistics-tree";
import type { Pane } from "./state";

interface LinesProps {
  readonly pane: Pane;
  readonly values: readonly (readonly [string, Value])[];
  readonly inTime: boolean;
}

export function NumberLines({ pane, values, inTime }: LinesProps): VNode | null {
  const { origin, clockHz } = pane.opened.value.trace;
  if (values.length === 0) {
    return null;
  }
  return (
    <table class="numbers is-lines">
      <tbody>
        {values.map(([name, value]) => {
          const about = definitionOf(name, origin);
          return (
            <tr key={name}>
              <th scope="row">
                <Term about={about} />
              </th>
              <td class={value === 0 ? "quiet" : ""} title={exactly(value, about.unit, clockHz)}>
                {show(value, about.unit, clockHz, inTime)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A name with its definition, for pointer, keyboard and screen readers. */
export function Term({ about }: { readonly about: Definition }): VNode {
  if (about.definition === "") {
    return <>{about.title}</>;
  }
  return (
    <span class="term" tabIndex={0} aria-label={`${about.title}: ${about.definition}`}>
      {about.title}
      <span class="definition" role="tooltip">
        {about.definition}
      </span>
    </span>
  );
}

export function show(value: Value, unit: string, clockHz: number | null, inTime: boolean): string {
  if (value === null) {
    return "–";
  }
  if (typeof value !== "number") {
    return String(value);
  }
  switch (unit) {
    case "ticks":
      return inTime ? duration(value, clockHz) : count(value, 1);
    case "%":
      return percent(value / 100);
    default:
      return count(value, 3);
  }
}

/** Formats the values of a column; times get one unit and one number of decimals. */
function formatOf(
  values: readonly Value[],
  unit: string,
  clockHz: number | null,
  inTime: boolean,
): (value: Value) => string {
  if (unit !== "ticks" || !inTime) {
    return (value) => show(value, unit, clockHz, inTime);
  }
  const time = durations(
    values.filter((value) => typeof value === "number"),
    clockHz,
  );
  return (value) => (typeof value === "number" ? time(value) : show(value, unit, clockHz, inTime));
}

function exactly(value: Value, unit: string, clockHz: number | null): string {
  return unit === "ticks" && typeof value === "number" ? both(value, clockHz) : "";
}

/** The definition of a column. Columns of distributions have names such as "response.p99". */
function columnAbout(name: string, origin: Pane["opened"]["value"]["trace"]["origin"]): Definition {
  const [outer = "", inner] = name.split(".");
  const about = definitionOf(outer, origin);
  if (inner === undefined) {
    return about;
  }
  const part = definitionOf(inner, origin);
  const title = `${about.title}: ${part.title.toLowerCase()}`;
  const unit = inner === "count" ? "" : about.unit === "" ? part.unit : about.unit;
  return { title, unit, definition: `${about.definition} ${part.definition}` };
}

interface TableProps {
  readonly pane: Pane;
  readonly rows: readonly Tree[];
  readonly inTime: boolean;
  readonly caption: string;
}

interface Sorting {
  readonly column: string;
  readonly isFalling: boolean;
}

export function NumberTable({ pane, rows: trees, inTime, caption }: TableProps): VNode {
  const sorting = useSignal<Sorting | null>(null);
  const { origin, clockHz } = pane.opened.value.trace;
  const rows = trees.map(rowOf);
  const columns = columnsOf(rows).map((name) => {
    const about = columnAbout(name, origin);
    const values = rows.map((row) => row[name] ?? null);
    return { name, about, text: formatOf(values, about.unit, clockHz, inTime) };
  });
  const isText = (column: string): string =>
    rows.some((row) => typeof row[column] === "string") ? "is-text" : "";
  const sort = (column: string): void => {
    const isFalling = sorting.value?.column === column ? !sorting.value.isFalling : true;
    sorting.value = { column, isFalling };
  };
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="numbers">
        <thead>
          <tr>
            {columns.map(({ name, about }) => (
              <th
                key={name}
                scope="col"
                class={isText(name)}
                aria-sort={ariaSort(sorting.value, name)}
              >
                <button
                  type="button"
                  class="sorter"
                  title={about.definition}
                  onClick={() => sort(name)}
                >
                  {about.title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, sorting.value).map((row, place) => (
            <tr key={place}>
              {columns.map(({ name, about, text }) => {
                const value = row[name] ?? null;
                return (
                  <td key={name} class={isText(name)} title={exactly(value, about.unit, clockHz)}>
                    {text(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ariaSort(sorting: Sorting | null, column: string): "none" | "ascending" | "descending" {
  if (sorting?.column !== column) {
    return "none";
  }
  return sorting.isFalling ? "descending" : "ascending";
}

type Rows = readonly Readonly<Record<string, Value>>[];

function sorted(rows: Rows, sorting: Sorting | null): Rows {
  if (sorting === null) {
    return rows;
  }
  const { column, isFalling } = sorting;
  const key = (row: Readonly<Record<string, Value>>): Value => row[column] ?? null;
  return [...rows].sort((one, other) =>
    isFalling ? order(key(other), key(one)) : order(key(one), key(other)),
  );
}

function order(one: Value, other: Value): number {
  if (typeof one === "number" && typeof other === "number") {
    return one - other;
  }
  return String(one ?? "").localeCompare(String(other ?? ""), "en", { numeric: true });
}
