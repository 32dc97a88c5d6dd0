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

/** What one call into the library runs with. */
interface Scope {
  db: Kysely<Schema>;
  /** Made before the transaction; the library takes it instead of hashing inside. */
  passwordHash: string | null;
  /** The database's first error: the library turns errors into answers of its own. */
  failure: unknown;
}

export interface JoinedDatabase {
  /** For the library. Outside of `run` it has no connection. */
  readonly kysely: Kysely<Schema>;
  /** The hash given to `run` that this call is inside of, or null. */
  passwordHash(): string | null;
  /**
   * Runs `work` with every query of the library going through `db`, so that it is part of the caller's transaction.
   * @throws the database's own error, even when the library swallowed it: the transaction is lost either way
   */
  run<T>(db: Kysely<Schema>, work: () => Promise<T>, passwordHash?: string): Promise<T>;
}

/**
 * A Kysely that follows its caller into a transaction. better-auth keeps one database for life, but signing up and moving
 * what the visitor made are one transaction, and on the embedded database's only connection a query beside it would wait
 * for ever.
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
