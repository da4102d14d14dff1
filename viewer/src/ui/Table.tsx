// SPDX-License-Identifier: Apache-2.0
// The table of jobs, waits, inversions, held-off times, errors and blocking, in the selected range
// or the whole trace, for one thread or all, sorted by any column. Only visible rows exist in the
// document. A click or Enter shows the place of a row in the picture.
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { engineName } from "../model";
import { useStatistics } from "./window-statistics";
import { copyRows } from "./export-files";
import { both, count, duration, plural } from "./format";
import { Histogram, spanText, useBars } from "./Histogram";
import { definitionOf, toCsv } from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import { frame, ROW_PIXELS, scrollFor } from "./virtual-scroll";
import type { Pane } from "./state";
import { brush, brushOf, listing, showRow, sortBy, tableKind, tableThread } from "./table-state";
import type { Brush, Listed } from "./table-state";
import { TABLE_KINDS } from "./table-contents";
import type { Column } from "./table-contents";
import { laneName } from "./names";
import { rowAfter, useRoom } from "./list-navigation";
import type { Box } from "./list-navigation";

const WIDTH_ROWS = 64;
const WIDTH_MAX = 24;

export function TablePanel({ pane }: { readonly pane: Pane }): VNode {
  return tableKind.value === "blocking" ? (
    <TableWithStatistics pane={pane} />
  ) : (
    <Shown pane={pane} statistics={null} />
  );
}

/** Requests the statistics only while a component that needs them is shown. */
function TableWithStatistics({ pane }: { readonly pane: Pane }): VNode {
  return <Shown pane={pane} statistics={useStatistics(pane)} />;
}

interface ShownProps {
  readonly pane: Pane;
  readonly statistics: Tree | null;
}

function Shown({ pane, statistics }: ShownProps): VNode {
  const { value } = useMemo(() => listing(pane, statistics), [pane, statistics]);
  return (
    <div class="event-list" data-testid="table">
      <Choices pane={pane} listed={value} />
      <Brushed pane={pane} />
      <Grid key={`${tableKind.value} ${pane.opened.value.name}`} pane={pane} listed={value} />
    </div>
  );
}

interface ListedProps {
  readonly pane: Pane;
  readonly listed: Listed;
}

