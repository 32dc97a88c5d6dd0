import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { encodeFrame } from "#server/http/response/sse.ts";
import { WireText } from "#server/http/response/wire-text.ts";
import type { Log } from "#server/log.ts";
import { eventRange, readEvents, type StoredEvent } from "./event-repository.ts";
import { Follower } from "./follower.ts";

interface World {
  database: DatabaseClient;
  log: Log;
}

const PAGE = 500;
/** Maximum open streams per session; opening another one ends the oldest. A browser needs one, or one per tab over plain http. */
const MOST_PER_SESSION = 12;
const RETRY_MS = 1_000;

/** The payload `number_event` notifies. It omits `event` and `data` when the event is too long. */
const notified = z.object({
  seq: z.number(),
  channel: z.string(),
  event: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

/** All followers of events on this server process, and the one LISTEN connection that feeds them. */
export class EventHub {
  readonly #world: World;
  readonly #byChannel = new Map<string, Set<Follower>>();
  readonly #bySession = new Map<string, Set<Follower>>();
  /** Sequence number of the newest event this process has received. */
  #position = 0;
  /** Long events are read from the table one after the other. Later events wait for them, which preserves the order. */
  #turn: Promise<void> = Promise.resolve();
  #isBusy = 0;
  #isClosed = false;
  #unlisten: (() => Promise<void>)[] = [];

  private constructor(world: World) {
    this.#world = world;
  }

  static async open(world: World): Promise<EventHub> {
    const hub = new EventHub(world);
    const { database } = world;
    hub.#unlisten = [
      await database.listen(
        "events",
        (payload) => hub.#receive(payload),
        () => hub.#catchUp(),
      ),
      await database.listen(
        "permissions_changed",
        (userId) => hub.#recheck((follower) => follower.userId === userId),
        () => hub.#recheck(() => true),
      ),
    ];
    hub.#position = (await eventRange(database.kysely))?.newest ?? 0;
    return hub;
  }

  /** Open streams on this process. */
  get size(): number {
    return [...this.#bySession.values()].reduce((sum, followers) => sum + followers.size, 0);
  }

  /**
   * Follows channels from the event after number `after`, or from now on if it is null. The first frame is `ready`, or `reset`
   * when some of the events after that number have been deleted already. After `reset` the follower reloads its lists.
   */
  async follow(
    who: { userId: string; sessionId: string },
    channels: readonly string[],
    after: number | null,
  ): Promise<Follower> {
    const start = after ?? this.#position;
    const follower = new Follower(who, new Set(channels), start, (closed) => this.#remove(closed));
    this.#add(follower);
    try {
      await this.#greet(follower, after);
    } catch (error) {
      follower.leave();
      throw error;
    }
    return follower;
  }

  /** Changes the channels of a stream. */
  setChannels(follower: Follower, channels: readonly string[]): void {
    this.#leaveChannels(follower);
    follower.channels = new Set(channels);
    this.#joinChannels(follower);
  }

  /** Closes all streams. Their pages reconnect to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const unlisten of this.#unlisten) await unlisten();
    for (const followers of this.#bySession.values()) for (const follower of followers) follower.leave();
    await this.#turn;
  }

  async #greet(follower: Follower, after: number | null): Promise<void> {
    const { kysely } = this.#world.database;
    const range = after === null ? null : await eventRange(kysely);
    const isRetained = after !== null && range !== null && after >= range.oldest - 1 && after <= range.newest;
    if (after === null) {
      follower.write(ready(this.#position));
      follower.release(this.#position);
    } else if (isRetained) {
      follower.write(ready(after));
      await this.#sendMissed(follower, after);
    } else {
      // Without a number: the page may have seen higher numbers from a database that no longer exists.
      follower.write(new WireText(`data: ${JSON.stringify({ channel: "me", event: "reset" })}\n\n`));
      follower.release(range?.newest ?? this.#position);
    }
  }

  async #sendMissed(follower: Follower, after: number): Promise<void> {
    let position = after;
    for (;;) {
      const page = await readEvents(this.#world.database.kysely, [...follower.channels], position, PAGE);
      for (const event of page) follower.write(frameOf(event));
      position = page.at(-1)?.seq ?? position;
      if (page.length < PAGE) break;
    }
    follower.release(position);
  }

  #receive(payload: string): void {
    const event = parse(payload);
    if (event === null) return;
    this.#position = Math.max(this.#position, event.seq);
    const followers = this.#byChannel.get(event.channel);
    if (followers === undefined) return;
    if (isWhole(event) && this.#isBusy === 0) this.#fanOut(event);
    else this.#inTurn(async () => this.#fanOut(isWhole(event) ? event : await this.#read(event)));
  }

  async #read(event: { seq: number; channel: string }): Promise<StoredEvent> {
    const [found] = await readEvents(this.#world.database.kysely, [event.channel], event.seq - 1, 1);
    if (found === undefined) throw new Error(`event ${event.seq} is gone`);
    return found;
  }

  #fanOut(event: StoredEvent): void {
    const followers = this.#byChannel.get(event.channel);
    if (followers === undefined) return;
    const frame = frameOf(event);
    for (const follower of followers) follower.deliver(event, frame);
  }

  /** Called when the LISTEN connection is back after a loss. Events published in between are read from the table. */
  #catchUp(): void {
    this.#inTurn(async () => {
      const { kysely } = this.#world.database;
      let position = this.#position;
      for (;;) {
        const channels = [...this.#byChannel.keys()];
        const page = await readEvents(kysely, channels, position, PAGE);
        for (const event of page) this.#fanOut(event);
        position = page.at(-1)?.seq ?? position;
        if (page.length < PAGE) break;
      }
      this.#position = Math.max(this.#position, position);
    });
  }

  /** Runs after the reads already queued. Retried until it succeeds or the hub is closed. */
  #inTurn(work: () => Promise<void>): void {
    this.#isBusy += 1;
    this.#turn = this.#turn.then(async () => {
      for (let tries = 0; tries < 30 && !this.#isClosed; tries += 1) {
        try {
          await work();
          break;
        } catch (error) {
          this.#world.log.warn({ err: error }, "events could not be read; tried again");
          await sleep(RETRY_MS, undefined, { ref: false });
        }
      }
      this.#isBusy -= 1;
    });
  }

  #recheck(isMeant: (follower: Follower) => boolean): void {
    for (const followers of this.#bySession.values())
      for (const follower of followers) if (isMeant(follower)) follower.recheck();
  }

  #add(follower: Follower): void {
    const mine = this.#bySession.get(follower.sessionId) ?? new Set();
    this.#bySession.set(follower.sessionId, mine.add(follower));
    this.#joinChannels(follower);
    if (mine.size > MOST_PER_SESSION) mine.values().next().value?.end();
  }

  #remove(follower: Follower): void {
    const mine = this.#bySession.get(follower.sessionId);
    mine?.delete(follower);
    if (mine?.size === 0) this.#bySession.delete(follower.sessionId);
    this.#leaveChannels(follower);
  }

  #joinChannels(follower: Follower): void {
    for (const channel of follower.channels) {
      const followers = this.#byChannel.get(channel) ?? new Set();
      this.#byChannel.set(channel, followers.add(follower));
    }
  }

  #leaveChannels(follower: Follower): void {
    for (const channel of follower.channels) {
      const followers = this.#byChannel.get(channel);
      followers?.delete(follower);
      if (followers?.size === 0) this.#byChannel.delete(channel);
    }
  }
}

function parse(payload: string): z.infer<typeof notified> | null {
  try {
    return notified.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null; // a notification of another program on the same channel
  }
}

function isWhole(event: z.infer<typeof notified>): event is StoredEvent {
  return event.event !== undefined;
}

/** The personal channel is sent without its id: the receiver is its owner. */
function frameOf({ seq, channel, event, data }: StoredEvent): WireText {
  const frame = { channel: channel.startsWith("me-") ? "me" : channel, event, data };
  return new WireText(encodeFrame({ id: seq, data: frame }));
}

function ready(position: number): WireText {
  return new WireText(encodeFrame({ id: position, data: { channel: "me", event: "ready" } }));
}
