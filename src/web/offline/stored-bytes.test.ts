import { IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sizeOf } from "./set-back/sent.ts";
import { freshBrowser, KeyServer, muteOtherWindows, openTab, type Tab } from "./outbox/outbox-fixture.ts";

const pixels = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2]);
const tent = new File([pixels], "tent.jpg", { type: "image/jpeg", lastModified: 1_753_400_000_000 });

let server: KeyServer;
let tab: Tab;

beforeEach(async () => {
  await freshBrowser("ada");
  muteOtherWindows();
  server = new KeyServer();
  tab = await openTab(server);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("queues and sends a photo where the browser stores no files", async () => {
  refuseFiles();
  const [stored] = await tab.append([upload({ file: tent, purpose: "entry" })]);
  const [queued] = await tab.outbox.listQueued();
  expect(queued?.body).toMatchObject({ purpose: "entry" });
  await expectTent(fileIn(queued?.body));
  await tab.drain();
  expect(server.done.map(({ key }) => key)).toEqual([stored?.id]);
  await expectTent(fileIn(server.done[0]?.body));
});

test("restores files at any depth of a body", async () => {
  refuseFiles();
  const sound = new Blob(["hiss"], { type: "audio/webm" });
  await tab.append([upload({ parts: [{ tent }, { sound }, "words", 1, null] })]);
  const [queued] = await tab.outbox.listQueued();
  const body = queued?.body as { parts: [{ tent: File }, { sound: Blob }, ...unknown[]] } | undefined;
  const parts = body?.parts ?? [];
  await expectTent(parts[0]?.tent);
  const restored = parts[1]?.sound;
  expect(restored).not.toBeInstanceOf(File);
  expect([restored?.type, await restored?.text()]).toEqual(["audio/webm", "hiss"]);
  expect(parts.slice(2)).toEqual(["words", 1, null]);
});

test("puts a photo back into a cleared database that stores no files", async () => {
  refuseFiles();
  await tab.append([upload({ file: tent })]);
  const waiting = await tab.outbox.listQueued();
  const { openDatabase } = await import("./database.ts");
  const database = await openDatabase();
  await database.clear("outbox");
  await database.clear("bodies");
  expect(await tab.outbox.listQueued()).toEqual([]);
  await tab.outbox.putBack(waiting);
  await expectTent(fileIn((await tab.outbox.listQueued())[0]?.body));
});

test("resolves a conflict of a body with a photo where the browser stores no files", async () => {
  refuseFiles();
  const [row] = await tab.append([upload({ file: tent, version: 1 })]);
  const problem = { code: "conflict", error: "Changed.", current: { version: 7 } } as const;
  if (row !== undefined) await tab.outbox.update({ ...row, state: "conflict", problem });
  const [queued] = await tab.outbox.listQueued();
  if (queued === undefined) throw new Error("The write is not queued.");
  await tab.changing.sendMine(queued);
  const body = await tab.outbox.findBody(queued.id);
  expect(body).toMatchObject({ version: 7 });
  await expectTent(fileIn(body));
});

test("saves a waiting photo as a page where the browser stores no files", async () => {
  refuseFiles();
  await tab.append([upload({ file: tent })]);
  const { pageOfAll } = await import("./outbox/waiting-file.ts");
  const image = `data:image/jpeg;base64,${btoa(String.fromCharCode(...pixels))}`;
  expect(await (await pageOfAll("ada")).text()).toContain(`${image}"> tent.jpg, 1 kB`);
});

test("stores a thumb where the browser stores no files", async () => {
  refuseFiles();
  const { readThumb, storeThumb } = await import("./copy/local-copy.ts");
  await storeThumb("ada", "entries/ada/tent.jpg", new Blob([pixels], { type: "image/jpeg" }));
  const thumb = await readThumb("entries/ada/tent.jpg");
  expect(thumb?.type).toBe("image/jpeg");
  expect(await thumb?.bytes()).toEqual(pixels);
});

test("stores a shared photo where the browser stores no files", async () => {
  refuseFiles();
  const { readShared, storeShared } = await import("./drafts/shared.ts");
  const form = new FormData();
  form.append("text", "Our tent");
  form.append("photos", tent);
  await storeShared(form);
  const shared = await readShared();
  expect(shared?.text).toBe("Our tent");
  await expectTent(shared?.photos[0]);
});

test("reads files that an older version has stored as files", async () => {
  const { openDatabase } = await import("./database.ts");
  const database = await openDatabase();
  const [stored] = await tab.append([upload({ purpose: "entry" })]);
  const old = new Blob([pixels], { type: "image/jpeg" });
  await database.put("bodies", { file: old, purpose: "entry" }, stored?.id ?? "");
  await database.put("copies", { userId: "ada", at: 0, data: old }, "thumb:entries/ada/tent.jpg");
  const { readThumb } = await import("./copy/local-copy.ts");
  expect(await (await readThumb("entries/ada/tent.jpg"))?.bytes()).toEqual(pixels);
  await tab.drain();
  const sent = server.done[0]?.body as { file: Blob };
  expect([sent.file.type, await sent.file.bytes()]).toEqual(["image/jpeg", pixels]);
});

test("refuses a write whose photo the browser can no longer read", async () => {
  const lost = new File([pixels], "lost.jpg");
  lost.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  const { NotQueued } = tab.outbox;
  const queueing = tab.append([upload({ file: lost })]);
  await expect(queueing).rejects.toThrow(NotQueued);
  await expect(queueing).rejects.toThrow("can no longer read a chosen file");
  expect(await tab.outbox.listQueued()).toEqual([]);
});

test("leaves a body's own text under the key of stored bytes", async () => {
  const { fromStored, toStored } = await import("./stored-bytes.ts");
  const body = { rows: [{ $bytes: "12 kB", type: "image/jpeg" }] };
  expect(fromStored(await toStored(body))).toEqual(body);
});

test("counts the bytes of a stored file", async () => {
  const { toStored } = await import("./stored-bytes.ts");
  const file = new File([new Uint8Array(100_000)], "tent.jpg");
  const bytes = sizeOf(await toStored({ file }));
  expect(bytes).toBeGreaterThanOrEqual(100_000);
  expect(bytes).toBeLessThan(100_100);
});

function upload(body: unknown) {
  return { endpointId: "photos.upload", entity: "tent", label: "Tent", body };
}

function fileIn(body: unknown): File | undefined {
  return (body as { file?: File } | undefined)?.file;
}

async function expectTent(file: File | undefined): Promise<void> {
  expect(file).toBeInstanceOf(File);
  expect([file?.name, file?.type, file?.lastModified]).toEqual([tent.name, tent.type, tent.lastModified]);
  expect(await file?.bytes()).toEqual(pixels);
}

/** Refuses every Blob and File, like the database of a private window in WebKit. */
function refuseFiles(): void {
  for (const method of ["put", "add"] as const) {
    const write = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...row: Parameters<typeof write>
    ) {
      if (holdsFile(row[0]))
        throw new DOMException("Error preparing Blob/File data to be stored in object store", "UnknownError");
      return write.apply(this, row);
    });
  }
}

function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFile);
}
