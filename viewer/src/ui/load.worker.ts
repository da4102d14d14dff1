// SPDX-License-Identifier: Apache-2.0
// The worker that reads a trace, or counts, while the page stays awake.
import type { Tree } from "../model";
import { buffersOf, load } from "./load";
import type { CountRequest, LoadReply, LoadRequest } from "./load";
import { statistics } from "./parts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<LoadRequest | CountRequest>) => {
  if (data.kind === "count") {
    const tree: Tree = statistics(data.trace, data.analysis, data.first, data.last);
    self.postMessage(tree);
    return;
  }
  const reply: LoadReply = load(data, (step, share) => {
    self.postMessage({ kind: "progress", step, share } satisfies LoadReply);
  });
  self.postMessage(reply, { transfer: [...buffersOf(reply)] });
};
