import { vi } from "vitest";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { chatTransport } from "../transport/chat-transport.ts";
import { initialSnapshot } from "../store/chat-snapshot.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { ChatStore } from "../store/chat-store.ts";
import { createResourceTalk } from "../conversation/resource-talk.ts";

// For the tests of the store: the page's own code against the real server, with a made-up network between them.

/** The globals of a page, and the shortest waits. */
export function stubPage(): void {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  // All that these stories do a user has just asked for.
  vi.stubGlobal("navigator", { onLine: true, userActivation: { isActive: true } });
  vi.spyOn(Math, "random").mockReturnValue(0);
}

export function unstubPage(): void {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** @param memory what a tab remembers over a reload */
export function newStore(
  memory = new Map<string, string>(),
  options: Partial<ChatStoreOptions> = {},
): ChatStore {
  return new ChatStore(
    {
      transport: async () => chatTransport,
      nextFrame: (callback) => void setTimeout(callback, 0),
      memory: memoryOf(memory),
      settings: () => ({}),
      findDanger: async (text) => findHelp(text)?.kind ?? null,
      complain: (problem) => {
        throw new Error(problem);
      },
      resourceTalk: async () => createResourceTalk(findHelp),
      openResourceForm: () => undefined,
      ...options,
    },
    initialSnapshot,
  );
}

function memoryOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

/** Nothing is being answered any more. */
export async function ended(store: ChatStore): Promise<void> {
  await until(() => store.getSnapshot().conversation.answering === null);
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Caller {
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** `fetch` of the page goes to the server in this process; the first answers are cut after so many bytes. */
export function networkFor(client: Caller, cuts: number[]) {
  /** A test may hold back an answer that the server has given. */
  const delivered = async (_path: string, _response: Response): Promise<void> => undefined;
  const network = { client, isDown: false, cut: 0, delivered };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (network.isDown) throw new TypeError("network error");
    const { signal: _, ...request } = init;
    const response = await network.client.request(path, request);
    await network.delivered(path, response);
    const cut = response.headers.get("content-type")?.startsWith("text/event-stream")
      ? cuts.shift()
      : undefined;
    if (cut === undefined || response.body === null) return response;
    network.cut += 1;
    return new Response(response.body.pipeThrough(cutAfter(cut)), response);
  });
  return network;
}

function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      if (left > 0) controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError("network error"));
    },
  });
}
