// SPDX-License-Identifier: Apache-2.0
// Decodes the text in which build.ts stores compressed data. The build also copies bytesOf() into
// the page itself, so it refers to nothing outside.

/** The gzip data in the text that build.ts writes: five characters hold four bytes, big-endian. */
export function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const words = new DataView(new ArrayBuffer((letters.length / 5) * 4));
  for (let at = 0, word = 0; at < letters.length; at++) {
    const code = letters.charCodeAt(at);
    word = (at % 5 && word * 85) + (code > 119 ? "\\/<".charCodeAt(code - 120) : code) - 35;
    if (at % 5 === 4) {
      words.setUint32(((at - 4) / 5) * 4, word);
    }
  }
  const bytes = new Uint8Array(words.buffer);
  return bytes.subarray(bytes.indexOf(31)); // gzip data begins with the byte 31
}
