import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { expect, test } from "vitest";
import { resetPassword } from "#shared/features/account/contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const SCRIPT = join(import.meta.dirname, "../../../../scripts/reset-code.ts");
const SECRET = "the operator's secret, 32 characters or more";

test("issues a code that opens the account", async () => {
  await using app = await startTestApp({ env: { SECRET } });
  await app.signUp("Old Teapot");
  await using server = await listen(app);
  const { stdout } = await run({ PORT: server.port, SECRET }, "old teapot");
  expect(stdout).toMatch(/^Code for Old Teapot: [0-9A-Z]{4}-[0-9A-Z]{4}\nIt works once, until .+\n$/);
  const code = /: (.{9})/.exec(stdout)?.[1] ?? "";
  const body = { pseudonym: "Old Teapot", code, password: "a tent with 4 poles" };
  expect((await app.as("a new phone").call(resetPassword, { body })).user.pseudonym).toBe("Old Teapot");
});

test("reports errors in one line", async () => {
  await using app = await startTestApp({ env: { SECRET } });
  await using server = await listen(app);
  const wrong = "somebody else's secret, also 32 characters";
  await expect(run({ PORT: server.port, SECRET }, "Nobody")).rejects.toThrow(/is not here/);
  await expect(run({ PORT: server.port, SECRET: wrong }, "Nobody")).rejects.toThrow(
    /same DATA_DIR or SECRET/,
  );
  await expect(run({ PORT: "9", SECRET }, "Nobody")).rejects.toThrow(
    /No server answers at http:\/\/127\.0\.0\.1:9/,
  );
  await expect(run({ PORT: "port", SECRET }, "Nobody")).rejects.toThrow(/PORT/);
  await expect(run({ PORT: server.port, SECRET })).rejects.toThrow(/Use it as/);
});

async function run(env: Record<string, string>, ...args: string[]) {
  return await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env });
}

async function listen(app: TestApp) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
  return {
    port: String(await promise),
    [Symbol.asyncDispose]: async () => void (await new Promise((done) => server.close(done))),
  };
}
