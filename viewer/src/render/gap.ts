// SPDX-License-Identifier: Apache-2.0
// A stretch in which events of a running target were lost: it is hatched over all rows, and says so.
import type { Frame } from "./frame";
import { boxOf } from "./frame";
import { RULER_HEIGHT } from "./layout";
import { pixelsPerUnit } from "./scale";
import { SMALL_FONT } from "./surface";
import type { Box } from "./surface";

const WORDS = "events lost";

/** Where it is in the picture; null: there is none, or it is out of sight. */
function gapBox(frame: Frame): Box | null {
  const { gap, height, mode } = frame.scene;
  if (gap == null || mode === "sequence") {
    return null;
  }
  const box = boxOf(frame, gap.begin, gap.end, RULER_HEIGHT, Math.max(height - RULER_HEIGHT, 0));
  return box.width > 0 ? box : null;
}

export function gapGround(frame: Frame): void {
  const box = gapBox(frame);
  if (box !== null) {
    const { theme, surface, scale } = frame;
    surface.ground.fill(box, theme.late, 0.08);
    surface.ground.hatch(box, theme.late, 0.35, -scale.begin * pixelsPerUnit(scale));
  }
}

export function gapFront(frame: Frame): void {
  const box = gapBox(frame);
  const { front } = frame.surface;
  if (box === null || box.width < front.textWidth(WORDS, SMALL_FONT) + 12) {
    return;
  }
  const { theme, scene } = frame;
  front.clip(box);
  const width = front.textWidth(WORDS, SMALL_FONT) + 12;
  const middle = box.x + box.width / 2;
  const y = (RULER_HEIGHT + scene.height) / 2;
  front.rect({ x: middle - width / 2, y: y - 10, width, height: 20 }, theme.ground, 0.9);
  front.text(middle, y + 4, WORDS, { font: SMALL_FONT, colour: theme.text, anchor: "middle" });
}
