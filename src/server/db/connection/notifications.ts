import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLog } from "#server/log.ts";

type Handler = (payload: string) => void;
export type Unlisten = () => Promise<void>;

interface Subscription {
  handler: Handler;
  onMissed: () => void;
}

/** Subscriptions to notification channels, and the LISTEN statements for them. */
export class Notifications {
  readonly #channels = new Map<string, Set<Subscription>>();
  readonly #run: (sql: string) => Promise<unknown>;
  readonly #log: DatabaseLog;

  /** `run` executes a statement on the listening connection. */
  constructor(run: (sql: string) => Promise<unknown>, log: DatabaseLog) {
    this.#run = run;
    this.#log = log;
  }

  /**
   * Calls `handler` with the payload of each `pg_notify(channel, payload)` committed from now on, in order. `onMissed` is called
   * after a reconnect: notifications sent in between are lost.
   */
  async listen(channel: string, handler: Handler, onMissed: () => void = () => undefined): Promise<Unlisten> {
    const subscription = { handler, onMissed };
    const subscriptions = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, subscriptions.add(subscription));
    if (subscriptions.size === 1) await this.#run(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      if (!subscriptions.delete(subscription) || subscriptions.size > 0) return;
      this.#channels.delete(channel);
      await this.#run(`unlisten ${pg.escapeIdentifier(channel)}`);
    };
  }

  /** Repeats LISTEN on a new connection and delivers its notifications. */
  async attach(client: pg.ClientBase): Promise<void> {
    client.on("notification", ({ channel, payload }) => this.#deliver(channel, payload ?? ""));
    for (const channel of this.#channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  reportMissed(): void {
    for (const subscriptions of this.#channels.values()) {
      for (const { onMissed } of subscriptions) onMissed();
    }
  }

  #deliver(channel: string, payload: string): void {
    for (const { handler } of this.#channels.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#log.error({ err: error, channel }, "A notification could not be handled");
      }
    }
  }
}

/** First delay before the listening connection is reopened, in ms. It doubles after each failure. */
const FIRST_WAIT_MS = 250;
/** Longest delay: notifications arrive again within this time once Postgres is back. */
const LONGEST_WAIT_MS = 3_000;
/** A server that accepts a connection but does not answer counts as unreachable after this time, in ms. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A connection to a Postgres server that only listens and reconnects when it is lost. There is at most one: only a connection
 * that was up starts the reconnect loop, and failed attempts belong to that loop.
 */
export class ListeningConnection {
  readonly notifications: Notifications;
  readonly #url: string;
  readonly #log: DatabaseLog;
  readonly #closing = new AbortController();
  #client: Promise<pg.Client> | null = null;

  constructor(url: string, log: DatabaseLog) {
    this.#url = url;
    this.#log = log;
    this.notifications = new Notifications(async (sql) => {
      // Opened at the first listen. Later connections repeat LISTEN for all channels by themselves.
      this.#client ??= this.#connect().catch((error: unknown) => {
        this.#client = null; // the next listen tries again
        throw error;
      });
      return (await this.#client).query(sql);
    }, log);
  }

  /** Closes it at once, even during a reconnect. */
  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  /** @throws when Postgres cannot be reached; a failed attempt is cleaned up */
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    let isUp = false;
    client.on("error", (error) => this.#log.warn({ err: error }, "The listening connection was lost"));
    // "end" is also emitted for a failed attempt.
    client.on("end", () => {
      if (isUp && !this.#closing.signal.aborted) this.#client = this.#reconnect();
    });
    const giveUp = () => void client.end().catch(() => undefined);
    this.#closing.signal.addEventListener("abort", giveUp);
    try {
      await client.connect();
      await this.notifications.attach(client);
      isUp = true;
      return client;
    } catch (error) {
      giveUp();
      throw error;
    } finally {
      this.#closing.signal.removeEventListener("abort", giveUp);
    }
  }

  async #reconnect(): Promise<pg.Client> {
    const { signal } = this.#closing;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      // Random, so that several servers do not reconnect at the same time.
      await delay(wait * (0.5 + Math.random() / 2), undefined, { ref: false, signal });
      try {
        const client = await this.#connect();
        this.notifications.reportMissed();
        return client;
      } catch (error) {
        signal.throwIfAborted();
        this.#log.warn({ err: error }, "The listening connection could not be made");
      }
    }
  }
}
