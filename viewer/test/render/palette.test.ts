// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { FAMILY_COLOURS, laneColour, themeOf } from "../../src/render";
import { contrast, linear, textOn } from "../../src/render/colour";

type Light = readonly [number, number, number];

/** Colours as seen without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1). */
const EYES: Readonly<Record<string, readonly Light[]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function seen(colour: string, eyes: readonly Light[]): Light {
  const [red, green, blue] = linear(colour);
  const row = (place: number): number => {
    const [a, b, c] = eyes[place] ?? [0, 0, 0];
    return Math.min(Math.max(a * red + b * green + c * blue, 0), 1);
  };
  return [row(0), row(1), row(2)];
}

/** The distance in OKLab. Side by side, about 0.02 is the least visible difference. */
function distance(one: Light, other: Light): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab([red, green, blue]: Light): Light {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each([
  ["light", false],
  ["dark", true],
] as const)("on %s ground", (_, isDark) => {
  const theme = themeOf({ isDark });
  const { lanes } = theme;

  test("bars and the text on them have enough contrast", () => {
    for (const colour of [...lanes, theme.interrupt, theme.late]) {
      expect(contrast(colour, theme.ground), colour).toBeGreaterThanOrEqual(3);
      expect(contrast(textOn(colour), colour), colour).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("texts have enough contrast to their backgrounds", () => {
    for (const ground of [theme.ground, theme.panel, theme.focus]) {
      expect(contrast(theme.text, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(theme.soft, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(Object.keys(EYES))("adjacent colours are distinguishable with %s", (kind) => {
    const eyes = EYES[kind] ?? [];
    const least = kind === "all" ? 0.12 : 0.06;
    lanes.forEach((colour, place) => {
      const next = lanes[(place + 1) % lanes.length] ?? "";
      expect(distance(seen(colour, eyes), seen(next, eyes)), `${colour} ${next}`).toBeGreaterThan(
        least,
      );
    });
  });

  test("colours with a meaning differ from those of lanes", () => {
    for (const reserved of [theme.idle, theme.interrupt, theme.late, theme.heldOff]) {
      for (const colour of lanes) {
        const apart = distance(linear(reserved), linear(colour));
        expect(apart, `${reserved} ${colour}`).toBeGreaterThan(0.05);
      }
    }
  });

  test("lane 0 has the colour of idle, the others have the colours in turn", () => {
    expect(laneColour(theme, 0)).toBe(theme.idle);
    expect(laneColour(theme, 1)).toBe(laneColour(theme, 1 + lanes.length));
  });
});

test("letters are readable on the boxes of all families", () => {
  for (const colour of Object.values(FAMILY_COLOURS)) {
    expect(contrast(textOn(colour), colour), colour).toBeGreaterThanOrEqual(7);
  }
});

test("contrast is computed as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});
