import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

// Two test runs on one machine, each with servers that start and stop.

const MODULE = join(import.meta.dirname, "../scripts/free-port.ts");
const ASKS = 400;

test("never gives two processes the same port", async () => {
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
