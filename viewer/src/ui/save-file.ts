// SPDX-License-Identifier: Apache-2.0
// Saves content as a file. The browser asks for its place or uses its download folder.

/** Time in milliseconds in which the browser can read the content. */
const READ_MS = 1000;

export function saveFile(content: BlobPart | Uint8Array, name: string, type = ""): void {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}
