import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import {
  breakStorage,
  saveTestPhoto,
  sendTestPhoto,
  storedFiles,
  testPicture,
} from "#server/testing/test-photos.ts";
import { photoLink, photoView } from "./signed-link.ts";
import { photoRoutes } from "./routes.ts";

test("shows no user id in the address of a photo", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const { path, url, userId } = await saveTestPhoto(await app.signUp("Ada"));
  expect(`${path} ${url} ${photoView(app.deps, path).thumbUrl}`).not.toContain(userId);
});

test("serves only the pixels of a user's photo, to every visitor with the link", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const photo = await saveTestPhoto(ada);
  expect(photo.type).toBe("image/webp");
  expect(photo.path).toMatch(/^entries\/[0-9a-f]{2}\/\d{13}-[0-9a-f]{24}\.webp$/);
  expect((await sendTestPhoto(ada, { userId: photo.userId })).status).toBe(200);

  const seen = await app.as("a stranger").request(photo.url);
  expect(seen.status).toBe(200);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-length": String(photo.size),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
  const bytes = new Uint8Array(await seen.arrayBuffer());
  expect(bytes.length).toBe(photo.size);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 600, height: 400 });

  const { thumbUrl } = photoView(app.deps, photo.path);
  const thumb = await app.as("a stranger").request(thumbUrl);
  expect(await sharp(await thumb.arrayBuffer()).metadata()).toMatchObject({ format: "webp", width: 320 });
});

test("caches the photo for the link's lifetime and revalidates without loading it again", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const { url } = await saveTestPhoto(ada, "cover");
  const seen = await ada.request(url);
  const bytes = await seen.arrayBuffer();
  const [, maxAge] =
    /^private, max-age=(\d+), immutable$/.exec(seen.headers.get("cache-control") ?? "") ?? [];
  expect(Number(maxAge)).toBeGreaterThan(3590);
  expect(Number(maxAge)).toBeLessThanOrEqual(4200);
  const etag = seen.headers.get("etag") ?? "";

  const again = await ada.request(url, { headers: { "if-none-match": `"other", W/${etag}` } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  const other = await ada.request(url, { method: "HEAD", headers: { "if-none-match": `"other"` } });
  expect(other.status).toBe(200);
  expect(other.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(await other.text()).toBe("");
});

test("asks visitors to sign in, and rejects uploads in another user's name", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const visitor = app.as("a visitor");
  await visitor.call(getSession, {});
  for (const client of [visitor, app.as("nobody")]) {
    const answer = await sendTestPhoto(client);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      code: "unauthenticated",
      error: "Please sign in to upload images",
    });
  }
  const bob = await saveTestPhoto(await app.signUp("Bob"));
  const refused = await sendTestPhoto(await app.signUp("Ada"), { userId: bob.userId });
  expect(await refused.json()).toEqual({
    code: "forbidden",
    error: "You do not have permission to upload files. Please sign in.",
  });
  expect(await photos(app)).toHaveLength(1);
});

test("accepts exactly 5 MB and rejects one byte more", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const picture = await testPicture();
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
  expect((await sendTestPhoto(ada, { bytes: padded(5_242_880) })).status).toBe(200);
  for (const size of [5_242_881, 6_000_000]) {
    const answer = await sendTestPhoto(ada, { bytes: padded(size) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      code: "too-large",
      error: "File size exceeds the maximum limit of 5MB.",
    });
  }
  expect(await photos(app)).toHaveLength(1);
});

test("cuts off an upload without a length at the limit", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(randomBytes(65_536));
    },
  });
  const init = {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: endless,
    duplex: "half", // required by Node, missing in the DOM types
  };
  const answer = await ada.request(uploadPhoto.path, init);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: "File size exceeds the maximum limit of 5MB." });
});

test("leaves no file behind after a refused upload", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const text = await sendTestPhoto(ada, { bytes: Buffer.from("I am a JPEG, honestly") });
  expect(text.status).toBe(415);
  expect(await text.json()).toEqual({
    code: "unsupported-media-type",
    error: "Unsupported file type. Please upload JPEG, PNG, or WebP images.",
  });
  const cut = (await testPicture()).subarray(0, 2000);
  expect((await sendTestPhoto(ada, { bytes: cut })).status).toBe(400);
  expect((await sendTestPhoto(ada, { purpose: "../etc" })).status).toBe(400);
  expect((await sendTestPhoto(ada, { path: "entries/bob/a.webp" })).status).toBe(400);
  const json = await ada.request(uploadPhoto.path, { method: "POST", body: "{}" });
  expect(json.status).toBe(415);
  expect(await photos(app)).toEqual([]);
  expect(await storedFiles(app)).toEqual([]);
});

