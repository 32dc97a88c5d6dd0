import { expect, test, vi } from "vitest";
import { getCamp, getCity, listCamps } from "#shared/features/map/contract.ts";
import { listCampMarks, markCamp } from "#shared/features/explore/contract.ts";
import { getSession } from "#shared/features/account/contract.ts";
import { importCamps, importEvent, type ImportEvent } from "#shared/features/map/import-contract.ts";
import { search } from "#server/features/search/service.ts";
import { announcePlacesInTime } from "./embargo.ts";
import { operatorToken } from "#server/http/operator.ts";
import { ORIGIN, type TestClient } from "#server/testing/test-client.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const camp = (uid: string, name: string, more: object = {}) => ({
  uid,
  name,
  description: "Samovar and carpets",
  location: {
    frontage: "E",
    intersection: "7:30",
    dimensions: "50 x 80",
    exact_location: "Mid-block facing man",
  },
  ...more,
});

async function importFile(
  client: TestClient,
  camps: unknown,
  more: Record<string, string> = {},
): Promise<ImportEvent[]> {
  const text = typeof camps === "string" ? camps : JSON.stringify(camps);
  const body = { file: new File([text], "camps.json"), year: "2024", mode: "import", ...more };
  const response = await client.send(importCamps, { body });
  const frames = (await response.text()).matchAll(/^data: (.*)$/gm);
  return [...frames].flatMap(([, data]) =>
    data === "[DONE]" ? [] : importEvent.parse(JSON.parse(data ?? "")),
  );
}

async function report(client: TestClient, camps: unknown, more: Record<string, string> = {}) {
  const last = (await importFile(client, camps, more)).at(-1);
  if (last?.type !== "done") throw new Error(JSON.stringify(last));
  return last.report;
}

const rows = async (app: TestApp) =>
  (await app.database.pool.query("select id, data, updated_at from camps order by id")).rows;

test("imports a year after a preview, all or nothing and repeatably", async () => {
  await using app = await startTestApp();
  const boss = await app.signUp("The Boss");
  await app.nameOperators("The Boss");
  const guest = app.as("nobody");
  await app.database.kysely
    .insertInto("camps")
    .values({ id: "camp-sample", year: "2026", name: "Sample", data: "{}" })
    .execute();

  const file = [camp("a", "Teapot"), camp("b", "Kettle", { offerings: ["Tea"] }), camp("c", "Cup")];
  const preview = await importFile(boss, file, { mode: "preview" });
  expect(preview.map((event) => (event.type === "progress" ? event.phase : event.type))).toEqual([
    "reading",
    "placing",
    "comparing",
    "done",
  ]);
  expect(await rows(app)).toHaveLength(1);
  expect((await guest.call(getCity, { query: {} })).year).toBeNull();

  expect(await report(boss, file)).toMatchObject({ added: 3, removed: 0, city: "2024", isImported: true });
  const listed = await guest.call(listCamps, {});
  expect(listed.map(({ id, placement }) => [id, placement?.accuracyM])).toEqual([
    ["2024-a", 90],
    ["2024-b", 90],
    ["2024-c", 90],
  ]);
  expect((await guest.call(getCamp, { params: { campId: "2024-b" } })).offerings).toEqual([
    { title: "Tea", description: null },
  ]);
  expect(await guest.refusal(getCamp, { params: { campId: "camp-sample" } })).toMatchObject({ status: 404 });
  expect((await guest.call(getCity, { query: {} })).city.id).toBe("2024");

  const before = await rows(app);
  expect(await report(boss, file)).toMatchObject({ added: 0, changed: 0, unchanged: 3, removed: 0 });
  expect(await rows(app)).toEqual(before);

  const changed = [camp("a", "Teapot & Sons"), camp("b", "Kettle", { offerings: ["Tea"] })];
  expect(await report(boss, changed)).toMatchObject({ changed: 2, unchanged: 0, removed: 1 });
  expect((await guest.call(listCamps, {})).map(({ name }) => name)).toEqual(["Teapot & Sons", "Kettle"]);

  const bad = [...changed, camp("d", "Spoon"), { uid: "e" }, "x"];
  expect((await importFile(boss, bad)).at(-1)).toMatchObject({
    type: "failed",
    code: "invalid-input",
    error: expect.stringContaining("2 of 5 rows cannot be imported, so nothing was"),
  });
  expect((await guest.call(listCamps, {})).map(({ name }) => name)).toEqual(["Teapot & Sons", "Kettle"]);
  expect(await report(boss, bad, { leaveOut: "true" })).toMatchObject({
    added: 1,
    refused: 2,
    problemCount: 2,
  });
  expect((await importFile(boss, '[{"name":')).at(-1)).toMatchObject({ type: "failed" });
  expect((await importFile(boss, [{ uid: "x" }], { leaveOut: "true" })).at(-1)).toMatchObject({
    type: "failed",
  });
  expect(await guest.call(listCamps, {})).toHaveLength(3);
});

