// SPDX-License-Identifier: Apache-2.0
// Selects the resolution of the picture. On a display with several device pixels per CSS pixel, a
// moving picture has one per CSS pixel if the full resolution takes longer than a frame. At rest it
// has the full resolution.
import type { Range } from "../render/types";

/** The longest time for a frame, in milliseconds, at 60 frames per second. */
const SLOW_MS = 17;
/** The picture counts as resting after this time without movement. */
const REST_MS = 150;

export class Sharpness {
  private range: Range | null = null;
  private movedAt = -Infinity;
  private isSlow = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Device pixels per CSS pixel for the frame that is drawn now. now: the time of
   * requestAnimationFrame. redraw: called when the picture rests, then released.
   */
  ratioAt(now: number, range: Range, redraw: () => void): number {
    const { range: before } = this;
    const isMove = before !== null && (before.begin !== range.begin || before.end !== range.end);
    // A single change is drawn at full resolution. Only changes in quick succession are a gesture.
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

  /**
   * Measures the time from a frame at full resolution to the next frame, which decides the
   * resolution of later frames.
   */
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
