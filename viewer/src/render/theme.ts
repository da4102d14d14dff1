// SPDX-License-Identifier: Apache-2.0
// The colours of the picture for light and dark backgrounds. They come from the palette that
// printed reports also use.
import { blend } from "./colour";
import palette from "../../../spec/palette.json";

export interface Theme {
  readonly ground: string;
  /** Background of the names and the ruler. */
  readonly panel: string;
  /** Lines between rows, and the lines of the ruler through the rows. */
  readonly grid: string;
  readonly axis: string;
  readonly text: string;
  readonly soft: string;
  /** Selection and markers. */
  readonly accent: string;
  readonly focus: string;
  readonly found: string;
  readonly lanes: readonly string[];
  readonly idle: string;
  readonly interrupt: string;
  readonly heldOff: string;
  /** Missed deadlines and inversions. */
  readonly late: string;
  readonly level: string;
}

const LIGHT: Theme = {
  ...palette.light,
  panel: palette.light.lane,
  lanes: palette.lanes,
  idle: palette.idle,
  interrupt: palette.interrupt,
  heldOff: palette.held_off,
  late: palette.late,
  level: palette.level,
};

const DARK: Theme = { ...palette.dark, panel: palette.dark.lane, heldOff: palette.dark.held_off };

export function themeOf(scene: { readonly isDark: boolean }): Theme {
  return scene.isDark ? DARK : LIGHT;
}

/** The fill of an interval in which a thread is ready. */
export function readyFill(theme: Theme, colour: string): string {
  return blend(colour, theme.ground, 0.24);
}

/** The fill of an interval in which the raised level of another thread holds a thread off. */
export function heldFill(theme: Theme): string {
  return blend(theme.heldOff, theme.ground, 0.5);
}

/** The colour of a lane. Lane 0 (idle) and unknown lanes have the same colour. */
export function laneColour(theme: Theme, lane: number): string {
  if (lane <= 0) {
    return theme.idle;
  }
  return theme.lanes[(lane - 1) % theme.lanes.length] ?? theme.idle;
}
