import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod/mini";

export const MEM0_KEY = "m0-the_key";

const filters = z.strictObject({ user_id: z.string() });
const adding = z.strictObject({
  messages: z.array(z.strictObject({ role: z.literal("user"), content: z.string() })),
  user_id: z.string(),
  metadata: z.record(z.string(), z.string()),
  infer: z.literal(false),
});
const searching = z.strictObject({
  query: z.string(),
  top_k: z.int().check(z.gte(1), z.lte(1000)),
  threshold: z.number(),
  // Sent by Mem0's own client.
  output_format: z.optional(z.literal("v1.1")),
  filters,
});

interface StoredMemory {
  id: string;
  memory: string;
  user_id: string;
  metadata: Record<string, string>;
}

/** How the next calls end. `lost`: the work is done, but the response never arrives. */
type Mood = "well" | "hangs" | "garbled" | "lost" | "pending" | number;

/**
 * Mem0's hosted API according to its description and its own client. Wrong fields give 400, a wrong key gives 401. A search finds
 * memories that contain a word of the query.
 */
export async function openFakeMem0() {
  const stored: StoredMemory[] = [];
  const calls: string[] = [];
  const world: { mood: Mood; extra: StoredMemory[]; stumbles: RegExp | null } = {
    mood: "well",
    extra: [],
    stumbles: null,
  };
  let made = 0;

  function answerTo(method: string, url: URL, body: unknown): { status: number; body: unknown } {
    const one = /^\/v1\/memories\/([^/]+)\/$/.exec(url.pathname)?.[1];
    const call = `${method} ${one === undefined ? url.pathname : "/v1/memories/{id}/"}`;
    calls.push(call);
    switch (call) {
      case "POST /v3/memories/add/": {
        const input = adding.safeParse(body);
        if (!input.success) return wrong(input.error.message);
        const { user_id, metadata, messages } = input.data;
        const fresh = messages.map(({ content }) => ({
          id: `m-${(made += 1)}`,
          memory: content,
          user_id,
          metadata,
        }));
        if (fresh.some(({ memory }) => world.stumbles?.test(memory) === true))
          return { status: 500, body: { detail: "Internal Server Error" } };
        stored.push(...fresh);
        if (world.mood === "pending")
          return { status: 200, body: { status: "PENDING", event_id: `event-${made}` } };
        return { status: 200, body: { results: fresh.map((entry) => ({ ...entry, event: "ADD" })) } };
      }
      case "POST /v3/memories/search/": {
        const input = searching.safeParse(body);
        if (!input.success) return wrong(input.error.message);
        const { query, top_k, filters } = input.data;
        const words = query.toLowerCase().split(/\W+/);
        const found = stored.filter(
          ({ memory, user_id }) =>
            user_id === filters.user_id && words.some((word) => memory.toLowerCase().includes(word)),
        );
        const results = [...world.extra, ...found].map((entry) => ({ ...entry, score: 0.9 }));
        return { status: 200, body: { results: results.slice(0, top_k) } };
      }
      case "POST /v3/memories/": {
        const input = z.strictObject({ filters }).safeParse(body);
        if (!input.success) return wrong(input.error.message);
        const size = Math.min(Number(url.searchParams.get("page_size") ?? 100), 200);
        const page = Number(url.searchParams.get("page") ?? 1);
        const memoriesOfUser = stored.filter(({ user_id }) => user_id === input.data.filters.user_id);
        const next =
          memoriesOfUser.length > page * size ? `https://api.mem0.ai/v3/memories/?page=${page + 1}` : null;
        const results = memoriesOfUser.slice((page - 1) * size, page * size);
        return { status: 200, body: { count: memoriesOfUser.length, next, previous: null, results } };
      }
      case "DELETE /v1/memories/{id}/": {
        const place = stored.findIndex(({ id }) => id === one);
        if (place === -1) return { status: 404, body: { detail: "Memory not found!" } };
        stored.splice(place, 1);
        return { status: 200, body: { message: "Memory deleted successfully!" } };
      }
      case "DELETE /v1/memories/": {
        const owner = url.searchParams.get("user_id");
        if (owner === null) return wrong("user_id");
        stored.splice(0, stored.length, ...stored.filter(({ user_id }) => user_id !== owner));
        return { status: 200, body: { message: "Memories deleted successfully!" } };
      }
      default:
        return { status: 404, body: { detail: "Not Found" } };
    }
  }

  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const { mood } = world;
      const send = (status: number, body: string) =>
        response.writeHead(status, { "content-type": "application/json", "retry-after": "90" }).end(body);
      if (request.headers.authorization !== `Token ${MEM0_KEY}`)
        return send(401, '{"detail":"Invalid API key"}');
      if (typeof mood === "number") return send(mood, '{"detail":"not now"}');
      if (mood === "hangs") return undefined;
      if (mood === "garbled") return send(200, '{"results": [{"id": "m-');
      const url = new URL(request.url ?? "/", "http://mem0");
      const { status, body } = answerTo(
        request.method ?? "GET",
        url,
        text === "" ? undefined : JSON.parse(text),
      );
      if (mood === "lost") return response.destroy();
      return send(status, JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    /** Memories of all people. */
    stored,
    /** Calls received, in order. */
    calls,
    /** `extra`: results at the start of every search. `stumbles`: words it cannot add. */
    world,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wrong(message: string) {
  return { status: 400, body: { error: message } };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}
