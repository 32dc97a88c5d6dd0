import { randomUUID } from "node:crypto";
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Ended, runBeside } from "./run-program.ts";
import { cacheFolder, deleteUnused } from "./user-cache.ts";

const ofCheckout = join(import.meta.dirname, "../.cache/tsc");

/**
 * Runs the compiler's checks. In a checkout without the compiler's state it starts from the state after the last success in any checkout of
 * this user; the compiler compares the text of each file. A copy that fails may be damaged, so the check then runs without it.
 */
export async function checkTypes(): Promise<Ended & { output: string }> {
  const ofUser = join(cacheFolder(), "tsc", "state");
  const isCopied = !existsSync(ofCheckout) && existsSync(ofUser);
  if (isCopied) replaceFolder(ofCheckout, ofUser);
  let end = await runBeside("tsc", ["-b"]);
  if (!end.isGood && isCopied) {
    rmSync(ofCheckout, { recursive: true });
    end = await runBeside("tsc", ["-b"]);
  }
  if (end.isGood) {
    replaceFolder(ofUser, ofCheckout);
    await deleteUnused(dirname(ofUser));
  }
  return end;
}

/** Copies a folder completely or not at all. */
function replaceFolder(to: string, from: string): void {
  const unfinished = join(dirname(to), `unfinished-${randomUUID()}`);
  cpSync(from, unfinished, { recursive: true });
  rmSync(to, { recursive: true, force: true });
  try {
    renameSync(unfinished, to);
  } catch {
    // Another run has copied its own meanwhile: either is good.
    rmSync(unfinished, { recursive: true });
  }
}
