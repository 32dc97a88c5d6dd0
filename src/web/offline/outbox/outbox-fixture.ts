import "fake-indexeddb/auto";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { vi } from "vitest";
import type { NewOperation, Operation } from "#shared/outbox/operation.ts";
import { problemStatus, type ProblemCode } from "#shared/http/problem.ts";

// For the tests of the outbox: the page's own modules in tabs that can be killed, over a browser's database and a server of
// nothing but keys.

/** What happens to one call on its way. */
export type Fault = "none" | "cut-before" | "cut-after" | "garbled" | ProblemCode;

/** What the server was told, and remembers by key as the real one does. */
export class KeyServer {
  readonly done: { key: string; body: unknown }[] = [];
  readonly #answers = new Map<string, unknown>();
  /** What happens to the next calls; none when it is empty. */
  readonly faults: Fault[] = [];
  isReachable = true;
  /** Answers tell the id that the body has. */
  givesIds = false;
  /** How many turns of others the next call waits for. */
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

type ErrorClass = typeof import("#web/lib/server/api-client.ts").ApiError;

/** No call of the page that runs in these tests. */
export const UNKNOWN_CALL = "unknown.call";

/** One window of the page, with modules of its own. */
export interface Tab {
  append: (operations: readonly NewOperation[], instead?: readonly string[]) => Promise<Operation[]>;
  drain: () => Promise<void>;
  outbox: typeof import("./outbox.ts");
  /** Takes the process away: what it has asked is never answered, and its locks are free. */
  kill: () => void;
}

/** The browser's database is empty, and belongs to this person; null before the first session. */
export async function freshBrowser(userId: string | null): Promise<void> {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", { onLine: true, userActivation: { isActive: true } });
  const tab = await openTab(new KeyServer());
  const { setUser } = await import("../user/set-user.ts");
  await setUser(userId);
  tab.kill();
}

/** What one window announces reaches no other test. */
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
  const call = async (_: unknown, { body }: { body?: unknown }, options: { idempotencyKey?: string }) => {
    await pause(server.slowness);
    const result = isDead ? null : server.answer(actual.ApiError, options.idempotencyKey ?? "", body);
    await pause();
    return isDead ? await new Promise(() => undefined) : result;
  };
  vi.doMock("#web/lib/server/api-client.ts", () => ({ ...actual, call }));
  vi.doMock("./queued-calls.ts", () => ({
    queuedCall: (id: string) =>
      id === UNKNOWN_CALL ? null : { endpoint: { id, encoding: encodingOf(id), method: methodOf(id) } },
  }));
  const [outbox, sender] = await Promise.all([import("./outbox.ts"), import("./sender.ts")]);
  return {
    outbox,
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
 * @param room how many more rows may be written before the device is full
 * @param isHelped whether there is room again once something is cleared away
 * @returns mends it
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

function encodingOf(endpointId: string): "multipart" | "json" {
  return endpointId.startsWith("photos.") ? "multipart" : "json";
}

/** Lets others have their turns. */
export async function pause(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
