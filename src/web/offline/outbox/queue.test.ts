import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#shared/features/account/contract.ts";
import { addNeed, changeNeed, listNeeds } from "#shared/features/needs/contract.ts";
import { type Fault, freshBrowser, KeyServer, openTab } from "./outbox-fixture.ts";

// Results a form gets for its write, and which writes compile.

const options = { entity: "need:1", label: "Ice" };
const need = { params: { needId: "need-1" }, body: { state: "closed" } } as const;

beforeEach(async () => freshBrowser("ada"));
afterEach(() => vi.unstubAllGlobals());

/** Sends one change of a need while the server has this fault. */
async function change(fault: Fault, staysWhenRefused = false) {
  const server = new KeyServer();
  server.faults.push(fault);
  const tab = await openTab(server);
  const [{ queue }, { onChange }] = await Promise.all([import("./queue.ts"), import("../changes.ts")]);
  const stop = onChange(() => void tab.drain());
  const result = await queue(changeNeed, need, { ...options, staysWhenRefused });
  stop();
  return { result, left: await tab.outbox.listQueued() };
}

test("a refusal has the server's code and message, and the form handles it", async () => {
  const { result, left } = await change("not-found");
  expect(result).toMatchObject({
    status: "refused",
    error: { code: "not-found", status: 404, message: "No." },
  });
  expect(left).toEqual([]);
  const conflict = await change("conflict", true);
  expect(conflict.result).toMatchObject({ error: { code: "conflict", current: { version: 1 } } });
  expect(conflict.left).toMatchObject([{ id: conflict.result.operationId, state: "conflict" }]);
});

test("offline, a write is queued unchanged", async () => {
  const { result, left } = await change("cut-before");
  expect(result).toMatchObject({ status: "queued", problem: { code: "unreachable" } });
  expect(left).toMatchObject([{ id: result.operationId, endpointId: changeNeed.id, ...need, ...options }]);
});

test("a write that does not match its contract, or may not be queued, does not compile", async () => {
  const { operation } = await import("./queue.ts");
  // @ts-expect-error -- a misspelled field
  operation(changeNeed, { params: { needId: "1" }, body: { sate: "closed" } }, options);
  // @ts-expect-error -- a value the contract does not know
  operation(changeNeed, { params: { needId: "1" }, body: { state: "gone" } }, options);
  // @ts-expect-error -- a missing param
  operation(changeNeed, { body: { state: "closed" } }, options);
  // @ts-expect-error -- a missing field
  operation(addNeed, { body: { id: "1" } }, options);
  // @ts-expect-error -- a read
  operation(listNeeds, {}, options);
  // @ts-expect-error -- a secret is never stored on a device
  operation(signIn, { body: { pseudonym: "ada", password: "secret" } }, options);
  const path = { $resultOf: "upload", field: "path" };
  expect(operation(addNeed, { body: { id: "1", content: path, isShared: true } }, options)).toMatchObject({
    body: { content: path },
  });
});
