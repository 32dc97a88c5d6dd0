import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  freshBrowser,
  KeyServer,
  muteOtherWindows,
  openTab,
  type Tab,
  UNKNOWN_CALL,
} from "../outbox/outbox-fixture.ts";

let tab: Tab;
let server: KeyServer;
const memory = (id: string) => ({
  id,
  endpointId: "memories.create",
  entity: `memory:${id}`,
  label: `Memory ${id}`,
  body: { id, content: `Words of ${id}` },
});

beforeEach(async () => {
  await freshBrowser(null);
  muteOtherWindows();
  server = new KeyServer();
  server.isReachable = false;
  tab = await openTab(server);
});
afterEach(() => vi.unstubAllGlobals());

async function savedOfAda(): Promise<File> {
  const { setUser } = await import("../user/set-user.ts");
  const { addChunk, beginRecording } = await import("../drafts/recordings.ts");
  const { fileOfAll } = await import("./waiting-file.ts");
  await setUser("ada", "Ada");
  const photo = new File(["pixels"], "oven.png", { type: "image/png" });
  const upload = { ...memory("photo"), endpointId: "photos.upload", body: { photo, purpose: "resource" } };
  await tab.append([
    upload,
    { ...memory("oven"), dependsOn: ["photo"], body: { path: { $resultOf: "photo", field: "path" } } },
    memory("second"),
  ]);
  const said = { id: "said", purpose: "chat", memoryType: null, type: "audio/mp4", startedAt: 0 } as const;
  await beginRecording(said);
  await addChunk("said", 0, { bytes: new TextEncoder().encode("sound").buffer, durationMs: 1000 });
  return await fileOfAll("ada");
}

async function open(file: Blob) {
  const { openWaitingFile } = await import("./waiting-file.ts");
  return await openWaitingFile(file);
}

test("a file saved on one phone is queued on another unchanged, and sent once, however often it is opened", async () => {
  const { takeIn } = await import("./waiting-file.ts");
  const { setUser } = await import("../user/set-user.ts");
  const file = await savedOfAda();
  const before = await tab.outbox.listQueued();
  const { discardAllOf } = await import("./others-outbox.ts");
  await setUser("anon-1");
  await discardAllOf("ada");
  expect(await open(file)).toEqual({
    problem: "These are things of Ada. Sign in as Ada and open the file again.",
  });
  await setUser("ada", "Ada");
  const opened = await open(file);
  if ("problem" in opened) throw new Error(opened.problem);
  expect(opened.labels).toEqual(["Memory photo", "Memory oven", "Memory second", "A recording"]);
  expect([await takeIn(opened), await takeIn(opened)]).toEqual([4, 0]);
  const after = await tab.outbox.listQueued();
  const bare = (rows: typeof after) => rows.map(({ seq: _, body: _body, ...row }) => row);
  expect(bare(after)).toEqual(bare(before));
  expect(after.slice(1).map(({ body }) => body)).toEqual(before.slice(1).map(({ body }) => body));
  const [first] = after;
  const { photo } = (first ?? { body: {} }).body as { photo: File };
  expect([photo.name, photo.type, await photo.text()]).toEqual(["oven.png", "image/png", "pixels"]);
  const { readSound } = await import("../drafts/recordings.ts");
  expect(await (await readSound("said"))?.text()).toBe("sound");
  server.isReachable = true;
  await tab.outbox.wake();
  await tab.drain();
  expect(server.done.map(({ key }) => key).toSorted()).toEqual(["oven", "photo", "second"]);
  expect(await takeIn(opened)).toBe(0);
});

test("a photo lost before saving is reported as lost", async () => {
  const { takeIn } = await import("./waiting-file.ts");
  const { setUser } = await import("../user/set-user.ts");
  const { discardAllOf } = await import("./others-outbox.ts");
  const file = JSON.parse(await (await savedOfAda()).text()) as { things: { body: { photo?: object } }[] };
  Object.assign(file.things[0]?.body.photo ?? {}, { base64: null });
  await setUser("anon-1");
  await discardAllOf("ada");
  await setUser("ada", "Ada");
  const opened = await open(new Blob([JSON.stringify(file)]));
  if ("problem" in opened) throw new Error(opened.problem);
  await takeIn(opened);
  server.isReachable = true;
  await tab.drain();
  const left = await tab.outbox.listOperations();
  expect(left.map(({ id, problem }) => [id, problem?.code])).toEqual([
    ["photo", "lost-file"],
    ["oven", undefined],
  ]);
});

test("after the server has lost an account, the new account can open the saved file", async () => {
  const { takeIn } = await import("./waiting-file.ts");
  const { setUser } = await import("../user/set-user.ts");
  const { openDatabase } = await import("../database.ts");
  const { EPOCH_FACT } = await import("./set-back-fact.ts");
  const { discardAllOf } = await import("./others-outbox.ts");
  await setUser("ada", "Ada");
  await tab.append([{ ...memory("join"), params: { userId: "ada" } }]);
  const { fileOfAll } = await import("./waiting-file.ts");
  const file = await fileOfAll("ada");
  await discardAllOf("ada");
  await setUser("ada-2", "Ada");
  expect(await open(file)).toHaveProperty("problem");
  await (await openDatabase()).put("facts", { epoch: "e2", lost: ["ada"], asked: [] }, EPOCH_FACT);
  const opened = await open(file);
  if ("problem" in opened) throw new Error(opened.problem);
  expect(await takeIn(opened)).toBe(1);
  const [row] = await tab.outbox.listOperations();
  expect([row?.userId, row?.params]).toEqual(["ada-2", { userId: "ada-2" }]);
});

test("a forged file imports nothing", async () => {
  const { setUser } = await import("../user/set-user.ts");
  const text = await (await savedOfAda()).text();
  await setUser("ada", "Ada");
  const deep = JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`) as unknown;
  const changes: ((file: Record<string, unknown>, first: Record<string, unknown>) => void)[] = [
    (file) => (file["app"] = "other"),
    (file) => delete file["userId"],
    (file) => (file["things"] = "x"),
    (_file, first) => (first["id"] = "../x"),
    (_file, first) => (first["id"] = "second"),
    (_file, first) => (first["dependsOn"] = [1]),
    (_file, first) => (first["dependsOn"] = ["oven"]),
    (_file, first) => (first["dependsOn"] = [first["id"]]),
    (_file, first) => (first["params"] = { id: 1 }),
    (_file, first) => (first["body"] = deep),
    (_file, first) => (first["call"] = UNKNOWN_CALL),
    (_file, first) => (first["createdAt"] = "yesterday"),
  ];
  for (const change of changes) {
    const file = JSON.parse(text) as { things: Record<string, unknown>[] };
    change(file, file.things[0] ?? {});
    const opened = await open(new Blob([JSON.stringify(file)]));
    expect([String(change), Object.keys(opened)]).toEqual([String(change), ["problem"]]);
  }
  for (const other of ["", "[", "null", '{"app":"looby","things":[]}', "[".repeat(200_000)])
    expect(await open(new Blob([other]))).toEqual({ problem: expect.any(String) });
});
