// SPDX-License-Identifier: Apache-2.0
// Saves the page with its traces and its view, or with a system, as one file, which opens by
// double-click (tools/src/limen/page/embed.py and limen/play/page.py make the same elements).
import { panes } from "./state";
import type { Opened } from "./state";

/** The element that contains the page itself (build.ts). */
const PAGE = "limen-page";
const TRACES = "limen-traces";
const VIEW = "limen-view";
/** Number of letters that are converted at a time. The length of an argument list is limited. */
const PIECE = 1 << 15;

async function packed(bytes: Uint8Array | Blob): Promise<string> {
  const stream = new Blob([bytes as BlobPart]).stream();
  const gzip = stream.pipeThrough(new CompressionStream("gzip"));
  const all = new Uint8Array(await new Response(gzip).arrayBuffer());
  let letters = "";
  for (let at = 0; at < all.length; at += PIECE) {
    letters += String.fromCharCode(...all.subarray(at, at + PIECE));
  }
  return btoa(letters);
}

async function entryOf({ name, source, trace }: Opened): Promise<object> {
  const { bytes, definitions, vcd } = source;
  return {
    name,
    gzip: await packed(bytes),
    ...(definitions === null ? {} : { definitions }),
    ...(vcd === null ? {} : { vcd: await packed(new TextEncoder().encode(vcd)) }),
    ...(trace.origin === "threadx" && trace.clockHz !== null ? { hz: trace.clockHz } : {}),
  };
}

/**
 * JSON in an element that browsers do not execute. The content is escaped, so that it cannot end
 * the element.
 */
function element(id: string, content: unknown): string {
  const text = JSON.stringify(content).replaceAll("<", "\\u003c");
  return `<script type="application/octet-stream" id="${id}">${text}</script>`;
}

/** Whether the page can be saved. The page of a development server cannot. */
export function canSavePage(): boolean {
  return document.getElementById(PAGE) !== null;
}

/** The page with its traces, at the place of an address. */
export async function pageWithTraces(hash: string): Promise<string> {
  const entries = await Promise.all(panes.value.map(({ opened }) => entryOf(opened.value)));
  return pageWith({ [TRACES]: entries, [VIEW]: hash });
}

/** The page with contents, named by their elements. */
export function pageWith(contents: Readonly<Record<string, unknown>>): string {
  const elements = Object.entries(contents).map(([id, content]) => element(id, content));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Limen</title>
  </head>
  <body>
    <div id="app"></div>
    ${document.getElementById(PAGE)?.outerHTML ?? ""}
${elements.join("\n")}
  </body>
</html>
`;
}

/** Shows the place that was saved with the page, unless the address has one. */
export function showSavedPlace(): void {
  const text = document.getElementById(VIEW)?.textContent ?? "";
  if (text !== "" && location.hash === "") {
    history.replaceState(null, "", JSON.parse(text) as string);
  }
}
