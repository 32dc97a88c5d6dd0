import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod/mini";

export const OMI_APP = { id: "01APP", key: "sk_the_key" };

/** Omi's limits per hour, for one app and one person. */
const HOURLY = { "POST memories": 60, "POST conversations": 10, "POST notification": 10 };

const memories = z.strictObject({
  text: z.null(),
  text_source: z.enum(["email", "social_post", "other"]),
  text_source_spec: z.string(),
  memories: z
    .array(z.strictObject({ content: z.string(), tags: z.array(z.string()), source_id: z.string() }))
    .check(z.minLength(1)),
});
const conversations = z.strictObject({
  text: z.string(),
  started_at: z.iso.datetime(),
  text_source: z.enum(["audio_transcript", "message", "other_text"]),
  text_source_spec: z.string(),
  language: z.string(),
});
const page = z.object({
  uid: z.string(),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  max_transcript_segments: z._default(z.coerce.number().check(z.int(), z.gte(-1), z.lte(1000)), 100),
});
const notification = z.object({ uid: z.string(), message: z.string() });

/** The existing paths, each with the one method it accepts. */
const ROUTES = [
  { path: "user/memories", method: "POST", name: "POST memories" },
  { path: "user/conversations", method: "POST", name: "POST conversations" },
  { path: "memories", method: "GET", name: "GET memories" },
  { path: "conversations", method: "GET", name: "GET conversations" },
  { path: "notification", method: "POST", name: "POST notification" },
] as const;
type Name = (typeof ROUTES)[number]["name"];

/** A person's account at Omi. */
export interface FakeOmiAccount {
  /** Whether the person has authorized the app. */
  isEnabled: boolean;
  /** In Omi's order: by its own score, which is not by time. */
  memories: Record<string, unknown>[];
  /** Newest first. */
  conversations: Record<string, unknown>[];
  /** Notifications shown on the person's phone, oldest first. */
  notifications: string[];
}

type Refusal = { status: number; headers: Record<string, string>; body: unknown };

/**
 * Omi's integration API according to its published description and source code. It rejects the same calls as Omi: an unknown path
 * (404), the wrong method (405), wrong fields (422), no key (401), a wrong key or a person who has not authorized the app (403),
 * and more calls than allowed per hour (429).
 */
export async function openFakeOmi() {
  const accounts = new Map<string, FakeOmiAccount>();
  const taken: { uid: string; path: string; body: unknown }[] = [];
  const asked: string[] = [];
  const counts = new Map<string, number>();
  /** Set to make the next calls fail: all of them, or those selected by `when`. */
  const mood: { status: number | null; headers: Record<string, string>; body: unknown; when: When } = {
    status: null,
    headers: {},
    body: { detail: "not now" },
    when: () => true,
  };

  function handle(request: IncomingMessage, text: string): Refusal {
    const url = new URL(request.url ?? "/", "http://omi");
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const rest = /^\/v2\/integrations\/([^/]+)\/(.+)$/.exec(url.pathname);
    const route = ROUTES.find(({ path }) => path === rest?.[2]);
    if (route === undefined) return refusal(404, "Not Found");
    if (route.method !== request.method)
      return { ...refusal(405, "Method Not Allowed"), headers: { allow: route.method } };
    const fields = fieldsOf(route.name, url, text);
    if (!fields.success)
      return answer(422, { detail: fields.error.issues.map(({ message }) => ({ msg: message })) });
    const { authorization } = request.headers;
    if (authorization?.startsWith("Bearer ") !== true)
      return refusal(401, "Missing or invalid Authorization header. Must be 'Bearer API_KEY'");
    if (authorization !== `Bearer ${OMI_APP.key}` || rest?.[1] !== OMI_APP.id)
      return refusal(403, "Invalid API key");
    if (mood.status !== null && mood.when(url)) return { ...mood, status: mood.status };
    const uid = url.searchParams.get("uid") ?? "";
    const account = accounts.get(uid);
    if (account?.isEnabled !== true) return refusal(403, "App is not enabled for this user");
    if (isOverLimit(route.name, uid))
      return { ...refusal(429, "Rate limit exceeded."), headers: { "retry-after": "1800" } };
    return serve(route.name, { uid, account, url, fields: fields.data });
  }

  function isOverLimit(name: Name, uid: string): boolean {
    if (!(name in HOURLY)) return false;
    const key = `${name} ${uid}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > HOURLY[name as keyof typeof HOURLY];
  }

  function serve(
    name: Name,
    { uid, account, url, fields }: { uid: string; account: FakeOmiAccount; url: URL; fields: unknown },
  ): Refusal {
    if (name === "POST notification") {
      account.notifications.push(url.searchParams.get("message") ?? "");
      return answer(200, { status: "Ok" });
    }
    if (name === "POST memories" || name === "POST conversations") {
      taken.push({ uid, path: name.slice("POST ".length), body: fields });
      return answer(200, {});
    }
    const { limit, offset, max_transcript_segments: most } = page.parse(Object.fromEntries(url.searchParams));
    if (name === "GET memories")
      return answer(200, { memories: account.memories.slice(offset, offset + limit) });
    const statuses = url.searchParams.getAll("statuses");
    const listed = account.conversations
      .filter(({ discarded }) => discarded !== true)
      .filter(({ status }) => statuses.length === 0 || statuses.includes(String(status)))
      .slice(offset, offset + limit)
      .map((conversation) => {
        const segments = conversation["transcript_segments"];
        const isCut = most !== -1 && Array.isArray(segments);
        return isCut ? { ...conversation, transcript_segments: segments.slice(0, most) } : conversation;
      });
    return answer(200, { conversations: listed });
  }

  const server = createServer((request, response) => {
    void read(request).then((text) => send(response, handle(request, text)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    /** Objects it has accepted. */
    taken,
    /** Every call received, as "GET /v2/...". */
    asked,
    mood,
    /** The account with this id, which has authorized the app. Created if missing. */
    account(uid: string): FakeOmiAccount {
      const account = accounts.get(uid) ?? {
        isEnabled: true,
        memories: [],
        conversations: [],
        notifications: [],
      };
      accounts.set(uid, account);
      return account;
    },
    /** Simulates that an hour has passed. */
    forgetCounts: () => counts.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type When = (url: URL) => boolean;

function fieldsOf(name: Name, url: URL, text: string) {
  const query = Object.fromEntries(url.searchParams);
  if (name === "POST notification") return notification.safeParse(query);
  const paged = page.safeParse(query);
  if (!paged.success || name.startsWith("GET ")) return paged;
  return (name === "POST memories" ? memories : conversations).safeParse(parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status: number, detail: string): Refusal {
  return answer(status, { detail });
}

function answer(status: number, body: unknown): Refusal {
  return { status, headers: {}, body };
}

function send(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}
