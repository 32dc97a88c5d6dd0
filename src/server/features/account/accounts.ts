import type { Config } from "#server/config/config.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import { type Auth, createAuth } from "./auth.ts";
import { deleteExpired, deleteForgottenVisitors } from "./repository.ts";
import { createSessions } from "./sessions.ts";
import type { Sessions } from "#server/http/request/actor.ts";
import type { Log } from "#server/log.ts";

export interface Accounts {
  readonly auth: Auth;
  readonly sessions: Sessions;
  /** The columns that move along when a visitor gets an account. */
  readonly ownedColumns: readonly OwnedColumn[];
  /** Housekeeping: deletes expired rows, and visitors who left nothing behind. */
  forgetExpired(): Promise<void>;
}

export interface AccountsSettings {
  database: Pick<DatabaseClient, "kysely">;
  config: Pick<Config, "publicUrl" | "productName" | "previousSecrets">;
  secret: string;
  log: Log;
  /** The owned columns of all features. */
  ownedColumns: readonly OwnedColumn[];
}

/** Creates the accounts before any route exists: the rest of the server needs `sessions` to identify callers. */
export function createAccounts({ database, config, secret, log, ownedColumns }: AccountsSettings): Accounts {
  const db = database.kysely;
  const auth = createAuth({ config, secret, log });
  return {
    auth,
    sessions: createSessions(auth, db),
    ownedColumns,
    async forgetExpired() {
      await deleteExpired(db);
      await deleteForgottenVisitors(db, ownedColumns);
    },
  };
}
