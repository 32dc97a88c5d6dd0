import { Hono } from "hono";
import { expect, test } from "vitest";
import { AppError } from "../app-error.ts";
import { sameOrigin, servedHost } from "./request-guards.ts";

const LOOBY = "https://looby.example";
const PAGE = "text/html,application/xhtml+xml,*/*;q=0.8";

function world(publicUrl: string | null, trustProxy = true) {
  const app = new Hono();
  app.use(servedHost({ publicUrl, trustProxy }));
  app.use(sameOrigin({ publicUrl, trustProxy }));
  app.all("/", (context) => context.text("reached"));
  app.onError((error, context) => context.text(error.message, error instanceof AppError ? 403 : 500));
  return async (headers: Record<string, string>, method = "GET") => {
    const response = await app.request("http://server/", { method, headers });
    const { status } = response;
    return { status, type: response.headers.get("content-type"), text: await response.text() };
  };
}

test.each(["looby.example", "looby.example:8443", "192.168.1.5:3000", "[fd00::2]", "localhost:3000"])(
  "serves a page at %s",
  async (host) => {
    expect(await world(LOOBY)({ host, accept: PAGE })).toMatchObject({ status: 200, text: "reached" });
  },
);

test("leads a browser at an unknown name to the public address", async () => {
  const { status, type, text } = await world(LOOBY, false)({ host: "old.example", accept: PAGE });
  expect([status, type]).toEqual([403, "text/html; charset=utf-8"]);
  expect(text).toContain(`<a href="${LOOBY}">Open ${LOOBY}</a>`);
  expect(text).toContain("not known as “old.example”");
  expect(text).toContain("<svg ");
});

test("names the proxy's Host header when a proxy passes on another one, and leads nowhere", async () => {
  const proxied = { host: "looby_backend", "x-forwarded-for": "10.0.0.7" };
  for (const publicUrl of [LOOBY, null]) {
    const { text } = await world(publicUrl)({ ...proxied, accept: PAGE });
    expect(text).toContain("proxy_set_header Host $http_host;");
    expect(text).not.toContain("<a ");
  }
});

test("names the Host header also when the trusted proxy sends no header of its own", async () => {
  const { text } = await world(LOOBY)({ host: "looby_backend", accept: PAGE });
  expect(text).toContain("proxy_set_header Host $http_host;");
  expect(text).not.toContain("<a ");
});

test("answers a program at an unknown name with a sentence instead of a page", async () => {
  const { type, text } = await world(null, false)({ host: "old.example", accept: "application/json" });
  expect(type).toMatch(/^text\/plain/);
  expect(text).toBe(
    "Looby is not known as “old.example”. If you run this server: set PUBLIC_URL to the address that people open.",
  );
});

test("shows a hostile host as text", async () => {
  for (const host of ['"><script>alert(1)</script>', "x".repeat(5000)]) {
    const { status, text } = await world(LOOBY)({ host, accept: PAGE });
    expect(status).toBe(403);
    expect(text).not.toContain("<script>");
    expect(text.length).toBeLessThan(30_000);
  }
});

test("accepts a write of the public page behind a proxy that passes on its own Host", async () => {
  const proxied = { host: "127.0.0.1:3000", "x-forwarded-proto": "http" };
  expect(await world(LOOBY)({ ...proxied, origin: LOOBY }, "POST")).toMatchObject({ status: 200 });
  for (const origin of ["http://looby.example", "https://evil.example", "https://looby.example:444", "null"])
    expect(await world(LOOBY)({ ...proxied, origin }, "POST"), origin).toMatchObject({ status: 403 });
});
