// SPDX-License-Identifier: Apache-2.0
// The printed form of the page: the visible part of the picture on white, and the statistics.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { currentStatistics } from "./window-statistics";
import { picture } from "./adapters";
import { both, plural } from "./format";
import { valuesOf } from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import { NumberLines } from "./Numbers";
import { panes } from "./state";
import type { Pane } from "./state";

interface Printed {
  /** One SVG document per trace. */
  readonly pictures: readonly string[];
  readonly statistics: readonly Tree[];
}

export function PrintReport(): VNode | null {
  const printed = useSignal<Printed | null>(null);
  useEffect(() => {
    const before = (): void => {
      printed.value = {
        pictures: panes.value.map((pane) => picture(pane.scene.value)),
        statistics: panes.value.map(currentStatistics),
      };
    };
    const after = (): void => {
      printed.value = null;
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  const now = printed.value;
  if (now === null) {
    return null;
  }
  return (
    <div class="print-report">
      {panes.value.map((pane, place) => (
        <Sheet
          key={place}
          pane={pane}
          svg={now.pictures[place] ?? ""}
          tree={now.statistics[place] ?? null}
        />
      ))}
    </div>
  );
}

interface SheetProps {
  readonly pane: Pane;
  readonly svg: string;
  readonly tree: Tree;
}

function Sheet({ pane, svg, tree }: SheetProps): VNode {
  const { trace, name } = pane.opened.value;
  const system =
    tree !== null && typeof tree === "object" && "system" in tree
      ? valuesOf(tree.system ?? null)
      : [];
  return (
    <section>
      <h2>{name}</h2>
      <p>
        {plural(trace.count, "event")}, {both(trace.time[trace.count - 1] ?? 0, trace.clockHz)}
      </p>
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        alt={`Picture of ${name}`}
      />
      <NumberLines pane={pane} values={[...valuesOf(tree), ...system]} inTime={false} />
    </section>
  );
}
