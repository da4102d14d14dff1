// SPDX-License-Identifier: Apache-2.0
// Shows a target that runs: asks the server for the newest events again and again, and in the end
// for all of them. The server's side, and the meaning of its answers: tools/src/limen/live/page.py.

/** Why newer events wait: the user wants it, or what is seen would be gone. */
export type Hold = "user" | "run" | "old";

export interface OpenHow {
  readonly keepRange?: boolean;
  readonly follow?: boolean;
  /** The target has started again: nothing of the trace that is shown is in this one. */
  readonly isNewRun?: boolean;
}

/** What this side needs of the page: ui/api.ts. */
export interface LivePage {
  readonly openBytes: (bytes: Uint8Array, name: string, options?: OpenHow) => Promise<boolean>;
  /** Whether the newest event is seen: the user has not gone elsewhere. */
  readonly isAtEnd: () => boolean;
  /** null: newer events are shown. */
  readonly hold: () => Hold | null;
  readonly setHold: (hold: Hold | null) => void;
  readonly setStatus: (text: string) => void;
  /** Whether there is something to pause or to follow. */
  readonly setLive: (isLive: boolean) => void;
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
  /** How many traces the target has started. */
  readonly run: number;
  /** A trace; null: as before, none yet, or none was asked for. */
  readonly image: Uint8Array | null;
}

/** Asks for what is newer than a state, or only how much that is. */
export type Ask = (key: string, wantsImage: boolean) => Promise<Answer>;

const PERIOD_MS = 250;
const FAILURES_MAX = 4;
const NAME = "live";

const HOLDS: Readonly<Record<Hold, string>> = {
  user: "",
  run: ": the target has started again",
  old: ": what is seen is older than the newest events",
};

function counted(number: number): string {
  return number.toLocaleString("en");
}

export function statusText({ phase, events, lost, run }: Answer): string {
  if (phase === "waiting") {
    return "waiting for the program to record";
  }
  const again = run > 1 ? `, started ${run} times` : "";
  return `${phase}, ${counted(events)} events, ${counted(lost)} lost${again}`;
}

/** What waits behind a pause. */
export function pausedText(hold: Hold, answer: Answer, shown: Answer | null): string {
  const isSame = shown !== null && shown.run === answer.run;
  const waiting = answer.events - (isSame ? shown.events : 0);
  return `paused, ${counted(waiting)} events wait${HOLDS[hold]}`;
}

/** Asks until the target has ended or nobody answers any more. */
export async function startLive(page: LivePage, address: string): Promise<void> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !url.protocol.startsWith("http")) {
    page.setStatus("a live trace comes from the server of this page only");
    return;
  }
  page.setLive(true);
  await follow(page, (key, wantsImage) => ask(url, key, wantsImage), pause);
  page.setLive(false);
  page.setHold(null);
}

/** The loop, apart from network and clock. */
export async function follow(page: LivePage, next: Ask, rest: () => Promise<void>): Promise<void> {
  const shower = new Shower(page);
  let failures = 0;
  while (failures < FAILURES_MAX) {
    try {
      const answer = await next(shower.key, page.hold() === null);
      failures = 0;
      if (await shower.take(answer)) {
        await shower.finish(rest);
        return;
      }
    } catch {
      failures += 1;
    }
    await rest();
  }
  await shower.finish(rest);
  page.setStatus("the target does not respond; the received events remain");
}

/** What has been shown, and what waits behind a pause. */
class Shower {
  /** Of the state that the page has, or that waits. */
  key = "";
  private shown: Answer | null = null;
  /** The end of a target comes once, so it is kept. */
  private end: Answer | null = null;

  constructor(private readonly page: LivePage) {}

  /** Shows an answer, or counts it. Returns: it was the last one. */
  async take(answer: Answer): Promise<boolean> {
    const { page } = this;
    const isLast = answer.phase === "ended" && answer.key === this.key;
    if (answer.image !== null) {
      page.setHold(page.hold() ?? this.danger(answer));
    }
    const hold = page.hold();
    if (hold === null) {
      await this.show(answer);
      if (page.hold() === null && (answer.image !== null || answer.phase === "ended")) {
        this.key = answer.key;
      }
    } else if (answer.phase === "ended") {
      this.end = answer.image === null ? this.end : answer;
      this.key = answer.key;
    }
    this.say(answer);
    return isLast;
  }

  /** Waits until the user has seen the end. */
  async finish(rest: () => Promise<void>): Promise<void> {
    const { end, page } = this;
    while (end !== null && this.shown !== end) {
      this.say(end);
      await rest();
      if (page.hold() === null) {
        await this.show(end);
        this.say(end);
      }
    }
  }

  /** What the user looks at elsewhere must not disappear. */
  private danger(answer: Answer): Hold | null {
    const { shown, page } = this;
    if (shown === null || page.isAtEnd()) {
      return null;
    }
    return answer.run === shown.run ? null : "run";
  }

  private async show(answer: Answer): Promise<void> {
    const { shown, page } = this;
    if (answer.image === null) {
      return;
    }
    const isFollowed = shown === null || page.isAtEnd();
    const isNewRun = shown !== null && answer.run !== shown.run;
    const follows = isFollowed && (answer.phase !== "ended" || isNewRun);
    await page.openBytes(answer.image, NAME, {
      ...(follows ? { follow: true } : { keepRange: true }),
      isNewRun,
    });
    if (page.hold() === null) {
      this.shown = answer;
    }
  }

  private say(answer: Answer): void {
    const hold = this.page.hold();
    this.page.setStatus(hold === null ? statusText(answer) : pausedText(hold, answer, this.shown));
  }
}

async function ask(url: URL, key: string, wantsImage: boolean): Promise<Answer> {
  const query = new URL(url);
  query.searchParams.set("seen", key);
  if (!wantsImage) {
    query.searchParams.set("only", "count");
  }
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
    run: Number(header("Run")),
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
