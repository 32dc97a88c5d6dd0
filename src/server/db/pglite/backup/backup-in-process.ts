import { fork } from "node:child_process";
import { once } from "node:events";
import { OperatorError } from "#server/operator-error.ts";
import type { RowCounts } from "./backup-file.ts";

export interface BackupTask {
  /** A copy of the cluster, to be packed into the file; null: it is packed. */
  copy: string | null;
  /** The backup. */
  file: string;
  /** What it has to hold. */
  counts: RowCounts;
}

/** What the process says before it ends. */
export type BackupReply = { kind: "proven" } | { kind: "failed"; isProof: boolean; message: string };

/**
 * Packs a backup and proves it in a process of its own, which opens two databases for it: several hundred megabytes that the server
 * would not give back.
 * @throws OperatorError `backup-failed`
 */
export async function packAndProve(task: BackupTask): Promise<void> {
  const worker = fork(new URL("./backup-process.ts", import.meta.url), {
    // It lives for seconds: better machine code for Postgres would cost 130 MB and come too late.
    execArgv: ["--liftoff-only"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let reply: BackupReply | null = null;
  worker.on("message", (message: BackupReply) => (reply = message));
  worker.send(task, () => undefined); // one that could not be started says so by its end
  const ended = await once(worker, "exit").catch((cause: unknown) => [cause]);
  assertProven(reply, ended);
}

function assertProven(reply: BackupReply | null, [end]: unknown[]): void {
  if (reply?.kind === "proven") return;
  const sentence = "The backup could not be proven: it was not kept.";
  if (reply === null) throw new OperatorError("backup-failed", sentence, { cause: end });
  throw new OperatorError("backup-failed", reply.isProof ? reply.message : sentence, {
    cause: new Error(reply.message),
  });
}
