// SPDX-License-Identifier: Apache-2.0
// Goal: the page opens traces of other kernels, of one file or of several, and names the formats
// that it refuses. Method: recordings of these kernels are dropped as files, and the samples are
// opened; the sentences are those of the command, whose figures tests/engine/foreign compares. The
// expected remedies follow from the recorded programs and from the formula of response times.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./support/paths";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

const DATA = join(ROOT, "tests/engine/foreign/data");

/** A trace of each format, and a part of its first sentence. */
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
  await viewer.settle(2);
  await expect(viewer.problem).toHaveCount(0);
});

test("a part that the command has cut out opens as a trace of its kernel", async ({ viewer }) => {
  const part = test.info().outputPath("part.limen");
  const words = ["trace", "cut", join(DATA, "trc-mutex.psf"), part, "--from", "429420ms"];
  execFileSync(join(ROOT, "limen"), words);
  await viewer.open();
  await viewer.drop([part]);
  await viewer.settle();
  await expect(viewer.problem).toHaveCount(0);
  await expect(viewer.page.getByTestId("findings")).toContainText("FreeRTOS does not record");
});

test("the message for a stream without metadata asks for the metadata", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([join(DATA, "zephyr-smp/channel0_0")]);
  await expect(viewer.problem).toContainText("its metadata is missing");
});

test("the message for a recording of another platform names it", async ({ viewer }) => {
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

const REMEDY = "Try a remedy";

/** Drops a trace, and presses the first button for a remedy. */
async function tryRemedy(viewer: Viewer, files: readonly string[]): Promise<void> {
  await viewer.open();
  await viewer.drop(files);
  await viewer.settle();
  await viewer.page.getByRole("button", { name: REMEDY }).first().click();
}

const SMP = ["channel0_0", "channel0_1", "metadata"].map((name) => join(DATA, "zephyr-smp", name));

test("the system of a trace of FreeRTOS has the priorities of the program", async ({ viewer }) => {
  await tryRemedy(viewer, [join(DATA, "trc-mutex.psf")]);
  await expect(viewer.page.getByTestId("proposals")).toContainText(
    /the threads need \d+ % of the processor/u,
  );
  // FreeRTOS: low 1, med and prod 2, high and cons 3, handler 4, the timers 5, ender 6.
  const order = { low: 5, med: 4, prod: 4, high: 3, cons: 3, handler: 2, "Tmr Svc": 1, ender: 0 };
  for (const [name, priority] of Object.entries(order)) {
    await expect(viewer.page.getByLabel(`priority of ${name}`, { exact: true })).toHaveValue(
      String(priority),
    );
  }
  await expect(viewer.page.getByTestId("ender-misses")).toHaveText("0");
  await expect(viewer.page.getByTestId("sentence")).not.toContainText("wait for each other");
});

test("inheritance ends the inversion that a trace of Zephyr shows", async ({ viewer }) => {
  await tryRemedy(viewer, [join(ROOT, "examples/other-kernels/zephyr-inversion.zip")]);
  await expect(viewer.page.getByTestId("proposals")).toContainText(
    "the threads need 117 % of the processor",
  );
  // The usual intervals instead of the least ones.
  for (const [name, ticks] of [
    ["low", "1200000"],
    ["med", "1400000"],
    ["high", "900000"],
  ] as const) {
    for (const field of ["period", "deadline"]) {
      await viewer.page.getByLabel(`${field} of ${name}`, { exact: true }).fill(ticks);
    }
  }
  await viewer.page.getByRole("button", { name: "Propose a remedy" }).click();
  await viewer.page.getByRole("button", { name: "Use: Inheritance" }).click();
  await expect(viewer.page.getByTestId("sentence")).toContainText(
    "All deadlines are met, which is proven",
  );
  // high runs for 22,849 ns, and low's section of 114,923 ns can be in its way, less one tick.
  const bound = await viewer.page.getByTestId("high-bound").textContent();
  expect([137_771, 137_772]).toContain(Number(bound?.replaceAll(",", "")));
});

const NO_REMEDY = [
  ["freertos-semaphore.SVDat", "the page can run mutexes again, and this is not a mutex"],
  ["linux-delayed-waker.txt", "the trace does not say which lock it was"],
] as const;

for (const [name, why] of NO_REMEDY) {
  test(`${name}: the page reports why it has no remedy`, async ({ viewer }) => {
    await viewer.open();
    await viewer.drop([join(ROOT, "examples/other-kernels", name)]);
    await viewer.settle();
    const first = viewer.page.getByTestId("findings").locator("li").first();
    await expect(first).toContainText("Delayed waker: high waited");
    await expect(first).toContainText(`There is no remedy to try: ${why}`);
    await expect(viewer.page.getByRole("button", { name: REMEDY })).toHaveCount(0);
  });
}

test("the page reports that it has no remedy for several processors", async ({ viewer }) => {
  await tryRemedy(viewer, SMP);
  await expect(viewer.problem).toContainText(
    "it has several processors, and the analysis is of one",
  );
  await expect(viewer.problem).toContainText("Record on one processor");
});
