import type { ChatEvent } from "#shared/features/chat/contract.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { Retrieve } from "#server/features/chat/retrieval.ts";
import { Chat, type ChatWorld } from "#server/features/chat/service.ts";
import { startTestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

/** A test server whose chat retrieves `items` for every message. */
export async function startChatApp(
  world: Partial<ChatWorld> & { items?: Retrieved[]; env?: Record<string, string> } = {},
) {
  const { items = [], env = {}, ...replaced } = world;
  const retrieve: Retrieve = async (_, { limit }) => items.slice(0, limit);
  const chat = { retrieve, ...replaced };
  const app = await startTestApp({ chat, env });
  const others: Chat[] = [];
  return {
    ...app,
    /** Opens another server's chat on the same database. */
    async openAnother(more: Partial<ChatWorld> = {}): Promise<Chat> {
      const other = await Chat.open({ ...app.chatWorld, ...more });
      others.push(other);
      return other;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(others.map((other) => other.close()));
      await app[Symbol.asyncDispose]();
    },
  };
}

/** One frame as a client reads it. `event` is null for the end of the stream. */
export interface ReceivedFrame {
  id: number | null;
  event: ChatEvent | null;
}

/** Sends a message and returns the open stream. */
export async function postMessage(client: TestClient, body: unknown): Promise<Response> {
  return await client.request("/api/chat", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Reads frames until the stream ends or `isEnough` returns true, then disconnects. */
export async function readAnswer(
  response: Response,
  isEnough: (frame: ReceivedFrame, index: number) => boolean = () => false,
): Promise<ReceivedFrame[]> {
  if (response.body === null || !response.ok) {
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  }
  const frames: ReceivedFrame[] = [];
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    rest += text;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const frame = parseFrame(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (frame === null) continue;
      frames.push(frame);
      if (isEnough(frame, frames.length)) return frames;
    }
  }
  return frames;
}

/** The combined text of frames. */
export function textOf(frames: readonly ReceivedFrame[]): string {
  return frames.map(({ event }) => (event?.type === "text-delta" ? event.delta : "")).join("");
}

/** Types of the frames on one line. Consecutive repeats appear once. */
export function shapeOf(frames: readonly ReceivedFrame[]): string {
  const types = frames.map(({ event }) => event?.type ?? "[DONE]");
  return types.filter((type, index) => type !== types[index - 1]).join(" ");
}

/** The ids announced by the stream. */
export function idsOf(frames: readonly ReceivedFrame[]) {
  const start = frames.find(({ event }) => event?.type === "start")?.event;
  if (start?.type !== "start") throw new Error("the stream has no start");
  return { messageId: start.messageId, ...start.messageMetadata };
}

function parseFrame(text: string): ReceivedFrame | null {
  const data = /^data: (.*)$/m.exec(text)?.[1];
  if (data === undefined) return null; // a ping
  const id = /^id: (\d+)$/m.exec(text)?.[1];
  return {
    id: id === undefined ? null : Number(id),
    event: data === "[DONE]" ? null : (JSON.parse(data) as ChatEvent), // sent by our own server in a test
  };
}
