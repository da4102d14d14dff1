// SPDX-License-Identifier: Apache-2.0
// The legend below the picture, with a button that closes it.
import type { VNode } from "preact";
import { Icon } from "./Icon";
import { legendHeight, legendSvg, legendText } from "./adapters";
import { active, isDark, panes, shows, showsLegend } from "./state";

/** Width in pixels of the button that closes the legend. */
const CLOSE = 32;

export function Legend(): VNode | null {
  const width = (active.value?.size.value.width ?? 0) - CLOSE;
  if (!showsLegend.value || width <= CLOSE) {
    return null;
  }
  const all = panes.value.map((pane) => ({
    ...pane.opened.value,
    shows: shows.value,
    isDark: isDark.value,
  }));
  return (
    <div class="legend" data-testid="legend">
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(legendSvg(all, width))}`}
        width={width}
        height={legendHeight(all, width)}
        alt={`Legend: ${legendText(all)}`}
      />
      <button
        type="button"
        title="Close the legend (L)"
        aria-label="Close the legend"
        onClick={() => (showsLegend.value = false)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
