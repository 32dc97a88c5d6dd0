import { followEvents, type LiveEvent } from "#shared/features/events/contract.ts";
import { newId } from "#shared/id.ts";
import { send } from "./api-client.ts";
import { ApiError, isPassing } from "./api-error.ts";
import { followStream } from "./event-stream.ts";
import { isServerReachable, reachability } from "./reachability.ts";

/** One window has the stream for all windows of the browser. */
const LOCK = "looby-events";
/** Milliseconds before a stream that could not be opened is tried again; sooner when the server is back. */
const PAUSE_MS = 30_000;

type Handler = (event: LiveEvent) => void;

/** A message between windows. */
type TabMessage =
  | { kind: "event"; id: number; event: LiveEvent }
  /** The entities whose events a window wants. */
  | { kind: "wants"; window: string; entities: readonly string[] }
  /** A window has opened the stream. */
  | { kind: "who-wants" };

const handlers = new Set<Handler>();
const ownWants = new Map<symbol, string>();
/** Entities wanted by the other windows, used by the window with the stream. */
const othersWants = new Map<string, readonly string[]>();
const windowId = newId();
let channel: BroadcastChannel | null = null;
/** Number of the last event received in any window: the next stream continues from there. */
let received = 0;
/** Aborts the current connection, to reconnect with other entities. */
let line: AbortController | null = null;

/** Calls back for every event, in every window. */
export function onLiveEvent(handler: Handler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}

/**
 * Also listens to a person or a community: `vibe-update` and other events published for it.
 * @returns a function that stops it
 * @public
 */
export function listenToEntity(entityId: string): () => void {
  const key = Symbol(entityId);
  ownWants.set(key, entityId);
  wantsChanged();
  return () => {
    ownWants.delete(key);
    wantsChanged();
  };
}

/**
 * Listens to the server until `signal` is aborted: one stream for all windows of this browser, reconnected whenever it is lost.
 * @param signal aborted when another user signs in or the user signs out
 */
export async function startListening(signal: AbortSignal): Promise<void> {
  received = 0;
  openChannel(signal);
  // The types ignore plain http, where there are no locks between windows: there each window has its own stream.
  const locks = navigator.locks as LockManager | undefined;
  const listen = () => listenUntilRefused(signal);
  try {
    await (locks === undefined ? listen() : locks.request(LOCK, { signal }, listen));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function listenUntilRefused(signal: AbortSignal): Promise<void> {
  channel?.postMessage({ kind: "who-wants" } satisfies TabMessage);
  while (!signal.aborted) {
    line = new AbortController();
    try {
      await listenOnce(AbortSignal.any([signal, line.signal]));
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (line.signal.aborted) continue;
      if (error instanceof ApiError && !isPassing(error) && error.status !== 429) return;
      await untilWorthTrying(signal);
    }
  }
}

async function listenOnce(signal: AbortSignal): Promise<void> {
  const entities = [...new Set([...ownWants.values(), ...[...othersWants.values()].flat()])];
  await followStream({
    signal,
    connect: (after, lineSignal) => {
      const from = Math.max(after, received);
      const query = {
        ...(from === 0 ? {} : { after: from }),
        ...(entities.length === 0 ? {} : { entities: entities.join(",") }),
      };
      return send(followEvents, { query }, { signal: lineSignal });
    },
    onFrame: ({ id, data }) => {
      const event = parse(data);
      if (event === null) return;
      if (event.event === "reset") {
        // The following events may have lower numbers.
        received = 0;
        line?.abort();
      }
      received = Math.max(received, id);
      channel?.postMessage({ kind: "event", id, event } satisfies TabMessage);
      notifyListeners(event);
    },
  });
}

function openChannel(signal: AbortSignal): void {
  const opened = new BroadcastChannel(LOCK);
  channel = opened;
  opened.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "event") {
      received = Math.max(received, data.id);
      notifyListeners(data.event);
    } else if (data.kind === "wants") {
      othersWants.set(data.window, data.entities);
      line?.abort();
    } else if (ownWants.size > 0) sendWants();
  });
  signal.addEventListener("abort", () => opened.close(), { once: true });
}

function wantsChanged(): void {
  if (line === null) sendWants();
  else line.abort();
}

function sendWants(): void {
  channel?.postMessage({
    kind: "wants",
    window: windowId,
    entities: [...ownWants.values()],
  } satisfies TabMessage);
}

function notifyListeners(event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}

function parse(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return null; // cut off
  }
}

/** Resolves when the server is back or the pause has passed. */
function untilWorthTrying(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, PAUSE_MS);
    const { unsubscribe } = reachability.subscribe(() => {
      if (isServerReachable()) finish();
    });
    signal.addEventListener("abort", finish, { once: true });
  });
}
