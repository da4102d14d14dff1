// SPDX-License-Identifier: Apache-2.0
// The menu of files: the open one, opening another one, comparing with another one.
import type { VNode } from "preact";
import { Icon } from "./Icon";
import { Menu } from "./Menu";
import { openFiles } from "./open-trace";
import { panes } from "./state";

/** File types for the browser's dialogue. It includes all files, because dumps have any name. */
const ACCEPTED = ".limen,.trx,.bin,.hex,.srec,.vcd,.trxc,*/*";

interface PickerProps {
  readonly id: string;
  readonly isSecond: boolean;
}

/** The hidden file input behind a button. Tests fill it directly. */
function Picker({ id, isSecond }: PickerProps): VNode {
  return (
    <input
      id={id}
      data-testid={id}
      class="picker"
      type="file"
      multiple
      tabIndex={-1}
      aria-hidden="true"
      accept={ACCEPTED}
      onChange={(event) => {
        const input = event.currentTarget;
        const files = [...(input.files ?? [])];
        input.value = "";
        void openFiles(files, isSecond);
      }}
    />
  );
}

/** Both file inputs. The page contains them once. */
export function Pickers(): VNode {
  return (
    <>
      <Picker id="file-input" isSecond={false} />
      <Picker id="compare-input" isSecond={true} />
    </>
  );
}

export function choose(id: "file-input" | "compare-input"): void {
  document.getElementById(id)?.click();
}

export function FileMenu(): VNode {
  const names = panes.value.map((pane) => pane.opened.value.name);
  const text = names.length === 0 ? "Limen" : names.join(" | ");
  return (
    <div class="file-menu">
      <Menu align="left" title={`File: ${text}`} label={<FileLabel text={text} />}>
        {(close) => (
          <div class="items">
            <button type="button" onClick={() => (close(), choose("file-input"))}>
              Open a trace, signals (.vcd) or names of user events (.trxc) …
            </button>
            {names.length > 0 && (
              <button type="button" onClick={() => (close(), choose("compare-input"))}>
                Compare with a second trace …
              </button>
            )}
          </div>
        )}
      </Menu>
    </div>
  );
}

function FileLabel({ text }: { readonly text: string }): VNode {
  return (
    <>
      <Logo />
      <span class="file-name">{text}</span>
      <Icon name="down" />
    </>
  );
}

/** The logo: a thread that runs, and a threshold that others must exceed. */
export function Logo(): VNode {
  return (
    <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
      <rect x="2" y="11" width="16" height="6" rx="1.5" class="logo-body" />
      <path d="M2 6.5h5.5v-3h5v3H18" class="logo-line" />
    </svg>
  );
}
