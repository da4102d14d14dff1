// SPDX-License-Identifier: Apache-2.0
// Colours of the picture on light and on dark ground. They come from the one palette that printed
// reports use too.
import { blend } from "./colour";
import palette from "../../../spec/palette.json";

export interface Theme {
  readonly ground: string;
  /** Of names and ruler. */
  readonly panel: string;
  /** Lines between rows, and those of the ruler through the rows. */
  readonly grid: string;
  readonly axis: string;
  readonly text: string;
  readonly soft: string;
  /** Of what the user has hold of: selection, markers. */
  readonly accent: string;
  readonly focus: string;
  readonly found: string;
  readonly lanes: readonly string[];
  readonly idle: string;
  readonly interrupt: string;
  readonly heldOff: string;
  /** Deadlines missed, inversions. */
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

/** Ground of a time in which a thread is ready. */
export function readyFill(theme: Theme, colour: string): string {
  return blend(colour, theme.ground, 0.24);
}

/** Ground of a time in which a thread is held off by the raised level of another one. */
export function heldFill(theme: Theme): string {
  return blend(theme.heldOff, theme.ground, 0.5);
}

/** Colour of a lane; 0 is idle, and so is nobody. */
export function laneColour(theme: Theme, lane: number): string {
  if (lane <= 0) {
    return theme.idle;
  }
  return theme.lanes[(lane - 1) % theme.lanes.length] ?? theme.idle;
}
