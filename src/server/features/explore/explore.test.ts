import { afterAll, expect, test } from "vitest";
import {
  addDiscoveries,
  listCampMarks,
  listDiscoveries,
  MAX_DISCOVERIES_PER_CALL,
  MAX_NOTE,
  markCamp,
} from "#shared/features/explore/contract.ts";
import { newId } from "#shared/id.ts";
import { saveCamps } from "#server/features/map/repository.ts";
import { generateCamps } from "#server/sample/camps.ts";
import { startTestApp } from "#server/testing/test-app.ts";

const app = await startTestApp();
afterAll(() => app[Symbol.asyncDispose]());
const camps = generateCamps(1, 8);
await saveCamps(
  app.database.kysely,
  camps.map((camp) => ({ camp, card: { offerings: [], events: [] } })),
);
await app.database.kysely.insertInto("communities").values({ id: "tinker", name: "Tinker Row" }).execute();
const ids = camps.map(({ id }) => id);

test("hides marks from other users and deletes empty ones", async () => {
  const ada = app.as("ada");
  const params = { campId: ids[0] ?? "" };
  await ada.call(markCamp, { params, body: { isFavourite: true } });
  const noted = await ada.call(markCamp, { params, body: { note: "Coffee at nine" } });
  expect(noted).toMatchObject({ campId: params.campId, isFavourite: true, note: "Coffee at nine" });
  expect((await ada.call(listCampMarks, {})).marks).toEqual([{ ...noted, campName: camps[0]?.name }]);
  expect((await app.as("bob").call(listCampMarks, {})).marks).toEqual([]);
  await app.as("bob").call(markCamp, { params, body: { note: "Bob's" } });

  await ada.call(markCamp, { params, body: { isFavourite: false } });
  expect((await ada.call(listCampMarks, {})).marks).toMatchObject([
    { isFavourite: false, note: "Coffee at nine" },
  ]);
  await ada.call(markCamp, { params, body: { note: "" } });
  expect((await ada.call(listCampMarks, {})).marks).toEqual([]);
  expect((await app.as("bob").call(listCampMarks, {})).marks).toMatchObject([{ note: "Bob's" }]);
});

test("stores the note of a deleted camp but rejects marks of unknown camps", async () => {
  const ada = app.as("cyd");
  const params = { campId: ids[7] ?? "" };
  await ada.call(markCamp, { params, body: { note: "Back next year?" } });
  await app.database.kysely.deleteFrom("camps").where("id", "=", params.campId).execute();
  expect((await ada.call(listCampMarks, {})).marks).toHaveLength(1);
  expect(await ada.refusal(markCamp, { params, body: { isFavourite: true } })).toMatchObject({
    status: 404,
    error: "This camp is not on the map any more. Please choose another one.",
  });
  await ada.call(markCamp, { params, body: { note: "" } });
  expect((await ada.call(listCampMarks, {})).marks).toEqual([]);
});

test("stores a discovery once with its first time", async () => {
  const ada = app.as("dot");
  const discoveredAt = "2026-01-02T03:04:05.000Z";
  const camp = { kind: "camp", id: ids[0] ?? "", discoveredAt } as const;
  const key = { idempotencyKey: newId() };
  const first = await ada.call(addDiscoveries, { body: { places: [camp] } }, key);
  expect(first.discovered).toEqual([camp]);
  expect(await ada.call(addDiscoveries, { body: { places: [camp] } }, key)).toEqual(first);
  const again = await ada.call(addDiscoveries, { body: { places: [{ kind: "camp", id: camp.id }, camp] } });
  expect(again.discovered).toEqual([]);

  const walk = [
    { kind: "community", id: "tinker" },
    { kind: "art", id: "man" },
    { kind: "art", id: "temple" },
  ] as const;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ada.call(addDiscoveries, { body: { places: [...walk] } })),
  );
  expect(answers.flatMap(({ discovered }) => discovered)).toHaveLength(3);
  expect((await ada.call(listDiscoveries, {})).discoveries).toHaveLength(4);
  expect((await app.as("bob").call(listDiscoveries, {})).discoveries).toEqual([]);
});

test("skips unknown places and never dates a discovery in the future", async () => {
  const ada = app.as("eve");
  await app.database.kysely.updateTable("communities").set({ status: "archived" }).execute();
  const places = [
    { kind: "camp", id: "no-camp" },
    { kind: "community", id: "tinker" },
    { kind: "art", id: "the-moon" },
    // A camp's id does not identify a community.
    { kind: "community", id: ids[1] ?? "" },
    { kind: "camp", id: ids[1] ?? "", discoveredAt: "2999-01-01T00:00:00Z" },
  ] as const;
  const { discovered } = await ada.call(addDiscoveries, { body: { places: [...places] } });
  expect(discovered).toMatchObject([{ kind: "camp", id: ids[1] }]);
  expect(Date.parse(discovered[0]?.discoveredAt ?? "")).toBeLessThanOrEqual(Date.now());
});

test("moves a visitor's marks and discoveries without replacing the account's", async () => {
  const ada = app.as("fay");
  await ada.call(markCamp, { params: { campId: ids[0] ?? "" }, body: { note: "Seen as a visitor" } });
  await ada.call(addDiscoveries, { body: { places: [{ kind: "art", id: "man" }] } });
  await app.signUp("fay");
  expect((await ada.call(listCampMarks, {})).marks).toMatchObject([{ note: "Seen as a visitor" }]);
  expect((await ada.call(listDiscoveries, {})).discoveries).toMatchObject([{ id: "man" }]);
});

test("rejects bad input", async () => {
  const ada = app.as("gil");
  const campId = ids[0] ?? "";
  for (const body of [
    { isFavourite: "yes" },
    { note: 7 },
    { note: "x".repeat(MAX_NOTE + 1) },
    { note: "NUL\u0000" },
    { userId: "somebody" },
  ])
    expect(await refusalOf({ params: { campId }, body }), JSON.stringify(body)).toBe("invalid-input");
  expect(await refusalOf({ params: { campId: "../1" }, body: {} })).toBe("invalid-input");
  const man = { kind: "art", id: "man" };
  for (const places of [
    [],
    Array.from({ length: MAX_DISCOVERIES_PER_CALL + 1 }, () => man),
    [{ ...man, kind: "companion" }],
    [{ ...man, latitude: 40 }],
    [{ ...man, discoveredAt: "yesterday" }],
    "man",
  ]) {
    const refused = await ada.refusal(addDiscoveries, { body: { places: places as [] } });
    expect(refused.code, JSON.stringify(places)).toBe("invalid-input");
  }
  expect((await ada.call(listDiscoveries, {})).discoveries).toEqual([]);
});

async function refusalOf(input: { params: { campId: string }; body: object }) {
  return (await app.as("gil").refusal(markCamp, input)).code;
}
