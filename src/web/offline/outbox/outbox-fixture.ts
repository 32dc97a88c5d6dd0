import "fake-indexeddb/auto";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { vi } from "vitest";
import type { NewOperation, Operation } from "#shared/outbox/operation.ts";
import { problemStatus, type ProblemCode } from "#shared/http/problem.ts";

// For the outbox tests: the page's own modules in tabs that can be killed, an in-memory browser database, and a server that only
// checks idempotency keys.

/** The fate of one call in transit. */
export type Fault = "none" | "cut-before" | "cut-after" | "garbled" | "blocked" | ProblemCode;

/** A fake server that deduplicates writes by idempotency key, as the real one does. */
export class KeyServer {
  readonly done: { key: string; body: unknown }[] = [];
  readonly #answers = new Map<string, unknown>();
  /** Faults of the next calls, in order; none when it is empty. */
  readonly faults: Fault[] = [];
  isReachable = true;
  /** Whether an answer contains the id of the body. */
  givesIds = false;
  /** Number of event-loop turns the next call takes. */
  get slowness(): number {
    return this.slownesses.shift() ?? 1;
  }
  readonly slownesses: number[] = [];

  answer(ApiError: ErrorClass, key: string, body: unknown): unknown {
    const fault = this.isReachable ? (this.faults.shift() ?? "none") : "cut-before";
    const cut = new ApiError("unreachable", 0, "No signal.");
    if (fault === "cut-before") throw cut;
    const known = this.#answers.get(key);
    if (fault === "garbled") throw new ApiError("garbled", 200, "An answer of another version.");
    if (fault === "blocked") throw new ApiError("blocked", 413, "Too large for this network.");
    if (fault !== "none" && fault !== "cut-after" && known === undefined) {
      const current = fault === "conflict" ? { version: this.done.length + 1 } : undefined;
      throw new ApiError(fault, problemStatus[fault], "No.", { code: fault, error: "No.", current });
    }
    const ids =
      this.givesIds && typeof body === "object" && body !== null && "id" in body ? { id: body.id } : {};
    const result = known ?? { path: `path of ${key}`, ...ids };
    if (known === undefined) this.done.push({ key, body });
    this.#answers.set(key, result);
    if (fault === "cut-after") throw cut;
    return result;
  }
}

type ErrorClass = typeof import("#web/lib/server/api-error.ts").ApiError;

/** An endpoint unknown to the page in these tests. */
export const UNKNOWN_CALL = "unknown.call";

/** One window of the page, with its own modules. */
export interface Tab {
  append: (operations: readonly NewOperation[], instead?: readonly string[]) => Promise<Operation[]>;
  drain: () => Promise<void>;
  outbox: typeof import("./outbox.ts");
  changing: typeof import("./send-changed.ts");
  /** Ends the process: its requests are never answered, and its locks are released. */
  kill: () => void;
}

/** Starts with an empty browser database of this user; null before the first session. */
export async function freshBrowser(userId: string | null): Promise<void> {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", { onLine: true, userActivation: { isActive: true } });
  const tab = await openTab(new KeyServer());
  const { setUser } = await import("../user/set-user.ts");
  await setUser(userId);
  tab.kill();
}

/** Prevents the announcements of one window from reaching other tests. */
export function muteOtherWindows(): void {
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      postMessage() {}
    },
  );
}

const locks = new Map<string, Promise<unknown>>();

export async function openTab(server: KeyServer): Promise<Tab> {
  vi.resetModules();
  let isDead = false;
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
  const actual = await vi.importActual<typeof import("#web/lib/server/api-client.ts")>(
    "#web/lib/server/api-client.ts",
  );
  // The class of this tab's own modules.
  const { ApiError } = await import("#web/lib/server/api-error.ts");
  const call = async (_: unknown, { body }: { body?: unknown }, options: { idempotencyKey?: string }) => {
    await pause(server.slowness);
    const result = isDead ? null : server.answer(ApiError, options.idempotencyKey ?? "", body);
    await pause();
    return isDead ? await new Promise(() => undefined) : result;
  };
  const send = async (...asked: Parameters<typeof call>) => {
    await call(...asked);
    return new Response(null, { headers: { "looby-run": "run" } });
  };
  vi.doMock("#web/lib/server/api-client.ts", () => ({ ...actual, call, send }));
  vi.doMock("./queued-calls.ts", () => ({
    queuedCall: (id: string) =>
      id === UNKNOWN_CALL
        ? null
        : {
            endpoint: {
              id,
              encoding: encodingOf(id),
              method: methodOf(id),
              answer: answerOf(id),
              path: "/things/:memoryId",
            },
          },
  }));
  const [outbox, changing, sender] = await Promise.all([
    import("./outbox.ts"),
    import("./send-changed.ts"),
    import("./sender.ts"),
  ]);
  return {
    outbox,
    changing,
    append: outbox.append,
    drain: async () => {
      const request = async (name: string, work: () => Promise<void>) => {
        const before = locks.get(name) ?? Promise.resolve();
        const turn = before.then(async () => Promise.race([killed, isDead ? undefined : work()]));
        locks.set(
          name,
          turn.catch(() => undefined),
        );
        await turn;
      };
      Object.assign(navigator, { locks: { request } });
      await sender.drain();
    },
    kill: () => {
      isDead = true;
      kill();
    },
  };
}

/**
 * Fills the device.
 * @param room number of rows that can still be written before the device is full
 * @param isHelped whether there is room again after something is cleared
 * @returns a function that restores the storage
 */
export function fillDevice(room: number, isHelped = false): () => void {
  let left = room;
  const spies: { mockRestore: () => void }[] = (["put", "add"] as const).map((method) => {
    const write = IDBObjectStore.prototype[method];
    return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...row: Parameters<typeof write>
    ) {
      left -= 1;
      if (left < 0) throw new DOMException("full", "QuotaExceededError");
      return write.apply(this, row);
    });
  });
  // Called with its own `this` below.
  // oxlint-disable-next-line typescript/unbound-method
  const clear = IDBObjectStore.prototype.clear;
  spies.push(
    vi.spyOn(IDBObjectStore.prototype, "clear").mockImplementation(function (this: IDBObjectStore) {
      if (isHelped) left = Number.POSITIVE_INFINITY;
      return clear.call(this);
    }),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

function methodOf(endpointId: string): string {
  if (endpointId.endsWith(".delete")) return "DELETE";
  return endpointId.endsWith(".edit") ? "PATCH" : "POST";
}

function answerOf(endpointId: string): "event-stream" | "json" {
  return endpointId === "chat.send" ? "event-stream" : "json";
}

function encodingOf(endpointId: string): "multipart" | "json" {
  return endpointId.startsWith("photos.") ? "multipart" : "json";
}

/** Yields to other tasks for some event-loop turns. */
export async function pause(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A write about one entity. */
export function made(entity: string, n: number) {
  return { endpointId: "things.make", entity, label: `Thing ${n}`, body: { n } };
}
