import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAddress } from "../address/address.ts";
import { cityOfYear, cityYears } from "./cities-by-year.ts";
import { specCity, wgs84MetresPerDegree } from "./city.ts";
import { arcHours, fromClock, isInsideFence, locate, reverse, toGeo, toLocal } from "./geometry.ts";
import { streetOfName } from "../address/street-names.ts";
import { formatClock } from "./clock.ts";

const cities = cityYears.map((year) => ({ year, city: cityOfYear(year) ?? specCity }));

test("provides a valid city for each of ten years", () => {
  expect(cityYears).toEqual("2015 2016 2017 2018 2019 2022 2023 2024 2025 2026".split(" "));
  expect(cityOfYear("2012")).toBeNull();
  for (const { year, city } of cities) {
    expect([year, city.id, city.bearing12]).toEqual([year, year, 45]);
    const radii = city.streets.map(({ radius }) => radius);
    expect([year, radii]).toEqual([year, radii.toSorted((a, b) => a - b)]);
    expect([year, city.streets[0]?.ref, radii[0]]).toEqual([year, "Esplanade", 762]);
    // Addresses can be parsed with each street's name.
    for (const { ref, name } of city.streets)
      expect([year, name, streetOfName(name.normalize("NFKD").replace(/\p{M}/gu, ""))]).toEqual([
        year,
        name,
        ref,
      ]);
    const degree = wgs84MetresPerDegree(city.centre.latitude);
    expect(city.metresPerDegree.latitude).toBeCloseTo(degree.latitude, 1);
    expect(city.metresPerDegree.longitude).toBeCloseTo(degree.longitude, 1);
    const last = city.streets.at(-1);
    for (const time of ["2:00", "6:00", "10:00"]) {
      const point = locate(city, parseAddress(`${last?.ref} & ${time}`));
      expect([year, time, point && isInsideFence(city, point)]).toEqual([year, time, true]);
    }
    const { southWest, northEast } = city.bounds;
    expect(southWest.latitude < city.centre.latitude && city.centre.longitude < northEast.longitude).toBe(
      true,
    );
  }
});

test("matches published figures: radii in feet from the Man", () => {
  const feet = (year: string) => cityOfYear(year)?.streets.map(({ radius }) => Math.round(radius / 0.3048));
  expect(feet("2024")).toEqual([2500, 2935, 3215, 3495, 3775, 4055, 4535, 4815, 5095, 5375, 5555, 5745]);
  expect(cityOfYear("2024")?.centre).toEqual({ latitude: 40.786955, longitude: -119.204094 });
  expect(cityOfYear("2026")?.plazas).toContainEqual({ time: "10:00", street: "B" });
  expect(cityOfYear("2017")?.streets.at(-1)?.name).toBe("Lustrate");
});

test("finds every intersection of every city from its point, to the minute", () => {
  for (const { year, city } of cities) {
    for (const street of city.streets) {
      for (let hours = 2; hours <= 2 + arcHours(city); hours += 0.25) {
        const time = formatClock(hours);
        const point = locate(city, parseAddress(`${street.name} & ${time}`));
        expect([year, point && reverse(city, point)]).toMatchObject([year, { street: street.ref, time }]);
      }
    }
  }
});

test("finds a bounding street and the right minute for every point of a block", () => {
  const choice = fc.record({
    index: fc.nat(cities.length - 1),
    block: fc.nat(10),
    depth: fc.double({ min: 0, max: 1, noNaN: true }),
    hours: fc.double({ min: 2, max: 10, noNaN: true }),
  });
  fc.assert(
    fc.property(choice, ({ index, block, depth, hours }) => {
      const { city } = cities[index] ?? { city: specCity };
      const [inner, outer] = [city.streets[block], city.streets[block + 1]];
      if (inner === undefined || outer === undefined) return;
      const radius = inner.radius + depth * (outer.radius - inner.radius);
      const point = toGeo(city, fromClock(radius, hours));
      const found = reverse(city, point);
      expect([inner.ref, outer.ref]).toContain(found.street);
      const again = locate(city, parseAddress(`${found.street} & ${found.time}`));
      const { x, y } = toLocal(city, again ?? city.centre);
      const from = fromClock(radius, hours);
      // Half a block in depth, half a minute along the street.
      const reach = (outer.radius - inner.radius) / 2 + (radius * Math.PI) / 720;
      expect(Math.hypot(x - from.x, y - from.y)).toBeLessThanOrEqual(reach);
    }),
    { seed: 7, numRuns: 500 },
  );
});
