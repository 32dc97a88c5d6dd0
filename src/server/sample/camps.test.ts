import { test, expect } from "vitest";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { campSchema } from "#shared/features/map/camps/camp.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { isInsideFence, reverse, toLocal } from "#shared/features/map/city/geometry.ts";
import { addressOfCamp } from "#shared/features/map/address/camp-address.ts";
import { generateCamps } from "./camps.ts";

const camps = generateCamps(2026, 1_500);

test("generates 1,500 different valid camps inside the city, reproducible by the seed", () => {
  expect(camps).toHaveLength(1_500);
  expect(new Set(camps.map(({ id }) => id)).size).toBe(1_500);
  expect(new Set(camps.map(({ name }) => name)).size).toBe(1_500);
  for (const camp of camps) {
    expect(campSchema.parse(camp)).toEqual(camp);
    const point = { latitude: camp.latitude ?? 0, longitude: camp.longitude ?? 0 };
    expect([camp.name, isInsideFence(specCity, point)]).toEqual([camp.name, true]);
  }
  expect(generateCamps(2026, 1_500)).toEqual(camps);
  expect(generateCamps(1, 3)).not.toEqual(generateCamps(2, 3));
});

test("lets no two camps overlap", () => {
  const places = camps.map((camp) =>
    toLocal(specCity, { latitude: camp.latitude ?? 0, longitude: camp.longitude ?? 0 }),
  );
  let closest = Number.POSITIVE_INFINITY;
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) closest = Math.min(closest, Math.hypot(a.x - b.x, a.y - b.y));
  }
  expect(closest).toBeGreaterThan(6);
});

test("writes an address that matches its parts and the place nearby", () => {
  let near = 0;
  for (const camp of camps) {
    const { frontage: _, ...address } = { ...parseAddress(camp.location_string) };
    expect({ name: camp.name, ...addressOfCamp(camp) }).toMatchObject({ name: camp.name, ...address });
    if (address.kind !== "intersection" || address.street === null || address.time === null) continue;
    const found = reverse(specCity, { latitude: camp.latitude ?? 0, longitude: camp.longitude ?? 0 });
    near += found.street === address.street ? 1 : 0;
  }
  expect(near).toBeGreaterThan(1_000);
});

test("writes addresses in many forms, and contacts that belong to no real person", () => {
  const forms = new Set(camps.map(({ location_string: text }) => shape(text ?? "")));
  expect(forms.size).toBeGreaterThan(10);
  const withMail = camps.filter((camp) => camp.contact_email !== null);
  expect(withMail.length / camps.length).toBeCloseTo(0.5, 1);
  for (const camp of camps) {
    expect(camp.contact_email ?? "@example.org").toMatch(/@example\.org$/);
    expect(camp.url ?? "https://example.org/").toMatch(/^https:\/\/example\.org\//);
  }
});

test("spaces camps along the frontage even with many more camps than plots", () => {
  const crowd = generateCamps(3, 5_000);
  expect(new Set(crowd.map((camp) => `${camp.latitude},${camp.longitude}`)).size).toBeGreaterThan(4_900);
});

/** "E & 7:30" and "K & 2:00" have the same shape. */
function shape(text: string): string {
  return text
    .replace(/\d{1,2}:\d{2}/g, "T")
    .replace(/\b[A-K]\b/g, "L")
    .replace(/Esplanade/g, "Esp")
    .replace(/\b[A-Z][a-z]{4,}\b(?! (?:Plaza|Camp|Road|Ring|Portal))/g, (word) =>
      /Plaza|Portal|Camp|Road|Rod/.test(word) ? word : "Name",
    );
}
