// SPDX-License-Identifier: Apache-2.0
// Decodes the text in which build.ts stores compressed data. The build also copies bytesOf() into
// the page itself, so it refers to nothing outside.

/** The gzip data in the text that build.ts writes: two characters hold 13 bits. */
export function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((letters.length / 16) * 13);
  let bits = 0;
  let count = 0;
  let end = 0;
  for (let at = 0, half = 0; at < letters.length; at++) {
    const code = letters.charCodeAt(at);
    const digit = (code > 122 ? '"/<\\'.charCodeAt(code - 123) : code) - 32;
    if (at % 2 === 0) {
      half = digit * 91;
      continue;
    }
    bits = (bits << 13) | (half + digit);
    for (count += 13; count >= 8; count -= 8) {
      bytes[end++] = bits >> (count - 8);
    }
  }
  return bytes.subarray(bytes.indexOf(31)); // gzip data begins with the byte 31
}
