import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { NodeFS } from "@electric-sql/pglite/nodefs";

/** Postgres' disk operations, in order. Paths are relative to its folder. */
export type DiskEvent =
  | { kind: "write"; inode: number; at: number; bytes: Uint8Array }
  | { kind: "truncate"; inode: number; size: number }
  | { kind: "sync"; inode: number }
  | { kind: "sync-folder"; path: string }
  | { kind: "link"; path: string; inode: number }
  | { kind: "unlink"; path: string }
  | { kind: "rename"; from: string; to: string }
  | { kind: "make-folder"; path: string }
  | { kind: "remove-folder"; path: string };

/** A folder at the start of the recording, completely on disk, and all events since. */
export interface DiskRecording {
  inodes: Map<string, number>;
  contents: Map<number, Uint8Array>;
  folders: Set<string>;
  events: DiskEvent[];
}

/** Records the operations of `fileSystem`, which must not be started yet, into the result. */
export function recordDisk(fileSystem: NodeFS, folder: string): DiskRecording {
  const recording = readFolder(folder);
  const init = fileSystem.init.bind(fileSystem);
  fileSystem.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    const record = (module: PGlite["Module"]) => {
      // Emscripten's published types omit the internals of its file systems.
      wrapOperations(module.FS.filesystems.NODEFS as unknown as NodeFileSystem, folder, recording);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), record] } };
  };
  return recording;
}

// As in stat(2).
const fileTypeMask = 0o170000;
const folderType = 0o040000;

interface FileNode {
  mode: number;
}
interface Stream {
  node: FileNode;
}
interface NodeFileSystem {
  realPath(node: FileNode): string;
  stream_ops: {
    open(stream: Stream): void;
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, at: number): number;
    setattr(stream: Stream, attributes: { size?: number }): void;
    fsync?(stream: Stream): number;
  };
  node_ops: {
    setattr(node: FileNode, attributes: { size?: number }): void;
    mknod(parent: FileNode, name: string, mode: number, device: number): FileNode;
    rename(node: FileNode, newParent: FileNode, newName: string): void;
    unlink(parent: FileNode, name: string): void;
    rmdir(parent: FileNode, name: string): void;
  };
}

function wrapOperations(nodefs: NodeFileSystem, folder: string, recording: DiskRecording): void {
  const { events } = recording;
  const paths = new Map(recording.inodes);
  const inodes = new WeakMap<FileNode, number>();
  let lastInode = paths.size;
  const pathOf = (node: FileNode, name = "") => relative(folder, join(nodefs.realPath(node), name));
  /** A name refers to an inode only until it is unlinked or renamed; an open file refers to it until it is closed. */
  const inodeOf = (node: FileNode) => {
    const known = inodes.get(node) ?? paths.get(pathOf(node)) ?? -1; // folders have none
    inodes.set(node, known);
    return known;
  };
  const truncated = (node: FileNode, size: number | undefined) => {
    if (size !== undefined) events.push({ kind: "truncate", inode: inodeOf(node), size });
  };

  const { open, write, setattr: setStream, fsync } = nodefs.stream_ops;
  Object.assign(nodefs.stream_ops, {
    open(stream) {
      open(stream);
      inodeOf(stream.node);
    },
    write(stream, buffer, offset, length, at) {
      const written = write(stream, buffer, offset, length, at);
      const bytes = new Uint8Array(buffer.subarray(offset, offset + written)); // copied, because the buffer is Postgres' memory
      events.push({ kind: "write", inode: inodeOf(stream.node), at, bytes });
      return written;
    },
    setattr(stream, attributes) {
      setStream(stream, attributes);
      truncated(stream.node, attributes.size);
    },
    ...(fsync && {
      fsync(stream) {
        const result = fsync(stream);
        const path = pathOf(stream.node);
        const isFolder = (stream.node.mode & fileTypeMask) === folderType;
        events.push(isFolder ? { kind: "sync-folder", path } : { kind: "sync", inode: inodeOf(stream.node) });
        return result;
      },
    }),
  } satisfies NodeFileSystem["stream_ops"]);

  const { setattr, mknod, rename, unlink, rmdir } = nodefs.node_ops;
  Object.assign(nodefs.node_ops, {
    setattr(node, attributes) {
      setattr(node, attributes);
      truncated(node, attributes.size);
    },
    mknod(parent, name, mode, device) {
      const node = mknod(parent, name, mode, device);
      const path = pathOf(parent, name);
      if ((mode & fileTypeMask) === folderType) {
        events.push({ kind: "make-folder", path });
      } else {
        paths.set(path, ++lastInode);
        events.push({ kind: "link", path, inode: inodeOf(node) });
      }
      return node;
    },
    rename(node, newParent, newName) {
      const [from, to] = [pathOf(node), pathOf(newParent, newName)];
      rename(node, newParent, newName);
      for (const [path, inode] of movedPaths(paths, from, to)) paths.set(path, inode);
      events.push({ kind: "rename", from, to });
    },
    unlink(parent, name) {
      unlink(parent, name);
      paths.delete(pathOf(parent, name));
      events.push({ kind: "unlink", path: pathOf(parent, name) });
    },
    rmdir(parent, name) {
      rmdir(parent, name);
      events.push({ kind: "remove-folder", path: pathOf(parent, name) });
    },
  } satisfies NodeFileSystem["node_ops"]);
}

/** Removes `from`, and its content if it is a folder, from `paths` and returns it under the new name. */
export function movedPaths<T>(paths: Map<string, T>, from: string, to: string): [string, T][] {
  const moved = [...paths].filter(([path]) => path === from || path.startsWith(`${from}/`));
  for (const [path] of moved) paths.delete(path);
  return moved.map(([path, value]) => [to + path.slice(from.length), value]);
}

function readFolder(folder: string): DiskRecording {
  const recording: DiskRecording = { inodes: new Map(), contents: new Map(), folders: new Set(), events: [] };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file);
    if (entry.isDirectory()) {
      recording.folders.add(path);
      continue;
    }
    const inode = recording.inodes.size + 1;
    recording.inodes.set(path, inode);
    recording.contents.set(inode, new Uint8Array(readFileSync(file))); // a Buffer's slice() would share its memory
  }
  return recording;
}
