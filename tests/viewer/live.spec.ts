// SPDX-License-Identifier: Apache-2.0
// Goal: a target is shown while it runs, and completely after it has ended; the visible place is
// kept through lost events, a restart of the target, and a pause.
// Method: an endless program on the host, ended by Ctrl-C, with the page served by the command; and
// a server whose answers the test writes, because losses and restarts are not reproducible
// otherwise.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { imageOf, type ImageRecord } from "../../viewer/test/model/image";
import { PAGE_FILE, ROOT } from "./support/paths";
import { expect, rest, test } from "./support/viewer";

test.use({ offline: false });

interface Run {
  readonly process: ChildProcess;
  readonly address: string;
}

/** Starts the command as from a terminal. A background process of a shell would ignore Ctrl-C. */
async function start(): Promise<Run> {
  const limen = [join(ROOT, "limen"), "run", "example-watch", "--live", "--no-browser", "--", "0"];
  const process_ = spawn("env", ["--default-signal=INT", ...limen], {
    cwd: ROOT,
    env: { ...process.env, LIMEN_CLOCK: "real" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [address] = (await once(createInterface(process_.stdout), "line")) as [string];
  return { process: process_, address };
}

/** The number of events in "live, 1,234 events, 5 lost". */
async function events(page: Page, phase: string): Promise<number> {
  const text =
    (await page.getByText(new RegExp(`^${phase}, [\\d,]+ events`, "u")).textContent()) ?? "";
  return Number(/([\d,]+) events/u.exec(text)?.[1]?.replaceAll(",", ""));
}

test("a running program is followed until it ends", async ({ page }) => {
  const run = await start();
  try {
    await page.goto(run.address);
    await expect(page.getByText(/^live, [\d,]+ events/u)).toBeVisible();
    const first = await events(page, "live");
    await expect.poll(() => events(page, "live")).toBeGreaterThan(first);
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText(/^paused, [1-9][\d,]* events wait$/u)).toBeVisible();
    await page.keyboard.press("k");
    await expect(page.getByText(/^live, [\d,]+ events/u)).toBeVisible();
    await expect(page.getByTestId("problem")).toHaveCount(0);
    run.process.kill("SIGINT");
    await expect(page.getByText(/^ended, [\d,]+ events/u)).toBeVisible();
    expect(await events(page, "ended")).toBeGreaterThan(first);
    const [status] = (await once(run.process, "exit")) as [number | null];
    expect(status).toBe(0);
  } finally {
    run.process.kill("SIGKILL");
  }
});

const STRETCH = 100;

/** The answer of the server until the test changes it. */
interface Target {
  phase: "live" | "ended";
  events: number;
  lost: number;
  run: number;
  image: Uint8Array;
}

/**
 * A thread that alternates between ready and suspended, in runs of a hundred events with losses
 * between them.
 */
function trace(...begins: readonly number[]): Uint8Array {
  const records = begins.flatMap((begin, stretch): ImageRecord[] => {
    const own = Array.from({ length: STRETCH }, (_, place): ImageRecord => {
      const time = begin + place * 1000;
      return place % 2 === 0
        ? { time, event: 3, object: 1, a: 1 }
        : { time, event: 4, thread: 1, a: 4, b: 1 };
    });
    const before = (begins[stretch - 1] ?? 0) + (STRETCH - 1) * 1000;
    return stretch === 0 ? own : [{ time: before, event: 11, b: 250 }, ...own];
  });
  return imageOf([{ kind: 1, name: "worker", priority: 1, threshold: 1 }], records);
}

/** Serves the page and a target. */
async function serve(target: Target): Promise<Server> {
  const page = readFileSync(PAGE_FILE, "utf8").replace(
    "<head>",
    '<head><meta name="limen-live" content="/live" />',
  );
  const server = createServer(({ url = "" }, response) => {
    if (!url.startsWith("/live")) {
      response.writeHead(200, { "Content-Type": "text/html" }).end(page);
      return;
    }
    const asked = new URL(url, "http://host").searchParams;
    const { phase, events: made, lost, run, image } = target;
    const key = `${phase}-${made}-${lost}-${run}`;
    const isWanted = asked.get("seen") !== key && (phase === "ended" || !asked.has("only"));
    response.writeHead(isWanted ? 200 : 204, {
      "X-Limen-Key": key,
      "X-Limen-Phase": phase,
      "X-Limen-Events": made,
      "X-Limen-Lost": lost,
      "X-Limen-Run": run,
    });
    response.end(isWanted ? image : undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Opens the page of a target with a hundred events. */
async function watched(page: Page): Promise<{ target: Target; server: Server }> {
  const target: Target = { phase: "live", events: 100, lost: 0, run: 1, image: trace(0) };
  const server = await serve(target);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(page.getByText("live, 100 events, 0 lost")).toBeVisible();
  return { target, server };
}

/** The visible part of the trace, with its unit. */
function seen(page: Page): Promise<string | null> {
  return page.getByTestId("span").textContent();
}

test("each loss is an interval, and the events before it stay", async ({ page }) => {
  const { target, server } = await watched(page);
  try {
    Object.assign(target, { events: 450, lost: 250, image: trace(0, 350_000) });
    await expect(page.getByText("live, 450 events, 250 lost")).toBeVisible();
    Object.assign(target, { events: 800, lost: 500, image: trace(0, 350_000, 600_000) });
    await expect(page.getByText("live, 800 events, 500 lost")).toBeVisible();
    // From the first event to the newest one, with margins.
    await expect(page.getByTestId("span")).toHaveText("visible: 727.0 ms");
    await page.keyboard.press("6");
    await expect(page.getByTestId("findings")).toContainText(
      "500 records were lost in 2 stretches",
    );
    await expect.soft(page.getByTestId("canvas")).toHaveScreenshot("live-lost.png");
  } finally {
    server.close();
  }
});

test("the zoom stays when events are lost or the target restarts", async ({ page }) => {
  const { target, server } = await watched(page);
  try {
    for (const key of ["w", "w", "w", "j"]) {
      await page.keyboard.press(key);
    }
    await rest(page);
    const zoomed = await seen(page);
    Object.assign(target, { events: 450, lost: 250, image: trace(0, 350_000) });
    await expect(page.getByText("live, 450 events, 250 lost")).toBeVisible();
    expect(await seen(page)).toBe(zoomed);
    await expect(page.getByRole("button", { name: "Follow" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    Object.assign(target, { events: 101, lost: 0, run: 2, image: trace(0) });
    await expect(page.getByText("live, 101 events, 0 lost, started 2 times")).toBeVisible();
    expect(await seen(page)).toBe(zoomed);
  } finally {
    server.close();
  }
});

test("the visible events stay until the user follows again", async ({ page }) => {
  const { target, server } = await watched(page);
  try {
    for (const key of ["w", "w", "w", "Home", "ArrowRight"]) {
      await page.keyboard.press(key);
    }
    const said = /^#1 SUSPEND /u;
    await expect(page.getByTestId("said")).toHaveText(said);
    Object.assign(target, { events: 80, run: 2, image: trace(0) });
    const paused = page.getByText("paused, 80 events wait: the target has started again");
    await expect(paused).toBeVisible();
    await expect(page.getByTestId("said")).toHaveText(said);
    Object.assign(target, { phase: "ended" });
    await expect(paused).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByText("ended, 80 events, 0 lost, started 2 times")).toBeVisible();
    await expect(page.getByRole("button", { name: "Follow" })).toHaveCount(0);
  } finally {
    server.close();
  }
});
