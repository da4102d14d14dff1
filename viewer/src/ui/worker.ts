// SPDX-License-Identifier: Apache-2.0
// The worker that reads a trace, and who waits for it. A newer request puts an end to the one before.
import LoadWorker from "./load.worker?worker&inline";
import { load } from "./load";
import type { LoadReply, LoadRequest } from "./load";

export type Say = (step: string, share: number | null) => void;

let cancel: (() => void) | null = null;

/** The answer to a request; null: a newer request came in between. */
export async function loadApart(request: LoadRequest, say: Say): Promise<LoadReply | null> {
  cancel?.();
  let worker: Worker;
  try {
    worker = new LoadWorker();
  } catch {
    // Where workers are not allowed, the page does the work itself.
    await new Promise((resolve) => setTimeout(resolve));
    return load(request, say);
  }
  return ask(worker, request, say);
}

/** A worker has one answer: what it hands over may be memory that its modules share. */
function ask(worker: Worker, request: LoadRequest, say: Say): Promise<LoadReply | null> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.terminate();
      cancel = null;
    };
    cancel = () => {
      end();
      resolve(null);
    };
    worker.onmessage = ({ data }: MessageEvent<LoadReply>) => {
      if (data.kind === "progress") {
        say(data.step, data.share);
      } else {
        end();
        resolve(data);
      }
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message || "the worker that reads traces does not start"));
    };
    worker.postMessage(request);
  });
}
