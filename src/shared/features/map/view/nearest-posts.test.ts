import { expect, test } from "vitest";
import { parseAddress } from "../address/address.ts";
import { specCity } from "../city/city.ts";
import { locate } from "../city/geometry.ts";
import { medicalNear, nearestPosts } from "./nearest-posts.ts";

const at = (address: string) => locate(specCity, parseAddress(address));

test("names the nearest medics and the minutes to them", () => {
  expect(medicalNear(specCity, at("7:30 & E"))?.words).toBe("Nearest medical: 9:00 B Plaza, 8 min walk");
  expect(medicalNear(specCity, at("3:00 & C"))?.words).toMatch(
    /^Nearest medical: 3:00 B Plaza, \d min walk$/,
  );
});

test("names every place of medics when it does not know from where", () => {
  const everywhere = "Medical: Center Camp Plaza, 3:00 B Plaza, 9:00 B Plaza";
  expect(medicalNear(specCity, null)).toEqual({ words: everywhere, nearest: null });
  expect(medicalNear(specCity, { latitude: 52.5, longitude: 13.4 })?.words).toBe(everywhere);
});

test("says nothing of medics in a city that has none", () => {
  expect(medicalNear({ ...specCity, services: [] }, at("7:30 & E"))).toBeNull();
});

test("orders the posts of a kind by the way to them", () => {
  const ways = nearestPosts(specCity, "ranger", at("2:30 & E")).map(({ route }) => route?.metres ?? 0);
  expect(ways).toHaveLength(3);
  expect(ways).toEqual(ways.toSorted((one, other) => one - other));
});
