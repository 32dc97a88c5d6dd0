/**
 * For `node --import`. While the file named by LOOBY_TEST_DISK_FULL exists, writes below a folder named "cluster" fail in every thread of
 * the process, as on a full disk. The file's content selects them: "tables", "log" or "everything". With "broken" after it, the disk is not
 * full but cannot be written.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const flag = process.env["LOOBY_TEST_DISK_FULL"] ?? "";
const paths = new Map<number, string>();

const { openSync, writeSync } = fs;
fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest);
  paths.set(fd, String(path));
  return fd;
};
fs.writeSync = ((fd: number, ...rest: [Uint8Array]) => {
  const error = errorAt(paths.get(fd) ?? "");
  if (error !== null) throw error;
  return writeSync(fd, ...rest);
}) as typeof fs.writeSync; // the arguments of each overload are passed through
syncBuiltinESMExports();

function errorAt(path: string): Error | null {
  if (!path.includes("/cluster/") || !fs.existsSync(flag)) return null;
  const [where, isBroken] = fs.readFileSync(flag, "utf8").split(" ");
  const isMeant = where === "everything" || (where === "log") === path.includes("/pg_wal/");
  if (!isMeant) return null;
  return isBroken === undefined
    ? Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" })
    : Object.assign(new Error("EIO: i/o error, write"), { code: "EIO" });
}
