import { expect, test } from "vitest";
import { type AddressSuggestion, searchAddresses } from "#shared/features/places/contract.ts";
import { AppError } from "#server/http/app-error.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { Geocoder } from "#server/platform/geocoder/geocoder.ts";
import { placeRoutes } from "./routes.ts";
import { takeTurn } from "./repository.ts";

const ask = async (app: TestApp, q: string, submit = false) =>
  await app.as("Ada").call(searchAddresses, { query: { q, ...(submit ? { submit: "true" as const } : {}) } });

test("lists city addresses, then addresses in use, then the geocoder's, each once", async () => {
  const geocoder = fakeGeocoder({ mayTypeAhead: true, names: ["Enchant, Berlin", "Am Ufer 1, Berlin"] });
  await using app = await startTestApp({ routes: placeRoutes, deps: { geocoder } });
  await app.signUp("Ada");
  await app.database.kysely
    .insertInto("communities")
    .values([
      { id: "a", name: "A", address: "Am Ufer 1", city: "Berlin", latitude: 52.5, longitude: 13.4 },
      { id: "b", name: "B", address: "100% Weg", city: "", latitude: 52.5, longitude: 13.4 },
      { id: "c", name: "C", address: "Am Ufer 2", city: "Berlin" },
    ])
    .execute();

  const city = await ask(app, "7.30 @ enchant");
  expect(city.suggestions[0]).toMatchObject({ display_name: "7:30 & Enchant", source: "city" });
  expect(city.suggestions[0]?.lat).toBeCloseTo(40.786, 2);
  expect(city.attribution?.text).toContain("OpenStreetMap");

  const library = await ask(app, "ufer BERLIN");
  expect(library.suggestions.map(({ display_name, source }) => [display_name, source])).toEqual([
    ["Am Ufer 1, Berlin", "library"],
    ["Enchant, Berlin", "geocoder"],
  ]);
  await app.database.kysely
    .insertInto("communities")
    .values({
      id: "d",
      name: "D",
      address: "Görlitzer Straße 3",
      city: "Łódź",
      latitude: 51.8,
      longitude: 19.5,
    })
    .execute();
  expect((await ask(app, "gorlitzer strasse lodz")).suggestions[0]?.display_name).toBe(
    "Görlitzer Straße 3, Łódź",
  );
  for (const [id, address] of [
    ["e", "서울 길 3"],
    ["f", "ถนนสีลม 5"],
    ["g", "हिन्दी मार्ग 7"],
  ] as const) {
    await app.database.kysely
      .insertInto("communities")
      .values({ id, name: id, address, city: "", latitude: 1, longitude: 1 })
      .execute();
    expect((await ask(app, address)).suggestions[0]?.display_name).toBe(address);
  }
  expect((await ask(app, "100%")).suggestions[0]?.display_name).toBe("100% Weg");
  expect((await ask(app, "___")).suggestions.map(({ source }) => source)).not.toContain("library");
});

test("calls the geocoder once a month per query, and only on Enter where required", async () => {
  const geocoder = fakeGeocoder({ mayTypeAhead: false, names: ["Am Ufer 1, Berlin"] });
  await using app = await startTestApp({ routes: placeRoutes, deps: { geocoder } });
  await app.signUp("Ada");
  expect(await ask(app, "am ufer")).toEqual({ suggestions: [], geocoder: "on-submit", attribution: null });
  expect(geocoder.asked).toEqual([]);
  expect(await ask(app, "Am  Ufer", true)).toMatchObject({ geocoder: "answered" });
  expect((await ask(app, "am ufer")).suggestions[0]?.display_name).toBe("Am Ufer 1, Berlin");
  expect(geocoder.asked).toEqual(["Am  Ufer"]);
});

test("spaces calls to the geocoder and lets no user wait too long", async () => {
  await using app = await startTestApp({ routes: placeRoutes });
  const waits: (number | null)[] = [];
  for (let call = 0; call < 4; call += 1) {
    waits.push(await takeTurn(app.database.kysely, "x", 60_000, 150_000));
  }
  expect(waits[0]).toBe(0);
  expect(waits[1]).toBeGreaterThan(50_000);
  expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) + 50_000);
  expect(waits[3]).toBeNull();
  expect(await takeTurn(app.database.kysely, "y", 60_000, 0)).toBe(0);
});

test("calls the geocoder again after the clock was set back", async () => {
  await using app = await startTestApp({ routes: placeRoutes });
  await takeTurn(app.database.kysely, "x", 1_000, 5_000);
  await app.database.pool.query("update outbound_turns set next_at = next_at + interval '4 years'");
  expect(await takeTurn(app.database.kysely, "x", 1_000, 5_000)).toBe(0);
});

test("finds local addresses without internet and reports the geocoder's failure", async () => {
  const geocoder = fakeGeocoder({ mayTypeAhead: true, names: [] });
  geocoder.search = async () => {
    throw new AppError("upstream-failed", "no line");
  };
  await using app = await startTestApp({ routes: placeRoutes, deps: { geocoder } });
  await app.signUp("Ada");
  const answer = await ask(app, "4:30 & G");
  expect(answer).toMatchObject({ geocoder: "failed", attribution: null });
  expect(answer.suggestions).toHaveLength(1);
});

test("rejects invalid queries with a sentence", async () => {
  await using app = await startTestApp({ routes: placeRoutes });
  expect(await app.as("nobody").refusal(searchAddresses, { query: { q: "berlin" } })).toMatchObject({
    status: 401,
  });
  await app.signUp("Ada");
  for (const query of [{}, { q: "ab" }, { q: "  a  " }, { q: "x".repeat(201) }, { q: "abc", submit: "1" }]) {
    expect(await app.as("Ada").refusal(searchAddresses, { query })).toMatchObject({ status: 400 });
  }
  expect(await ask(app, "none of this")).toEqual({ suggestions: [], geocoder: "off", attribution: null });
});

function fakeGeocoder({ mayTypeAhead, names }: { mayTypeAhead: boolean; names: string[] }) {
  const asked: string[] = [];
  const none = { house_number: null, road: null, city: null, state: null, postcode: null, country: null };
  const found = names.map((display_name): AddressSuggestion => ({
    display_name,
    lat: 1,
    lon: 2,
    address: none,
    source: "geocoder",
  }));
  return {
    id: "fake@x/",
    mayTypeAhead,
    pauseMs: 0,
    attribution: { text: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright" },
    asked,
    async search(question: string) {
      asked.push(question);
      return found;
    },
  } satisfies Geocoder & { asked: string[] };
}
