import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod/mini";

export const OMI_APP = { id: "01APP", key: "sk_the_key" };

const memories = z.strictObject({
  text: z.null(),
  text_source: z.enum(["email", "social_post", "other"]),
  text_source_spec: z.string(),
  memories: z.array(
    z.strictObject({ content: z.string(), tags: z.array(z.string()), source_id: z.string() }),
  ),
});
const conversations = z.strictObject({
  text: z.string(),
  started_at: z.iso.datetime(),
  text_source: z.enum(["audio_transcript", "message", "other_text"]),
  text_source_spec: z.string(),
  language: z.string(),
});

/** Omi's integration calls as its published description has them: wrong fields are 422, a wrong key is 403. */
export async function openFakeOmi() {
  const taken: { uid: string; path: string; body: unknown }[] = [];
  const kept: Record<string, unknown>[] = [];
  /** Set to have the next calls refused. */
  const mood: { status: number | null; headers: Record<string, string>; body: unknown } = {
    status: null,
    headers: {},
    body: { detail: "not now" },
  };
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const url = new URL(request.url ?? "/", "http://omi");
      const answer = (status: number, body: unknown, headers = {}) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(body));
      const path = new RegExp(`^/v2/integrations/${OMI_APP.id}/user/(memories|conversations)$`).exec(
        url.pathname,
      )?.[1];
      const uid = url.searchParams.get("uid");
      if (request.headers.authorization !== `Bearer ${OMI_APP.key}`)
        return answer(403, { detail: "Invalid API key" });
      if (path === undefined || uid === null) return answer(404, { detail: "Not Found" });
      if (mood.status !== null) return answer(mood.status, mood.body, mood.headers);
      if (request.method === "GET") {
        const offset = Number(url.searchParams.get("offset") ?? 0);
        const limit = Number(url.searchParams.get("limit") ?? 100);
        return answer(200, { memories: kept.slice(offset, offset + limit) });
      }
      const parsed = (path === "memories" ? memories : conversations).safeParse(JSON.parse(text));
      if (!parsed.success)
        return answer(422, { detail: parsed.error.issues.map(({ message }) => ({ msg: message })) });
      taken.push({ uid, path, body: parsed.data });
      return answer(200, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    /** What it accepted. */
    taken,
    /** What it has of everybody, newest first. */
    kept,
    mood,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}
