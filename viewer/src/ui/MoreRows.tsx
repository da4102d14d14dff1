// SPDX-License-Identifier: Apache-2.0
// Shows how many rows are scrolled out of the picture.
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { scrollRows } from "./actions";
import { plural } from "./format";
import { rowsOutside } from "./adapters";
import type { Pane } from "./state";

export function MoreRows({ pane }: { readonly pane: Pane }): VNode {
  // Computed signals of numbers, so that zooming does not render this component again.
  const above = useComputed(() => rowsOutside(pane.scene.value).above);
  const below = useComputed(() => rowsOutside(pane.scene.value).below);
  return (
    <>
      <Button pane={pane} rows={above.value} isBelow={false} />
      <Button pane={pane} rows={below.value} isBelow={true} />
    </>
  );
}

interface ButtonProps {
  readonly pane: Pane;
  readonly rows: number;
  readonly isBelow: boolean;
}

function Button({ pane, rows, isBelow }: ButtonProps): VNode | null {
  if (rows === 0) {
    return null;
  }
  const page = pane.size.value.height / 2;
  return (
    <button
      type="button"
      class={`more-rows ${isBelow ? "is-below" : "is-above"}`}
      data-testid={isBelow ? "rows-below" : "rows-above"}
      onClick={() => scrollRows(pane, isBelow ? page : -page)}
    >
      {isBelow ? "↓" : "↑"} {plural(rows, "more row")}
    </button>
  );
}
