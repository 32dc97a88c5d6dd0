import { test, expect } from "vitest";
import { citySchema } from "./city-schema.ts";
import { findStreet, specCity, wgs84MetresPerDegree } from "./city.ts";

test("contains the specification's streets at the specification's radii", () => {
  const degrees = specCity.streets.map(({ ref, name, radius }) => [
    ref,
    name,
    Number((radius / specCity.metresPerDegree.latitude).toFixed(6)),
  ]);
  expect(degrees).toEqual([
    ["Esplanade", "Esplanade", 0.0022],
    ["A", "Agog", 0.003],
    ["B", "Baffie", 0.0038],
    ["C", "Captivate", 0.0046],
    ["D", "Delight", 0.0054],
    ["E", "Enchant", 0.0062],
    ["F", "Fascinate", 0.007],
    ["G", "Gobsmack", 0.0078],
    ["H", "Hypergawk", 0.0086],
    ["I", "Intrigue", 0.0094],
    ["J", "Jawdrop", 0.0102],
    ["K", "Kobler", 0.011],
    ["L", "L", 0.0118],
  ]);
  expect(specCity.bearing12).toBe(45);
  expect(specCity.centre).toEqual({ latitude: 40.786367, longitude: -119.203583 });
  expect(specCity.metresPerDegree.longitude / specCity.metresPerDegree.latitude).toBeCloseTo(0.757, 3);
  expect(findStreet(specCity, "E")?.name).toBe("Enchant");
});

test("reads back a city from its JSON file and rejects a broken file", () => {
  const parsed = citySchema.safeParse(JSON.parse(JSON.stringify(specCity)));
  expect(parsed.success && parsed.data).toEqual(specCity);

  const broken = [
    { ...specCity, bearing12: "45" },
    { ...specCity, centre: { latitude: 140, longitude: 0 } },
    { ...specCity, arc: { from: "2:00", to: "25:00" } },
    { ...specCity, streets: [] },
    { ...specCity, streets: [{ ...specCity.streets[0], ref: "Q" }, specCity.streets[1]] },
    { ...specCity, surprise: true },
    null,
  ];
  for (const city of broken) expect(citySchema.safeParse(city).success).toBe(false);
});

test("measures a degree on the ellipsoid", () => {
  // Values of the WGS 84 tables (National Geospatial-Intelligence Agency) for 0, 45 and 60 degrees.
  expect(wgs84MetresPerDegree(0).latitude).toBeCloseTo(110_574, -1);
  expect(wgs84MetresPerDegree(45).latitude).toBeCloseTo(111_132, -1);
  expect(wgs84MetresPerDegree(45).longitude).toBeCloseTo(78_847, -1);
  expect(wgs84MetresPerDegree(60).longitude).toBeCloseTo(55_800, -1);
});
