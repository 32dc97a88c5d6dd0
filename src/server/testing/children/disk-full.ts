/**
 * For `node --import`: while the file named by LOOBY_TEST_DISK_FULL exists, writes below a folder named
 * "cluster" fail in every thread of the process as on a full disk. The file says where: in "tables", in the
 * "log", or in "everything".
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
  if (isFull(paths.get(fd) ?? ""))
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  return writeSync(fd, ...rest);
}) as typeof fs.writeSync; // each of its forms is passed on as it came
syncBuiltinESMExports();

function isFull(path: string): boolean {
  if (!path.includes("/cluster/") || !fs.existsSync(flag)) return false;
  const where = fs.readFileSync(flag, "utf8");
  return where === "everything" || (where === "log") === path.includes("/pg_wal/");
}
