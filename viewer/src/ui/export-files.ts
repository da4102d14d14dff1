// SPDX-License-Identifier: Apache-2.0
// Writes the files that the page exports: pictures of the visible range, and statistics.
import { currentStatistics } from "./window-statistics";
import { saveFile } from "./save-file";
import { pageWithTraces } from "./save-page";
import { flatten, toCsv } from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import { toCanvas, toSvg } from "./adapters";
import { settleUrl } from "./url-update";
import { panes, problem, showsLegend, status } from "./state";
import type { Pane } from "./state";
import type { Scene } from "../render/types";

/** Device pixels per CSS pixel in a PNG. Two are enough for print. */
const PNG_DOTS = 2;
const SAID_MS = 2500;

function stem(pane: Pane): string {
  return pane.opened.value.name.replace(/\.[^.]+$/u, "");
}

/** The scenes of all panes, from top to bottom. */
function scenes(): Scene[] {
  return panes.value.map((pane) => pane.scene.value);
}

export function savePng(pane: Pane): void {
  const canvas = document.createElement("canvas");
  toCanvas(canvas, scenes(), PNG_DOTS, { hasLegend: showsLegend.value });
  canvas.toBlob((blob) => {
    if (blob !== null) {
      saveFile(blob, `${stem(pane)}.png`, "image/png");
    }
  });
}

export function saveSvg(pane: Pane): void {
  const picture = toSvg(scenes(), { hasLegend: showsLegend.value });
  saveFile(picture, `${stem(pane)}.svg`, "image/svg+xml");
}

export function statisticsText(tree: Tree, format: "csv" | "json"): string {
  if (format === "json") {
    return `${JSON.stringify(tree, null, 2)}\n`;
  }
  return toCsv([["name", "value"], ...flatten(tree)]);
}

export function saveStatistics(pane: Pane, format: "csv" | "json"): void {
  const type = format === "csv" ? "text/csv" : "application/json";
  saveFile(
    statisticsText(currentStatistics(pane), format),
    `${stem(pane)}-statistics.${format}`,
    type,
  );
}

export async function savePage(pane: Pane): Promise<void> {
  settleUrl();
  saveFile(await pageWithTraces(location.hash), `${stem(pane)}.html`, "text/html");
}

export function copyStatistics(tree: Tree, format: "csv" | "json"): void {
  void copy(statisticsText(tree, format), "the statistics");
}

/** Copies rows of the table as CSV. */
export function copyRows(csv: string): void {
  void copy(csv, "the rows");
}

export function copyLink(): void {
  settleUrl();
  void copy(location.href, "the link");
}

/** Copies a text to the clipboard and reports the result, because browsers may refuse. */
async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    const said = `copied ${what}`;
    status.value = said;
    setTimeout(() => {
      status.value = status.value === said ? "" : status.value;
    }, SAID_MS);
  } catch {
    problem.value = {
      title: `The browser does not allow the page to copy ${what}.`,
      remedy:
        "Save the statistics as a file from the menu Export, or copy the address from the bar of the browser.",
    };
  }
}
