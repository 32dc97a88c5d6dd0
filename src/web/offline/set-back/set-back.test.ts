import "fake-indexeddb/auto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import {
  deleteMemory,
  editMemory,
  listMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { addResource, editEntry, listResources } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import type { NewOperation } from "#shared/outbox/operation.ts";
import { missingOf } from "#shared/features/set-back/missing.ts";
import { restoreBackup } from "#server/db/pglite/backup/restore.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { makeCommunity } from "#server/testing/test-community.ts";
import { testPicture } from "#server/testing/test-photos.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";

// A phone with the page's own outbox, and a real server that is restored from a backup.

vi.setConfig({ testTimeout: 180_000 });

let dataDir: string;
let app: TestApp;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", { onLine: true, userActivation: { isActive: true } });
  dataDir = await mkdtemp(join(tmpdir(), "looby-set-back-"));
  onTestFinished(async () => await rm(dataDir, { recursive: true, force: true }));
  await startServer();
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  vi.unstubAllGlobals();
});

const SECRET = "the same secret before and after the restore";

async function startServer(): Promise<void> {
  app = await startTestApp({ database: await openTestEmbedded({ dataDir }), env: { SECRET } });
}

async function setBackTo(backup: { file: string } | null): Promise<void> {
  await app[Symbol.asyncDispose]();
  await restoreBackup(backup?.file ?? "", dataDir, silentLog);
  const cookies = new Map(phoneCookies);
  await startServer();
  phoneCookies = app.as("the phone").cookies;
  for (const [name, value] of cookies) phoneCookies.set(name, value);
}

let phoneCookies: Map<string, string>;

/** Routes the page's calls through this browser from now on. */
async function usePhone() {
  phoneCookies = app.as("the phone").cookies;
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
    app.as("the phone").request(address, init),
  );
  const [outbox, sender, user, setBack, others] = await Promise.all([
    import("../outbox/outbox.ts"),
    import("../outbox/sender.ts"),
    import("../user/set-user.ts"),
    import("./set-back.ts"),
    import("../outbox/others-outbox.ts"),
  ]);
  return { ...outbox, ...sender, ...user, ...setBack, ...others };
}

async function signUpOnPhone(pseudonym: string): Promise<string> {
  await app.as("the phone").request("/api/account/sign-up", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pseudonym, password: "a tent with 3 poles" }),
  });
  return (await app.as("the phone").call(getSession, {})).user.userId;
}

async function memoriesOf(who: string): Promise<string[]> {
  const memories = await app.as(who).call(listMemories, { query: {} });
  return memories.map(({ content }) => content).toSorted();
}

async function missing() {
  const { bundlesOf } = await import("#shared/outbox/operation.ts");
  const { listOperations } = await import("../outbox/outbox.ts");
  return missingOf(bundlesOf(await listOperations()));
}

const memory = (content: string): NewOperation & { body: { id: string } } => {
  const id = newId();
  return {
    endpointId: createMemory.id,
    entity: `memory:${id}`,
    label: content,
    body: { id, type: "something-else", content } as { id: string },
  };
};

