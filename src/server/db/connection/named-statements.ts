import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { DatabaseError, type PoolClient } from "pg";
import type { BackgroundRules } from "./backend.ts";
import { explainDatabaseError, queryTimeout } from "../database-error.ts";
import type { DatabasePool } from "./pool.ts";

/**
 * Kysely over a `pg.Pool`. Each statement is named, so that Postgres parses and plans it once per connection: a page of listings
 * takes a third of the time on PGlite and half on Postgres.
 */
export function kyselyOver<Schema>(pool: DatabasePool): Kysely<Schema> {
  const nameOf = statementNames();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const named: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const fresh = namedClient(pool, client, nameOf);
      clients.set(client, fresh);
      return fresh;
    },
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: named }) });
}

/**
 * Like `kyselyOver`, for work in pieces. A statement past its deadline fails with `query-timeout` after it ends; elsewhere it
 * would be aborted by replacing Postgres.
 * @param take waits for a turn before a connection is requested; null without turns
 */
export function kyselyForPieces<Schema>(
  pool: DatabasePool,
  rules: BackgroundRules,
  take: () => Promise<Disposable> | null,
): Kysely<Schema> {
  const nameOf = statementNames();
  const polite: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      using opening = new DisposableStack();
      opening.use(await take());
      const client = await pool.connect();
      const named = namedClient(pool, client, nameOf);
      opening.use(rules.hold());
      const held = opening.move();
      return {
        query: withDeadline(named, rules.deadlineMs),
        release(discard) {
          held.dispose();
          named.release(discard);
        },
      };
    },
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: polite }) });
}

function withDeadline(client: PostgresPoolClient, deadlineMs: number): PostgresPoolClient["query"] {
  const query = async (text: string, values: readonly unknown[]) => {
    const start = performance.now();
    const result: unknown = await client.query(text, values);
    const isOver = performance.now() - start > deadlineMs;
    if (isOver && !endsTransaction.test(text)) throw queryTimeout();
    return result;
  };
  return query as unknown as PostgresPoolClient["query"];
}

/** The transaction has ended, so these statements do not fail, however long they took. */
const endsTransaction = /^(?:commit|rollback)$/;

/** Kysely over one client that the caller acquires and releases. */
export function kyselyOverClient<Schema>(pool: DatabasePool, client: PoolClient): Kysely<Schema> {
  const held = { ...namedClient(pool, client, () => undefined), release: () => undefined };
  const onlyThis: PostgresPool = { options: {}, end: async () => undefined, connect: async () => held };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: onlyThis }) });
}

/**
 * Postgres caches a named statement until the connection ends. The number of names is limited, because some texts vary (an IN list, a bulk
 * insert).
 */
const mostNames = 500;
const longestNamedText = 10_000;

function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostNames || text.length > longestNamedText) return undefined;
    const name = createHash("sha1").update(text).digest("hex");
    names.set(text, name);
    return name;
  };
}

/** Postgres' error when the columns of a prepared `select *` have changed. */
const featureNotSupported = "0A000";

function namedClient(
  pool: DatabasePool,
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  let isStale = false;
  const query = async (text: string, values: readonly unknown[]) => {
    const name = nameOf(text);
    try {
      return await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    } catch (error) {
      // A table changed under its prepared statements: they fail for the lifetime of the connection.
      isStale ||= error instanceof DatabaseError && error.code === featureNotSupported;
      // After a lost connection Kysely's own rollback also fails and would hide the reason.
      throw explainDatabaseError(pool.lossOf(client) ?? error);
    }
  };
  return {
    // Kysely also calls it with a cursor, but only if the dialect was given one.
    query: query as unknown as PostgresPoolClient["query"],
    release: (discard) => client.release(discard === true || isStale),
  };
}
