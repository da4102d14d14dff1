// SPDX-License-Identifier: Apache-2.0
// Goal: the loop that follows a running target shows and holds back the right answers.
// Method: the test plays the server.
import { describe, expect, it } from "vitest";
import { type Answer, follow, type Hold, type LivePage, statusText } from "../../src/live/live";

interface Call {
  readonly bytes: number;
  readonly follow: boolean;
  readonly isNewRun: boolean;
}

interface Shown extends LivePage {
  readonly calls: Call[];
  readonly status: string[];
}

function page(isAtEnd: () => boolean): Shown {
  const calls: Call[] = [];
  const status: string[] = [];
  let hold: Hold | null = null;
  return {
    calls,
    status,
    isAtEnd,
    hold: () => hold,
    setHold: (why) => {
      hold = why;
    },
    setLive: () => undefined,
    setStatus: (text) => status.push(text),
    openBytes: (bytes, _name, options) => {
      calls.push({
        bytes: bytes.length,
        follow: options?.follow === true,
        isNewRun: options?.isNewRun === true,
      });
      return Promise.resolve(true);
    },
  };
}

function answer(
  phase: Answer["phase"],
  key: string,
  bytes: number | null,
  more: Partial<Answer> = {},
): Answer {
  const image = bytes === null ? null : new Uint8Array(bytes);
  return { phase, key, events: 1234, lost: 5, run: 1, image, ...more };
}

/** The server sends a paused page only the number of events. */
function withoutImage(one: Answer, wantsImage: boolean): Answer {
  return wantsImage || one.phase === "ended" ? one : { ...one, image: null };
}

/**
 * Plays a sequence of answers; an Error stands for a network failure. The user's actions happen
 * before the request with their number.
 */
async function play(
  answers: readonly (Answer | Error)[],
  shown: LivePage,
  user: Readonly<Record<number, () => void>> = {},
): Promise<string[]> {
  const keys: string[] = [];
  const left = [...answers];
  let rests = 0;
  const rest = (): Promise<void> => {
    rests += 1;
    user[rests]?.();
    return rests > 50 ? Promise.reject(new Error("it never ends")) : Promise.resolve();
  };
  const next = (key: string, wantsImage: boolean): Promise<Answer> => {
    keys.push(key);
    const first = left.shift() ?? new Error("over");
    return first instanceof Error
      ? Promise.reject(first)
      : Promise.resolve(withoutImage(first, wantsImage));
  };
  await follow(shown, next, rest);
  return keys;
}

describe("follow", () => {
  it("shows new events, reports the newest to the server, and ends with the target", async () => {
    const shown = page(() => true);
    const keys = await play(
      [
        answer("waiting", "w", null),
        answer("live", "a", 10),
        answer("live", "a", null),
        answer("live", "b", 20),
        answer("ended", "c", 30),
        answer("ended", "c", null),
      ],
      shown,
    );
    expect(keys).toEqual(["", "", "a", "a", "b", "c"]);
    expect(shown.calls.map(({ bytes }) => bytes)).toEqual([10, 20, 30]);
    expect(shown.status.at(0)).toBe("waiting for the program to record");
    expect(shown.status.at(-1)).toBe("ended, 1,234 events, 5 lost");
  });

  it("does not move a picture that the user has moved", async () => {
    const shown = page(() => false);
    const answers = ["a", "b"].map((key) => answer("live", key, 1));
    await play([...answers, answer("ended", "c", 1), answer("ended", "c", null)], shown);
    expect(shown.calls.map((call) => call.follow)).toEqual([true, false, false]);
  });

  it("repeats a request that failed, and gives up after several failures in a row", async () => {
    const shown = page(() => true);
    const broken = new Error("no network");
    const keys = await play([broken, answer("live", "a", 1), broken, broken, broken], shown);
    expect(keys).toHaveLength(6);
    expect(shown.status.at(-1)).toContain("the received events remain");
  });

  it("ends at once if the target ended before it recorded an event", async () => {
    const shown = page(() => true);
    const keys = await play([answer("ended", "e", null), answer("ended", "e", null)], shown);
    expect(keys).toEqual(["", "e"]);
    expect(shown.calls).toEqual([]);
  });
});

describe("a pause", () => {
  const events = (count: number): Partial<Answer> => ({ events: count });

  it("counts the events that wait, and continues with the newest", async () => {
    const shown = page(() => true);
    await play(
      [
        answer("live", "a", 10, events(100)),
        answer("live", "b", 20, events(150)),
        answer("live", "c", 30, events(1300)),
        answer("live", "d", 40, events(1400)),
        answer("ended", "e", 50, events(1400)),
        answer("ended", "e", null, events(1400)),
      ],
      shown,
      { 1: () => shown.setHold("user"), 3: () => shown.setHold(null) },
    );
    expect(shown.calls.map(({ bytes }) => bytes)).toEqual([10, 40, 50]);
    expect(shown.status.slice(1, 3)).toEqual([
      "paused, 50 events wait",
      "paused, 1,200 events wait",
    ]);
  });

  it("shows the end of the target later", async () => {
    const shown = page(() => true);
    const end = [answer("ended", "b", 20), answer("ended", "b", null)];
    await play([answer("live", "a", 10), ...end], shown, {
      1: () => shown.setHold("user"),
      5: () => shown.setHold(null),
    });
    expect(shown.calls.map(({ bytes }) => bytes)).toEqual([10, 20]);
    expect(shown.status.at(-1)).toBe("ended, 1,234 events, 5 lost");
  });
});

describe("a new run", () => {
  const answers = (more: Partial<Answer>): Answer[] => [
    answer("live", "a", 10),
    answer("live", "b", 20, more),
    answer("live", "c", 30, more),
  ];

  it("is shown if the page follows", async () => {
    const run = page(() => true);
    await play(answers({ run: 2 }), run);
    expect(run.calls.map(({ isNewRun }) => isNewRun)).toEqual([false, true, false]);
    expect(run.status).toContain("live, 1,234 events, 5 lost, started 2 times");
  });

  it("does not replace events that the user looks at", async () => {
    const shown = page(() => false);
    await play(answers({ run: 2 }), shown);
    expect(shown.hold()).toBe("run");
    expect(shown.calls.map(({ bytes }) => bytes)).toEqual([10]);
    expect(shown.status.find((text) => text.startsWith("paused"))).toContain(" events wait: ");
  });

  it("differs from a loss of events", async () => {
    const shown = page(() => false);
    await play(answers({ lost: 9 }), shown);
    expect(shown.hold()).toBe(null);
    expect(shown.calls.map(({ bytes }) => bytes)).toEqual([10, 20, 30]);
  });
});

describe("statusText", () => {
  it("counts", () => {
    expect(statusText(answer("live", "", null))).toBe("live, 1,234 events, 5 lost");
  });
});
