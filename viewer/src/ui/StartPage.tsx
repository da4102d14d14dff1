// SPDX-License-Identifier: Apache-2.0
// Shown until a trace is open.
import type { VNode } from "preact";
import samples from "virtual:samples";
import { unpack } from "../model";
import { startExample } from "../play/start";
import { choose, Logo } from "./FileMenu";
import { openTrace } from "./open-trace";
import { fromHash } from "./url-state";

const FORMATS: readonly (readonly [string, string])[] = [
  [
    ".limen",
    "traces of Limen: the buffer of lm_trace_start, as written by a program, a debugger or limen run --trace",
  ],
  [".trx", "traces of ThreadX: the memory dump, raw or as Intel HEX, S-record or ASCII hex"],
  [
    "other kernels",
    "FreeRTOS (Percepio, SystemView), Zephyr (CTF), Linux (ftrace, trace.dat, perf, Perfetto), " +
      "NuttX, AUTOSAR (BTF): a file, a folder or a .zip",
  ],
  [".trxc", "names of user events, together with a .trx"],
  [".vcd", "signals of pins, drawn under the lanes"],
];

/** The file that the address is about; it cannot contain the trace. */
function fileOfLink(): string | null {
  return fromHash(globalThis.location?.hash ?? "")?.file ?? null;
}

export function StartPage(): VNode {
  const file = fileOfLink();
  return (
    <main class="start" data-testid="start">
      <div class="start-card">
        <h1>
          <Logo /> Limen traces
        </h1>
        <p>
          Shows which thread ran when, and why. Nothing leaves this computer: the browser reads the
          file.
        </p>
        {file !== null && (
          <p data-testid="link-file">
            This link shows a place in <strong>{file}</strong>: choose this file, or drop it here.
          </p>
        )}
        <button type="button" class="primary" autofocus onClick={() => choose("file-input")}>
          Choose a trace …
        </button>
        <p class="quiet">or drop it anywhere on this page. Two traces at once are compared.</p>
        <p class="samples" data-testid="samples">
          Or look at a sample:{" "}
          {samples.map(({ name, title, gzip }) => (
            <button
              key={name}
              type="button"
              title={name}
              onClick={() => void unpack(gzip).then((bytes) => openTrace(bytes, name))}
            >
              {title}
            </button>
          ))}
        </p>
        <p class="samples">
          <button type="button" onClick={() => void startExample()}>
            Change a system of threads while the kernel runs it
          </button>
        </p>
        <dl class="formats">
          {FORMATS.map(([ending, what]) => (
            <div key={ending}>
              <dt>{ending}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </main>
  );
}
