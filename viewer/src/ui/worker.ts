// SPDX-License-Identifier: Apache-2.0
// The workers that read and count, and who waits for them. A newer request puts an end to the one before.
import LoadWorker from "./load.worker?worker&inline";
import { load } from "./load";
import type { CountRequest, LoadReply, LoadRequest } from "./load";
import type { Tree } from "../model";

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

/** Statistics, counted apart; the result stops it. */
export function countApart(request: CountRequest, done: (tree: Tree) => void): () => void {
  const worker = new LoadWorker();
  const end = (): void => worker.terminate();
  worker.onmessage = ({ data }: MessageEvent<Tree>) => {
    end();
    done(data);
  };
  worker.postMessage(request);
  return end;
}
