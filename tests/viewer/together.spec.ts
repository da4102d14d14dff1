// SPDX-License-Identifier: Apache-2.0
// Goal: two traces on one time base, and signals of pins below the lanes.
// Method: the white papers' example with 18 and with 4 switches per cycle; a VCD file made here.
import { imageOf } from "../../viewer/test/model/image";
import { lab } from "./support/limen";
import { expect, test } from "./support/viewer";

const PREEMPTIVE = lab("threshold-preemptive-host");
const THRESHOLD = lab("threshold-threshold-host");

test("preemptive and threshold, side by side", async ({ viewer }) => {
  await viewer.open(PREEMPTIVE, THRESHOLD);
  await viewer.shot("compare");
  await viewer.page.getByRole("tab", { name: "Compare" }).click();
  await expect(viewer.page.getByTestId("zeros")).toHaveText(
    "Both pictures count time from one zero.",
  );
  await viewer.shot("compare-panel");
});

test("the page reports that two traces begin at different times", async ({ viewer }) => {
  const begun = (time: number): Uint8Array =>
    imageOf(
      [{ kind: 1, name: "worker", priority: 1 }],
      [
        { time, event: 3, object: 1, a: 1 },
        { time: time + 1000, event: 4, thread: 1, a: 4, b: 1 },
      ],
    );
  await viewer.open();
  await viewer.drop([
    { name: "early.limen", bytes: begun(0) },
    { name: "late.limen", bytes: begun(5000) },
  ]);
  await viewer.settle(2);
  await expect(viewer.page.getByTestId("zeros")).toHaveText(
    "Each picture counts time from its own zero: where the one above says 0 s (0 ticks), " +
      "the one below says 5 ms (5,000 ticks).",
  );
});

test("the second trace is dropped on the right half", async ({ viewer }) => {
  await viewer.open(PREEMPTIVE);
  await viewer.drop([THRESHOLD], 0.8);
  await viewer.settle(2);
  await expect(viewer.page.getByTestId("canvas").nth(1)).toHaveAccessibleName(
    /^threshold-threshold-host/u,
  );
  await expect(viewer.canvas).toHaveAccessibleName(/^threshold-preemptive-host/u);
});

/** A lamp that blinks every 20 microseconds, and a button that is released at the end. */
const PINS = `$timescale 10 ns $end
$scope module board $end
$var wire 1 ! LED $end
$var wire 1 " BUTTON $end
$upscope $end
$enddefinitions $end
#0
0!
1"
${Array.from({ length: 40 }, (_, place) => `#${(place + 1) * 2000}\n${(place + 1) % 2}!`).join("\n")}
#80000
0"
`;

test("signals are shown below the lanes", async ({ viewer }) => {
  await viewer.open(PREEMPTIVE);
  await viewer.drop([{ name: "pins.vcd", bytes: Buffer.from(PINS) }], 0.2);
  await viewer.rest();
  await expect(viewer.problem).toHaveCount(0);
  await viewer.shot("signals");
});

test("signals before there is a trace are refused", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([{ name: "pins.vcd", bytes: Buffer.from(PINS) }]);
  await expect(viewer.problem).toContainText("Open the trace first");
});

test("an invalid VCD file is refused", async ({ viewer }) => {
  await viewer.open(PREEMPTIVE);
  await viewer.drop([{ name: "pins.vcd", bytes: Buffer.from("$var wire 1 ! LED") }], 0.2);
  await expect(viewer.problem).toBeVisible();
  await expect(viewer.canvas).toBeVisible();
});
