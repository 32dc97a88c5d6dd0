import pg from "pg";
import { AppError } from "#server/http/app-error.ts";
import { DatabaseAway } from "../database-error.ts";
import type { DatabaseLog } from "#server/log.ts";

/**
 * A pool with clear errors when there is no connection. `database-busy`: none became free in time (the embedded database has only
 * one, and a `pool.query` inside an open transaction waits for itself). `database-unavailable`: Postgres cannot be reached.
 */
export class DatabasePool extends pg.Pool {
  readonly #losses = new WeakMap<pg.ClientBase, Error>();

  constructor(config: pg.PoolConfig & { connectionTimeoutMillis: number }, log: DatabaseLog) {
    super({ types: valueParsers, ...config });
    // Node exits on an "error" event without a listener. The running query gets the error anyway.
    this.on("connect", (client) =>
      client.on("error", (error) => {
        if (!this.#losses.has(client)) this.#losses.set(client, error); // the first error has the reason
      }),
    );
    this.on("error", (error) => log.warn({ err: error }, "A database connection was lost"));
  }

  /** The reason why this client's connection was lost, if it was. Later queries on it fail with less information. */
  lossOf(client: pg.ClientBase): Error | undefined {
    return this.#losses.get(client);
  }

  // `pg` calls the callback form from its own `query`.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback)
      return super.connect((error, client, done) => callback(error && this.#explain(error), client, done));
    return super.connect().catch((error: unknown) => {
      throw this.#explain(error);
    });
  }

  #explain(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const reason = messageOf(error);
    if (reason === "timeout exceeded when trying to connect") {
      const seconds = (this.options.connectionTimeoutMillis ?? 0) / 1000;
      return new AppError("unavailable", "Looby is busy right now. Please try again in a moment.", {
        cause: error,
        retryAfter: 2,
        reason:
          `No database connection became free within ${seconds} s. ` +
          "(Inside a transaction, use the transaction: on the embedded database the pool has only that one connection.)",
      });
    }
    return new DatabaseAway(error, reason);
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

function messageOf(error: unknown): string {
  // A host name with several addresses gives one error per address, wrapped in one without a message.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}

/**
 * Conversion of column values to JavaScript where `pg`'s defaults are surprising:
 * - `bigint` (the type of `count(*)`) becomes a number: nothing here counts past 2^53;
 * - `date` stays "YYYY-MM-DD": a Date would be local midnight, which is another day in other zones.
 */
const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    format === "binary"
      ? pg.types.getTypeParser(oid, format)
      : parserOf(oid)) as typeof pg.types.getTypeParser,
};

function parserOf(oid: number): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.DATE) return String;
  return pg.types.getTypeParser(oid, "text");
}
