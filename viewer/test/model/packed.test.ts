// SPDX-License-Identifier: Apache-2.0
// Goal: the page decodes the data that the build encodes, for every length.
import { expect, it } from "vitest";
import { lettersOf } from "../../build";
import { bytesOf } from "../../src/model/letters";

it.each([1, 12, 13, 14, 5000])("packs and unpacks %i bytes", (length) => {
  const gzip = Uint8Array.from({ length }, (_, at) => (at === 0 ? 31 : (at * at * 131) >> 3));
  const letters = lettersOf(gzip);
  expect(letters).not.toMatch(/[^ -~]|["/<\\]/u);
  expect(bytesOf(letters)).toEqual(gzip);
});
