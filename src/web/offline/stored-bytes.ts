import { isPlainObject } from "#shared/json-fields.ts";

// Files in the browser's database are stored as bytes: WebKit's private windows store an ArrayBuffer and refuse every Blob and File.

/** A Blob, or a File if it has a name, as the database stores it. */
interface StoredFile {
  /** Marks it: JSON, which the rest of a body consists of, has no such value. */
  $bytes: ArrayBuffer;
  type: string;
  name?: string;
  lastModified?: number;
}

/** The browser can no longer read a file, because it was moved or deleted. */
export class UnreadableFile extends Error {}

/**
 * Replaces each file in a value by its bytes. Call it before a transaction begins: a transaction ends while a file is read.
 * @throws UnreadableFile
 */
export async function toStored(value: unknown): Promise<unknown> {
  // Values without files take equally long, so two writes made one after the other keep their order.
  return hasFile(value) ? await withBytes(value) : value;
}

/** Replaces the bytes in a stored value by files. A file stored by an older version is returned as it is. */
export function fromStored(value: unknown): unknown {
  if (isStoredFile(value)) return fileOf(value);
  if (Array.isArray(value)) return value.map(fromStored);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fromStored(part)]));
}

/** Whether the browser can still read a file. An older version stored files that the browser may have lost since. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function hasFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  if (Array.isArray(value)) return value.some(hasFile);
  return isPlainObject(value) && Object.values(value).some(hasFile);
}

async function withBytes(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return await bytesOf(value);
  if (Array.isArray(value)) return await Promise.all(value.map(withBytes));
  if (!isPlainObject(value)) return value;
  const parts = Object.entries(value).map(async ([key, part]) => [key, await withBytes(part)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

async function bytesOf(file: Blob): Promise<StoredFile> {
  try {
    const stored: StoredFile = { $bytes: await file.arrayBuffer(), type: file.type };
    return file instanceof File ? { ...stored, name: file.name, lastModified: file.lastModified } : stored;
  } catch (cause) {
    throw new UnreadableFile("The browser cannot read a file.", { cause });
  }
}

function isStoredFile(value: unknown): value is StoredFile {
  // Not `instanceof`, because the buffer may belong to another window.
  return isPlainObject(value) && Object.prototype.toString.call(value["$bytes"]) === "[object ArrayBuffer]";
}

function fileOf({ $bytes, type, name, lastModified }: StoredFile): Blob {
  if (name === undefined) return new Blob([$bytes], { type });
  return new File([$bytes], name, { type, ...(lastModified === undefined ? {} : { lastModified }) });
}
