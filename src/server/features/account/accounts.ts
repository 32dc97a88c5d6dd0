import type { Kysely } from "kysely";
import type { Config } from "#server/config/config.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import { type Auth, createAuth } from "./auth.ts";
import { deleteExpired, deleteForgottenVisitors, findPerson, findPersonByKey } from "./repository.ts";
import { createSessions } from "./sessions.ts";
import type { Sessions } from "#server/http/request/actor.ts";
import type { Log } from "#server/log.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import type { Schema } from "#server/db/schema.ts";

export interface Accounts {
  readonly auth: Auth;
  readonly sessions: Sessions;
  /** Columns whose rows move to the account when a visitor signs up or in. */
  readonly ownedColumns: readonly OwnedColumn[];
  /** Housekeeping: deletes expired rows, and visitors without data. */
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

/** Creates the accounts before any route: the rest of the server needs `sessions` to identify callers. */
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

/**
 * User ids of the accounts listed in the configuration by id or pseudonym. Looked up once, at the start. A name without an
 * account is ignored and reported to the operator: otherwise the first person to sign up with it would become an operator.
 */
export async function findOperators(
  db: Kysely<Schema>,
  named: readonly string[],
  log: Pick<Log, "warn">,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of named) {
    const person = (await findPerson(db, name)) ?? (await findPersonByKey(db, foldPseudonym(name)));
    if (person !== undefined) found.add(person.userId);
    else
      log.warn(
        {},
        `OPERATORS: there is no account “${name}”, so it is ignored. Sign up by that name, then start Looby again.`,
      );
  }
  return found;
}
