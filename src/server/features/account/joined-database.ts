import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Context of one call into the library. */
interface Scope {
  db: Kysely<Schema>;
  /** Computed before the transaction. The library uses it instead of hashing inside the transaction. */
  passwordHash: string | null;
  /** The database's first error, because the library replaces errors by its own responses. */
  failure: unknown;
}

export interface JoinedDatabase {
  /** For the library. It has no connection outside `run`. */
  readonly kysely: Kysely<Schema>;
  /** The hash passed to the enclosing `run`, or null. */
  passwordHash(): string | null;
  /**
   * Runs `work` with all queries of the library going through `db`, so that they are part of the caller's transaction.
   * @throws the database's own error, even if the library swallowed it: the transaction fails either way
   */
  run<T>(db: Kysely<Schema>, work: () => Promise<T>, passwordHash?: string): Promise<T>;
}

/**
 * A Kysely that joins its caller's transaction. better-auth uses one database object throughout, but a sign-up and the move of the
 * visitor's data are one transaction. On the embedded database's only connection, a query outside it would wait forever.
 */
export function createJoinedDatabase(): JoinedDatabase {
  const scopes = new AsyncLocalStorage<Scope>();
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      const scope = scopes.getStore();
      if (scope === undefined) throw new Error("The account library was called outside of run().");
      try {
        return await scope.db.executeQuery<R>(query as CompiledQuery<R>); // a compiled query's row type is only a label
      } catch (error) {
        scope.failure ??= error;
        throw error;
      }
    },
    streamQuery() {
      throw new Error("The account library does not stream.");
    },
  };
  const noTransaction = async () => {
    throw new Error("The account library's transactions are the caller's.");
  };
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => connection,
        releaseConnection: async () => undefined,
        beginTransaction: noTransaction,
        commitTransaction: noTransaction,
        rollbackTransaction: noTransaction,
        destroy: async () => undefined,
      }),
    },
  });
  return {
    kysely,
    passwordHash: () => scopes.getStore()?.passwordHash ?? null,
    async run(db, work, passwordHash) {
      const scope: Scope = { db, passwordHash: passwordHash ?? null, failure: undefined };
      const result = await scopes.run(scope, work).catch((error: unknown) => {
        throw scope.failure ?? error;
      });
      if (scope.failure !== undefined) throw scope.failure;
      return result;
    },
  };
}