/** The kind of the table, its thread, and the number and sum of its rows. */
function Choices({ pane, listed }: ListedProps): VNode {
  const { trace } = pane.opened.value;
  const names = trace.lanes.flatMap((_, lane) => (lane > 0 ? [laneName(trace, lane)] : []));
  return (
    <div class="table-choices">
      <select
        aria-label="What is listed"
        value={tableKind.value}
        onChange={(event) => {
          const [kind] = TABLE_KINDS[event.currentTarget.selectedIndex] ?? ["jobs"];
          tableKind.value = kind;
        }}
      >
        {TABLE_KINDS.map(([kind, title]) => (
          <option key={kind} value={kind}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Thread"
        value={tableThread.value ?? ""}
        onChange={(event) => {
          const name = event.currentTarget.value;
          tableThread.value = name === "" ? null : name;
        }}
      >
        <option value="">all threads</option>
        {[...new Set(names)].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <span class="spring" />
      <button type="button" title="Copy the rows as CSV" onClick={() => copyRows(csvOf(listed))}>
        CSV
      </button>
      <p class="quiet" role="status" data-testid="table-sum">
        {sumText(pane, listed)}
      </p>
    </div>
  );
}

function sumText(pane: Pane, { table, rows }: Listed): string {
  const { clockHz } = pane.opened.value.trace;
  const of = pane.window.value === null ? "" : " in the selected range";
  const column = table.columns.find(({ name }) => name === table.length);
  const all = `${plural(rows.length, "row")}${of}${moreText(pane)}`;
  if (column?.value == null || rows.length === 0) {
    return all;
  }
  let sum = 0;
  for (const row of rows) {
    const value = column.value(row);
    sum += Number.isNaN(value) ? 0 : value;
  }
  return `${all}; ${column.title}: ${both(sum, clockHz)} in total, ${duration(sum / rows.length, clockHz)} each`;
}

/** Describes which rows are missing. */
function moreText(pane: Pane): string {
  const isCut = ({ kind }: { readonly kind: string }): boolean => kind === "held_off_incomplete";
  const cut =
    tableKind.value === "held" ? pane.opened.value.trace.queries.findings().find(isCut) : undefined;
  return cut === undefined ? "" : ` and more, from event #${count(cut.event)} on`;
}

function csvOf({ table, rows }: Listed): string {
  const { columns } = table;
  const cell = (column: Column, row: number): string | number | null => {
    const value = column.value?.(row);
    return value === undefined ? column.text(row) : Number.isNaN(value) ? null : value;
  };
  return toCsv([
    columns.map(({ title }) => title),
    ...Array.from(rows, (row) => columns.map((column) => cell(column, row))),
  ]);
}

/** The histogram in which jobs were selected. Dragging selects others. */
function Brushed({ pane }: { readonly pane: Pane }): VNode | null {
  const now = brushOf(pane);
  return now === null ? null : <BrushedBars pane={pane} now={now} />;
}

function BrushedBars({ pane, now }: { readonly pane: Pane; readonly now: Brush }): VNode {
  const { trace } = pane.opened.value;
  const bars = useBars(pane, now.lane, now.metric, pane.window.value);
  return (
    <figure class="histogram table-brush" data-testid="brush">
      <figcaption>
        {laneName(trace, now.lane)}, {nameOf(now, pane).toLowerCase()}{" "}
        {spanText(now.bins, now.first, now.last, trace.clockHz)}{" "}
        <button type="button" class="link" onClick={() => (brush.value = null)}>
          All jobs again
        </button>
      </figcaption>
      <Histogram pane={pane} lane={now.lane} metric={now.metric} bars={bars} unit={trace.clockHz} />
    </figure>
  );
}

function nameOf({ metric }: Brush, pane: Pane): string {
  return definitionOf(engineName(metric), pane.opened.value.trace.origin).title;
}

function Grid({ pane, listed }: ListedProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const room = useSignal(400);
  /** The row that was selected last, by its index in the table. */
  const chosen = useSignal<number | null>(null);
  useRoom(box, room);
  const { table, rows } = listed;
  const seen = frame(rows.length, scrollTop.value, room.value);
  const places = Array.from({ length: seen.rows }, (_, place) => seen.first + place);
  const columns = useMemo(() => widthsOf(listed), [listed]);
  const current = chosen.value;
  return (
    <div
      ref={box}
      class="table is-wide"
      style={{ "--columns": columns }}
      role="grid"
      tabIndex={0}
      data-keys
      data-testid="table-grid"
      aria-label={TABLE_KINDS.find(([kind]) => kind === tableKind.value)?.[1] ?? ""}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={current === null ? undefined : `table-row-${current}`}
      onScroll={(event) => (scrollTop.value = event.currentTarget.scrollTop)}
      onKeyDown={(event) => walk(event, { pane, listed, chosen, box, room: room.value })}
    >
      <Head listed={listed} />
      <div class="table-body" role="presentation" style={{ height: `${seen.height}px` }}>
        <div role="presentation" style={{ transform: `translateY(${seen.top}px)` }}>
          {places.map((place) => {
            const row = rows[place] ?? 0;
            return (
              <Row
                key={row}
                columns={table.columns}
                row={row}
                place={place}
                isChosen={row === current}
                go={() => {
                  chosen.value = row;
                  showRow(pane, table, row);
                }}
              />
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <p class="empty">There are none.</p>}
    </div>
  );
}

/** Column widths from the titles and a sample of the rows. */
function widthsOf({ table, rows }: Listed): string {
  const step = Math.ceil(rows.length / WIDTH_ROWS) || 1;
  const some = rows.filter((_, place) => place % step === 0);
  const width = ({ title, text }: Column): string => {
    const longest = Math.max(title.length + 1, ...Array.from(some, (row) => text(row).length));
    return `${Math.min(longest, WIDTH_MAX)}ch`;
  };
  return table.columns.map(width).join(" ");
}

/** Column titles. A click or Enter sorts by the column. */
function Head({ listed }: { readonly listed: Listed }): VNode {
  const { table, sorting } = listed;
  return (
    <div class="table-row table-head" role="row" aria-rowindex={1}>
      {table.columns.map(({ name, title, definition, value }) => {
        const isSorted = sorting.column === name;
        const order = sorting.isFalling ? "descending" : "ascending";
        return (
          <span
            key={name}
            role="columnheader"
            class={value === null ? "" : "is-number"}
            aria-sort={isSorted ? order : "none"}
          >
            <button
              type="button"
              class="sorter"
              title={definition}
              onClick={() => sortBy(listed, name)}
            >
              {title}
            </button>
          </span>
        );
      })}
    </div>
  );
}

interface RowProps {
  readonly columns: readonly Column[];
  readonly row: number;
  readonly place: number;
  readonly isChosen: boolean;
  readonly go: () => void;
}

function Row({ columns, row, place, isChosen, go }: RowProps): VNode {
  return (
    <div
      id={`table-row-${row}`}
      class="table-row"
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isChosen}
      onClick={go}
    >
      {columns.map(({ name, text, value }) => (
        <span
          key={name}
          role="gridcell"
          class={value === null ? "" : "is-number"}
          title={text(row)}
        >
          {text(row)}
        </span>
      ))}
    </div>
  );
}

interface Walked {
  readonly pane: Pane;
  readonly listed: Listed;
  readonly chosen: Signal<number | null>;
  readonly box: Box;
  readonly room: number;
}

/** Arrows select a row and Enter shows its place. Keys on a title are left to the title. */
function walk(event: KeyboardEvent, { pane, listed, chosen, box, room }: Walked): void {
  const { table, rows } = listed;
  if (event.target !== event.currentTarget) {
    return;
  }
  if (event.key === "Enter" && chosen.value !== null) {
    showRow(pane, table, chosen.value);
    return;
  }
  const now = chosen.value === null ? -1 : rows.indexOf(chosen.value);
  const next = rowAfter(event, now, rows.length);
  const element = box.current;
  if (next !== null && element !== null) {
    chosen.value = rows[next] ?? null;
    element.scrollTop = scrollFor(rows.length, next, element.scrollTop, room, ROW_PIXELS);
  }
}