test("lets only operators import: by name, by id or with the server's secret", async () => {
  await using app = await startTestApp();
  const file = new File(["[]"], "camps.json");
  const body = { file, year: "2024", mode: "preview" };
  expect(await app.as("nobody").refusal(importCamps, { body })).toMatchObject({ status: 401 });
  const ada = await app.signUp("Ada");
  expect(await ada.refusal(importCamps, { body })).toMatchObject({ status: 403 });
  const warn = vi.spyOn(app.deps.log, "warn");
  await app.nameOperators("the boss");
  expect(warn).toHaveBeenCalledWith({}, expect.stringContaining("there is no account “the boss”"));
  const boss = await app.signUp("The Boss");
  expect(await boss.refusal(importCamps, { body })).toMatchObject({ status: 403 });
  await app.nameOperators("someone", "the boss");
  expect((await boss.send(importCamps, { body })).status).toBe(200);
  const { user } = await boss.call(getSession, {});
  await app.nameOperators(user.userId);
  expect((await boss.send(importCamps, { body })).status).toBe(200);

  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value);
  const withToken = async (token: string) =>
    (
      await app.fetch(
        new Request(ORIGIN + importCamps.path, {
          method: "POST",
          body: form,
          headers: { authorization: `Bearer ${token}`, host: new URL(ORIGIN).host },
        }),
      )
    ).status;
  expect(await withToken(operatorToken(app.deps.secret))).toBe(200);
  expect(await withToken("guess")).toBe(401);

  for (const wrong of [
    { ...body, year: "next" },
    { ...body, mode: "force" },
    { ...body, locationsFrom: "soon" },
    { ...body, file: "text" },
    { ...body, extra: "x" },
  ]) {
    expect(await boss.refusal(importCamps, { body: wrong })).toMatchObject({ status: 400 });
  }
});

test("withholds places until their time from list, card, search and citations", async () => {
  await using app = await startTestApp();
  const boss = await app.signUp("The Boss");
  await app.nameOperators("The Boss");
  const ofSearch = async () => {
    const request = {
      text: "samovar",
      asked: "samovar",
      companion: "base-looby",
      metric: "cosine" as const,
      connected: [],
      near: null,
      limit: 5,
    };
    const [hit] = await search(app.deps, "nobody", request);
    return hit && { place: hit.place, distanceM: hit.distanceM };
  };
  const shown = { latitude: expect.any(Number), location_string: "E & 7:30" };
  const withheld = {
    latitude: null,
    longitude: null,
    location_string: null,
    playa_location: null,
    placement: null,
    color: "#ff7fae",
  };
  const time = new Date(Date.now() + 3_600_000);
  const file = [camp("a", "Teapot")];
  await report(boss, file, { locationsFrom: time.toISOString() });
  expect((await boss.call(listCamps, {}))[0]).toMatchObject(withheld);
  expect(await boss.call(getCamp, { params: { campId: "2024-a" } })).toMatchObject(withheld);
  expect(await ofSearch()).toMatchObject({ place: null });
  expect((await boss.call(getCity, { query: {} })).locationsFrom).toBe(time.toISOString());
  expect((await (await boss.request("/api/playaCamps")).text()).includes("7:30")).toBe(false);

  // Another import does not reveal them, and neither does a check one minute too early.
  await report(boss, [camp("a", "Teapot", { hometown: "Graz" })]);
  await announcePlacesInTime(app.deps);
  expect((await boss.call(listCamps, {}))[0]).toMatchObject(withheld);

  // After an interruption the next check completes it.
  const broken = {
    ...app.database,
    get patient(): never {
      throw new Error("the plug is pulled");
    },
  };
  await expect(announcePlacesInTime({ database: broken }, time)).rejects.toThrow("the plug");
  expect(await ofSearch()).toMatchObject({ place: null });
  await announcePlacesInTime(app.deps, time);
  expect(await ofSearch()).toMatchObject({ place: "7:30 & Enchant" });
  expect(await boss.call(getCamp, { params: { campId: "2024-a" } })).toMatchObject(shown);

  await report(boss, file, { locationsFrom: time.toISOString() });
  expect((await boss.call(listCamps, {}))[0]).toMatchObject(withheld);
  await report(boss, file, { locationsFrom: "none" });
  expect((await boss.call(listCamps, {}))[0]).toMatchObject(shown);
});

