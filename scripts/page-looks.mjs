#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Every view of the viewer with some traces, on sheets that a person looks through:
//   scripts/page-looks.mjs FOLDER chromium|firefox WIDTHxHEIGHT TRACE...
// A+B compares two traces; VIEWS=help,dark chooses views. A sheet is one view of up to four traces. What can be checked without eyes is printed: complaints
// in the console, a page wider than its window, and texts that are cut without a title.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const viewer = createRequire(new URL("../viewer/package.json", import.meta.url));
const { chromium, firefox } = viewer("@playwright/test");

const [folder, name, size, ...traces] = process.argv.slice(2);
const [width, height] = (size ?? "").split("x").map(Number);
if (!["chromium", "firefox"].includes(name) || !(width > 0 && height > 0) || traces.length === 0) {
    console.error("page-looks.mjs FOLDER chromium|firefox WIDTHxHEIGHT TRACE...");
    process.exit(2);
}
const PAGE = pathToFileURL(fileURLToPath(new URL("../build/viewer/limen.html", import.meta.url)));
const ON_A_SHEET = 4;
const KINDS = ["Jobs", "Waits", "Inversions", "Held off", "Errors", "Blocking"];

const only = process.env.VIEWS?.split(",");
const keys =
    (...list) =>
    async (page) => {
        for (const key of list) {
            await page.keyboard.press(key);
        }
    };
const table = (kind) => async (page) => {
    await page.keyboard.press("7");
    await page.getByLabel("What is listed").selectOption(kind);
};
const scrolled = (key) => async (page) => {
    await page.keyboard.press(key);
    await page.getByRole("tabpanel").evaluate((panel) => {
        const all = [panel, ...panel.querySelectorAll("*")];
        all.find(
            (one) =>
                one.scrollHeight > one.clientHeight + 40 &&
                getComputedStyle(one).overflowY !== "visible",
        )?.scrollTo(0, 1e6);
    });
};
const colours = async (page) => page.getByRole("button", { name: /dark|light/iu }).click();
const ALL_VIEWS = [
    ["first", async () => undefined],
    ["first-dark", colours],
    ["light", colours],
    ["findings", keys("6")],
    ["legend", keys("l")],
    ["no-legend", keys("l", "p")],
    ["sequence", keys("v")],
    ["back", keys("v", "p")],
    ["statistics", keys("2")],
    ["statistics-end", scrolled("2")],
    ["information", keys("5")],
    ["events", keys("3")],
    ["objects", keys("4")],
    ...KINDS.map((kind) => [`table-${kind.toLowerCase().replace(" ", "-")}`, table(kind)]),
    ["finding", keys("6", "x")],
    ["switch", keys("f", "Home", "c", "c", "c", "1")],
    ["zoomed", keys("w", "w", "w", "w", "w", "w")],
    ["whole", keys("f", "Escape", "Escape", "Escape")],
    ["dark", colours],
    ["help", keys("?")],
];
// A view is reached through those before it.
const last = ALL_VIEWS.findLastIndex(([view]) => only === undefined || only.includes(view));
const VIEWS = ALL_VIEWS.slice(0, last + 1);

const browser =
    name === "firefox"
        ? await firefox.launch({ channel: "moz-firefox", executablePath: "/usr/bin/firefox-esr" })
        : await chromium.launch({
              executablePath: "/usr/bin/chromium-headless-shell",
              args: ["--no-sandbox"],
          });
mkdirSync(folder, { recursive: true });

/** Layout defects that a program can detect. */
function look() {
    const found = [];
    const root = document.scrollingElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) {
        found.push(`the page is ${root.scrollWidth} x ${root.scrollHeight}`);
    }
    for (const one of document.querySelectorAll("body *")) {
        const style = getComputedStyle(one);
        const isCut = one.scrollWidth > one.clientWidth + 1 && /hidden|clip/.test(style.overflowX);
        const box = one.getBoundingClientRect();
        const isSeen = box.width > 2 && box.height > 2 && style.visibility !== "hidden";
        if (isCut && isSeen && one.closest("[title]") === null) {
            found.push(`cut: ${one.className || one.tagName}: ${one.textContent.slice(0, 60)}`);
        }
        if (
            isSeen &&
            one.matches("button, select, input") &&
            (box.right > innerWidth + 1 || box.left < -1)
        ) {
            if (one.closest(".tabs, .tab-content, .bar, .table, .legend") === null) {
                found.push(`outside: ${one.textContent.slice(0, 40)}`);
            }
        }
    }
    return found;
}

const shots = new Map();
async function shoot(page, view, trace) {
    await page.waitForTimeout(120);
    const png = await page.screenshot();
    shots.set(view, [...(shots.get(view) ?? []), [trace, png]]);
    for (const line of new Set(await page.evaluate(look))) {
        console.log(`${name} ${size} ${view} ${trace}: ${line}`);
    }
}

for (const trace of traces) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: "light" });
    const page = await context.newPage();
    page.on("pageerror", (error) => console.log(`${trace}: ${error}`));
    page.on("console", (line) => console.log(`${trace}: ${line.text()}`));
    await page.goto(PAGE.href);
    const files = trace.split("+").map((file) => resolve(file));
    await page.getByTestId("file-input").setInputFiles(files);
    await page.waitForFunction(
        (count) => document.querySelectorAll("[data-testid=canvas]").length === count,
        files.length,
    );
    await page.getByTestId("progress").waitFor({ state: "detached" });
    const short = trace
        .split("+")
        .map((file) => basename(file))
        .join(" + ");
    for (const [view, go] of VIEWS) {
        await go(page);
        if (only === undefined || only.includes(view)) {
            await shoot(page, view, short);
        }
    }
    await context.close();
}

const sheet = await (await browser.newContext({ viewport: { width: 100, height: 100 } })).newPage();
const columns = width > height ? 2 : 4;
const wide = width > height ? Math.min(width, 780) : width;
for (const [view, list] of shots) {
    for (let first = 0; first < list.length; first += ON_A_SHEET) {
        const part = list.slice(first, first + ON_A_SHEET);
        const across = Math.min(columns, part.length);
        await sheet.setViewportSize({ width: across * (wide + 4), height: 100 });
        const cell = ([trace, png]) =>
            `<div>${trace}<br><img width=${wide} src="data:image/png;base64,${png.toString("base64")}"></div>`;
        await sheet.setContent(
            `<body style="margin:0;font:12px sans-serif;display:grid;gap:4px;grid-template-columns:repeat(${across},${wide}px)">${part.map(cell).join("")}`,
        );
        await sheet.waitForFunction(() => [...document.images].every((one) => one.complete));
        const png = await sheet.screenshot({ fullPage: true });
        writeFileSync(`${folder}/${name}-${size}-${view}-${first / ON_A_SHEET + 1}.png`, png);
    }
}
await browser.close();
