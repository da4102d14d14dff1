// SPDX-License-Identifier: Apache-2.0
// The worker that reads a trace while the page stays awake.
import { buffersOf, load } from "./load";
import type { LoadReply, LoadRequest } from "./load";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<LoadRequest>) => {
  const reply: LoadReply = load(data, (step, share) => {
    self.postMessage({ kind: "progress", step, share } satisfies LoadReply);
  });
  self.postMessage(reply, { transfer: [...buffersOf(reply)] });
};