test("rejects a link with any bit flipped", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const { url, path } = await saveTestPhoto(ada);
  const stranger = app.as("a stranger");
  for (const link of [url, photoView(app.deps, path).thumbUrl]) {
    expect((await stranger.request(link, { method: "HEAD" })).status).toBe(200);
    // All but the first slash: without it the rest is a relative address, which resolves to the same URL.
    for (let index = 1; index < link.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = String.fromCharCode(link.charCodeAt(index) ^ (1 << bit));
        const forged = link.slice(0, index) + flipped + link.slice(index + 1);
        const { status } = await stranger.request(forged, { method: "HEAD" });
        expect(status >= 400 && status < 500, `${status} ${forged}`).toBe(true);
      }
    }
  }
});

test("rejects an expired link and answers for deleted photos as for unknown ones", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const { path, url } = await saveTestPhoto(ada);
  const ended = await ada.request(linkTo(app, path, Date.now() - 4_200_000));
  expect(ended.status).toBe(410);
  expect(await ended.json()).toMatchObject({ code: "gone" });

  const never = await ada.request(linkTo(app, "entries/ada/1753400000000-0.webp"));
  const forged = await ada.request(url.replace(/signature=.{10}/, "signature=AAAAAAAAAA"));
  await app.deps.storage.delete(path);
  const gone = await ada.request(url);
  expect([never.status, gone.status, forged.status]).toEqual([404, 404, 404]);
  const words = await never.text();
  expect([await gone.text(), await forged.text()]).toEqual([words, words]);
});

test("rejects paths that lead out of the photos, even with a signature", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const parts = [
    "..",
    ".",
    "%2e%2e",
    "..%2f",
    "%2e%2e%2f",
    "..%5c",
    "....//",
    "%252e%252e",
    "..%00",
    "%c0%ae%c0%ae",
  ];
  const targets = ["etc/passwd", "secret", "database/PG_VERSION", "secret.webp", "x/secret.webp"];
  const paths = parts.flatMap((part) =>
    targets.flatMap((target) => [
      `${part}/${target}`,
      `entries/${part}/${target}`,
      `entries/ada/${part}${target}`,
      `${part}${part}/${part}/${target}`,
    ]),
  );
  expect(paths).toHaveLength(200);
  for (const path of paths) {
    const { status } = await app.as("a stranger").request(linkTo(app, path), { method: "HEAD" });
    expect([400, 404], path).toContain(status);
  }
});

test("answers 502 and stores no photo while the storage is down", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const outage = breakStorage(app);
  const answer = await sendTestPhoto(ada, { key: "upload-0001" });
  expect(answer.status).toBe(502);
  expect(await answer.json()).toEqual({
    code: "upstream-failed",
    error: "Failed to upload image. Please try again.",
  });
  expect(await storedFiles(app)).toEqual([]);

  outage.repair();
  const again = await sendTestPhoto(ada, { key: "upload-0001" });
  const { path } = uploadPhoto.response.parse(await again.json());
  const rows = await photos(app);
  expect(rows.filter((photo) => photo.is_stored)).toMatchObject([{ path }]);
  // The row of the failed upload remains, because it is unknown whether the storage has the bytes.
  expect(rows).toHaveLength(2);
});

test("stores a repeated upload once, whether sequential or concurrent", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const once = { bytes: await testPicture(), key: "upload-0001" };
  const first: unknown = await (await sendTestPhoto(ada, once)).json();
  expect(await (await sendTestPhoto(ada, once)).json()).toEqual(first);
  expect(await photos(app)).toHaveLength(1);
  expect((await sendTestPhoto(ada, { ...once, purpose: "cover" })).status).toBe(422);

  const both = await Promise.all([1, 2].map(() => sendTestPhoto(ada, { ...once, key: "upload-0002" })));
  const [one, other] = await Promise.all(both.map(async (answer): Promise<unknown> => await answer.json()));
  expect(one).toEqual(other);
  expect((await photos(app)).filter((photo) => photo.is_stored)).toHaveLength(2);
});

test("limits a user's photos to 200 MB", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const ada = await app.signUp("Ada");
  const { path } = await saveTestPhoto(ada);
  const almost = { size: 200 * 1024 * 1024 - 100 };
  await app.database.kysely.updateTable("photos").set(almost).where("path", "=", path).execute();
  const answer = await sendTestPhoto(ada);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({
    code: "quota-reached",
    error: expect.stringContaining("200 MB") as unknown,
  });
  expect((await sendTestPhoto(await app.signUp("Bob"))).status).toBe(200);
  expect(await photos(app)).toHaveLength(2);
});

function photos(app: TestApp) {
  return app.database.kysely.selectFrom("photos").selectAll().execute();
}

function linkTo(app: TestApp, path: string, now?: number): string {
  return photoLink(app.deps.secret, path, "full", now);
}
