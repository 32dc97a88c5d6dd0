import { dirname } from "node:path";
import { type DiskEvent, type DiskRecording, movedPaths } from "./recording-file-system.ts";

/** Content of a disk after the power returns. */
export interface DiskImage {
  folders: Set<string>;
  files: Map<string, Uint8Array>;
}

export interface Cut {
  /** The power fails after this many events. */
  after: number;
  /** Probability that a page which was written but not synced had reached the disk, 0 to 1. */
  survival: number;
  /** Uniform in [0, 1). */
  random: () => number;
}

/**
 * The disk after a power cut, in the worst case a journaling file system allows. Of everything not synced, each 4 KiB page and
 * each change of size survives or is lost independently, and changes of names survive up to some point in their order. Syncing a
 * file makes its pages and its name durable, syncing a folder the names in it, and both make all earlier changes of names
 * durable.
 */
export function imageAfter(recording: DiskRecording, { after, survival, random }: Cut): DiskImage {
  const events = recording.events.slice(0, after);
  const survives = () => random() < survival;
  const { folders, inodes } = namesAfter(recording, events, survives);
  const contents = contentsAfter(recording, events, survives);
  const files = new Map([...inodes].map(([path, inode]) => [path, contents.get(inode) ?? new Uint8Array(0)]));
  return { folders, files };
}

function namesAfter(recording: DiskRecording, events: DiskEvent[], survives: () => boolean) {
  const folders = new Set(recording.folders);
  const inodes = new Map(recording.inodes);
  const lastSurvivor = lastLastingName(recording, events);
  for (const [index, event] of events.entries()) {
    if (!isChangeOfName(event)) continue;
    if (index > lastSurvivor && !survives()) break;
    if (event.kind === "link") inodes.set(event.path, event.inode);
    else if (event.kind === "unlink") inodes.delete(event.path);
    else if (event.kind === "make-folder") folders.add(event.path);
    else if (event.kind === "remove-folder") folders.delete(event.path);
    else for (const [path, inode] of movedPaths(inodes, event.from, event.to)) inodes.set(path, inode);
  }
  return { folders, inodes };
}

type ChangeOfName = Exclude<DiskEvent, { kind: "write" | "truncate" | "sync" | "sync-folder" }>;

function isChangeOfName(event: DiskEvent): event is ChangeOfName {
  return !["write", "truncate", "sync", "sync-folder"].includes(event.kind);
}

/** Index of the last change of a name that a later sync made durable, or -1. */
function lastLastingName(recording: DiskRecording, events: DiskEvent[]): number {
  const lastInFolder = new Map<string, number>();
  const lastOfInode = new Map<number, number>();
  const inodes = new Map(recording.inodes);
  let last = -1;
  for (const [index, event] of events.entries()) {
    if (event.kind === "sync") last = Math.max(last, lastOfInode.get(event.inode) ?? -1);
    else if (event.kind === "sync-folder") last = Math.max(last, lastInFolder.get(event.path) ?? -1);
    if (!isChangeOfName(event)) continue;
    const paths = event.kind === "rename" ? [event.from, event.to] : [event.path];
    for (const path of paths) lastInFolder.set(dirname(path).replace(/^\.$/, ""), index);
    if (event.kind === "link") inodes.set(event.path, event.inode);
    if (event.kind === "rename") {
      for (const [path, inode] of movedPaths(inodes, event.from, event.to)) inodes.set(path, inode);
    }
    const inode = inodes.get(paths.at(-1) ?? "");
    if (inode !== undefined) lastOfInode.set(inode, index);
  }
  return last;
}

const pageSize = 4096;

/** A file as the running system sees it, with the synced content of the pages that have changed since. */
interface CachedFile {
  bytes: Uint8Array;
  size: number;
  syncedSize: number;
  syncedPages: Map<number, Uint8Array>;
}

function contentsAfter(
  recording: DiskRecording,
  events: DiskEvent[],
  survives: () => boolean,
): Map<number, Uint8Array> {
  const files = new Map<number, CachedFile>();
  const fileOf = (inode: number): CachedFile => {
    const known = files.get(inode);
    if (known) return known;
    const bytes = new Uint8Array(recording.contents.get(inode) ?? []);
    const file: CachedFile = { bytes, size: bytes.length, syncedSize: bytes.length, syncedPages: new Map() };
    files.set(inode, file);
    return file;
  };
  for (const event of events) {
    if (event.kind === "write") write(fileOf(event.inode), event.at, event.bytes);
    else if (event.kind === "truncate") truncate(fileOf(event.inode), event.size);
    else if (event.kind === "sync") sync(fileOf(event.inode));
  }
  const contents = new Map(recording.contents);
  for (const [inode, file] of files) contents.set(inode, afterCut(file, survives));
  return contents;
}

function write(file: CachedFile, at: number, bytes: Uint8Array): void {
  savePages(file, at, at + bytes.length);
  if (at + bytes.length > file.bytes.length) {
    const grown = new Uint8Array(2 * (at + bytes.length));
    grown.set(file.bytes);
    file.bytes = grown;
  }
  file.bytes.set(bytes, at);
  file.size = Math.max(file.size, at + bytes.length);
}

function truncate(file: CachedFile, size: number): void {
  if (size < file.size) {
    savePages(file, size, file.size);
    file.bytes.fill(0, size, file.size);
  }
  file.size = size;
}

function sync(file: CachedFile): void {
  file.syncedSize = file.size;
  file.syncedPages.clear();
}

function savePages(file: CachedFile, from: number, to: number): void {
  for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) {
    if (!file.syncedPages.has(page)) {
      file.syncedPages.set(
        page,
        file.bytes.slice(page * pageSize, Math.min((page + 1) * pageSize, file.syncedSize)),
      );
    }
  }
}

function afterCut(file: CachedFile, survives: () => boolean): Uint8Array {
  const size = file.size === file.syncedSize || survives() ? file.size : file.syncedSize;
  const result = new Uint8Array(size);
  result.set(file.bytes.subarray(0, size));
  for (const [page, synced] of file.syncedPages) {
    const start = page * pageSize;
    if (start >= size || survives()) continue;
    const end = Math.min(start + pageSize, size);
    result.fill(0, start, end);
    result.set(synced.subarray(0, end - start), start);
  }
  return result;
}
