import { connect } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { publishToPerson } from "#server/events/publish.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

let app: TestApp;
let server: ReturnType<typeof serve>;
let url: URL;
let cookie = "";
let userId = "";
beforeAll(async () => {
  app = await startTestApp();
  const ada = await app.signUp("Ada");
  userId = (await ada.call(getSession, {})).user.userId;
  cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { promise, resolve } = Promise.withResolvers<number>();
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
  url = new URL(`http://127.0.0.1:${await promise}/api/events`);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await new Promise((done) => server.close(done));
});

test("sends every listener the same bytes in order, with the usual headers", async () => {
  const lines = [await listen(), await listen(), await listen()];
  for (const word of ["één", "🜂 fire", "x".repeat(20_000)])
    await publishToPerson(app.database.kysely, userId, { event: "word", data: { word } });
  for (const line of lines) {
    expect(line.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(line.response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(line.response.headers.has("looby-version")).toBe(true);
    const text = await line.until((received) => received.endsWith('x"}}\n\n'));
    const words = [...text.matchAll(/"word":"([^"]+)"/g)].map(([, word]) => word);
    expect(words).toEqual(["één", "🜂 fire", "x".repeat(20_000)]);
    line.leave();
  }
  await expect.poll(() => app.events.size).toBe(0);
});

test("disconnects a listener that does not read, without affecting the others", async () => {
  const reader = await listen();
  const socket = connect(Number(url.port), url.hostname);
  socket.pause();
  socket.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\ncookie: ${cookie}\r\n\r\n`);
  await expect.poll(() => app.events.size).toBe(2);
  const data = { text: "y".repeat(500_000) };
  // The socket buffers of the two kernels hold at most a few megabytes.
  for (let count = 0; count < 40 && app.events.size === 2; count += 1) {
    await publishToPerson(app.database.kysely, userId, { event: "much", data });
    await reader.until(
      (received) => received.endsWith("\n\n") && received.split('"much"').length > count + 1,
    );
  }
  expect(app.events.size).toBe(1);
  socket.destroy();
  reader.leave();

  const short = await fetch(`${url.href}?for=0`, { headers: { cookie } });
  expect(await short.text()).toMatch(/^id: \d+\ndata: .*"ready"/);
  const head = await fetch(url, { method: "HEAD", headers: { cookie } });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  await expect.poll(() => app.events.size).toBe(0);
});

async function listen() {
  const leaving = new AbortController();
  const response = await fetch(url, { headers: { cookie }, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  return {
    response,
    leave: () => leaving.abort(),
    async until(isEnough: (received: string) => boolean): Promise<string> {
      while (!isEnough(received)) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error("the stream is over");
        received += value;
      }
      return received;
    },
  };
}
