import { fork } from "node:child_process";
import { once } from "node:events";
import { OperatorError } from "#server/operator-error.ts";
import type { RowCounts } from "./backup-file.ts";

export interface BackupTask {
  /** A copy of the cluster to pack into the file; null if it is packed already. */
  copy: string | null;
  /** The backup file. */
  file: string;
  /** Expected row counts. */
  counts: RowCounts;
}

/** The process's last message. */
export type BackupReply = { kind: "proven" } | { kind: "failed"; isProof: boolean; message: string };

/**
 * Packs and verifies a backup in a separate process. It opens two databases, which take several hundred megabytes that the
 * server's own process would not release again.
 * @throws OperatorError `backup-failed`
 */
export async function packAndProve(task: BackupTask): Promise<void> {
  const worker = fork(new URL("./backup-process.ts", import.meta.url), {
    // The process lives for seconds. Optimized machine code for Postgres would cost 130 MB and be ready too late.
    execArgv: ["--liftoff-only"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let reply: BackupReply | null = null;
  worker.on("message", (message: BackupReply) => (reply = message));
  worker.send(task, () => undefined); // a process that could not be started is noticed by its exit
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
