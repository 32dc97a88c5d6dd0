import type { Atom } from "@tanstack/store";
import { vi } from "vitest";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { chatTransport } from "../transport/chat-transport.ts";
import type { ChatSnapshot } from "../store/chat-state.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { ChatStore } from "../store/chat-store.ts";
import { createResourceTalk } from "../conversation/resource-talk.ts";
import { PaperOutbox } from "./paper-outbox.ts";

// Fixture for the store's tests: the page's own code against the real server, with a fake network between them.

/** The stores of the running test. */
const stores: ChatStore[] = [];

/** Stubs a page's globals and minimizes the delays. */
export function stubPage(): void {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  // In these tests, every action counts as just requested by a user.
  vi.stubGlobal("navigator", { onLine: true, userActivation: { isActive: true } });
  vi.spyOn(Math, "random").mockReturnValue(0);
}

/** Ends the page of a test: its stores send no more requests and cannot reach the next test's server. */
export function unstubPage(): void {
  for (const store of stores.splice(0)) store.newChat();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** @param memory the tab's storage across a reload */
export function newStore(
  memory = new Map<string, string>(),
  options: Partial<ChatStoreOptions> = {},
  state?: Atom<ChatSnapshot>,
): ChatStore {
  const outbox = new PaperOutbox();
  const store = new ChatStore(
    {
      transport: async () => chatTransport,
      outbox: async () => outbox,
      nextFrame: (callback) => void setTimeout(callback, 0),
      memory: memoryOf(memory),
      settings: () => ({}),
      findDanger: async (text) => findHelp(text),
      complain: (problem) => {
        throw new Error(problem);
      },
      resourceTalk: async () => createResourceTalk(findHelp),
      ...options,
    },
    state,
  );
  stores.push(store);
  return store;
}

function memoryOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

/** Resolves when no answer is running. */
export async function ended(store: ChatStore): Promise<void> {
  await until(() => store.state.get().conversation.answering === null);
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Caller {
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** Routes the page's `fetch` to the server in this process; the first responses are cut after these numbers of bytes. */
export function networkFor(client: Caller, cuts: number[]) {
  /** Lets a test delay a response of the server. */
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
