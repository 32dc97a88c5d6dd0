import { Hono } from "hono";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadStaticFiles } from "./static.ts";

let folder: string;
const app = new Hono();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "page-"));
  await mkdir(join(folder, "views"));
  await writeFile(join(folder, "index.html"), "<p>chat</p>");
  await writeFile(join(folder, "views/other.html"), "<p>view</p>");
  await writeFile(join(folder, "icon.svg"), "<svg/>");
  const isWrong = async (path: string) => {
    if (path.includes("away")) throw new Error("the database is away");
    return path.startsWith("/t/") && !path.startsWith("/t/known");
  };
  app.use((await loadStaticFiles(folder, "Looby", isWrong)).handler);
  app.notFound((context) => context.json({ code: "not-found" }, 404));
});
afterAll(async () => rm(folder, { recursive: true }));

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test.each([
  ["/", 200],
  ["/t/known", 200],
  ["/t/known.", 200],
  ["/t/while-the-database-is-away", 200],
  ["/t/known?utm_source=x", 200],
  ["/t/other", 404],
  ["/t/other.html", 404],
  ["/t/", 404],
  ["/t/%E0%A4%A", 404],
  ["/t/%", 404],
  [`/t/${"7".repeat(5000)}`, 404],
  ["/anything.else", 404],
])("shows a page to a browser at %s", async (path, status) => {
  const response = await app.request(path, { headers: { accept: BROWSER } });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    status,
    "text/html; charset=utf-8",
  ]);
});

test.each(["/t/other", "/t/other.html", "/anything.else"])(
  "returns JSON to a program that requests it at %s",
  async (path) => {
    const response = await app.request(path, { headers: { accept: "application/json" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: "not-found" });
  },
);

test("returns no page to a call, a missing picture or a form", async () => {
  for (const [path, init] of [
    ["/api/x", { headers: { accept: BROWSER } }],
    ["/none.png", { headers: { accept: "image/*" } }],
    ["/t/known", { method: "POST", headers: { accept: BROWSER } }],
  ] as const)
    expect(await (await app.request(path, init)).json()).toEqual({ code: "not-found" });
});
