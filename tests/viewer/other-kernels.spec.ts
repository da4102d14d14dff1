// SPDX-License-Identifier: Apache-2.0
// Goal: the page opens traces of other kernels, of one file or of several, and names what it refuses.
// Method: recordings of these kernels are dropped as files, and the samples are opened; the
// sentences are those of the command, whose figures tests/engine/foreign compares.
import { join } from "node:path";
import { ROOT } from "./support/paths";
import { expect, test } from "./support/viewer";

const DATA = join(ROOT, "tests/engine/foreign/data");

/** What a trace of each format says first, and the number of its events. */
const FILES = [
  ["trc-mutex.psf", "high waited 18.82 ms for mutex lock, held by low"],
  ["esp-heap_log_mcore.svdat", "FreeRTOS does not record"],
  ["story.perf.txt", "high waited 818"],
  ["story.nuttx.txt", "NuttX does not record"],
  ["story.btf", "AUTOSAR does not record"],
  ["story-compact.perfetto-trace", "high waited 818"],
  ["trappy-v6.dat.gz", "Linux does not record"],
] as const;

for (const [name, sentence] of FILES) {
  test(`${name} opens`, async ({ viewer }) => {
    await viewer.open();
    await viewer.drop([join(DATA, name)]);
    await viewer.settle();
    await expect(viewer.problem).toHaveCount(0);
    await expect(viewer.page.getByTestId("findings")).toContainText(sentence);
  });
}

test("metadata and streams of Zephyr are one trace", async ({ viewer }) => {
  await viewer.open();
  const files = ["channel0_0", "channel0_1", "metadata"];
  await viewer.drop(files.map((name) => join(DATA, "zephyr-smp", name)));
  await viewer.settle();
  await expect(viewer.page.getByTestId("findings")).toContainText(
    "high waited 477.7 µs for mutex 0x20010000, held by low",
  );
});

test("the files of two cores are one trace, and two recordings are not", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop(["esp-heap_log0.svdat", "esp-heap_log1.svdat"].map((name) => join(DATA, name)));
  await viewer.settle();
  await expect(viewer.problem).toHaveCount(0);
  await expect(viewer.page.getByTestId("canvas")).toHaveCount(1);
  await expect(viewer.page.getByTestId("findings")).toContainText(
    "free2 was held off once, for 55 µs by main",
  );
  await viewer.open();
  await viewer.drop(["sv10-mutex.SVDat", "sv11-mutex.SVDat"].map((name) => join(DATA, name)));
  await viewer.settle();
  await expect(viewer.problem).toHaveCount(0);
  await expect(viewer.page.getByTestId("canvas")).toHaveCount(2);
});

test("a stream alone asks for its metadata", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([join(DATA, "zephyr-smp/channel0_0")]);
  await expect(viewer.problem).toContainText("its metadata is missing");
});

test("a recording of another platform is named", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([join(DATA, "percepio-demo.psf")]);
  await expect(viewer.problem).toContainText("this is a Percepio trace (PSF version 13)");
});

const SAMPLES = [
  ["FreeRTOS: a semaphore as a lock", "high waited 3.603 ms for semaphore lock", "freertos"],
  ["Zephyr: a priority inversion", "high waited 699.1 µs for mutex", "zephyr"],
  ["Linux: a delayed waker", "high waited 818 µs until low made it ready", "linux"],
] as const;

for (const [title, sentence, shot] of SAMPLES) {
  test(`the sample "${title}"`, async ({ viewer }) => {
    await viewer.open();
    await viewer.page.getByRole("button", { name: title }).click();
    await viewer.settle();
    await expect(viewer.page.getByTestId("findings")).toContainText(sentence);
    await viewer.shot(`sample-${shot}`);
  });
}
