import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLog } from "./database-log.ts";

type Handler = (payload: string) => void;
export type Unlisten = () => Promise<void>;

interface Subscription {
  handler: Handler;
  onMissed: () => void;
}

/** Who wants to hear which channel, and how this database is told so. */
export class Notifications {
  readonly #channels = new Map<string, Set<Subscription>>();
  readonly #run: (sql: string) => Promise<unknown>;
  readonly #log: DatabaseLog;

  /** `run` sends a statement over the connection that listens. */
  constructor(run: (sql: string) => Promise<unknown>, log: DatabaseLog) {
    this.#run = run;
    this.#log = log;
  }

  /**
   * Calls `handler` with the payload of each `pg_notify(channel, payload)` that was committed from now on, in
   * order. `onMissed` is called when the connection was lost and is back: what was sent in between is gone.
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

  /** Listens again on a new connection and delivers what it hears. */
  async attach(client: pg.ClientBase): Promise<void> {
    client.on("notification", ({ channel, payload }) => this.#deliver(channel, payload ?? ""));
    for (const channel of this.#channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  tellMissed(): void {
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

/** Wait before the listening connection to a Postgres server is made again, in ms. */
const reconnectAfterMs = 1_000;

/** A connection to a Postgres server that only listens, and comes back when it is lost. */
export class ListeningConnection {
  readonly notifications: Notifications;
  readonly #url: string;
  readonly #log: DatabaseLog;
  #client: Promise<pg.Client> | null = null;
  #closed = false;

  constructor(url: string, log: DatabaseLog) {
    this.#url = url;
    this.#log = log;
    this.notifications = new Notifications(async (sql) => {
      // Connected at the first listen; from then on a new connection listens to everything by itself.
      this.#client ??= this.#connect();
      return (await this.#client).query(sql);
    }, log);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on("error", (error) => this.#log.warn({ err: error }, "The listening connection was lost"));
    client.on("end", () => {
      if (!this.#closed) this.#client = this.#reconnect();
    });
    await client.connect();
    await this.notifications.attach(client);
    return client;
  }

  async #reconnect(): Promise<pg.Client> {
    for (;;) {
      await delay(reconnectAfterMs, undefined, { ref: false });
      if (this.#closed) throw new Error("The database is closed");
      try {
        const client = await this.#connect();
        this.notifications.tellMissed();
        return client;
      } catch (error) {
        this.#log.warn({ err: error }, "The listening connection could not be made");
      }
    }
  }
}
