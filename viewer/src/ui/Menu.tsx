// SPDX-License-Identifier: Apache-2.0
// A button that opens a menu, for pointer and keyboard.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface MenuProps {
  readonly label: ComponentChildren;
  readonly title: string;
  readonly children: (close: () => void) => ComponentChildren;
  readonly align?: "left" | "right";
}

export function Menu({ label, title, children, align = "right" }: MenuProps): VNode {
  const isOpen = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    isOpen.value = false;
  };
  useOutside(box, close);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && isOpen.value) {
      event.stopPropagation();
      close();
      button.current?.focus();
    } else if (isOpen.value && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      event.stopPropagation();
      moveFocus(box.current, event.key === "ArrowDown" ? 1 : -1);
    }
  };
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        title={title}
        aria-label={title}
        aria-haspopup="true"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {label}
      </button>
      {isOpen.value && <div class={`menu-list is-${align}`}>{children(close)}</div>}
    </div>
  );
}

export function useOutside(box: { readonly current: HTMLElement | null }, close: () => void): void {
  useEffect(() => {
    const listen = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        close();
      }
    };
    document.addEventListener("pointerdown", listen);
    return () => document.removeEventListener("pointerdown", listen);
  }, []);
}

/** Moves the focus to the next or previous focusable element in a box, cyclically. */
export function moveFocus(box: HTMLElement | null, by: 1 | -1): void {
  const items = [...(box?.querySelectorAll<HTMLElement>("button, input, select, a[href]") ?? [])];
  const now = items.findIndex((item) => item === document.activeElement);
  items[(now + by + items.length) % items.length]?.focus();
}
