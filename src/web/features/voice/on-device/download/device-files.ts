import { type DeviceFile, DEVICE_PART_BYTES, partCount } from "#shared/features/voice/device-speech.ts";

/** Where a device keeps parts of files. */
export interface PartStore {
  storePart(file: string, part: number, bytes: ArrayBuffer): Promise<void>;
  readPart(file: string, part: number): Promise<ArrayBuffer | null>;
  listParts(): Promise<{ file: string; part: number }[]>;
  forgetFile(file: string): Promise<void>;
}

/** A file did not arrive as it should be; what came of it is thrown away. */
export class DamagedFileError extends Error {
  override name = "DamagedFileError";
}

export interface FetchFilesOptions {
  store: PartStore;
  /** Asks the server for a part. */
  fetchPart: (sha256: string, part: number, signal: AbortSignal) => Promise<ArrayBuffer>;
  signal: AbortSignal;
  /** @param done bytes that are here, from this download and earlier ones */
  onProgress: (done: number) => void;
}

/**
 * Brings files onto the device, going on where an earlier download ended, and compares each with its hash.
 * @throws DamagedFileError, a DOMException when there is no room, the signal's reason, and whatever `fetchPart` throws
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
  /** Bytes that are here. */
  bytes: number;
  /** Whether every file is here and was compared with its hash. */
  isWhole: boolean;
}

/** What is here of some files. */
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

/** A whole file of the device. @throws DamagedFileError when a part of it is missing: the browser has thrown it away */
export async function readFile(
  file: DeviceFile,
  store: Pick<PartStore, "readPart">,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes);
  for (let part = 0; part < partCount(file); part += 1) {
    const kept = await store.readPart(file.sha256, part);
    if (kept?.byteLength !== partBytes(file, part)) throw new DamagedFileError("a part is missing");
    bytes.set(new Uint8Array(kept), part * DEVICE_PART_BYTES);
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

/** An empty part behind the last one says that the file was compared with its hash. */
function seal(file: DeviceFile): string {
  return `${file.sha256}/${partCount(file)}`;
}

function partBytes(file: DeviceFile, part: number): number {
  return Math.min(DEVICE_PART_BYTES, file.bytes - part * DEVICE_PART_BYTES);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
