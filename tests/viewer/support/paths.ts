// SPDX-License-Identifier: Apache-2.0
// The paths of the page and of test files.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const HERE = resolve(__dirname, "..");
export const ROOT = resolve(HERE, "../..");
export const BUILD = join(ROOT, "build");
export const PAGE_FILE = join(BUILD, "viewer/limen.html");
/** The URL of the page when a user double-clicks the file. */
export const PAGE = pathToFileURL(PAGE_FILE).href;
/** The folder in which Firefox saves exported files. */
export const DOWNLOADS = join(BUILD, "viewer-downloads");
