import { expect, test } from "vitest";
import { photoFolders, type PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { breakStorage, saveTestPhoto, storedFiles } from "#server/testing/test-photos.ts";
import { claimPhotos, markStored, reservePhoto } from "./repository.ts";
import { photoRoutes } from "./routes.ts";
import { sweepUnclaimed } from "./store-photo.ts";

const ada = { userId: "ada" };
const bob = { userId: "bob" };
const generator = { purpose: "entry", usedBy: "resource:generator" } as const;
const tent = { purpose: "entry", usedBy: "resource:tent" } as const;

test("claims only the user's own photos, for their purpose, by one thing", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const mine = await row(database, "ada", "entry");
  const cover = await row(database, "ada", "cover");
  const foreign = await row(database, "bob", "entry");
  const unfinished = await row(database, "ada", "entry", { isStored: false });
  const refused: Record<string, string[]> = {
    "another's": [foreign],
    "another's among mine": [mine, foreign],
    "uploaded as a cover": [cover],
    "not there": ["entries/ada/1753400000000-000000000000000000000000.webp"],
    "not finished": [unfinished],
    "a thumbnail by its own name": [mine.replace(".webp", ".thumb.webp")],
  };
  for (const [name, paths] of Object.entries(refused)) {
    const claim = db.transaction().execute((tx) => claimPhotos(tx, ada, paths, generator));
    await expect(claim, name).rejects.toMatchObject({
      code: "forbidden",
      message: "One of the photos is not yours or is no longer here. Please add it again.",
    });
  }
  expect(Object.values(await uses(database)).filter((use) => use !== null)).toEqual([]);

  await claimPhotos(db, ada, [mine, mine], generator);
  await expect(claimPhotos(db, ada, [mine], tent)).rejects.toMatchObject({ code: "forbidden" });
  expect(await uses(database)).toMatchObject({ [mine]: "resource:generator" });
});

test("lets another admin save a record with its photo, and releases a replaced photo", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const cover = { purpose: "cover", usedBy: "community:tinkerers" } as const;
  const profile = { purpose: "profile", usedBy: "community:tinkerers" } as const;
  const first = await row(database, "ada", "cover");
  const face = await row(database, "ada", "profile");
  await claimPhotos(db, ada, [first], cover);
  await claimPhotos(db, ada, [face], profile);

  await claimPhotos(db, bob, [first], cover);
  const second = await row(database, "bob", "cover");
  await claimPhotos(db, bob, [second], cover);
  expect(await uses(database)).toEqual({ [first]: null, [second]: cover.usedBy, [face]: profile.usedBy });
  await claimPhotos(db, bob, [], cover);
  expect(await uses(database)).toEqual({ [first]: null, [second]: null, [face]: profile.usedBy });
});

test("gives a photo to one of two concurrent claims", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const path = await row(database, "ada", "entry");
  const claims = [generator, tent].map((use) =>
    db.transaction().execute((tx) => claimPhotos(tx, ada, [path], use)),
  );
  const outcomes = (await Promise.allSettled(claims)).map((claim) => claim.status);
  expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("accepts one of two concurrent uploads that fit only alone", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const photos = ["1", "2"].map((name) => ({
    path: `entries/ada/${name}.webp`,
    ownerId: "ada",
    purpose: "entry" as const,
    size: 600,
    width: 1,
    height: 1,
    sha256: "",
  }));
  const taken = await Promise.all(
    photos.map((photo) => reservePhoto(db, photo, { photos: 10, photoBytes: 1000 })),
  );
  expect(new Set(taken)).toEqual(new Set(["bytes", null]));
});

test("deletes unused photos, bytes first, and retries failed deletions", async () => {
  await using app = await startTestApp({ routes: photoRoutes });
  const { database, deps } = app;
  const client = await app.signUp("Ada");
  const forgotten = await saveTestPhoto(client);
  const shown = await saveTestPhoto(client);
  await claimPhotos(database.kysely, shown, [shown.path], generator);
  const crashed = await row(database, "ada", "entry", { isStored: false });
  const young = await row(database, "bob", "entry", { unusedSince: new Date(Date.now() + 120_000) });
  expect(await sweepUnclaimed(deps, new Date(Date.now() - 60_000))).toBe(0);
  const soon = new Date(Date.now() + 60_000);

  const outage = breakStorage(app);
  expect(await sweepUnclaimed(deps, soon)).toBe(0);
  expect(await uses(database)).toMatchObject({ [forgotten.path]: null, [crashed]: null });
  const late = claimPhotos(database.kysely, forgotten, [forgotten.path], tent);
  await expect(late).rejects.toMatchObject({ code: "forbidden" });

  outage.repair();
  expect(await sweepUnclaimed(deps, soon)).toBe(2);
  expect(await uses(database)).toEqual({ [shown.path]: generator.usedBy, [young]: null });
  expect(await storedFiles(app)).toHaveLength(2);
  expect((await client.request(forgotten.url, { method: "HEAD" })).status).toBe(404);
  expect((await client.request(shown.url, { method: "HEAD" })).status).toBe(200);
});

let made = 0;
const roomy = { photos: 1e9, photoBytes: 1e9 };

/** A row without bytes. */
async function row(
  { kysely: db }: DatabaseClient,
  ownerId: string,
  purpose: PhotoPurpose,
  { isStored = true, unusedSince }: { isStored?: boolean; unusedSince?: Date } = {},
): Promise<string> {
  const path = `${photoFolders[purpose]}/${ownerId}/1753400000000-${++made}.webp`;
  await reservePhoto(db, { path, ownerId, purpose, size: 1, width: 1, height: 1, sha256: "" }, roomy);
  if (isStored) await markStored(db, path);
  if (unusedSince !== undefined)
    await db.updateTable("photos").set({ unused_since: unusedSince }).where("path", "=", path).execute();
  return path;
}

async function uses({ kysely }: DatabaseClient): Promise<Record<string, string | null>> {
  const rows = await kysely.selectFrom("photos").select(["path", "used_by"]).execute();
  return Object.fromEntries(rows.map((photo) => [photo.path, photo.used_by]));
}
