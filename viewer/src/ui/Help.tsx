// SPDX-License-Identifier: Apache-2.0
// The help dialogue with all keys and gestures.
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYS, POINTER } from "./keys";
import { isHelpOpen } from "./state";

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

export function keyName(key: string): string {
  const [name = "", isShifted] = key.startsWith("Shift+") ? [key.slice(6), true] : [key, false];
  const shown = NAMES[name] ?? (name.length === 1 ? name.toUpperCase() : name);
  return isShifted ? `⇧ ${shown}` : shown;
}

export function Help(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const groups = [...new Set(KEYS.map(({ group }) => group))];
  const close = (): void => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="help" aria-label="Help" data-testid="help" onClose={close}>
      <header>
        <h2>Keys and pointer</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <div class="help-groups">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            {KEYS.filter((key) => key.group === group && key.does !== "").map((key) => (
              <div class="help-line" key={key.keys[0]}>
                <span>
                  {key.keys.map((name) => (
                    <kbd key={name}>{keyName(name)}</kbd>
                  ))}
                </span>
                {key.does}
              </div>
            ))}
          </section>
        ))}
        <section>
          <h3>Pointer</h3>
          {POINTER.map(([what, does]) => (
            <div class="help-line" key={what}>
              <span>{what}</span>
              {does}
            </div>
          ))}
        </section>
      </div>
    </dialog>
  );
}
