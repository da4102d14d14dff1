// SPDX-License-Identifier: Apache-2.0
// Goal: after each change, the sentence above the table agrees with the table.
// Method: random moves of the sliders, fields and buttons. After each move, code that shares
// nothing with the page computes the sentence from the table. LIMEN_SEED repeats a run.
import { expect, test } from "./support/viewer";
import type { Page } from "@playwright/test";
import { PAGE } from "./support/paths";

/** LIMEN_LONG makes all moves. */
const MOVES = process.env["LIMEN_LONG"] === undefined ? 25 : 100;
const THREADS_MAX = 6;
const SEED = Number(process.env["LIMEN_SEED"] ?? Date.now() % 1_000_000);

/** A generator of random numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Row {
  readonly name: string;
  readonly misses: string;
  readonly longest: string;
  readonly bound: string;
  readonly why: string;
  readonly deadline: number;
}

interface Shown {
  readonly sentence: string;
  readonly summary: string;
  readonly rows: readonly Row[];
}

function shown(page: Page): Promise<Shown> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const rows = [...document.querySelectorAll(".play-table tbody tr")].map((row) => {
      const name = row.querySelector("th")?.textContent ?? "";
      const cell = (head: string): Element | null =>
        row.querySelector(`[data-testid="${name}-${head}"]`);
      return {
        name,
        misses: cell("misses")?.textContent ?? "",
        longest: cell("longest")?.textContent ?? "",
        bound: cell("bound")?.textContent ?? "",
        why: cell("bound")?.getAttribute("title") ?? "",
        deadline: Number(cell("deadline")?.querySelector("input")?.value),
      };
    });
    const sentence = document.querySelector('[data-testid="sentence"]')?.textContent ?? "";
    const summary = document.querySelector('[data-testid="summary"]')?.textContent ?? "";
    return { sentence, summary, rows };
  });
}

function number(text: string): number {
  return text === "" || text === "none" ? Infinity : Number(text.replaceAll(",", ""));
}

/** Computes from the table the required beginning of the sentence and its required parts. */
function expected(rows: readonly Row[]): readonly [string, readonly string[]] {
  const deadlines = rows.filter(({ misses }) => misses !== "");
  const [worst, ...others] = deadlines
    .filter(({ misses }) => misses !== "0")
    .sort((a, b) => number(b.longest) / b.deadline - number(a.longest) / a.deadline);
  const most = (text: string, deadline: number): string =>
    `${text} of ${deadline.toLocaleString("en")} ticks`;
  if (worst !== undefined) {
    const { name, misses, longest, bound, why, deadline } = worst;
    const times = misses === "1" ? "once" : `${misses} times`;
    const proven = bound === "none" ? `It has no bound: ${why}.` : `Proven is ${bound} at most.`;
    const seen = longest === "" ? "no job of it ends" : most(longest, deadline);
    return [
      `${name} misses its deadline ${times}: `,
      [seen, proven, ...others.map((other) => other.name)],
    ];
  }
  const open = deadlines.find(({ bound }) => bound === "none");
  if (open !== undefined) {
    return ["No deadline is missed in this run, and", [`proven for ${open.name}: ${open.why}.`]];
  }
  const [closest] = [...deadlines].sort(
    (a, b) => number(b.bound) / b.deadline - number(a.bound) / a.deadline,
  );
  if (closest === undefined) {
    return ["No thread has a deadline.", []];
  }
  const { name, bound, longest, deadline } = closest;
  return number(bound) > deadline
    ? ["No deadline is missed in this run, but", [`${name} can miss it`, most(bound, deadline)]]
    : ["All deadlines are met, which is proven.", [name, most(bound, deadline), longest]];
}

/** Makes one random move. Returns its description. */
async function move(page: Page, chance: () => number): Promise<string> {
  const pick = (count: number): number => Math.floor(chance() * count);
  const kind = pick(20);
  const threads = await page.locator(".play-table tbody tr").count();
  if (kind === 0) {
    const place = pick(await page.getByLabel("Example").locator("option").count());
    await page.getByLabel("Example").selectOption({ index: place });
    await expect(page.getByTestId("canvas")).toBeVisible();
    return `example ${place}`;
  }
  const buttons = ["Undo", "Add a thread", "Add a mutex"] as const;
  const button = buttons[kind - 1];
  if (button !== undefined) {
    const found = page.getByRole("button", { name: button, exact: true });
    const isUseful = button !== "Add a thread" || threads < THREADS_MAX;
    if (isUseful && (await found.count()) > 0 && (await found.isEnabled())) {
      await found.click();
    }
    return button;
  }
  const removes = page.getByRole("button", { name: /^Remove / });
  if (kind === 4 && (await removes.count()) > 0) {
    const place = pick(await removes.count());
    await removes.nth(place).click();
    return `remove ${place}`;
  }
  const selects = page.locator(".play-mutexes select");
  if (kind <= 6 && (await selects.count()) > 0) {
    const select = selects.nth(pick(await selects.count()));
    const place = pick(await select.locator("option").count());
    await select.selectOption({ index: place });
    return `select ${place}`;
  }
  const fields = page.locator(".play-table input:enabled, .play-mutexes input:enabled");
  const place = pick(await fields.count());
  const field = fields.nth(place);
  const [min, max] = await field.evaluate((input: HTMLInputElement) => [
    Number(input.min),
    Number(input.max),
  ]);
  const value = Math.round((min ?? 0) + chance() * ((max ?? 0) - (min ?? 0)));
  await field.fill(String(value));
  await field.blur();
  return `field ${place} ${value}`;
}

test("after each random move the sentence agrees with the table", async ({ page }) => {
  console.log(`LIMEN_SEED=${SEED}`);
  const chance = random(SEED);
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Change a system of threads" }).click();
  await expect(page.getByTestId("canvas")).toBeVisible();
  const moves: string[] = [];
  for (let number = 0; number < MOVES; number++) {
    moves.push(await move(page, chance));
    const { sentence: whole, summary, rows } = await shown(page);
    // The number of switches comes first if there are threads without deadlines.
    const switches = /^[\d,]+ switches between threads/u.exec(whole)?.[0] ?? "";
    expect(summary).toContain(switches);
    const sentence = switches === "" ? whole : whole.replace(`${switches}. `, "");
    if (sentence.startsWith("The threads wait for each other for ever")) {
      continue;
    }
    const [begins, contains] = expected(rows);
    const about = `LIMEN_SEED=${SEED}, after ${moves.join("; ")}: ${sentence}`;
    expect(sentence.startsWith(begins), `${about}; expected: ${begins}`).toBe(true);
    for (const part of contains) {
      expect(sentence.includes(part), `${about}; expected: ${part}`).toBe(true);
    }
  }
});
