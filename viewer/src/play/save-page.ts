// SPDX-License-Identifier: Apache-2.0
// Saves the page with the system in it, as `limen play` does: a file that needs no other file.
import { saveFile } from "../ui/save-file";
import { pageWith } from "../ui/save-page";
import { about } from "./state";
import type { System } from "./system";

const ID = "limen-play";

export function savePage(system: System): void {
  saveFile(pageWith({ [ID]: { system, about: about.value } }), `${system.name}.html`);
}
