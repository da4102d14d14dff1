// SPDX-License-Identifier: Apache-2.0
// Traces that consist of several files, such as the streams and the metadata of Zephyr: the page
// hands them to the engine as one archive, which the engine unpacks.

const BLOCK = 512;
const METADATA = "metadata";
const START = 256;
const FLAGS = 42;

/**
 * Joins the files of a trace in the Common Trace Format, and those of the cores of a recording of
 * SystemView or of Limen; others stay as they are.
 */
export async function joined(files: readonly File[]): Promise<readonly File[]> {
  if (files.length < 2) {
    return files;
  }
  const isOne = files.some(({ name }) => name === METADATA) || (await areCores(files));
  return isOne ? [await archiveOf(files, files[0]?.name ?? METADATA)] : files;
}

function isOfLimen(start: Uint8Array): boolean {
  return ["LIMN", "NMIL"].includes(new TextDecoder().decode(start.subarray(0, 4)));
}

/** The number of the core in the header of a ring, whose flags are two bytes. */
function coreOf(start: Uint8Array): number {
  return (start[start[0] === "L".charCodeAt(0) ? FLAGS : FLAGS + 1] ?? 0) >> 4;
}

/**
 * The files of one recording have equal descriptions and begin at the same time; those of two
 * recordings do not.
 */
async function areCores(files: readonly File[]): Promise<boolean> {
  const starts = await Promise.all(
    files.map(async (file) => new Uint8Array(await file.slice(0, START).arrayBuffer())),
  );
  if (starts.every(isOfLimen)) {
    return new Set(starts.map(coreOf)).size === starts.length;
  }
  const [first = new Uint8Array()] = starts;
  const isSystemView =
    first[0] === ";".charCodeAt(0) || first.subarray(0, 10).every((one) => one === 0);
  return (
    isSystemView &&
    first.length === START &&
    starts.every((start) => start.every((one, place) => one === first[place]))
  );
}

/** The files that were dropped. Those of a folder are one trace. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<readonly File[]> {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
  const files = [...(transfer?.files ?? [])];
  const found = await Promise.all(
    files.map(async (file, place) => {
      const entry = entries[place];
      return entry?.isDirectory === true
        ? archiveOf(await filesOf(entry as FileSystemDirectoryEntry), file.name)
        : file;
    }),
  );
  return found;
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (more.length === 0) {
      break;
    }
    entries.push(...more);
  }
  const visible = entries.filter(({ isFile, name }) => isFile && !name.startsWith("."));
  return Promise.all(
    visible.map(
      async (entry) =>
        new Promise<File>((resolve, reject) =>
          (entry as FileSystemFileEntry).file(resolve, reject),
        ),
    ),
  );
}

/** A tar archive of files. */
async function archiveOf(files: readonly File[], name: string): Promise<File> {
  const parts: BlobPart[] = [];
  for (const file of files) {
    const header = new Uint8Array(BLOCK);
    const put = (text: string, at: number): void => header.set(new TextEncoder().encode(text), at);
    put(file.name.slice(0, 32), 0);
    put(file.size.toString(8).padStart(11, "0"), 124);
    put("0", 156);
    put("ustar", 257);
    parts.push(header, await file.arrayBuffer());
    parts.push(new Uint8Array((BLOCK - (file.size % BLOCK)) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new File(parts, name);
}
