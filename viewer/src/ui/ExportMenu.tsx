// SPDX-License-Identifier: Apache-2.0
// The menu of exports: picture, statistics, link, print.
import type { VNode } from "preact";
import { Icon } from "./Icon";
import { Menu } from "./Menu";
import { copyLink, savePage, savePng, saveStatistics, saveSvg } from "./export-files";
import { canSavePage } from "./save-page";
import { active } from "./state";

export function ExportMenu(): VNode {
  return (
    <Menu label={<Icon name="share" />} title="Export">
      {(close) => {
        const item = (name: string, run: () => void): VNode => (
          <button type="button" onClick={() => (close(), run())}>
            {name}
          </button>
        );
        const pane = active.value;
        return pane === null ? null : (
          <div class="items">
            {canSavePage() && item("Save as one page", () => void savePage(pane))}
            {item("Picture as PNG", () => savePng(pane))}
            {item("Picture as SVG", () => saveSvg(pane))}
            {item("Statistics as CSV", () => saveStatistics(pane, "csv"))}
            {item("Statistics as JSON", () => saveStatistics(pane, "json"))}
            {item("Link to this place", copyLink)}
            {item("Print …", () => print())}
          </div>
        );
      }}
    </Menu>
  );
}
