/** The process that packs and verifies a backup; see backup-in-process.ts. */
import { OperatorError } from "#server/operator-error.ts";
import type { DatabaseLog } from "#server/log.ts";
import { dumpCopy, pack, proveBackup } from "./backup-file.ts";
import type { BackupReply, BackupTask } from "./backup-in-process.ts";

/** The server logs errors of this process. */
const log: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

process.on("message", (task: BackupTask) => {
  work(task).then(
    () => end({ kind: "proven" }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      end({ kind: "failed", isProof: error instanceof OperatorError, message });
    },
  );
});
// Without its server the process has no purpose.
process.on("disconnect", () => process.exit());

async function work({ copy, file, counts }: BackupTask): Promise<void> {
  if (copy !== null) await pack(await dumpCopy(copy, log), file);
  await proveBackup(file, counts, log);
}

function end(reply: BackupReply): void {
  process.send?.(reply, () => process.exit());
}