test("keeps favourites, notes and communities of camps whose ids changed", async () => {
  await using app = await startTestApp();
  const boss = await app.signUp("The Boss");
  await app.nameOperators("The Boss");
  await report(boss, [camp("a", "Teapot", { hometown: "Reno" }), camp("b", "Kettle"), camp("c", "Cup")]);
  const guest = app.as("a guest");
  for (const [id, note] of [
    ["2024-a", "Chai at nine"],
    ["2024-c", "Ask for Lu"],
  ] as const)
    await guest.call(markCamp, { params: { campId: id }, body: { isFavourite: true, note } });
  await app.database.kysely
    .insertInto("communities")
    .values({ id: "tea", name: "Tea", camp_id: "2024-a" })
    .execute();

  const file = [camp("other-7", "TEAPOT", { hometown: "Reno" }), { ...camp("", "Kettle"), uid: undefined }];
  const preview = { changed: 2, added: 0, removed: 1, leftMarked: ["Cup"] };
  expect(await report(boss, file, { mode: "preview" })).toMatchObject(preview);
  expect(await report(boss, file)).toMatchObject(preview);
  expect((await guest.call(listCamps, {})).map(({ id, name }) => [id, name])).toEqual([
    ["2024-a", "TEAPOT"],
    ["2024-b", "Kettle"],
  ]);
  const marks = [
    { campId: "2024-c", campName: "Cup", note: "Ask for Lu" },
    { campId: "2024-a", campName: "TEAPOT", note: "Chai at nine" },
  ];
  expect((await guest.call(listCampMarks, {})).marks).toMatchObject(marks);
  expect(await report(boss, file)).toMatchObject({ changed: 0, unchanged: 2, removed: 0, leftMarked: [] });
  expect((await guest.call(listCampMarks, {})).marks).toMatchObject(marks);
});

test("keeps notes with their camps when the row numbers in a file shift", async () => {
  await using app = await startTestApp();
  const boss = await app.signUp("The Boss");
  await app.nameOperators("The Boss");
  await report(boss, [camp("1", "Bazaar"), camp("2", "Cup")]);
  const guest = app.as("a guest");
  await guest.call(markCamp, { params: { campId: "2024-1" }, body: { isFavourite: true, note: "Rugs" } });

  const file = [camp("1", "Acorn"), camp("2", "Bazaar"), camp("3", "Cup")];
  expect(await report(boss, file)).toMatchObject({ added: 1, removed: 0 });
  const stored = await rows(app);
  expect((await guest.call(getCamp, { params: { campId: "2024-1" } })).name).toBe("Bazaar");
  expect((await guest.call(listCampMarks, {})).marks).toMatchObject([
    { campId: "2024-1", campName: "Bazaar" },
  ]);
  expect(await report(boss, file)).toMatchObject({ added: 0, unchanged: 3, changed: 0, removed: 0 });
  expect(await rows(app)).toEqual(stored);
});

test("keeps notes about a camp that left apart from a new one of its row number, until it returns", async () => {
  await using app = await startTestApp();
  const boss = await app.signUp("The Boss");
  await app.nameOperators("The Boss");
  await report(boss, [camp("1", "Bazaar"), camp("2", "Cup")]);
  const guest = app.as("a guest");
  await guest.call(markCamp, { params: { campId: "2024-2" }, body: { note: "Ask for Lu" } });
  await report(boss, [camp("1", "Bazaar")]);
  await report(boss, [camp("1", "Bazaar"), camp("2", "Zulu")]);
  const marks = async () => (await guest.call(listCampMarks, {})).marks;
  expect(await marks()).toMatchObject([{ campName: "Cup", note: "Ask for Lu" }]);
  expect((await guest.call(listCamps, {})).map(({ name }) => name).toSorted()).toEqual(["Bazaar", "Zulu"]);
  await report(boss, [camp("1", "Bazaar"), camp("2", "Zulu"), camp("3", "Cup")]);
  const [mark] = await marks();
  const returned = (await guest.call(listCamps, {})).find(({ name }) => name === "Cup");
  expect(mark).toMatchObject({ campId: returned?.id, campName: "Cup" });
});

test("adds a thousand places in pieces between other requests", async () => {
  await using app = await startTestApp();
  const boss = await app.signUp("The Boss");
  await app.nameOperators("The Boss");
  const time = new Date(Date.now() + 3_600_000);
  const many = Array.from({ length: 1_000 }, (_, index) => camp(`c${index}`, `Camp ${index}`));
  await report(boss, many, { locationsFrom: time.toISOString() });
  const announcements = async () =>
    (
      await app.database.pool.query<{ n: number }>(
        "select count(*)::int as n from search_documents where kind = 'camp' and place is not null",
      )
    ).rows[0]?.n ?? -1;
  expect(await announcements()).toBe(0);
  let isOver = false;
  const ended = announcePlacesInTime(app.deps, time).finally(() => (isOver = true));
  const seen: number[] = [];
  while (!isOver) seen.push(await announcements());
  await ended;
  expect(seen.some((some) => some > 0 && some < 1_000)).toBe(true);
  expect(await announcements()).toBe(1_000);
});
