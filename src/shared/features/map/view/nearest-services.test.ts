import { expect, test } from "vitest";
import { parseAddress } from "../address/address.ts";
import { specCity } from "../city/city.ts";
import { locate } from "../city/geometry.ts";
import { servicesOf } from "../city/services.ts";
import { medicalNear, nearestServices } from "./nearest-services.ts";

const at = (address: string) => locate(specCity, parseAddress(address));

test("names the nearest medics and the walk to them in minutes", () => {
  expect(medicalNear(specCity, at("7:30 & E"))?.words).toBe("Nearest medical: 9:00 B Plaza, 8 min walk");
  expect(medicalNear(specCity, at("3:00 & C"))?.words).toMatch(
    /^Nearest medical: 3:00 B Plaza, \d min walk$/,
  );
});

test("names all medical tents when the position is unknown", () => {
  const everywhere = "Medical: Center Camp Plaza, 3:00 B Plaza, 9:00 B Plaza";
  expect(medicalNear(specCity, null)).toEqual({ words: everywhere, nearest: null });
  expect(medicalNear(specCity, { latitude: 52.5, longitude: 13.4 })?.words).toBe(everywhere);
});

test("does not mention medics in a city without medical tents", () => {
  expect(medicalNear({ ...specCity, services: [] }, at("7:30 & E"))).toBeNull();
});

test("sorts services by the length of the way to them", () => {
  const from = at("2:30 & E");
  if (from === null) throw new Error("no such address");
  const rangers = servicesOf(specCity).filter(({ kind }) => kind === "ranger");
  const ways = nearestServices(specCity, rangers, from).map(({ way }) => way.metres);
  expect(ways).toHaveLength(3);
  expect(ways).toEqual(ways.toSorted((one, other) => one - other));
});
