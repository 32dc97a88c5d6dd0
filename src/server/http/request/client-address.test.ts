import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

test("uses the address that a trusted proxy saw, not the one the client claims", async () => {
  await using page = await serveAddress({ trustProxy: true });
  expect(await page.ask({ "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
  expect(await page.ask({ "x-forwarded-for": "10.0.0.1, 203.0.113.9" })).toBe("203.0.113.9");
  for (const empty of ["", " ", "10.0.0.1,"])
    expect(await page.ask({ "x-forwarded-for": empty })).toMatch(/127\.0\.0\.1$/);
});

test("ignores the header without a trusted proxy", async () => {
  await using page = await serveAddress({ trustProxy: false });
  expect(await page.ask({ "x-forwarded-for": "203.0.113.9" })).toMatch(/127\.0\.0\.1$/);
});

async function serveAddress({ trustProxy }: { trustProxy: boolean }) {
  const app = new Hono();
  app.get("/", (context) => context.text(clientAddress(context, trustProxy)));
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    ask: async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/`, { headers })).text(),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
