import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a program on the user's PATH; null when there is none. */
export function onPath(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
