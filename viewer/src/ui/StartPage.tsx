// SPDX-License-Identifier: Apache-2.0
// Shown until a trace is open.
import type { VNode } from "preact";
import { startExample } from "../play/start";
import { choose, Logo } from "./FileMenu";

const FORMATS: readonly (readonly [string, string])[] = [
  [
    ".limen",
    "traces of Limen: the buffer of lm_trace_start, as written by a program, a debugger or limen run --trace",
  ],
  [".trx", "traces of ThreadX: the memory dump, raw or as Intel HEX, S-record or ASCII hex"],
  [".trxc", "names of user events, together with a .trx"],
  [".vcd", "signals of pins, drawn under the lanes"],
];

export function StartPage(): VNode {
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
        <button type="button" class="primary" autofocus onClick={() => choose("file-input")}>
          Choose a trace …
        </button>
        <p class="quiet">or drop it anywhere on this page. Two traces at once are compared.</p>
        <button type="button" onClick={() => void startExample()}>
          Change a system of threads while the kernel runs it
        </button>
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
