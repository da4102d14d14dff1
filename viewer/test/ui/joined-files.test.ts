// SPDX-License-Identifier: Apache-2.0
// Goal: files are joined exactly if they are of the cores of one recording.
import { describe, expect, test } from "vitest";
import { joined } from "../../src/ui/joined-files";

function ring(core: number, isBig = false): File {
  const bytes = new Uint8Array(300);
  bytes.set(new TextEncoder().encode(isBig ? "NMIL" : "LIMN"));
  bytes[isBig ? 43 : 42] = (core << 4) | 1;
  return new File([bytes], `core${core}.limen`);
}

describe("traces of Limen", () => {
  test.each([false, true])("of different cores are joined (big-endian: %s)", async (isBig) => {
    const found = await joined([ring(1, isBig), ring(0, isBig), ring(2, isBig)]);
    expect(found.length).toBe(1);
    expect(found[0]?.size).toBe(3 * (512 + 512) + 1024);
  });

  test("of the same core are not joined", async () => {
    expect((await joined([ring(0), ring(0)])).length).toBe(2);
    expect((await joined([ring(1)])).length).toBe(1);
    const other = new File([new Uint8Array(300).fill(7)], "other");
    expect((await joined([ring(0), other])).length).toBe(2);
  });
});
