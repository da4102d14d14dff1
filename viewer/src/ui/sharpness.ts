// SPDX-License-Identifier: Apache-2.0
// How many dots a picture has. On a screen with several dots a CSS pixel a picture that moves has
// only one, if all of them take longer than a frame may; it gets all of them when it rests.
import type { Range } from "../render/types";

/** A sharp frame that takes longer is late for a screen that shows 60 a second. */
const SLOW_MS = 17;
/** A picture that has not moved for so long rests. */
const REST_MS = 150;

export class Sharpness {
  private range: Range | null = null;
  private movedAt = -Infinity;
  private isSlow = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Dots a CSS pixel of a frame that is drawn now, as requestAnimationFrame counts time. redraw:
   * draw again, as the picture rests; what it holds is let go when it has been called.
   */
  ratioAt(now: number, range: Range, redraw: () => void): number {
    const { range: before } = this;
    const isMove = before !== null && (before.begin !== range.begin || before.end !== range.end);
    // A single step is sharp at once: only what follows a move closely is a gesture.
    const isMoving = now - this.movedAt < REST_MS;
    this.movedAt = isMove ? now : this.movedAt;
    this.range = range;
    if (devicePixelRatio > 1 && isMoving && this.isSlow) {
      this.restLater(redraw);
      return 1;
    }
    if (devicePixelRatio > 1 && isMove) {
      this.measure(now);
    }
    return devicePixelRatio;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** How long a sharp frame takes until the browser begins another: that decides about the next. */
  private measure(now: number): void {
    requestAnimationFrame((next) => {
      this.isSlow = next - now > SLOW_MS;
    });
  }

  private restLater(redraw: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(redraw, REST_MS);
  }
}
