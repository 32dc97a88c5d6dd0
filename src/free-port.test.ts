import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

// Two suites on one machine, each with servers that come and go.

const MODULE = join(import.meta.dirname, "../scripts/free-port.ts");
const ASKS = 400;

test("two processes that ask at once never get the same port, and keep what they got", async () => {
  const script = `
    const { freePort } = await import(${JSON.stringify(MODULE)});
    const ports = await Promise.all(Array.from({ length: ${ASKS} }, freePort));
    process.send(ports);
    process.on("message", () => process.exit());
  `;
  const children = [1, 2].map(() =>
    fork("-", { execArgv: ["--input-type=module", "--eval", script], execPath: process.execPath }),
  );
  const ports = await Promise.all(
    children.map(async (child) => ((await once(child, "message")) as [number[]])[0]),
  );
  for (const child of children) child.send("end");
  expect(new Set(ports.flat()).size).toBe(2 * ASKS);
});
