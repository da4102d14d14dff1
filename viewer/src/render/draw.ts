// SPDX-License-Identifier: Apache-2.0
// Draws the picture: the ground of all rows, then texts and arrows, then the overlays.
import { CanvasFront, CanvasSurface } from "./canvas";
import type { Frame } from "./frame";
import { across, frameOf } from "./frame";
import { gapFront, gapGround } from "./gap";
import { isFocused, nameClip, nameFront, nameGround } from "./header";
import type { Placed } from "./layout";
import { plotClip, RULER_HEIGHT, visibleRows } from "./layout";
import { causesFront, inversionsGround, linksFront } from "./links";
import { memo } from "./memo";
import { overlayFront, platesOf, takenBy } from "./overlay";
import { coreFront, coreGround } from "./rows/core";
import { interruptsFront, interruptsGround } from "./rows/interrupts";
import { laneFront, laneGround } from "./rows/lane";
import { objectFront, objectGround } from "./rows/object";
import { signalFront, signalGround } from "./rows/signal";
import { cornerFront, gridGround, rulerFront, rulerGround, rulerOf } from "./ruler";
import type { Box } from "./surface";
import type { RowKind, Scene } from "./types";

interface Painter {
  readonly ground: (frame: Frame, placed: Placed) => void;
  readonly front: (frame: Frame, placed: Placed) => void;
}

const PAINTERS: Readonly<Record<RowKind, Painter>> = {
  core: { ground: coreGround, front: coreFront },
  interrupts: { ground: interruptsGround, front: interruptsFront },
  lane: { ground: laneGround, front: laneFront },
  object: { ground: objectGround, front: objectFront },
  signal: { ground: signalGround, front: signalFront },
};

/**
 * Draws the scene on the whole canvas. O(pixels * rows * log(events)), independent of the number of
 * visible events.
 */
export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  const { canvas } = context;
  const ratio = scene.width > 0 ? canvas.width / scene.width : 1;
  if (canvas.width === 0 || canvas.height === 0) {
    return;
  }
  const size = `${canvas.width}x${canvas.height}`;
  const image = memo(canvas, "image", size, () =>
    context.createImageData(canvas.width, canvas.height),
  );
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const surface = new CanvasSurface(context, ratio, image);
  const frame = frameOf(scene, surface);
  groundOf(frame);
  surface.flush();
  frontOf(frame);
  if (surface.front instanceof CanvasFront) {
    surface.front.unclip();
  }
}

function pictureBox({ scene }: Frame): Box {
  return { x: 0, y: 0, width: scene.width, height: scene.height };
}

/** Draws everything below texts and arrows. */
export function groundOf(frame: Frame): void {
  const { theme, surface, scene } = frame;
  const { ground } = surface;
  const ruler = rulerOf(frame);
  ground.clip(pictureBox(frame));
  ground.fill(pictureBox(frame), theme.ground, 1);
  for (const placed of visibleRows(scene)) {
    ground.clip(plotClip(scene, placed));
    if (isFocused(scene, placed)) {
      ground.fill(across(frame, placed.top, placed.height), theme.focus, 1);
    }
  }
  ground.clip(across(frame, RULER_HEIGHT, Math.max(scene.height - RULER_HEIGHT, 0)));
  gridGround(frame, ruler);
  for (const placed of visibleRows(scene)) {
    ground.clip(plotClip(scene, placed));
    ground.fill(across(frame, placed.top + placed.height - 1, 1), theme.grid, 1);
    PAINTERS[placed.row.kind].ground(frame, placed);
    inversionsGround(frame, placed);
    ground.clip(nameClip(scene, placed));
    nameGround(frame, placed);
  }
  ground.clip(pictureBox(frame));
  gapGround(frame);
  rulerGround(frame, ruler);
}

/** Draws arrows, then texts and boxes over them, then the selection and the markers. */
export function frontOf(frame: Frame): void {
  const { front } = frame.surface;
  const { scene } = frame;
  linksFront(frame);
  for (const placed of visibleRows(scene)) {
    front.clip(plotClip(scene, placed));
    PAINTERS[placed.row.kind].front(frame, placed);
    front.clip(nameClip(scene, placed));
    nameFront(frame, placed);
  }
  causesFront(frame);
  gapFront(frame);
  const plates = platesOf(frame);
  front.clip(pictureBox(frame));
  rulerFront(frame, rulerOf(frame), takenBy(plates));
  cornerFront(frame);
  overlayFront(frame, plates);
}
