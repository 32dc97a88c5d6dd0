import { test, expect } from "vitest";
import { type Camp, campSchema } from "./camp.ts";

const camp: Camp = {
  id: "camp-1",
  name: "Brass Kettle Society",
  description: "Tea at dusk.",
  hometown: "Leipzig, Germany",
  landmark: "A kettle on stilts",
  url: "https://example.org/camps/brass-kettle-society",
  contact_email: "hello@example.org",
  latitude: 40.786,
  longitude: -119.21,
  location_string: "E & 7:30",
  year: "2026",
  color: "#ff7fae",
  playa_location: {
    frontage: "E",
    intersection: "7:30",
    intersection_type: "&",
    dimensions: "50 x 80",
    exact_location: "Corner - facing man & 2:00",
  },
  placement: { method: "plot", accuracyM: 10 },
};

test("accepts a complete camp and a minimal one", () => {
  expect(campSchema.parse(camp)).toEqual(camp);
  const nullable = ["description", "hometown", "landmark", "url", "contact_email", "latitude", "longitude"];
  const missing = [...nullable, "location_string", "playa_location", "placement"].map((key) => [key, null]);
  const bare = { ...camp, ...Object.fromEntries(missing) };
  expect(campSchema.parse(bare)).toEqual(bare);
});

test("rejects values that could harm a reader or break the map", () => {
  const broken: Partial<Record<keyof Camp, unknown>>[] = [
    { url: "javascript:alert(1)" },
    { url: "data:text/html,hi" },
    { contact_email: "a@b.c?subject=x&body=y" },
    { latitude: 400 },
    { longitude: Number.NaN },
    { name: "   " },
    { name: "x".repeat(201) },
    { year: "next" },
    { color: "red;background:url(x)" },
    { placement: { method: "guess", accuracyM: 1 } },
  ];
  for (const change of broken) {
    expect([change, campSchema.safeParse({ ...camp, ...change }).success]).toEqual([change, false]);
  }
});
