import { expect, test } from "vitest";
import { getCity, locateAddress } from "#shared/features/map/contract.ts";
import { createCampPayloadCache } from "./camp-payload.ts";
import { mapRoutes } from "./routes.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

test("parses an address in any year's format and places it in that year's city", async () => {
  await using database = await openTestDatabase();
  await using app = await startTestApp({ routes: mapRoutes(createCampPayloadCache(database.kysely)) });
  const guest = app.as("nobody");
  const locate = async (q: string, year?: string) =>
    await guest.call(locateAddress, { query: year === undefined ? { q } : { q, year } });

  const baffle = await locate("4:15 @ Baffle", "2024");
  expect(baffle).toMatchObject({
    kind: "intersection",
    street: "B",
    time: "4:15",
    city: "2024",
    accuracyM: 115,
  });
  expect(baffle.written).toBe("4:15 & Baffle");
  // 4:15 is bearing 172.5 degrees, and B is 3,215 feet out.
  expect(baffle.latitude).toBeCloseTo(40.786955 + (979.932 * Math.cos((172.5 * Math.PI) / 180)) / 111_050, 5);
  expect(await locate("7:30 G Plaza @ 4:30", "2023")).toMatchObject({
    kind: "plaza",
    street: null,
    time: "4:30",
    plazaTime: "7:30",
    plazaStreet: "G",
    accuracyM: 30,
  });
  expect(await locate("E & 7:30")).toMatchObject({ city: "spec", written: "7:30 & Enchant" });
  expect(await locate("Alyssum & 5:00", "2012")).toMatchObject({ street: "A", city: "spec" });
  for (const [q, kind] of [
    ["", "none"],
    ["None & None", "none"],
    ["Cancelled", "unknown"],
    ["w/in Sin City", "village"],
  ] as const) {
    expect(await locate(q, "2024")).toMatchObject({ kind, latitude: null, longitude: null, accuracyM: null });
  }
  for (const query of [
    {},
    { q: "x".repeat(301) },
    { q: "E & 7:30", year: "next" },
    { q: "E", year: "1066" },
  ]) {
    expect(await guest.refusal(locateAddress, { query })).toMatchObject({ status: 400 });
  }
  expect((await guest.call(getCity, { query: {} })).city.id).toBe("spec");
  expect((await guest.call(getCity, { query: { year: "2025" } })).city.streets[1]?.name).toBe("Atwood");
});