test("queues writes missing after a restore and sends them when the user agrees", async () => {
  const phone = await usePhone();
  const communityId = await makeCommunity(app, { admins: ["Boss"] });
  const userId = await signUpOnPhone("Ada");
  await phone.setUser(userId, "Ada");
  const before = memory("It was in the backup, and is deleted after it.");
  await phone.append([before, memory("It was in the backup, and stays.")]);
  await phone.drain();
  await phone.lookForSetBack();
  const backup = await app.database.backupNow();

  const after = memory("It came after the backup.");
  const upload = {
    id: newId(),
    endpointId: uploadPhoto.id,
    entity: "photo:1",
    label: "Photo of Solar oven",
    body: { file: new File([new Uint8Array(await testPicture())], "oven.png"), purpose: "entry" },
  };
  const resourceId = newId();
  const resource = {
    endpointId: addResource.id,
    entity: `resource:${resourceId}`,
    label: "Solar oven",
    dependsOn: [upload.id],
    body: {
      id: resourceId,
      loobricateId: communityId,
      title: "Solar oven",
      description: "Bakes bread by noon.",
      offeringType: "gear",
      photos: [{ $resultOf: upload.id, field: "path" }],
    },
  };
  await phone.append([after, upload, resource]);
  await phone.drain();
  const path = await pathOfPhoto();
  await phone.append([
    change(
      editMemory.id,
      { memoryId: after.body.id },
      { content: "It came after the backup, and was changed.", version: 1 },
    ),
    change(editEntry.id, { entryId: resourceId }, { title: "Sun oven", photos: [path], version: 1 }),
    change(deleteMemory.id, { memoryId: before.body.id }, {}),
  ]);
  await phone.drain();
  expect(await phone.listOperations()).toEqual([]);
  const wanted = ["It came after the backup, and was changed.", "It was in the backup, and stays."];
  expect(await memoriesOf("the phone")).toEqual(wanted);

  await setBackTo(backup);
  await phone.drain();
  expect(await missing()).toBeNull();
  await phone.lookForSetBack();
  expect(await missing()).toMatchObject({ count: 3, setBackTo: expect.stringMatching(/^2\d{3}-/) });
  // Nothing is sent before the user agrees.
  await phone.drain();
  expect(await memoriesOf("the phone")).toHaveLength(2);
  expect(await memoriesOf("the phone")).not.toEqual(wanted);

  await phone.retry((await missing())?.ids ?? []);
  await phone.drain();
  // It contains the path the photo had before; its other words are in the listing that was sent again.
  const [left, ...others] = await phone.listOperations();
  expect([left, others]).toMatchObject([{ endpointId: editEntry.id, problem: { code: "forbidden" } }, []]);
  expect(await memoriesOf("the phone")).toEqual(wanted);
  const { listings } = await app.as("the phone").call(listResources, { query: { mine: "true" } });
  expect(listings).toMatchObject([{ id: resourceId, title: "Sun oven", photos: { gallery: [{}] } }]);
  expect(await pathOfPhoto()).not.toBe(path);
  // Nothing else is sent.
  await phone.lookForSetBack();
  await phone.drain();
  expect(await missing()).toBeNull();
  expect(await memoriesOf("the phone")).toEqual(wanted);

  async function pathOfPhoto() {
    const found = await app.as("the phone").call(listResources, { query: { mine: "true" } });
    return found.listings[0]?.photos.gallery[0]?.path;
  }
});

test("leaves an account's unsent writes on the phone if the restored server lacks it", async () => {
  const phone = await usePhone();
  await phone.lookForSetBack();
  const backup = await app.database.backupNow();
  const lostId = await signUpOnPhone("Bob");
  await phone.setUser(lostId, "Bob");
  await phone.append([memory("Bob could not send this any more.")]);

  await setBackTo(backup);
  const { user: visitor } = await app.as("the phone").call(getSession, {});
  expect(visitor.isAnonymous).toBe(true);
  await phone.setUser(visitor.userId);
  await phone.lookForSetBack();
  const waiting = { userId: lostId, name: "Bob", count: 1, isAccount: true };
  expect(await phone.listOthers()).toEqual([{ ...waiting, maySave: true }]);

  await phone.setUser(await signUpOnPhone("Bob"), "Bob");
  await phone.lookForSetBack();
  await phone.drain();
  expect(await memoriesOf("the phone")).toEqual([]);
  expect(await phone.listOthers()).toEqual([{ ...waiting, maySave: false }]);
});

test("discards sent writes at sign-out and passes unsent ones to no other user", async () => {
  const phone = await usePhone();
  await phone.lookForSetBack();
  const backup = await app.database.backupNow();
  const lostId = await signUpOnPhone("Cem");
  await phone.setUser(lostId, "Cem");
  await phone.append([memory("Cem has sent this to the server.")]);
  await phone.drain();
  await phone.append([memory("Cem could not send this any more.")]);
  await phone.setUser(null);
  const { openDatabase } = await import("../database.ts");
  expect(await (await openDatabase()).getAll("sent")).toEqual([]);

  await setBackTo(backup);
  await phone.setUser(await signUpOnPhone("Dora"), "Dora");
  await phone.lookForSetBack();
  expect(await phone.listOthers()).toMatchObject([{ name: "Cem", count: 1, maySave: false }]);
});

function change(endpointId: string, params: Record<string, string>, body: unknown): NewOperation {
  return { endpointId, params, entity: `thing:${Object.values(params).join()}`, label: "A change", body };
}

test("asks for a write that was sent with another body by its new key", async () => {
  const phone = await usePhone();
  await phone.setUser(await signUpOnPhone("Ada"), "Ada");
  const [stuck] = await phone.append([memory("The lamp hangs at the gate.")]);
  if (stuck === undefined) throw new Error("nothing was stored");
  const problem = { code: "conflict" as const, error: "It has changed." };
  await phone.update({ ...stuck, state: "conflict", problem });
  const { sendChanged } = await import("../outbox/send-changed.ts");
  await sendChanged(stuck.id, memory("A lantern hangs at the gate.").body);
  await phone.drain();
  const { openDatabase } = await import("../database.ts");
  const database = await openDatabase();
  for (const row of await database.getAll("sent"))
    await database.put("sent", { ...row, epoch: "before a restore" });
  await phone.lookForSetBack();
  expect(await memoriesOf("the phone")).toEqual(["A lantern hangs at the gate."]);
  expect(await missing()).toBeNull();
});
