import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "#server/operator-error.ts";

/**
 * Locks a database folder for this process. Two embedded servers on one folder silently destroy each other's data.
 *
 * It is the operating system's lock of an open SQLite transaction. It disappears with the process, however that ends, so there is
 * no stale pid file and no heartbeat. It also stops a second opener in the same process. Throws `database-locked`, or
 * `database-folder` when the folder is not writable.
 */
export function lockFolder(folder: string): Disposable {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
    try {
      // Nothing is ever written, so that the lock can be taken on a full disk.
      database.exec("pragma journal_mode = memory");
      database.exec("begin exclusive");
    } catch (error) {
      database.close();
      throw error;
    }
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    throw isBusy(error) ? locked(folder, error) : unusable(folder, error);
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

function locked(folder: string, cause: unknown): OperatorError {
  const sentence = `Another process is using the database in ${folder}: stop it, or set DATA_DIR to another folder.`;
  return new OperatorError("database-locked", sentence, { cause });
}

function unusable(folder: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const sentence = `The database folder ${folder} cannot be used (${reason}): set DATA_DIR to one that can be written.`;
  return new OperatorError("database-folder", sentence, { cause });
}
