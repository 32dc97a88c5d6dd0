import { existsSync, lstatSync } from "node:fs";
import { dirname, relative } from "node:path";
import { AppError } from "#server/http/app-error.ts";
import { OperatorError } from "./operator-error.ts";

/**
 * The reason for a failed start, in a line the operator can act on. Null for a bug, which needs its stack trace.
 * @param dataDir the configured folder, if it is known
 */
export function reasonForOperator(error: unknown, dataDir?: string): string | null {
  if (error instanceof OperatorError) return error.message;
  const ofFiles = reasonOfFiles(error, dataDir);
  if (ofFiles !== null) return ofFiles;
  // Conditions that are reported to clients while Looby runs: a busy or slow database, a full disk.
  return error instanceof AppError ? (error.detail.reason ?? error.message) : null;
}

const RIGHTS = "Looby may not use it. Give Looby's account the right to, or set DATA_DIR to another folder.";
const FILE = "there is a file in the place of a folder. Move it away, or set DATA_DIR to another folder.";
const OPEN_FILES =
  "too many files are open. Raise the limit of open files (ulimit -n), then start Looby again.";
const DRIVE = "the network drive it is on is gone. Mount it again, or set DATA_DIR to another folder.";

/** Sentences for file system errors, by code (errno(3)). */
const fileTroubles: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Free some space, then start Looby again.",
  EDQUOT: "your disk quota is used up. Free some space, then start Looby again.",
  EROFS: "it can only be read. Set DATA_DIR to a folder that can be written.",
  EIO: "the disk cannot be read or written. Check it, or set DATA_DIR to another folder.",
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EEXIST: FILE,
  ENOTDIR: FILE,
  EISDIR: "there is a folder in the place of a file. Move it away, or set DATA_DIR to another folder.",
  EMFILE: OPEN_FILES,
  ENFILE: OPEN_FILES,
  EBUSY: "another program uses it. End that program, or set DATA_DIR to another folder.",
  ESTALE: DRIVE,
  ENOTCONN: DRIVE,
  EINVAL: "its file system cannot hold the data. Set DATA_DIR to a folder on a local disk.",
  ENAMETOOLONG: "a name in this path is too long. Set DATA_DIR to another folder.",
};
/** Error codes of a link that leads nowhere. Without a link, the missing file is one of Looby itself. */
const LINK_CODES = new Set(["ENOENT", "ELOOP", "EEXIST"]);
const LINK = "it leads nowhere. Remove this link, or set DATA_DIR to another folder.";

/** System calls of the network and of processes, whose errors have the same codes. */
const OTHER_CALL = /^(?:connect|bind|listen|accept|shutdown|get|query|spawn|kill)/;

function reasonOfFiles(error: unknown, dataDir?: string): string | null {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return null;
  const { code } = error;
  const path = "path" in error && typeof error.path === "string" ? error.path : null;
  const call = "syscall" in error && typeof error.syscall === "string" ? error.syscall : null;
  if (call === null ? path === null : OTHER_CALL.test(call)) return null;
  const place = path === null || code === "ENAMETOOLONG" ? path : nearestPlace(path);
  const trouble = place !== null && LINK_CODES.has(code) && leadsNowhere(place) ? LINK : fileTroubles[code];
  if (trouble === undefined) return null;
  if (path === null || place === null) return `The data folder: ${trouble}`;
  const wanted = dataDir ?? path;
  const isAbove = place !== wanted && !relative(place, wanted).startsWith("..");
  return `${isAbove ? `${wanted} cannot be used. ` : ""}${place}: ${trouble}`;
}

/** The path or, if it does not exist, its nearest existing ancestor: the cause of the failure. */
function nearestPlace(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch {
    return dirname(path) === path ? path : nearestPlace(dirname(path));
  }
}

function leadsNowhere(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(place);
}
