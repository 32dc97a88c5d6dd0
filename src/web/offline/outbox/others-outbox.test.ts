import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, KeyServer, made, muteOtherWindows, openTab, type Tab } from "./outbox-fixture.ts";

let tab: Tab;

beforeEach(async () => {
  await freshBrowser(null);
  muteOtherWindows();
  const server = new KeyServer();
  server.isReachable = false;
  tab = await openTab(server);
});
afterEach(() => vi.unstubAllGlobals());

test("counts and shows queued writes after the session ends on the server", async () => {
  const { setUser } = await import("../user/set-user.ts");
  await setUser("ada", "Ada");
  await tab.append([made("a", 1), made("b", 2)]);
  const { fillOutboxView } = await import("./fill-outbox-view.ts");
  const { outboxView } = await import("./outbox-view.ts");
  fillOutboxView(async () => undefined);
  await expect
    .poll(() => outboxView.get())
    .toMatchObject({ isKnown: true, operations: [{}, {}], others: [] });
  // The server has a new SECRET, so every session becomes a visitor's.
  await setUser("anon-1");
  const theirs = {
    userId: "ada",
    name: "Ada",
    count: 2,
    maySave: true,
    isAccount: true,
  };
  await expect.poll(() => outboxView.get()).toMatchObject({ operations: [], bundles: [], others: [theirs] });
  await setUser("ada", "Ada");
  await expect.poll(() => outboxView.get()).toMatchObject({ operations: [{}, {}], others: [] });
});

test("hides queued writes after sign-out and restores them at the next sign-in", async () => {
  const { setUser } = await import("../user/set-user.ts");
  const { listOthers } = await import("./others-outbox.ts");
  await setUser("ada", "Ada");
  await tab.append([made("a", 1)]);
  await setUser(null);
  await setUser("anon-1");
  expect(await listOthers()).toEqual([
    { userId: "ada", name: "Ada", count: 1, maySave: false, isAccount: true },
  ]);
  await setUser("bob", "Bob");
  expect(await listOthers()).toEqual([
    { userId: "ada", name: "Ada", count: 1, maySave: false, isAccount: true },
  ]);
  await setUser("ada", "Ada");
  await setUser("anon-2");
  expect(await listOthers()).toMatchObject([{ maySave: true }]);
});

test("names unnamed rows when their owner signs in", async () => {
  const { setUser } = await import("../user/set-user.ts");
  const { listOthers } = await import("./others-outbox.ts");
  await setUser("ada");
  await tab.append([made("a", 1)]);
  await setUser("bob", "Bob");
  expect(await listOthers()).toMatchObject([{ name: null }]);
  await setUser("ada", "Ada");
  await setUser("anon-1");
  await tab.append([made("b", 1)]);
  await setUser("bob", "Bob");
  await setUser("anon-2");
  expect(await listOthers()).toMatchObject([
    { userId: "ada", name: "Ada" },
    { userId: "bob", name: "Bob" },
  ]);
});

test("saves all queued data of one user as a page", async () => {
  const { pageOfAll } = await import("./waiting-file.ts");
  await queueDataOfAda();
  const page = await (await pageOfAll("ada")).text();
  expect(page.match(/<h2>.*<\/h2>/g)).toEqual(["<h2>Solar oven</h2>", "<h2>A recording</h2>"]);
  expect(page).toContain(`src="data:image/png;base64,${btoa("pixels")}"`);
  expect(page).toContain(`src="data:audio/mp4;base64,${btoa("sound")}"`);
});

test("discards all queued data of one user only", async () => {
  const { discardAllOf, listOthers } = await import("./others-outbox.ts");
  await queueDataOfAda();
  await tab.append([made("mine", 1)]);
  expect(await listOthers()).toMatchObject([{ count: 2 }]);
  await discardAllOf("ada");
  expect(await listOthers()).toEqual([]);
  expect(await tab.outbox.listQueued()).toMatchObject([{ body: { n: 1 } }]);
});

/** A write with a photo and a recording, queued before Ada's session ends. */
async function queueDataOfAda(): Promise<void> {
  const { setUser } = await import("../user/set-user.ts");
  const { addChunk, beginRecording } = await import("../drafts/recordings.ts");
  await setUser("ada", "Ada");
  const photo = new File(["pixels"], "oven.png", { type: "image/png" });
  await tab.append([{ ...made("a", 1), label: "Solar oven", body: { title: "Solar oven", photo } }]);
  const id = "recording";
  await beginRecording({ id, purpose: "chat", memoryType: null, type: "audio/mp4", startedAt: 0 });
  await addChunk(id, 0, { bytes: new TextEncoder().encode("sound").buffer, durationMs: 1000 });
  await setUser("anon-1");
}
