// SPDX-License-Identifier: Apache-2.0
// Saves content as a file.

export function save(content: string | Uint8Array, name: string): void {
  const link = document.createElement("a");
  const part = typeof content === "string" ? content : new Uint8Array(content);
  link.href = URL.createObjectURL(new Blob([part]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
