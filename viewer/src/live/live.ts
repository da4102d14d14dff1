// SPDX-License-Identifier: Apache-2.0
// Shows a target that runs: asks the server for the newest events again and again, and in the end
// for all of them. The server's side, and the meaning of its answers: tools/src/limen/live/page.py.

/** What this side needs of the page: ui/api.ts. */
export interface LivePage {
  readonly openBytes: (
    bytes: Uint8Array,
    name: string,
    options?: { readonly keepRange?: boolean; readonly follow?: boolean },
  ) => Promise<boolean>;
  readonly isAtEnd: () => boolean;
  readonly setStatus: (text: string) => void;
}

export type Phase = "waiting" | "live" | "ended";

/** An answer of the server. */
export interface Answer {
  readonly phase: Phase;
  /** Names the state that this is an answer about. */
  readonly key: string;
  /** Made so far; lost: of these, overwritten before anybody read them. */
  readonly events: number;
  readonly lost: number;
  /** A trace; null: as before, or none yet. */
  readonly image: Uint8Array | null;
}

const PERIOD_MS = 250;
const FAILURES_MAX = 4;
const NAME = "live";

export function statusText({ phase, events, lost }: Answer): string {
  if (phase === "waiting") {
    return "waiting for the program to record";
  }
  const counted = `${events.toLocaleString("en")} events, ${lost.toLocaleString("en")} lost`;
  return phase === "live" ? `live, ${counted}` : `ended, ${counted}`;
}

/** Asks until the target has ended or nobody answers any more. */
export async function startLive(page: LivePage, address: string): Promise<void> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !url.protocol.startsWith("http")) {
    page.setStatus("a live trace comes from the server of this page only");
    return;
  }
  await follow(page, (key) => ask(url, key), pause);
}

/** The loop, apart from network and clock. */
export async function follow(
  page: LivePage,
  next: (key: string) => Promise<Answer>,
  rest: () => Promise<void>,
): Promise<void> {
  let key = "";
  let failures = 0;
  while (failures < FAILURES_MAX) {
    try {
      const answer = await next(key);
      failures = 0;
      const isLast = answer.phase === "ended" && answer.key === key;
      await show(page, answer, key === "");
      key = answer.image === null && answer.phase !== "ended" ? key : answer.key;
      if (isLast) {
        return;
      }
    } catch {
      failures += 1;
    }
    await rest();
  }
  page.setStatus("the target does not respond; the received events remain");
}

async function show(page: LivePage, answer: Answer, isFirst: boolean): Promise<void> {
  if (answer.image !== null) {
    const isFollowed = isFirst || page.isAtEnd();
    const how = isFollowed ? { follow: true } : { keepRange: true };
    await page.openBytes(answer.image, NAME, answer.phase === "ended" ? { keepRange: true } : how);
  }
  page.setStatus(statusText(answer));
}

async function ask(url: URL, key: string): Promise<Answer> {
  const query = new URL(url);
  query.searchParams.set("seen", key);
  const response = await fetch(query, { cache: "no-store" });
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  const header = (name: string): string => response.headers.get(`X-Limen-${name}`) ?? "";
  const bytes = response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
  return {
    phase: phaseOf(header("Phase")),
    key: header("Key"),
    events: Number(header("Events")),
    lost: Number(header("Lost")),
    image: bytes,
  };
}

function phaseOf(text: string): Phase {
  if (text === "waiting" || text === "live" || text === "ended") {
    return text;
  }
  throw new Error("this is no server of limen run --live");
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
}
