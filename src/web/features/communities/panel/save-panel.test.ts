import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveCommunity, saveCommunityDetails } from "#shared/features/communities/contract.ts";
import { ApiError, isPassing, isUnanswered } from "#web/lib/server/api-error.ts";
import { communityWith } from "#web/testing/communities.ts";
import type { changesOf } from "./panel-draft.ts";

// An admin's changes are queued offline; a password is never stored on the device, not even for a moment.

const PASSWORD = "eight lanterns in the dust";
const panel = { id: "lantern", name: "Lantern Works" };
const record = communityWith({ role: "admin" });

/** Requests to the server in order, and its responses. */
const received: { call: string; body: unknown; key: string | undefined }[] = [];
let answers: (object | Error)[] = [];
let writes: string[] = [];

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
  received.length = 0;
  writes = [];
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  put.mockImplementation(function (this: IDBObjectStore, ...row: Parameters<IDBObjectStore["put"]>) {
    writes.push(JSON.stringify(row));
    return realPut.apply(this, row);
  });
  // The same class before and after the module reset.
  vi.doMock("#web/lib/server/api-error.ts", () => ({ ApiError, isPassing, isUnanswered }));
  vi.doMock("#web/lib/server/api-client.ts", () => ({
    call: async (
      endpoint: { id: string },
      input: { body?: unknown },
      options?: { idempotencyKey?: string },
    ) => {
      received.push({ call: endpoint.id, body: input.body, key: options?.idempotencyKey });
      const answer = answers.shift() ?? new ApiError("unreachable", 0, "No signal.");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  }));
  const { setUser } = await import("#web/offline/user/set-user.ts");
  await setUser("ada");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock("#web/lib/server/api-client.ts");
  vi.doUnmock("#web/lib/server/api-error.ts");
});
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
const realPut = IDBObjectStore.prototype.put;

async function save(changes: object, instead: readonly string[] = []) {
  const { savePanel } = await import("./save-panel.ts");
  const { onChange } = await import("#web/offline/changes.ts");
  const { drain } = await import("#web/offline/outbox/sender.ts");
  const stop = onChange(() => void drain());
  try {
    return await savePanel(panel, changes as ReturnType<typeof changesOf>, instead);
  } finally {
    stop();
  }
}

async function waiting() {
  return await (await import("#web/offline/outbox/outbox.ts")).listQueued();
}

test("queues the details when offline, but not the password", async () => {
  answers = [];
  const login = { adminUsername: "lantern", adminPassword: PASSWORD };
  const outcome = await save({ version: 4, city: "Dust City", ...login });
  expect(outcome).toMatchObject({
    community: null,
    isWaiting: true,
    passwordError: { code: "unreachable" },
  });
  const [first] = await waiting();
  expect(first).toMatchObject({
    endpointId: saveCommunityDetails.id,
    params: { communityId: "lantern" },
    body: { version: 4, city: "Dust City" },
  });
  expect(writes.length).toBeGreaterThan(1);
  expect(writes.join("\n")).not.toContain("lanterns");
  expect(received.every(({ call }) => call === saveCommunityDetails.id)).toBe(true);

  await save({ version: 4, city: "Dust City", tags: "glue" }, [first?.id ?? ""]);
  expect((await waiting()).map(({ body }) => body)).toEqual([
    { version: 4, city: "Dust City", tags: "glue" },
  ]);
  // All changes were undone, so the queue is empty again.
  const [second] = await waiting();
  expect(await save({ version: 4 }, [second?.id ?? ""])).toMatchObject({ isWaiting: false });
  expect(await waiting()).toEqual([]);
});

test("does not queue a password alone when offline", async () => {
  answers = [];
  const outcome = await save({ version: 4, adminUsername: "lantern", adminPassword: PASSWORD });
  expect(outcome).toMatchObject({ isWaiting: false, passwordError: { code: "unreachable" } });
  expect(await waiting()).toEqual([]);
  expect(received).toMatchObject([{ call: saveCommunity.id, key: undefined }]);
});

test("sends the details first with their key, then the password based on the response", async () => {
  answers = [record, { ...record, version: 6 }];
  const login = { adminUsername: "lantern", adminPassword: PASSWORD };
  const outcome = await save({ version: 4, city: "Dust City", ...login });
  expect(outcome).toEqual({ community: { ...record, version: 6 }, isWaiting: false, passwordError: null });
  expect(received).toMatchObject([
    { call: saveCommunityDetails.id, body: { version: 4, city: "Dust City" }, key: expect.any(String) },
    { call: saveCommunity.id, body: { version: 5, ...login }, key: undefined },
  ]);
});

test("saves the details when the server refuses the password and names the field", async () => {
  const fields = [{ path: "adminPassword", message: "Too easy." }];
  const problem = { code: "invalid-input" as const, error: "Too easy.", fields };
  answers = [record, new ApiError("invalid-input", 400, "Too easy.", problem)];
  const outcome = await save({ version: 4, city: "x", adminUsername: "l", adminPassword: "12345678" });
  expect(outcome).toMatchObject({ community: record, isWaiting: false, passwordError: { fields } });
});

test("returns the current record to the form after a conflict, with an empty outbox", async () => {
  const current = { ...record, description: "Theirs." };
  const problem = { code: "conflict" as const, error: "Changed.", current };
  answers = [new ApiError("conflict", 409, "Changed.", problem)];
  await expect(save({ version: 4, description: "Mine." })).rejects.toMatchObject({
    code: "conflict",
    current,
  });
  expect(await waiting()).toEqual([]);
});
