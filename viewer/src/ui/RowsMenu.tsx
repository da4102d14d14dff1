// SPDX-License-Identifier: Apache-2.0
// Menus that show, hide and sort rows: one in the bar for all rows, one at the name of each row.
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { moveRow, selectRow, toggleRow, wish } from "./actions";
import { Icon } from "./Icon";
import { Menu, moveFocus, useOutside } from "./Menu";
import { rowTitle } from "./adapters";
import { active, rowMenu, shows, showsLegend } from "./state";
import type { Pane } from "./state";
import { allRows, NO_WISHES, ORDERS, rowName } from "./row-order";
import type { RowWishes } from "./row-order";
import type { Row, RowKind } from "../render/types";

type Flag = "showsCores" | "showsInterrupts" | "showsIdle" | "showsObjects" | "showsSignals";

const FLAGS: readonly (readonly [Flag, string])[] = [
  ["showsCores", "Who runs"],
  ["showsInterrupts", "Interrupts"],
  ["showsIdle", "Idle"],
  ["showsObjects", "Objects"],
  ["showsSignals", "Signals"],
];
const MARKS: readonly (readonly ["arrows" | "heldOff" | "inversions", string])[] = [
  ["arrows", "Arrows from wake-up to run"],
  ["heldOff", "Held off"],
  ["inversions", "Priority inversions"],
];

export function RowsMenu(): VNode | null {
  const pane = active.value;
  return pane === null ? null : (
    <Menu label={<Icon name="rows" />} title="Rows: show, hide, sort">
      {() => <RowWishesForm pane={pane} />}
    </Menu>
  );
}

function RowWishesForm({ pane }: { readonly pane: Pane }): VNode {
  const wishes = pane.wishes.value;
  return (
    <div class="rows-menu">
      <label class="line">
        Sort threads by
        <select
          value={wishes.order}
          onChange={(event) => {
            wish(pane, { order: event.currentTarget.value as RowWishes["order"], dragged: [] });
          }}
        >
          {ORDERS.map((order) => (
            <option key={order}>{order}</option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>Show</legend>
        {FLAGS.map(([flag, name]) => (
          <Check
            key={flag}
            name={name}
            isOn={wishes[flag]}
            set={(isOn) => wish(pane, { [flag]: isOn })}
          />
        ))}
        {MARKS.map(([mark, name]) => (
          <Check
            key={mark}
            name={name}
            isOn={shows.value[mark]}
            set={(isOn) => (shows.value = { ...shows.value, [mark]: isOn })}
          />
        ))}
        <Check name="Legend" isOn={showsLegend.value} set={(isOn) => (showsLegend.value = isOn)} />
      </fieldset>
      <RowList pane={pane} />
      <button type="button" onClick={() => (pane.wishes.value = NO_WISHES)}>
        Show all again
      </button>
    </div>
  );
}

interface CheckProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

function Check({ name, isOn, set }: CheckProps): VNode {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => set(event.currentTarget.checked)}
      />{" "}
      {name}
    </label>
  );
}

/** Every row with its settings, including hidden rows. */
function RowList({ pane }: { readonly pane: Pane }): VNode {
  const { trace, analysis, signals } = pane.opened.value;
  const wishes = pane.wishes.value;
  const flip = (set: "hidden" | "pinned" | "open", name: string) => () =>
    toggleRow(pane, set, name);
  return (
    <div class="row-list" role="group" aria-label="Rows">
      {allRows(trace, analysis, signals, wishes).map((name) => {
        const title = rowTitle(pane.scene.value, toRow(name));
        return (
          <div class="row-line" key={name}>
            <Check name={title} isOn={!wishes.hidden.has(name)} set={flip("hidden", name)} />
            <Chip
              name="pin"
              of={title}
              isOn={wishes.pinned.has(name)}
              flip={flip("pinned", name)}
            />
            <Chip name="open" of={title} isOn={wishes.open.has(name)} flip={flip("open", name)} />
          </div>
        );
      })}
    </div>
  );
}

interface ChipProps {
  readonly name: string;
  readonly of: string;
  readonly isOn: boolean;
  readonly flip: () => void;
}

function Chip({ name, of, isOn, flip }: ChipProps): VNode {
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={isOn}
      aria-label={`${name} ${of}`}
      onClick={flip}
    >
      {name}
    </button>
  );
}

function toRow(name: string): Row {
  const [kind = "lane", place = "0"] = name.split(":");
  return { kind: kind as RowKind, place: Number(place), isPinned: false, isOpen: false };
}

/** The menu of a row, where the user opened it. */
export function RowMenu(): VNode | null {
  const box = useRef<HTMLDivElement>(null);
  const asked = rowMenu.value;
  const close = (): void => {
    rowMenu.value = null;
  };
  useOutside(box, close);
  useEffect(() => box.current?.querySelector("button")?.focus(), [asked]);
  if (asked === null) {
    return null;
  }
  const { pane, row, x, y } = asked;
  return (
    <div
      ref={box}
      class="menu-list items row-menu"
      style={{
        left: `${Math.min(x, innerWidth - 240)}px`,
        top: `${Math.min(y, innerHeight - 300)}px`,
      }}
      role="menu"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") {
          close();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          moveFocus(box.current, event.key === "ArrowDown" ? 1 : -1);
        }
      }}
    >
      <strong>{rowTitle(pane.scene.value, row)}</strong>
      {itemsOf(pane, row).map(([name, run]) => (
        <button type="button" role="menuitem" key={name} onClick={() => (close(), run())}>
          {name}
        </button>
      ))}
    </div>
  );
}

function itemsOf(pane: Pane, row: Row): (readonly [string, () => void])[] {
  const name = rowName(row);
  const kind = row.kind === "object" ? "object" : "lane";
  const others = pane.rows.value.map(rowName).filter((other) => other !== name);
  return [
    [row.isPinned ? "Unpin" : "Pin at the top", () => toggleRow(pane, "pinned", name)],
    [
      row.isOpen ? "Close" : "Open: priority and level over time",
      () => toggleRow(pane, "open", name),
    ],
    ["Move up", () => moveRow(pane, name, -1)],
    ["Move down", () => moveRow(pane, name, 1)],
    ["Hide", () => toggleRow(pane, "hidden", name)],
    [
      "Hide all others",
      () => wish(pane, { hidden: new Set([...pane.wishes.value.hidden, ...others]) }),
    ],
    ...(row.kind === "lane" || row.kind === "object"
      ? ([["Select", () => selectRow(pane, kind, row.place)]] as const)
      : []),
    ["Show all again", () => wish(pane, { hidden: new Set() })],
  ];
}
