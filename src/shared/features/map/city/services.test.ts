import { expect, test } from "vitest";
import { type City, specCity } from "./city.ts";
import { signsOf } from "./services.ts";

test("lists the city's medical tents and Ranger posts only", () => {
  expect(signsOf(specCity).map(({ id, title }) => [id, title])).toEqual([
    ["medical:Center-Camp-Plaza", "Medical tent, Center Camp Plaza"],
    ["medical:3:00-B-Plaza", "Medical tent, 3:00 B Plaza"],
    ["medical:9:00-B-Plaza", "Medical tent, 9:00 B Plaza"],
    ["ranger:5:30-Esplanade", "Ranger post, 5:30 & Esplanade"],
    ["ranger:3:00-D", "Ranger post, 3:00 & Delight"],
    ["ranger:9:00-D", "Ranger post, 9:00 & Delight"],
  ]);
});

test("omits services without a place and a second post at the same address", () => {
  const post = { kind: "ranger", name: "Rangers", address: "4:30 & C", hours: "" } as const;
  const withServices = (services: NonNullable<City["services"]>) => signsOf({ ...specCity, services });
  expect(withServices([])).toEqual([]);
  expect(signsOf({ ...specCity, id: "elsewhere" })).toEqual([]);
  expect(
    withServices([{ ...post, address: "behind the bus" }, post, { ...post, name: "More" }]),
  ).toMatchObject([{ title: "Rangers, 4:30 & Captivate" }]);
});
