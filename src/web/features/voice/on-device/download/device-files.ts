import { type DeviceFile, DEVICE_PART_BYTES, partCount } from "#shared/features/voice/device-speech.ts";

/** Storage for parts of files on the device. */
export interface PartStore {
  storePart(file: string, part: number, bytes: ArrayBuffer): Promise<void>;
  readPart(file: string, part: number): Promise<ArrayBuffer | null>;
  listParts(): Promise<{ file: string; part: number }[]>;
  forgetFile(file: string): Promise<void>;
}

/** A file did not match its hash; the stored parts are deleted. */
export class DamagedFileError extends Error {
  override name = "DamagedFileError";
}

export interface FetchFilesOptions {
  store: PartStore;
  /** Requests a part from the server. */
  fetchPart: (sha256: string, part: number, signal: AbortSignal) => Promise<ArrayBuffer>;
  signal: AbortSignal;
  /** @param done bytes stored, from this download and earlier ones */
  onProgress: (done: number) => void;
}

/**
 * Downloads files to the device, resuming an earlier download, and checks the hash of each.
 * @throws DamagedFileError, a DOMException when storage is full, the signal's reason, and any error of `fetchPart`
 */
export async function fetchFiles(
  files: readonly DeviceFile[],
  { store, fetchPart, signal, onProgress }: FetchFilesOptions,
): Promise<void> {
  const here = new Set((await store.listParts()).map(({ file, part }) => `${file}/${part}`));
  let done = 0;
  for (const file of files) {
    for (let part = 0; part < partCount(file); part += 1) {
      signal.throwIfAborted();
      if (!here.has(`${file.sha256}/${part}`)) {
        const bytes = await fetchPart(file.sha256, part, signal);
        if (bytes.byteLength !== partBytes(file, part)) throw new DamagedFileError("a part is too short");
        await store.storePart(file.sha256, part, bytes);
      }
      done += partBytes(file, part);
      onProgress(done);
    }
    if (!here.has(seal(file))) await verify(file, store);
  }
}

export interface StoredFiles {
  /** Bytes stored. */
  bytes: number;
  /** Whether every file is complete and its hash was checked. */
  isWhole: boolean;
}

/** The stored share of the files on this device. */
export async function storedFilesOf(files: readonly DeviceFile[], store: PartStore): Promise<StoredFiles> {
  const here = new Set((await store.listParts()).map(({ file, part }) => `${file}/${part}`));
  let bytes = 0;
  let isWhole = true;
  for (const file of files) {
    for (let part = 0; part < partCount(file); part += 1) {
      if (here.has(`${file.sha256}/${part}`)) bytes += partBytes(file, part);
      else isWhole = false;
    }
    isWhole &&= here.has(seal(file));
  }
  return { bytes, isWhole };
}

/** Reads a whole file from the device. @throws DamagedFileError when a part is missing because the browser has evicted it */
export async function readFile(
  file: DeviceFile,
  store: Pick<PartStore, "readPart">,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes);
  for (let part = 0; part < partCount(file); part += 1) {
    const stored = await store.readPart(file.sha256, part);
    if (stored?.byteLength !== partBytes(file, part)) throw new DamagedFileError("a part is missing");
    bytes.set(new Uint8Array(stored), part * DEVICE_PART_BYTES);
  }
  return bytes;
}

async function verify(file: DeviceFile, store: PartStore): Promise<void> {
  const digest = await crypto.subtle.digest("SHA-256", await readFile(file, store));
  if (hex(digest) === file.sha256)
    return await store.storePart(file.sha256, partCount(file), new ArrayBuffer(0));
  await store.forgetFile(file.sha256);
  throw new DamagedFileError("a file is not what it should be");
}

/** An empty part after the last one marks that the file's hash was checked. */
function seal(file: DeviceFile): string {
  return `${file.sha256}/${partCount(file)}`;
}

function partBytes(file: DeviceFile, part: number): number {
  return Math.min(DEVICE_PART_BYTES, file.bytes - part * DEVICE_PART_BYTES);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
