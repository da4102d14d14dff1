// SPDX-License-Identifier: Apache-2.0
// Saves the page with the system in it, as `limen play` does: one file that needs no other.
import { about } from "./state";
import { save } from "./save";
import type { System } from "./system";

const ID = "limen-play";

export function savePage(system: System): void {
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  for (const element of page.querySelectorAll("#limen-play, #limen-traces, [data-unpacked]")) {
    element.remove();
  }
  page.querySelector("#app")?.replaceChildren();
  const content = document.createElement("script");
  content.type = "application/octet-stream";
  content.id = ID;
  content.textContent = JSON.stringify({ system, about: about.value }).replaceAll("<", "\\u003c");
  page.querySelector("body")?.append(content);
  save(`<!doctype html>\n${page.outerHTML}\n`, `${system.name}.html`);
}
