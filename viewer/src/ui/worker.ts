// SPDX-License-Identifier: Apache-2.0
// The one worker of the page, and who waits for it. A newer request puts an end to the one before.
import LoadWorker from "./load.worker?worker&inline";
import { load } from "./load";
import type { LoadReply, LoadRequest } from "./load";

export type Say = (step: string, share: number | null) => void;

let worker: Worker | null = null;
let cancel: (() => void) | null = null;

/** The answer to a request; null: a newer request came in between. */
export async function loadApart(request: LoadRequest, say: Say): Promise<LoadReply | null> {
  cancel?.();
  try {
    worker ??= new LoadWorker();
  } catch {
    // Where workers are not allowed, the page does the work itself.
    await new Promise((resolve) => setTimeout(resolve));
    return load(request, say);
  }
  return ask(worker, request, say);
}

function ask(asked: Worker, request: LoadRequest, say: Say): Promise<LoadReply | null> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      asked.terminate();
      worker = null;
      cancel = null;
    };
    cancel = () => {
      stop();
      resolve(null);
    };
    asked.onmessage = ({ data }: MessageEvent<LoadReply>) => {
      if (data.kind === "progress") {
        say(data.step, data.share);
      } else {
        cancel = null;
        resolve(data);
      }
    };
    asked.onerror = (event) => {
      stop();
      reject(new Error(event.message || "the worker that reads traces does not start"));
    };
    asked.postMessage(request);
  });
}
