// SPDX-License-Identifier: Apache-2.0
// Text out of a file that nobody vouches for.

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu;

/** Letters that steer a terminal or the direction of text become U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (letter) => (letter === " " ? letter : "\ufffd"));
}
