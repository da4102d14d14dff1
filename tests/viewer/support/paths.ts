// SPDX-License-Identifier: Apache-2.0
// Where the tests find things.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const HERE = resolve(__dirname, "..");
export const ROOT = resolve(HERE, "../..");
export const BUILD = join(ROOT, "build");
export const PAGE_FILE = join(BUILD, "viewer/limen.html");
/** As a user opens it who double-clicks the file. */
export const PAGE = pathToFileURL(PAGE_FILE).href;
/** Where Firefox saves what the page writes. */
export const DOWNLOADS = join(BUILD, "viewer-downloads");
