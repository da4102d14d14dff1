// SPDX-License-Identifier: Apache-2.0
// Text out of a file that nobody vouches for.

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Letters that steer a terminal or the direction of text become U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (letter) => (letter === " " ? letter : "\ufffd"));
}

/** The UTF-8 ahead of the first zero byte. */
export function padded(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return printable(decoder.decode(end < 0 ? bytes : bytes.subarray(0, end)));
}

/** Like printf's %x with 0x in front. */
export function hex(value: number): string {
  return value < 0
    ? `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`
    : `0x${value.toString(16)}`;
}
