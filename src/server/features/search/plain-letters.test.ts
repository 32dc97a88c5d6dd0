import { sql } from "kysely";
import { expect, test } from "vitest";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { plainLetters } from "#shared/plain-letters.ts";
import { createLog } from "#server/log.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { upsertDocuments } from "./repository.ts";
import { search } from "./service.ts";

test.each([
  ["brulee", "Crème brûlée torch"],
  ["SMORREBROD", "Smørrebrød board"],
  ["lodz", "Łódź lamp"],
  ["Łódź", "Lodz lamp"],
  ["strasse", "Straße sign"],
  ["cafe", "Café table"],
  ["dustys", "Dusty’s tent"],
  ["smorrebrd", "Smørrebrød board"],
])("%s finds %s", async (text, title) => {
  await using database = await openTestDatabase();
  const others = Array.from({ length: 20 }, (_, index) => documentOf(`camp:${index}`, `Number ${index}`));
  await upsertDocuments(database.kysely, [documentOf("resource:it", title), ...others]);
  const deps = { database, embedder: fakeEmbedder(), log: createLog("silent") };
  expect((await search(deps, null, { text, limit: 5 }))[0]?.id).toBe("resource:it");
});

test("folds letters in the database as on the phone", async () => {
  await using database = await openTestDatabase();
  for (const text of [
    "Crème BRÛLÉE",
    "Smørrebrød",
    "ŁÓDŹ đak Æon œuvre Þór Straße ħaġar",
    "Dusty’s ñandú",
    "한국어 東京",
  ]) {
    const { rows } = await sql<{ folded: string }>`select folded(${text})`.execute(database.kysely);
    expect(rows[0]?.folded.toLowerCase()).toBe(plainLetters(text).normalize("NFC"));
  }
});

function documentOf(id: string, title: string): SearchDocument {
  const ownerless = { ownerId: null, communityId: null, companion: null };
  return {
    ...ownerless,
    id,
    kind: "resource",
    title,
    body: "",
    place: null,
    latitude: null,
    longitude: null,
  };
}
